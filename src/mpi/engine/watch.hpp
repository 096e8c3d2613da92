// Programs that make MPI's blocking calls in tasks without task-awareness. A thread that blocks in
// MPI runs no other task: where all threads of a team do, and what they wait for is what tasks that
// are ready would send, nothing moves any more. Which tasks come first is the runtime's choice, and
// on others such a program may end. So it is said: once, naming a call and the remedy.
//
// Each blocking call notes itself in its thread's slot (some stores). A thread of the layer's,
// which begins with the first such call of a thread that has been in a region, looks once a second:
// are all threads of a team in the calls they were in a second ago, and do ready tasks wait? Tasks
// are asked for then only, so a task that waits long for another rank says nothing where no other
// could run.
#pragma once

#include <atomic>
#include <cstdint>

namespace tidemill::mpi {

class BlockedWatch {
 public:
  /// A thread's. Never freed; the next thread gets that of one that has ended.
  struct Slot {
    std::atomic<const char*> call{nullptr};  ///< release when set: hands over the next two
    std::atomic<std::uint32_t> number{0};    ///< of the call
    std::atomic<void*> member{nullptr};      ///< tidemill_get_current_member(), once it is one
    std::atomic<bool> taken{true};           ///< by a thread; acq_rel exchange to take it
    Slot* next = nullptr;                    ///< constant once it is in the list
    std::uint32_t seen = 0;                  ///< number at the last look; the watching thread's
  };

  /// MPI has begun, not task-aware, and lets more than one thread call it. One thread at a time.
  void begin();
  /// Before it ends, or a session begins that is task-aware. Any thread: the first one waits for
  /// the watching thread's end, the others don't.
  void end();

  /// relaxed: a call that is missed at the beginning or noted at the end does no harm.
  bool on() const noexcept { return on_.load(std::memory_order_relaxed); }
  Slot& enter(const char* call) noexcept {
    Slot* slot = own_slot;
    if (!slot || !slot->member.load(std::memory_order_relaxed)) slot = &slot_slow();
    // relaxed: the store of `call` hands it over.
    slot->number.store(slot->number.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    slot->call.store(call, std::memory_order_release);
    return *slot;
  }
  static void leave(Slot& slot) noexcept { slot.call.store(nullptr, std::memory_order_relaxed); }

 private:
  /// initial-exec: one load, not a call. A thread stays under its task while MPI blocks it.
  [[gnu::visibility("hidden"),
    gnu::tls_model("initial-exec")]] static thread_local constinit Slot* own_slot;
  Slot& slot_slow() noexcept;
  static void give_back(void* slot);
  static void* main(void* self);
  void start_thread() noexcept;
  bool look();

  std::atomic<bool> on_{false};
  std::atomic<bool> started_{false};  ///< decides who starts the thread
};

extern BlockedWatch blocked_watch;

/// A call of MPI's own that may block, on this thread.
template <typename Call>
[[gnu::always_inline]] inline auto watched(const char* name, Call call) {
  if (!blocked_watch.on()) [[likely]]
    return call();
  struct Noted {
    explicit Noted(const char* n) : slot(blocked_watch.enter(n)) {}
    ~Noted() { BlockedWatch::leave(slot); }
    BlockedWatch::Slot& slot;
  } noted(name);
  return call();
}

}  // namespace tidemill::mpi
