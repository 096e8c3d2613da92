#include "local_outputs.hpp"

#include "output_file.hpp"

namespace app {
namespace {

constexpr const char* standard_output = "-";

}  // namespace

void keep_standard_output(CommonOptions& options) {
  if (options.json == standard_output) options.quiet = true;
}

void check_local_outputs(const CommonOptions& options) {
  check_writable("--png", options.png);
  if (options.json != standard_output) check_writable("--json", options.json);
}

void write_local_outputs(const CommonOptions& options, const std::string& json,
                         const Picture& picture) {
  if (!options.png.empty()) {
    write_whole("--png", options.png, [&](std::FILE* file) { return write_png(picture, file); });
  }
  if (options.json == standard_output) {
    std::fputs(json.c_str(), stdout);
  } else if (!options.json.empty()) {
    write_whole("--json", options.json, json);
  }
}

}  // namespace app
