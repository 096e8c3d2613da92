// Objects shared by the whole process: made on first use, never destroyed (threads may outlive
// static destructors), and made anew in a forked child, where the threads they speak of don't
// exist and their locks may have been held.
#pragma once

#include <pthread.h>

namespace tidemill::platform {

template <class T>
class ProcessWide {
 public:
  static T& get() noexcept {
    [[maybe_unused]] static const bool made = [] {
      renew();
      pthread_atfork(nullptr, nullptr, renew);
      return true;
    }();
    return *object_;
  }

 private:
  static void renew() noexcept { object_ = new T; }
  static inline T* object_ = nullptr;  // changed by the only thread of a forked child
};

}  // namespace tidemill::platform
