/* TIDEMILL_DATA_AFFINITY: with `depend` a task without an affinity of its own has one to the first
 * thing that it writes, not strict; its children likewise; else none has.
 *
 * Arguments: none; or for warnings.py what the tasks have: "writes", "reads" or "list". */
#include "../conformance/check.h"

#include <tidemill/affinity.h>

/* Of two items that a clause writes the runtime gets this one first. */
#ifdef __clang__
enum { kFirstOfTwo = 0 };
#else
enum { kFirstOfTwo = 1 };
#endif

static int infers;
static int x[2];

static void check_own(omp_affinitykind_t expected, const void* data) {
  omp_affinitykind_t kind = omp_affinity_none;
  uintptr_t value = 0;
  int strict = 0;
  CHECK_EQUAL(omp_get_task_affinity(&kind, &value, &strict), expected != omp_affinity_none);
  CHECK_EQUAL(kind, expected);
  if (kind == omp_affinity_data) {
    CHECK_EQUAL(value, (uintptr_t)data);
    CHECK_EQUAL(strict, 0);
  }
}

static void check_inferred(const void* data) {
  check_own(infers ? omp_affinity_data : omp_affinity_none, data);
}

static void create(int depth) {
#pragma omp task depend(inout : x[0])
  check_inferred(&x[0]);
#pragma omp task depend(in : x[0]) depend(out : x[1]) firstprivate(depth)
  {
    check_inferred(&x[1]);
    if (depth > 0) create(depth - 1);
#pragma omp taskwait
  }
#pragma omp task depend(inout : x[0], x[1])
  check_inferred(&x[kFirstOfTwo]);
#pragma omp task depend(out : x[0]) depend(inout : x[1])
  check_inferred(&x[kFirstOfTwo]);
#pragma omp task depend(in : x[0])
  check_own(omp_affinity_none, NULL);
#pragma omp task
  check_own(omp_affinity_none, NULL);
#pragma omp task depend(inout : x[0]) if (0)
  check_own(omp_affinity_none, NULL); /* undeferred */
#pragma omp task depend(inout : x[0]) affinity(*tidemill_node(1))
  check_own(omp_affinity_numa, NULL);
#pragma omp taskwait
#pragma omp task final(1) depend(inout : x[0])
  {
    check_inferred(&x[0]);
#pragma omp task depend(inout : x[1])
    check_own(omp_affinity_none, NULL); /* included */
  }
#pragma omp taskwait
}

static void create_for_warnings(const char* what) {
  for (int i = 0; i < 3; ++i) {
    if (strcmp(what, "writes") == 0) {
#pragma omp task depend(in : x[0]) depend(out : x[1])
      sched_yield();
    } else if (strcmp(what, "reads") == 0) {
#pragma omp task depend(in : x[0])
      sched_yield();
    } else if (strcmp(what, "list") == 0) {
#pragma omp task affinity(x [0:2])
      sched_yield();
    }
  }
}

int main(int argc, char** argv) {
  if (argc > 1) {
#pragma omp parallel
#pragma omp single
    create_for_warnings(argv[1]);
    return 0;
  }
  const char* const set = getenv("TIDEMILL_DATA_AFFINITY");
  infers = set != NULL && strcmp(set, "depend") == 0;
  for (int turn = 0; turn < 20; ++turn) {
#pragma omp parallel
#pragma omp single
    create(2);
  }
  return 0;
}
