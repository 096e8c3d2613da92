#include "outputs.hpp"

#include <cstdio>
#include <functional>

#include "output_file.hpp"
#include "ranks.hpp"

namespace app {

void check_outputs(MPI_Comm comm, const CommonOptions& options) {
  on_rank_0(comm, [&] { check_writable(options); });
}

namespace {

void write_both(MPI_Comm comm, const CommonOptions& options, const std::string& json,
                const std::function<std::string(std::FILE*)>& write_picture) {
  on_rank_0(comm, [&] { write_files(options, json, write_picture); });
}

}  // namespace

void write_outputs(MPI_Comm comm, const CommonOptions& options, const std::string& json,
                   const Picture& picture) {
  write_both(comm, options, json, [&](std::FILE* file) { return write_png(picture, file); });
}

void write_outputs(MPI_Comm comm, const CommonOptions& options, const std::string& json,
                   const Image& image) {
  write_both(comm, options, json, [&](std::FILE* file) { return write_png(image, file); });
}

}  // namespace app
