#include "engine/backend.hpp"

#include <dlfcn.h>
#include <sched.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>

#include "engine/completion_test.hpp"
#include "engine/diagnostics.hpp"
#include "engine/own_thread.hpp"
#include "engine/settings.hpp"
#include "tidemill/tasking.h"

namespace tidemill::mpi {

namespace {

/// `test` and `progress`: the runtime decides when to poll.
class PolledByTheRuntime final : public Backend {
 public:
  void begin(Poll poll, void* engine, std::atomic<bool>&) override {
    poll_ = poll;
    engine_ = engine;
    tidemill_register_polling_service(kName, &service, this);
  }
  void end() override { tidemill_unregister_polling_service(kName, &service, this); }

 private:
  static constexpr char kName[] = "mpi";
  static int service(void* self) {
    const auto* backend = static_cast<PolledByTheRuntime*>(self);
    backend->poll_(backend->engine_);
    return 0;  // until end()
  }
  Poll poll_ = nullptr;
  void* engine_ = nullptr;
};

/// `async`. The thread sleeps while nothing is in flight; while something is and nothing happens it
/// offers its core, then sleeps for a growing part of the time, as a worker with the watch does
/// (docs/mechanisms/dispatch.md).
class ProgressThread final : public Backend {
 public:
  void begin(Poll poll, void* engine, std::atomic<bool>& busy) override {
    busy_ = &busy;
    poll_ = poll;
    engine_ = engine;
    const int rc = start_own_thread(thread_, "tidemill-mpi", &ProgressThread::main, this);
    if (rc != 0) {
      fatal(
          "TIDEMILL_MPI_BACKEND=async: no thread for MPI's progress (%s): raise the limit on "
          "processes (ulimit -u)",
          std::strerror(rc));
    }
  }

  void end() override {
    ending_.store(true, std::memory_order_relaxed);  // seen with busy_, below
    busy_->store(true, std::memory_order_seq_cst);   // a sweep with nothing in flight clears it
    wake();
    pthread_join(thread_, nullptr);
  }

  void wake() override { busy_->notify_one(); }

 private:
  static void* main(void* self) {
    static_cast<ProgressThread*>(self)->run();
    return nullptr;
  }

  void run() {
    using namespace std::chrono;
    constexpr nanoseconds kLeast = 5us, kMost = 1ms;
    constexpr int kPolls = 200;
    for (int idle_polls = 0; !ending_.load(std::memory_order_relaxed);) {
      // acquire, by wait: pairs with the stores of end() and Engine::set_busy, which are seq_cst,
      // as the notification that follows must not overtake them.
      busy_->wait(false, std::memory_order_acquire);
      idle_polls = poll_(engine_) > 0 ? 0 : idle_polls + 1;
      if (idle_polls < kPolls)
        sched_yield();
      else
        std::this_thread::sleep_for(std::min(kMost, kLeast * (idle_polls - kPolls + 1)));
    }
  }

  std::atomic<bool>* busy_ = nullptr;
  Poll poll_ = nullptr;
  void* engine_ = nullptr;
  std::atomic<bool> ending_{false};
  pthread_t thread_{};
};

template <typename Function>
Function* found(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

using StreamProgress = int(int stream);  // MPICH's handles are integers
constexpr int kStreamNull = 0x3c000000;  // MPIX_STREAM_NULL
StreamProgress* stream_progress = nullptr;

/// MPICH since 4.1; Open MPI, by the function that all its waiting is made of.
NativeProgress look_up() {
  NativeProgress native;
  native.is_complete = found<int(MPI_Request)>("PMPIX_Request_is_complete");
  stream_progress = found<StreamProgress>("PMPIX_Stream_progress");
  if (stream_progress)
    native.advance = [] { stream_progress(kStreamNull); };
  else
    native.advance = found<void()>("opal_progress");
  return native;
}

}  // namespace

std::unique_ptr<Backend> Backend::chosen() {
  const BackendWish wish = wished_backend();
  native_progress = {};
  if (wish == BackendWish::async) {
    native_progress = look_up();
    return std::make_unique<ProgressThread>();
  }
  if (wish == BackendWish::progress) {
    native_progress = look_up();
    if (!native_progress.advance)
      warn_of_setting(
          "TIDEMILL_MPI_BACKEND=progress: this MPI's progress engine can't be called (it has no "
          "MPIX_Stream_progress): test is used");
  }
  return std::make_unique<PolledByTheRuntime>();
}

}  // namespace tidemill::mpi
