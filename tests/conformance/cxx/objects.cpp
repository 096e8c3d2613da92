// objects in tasks: captured objects are copied and destroyed as often as each other, exceptions
// stay inside their task, references and lambdas work.
#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include "check.h"

namespace {

std::atomic<int> alive{0};

class Counted {
 public:
  explicit Counted(std::string text) : text_(std::move(text)) { ++alive; }
  Counted(const Counted& other) : text_(other.text_) { ++alive; }
  Counted& operator=(const Counted&) = delete;
  ~Counted() { --alive; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::vector<int> weight_ = std::vector<int>(100, 7);
};

void captured_objects() {
  std::atomic<int> seen{0};
  {
    Counted object("a string that is too long for the small buffer of std::string");
#pragma omp parallel shared(seen, object)
#pragma omp single
    for (int i = 0; i < 100; ++i) {
#pragma omp task firstprivate(object, i) shared(seen)
      {
        CHECK_EQUAL(object.text().size(), 61);
        ++seen;
      }
    }
  }
  CHECK_EQUAL(seen.load(), 100);
  CHECK_EQUAL(alive.load(), 0);
}

void exceptions_inside_tasks() {
  std::atomic<int> caught{0};
#pragma omp parallel shared(caught)
  {
    for (int i = 0; i < 20; ++i) {
#pragma omp task firstprivate(i) shared(caught)
      {
        try {
          if (i % 2 == 0) throw std::runtime_error(std::to_string(i));
        } catch (const std::exception& error) {
#pragma omp taskyield
          CHECK_EQUAL(std::stoi(error.what()), i);
          CHECK(std::current_exception() != nullptr);
          ++caught;
        }
        CHECK(std::current_exception() == nullptr);
      }
    }
#pragma omp taskwait
  }
  CHECK_EQUAL(caught.load(), 10 * omp_get_max_threads());
}

template <class Function>
void run_as_task(Function function) {
#pragma omp task firstprivate(function)
  function();
}

void lambdas() {
  std::atomic<long> sum{0};
#pragma omp parallel shared(sum)
#pragma omp single
  for (int i = 1; i <= 100; ++i) run_as_task([i, &sum] { sum += i; });
  CHECK_EQUAL(sum.load(), 5050);
}

void loops_over_iterators() {
  std::vector<int> values(1000);
#pragma omp parallel for schedule(dynamic, 9)
  for (auto it = values.begin(); it < values.end(); ++it)
    *it = static_cast<int>(it - values.begin());
  for (std::size_t i = 0; i < values.size(); ++i) CHECK_EQUAL(values[i], i);
}

}  // namespace

int main() {
  captured_objects();
  exceptions_inside_tasks();
  lambdas();
  loops_over_iterators();
}
