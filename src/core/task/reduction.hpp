// Task reductions (OpenMP 5.2, 5.5.9 to 5.5.11): the private copies behind `task_reduction`,
// `reduction(task, ...)` and `in_reduction`.
//
// An area has one piece of memory per thread of the team, with room for every item; a task that
// takes part works on its thread's piece, so it must stay on its thread from then on: it becomes
// tied. Copies of one thread are shared by its tasks, which run on it one after the other.
//
// Memory is zeroed. Two ways to use it: GCC's code initialises its copies (by flags of its own in
// the piece) and combines them itself; with callbacks (LLVM) a copy is initialised when its thread
// first asks for it, and combined when the last user releases the area.
//
// Areas hang on taskgroups; a task looks through the groups it is in, innermost first.
#pragma once

#include <atomic>
#include <cstddef>
#include <span>
#include <vector>

namespace tidemill::core {

struct Member;
struct TaskGroup;

struct ReductionItem {
  void* original = nullptr;  // the list item
  std::size_t offset = 0;    // of its copy within a piece
  std::size_t bytes = 0;
  // With callbacks; all may be null.
  void* initial_from = nullptr;  // second argument of `initialise`
  void (*initialise)(void* copy, void* from) = nullptr;
  void (*combine)(void* into, void* copy) = nullptr;
  void (*finish)(void* copy) = nullptr;  // destructor
};

/// What a construct asks for: items with their places in a piece of `stride` bytes.
struct ReductionRequest {
  std::span<const ReductionItem> items;
  std::size_t stride = 0;
  std::size_t alignment = 0;
};

class ReductionArea {
 public:
  /// For `threads` pieces and `users` holders.
  ReductionArea(const ReductionRequest& request, int threads, int users);
  /// One member's share of an area of the team: tasks name the items by `addresses`, which are the
  /// member's own. Releasing it releases the member's hold on `shared`; the last member's
  /// addresses are what the copies are combined into.
  static ReductionArea* share_of(ReductionArea* shared, std::vector<void*> addresses);
  /// A list, without combining, whoever holds it.
  static void destroy(ReductionArea* areas) noexcept;
  /// As release(), without combining: the list items are gone.
  static void discard(ReductionArea* areas) noexcept;
  /// One holder less, for each of a list; the last one combines what has callbacks and frees it.
  static void release(ReductionArea* areas);

  std::byte* memory() const noexcept { return memory_; }
  std::size_t bytes() const noexcept { return stride_ * static_cast<std::size_t>(threads_); }

  struct Found {
    void* copy = nullptr;      // thread `number`'s
    void* original = nullptr;  // the list item; nullptr if `address` is inside a copy of none
  };
  /// `address`: a list item's, or one inside any thread's piece. Copy is nullptr if it is neither.
  Found find(void* address, int number);

  ReductionArea* next = nullptr;  // of the same construct

 private:
  ~ReductionArea();
  /// One holder less of each; by the last one `end(area, addresses)`, before it goes.
  template <class End>
  static void let_go(ReductionArea* areas, End end);
  void initialise(std::size_t item, int number);
  void combine_into(std::span<void* const> originals);
  /// Calls `each` for every copy that is initialised.
  template <class Each>
  void for_copies(Each each);
  void finish_copies() noexcept;
  bool drop_user() noexcept { return users_.fetch_sub(1, std::memory_order_acq_rel) == 1; }

  ReductionArea* shared_ = nullptr;  // of a share; it has no memory of its own
  std::vector<void*> addresses_;     // what the copies are combined into; a share's: its member's
  std::vector<ReductionItem> items_;
  std::size_t stride_;
  int threads_;
  std::size_t alignment_;
  std::byte* memory_;
  // A byte per item and thread: its copy is initialised. Written by that thread, read by the one
  // that combines, after the tasks are over.
  std::vector<unsigned char> initialised_;
  std::atomic<int> users_;  // acq_rel, with itself: the last sees the others' copies
};

/// Makes `areas` known to the tasks of the innermost taskgroup of the current task, which has
/// created none yet.
void attach_reductions(ReductionArea* areas) noexcept;

/// The copy of the current thread for `address`, looked up from `group` outwards (nullptr: from the
/// current task's innermost group). Copy nullptr: not found. The current task becomes tied.
ReductionArea::Found find_reduction(void* address, TaskGroup* group = nullptr);

/// A construct of the whole team: every member calls it with equal requests and gets the same areas
/// (a list by `next`), of which each is a holder. Suspends.
ReductionArea* share_reductions(Member& self, std::span<const ReductionRequest> requests);

}  // namespace tidemill::core
