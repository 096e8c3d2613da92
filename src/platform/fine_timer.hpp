// Timed sleeps are late by the thread's timer slack, 50 us unless told otherwise: more than the
// shortest ones last. While one of these lives its thread has the least slack; then it gets its own
// value back, as it may be a thread of the program's.
#pragma once

#include <sys/prctl.h>

namespace tidemill::platform {

class FineTimer {
 public:
  FineTimer() noexcept : before_(prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0)) {
    prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
  }
  ~FineTimer() { prctl(PR_SET_TIMERSLACK, before_, 0, 0, 0); }
  FineTimer(const FineTimer&) = delete;
  FineTimer& operator=(const FineTimer&) = delete;

 private:
  long before_;
};

}  // namespace tidemill::platform
