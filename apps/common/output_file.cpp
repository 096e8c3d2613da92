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

}  // namespace

void check_writable(const std::string& option, const std::string& path) {
  if (path.empty()) return;
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) fail(option, path, std::strerror(EISDIR));
  std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (folder.empty()) folder = ".";
  if (!std::filesystem::is_directory(folder, ignored)) fail(option, path, std::strerror(ENOENT));
  if (access(folder.c_str(), W_OK) != 0) fail(option, path, std::strerror(errno));
}

void write_whole(const std::string& option, const std::string& path,
                 const std::function<std::string(std::FILE*)>& write) {
  const std::string part = path + "." + std::to_string(getpid()) + ".part";
  std::FILE* file = std::fopen(part.c_str(), "wb");
  if (!file) fail(option, path, std::strerror(errno));
  std::string why = write(file);
  // A full disk shows at the latest here.
  if (std::fclose(file) != 0 && why.empty()) why = std::strerror(errno);
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

}  // namespace app
