#include "engine/posting_stack.hpp"

#include "platform/cpu.hpp"

// The frame pointer leads back from there, for the function as for debuggers and exceptions.

#if defined(__x86_64__)
asm(R"(
  .pushsection .text
  .p2align 4
  .globl tidemill_call_on_stack
  .hidden tidemill_call_on_stack
  .type tidemill_call_on_stack, @function
tidemill_call_on_stack:
  .cfi_startproc
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  movq %rdx, %rsp
  callq *%rsi
  movq %rbp, %rsp
  .cfi_def_cfa_register %rsp
  popq %rbp
  .cfi_def_cfa_offset 8
  retq
  .cfi_endproc
  .size tidemill_call_on_stack, . - tidemill_call_on_stack
  .popsection
)");
#elif defined(__aarch64__)
asm(R"(
  .pushsection .text
  .p2align 4
  .globl tidemill_call_on_stack
  .hidden tidemill_call_on_stack
  .type tidemill_call_on_stack, %function
tidemill_call_on_stack:
  .cfi_startproc
  stp x29, x30, [sp, #-16]!
  .cfi_def_cfa_offset 16
  .cfi_offset x29, -16
  .cfi_offset x30, -8
  mov x29, sp
  .cfi_def_cfa_register x29
  mov sp, x2
  blr x1
  mov sp, x29
  .cfi_def_cfa_register sp
  ldp x29, x30, [sp], #16
  .cfi_def_cfa_offset 0
  .cfi_restore x29
  .cfi_restore x30
  ret
  .cfi_endproc
  .size tidemill_call_on_stack, . - tidemill_call_on_stack
  .popsection
)");
#endif

namespace tidemill::mpi {

void PostingStack::create() noexcept {
  if (kHasPostingStack) memory_ = platform::map_stack(platform::stack_limit_bytes());
}

void PostingStack::destroy() noexcept {
  if (kHasPostingStack) platform::unmap_stack(memory_);
  memory_ = {};
}

}  // namespace tidemill::mpi
