/* Runs a parallel program and holds its threads up at random: now one thread, now several, now a
 * whole process, each for 20 us to 100 ms, wherever it stands. So it meets interleavings that on an
 * idle machine have windows of nanoseconds: a thread that stays inside MPI while others publish, a
 * worker that sleeps late, a rank that comes 50 messages after the others. A lost wake-up shows as
 * silence: the command is ended, and that is a failure.
 *
 * By ptrace, which neither the program nor its launcher notices; a debugger can join when SECONDS
 * are over.
 *
 * usage: disturb NAME SECONDS SEED COMMAND [ARGUMENT]...
 *   NAME      of the processes to be held up, descendants of COMMAND
 *   SECONDS   how long to disturb; the command hangs when it still runs kPatience seconds later
 *
 * Ends with the command's status; 1 if it hung, or if there was nobody to hold up. */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
  kPatience = 150,
  kMostThreads = 1024,
  kMostProcesses = 64,
  kTraceStop = 128 /* PTRACE_EVENT_STOP */
};

static const char* name;
static unsigned long long state;
static pid_t command = -1;
static int command_status = -1; /* once it has ended */

static unsigned draw(unsigned limit) {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(state >> 33) % limit;
}

/* Between `least` and `most` microseconds, each order of magnitude as often as the others. */
static void pause_at_random(double least, double most) {
  double us = least;
  while (us < most && draw(8) != 0) us *= 1 + draw(1000) / 1000.0;
  if (us > most) us = most;
  const struct timespec time = {(time_t)(us / 1e6), (long)(us * 1e3) % 1000000000};
  nanosleep(&time, NULL);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* ---- Whom to hold up ---------------------------------------------------------------------------
 */

static pid_t parent_of(pid_t pid, char* program) {
  char path[64];
  int parent = 0;
  snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
  FILE* file = fopen(path, "r");
  if (!file) return 0;
  if (fscanf(file, "%*d (%31[^)]) %*c %d", program, &parent) != 2) parent = 0;
  fclose(file);
  return parent;
}

static int descends(pid_t pid) {
  char program[32];
  while (pid > 1 && pid != command) pid = parent_of(pid, program);
  return pid == command;
}

/* Numbers that are names in `folder`. */
static int numbers_in(const char* folder, pid_t* found, int room) {
  int count = 0;
  DIR* directory = opendir(folder);
  if (!directory) return 0;
  for (struct dirent* entry; count < room && (entry = readdir(directory));)
    if (isdigit((unsigned char)entry->d_name[0])) found[count++] = (pid_t)atoi(entry->d_name);
  closedir(directory);
  return count;
}

static int ranks(pid_t* found) {
  static pid_t all[65536];
  int count = 0;
  const int processes = numbers_in("/proc", all, 65536);
  for (int i = 0; i < processes && count < kMostProcesses; ++i) {
    char program[32];
    if (parent_of(all[i], program) == 0 || strncmp(program, name, 15) != 0) continue;
    if (descends(all[i])) found[count++] = all[i];
  }
  return count;
}

static int threads_of(pid_t process, pid_t* found, int room) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", (int)process);
  return numbers_in(path, found, room);
}

/* ---- Holding up --------------------------------------------------------------------------------
 */

/* False: it had ended before. */
static int stop(pid_t thread) {
  if (ptrace(PTRACE_SEIZE, thread, NULL, NULL) != 0) return 0;
  ptrace(PTRACE_INTERRUPT, thread, NULL, NULL); /* in vain if it is ending: let_go sees that */
  return 1;
}

/* Those that have ended meanwhile are ours to wait for, or else their parent never hears of it: the
 * first thread last, whatever its place. */
static void let_go(pid_t* threads, int count) {
  while (count > 0) {
    int left = 0;
    for (int i = 0; i < count; ++i) {
      int status;
      const pid_t got = waitpid(threads[i], &status, __WALL | WNOHANG);
      if (got == 0) threads[left++] = threads[i];
      if (got <= 0 || !WIFSTOPPED(status)) continue;
      /* A signal that came first is to be delivered. */
      const long signal = status >> 16 == kTraceStop ? 0 : WSTOPSIG(status);
      /* In vain if its process has ended between the two calls: its end is still to be waited for.
       */
      if (ptrace(PTRACE_DETACH, threads[i], NULL, signal) != 0) threads[left++] = threads[i];
    }
    count = left;
    if (count > 0) usleep(20);
  }
}

static int hold_up(const pid_t* processes, int count) {
  static pid_t threads[kMostThreads];
  int found = threads_of(processes[draw((unsigned)count)], threads, kMostThreads);
  if (draw(4) == 0) { /* of all ranks */
    found = 0;
    for (int i = 0; i < count; ++i)
      found += threads_of(processes[i], threads + found, kMostThreads - found);
  }
  if (found == 0) return 0;
  if (draw(2) == 0) { /* one thread */
    threads[0] = threads[draw((unsigned)found)];
    found = 1;
  } else if (draw(2) == 0) { /* some; else the whole process, or all */
    int kept = 0;
    for (int i = 0; i < found; ++i)
      if (draw(2)) threads[kept++] = threads[i];
    found = kept;
  }
  int stopped = 0;
  for (int i = 0; i < found; ++i)
    if (stop(threads[i])) threads[stopped++] = threads[i];
  pause_at_random(20, 100e3);
  let_go(threads, stopped);
  return stopped;
}

/* ---- The command -------------------------------------------------------------------------------
 */

static int has_ended(void) {
  int status;
  if (command_status >= 0) return 1;
  if (waitpid(command, &status, WNOHANG) != command) return 0;
  command_status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return 1;
}

static void start(char** arguments) {
  command = fork();
  if (command != 0) return;
  setpgid(0, 0);
  execvp(arguments[0], arguments);
  fprintf(stderr, "disturb: %s: %s\n", arguments[0], strerror(errno));
  _exit(127);
}

/* Every thread below the command, its state, and what it waits for in the kernel. */
static void tell_who_is_left(void) {
  static pid_t all[65536], threads[kMostThreads];
  const int processes = numbers_in("/proc", all, 65536);
  for (int i = 0; i < processes; ++i) {
    char program[32] = "", path[64];
    if (!descends(all[i])) continue;
    parent_of(all[i], program);
    const int count = threads_of(all[i], threads, kMostThreads);
    for (int k = 0; k < count; ++k) {
      char state_letter = '?', waits_in[64] = "";
      snprintf(path, sizeof path, "/proc/%d/task/%d/stat", (int)all[i], (int)threads[k]);
      FILE* file = fopen(path, "r");
      if (file && fscanf(file, "%*d (%*[^)]) %c", &state_letter) != 1) state_letter = '?';
      if (file) fclose(file);
      snprintf(path, sizeof path, "/proc/%d/task/%d/wchan", (int)all[i], (int)threads[k]);
      file = fopen(path, "r");
      if (file && fscanf(file, "%63s", waits_in) != 1) waits_in[0] = '\0';
      if (file) fclose(file);
      fprintf(stderr, "disturb: left: %s, process %d, thread %d: %c %s\n", program, (int)all[i],
              (int)threads[k], state_letter, waits_in);
    }
  }
}

static int hung(void) {
  pid_t processes[kMostProcesses];
  const int count = ranks(processes);
  fprintf(stderr, "disturb: FAILED: still running after %d s without disturbance\n", kPatience);
  tell_who_is_left();
  for (int i = 0; i < count; ++i) kill(processes[i], SIGABRT);
  sleep(1);
  kill(-command, SIGKILL);
  return 1;
}

int main(int argc, char** argv) {
  if (argc < 5) {
    fprintf(stderr, "usage: disturb NAME SECONDS SEED COMMAND [ARGUMENT]...\n");
    return 2;
  }
  name = argv[1];
  const double seconds = atof(argv[2]), began = now();
  state = (unsigned long long)atoll(argv[3]);
  start(argv + 4);
  long held_up = 0;
  pid_t processes[kMostProcesses];
  int count = 0;
  for (int round = 0; !has_ended() && now() - began < seconds; ++round) {
    if (count == 0 || round % 64 == 0) count = ranks(processes);
    if (count > 0) held_up += hold_up(processes, count);
    pause_at_random(count > 0 ? 10 : 1000, 20e3);
  }
  while (!has_ended()) {
    if (now() - began > seconds + kPatience) return hung();
    usleep(10000);
  }
  printf("disturb: held up %ld times in %.1f s; the command's status is %d\n", held_up,
         now() - began, command_status);
  if (held_up == 0) fprintf(stderr, "disturb: FAILED: nobody named %s to hold up\n", name);
  return held_up > 0 ? command_status : 1;
}
