// What is found out when it is first needed and kept for good (threads may outlive static
// destructors). Nothing is locked: a static variable of a function is, while it is initialised, and
// a child forked by another thread meanwhile would wait at it for a thread it doesn't have. So
// several threads may find out the same at once; what the first one found stays. A fork in the
// middle is no harm: the child finds out for itself.
#pragma once

#include <atomic>

namespace tidemill::platform {

/// Makes `mine` known unless another is: then it is deleted. True: it is known now.
template <class T>
bool publish_first(std::atomic<T*>& known, T* mine) noexcept {
  T* first = nullptr;
  // release: the object whole, for who loads it with acquire.
  if (known.compare_exchange_strong(first, mine, std::memory_order_acq_rel)) return true;
  delete mine;
  return false;
}

/// Static, constinit.
template <class T>
class FirstUse {
 public:
  /// `make()` returns a T and does nothing else that could be seen: its result may be dropped.
  template <class Make>
  T& get(Make make) noexcept {
    // acquire: pairs with publish_first(); the object is whole.
    T* object = object_.load(std::memory_order_acquire);
    return object != nullptr ? *object : make_slow(make);
  }

 private:
  template <class Make>
  [[gnu::noinline]] T& make_slow(Make make) noexcept {
    publish_first(object_, new T(make()));
    return *object_.load(std::memory_order_acquire);  // as above
  }

  std::atomic<T*> object_{nullptr};
};

}  // namespace tidemill::platform
