// omp_*_affinity*: affinity as text (OpenMP 5.2, 18.3.8 to 18.3.11). Translation only: C strings
// end in a zero, Fortran's are padded with blanks and their lengths come last.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

#include "abi/export.hpp"
#include "core/affinity/affinity_format.hpp"

using namespace tidemill;

namespace {

std::string_view from_c(const char* text) {
  return text != nullptr ? std::string_view(text) : std::string_view();
}

/// Blanks at the end are the program's: libgomp keeps them, too.
std::string_view from_fortran(const char* text, std::size_t length) { return {text, length}; }

/// As much as fits; the length it has whole.
std::size_t to_c(const std::string& text, char* buffer, std::size_t size) {
  if (buffer != nullptr && size > 0) {
    const std::size_t copied = std::min(text.size(), size - 1);
    std::memcpy(buffer, text.data(), copied);
    buffer[copied] = '\0';
  }
  return text.size();
}

int to_fortran(const std::string& text, char* buffer, std::size_t size) {
  const std::size_t copied = std::min(text.size(), size);
  std::memcpy(buffer, text.data(), copied);
  std::memset(buffer + copied, ' ', size - copied);
  return static_cast<int>(text.size());
}

}  // namespace

extern "C" {

TM_EXPORT void omp_set_affinity_format(const char* format) {
  core::set_affinity_format(from_c(format));
}
TM_EXPORT void omp_set_affinity_format_(const char* format, std::size_t length) {
  core::set_affinity_format(from_fortran(format, length));
}

TM_EXPORT std::size_t omp_get_affinity_format(char* buffer, std::size_t size) {
  return to_c(core::affinity_format(), buffer, size);
}
TM_EXPORT int omp_get_affinity_format_(char* buffer, std::size_t size) {
  return to_fortran(core::affinity_format(), buffer, size);
}

TM_EXPORT void omp_display_affinity(const char* format) { core::display_affinity(from_c(format)); }
TM_EXPORT void omp_display_affinity_(const char* format, std::size_t length) {
  core::display_affinity(from_fortran(format, length));
}

TM_EXPORT std::size_t omp_capture_affinity(char* buffer, std::size_t size, const char* format) {
  return to_c(core::describe_affinity(from_c(format)), buffer, size);
}
TM_EXPORT int omp_capture_affinity_(char* buffer, const char* format, std::size_t size,
                                    std::size_t length) {
  return to_fortran(core::describe_affinity(from_fortran(format, length)), buffer, size);
}

}  // extern "C"
