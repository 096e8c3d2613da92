// GCC's descriptor of task reductions: an array of words, several of them chained.
//
//   0 number of items              4 next descriptor, or 0
//   1 bytes of a thread's piece    5 the library's own: the area
//   2 alignment; then the memory   6 end of the memory
//   3 allocator (-1: default)      7... three words an item: address, offset in the piece, unused
#pragma once

#include <cstdint>

namespace tidemill::core {
class ReductionArea;
struct Member;
}  // namespace tidemill::core

namespace tidemill::gomp {

/// Allocates the memory, for `threads` and one user, and fills the descriptors in.
core::ReductionArea* make_reductions(std::uintptr_t* descriptors, int threads);

/// A worksharing construct with `reduction(task, ...)`: opens the group of its tasks. Suspends.
void enter_shared_reductions(core::Member& self, std::uintptr_t* descriptors);

}  // namespace tidemill::gomp
