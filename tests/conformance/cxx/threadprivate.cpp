// threadprivate of classes: constructed for each thread, copied in by assignment; static members.
#include "check.h"

struct Value {
  int number = 42;
  Value() {}
  explicit Value(int initial) : number(initial) {}
  Value& operator=(const Value&) = default;
};

extern Value plain;
extern Value started;
#pragma omp threadprivate(plain, started)
Value plain;
Value started(7);

struct Holder {
  static int member;
#pragma omp threadprivate(member)
};
int Holder::member = 5;

int main() {
#pragma omp parallel
  {
    CHECK_EQUAL(plain.number, 42);
    CHECK_EQUAL(started.number, 7);
    CHECK_EQUAL(Holder::member, 5);
    plain.number = omp_get_thread_num();
    Holder::member += omp_get_thread_num();
  }
#pragma omp parallel
  {
    CHECK_EQUAL(plain.number, omp_get_thread_num());
    CHECK_EQUAL(Holder::member, 5 + omp_get_thread_num());
  }
  plain.number = 99;
#pragma omp parallel copyin(plain)
  CHECK_EQUAL(plain.number, 99);
  return 0;
}
