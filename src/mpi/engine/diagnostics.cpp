#include "engine/diagnostics.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "engine/mpi_api.hpp"

namespace tidemill::mpi {
namespace {

void print_line(std::string_view prefix, const char* format, va_list arguments) {
  char line[1024];
  char* const text = std::copy(prefix.begin(), prefix.end(), line);
  const int room = static_cast<int>(line + sizeof line - text) - 1;
  char* end = text + std::clamp(std::vsnprintf(text, room, format, arguments), 0, room - 1);
  *end++ = '\n';
  // Nothing can be done about a closed stderr.
  [[maybe_unused]] ssize_t written = write(STDERR_FILENO, line, static_cast<size_t>(end - line));
}

}  // namespace

void warn(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  print_line("tidemill: warning: ", format, arguments);
  va_end(arguments);
}

void fatal(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  print_line("tidemill: ", format, arguments);
  va_end(arguments);
  // MPICH's launcher drops what it has not forwarded when it hears of an abort.
  usleep(200'000);
  PMPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
  std::abort();
}

}  // namespace tidemill::mpi
