#include "core/team/threadprivate.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <vector>

#include "core/model/worker.hpp"
#include "core/sync/spin_lock.hpp"
#include "platform/process_wide.hpp"

namespace tidemill::core {

namespace {

constexpr std::size_t kAlignment = 64;

/// Entries are added, never changed or removed: what a lookup returned stays valid.
struct Variable {
  CopyFunctions functions;
  bool has_functions = false;
  std::vector<unsigned char> initial;  // empty: not known yet
};
struct Variables {
  SpinLock lock;
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
  return !w.from_pool && syscall(SYS_gettid) == getpid();
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

}  // namespace

void register_threadprivate(void* original, const CopyFunctions& functions) {
  std::lock_guard guard(variables().lock);
  Variable& v = variables().known[original];
  if (v.has_functions) return;
  v.functions = functions;
  v.has_functions = true;
}

void register_initial_value(void* original, const void* from, std::size_t bytes) {
  known_with_initial(original, from, bytes);
}

PrivateCopy& private_copy(void* original, std::size_t bytes) {
  Worker& w = current_worker();
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
  Worker& here = current_worker();  // a constructor is the program's code
  here.private_copies = new PrivateCopy{here.private_copies, nullptr, original, copy, bytes};
  return *here.private_copies;
}

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
