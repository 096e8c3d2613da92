// A program with the usual shared libstdc++: a task suspended inside a catch block and resumed
// (the runtime's own C++ library is linked into it, and is another one) keeps its exception.
#include <tidemill/tasking.h>

#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "check.h"

namespace {

constexpr int kTasks = 30;

void suspended_in_catch(int i, std::vector<void*>& contexts, int& waiting) {
  try {
    throw std::runtime_error("exception of task " + std::to_string(i));
  } catch (const std::exception& error) {
    void* context = tidemill_get_current_blocking_context();
    contexts[static_cast<std::size_t>(i)] = context;
    ++waiting;  // one thread
    tidemill_block_current_task(context);
    CHECK(error.what() == "exception of task " + std::to_string(i));
    try {
      std::rethrow_exception(std::current_exception());
    } catch (const std::runtime_error& again) {
      CHECK(&again == &error);
    }
  }
  CHECK(std::current_exception() == nullptr);
}

}  // namespace

int main() {
  std::vector<void*> contexts(kTasks);
  int waiting = 0;
#pragma omp parallel num_threads(1) shared(contexts, waiting)
  {
    for (int i = 0; i < kTasks; ++i) {
#pragma omp task firstprivate(i) shared(contexts, waiting)
      suspended_in_catch(i, contexts, waiting);
    }
    while (waiting < kTasks) {
#pragma omp taskyield
    }
    CHECK(std::current_exception() == nullptr);
    for (void* context : contexts) tidemill_unblock_task(context);
  }
}
