/* error at(execution): a warning goes on, fatal ends the program with its message, and
 * isn't called a warning. */
#include "check.h"

#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  for (int fatal = 0; fatal < 2; ++fatal) {
    int ends[2];
    char text[1000] = {0};
    CHECK_EQUAL(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
      dup2(ends[1], 2);
      close(ends[0]);
      if (fatal) {
#pragma omp error at(execution) severity(fatal) message("the fatal one")
      } else {
#pragma omp error at(execution) severity(warning) message("the mild one")
      }
      _exit(42);
    }
    close(ends[1]);
    int status;
    CHECK_EQUAL(waitpid(child, &status, 0), child);
    CHECK(read(ends[0], text, sizeof text - 1) > 0);
    CHECK(strstr(text, fatal ? "the fatal one" : "the mild one") != NULL);
    if (fatal) CHECK(strstr(text, "arning") == NULL);
    if (!fatal) CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 42);
    if (fatal) CHECK(!WIFEXITED(status) || (WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != 42));
  }
  return 0;
}
