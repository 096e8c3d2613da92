#include "engine/conditions.hpp"

#include <algorithm>

#include "engine/completion_test.hpp"

namespace tidemill::mpi {

bool Condition::ask() {
  // MPICH 5.0 returns MPI_SUCCESS where a handler of the program's has run; what an error left
  // unwritten tells.
  constexpr int kUnwritten = -1;
  int done = kUnwritten;
  const bool as_in_tests = on_error == OnError::kAsInTests;
  const int code = [&] {
    if (!as_in_tests) return probe(&done);
    QuietWorld quiet;
    return probe(&done);
  }();
  if (code == MPI_SUCCESS && !done) return false;
  error = code;
  if (code != MPI_SUCCESS) handler_due = as_in_tests && error_handlers.ours();
  return true;
}

void Conditions::append(Condition* condition) {
  if (last_ == nullptr) {
    condition->next_asked = condition;
  } else {
    condition->next_asked = last_->next_asked;
    last_->next_asked = condition;
  }
  last_ = condition;
  ++count_;
}

int Conditions::sweep(void (*finish)(Ticket*)) {
  int over = 0;
  for (int left = std::min(kAsked, count_); left > 0; --left) {
    Condition* asked = last_->next_asked;
    if (!asked->ask()) {
      last_ = asked;
      continue;
    }
    if (--count_ == 0)
      last_ = nullptr;
    else
      last_->next_asked = asked->next_asked;
    ++over;
    finish(asked);
  }
  return over;
}

}  // namespace tidemill::mpi
