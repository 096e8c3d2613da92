#include "outputs.hpp"

#include "output_file.hpp"
#include "ranks.hpp"

namespace app {

void check_outputs(MPI_Comm comm, const CommonOptions& options) {
  on_rank_0(comm, [&] {
    check_writable("--png", options.png);
    check_writable("--json", options.json);
  });
}

void write_outputs(MPI_Comm comm, const CommonOptions& options, const std::string& json,
                   const Picture& picture) {
  on_rank_0(comm, [&] {
    if (!options.png.empty()) {
      write_whole("--png", options.png, [&](std::FILE* file) { return write_png(picture, file); });
    }
    if (!options.json.empty()) {
      write_whole("--json", options.json, [&](std::FILE* file) {
        return std::fwrite(json.data(), 1, json.size(), file) == json.size() ? "" : "write error";
      });
    }
  });
}

}  // namespace app
