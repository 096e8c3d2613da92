#include "input_file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "error.hpp"

namespace app {

std::string read_file(const std::string& path, const std::string& wanted) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  if (file && file.peek() != std::ifstream::traits_type::eof()) bytes << file.rdbuf();
  // A folder opens but does not read; an empty file reads nothing, without an error.
  if (errno != 0 || file.bad()) {
    throw UsageError("cannot read --input " + path + " (" + std::strerror(errno) +
                     "); give a readable " + wanted);
  }
  return bytes.str();
}

}  // namespace app
