// private, firstprivate, lastprivate, copyprivate of classes: constructed, copied, destroyed alike.
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
#pragma omp parallel private(two) firstprivate(one) shared(expected)
    {
      CHECK(two.text == "fresh");
      CHECK(one.text == expected);
      one.text += std::to_string(omp_get_thread_num());
      Counted three("x");
#pragma omp single copyprivate(three)
      three.text = expected;
      CHECK(three.text == expected);
#pragma omp task firstprivate(one, three)
      {
        CHECK(one.text.substr(0, three.text.size()) == three.text);
        one.text.clear();
      }
    }
    CHECK(one.text == expected);
#pragma omp parallel for lastprivate(two) schedule(dynamic, 2)
    for (int i = 0; i < 50; ++i) two.text = std::to_string(i);
    CHECK(two.text == "49");
    CHECK_EQUAL(living.load(), 2);
  }
  CHECK_EQUAL(living.load(), 0);
  return 0;
}
