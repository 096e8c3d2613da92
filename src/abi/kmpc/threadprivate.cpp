// __kmpc_threadprivate*: variables that each thread has its own copy of, when the compiler doesn't
// use thread-local storage for them: one per OpenMP thread and variable, made when the thread first
// asks for it. The initial thread's copy is the original variable. Copies live as long as their
// thread.
//
// Any thread calls; only the calling thread's copies are touched.
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <vector>

#include "abi/export.hpp"
#include "abi/kmpc/self.hpp"
#include "abi/kmpc/types.hpp"
#include "core/model/worker.hpp"
#include "core/sync/spin_lock.hpp"
#include "platform/cpu_set.hpp"
#include "platform/process_wide.hpp"

namespace tidemill::core {

/// A thread's copy of one variable. The first five are a layout that compilers' libraries know.
struct PrivateCopy {
  PrivateCopy* next;
  PrivateCopy* link;
  void* original;
  void* copy;
  std::size_t bytes;
  std::vector<void**> cached_at{};  // pointers to it that end with the thread
};

}  // namespace tidemill::core

using namespace tidemill;
using core::PrivateCopy;
using core::Worker;
using kmpc::Location;

namespace {

/// What makes and ends a copy; functions of the program, any may be null.
struct CopyFunctions {
  void* (*construct)(void* copy) = nullptr;
  void* (*construct_from)(void* copy, void* original) = nullptr;
  void (*destroy)(void* copy) = nullptr;
  // The same for an array of `elements`.
  void* (*construct_array)(void* copy, std::size_t elements) = nullptr;
  void* (*construct_array_from)(void* copy, void* original, std::size_t elements) = nullptr;
  void (*destroy_array)(void* copy, std::size_t elements) = nullptr;
  std::size_t elements = 0;
};

constexpr std::size_t kAlignment = 64;

/// Entries are added, never changed or removed: what a lookup returned stays valid.
struct Variable {
  CopyFunctions functions;
  bool has_functions = false;
  std::vector<unsigned char> initial;  // empty: not known yet
};
struct Variables {
  core::SpinLock lock;
  std::map<void*, Variable> known;
};
Variables& variables() noexcept { return platform::ProcessWide<Variables>::get(); }

Variable& known_with_initial(void* original, const void* from, std::size_t bytes) {
  std::lock_guard guard(variables().lock);
  Variable& v = variables().known[original];
  if (v.initial.empty()) {
    const auto* first = static_cast<const unsigned char*>(from);
    v.initial.assign(first, first + bytes);
  }
  return v;
}

bool is_initial_thread(const Worker& w) noexcept {
  return !w.from_pool && platform::is_first_thread();
}

void construct(const Variable& v, void* original, void* copy, std::size_t bytes) {
  const CopyFunctions& f = v.functions;
  if (f.construct_array_from != nullptr)
    f.construct_array_from(copy, original, f.elements);
  else if (f.construct_array != nullptr)
    f.construct_array(copy, f.elements);
  else if (f.construct_from != nullptr)
    f.construct_from(copy, original);
  else if (f.construct != nullptr)
    f.construct(copy);
  else
    std::memcpy(copy, v.initial.data(), bytes);
}

/// Before the first use of the variable. The first registration stays.
void register_threadprivate(void* original, const CopyFunctions& functions) {
  std::lock_guard guard(variables().lock);
  Variable& v = variables().known[original];
  if (v.has_functions) return;
  v.functions = functions;
  v.has_functions = true;
}

/// What copies without a constructor start from: the `bytes` at `from`, as they are now.
void register_initial_value(void* original, const void* from, std::size_t bytes) {
  known_with_initial(original, from, bytes);
}

/// The calling thread's copy, made now if it is new.
PrivateCopy& private_copy(void* original, std::size_t bytes) {
  Worker& w = core::current_worker();
  for (PrivateCopy* p = w.private_copies; p != nullptr; p = p->next)
    if (p->original == original) return *p;
  // The original may be as the program's start left it only now, before anybody has asked.
  const Variable& v = known_with_initial(original, original, bytes);
  void* copy = original;
  if (!is_initial_thread(w)) {
    copy = std::aligned_alloc(kAlignment, (bytes + kAlignment - 1) / kAlignment * kAlignment);
    if (copy == nullptr) throw std::bad_alloc();
    construct(v, original, copy, bytes);
  }
  Worker& here = core::current_worker();  // a constructor is the program's code
  here.private_copies = new PrivateCopy{here.private_copies, nullptr, original, copy, bytes};
  return *here.private_copies;
}

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

namespace tidemill::core {

void destroy_private_copies(Worker& worker) noexcept {
  while (PrivateCopy* p = worker.private_copies) {
    worker.private_copies = p->next;
    for (void** pointer : p->cached_at) *pointer = nullptr;
    if (p->copy != p->original) {
      CopyFunctions f;
      {
        std::lock_guard guard(variables().lock);
        f = variables().known[p->original].functions;
      }
      if (f.destroy_array != nullptr)
        f.destroy_array(p->copy, f.elements);
      else if (f.destroy != nullptr)
        f.destroy(p->copy);
      std::free(p->copy);
    }
    delete p;
  }
}

}  // namespace tidemill::core

extern "C" {

TM_EXPORT void* __kmpc_threadprivate(Location*, std::int32_t, void* original, std::size_t bytes) {
  return private_copy(original, bytes).copy;
}

TM_EXPORT void* __kmpc_threadprivate_cached(Location*, std::int32_t, void* original,
                                            std::size_t bytes, void*** cache) {
  void** table = cache_of(cache);
  const int id = core::current_worker().id;
  if (id >= kCached) return private_copy(original, bytes).copy;
  if (table[id] == nullptr) {
    PrivateCopy& copy = private_copy(original, bytes);
    copy.cached_at.push_back(&table[id]);
    table[id] = copy.copy;
  }
  return table[id];
}

TM_EXPORT void __kmpc_threadprivate_register(Location*, void* original, void* (*construct)(void*),
                                             void* (*construct_from)(void*, void*),
                                             void (*destroy)(void*)) {
  register_threadprivate(
      original, {.construct = construct, .construct_from = construct_from, .destroy = destroy});
}
TM_EXPORT void __kmpc_threadprivate_register_vec(Location*, void* original,
                                                 void* (*construct)(void*, std::size_t),
                                                 void* (*construct_from)(void*, void*, std::size_t),
                                                 void (*destroy)(void*, std::size_t),
                                                 std::size_t elements) {
  register_threadprivate(original, {.construct_array = construct,
                                    .construct_array_from = construct_from,
                                    .destroy_array = destroy,
                                    .elements = elements});
}

// Exported by libomp, called by libraries of Intel's compilers.
TM_EXPORT PrivateCopy* kmp_threadprivate_insert(int, void* original, void* data,
                                                std::size_t bytes) {
  if (data != nullptr) register_initial_value(original, data, bytes);
  return &private_copy(original, bytes);
}
TM_EXPORT void kmp_threadprivate_insert_private_data(int, void* original, void* data,
                                                     std::size_t bytes) {
  register_initial_value(original, data, bytes);
}

}  // extern "C"
