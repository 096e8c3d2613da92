// The one call that C++ can't write: as many pointer-sized arguments as a number says. A selector
// by processor; each version loads the argument registers and puts the rest on the stack. Unwind
// tables are complete: exceptions and debuggers pass through.
#include "abi/kmpc/invoke.hpp"

#if defined(__x86_64__)
// rdi microtask, rsi gtid, rdx bound_tid, rcx count, r8 arguments. Registers take arguments 0..3
// (rdx, rcx, r8, r9 after the two fixed ones), the stack the others, last one pushed first; rsp is
// a multiple of 16 at the call.
asm(R"(
  .text
  .p2align 4
  .globl tidemill_kmpc_invoke
  .hidden tidemill_kmpc_invoke
  .type tidemill_kmpc_invoke, @function
tidemill_kmpc_invoke:
  .cfi_startproc
  endbr64
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  movq %rdi, %rax          # microtask
  movq %rsi, %rdi          # gtid
  movq %rdx, %rsi          # bound_tid
  movq %rcx, %r10          # count
  movq %r8, %r11           # arguments
  cmpq $4, %r10
  jle 2f
  testb $1, %r10b          # an odd number of pushes leaves rsp misaligned
  jz 1f
  subq $8, %rsp
1:
  pushq -8(%r11,%r10,8)
  decq %r10
  cmpq $4, %r10
  jg 1b
2:                         # r10 is at most 4 from here on
  cmpq $4, %r10
  jl 3f
  movq 24(%r11), %r9
3:
  cmpq $3, %r10
  jl 4f
  movq 16(%r11), %r8
4:
  cmpq $2, %r10
  jl 5f
  movq 8(%r11), %rcx
5:
  cmpq $1, %r10
  jl 6f
  movq (%r11), %rdx
6:
  movq %rax, %r10
  xorl %eax, %eax          # no vector registers: the microtask's type ends in an ellipsis
  call *%r10
  leave
  .cfi_def_cfa %rsp, 8
  ret
  .cfi_endproc
  .size tidemill_kmpc_invoke, .-tidemill_kmpc_invoke
)");
#elif defined(__aarch64__)
// x0 microtask, x1 gtid, x2 bound_tid, x3 count, x4 arguments. Registers take arguments 0..5 (x2 to
// x7), the stack the others in order.
asm(R"(
  .text
  .p2align 4
  .globl tidemill_kmpc_invoke
  .hidden tidemill_kmpc_invoke
  .type tidemill_kmpc_invoke, %function
tidemill_kmpc_invoke:
  .cfi_startproc
  stp x29, x30, [sp, #-16]!
  .cfi_def_cfa_offset 16
  .cfi_offset 29, -16
  .cfi_offset 30, -8
  mov x29, sp
  .cfi_def_cfa_register 29
  mov x9, x0               // microtask
  mov x0, x1
  mov x1, x2
  mov x10, x3              // count
  mov x11, x4              // arguments
  subs x12, x10, #6        // on the stack
  b.le 2f
  add x13, x12, #1
  and x13, x13, #-2
  sub sp, sp, x13, lsl #3
1:
  sub x12, x12, #1
  add x14, x12, #6
  ldr x15, [x11, x14, lsl #3]
  str x15, [sp, x12, lsl #3]
  cbnz x12, 1b
2:
  cmp x10, #1
  b.lt 3f
  ldr x2, [x11]
  cmp x10, #2
  b.lt 3f
  ldr x3, [x11, #8]
  cmp x10, #3
  b.lt 3f
  ldr x4, [x11, #16]
  cmp x10, #4
  b.lt 3f
  ldr x5, [x11, #24]
  cmp x10, #5
  b.lt 3f
  ldr x6, [x11, #32]
  cmp x10, #6
  b.lt 3f
  ldr x7, [x11, #40]
3:
  blr x9
  mov sp, x29
  ldp x29, x30, [sp], #16
  .cfi_def_cfa 31, 0
  ret
  .cfi_endproc
  .size tidemill_kmpc_invoke, .-tidemill_kmpc_invoke
)");
#else
#error "tidemill_kmpc_invoke has to be written for this processor: see the two versions above"
#endif
