// The seam through which the layer enters MPI: for every call, one thread at a time (decision:
// delegation, see engine/delegation.hpp). Because all calls pass here, the MPI beneath may be
// initialised below MPI_THREAD_MULTIPLE (engine/thread_level.hpp).
// Invariant: `call` calls PMPI_* only, does not suspend, does not block in MPI, and uses nothing
// that belongs to a thread: it may run on another one than the caller's.
//
// A function of the program's that MPI calls back is the exception: it may use the thread's data
// and locks, so it has to run on the caller's own thread. Calls that do so by themselves
// (attributes, reductions: CALLS_BACK in table/c_wrappers.py) go by inside_mpi_in_turn, and so does
// every call once any may call back: for an error handler or for a generalized request. The others
// keep the shorter way, where one thread makes a row of calls and nobody has to wake up in between.
#pragma once

#include <atomic>
#include <type_traits>
#include <utility>

#include "engine/delegation.hpp"
#include "engine/function_ref.hpp"
#include "engine/posting_stack.hpp"

namespace tidemill::mpi {

/// Is the calling thread inside MPI already? Either as the one that entered (MPI has called the
/// program back), or in a blocking call at MPI_THREAD_MULTIPLE that a helper makes: some MPIs' file
/// functions call MPI_Send and the like as a program would. Its calls are made where they stand, as
/// waiting for others might be waiting for a lock of MPI's that this thread holds.
bool already_inside() noexcept;

/// While it lives, the calling thread is inside MPI in a blocking call, beside the delegation.
class BlockingInside {
 public:
  BlockingInside() noexcept;
  ~BlockingInside();
  BlockingInside(const BlockingInside&) = delete;
  BlockingInside& operator=(const BlockingInside&) = delete;
};

/// Any call may call the program back: it has set an error handler that is a function of its own,
/// or started a generalized request. Never cleared. relaxed: a program that does so and calls on
/// another thread orders the two itself.
extern std::atomic<bool> any_may_call_back;
inline void note_functions() noexcept {
  any_may_call_back.store(true, std::memory_order_relaxed);
  posting_stack.give_up();
}

/// Enters MPI, until delegation.leave(), waiting in place for its turn. Not from inside.
void enter_in_turn_slow();

/// Makes `body` be run inside MPI and waits for that in place: a few hundred nanoseconds at most,
/// so the thread looks a moment, gives its core away, then sleeps. No scheduling point: a task that
/// calls MPI_Isend stays where it is.
void delegate_in_place(FunctionRef<void()> body);

/// Runs `call` inside MPI: here if nobody is there, else by the thread that is. Its result.
template <typename Call>
inline auto inside_mpi(Call&& call) {
  using Result = decltype(call());
  if (delegation.try_enter()) [[likely]] {
    if constexpr (std::is_void_v<Result>) {
      call();
      delegation.leave();
      return;
    } else {
      Result result = call();
      delegation.leave();
      return result;
    }
  }
  auto delegated = call;  // a copy: what is used above need never lie in memory
  if constexpr (std::is_void_v<Result>) {
    delegate_in_place(delegated);
  } else {
    Result result{};
    delegate_in_place([&] { result = delegated(); });
    return result;
  }
}

/// Runs `call` inside MPI, always on the calling thread: if another one is inside, in its turn
/// after the calls published before. Its result. No scheduling point either.
template <typename Call>
inline auto inside_mpi_in_turn(Call&& call) {
  if (!delegation.try_enter()) [[unlikely]] {
    if (already_inside()) return call();
    enter_in_turn_slow();
  }
  struct Leave {
    ~Leave() { delegation.leave(); }
  } leave;
  return call();
}

}  // namespace tidemill::mpi
