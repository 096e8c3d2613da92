#include "platform/stack_overflow.hpp"

#include <dlfcn.h>
#include <link.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstring>

#include "platform/report.hpp"

namespace tidemill::platform {

namespace {

// As much as handlers of programs that make such a stack themselves are used to.
constexpr std::size_t kSignalStackBytes = 64u << 10;

// release, once what else is below has been written: the handler, which is installed after that,
// reads it with acquire.
std::atomic<FindUsedUpStack> find_stack{nullptr};
/// Where a file of the process lies.
struct File {
  std::uintptr_t base = 0, end = 0;
  bool holds(std::uintptr_t code) const noexcept { return code >= base && code < end; }
};
// The program itself, for addr2line, and this library; found out beforehand, as the loader locks.
File program, own;

int note_file(dl_phdr_info* object, std::size_t /*bytes*/, void* /*unused*/) {
  File file{object->dlpi_addr, 0};
  for (int i = 0; i < object->dlpi_phnum; ++i)
    if (const auto& part = object->dlpi_phdr[i]; part.p_type == PT_LOAD)
      file.end = object->dlpi_addr + part.p_vaddr + part.p_memsz;
  if (program.end == 0) program = file;  // the first is the program
  if (file.holds(reinterpret_cast<std::uintptr_t>(&note_file))) own = file;
  return own.end != 0;
}

/// Of the code that the thread was running.
const void* stopped_at(const void* context) noexcept {
  const mcontext_t& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return reinterpret_cast<const void*>(machine.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return reinterpret_cast<const void*>(machine.pc);
#else
  return (void)machine, nullptr;
#endif
}

/// Of a task that is entered through this library, as compilers have some, the code is not known;
/// what it was doing is.
void tell(const UsedUpStack& stack, const void* at) noexcept {
  const auto task = reinterpret_cast<std::uintptr_t>(stack.code);
  const bool known = task != 0 && (program.holds(task) || !own.holds(task));
  const auto code = known ? task : reinterpret_cast<std::uintptr_t>(at);
  const bool of_program = program.holds(code);
  error(
      "the task %s at %#lx (%s%#lx) has used up its stack of %zu KiB: raise %s, or give its large "
      "variables other memory",
      known ? "whose code is" : "that has come to", static_cast<unsigned long>(code),
      of_program ? "addr2line -fe PROGRAM " : "of a library, ",
      static_cast<unsigned long>(of_program ? code - program.base : code), stack.bytes / 1024,
      stack.limit);
}

void on_fault(int signal, siginfo_t* info, void* context) {
  UsedUpStack stack;
  const FindUsedUpStack find = find_stack.load(std::memory_order_acquire);
  if (find != nullptr && find(info->si_addr, stack)) tell(stack, stopped_at(context));
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

bool tell_of_stack_overflow(FindUsedUpStack find) noexcept {
  if (find_stack.load(std::memory_order_relaxed) != nullptr) return true;
  if (has_handler() || dlsym(RTLD_DEFAULT, "MPI_Init") != nullptr) return false;
  dl_iterate_phdr(note_file, nullptr);
  find_stack.store(find, std::memory_order_release);
  struct sigaction ours {};
  ours.sa_sigaction = on_fault;
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&ours.sa_mask);
  return sigaction(SIGSEGV, &ours, nullptr) == 0;
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

StackMemory initial_thread_stack() noexcept {
  rlimit limit{};
  // The name of the program's file is the last of what the system lays there, with a null word.
  const auto* name = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
  if (name == nullptr || getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return {};
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto end = reinterpret_cast<std::uintptr_t>(name) + std::strlen(name) + 1 + sizeof(void*);
  const auto bytes = static_cast<std::size_t>(limit.rlim_cur) / page * page;
  const std::uintptr_t top = (end + page - 1) / page * page;
  if (bytes >= top) return {};
  return {reinterpret_cast<void*>(top - bytes), bytes};
}

bool is_in_guard_page(const void* address, const void* base) noexcept {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const auto low = reinterpret_cast<std::uintptr_t>(base);
  return at < low && low - at <= static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace tidemill::platform
