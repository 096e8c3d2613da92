/* for ordered: the ordered regions run in the order of the iterations, for every schedule. */
#include "check.h"

enum { kCount = 100 };

/* clang-format off */
#define TRY(...)                                             \
  do {                                                       \
    int next = 0;                                            \
    _Pragma(#__VA_ARGS__)                                    \
    for (int i = 0; i < kCount; ++i) {                       \
      _Pragma("omp ordered")                                 \
      {                                                      \
        CHECK_EQUAL(next, i);                                \
        ++next;                                              \
      }                                                      \
    }                                                        \
    CHECK_EQUAL(next, kCount);                               \
  } while (0)

int main(void) {
  TRY(omp parallel for ordered);
  TRY(omp parallel for ordered schedule(static));
  TRY(omp parallel for ordered schedule(static, 1));
  TRY(omp parallel for ordered schedule(static, 7));
  TRY(omp parallel for ordered schedule(dynamic));
  TRY(omp parallel for ordered schedule(dynamic, 3));
  TRY(omp parallel for ordered schedule(guided));
  TRY(omp parallel for ordered schedule(auto));
  for (int k = 1; k <= 3; ++k) {
    omp_set_schedule((omp_sched_t)k, 2);
    TRY(omp parallel for ordered schedule(runtime));
  }
  return 0;
}
/* clang-format on */
