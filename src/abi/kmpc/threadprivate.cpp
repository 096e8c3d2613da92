// __kmpc_threadprivate*: variables that each thread has its own copy of, when the compiler doesn't
// use thread-local storage for them. Translation only.
#include <atomic>
#include <cstdlib>

#include "abi/export.hpp"
#include "abi/kmpc/self.hpp"
#include "abi/kmpc/types.hpp"
#include "core/team/threadprivate.hpp"

using namespace tidemill;
using kmpc::Location;

namespace {

/// The compiler keeps one pointer per variable, zero at first, for a table of copies by worker.
/// Made once, by whoever comes first; entry i belongs to worker i alone. Workers beyond it look
/// their copies up.
constexpr int kCached = 4096;

void** cache_of(void*** place) {
  std::atomic_ref<void**> cache(*place);
  // acquire: the zeroed table. Pairs with the exchange of the thread that made it.
  if (void** known = cache.load(std::memory_order_acquire)) return known;
  void** fresh = static_cast<void**>(std::calloc(kCached, sizeof(void*)));
  if (fresh == nullptr) throw std::bad_alloc();
  void** known = nullptr;
  if (cache.compare_exchange_strong(known, fresh, std::memory_order_acq_rel)) return fresh;
  std::free(fresh);
  return known;
}

}  // namespace

extern "C" {

TM_EXPORT void* __kmpc_threadprivate(Location*, std::int32_t, void* original, std::size_t bytes) {
  return core::private_copy(original, bytes).copy;
}

TM_EXPORT void* __kmpc_threadprivate_cached(Location*, std::int32_t, void* original,
                                            std::size_t bytes, void*** cache) {
  void** table = cache_of(cache);
  const int id = core::current_worker().id;
  if (id >= kCached) return core::private_copy(original, bytes).copy;
  if (table[id] == nullptr) {
    core::PrivateCopy& copy = core::private_copy(original, bytes);
    copy.cached_at.push_back(&table[id]);
    table[id] = copy.copy;
  }
  return table[id];
}

TM_EXPORT void __kmpc_threadprivate_register(Location*, void* original, void* (*construct)(void*),
                                             void* (*construct_from)(void*, void*),
                                             void (*destroy)(void*)) {
  core::register_threadprivate(
      original, {.construct = construct, .construct_from = construct_from, .destroy = destroy});
}
TM_EXPORT void __kmpc_threadprivate_register_vec(Location*, void* original,
                                                 void* (*construct)(void*, std::size_t),
                                                 void* (*construct_from)(void*, void*, std::size_t),
                                                 void (*destroy)(void*, std::size_t),
                                                 std::size_t elements) {
  core::register_threadprivate(original, {.construct_array = construct,
                                          .construct_array_from = construct_from,
                                          .destroy_array = destroy,
                                          .elements = elements});
}

// Exported by libomp, called by libraries of Intel's compilers.
TM_EXPORT core::PrivateCopy* kmp_threadprivate_insert(int, void* original, void* data,
                                                      std::size_t bytes) {
  if (data != nullptr) core::register_initial_value(original, data, bytes);
  return &core::private_copy(original, bytes);
}
TM_EXPORT void kmp_threadprivate_insert_private_data(int, void* original, void* data,
                                                     std::size_t bytes) {
  core::register_initial_value(original, data, bytes);
}

}  // extern "C"
