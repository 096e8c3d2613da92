#include "input_file.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "error.hpp"
#include "memory.hpp"

namespace app {

namespace {

/// Why it is not to be begun with; empty if nothing is known. A device such as /dev/zero has no
/// end.
std::string why_endless(const std::string& path) {
  struct stat found {};
  if (stat(path.c_str(), &found) != 0) return "";
  if (S_ISCHR(found.st_mode) || S_ISBLK(found.st_mode)) return "a device";
  if (S_ISREG(found.st_mode) && static_cast<double>(found.st_size) > physical_memory()) {
    return "larger than this machine's memory";
  }
  return "";
}

}  // namespace

std::string read_file(const std::string& path, const std::string& wanted) {
  const auto fail = [&](const std::string& why) {
    throw UsageError("cannot read --input " + path + " (" + why + "); give a readable " + wanted);
  };
  if (const std::string why = why_endless(path); !why.empty()) fail(why);
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  if (file && file.peek() != std::ifstream::traits_type::eof()) bytes << file.rdbuf();
  // A folder opens but does not read; an empty file reads nothing, without an error.
  if (errno != 0 || file.bad()) fail(std::strerror(errno));
  return bytes.str();
}

}  // namespace app
