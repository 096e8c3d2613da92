// Blocks whose owner has to be asked later whether an allocator of ours gave them: Fortran
// variables under the `allocators` directive, which any `deallocate` statement may meet. Any
// thread.
#pragma once

namespace tidemill::core {

void mark_block(void* block);
/// Takes the mark off; false if there is none.
bool unmark_block(void* block) noexcept;

}  // namespace tidemill::core
