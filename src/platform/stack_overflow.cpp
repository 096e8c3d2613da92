#include "platform/stack_overflow.hpp"

#include <dlfcn.h>
#include <link.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>

#include "platform/report.hpp"

namespace tidemill::platform {

namespace {

// As much as handlers of programs that make such a stack themselves are used to.
constexpr std::size_t kSignalStackBytes = 64u << 10;

// release, once what else is below has been written: the handler, which is installed after that,
// reads it with acquire.
std::atomic<FindUsedUpStack> find_stack{nullptr};
// Where the program itself lies, for addr2line; found out beforehand, as the loader locks.
std::uintptr_t program_base = 0, program_end = 0;

int note_program(dl_phdr_info* object, std::size_t /*bytes*/, void* /*unused*/) {
  program_base = object->dlpi_addr;
  for (int i = 0; i < object->dlpi_phnum; ++i)
    if (const auto& part = object->dlpi_phdr[i]; part.p_type == PT_LOAD)
      program_end = object->dlpi_addr + part.p_vaddr + part.p_memsz;
  return 1;  // the first is the program, and enough
}

void tell(const UsedUpStack& stack) noexcept {
  const auto code = reinterpret_cast<std::uintptr_t>(stack.code);
  const bool of_program = code >= program_base && code < program_end;
  error(
      "the task whose code is at %#lx (%s%#lx) has used up its stack of %zu KiB: raise "
      "OMP_STACKSIZE, or give its large variables other memory",
      static_cast<unsigned long>(code), of_program ? "addr2line -fe PROGRAM " : "of a library, ",
      static_cast<unsigned long>(of_program ? code - program_base : code), stack.bytes / 1024);
}

void on_fault(int signal, siginfo_t* info, void* /*context*/) {
  UsedUpStack stack;
  const FindUsedUpStack find = find_stack.load(std::memory_order_acquire);
  if (find != nullptr && find(info->si_addr, stack)) tell(stack);
  // There was no handler before us. Whoever came after us and hands on to us what isn't theirs gets
  // the same: the access is made again, and now it is the end.
  struct sigaction none {};
  none.sa_handler = SIG_DFL;
  sigaction(signal, &none, nullptr);
  if (info->si_code <= 0) raise(signal);  // sent, by kill(): nothing is made again
}

bool has_handler() noexcept {
  struct sigaction now {};
  return sigaction(SIGSEGV, nullptr, &now) != 0 || (now.sa_flags & SA_SIGINFO) != 0 ||
         now.sa_handler != SIG_DFL;
}

}  // namespace

void tell_of_stack_overflow(FindUsedUpStack find) noexcept {
  if (find_stack.load(std::memory_order_relaxed) != nullptr) return;
  if (has_handler() || dlsym(RTLD_DEFAULT, "MPI_Init") != nullptr) return;
  dl_iterate_phdr(note_program, nullptr);
  find_stack.store(find, std::memory_order_release);
  struct sigaction ours {};
  ours.sa_sigaction = on_fault;
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&ours.sa_mask);
  sigaction(SIGSEGV, &ours, nullptr);
}

SignalStack::SignalStack() noexcept {
  stack_t now{};
  if (sigaltstack(nullptr, &now) != 0 || (now.ss_flags & SS_DISABLE) == 0) return;
  void* const memory = mmap(nullptr, kSignalStackBytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return;
  stack_t ours{};
  ours.ss_sp = memory;
  ours.ss_size = kSignalStackBytes;
  if (sigaltstack(&ours, nullptr) == 0)
    base_ = memory;
  else
    munmap(memory, kSignalStackBytes);
}

SignalStack::~SignalStack() {
  if (base_ == nullptr) return;
  stack_t now{};
  // The program may have given the thread another one since.
  if (sigaltstack(nullptr, &now) != 0 || (now.ss_sp == base_ && (now.ss_flags & SS_ONSTACK) != 0))
    return;
  if (now.ss_sp == base_) {
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
  }
  munmap(base_, kSignalStackBytes);
}

bool is_in_guard_page(const void* address, const void* base) noexcept {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const auto low = reinterpret_cast<std::uintptr_t>(base);
  return at < low && low - at <= static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace tidemill::platform
