#include "local_outputs.hpp"

#include "output_file.hpp"

namespace app {
namespace {

constexpr const char* standard_output = "-";

CommonOptions files_of(CommonOptions options) {
  if (options.json == standard_output) options.json.clear();
  return options;
}

}  // namespace

void keep_standard_output(CommonOptions& options) {
  if (options.json == standard_output) options.quiet = true;
}

void check_local_outputs(const CommonOptions& options) { check_writable(files_of(options)); }

void write_local_outputs(const CommonOptions& options, const std::string& json,
                         const Picture& picture) {
  write_files(files_of(options), json, [&](std::FILE* file) { return write_png(picture, file); });
  if (options.json == standard_output) std::fputs(json.c_str(), stdout);
}

}  // namespace app
