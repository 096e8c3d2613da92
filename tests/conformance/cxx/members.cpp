// constructs in member functions, lambdas and templates: data members in clauses, captured names.
#include "check.h"

#include <vector>

template <class T>
class Field {
 public:
  explicit Field(int size) : values_(static_cast<size_t>(size)) {}

  T total() const {
    T sum{};
#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < values_.size(); ++i) sum += values_[i];
    return sum;
  }

  void fill() {
    T* values = values_.data();
#pragma omp parallel
#pragma omp single
    for (size_t i = 0; i < values_.size(); ++i) {
#pragma omp task firstprivate(i, values) depend(out : values[i])
      values[i] = static_cast<T>(i);
    }
  }

  int members() {
    count_ = 0;
#pragma omp parallel
    {
#pragma omp atomic
      ++count_;
    }
    return count_;
  }

 private:
  std::vector<T> values_;
  int count_ = 0;
};

int main() {
  Field<long> field(100);
  field.fill();
  CHECK_EQUAL(field.total(), 4950);
  CHECK_EQUAL(field.members(), omp_get_max_threads());
  Field<double> other(10);
  other.fill();
  CHECK(other.total() == 45);
  int runs = 0;
  auto work = [&runs](int times) {
#pragma omp parallel for
    for (int i = 0; i < times; ++i) {
#pragma omp atomic
      ++runs;
    }
  };
  work(30);
  CHECK_EQUAL(runs, 30);
#pragma omp parallel
  {
    auto inner = [&] {
#pragma omp for
      for (int i = 0; i < 70; ++i) {
#pragma omp atomic
        ++runs;
      }
    };
    inner();
  }
  CHECK_EQUAL(runs, 100);
  return 0;
}
