// Objects shared by the whole process: made on first use, never destroyed (threads may outlive
// static destructors), and made anew in a forked child, where the threads they speak of don't
// exist and their locks may have been held. Nothing here is locked, so that a fork while another
// thread makes one leaves nothing locked in the child. T's constructor must have no effect but on
// the object: of several that are made at once one stays.
#pragma once

#include <pthread.h>

#include <atomic>

#include "platform/first_use.hpp"

namespace tidemill::platform {

template <class T>
class ProcessWide {
 public:
  static T& get() noexcept {
    // acquire: pairs with make_slow(); the object is whole.
    T* object = object_.load(std::memory_order_acquire);
    return object != nullptr ? *object : *make_slow();
  }

 private:
  [[gnu::noinline]] static T* make_slow() noexcept {
    (void)&forgets_in_child_;
    publish_first(object_, new T);
    return object_.load(std::memory_order_acquire);  // as above
  }

  static void forget() noexcept { object_.store(nullptr, std::memory_order_relaxed); }
  static inline std::atomic<T*> object_{nullptr};
  // When the library is loaded: later, another thread could be forking.
  static inline const bool forgets_in_child_ = pthread_atfork(nullptr, nullptr, forget) == 0;
};

}  // namespace tidemill::platform
