#include "engine/diagnostics.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include "engine/mpi_api.hpp"

namespace tidemill::mpi {
namespace {

void print_line(const char* format, va_list arguments) {
  constexpr char kPrefix[] = "tidemill: ";
  constexpr int kPrefixLength = sizeof kPrefix - 1;
  char line[1024];
  std::copy_n(kPrefix, kPrefixLength, line);
  constexpr int kRoom = sizeof line - kPrefixLength - 1;
  int length = std::vsnprintf(line + kPrefixLength, kRoom, format, arguments);
  length = kPrefixLength + std::clamp(length, 0, kRoom - 1);
  line[length++] = '\n';
  // Nothing can be done about a closed stderr.
  [[maybe_unused]] ssize_t written = write(STDERR_FILENO, line, static_cast<size_t>(length));
}

}  // namespace

void warn(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  print_line(format, arguments);
  va_end(arguments);
}

void fatal(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  print_line(format, arguments);
  va_end(arguments);
  // MPICH's launcher drops what it has not forwarded when it hears of an abort.
  usleep(200'000);
  PMPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
  std::abort();
}

}  // namespace tidemill::mpi
