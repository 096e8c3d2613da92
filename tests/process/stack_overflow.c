/* A task that overflows its stack: the process says so and dies of SIGSEGV. In an explicit task, an
 * implicit one, by many small frames and by a single one far larger than a page. Every other fault
 * is as without the runtime, and goes to who handles it, whether that was there before the runtime
 * or came after it. */
#include <signal.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

enum { kHandled = 3, kMessageBytes = 4096 };
static volatile char sink;

__attribute__((noinline)) static int recurse(int depth) {
  volatile char frame[512];
  frame[0] = (char)depth;
  return depth == INT_MAX ? 0 : recurse(depth + 1) + frame[0];
}

__attribute__((noinline)) static void have_large_frame(void) {
  char frame[64 << 20]; /* touched at its low end only, far below all stacks */
  frame[0] = sink;
  __asm__ volatile("" : : "r"(frame) : "memory"); /* so that it is there */
}

static void overflow_in_waited_task(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task
    sink = (char)recurse(0);
#pragma omp taskwait
  }
}

static void overflow_in_task(void) {
#pragma omp parallel num_threads(2)
#pragma omp master
#pragma omp task
  sink = (char)recurse(0);
}

static void overflow_in_implicit_task(void) {
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) sink = (char)recurse(0);
}

static void overflow_at_once(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task
    have_large_frame();
#pragma omp taskwait
  }
}

static void touch_nothing(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task
    {
      volatile char* volatile nowhere = NULL;
      *nowhere = 1;
    }
#pragma omp taskwait
  }
}

static void be_sent(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task
    kill(getpid(), SIGSEGV);
#pragma omp taskwait
    sleep(20);
  }
}

static void on_fault(int number) {
  (void)number;
  _exit(kHandled);
}

static void handle(int flags) {
  struct sigaction action = {.sa_handler = on_fault, .sa_flags = flags};
  CHECK_EQUAL(sigaction(SIGSEGV, &action, NULL), 0);
}

static void fault_with_handler_before(void) {
  handle(0);
  touch_nothing();
}

static void fault_with_handler_after(void) {
#pragma omp parallel num_threads(2)
  sink = 1;
  fault_with_handler_before();
}

static void overflow_with_handler(void) {
  handle(0);
  overflow_in_task();
}

static void overflow_with_handler_on_stack(void) {
  static char memory[64 << 10];
  const stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory};
  CHECK_EQUAL(sigaltstack(&stack, NULL), 0);
  handle(SA_ONSTACK);
#pragma omp parallel num_threads(1)
  {
#pragma omp task
    sink = (char)recurse(0);
#pragma omp taskwait
  }
}

enum Told { kTask, kAny, kSilent };

/* Runs `act` in a process of its own, which has to end by `signal` or, 0, with kHandled. */
static void expect(const char* name, void (*act)(void), int signal, enum Told told) {
  char message[kMessageBytes];
  size_t used = 0;
  int ends[2], status;
  fflush(NULL);
  CHECK_EQUAL(pipe(ends), 0);
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    const struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    close(ends[1]);
    act();
    _exit(0);
  }
  close(ends[1]);
  for (ssize_t got; (got = read(ends[0], message + used, sizeof message - 1 - used)) > 0;)
    used += (size_t)got;
  message[used] = '\0';
  close(ends[0]);
  CHECK_EQUAL(waitpid(child, &status, 0), child);
  const int died = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  const int of_task = strstr(message, "has overflowed its stack of 1024 KiB") != NULL &&
                      strstr(message, "OMP_STACKSIZE") != NULL;
  const int of_thread = strstr(message, "has overflowed its own stack") != NULL;
  printf("%s: signal %d, \"%s\"\n", name, died, message);
  CHECK_EQUAL(died, signal);
  if (signal == 0) CHECK_EQUAL(WEXITSTATUS(status), kHandled);
  if (told == kAny) CHECK_EQUAL(of_task + of_thread, 1);
  if (told != kAny) CHECK_EQUAL(of_thread, 0);
  if (told != kAny) CHECK_EQUAL(of_task, told == kTask);
}

int main(int argc, char** argv) {
  if (argc > 0 && getenv("OMP_STACKSIZE") == NULL) {
    setenv("OMP_STACKSIZE", "1M", 1); /* the runtime has read its variables already */
    execv("/proc/self/exe", argv);
  }
  expect("task", overflow_in_task, SIGSEGV, kAny);
  expect("task waited for", overflow_in_waited_task, SIGSEGV, kAny);
  expect("implicit task", overflow_in_implicit_task, SIGSEGV, kTask);
  expect("one large frame", overflow_at_once, SIGSEGV, kAny);
  expect("null pointer", touch_nothing, SIGSEGV, kSilent);
  expect("sent", be_sent, SIGSEGV, kSilent);
  expect("handler before", fault_with_handler_before, 0, kSilent);
  expect("handler after", fault_with_handler_after, 0, kSilent);
  expect("overflow, handler without a stack", overflow_with_handler, SIGSEGV, kAny);
  expect("overflow, handler with a stack", overflow_with_handler_on_stack, 0, kSilent);
  return 0;
}
