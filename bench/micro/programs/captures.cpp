// Tasks that capture structs and C++ objects. GCC gives every task that captures a struct, trivial
// or not, a function that copies it; Clang does so only for objects with a copy constructor.
#include <omp.h>

#include "bench.h"

namespace {

template <int Bytes>
struct Data {
  long value[Bytes / 8];
  long first() const { return value[0]; }
  long last() const { return value[Bytes / 8 - 1]; }
};

// A task checks that it has got its own copy, whole.
template <int Bytes>
long capture(long size, int) {
  long wrong = 0;
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < size; ++i) {
    Data<Bytes> data;
    for (long& each : data.value) each = i;
#pragma omp task firstprivate(data, size) shared(wrong)
    {
      if (data.first() != data.last() || data.first() < 0 || data.first() >= size) {
#pragma omp atomic
        ++wrong;
      }
    }
  }
  if (wrong != 0) bench_wrong("tasks with another's data", 0, wrong);
  return size;
}

constexpr int kMaxThreads = 256, kLine = 64;

// Counted by thread, so that counting costs no line that another thread wants.
struct alignas(kLine) Alive {
  long objects;
};
Alive alive[kMaxThreads];

// Knows where it stands, so a copy by bytes is found out. 64 bytes.
class Object {
 public:
  explicit Object(long value) : self_(this), value_{value} { count(1); }
  Object(const Object& other) : self_(this) {
    for (int i = 0; i < kValues; ++i) value_[i] = other.value_[i];
    count(1);
  }
  Object& operator=(const Object&) = delete;
  ~Object() {
    self_ = nullptr;
    count(-1);
  }
  long value() const { return self_ == this ? value_[0] : -1; }

 private:
  static constexpr int kValues = 7;
  static void count(long by) { alive[omp_get_thread_num() % kMaxThreads].objects += by; }
  Object* self_;
  long value_[kValues];
};

long object(long size, int) {
  for (Alive& each : alive) each.objects = 0;
  long wrong = 0;
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < size; ++i) {
    const Object mine(i);
#pragma omp task firstprivate(mine, i) shared(wrong)
    {
      if (mine.value() != i) {
#pragma omp atomic
        ++wrong;
      }
    }
  }
  if (wrong != 0) bench_wrong("tasks with another's object", 0, wrong);
  long left = 0;
  for (const Alive& each : alive) left += each.objects;
  if (left != 0) bench_wrong("objects that no destructor saw", 0, left);
  return size;
}

}  // namespace

extern "C" const struct bench_case bench_capture_cases[] = {
    {"struct8", BENCH_FIXED, 50000, 8000, capture<8>, nullptr},
    {"struct16", BENCH_FIXED, 50000, 8000, capture<16>, nullptr},
    {"struct64", BENCH_FIXED, 50000, 8000, capture<64>, nullptr},
    {"struct512", BENCH_FIXED, 50000, 8000, capture<512>, nullptr},
    {"object", BENCH_FIXED, 50000, 8000, object, nullptr},
    {nullptr, BENCH_FIXED, 0, 0, nullptr, nullptr},
};
