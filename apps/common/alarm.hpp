// Tasks that go on, or are complete, at a given time: the messages' delay, for the variants with
// tasks. While it lasts no thread is held; the runtime's polling looks at the clock.
#pragma once

#include <atomic>
#include <mutex>
#include <queue>
#include <vector>

namespace app {

class Alarm {
 public:
  Alarm();
  /// No task may be waiting any more.
  ~Alarm();
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;

  /// Pauses the calling task until seconds_now() is `due`.
  void wait_until(double due);

  /// The calling task is complete, and what depends on it may begin, when its body has returned and
  /// seconds_now() is `due`.
  void complete_at(double due);

 private:
  struct Sleeper {
    double due;
    void* task;   ///< blocking context, or event counter
    bool pauses;  ///< the former
    bool operator<(const Sleeper& other) const { return due > other.due; }  // the first on top
  };

  void add(const Sleeper& sleeper);
  void wake_due();
  static int poll(void* self);

  std::mutex mutex_;
  std::priority_queue<Sleeper> sleepers_;  ///< under mutex_
  /// When the first of them is due: a hint, for polls to pass by without the mutex. Written under
  /// mutex_. relaxed everywhere: what a sleeper is comes with the mutex, and a poll that sees an
  /// old value is followed by others.
  std::atomic<double> next_due_;
};

}  // namespace app
