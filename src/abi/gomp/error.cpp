// GOMP_error, GOMP_warning (the `error` directive with at(execution)); GOMP_alloc, GOMP_free (the
// `allocate` clause). Translation only.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "abi/export.hpp"
#include "abi/memory/allocator.hpp"
#include "platform/report.hpp"

using namespace tidemill;

namespace {

/// Fortran passes a length, C -1.
int length(const char* message, std::size_t bytes) noexcept {
  if (message == nullptr) return 0;
  return static_cast<int>(bytes == ~std::size_t{0} ? std::strlen(message) : bytes);
}

}  // namespace

extern "C" {

TM_EXPORT void GOMP_warning(const char* message, std::size_t bytes) {
  const int n = length(message, bytes);
  platform::warn("warning directive encountered%s%.*s", n != 0 ? ": " : "", n, message);
}

TM_EXPORT void GOMP_error(const char* message, std::size_t bytes) {
  const int n = length(message, bytes);
  platform::error("error directive encountered%s%.*s", n != 0 ? ": " : "", n, message);
  std::exit(EXIT_FAILURE);  // the program's own end, not a failure of the runtime: no core dump
}

TM_EXPORT void* GOMP_alloc(std::size_t alignment, std::size_t bytes, std::uintptr_t allocator) {
  void* memory = memory::allocate(bytes, alignment, allocator);
  if (memory == nullptr && bytes != 0)
    platform::fatal(0,
                    "the allocator of an allocate clause gives no %zu bytes: enlarge its pool or "
                    "choose another fallback",
                    bytes);
  return memory;
}
TM_EXPORT void GOMP_free(void* memory, std::uintptr_t /*allocator*/) { memory::deallocate(memory); }

}  // extern "C"
