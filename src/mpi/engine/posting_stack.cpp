#include "engine/posting_stack.hpp"

#include <algorithm>
#include <cstddef>

#include "platform/cpu.hpp"
#include "platform/stack_memory.hpp"

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
#else
extern "C" void* tidemill_call_on_stack(void*, void* (*)(void*), void*) {
  __builtin_unreachable();  // kHasPostingStack is false
}
#endif

namespace tidemill::mpi {

constinit PostingStack posting_stack;

void PostingStack::create() noexcept {
  constexpr std::size_t kLeast = std::size_t{256} << 20;  // address space; a few pages are touched
  static void* const top =
      kHasPostingStack
          ? platform::try_map_stack(std::max(kLeast, platform::stack_limit_bytes())).top()
          : nullptr;  // also if there is no memory
  // seq_cst, these two and those of give_up(): whoever comes last sees the other.
  top_.store(top, std::memory_order_seq_cst);
  if (given_up_.load(std::memory_order_seq_cst)) give_up();
}

void PostingStack::give_up() noexcept {
  given_up_.store(true, std::memory_order_seq_cst);
  top_.store(nullptr, std::memory_order_seq_cst);
}

}  // namespace tidemill::mpi
