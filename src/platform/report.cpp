#include "platform/report.hpp"

#include <unistd.h>

#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace tidemill::platform {

namespace {

std::atomic<bool> warnings{true};  // relaxed: says nothing about other data

// One write(2), so that lines of several ranks and threads don't mix.
void print(const char* kind, int errno_value, const char* format, va_list arguments) noexcept {
  char line[1024];
  int used = std::snprintf(line, sizeof line, "tidemill: %s", kind);
  const int body = std::vsnprintf(line + used, sizeof line - used, format, arguments);
  used = body < 0 ? used : used + body;
  if (used > static_cast<int>(sizeof line) - 128) used = static_cast<int>(sizeof line) - 128;
  if (errno_value != 0)
    used += std::snprintf(line + used, sizeof line - used, " (%s)", std::strerror(errno_value));
  line[used++] = '\n';
  if (write(STDERR_FILENO, line, static_cast<size_t>(used)) < 0) return;
}

}  // namespace

void fatal(int errno_value, const char* format, ...) noexcept {
  va_list arguments;
  va_start(arguments, format);
  print("", errno_value, format, arguments);
  va_end(arguments);
  std::abort();
}

void error(const char* format, ...) noexcept {
  va_list arguments;
  va_start(arguments, format);
  print("error: ", 0, format, arguments);
  va_end(arguments);
}

void note(const char* format, ...) noexcept {
  va_list arguments;
  va_start(arguments, format);
  print("", 0, format, arguments);
  va_end(arguments);
}

void enable_warnings(bool on) noexcept { warnings.store(on, std::memory_order_relaxed); }

void warn(const char* format, ...) noexcept {
  if (!warnings.load(std::memory_order_relaxed)) return;
  va_list arguments;
  va_start(arguments, format);
  print("warning: ", 0, format, arguments);
  va_end(arguments);
}

}  // namespace tidemill::platform
