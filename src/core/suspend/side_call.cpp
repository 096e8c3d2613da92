#include "core/suspend/side_call.hpp"

#include <boost/context/detail/fcontext.hpp>

#include "core/fiber/fiber.hpp"
#include "core/model/worker.hpp"

// tidemill_side_call(argument, function, foot): saves what a callee has to preserve, but the
// floating-point modes, which stay with the thread; foot->left =
// stack pointer, calls function(argument) on the stack below `foot`; then foot->instead, unless
// that is null as it was; returns 0.
// tidemill_go_on(left): goes on as if that call had returned 1.

#if defined(__x86_64__)
asm(R"(
  .pushsection .text
  .p2align 6
  .globl tidemill_side_call
  .hidden tidemill_side_call
  .type tidemill_side_call, @function
tidemill_side_call:
  .cfi_startproc
  pushq %rbp
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset %rbp, 0
  pushq %rbx
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset %rbx, 0
  pushq %r12
  .cfi_adjust_cfa_offset 8
  pushq %r13
  .cfi_adjust_cfa_offset 8
  pushq %r14
  .cfi_adjust_cfa_offset 8
  pushq %r15
  .cfi_adjust_cfa_offset 8
  subq $8, %rsp
  .cfi_adjust_cfa_offset 8
  movq %rsp, 8(%rdx)
  movq %rsp, %rbx
  .cfi_remember_state
  .cfi_undefined %rip
  movq %rdx, %rsp
  callq *%rsi
  cmpq $0, (%rsp)
  jne 1f
  movq %rbx, %rsp
  .cfi_restore_state
  .cfi_remember_state
  xorl %eax, %eax
  addq $40, %rsp
  .cfi_adjust_cfa_offset -40
  popq %rbx
  .cfi_adjust_cfa_offset -8
  .cfi_restore %rbx
  popq %rbp
  .cfi_adjust_cfa_offset -8
  .cfi_restore %rbp
  retq
1:
  .cfi_restore_state
  .cfi_undefined %rip
  callq *(%rsp)
  ud2
  .cfi_endproc
  .size tidemill_side_call, . - tidemill_side_call

  .p2align 4
  .globl tidemill_go_on
  .hidden tidemill_go_on
  .type tidemill_go_on, @function
tidemill_go_on:
  .cfi_startproc
  .cfi_undefined %rip
  movq %rdi, %rsp
  addq $8, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  movl $1, %eax
  retq
  .cfi_endproc
  .size tidemill_go_on, . - tidemill_go_on
  .popsection
)");
#elif defined(__aarch64__)
asm(R"(
  .pushsection .text
  .p2align 4
  .globl tidemill_side_call
  .hidden tidemill_side_call
  .type tidemill_side_call, %function
tidemill_side_call:
  .cfi_startproc
  sub sp, sp, #160
  .cfi_adjust_cfa_offset 160
  stp x29, x30, [sp]
  .cfi_rel_offset x29, 0
  .cfi_rel_offset x30, 8
  stp x19, x20, [sp, #16]
  .cfi_rel_offset x19, 16
  stp x21, x22, [sp, #32]
  stp x23, x24, [sp, #48]
  stp x25, x26, [sp, #64]
  stp x27, x28, [sp, #80]
  stp d8, d9, [sp, #96]
  stp d10, d11, [sp, #112]
  stp d12, d13, [sp, #128]
  stp d14, d15, [sp, #144]
  mov x19, sp
  str x19, [x2, #8]
  .cfi_remember_state
  .cfi_undefined x30
  mov sp, x2
  blr x1
  ldr x2, [sp]
  cbnz x2, 1f
  mov sp, x19
  .cfi_restore_state
  .cfi_remember_state
  mov w0, #0
  ldr x19, [sp, #16]
  .cfi_restore x19
  ldp x29, x30, [sp]
  .cfi_restore x29
  .cfi_restore x30
  add sp, sp, #160
  .cfi_adjust_cfa_offset -160
  ret
1:
  .cfi_restore_state
  .cfi_undefined x30
  blr x2
  brk #1
  .cfi_endproc
  .size tidemill_side_call, . - tidemill_side_call

  .p2align 4
  .globl tidemill_go_on
  .hidden tidemill_go_on
  .type tidemill_go_on, %function
tidemill_go_on:
  .cfi_startproc
  .cfi_undefined x30
  mov sp, x0
  ldp d14, d15, [sp, #144]
  ldp d12, d13, [sp, #128]
  ldp d10, d11, [sp, #112]
  ldp d8, d9, [sp, #96]
  ldp x27, x28, [sp, #80]
  ldp x25, x26, [sp, #64]
  ldp x23, x24, [sp, #48]
  ldp x21, x22, [sp, #32]
  ldp x19, x20, [sp, #16]
  ldp x29, x30, [sp]
  add sp, sp, #160
  mov w0, #1
  ret
  .cfi_endproc
  .size tidemill_go_on, . - tidemill_go_on
  .popsection
)");
#else
extern "C" {
tidemill::core::CallEnd tidemill_side_call(void*, void (*)(void*), tidemill::core::SideFoot*) {
  __builtin_unreachable();  // kSideCalls is false
}
[[noreturn]] void tidemill_go_on(void*) { __builtin_unreachable(); }
}
#endif

extern "C" [[noreturn, gnu::visibility("hidden")]] void tidemill_go_on(void* left);

namespace tidemill::core {

namespace {

/// Runs just below the caller's registers, on its stack.
void arrive_at_caller(boost::context::detail::transfer_t from) {
  void* const left = static_cast<Worker*>(from.data)->fiber->left;
  finish_switch(from.fctx, from.data);
  tidemill_go_on(left);
}

}  // namespace

void* let_overtake(SideFoot& foot, void (*instead)()) noexcept {
  foot.instead = instead;
  constexpr std::size_t kRoom = 4096;  // not used: the stack is what the caller's is
  return boost::context::detail::make_fcontext(foot.left, kRoom, arrive_at_caller);
}

}  // namespace tidemill::core
