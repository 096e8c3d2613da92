#include "output_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "error.hpp"

namespace app {
namespace {

[[noreturn]] void fail(const std::string& option, const std::string& path, const std::string& why) {
  throw UsageError("cannot write " + option + " " + path + " (" + why +
                   "); give a file in a folder you may write to");
}

/// A device or a pipe (/dev/null, a shell's >(...)): a new file must not take its place.
bool stays(const std::string& path) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
}

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : ".";
}

/// What failed, or nothing.
std::string fill(const std::string& path, const std::function<std::string(std::FILE*)>& write) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (!file) return std::strerror(errno);
  std::string why = write(file);
  // A full disk shows at the latest here.
  if (std::fclose(file) != 0 && why.empty()) why = std::strerror(errno);
  return why;
}

}  // namespace

void check_writable(const std::string& option, const std::string& path) {
  if (path.empty()) return;
  if (path == "-") {
    throw UsageError(option + " -: not for standard output; give the name of a file");
  }
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) fail(option, path, std::strerror(EISDIR));
  if (stays(path)) {
    if (access(path.c_str(), W_OK) != 0) fail(option, path, std::strerror(errno));
    return;
  }
  const std::filesystem::path folder = folder_of(path);
  if (!std::filesystem::is_directory(folder, ignored)) fail(option, path, std::strerror(ENOENT));
  if (access(folder.c_str(), W_OK) != 0) fail(option, path, std::strerror(errno));
}

void check_writable(const CommonOptions& options) {
  check_writable("--png", options.png);
  check_writable("--json", options.json);
  // The folder as it is without links. A link in the place of the file itself is replaced.
  const auto place = [](const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::canonical(folder_of(path), ignored) / path.filename();
  };
  if (!options.png.empty() && place(options.png) == place(options.json) && !stays(options.png)) {
    throw UsageError("--png " + options.png + " and --json " + options.json +
                     " are one file; give each a name of its own");
  }
}

void write_whole(const std::string& option, const std::string& path,
                 const std::function<std::string(std::FILE*)>& write) {
  if (stays(path)) {
    const std::string why = fill(path, write);
    if (!why.empty()) fail(option, path, why);
    return;
  }
  const std::string part = path + "." + std::to_string(getpid()) + ".part";
  std::string why = fill(part, write);
  if (why.empty() && std::rename(part.c_str(), path.c_str()) != 0) why = std::strerror(errno);
  if (!why.empty()) {
    std::remove(part.c_str());
    fail(option, path, why);
  }
}

void write_whole(const std::string& option, const std::string& path, const std::string& text) {
  write_whole(option, path, [&](std::FILE* file) {
    return std::fwrite(text.data(), 1, text.size(), file) == text.size() ? "" : "write error";
  });
}

void write_files(const CommonOptions& files, const std::string& json,
                 const std::function<std::string(std::FILE*)>& write_picture) {
  if (!files.png.empty()) write_whole("--png", files.png, write_picture);
  if (files.json.empty()) return;
  try {
    write_whole("--json", files.json, json);
  } catch (const UsageError&) {
    if (!files.png.empty() && !stays(files.png)) std::remove(files.png.c_str());
    throw;
  }
}

}  // namespace app
