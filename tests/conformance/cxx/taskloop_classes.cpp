// taskloop firstprivate, lastprivate of classes: a copy a task, the last iteration's value stays.
#include "check.h"

#include <atomic>
#include <string>

static std::atomic<int> living{0};

struct Counted {
  std::string text;
  explicit Counted(std::string initial = "fresh") : text(std::move(initial)) { ++living; }
  Counted(const Counted& other) : text(other.text) { ++living; }
  Counted& operator=(const Counted&) = default;
  ~Counted() { --living; }
};

int main() {
  {
    Counted one("a text that is long enough to be on the heap");
    Counted two;
    const std::string expected = one.text;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop firstprivate(one) lastprivate(two) num_tasks(8)
      for (int i = 0; i < 50; ++i) {
        CHECK(one.text == expected);
        two.text = std::to_string(-i);
      }
    }
    CHECK(two.text == "-49");
    CHECK_EQUAL(living.load(), 2);
  }
  CHECK_EQUAL(living.load(), 0);
  return 0;
}
