/* What the forms of an affinity do by this compiler: a line for each, `form: what the task read
 * back`. On a described machine of 4 nodes with 2 processors each, a thread on each, under
 * TIDEMILL_DATA_AFFINITY=depend. table.py makes the table of docs/affinity.md of it. */
#include "../conformance/check.h"

#include <tidemill/affinity.h>

enum { kThreads = 8 };

static double A[4096];

/* The task's own affinity, in words. */
static void own(char* to, size_t size) {
  static const char* const kinds[] = {"none", "thread", "node", "data"};
  omp_affinitykind_t kind;
  uintptr_t value;
  int strict;
  if (!omp_get_task_affinity(&kind, &value, &strict)) {
    snprintf(to, size, "none");
    return;
  }
  if (kind == omp_affinity_data)
    snprintf(to, size, "data A[%d]%s", (int)((double*)value - A), strict ? ", strict" : "");
  else
    snprintf(to, size, "%s %d%s", kinds[kind], (int)value, strict ? ", strict" : "");
  const int here = kind == omp_affinity_thread ? omp_get_thread_num() : omp_get_node_num();
  if (strict && kind != omp_affinity_data && here != (int)value)
    snprintf(to + strlen(to), size - strlen(to), ", not followed");
}

static char text[64];
static void report(const char* form) {
  printf("%s: %s\n", form, text);
  text[0] = '\0';
}

__attribute__((noinline)) static void of_nothing(void) {
#pragma omp task shared(text)
  own(text, sizeof text);
#pragma omp taskwait
}

/* The task may be left out by the compiler, its clause isn't. */
__attribute__((noinline)) static void leave_out(void) {
#pragma omp task affinity(*tidemill_node(2, TIDEMILL_STRICT))
  {}
}

/* What a clause does whose task is left out; with a scheduling point after it, or not. */
static void evaluate_alone(void) {
  (void)tidemill_node(2, TIDEMILL_STRICT);
#pragma omp task shared(text)
  own(text, sizeof text);
#pragma omp taskwait
  report("tidemill_node(2, TIDEMILL_STRICT) alone, then a task of the same function");
  (void)tidemill_node(2, TIDEMILL_STRICT);
#pragma omp taskwait
#pragma omp task shared(text)
  own(text, sizeof text);
#pragma omp taskwait
  report("tidemill_node(2, TIDEMILL_STRICT) alone, then a taskwait and such a task");
  (void)tidemill_node(2, TIDEMILL_STRICT);
#pragma omp taskyield
#pragma omp task shared(text)
  own(text, sizeof text);
#pragma omp taskwait
  report("tidemill_node(2, TIDEMILL_STRICT) alone, then a taskyield and such a task");
}

static void clauses(void) {
#pragma omp task affinity(*tidemill_thread(5)) shared(text)
  own(text, sizeof text);
#pragma omp taskwait
  report("affinity(*tidemill_thread(5))");
#pragma omp task affinity(*tidemill_node(2)) shared(text)
  own(text, sizeof text);
#pragma omp taskwait
  report("affinity(*tidemill_node(2))");
#pragma omp task affinity(*tidemill_node(2, TIDEMILL_STRICT)) shared(text)
  own(text, sizeof text);
#pragma omp taskwait
  report("affinity(*tidemill_node(2, TIDEMILL_STRICT))");
#pragma omp task affinity(*tidemill_data(&A[7])) shared(text)
  own(text, sizeof text);
#pragma omp taskwait
  report("affinity(*tidemill_data(&A[7]))");
#pragma omp task depend(inout : A[0]) affinity(*tidemill_node(3, TIDEMILL_STRICT)) shared(text)
  own(text, sizeof text);
#pragma omp taskwait
  report("depend(inout: A[0]) affinity(*tidemill_node(3, TIDEMILL_STRICT))");
#pragma omp task affinity(A [8:16]) shared(text)
  own(text, sizeof text);
#pragma omp taskwait
  report("affinity(A[8:16])");
#pragma omp task affinity(iterator(i = 1 : 4) : A[8 * i]) shared(text)
  own(text, sizeof text);
#pragma omp taskwait
  report("affinity(iterator(i=1:4): A[8*i])");
#pragma omp task if (0) affinity(*tidemill_node(2, TIDEMILL_STRICT)) shared(text)
  own(text, sizeof text);
  report("if(0) affinity(*tidemill_node(2, TIDEMILL_STRICT))");
}

static void inferred(void) {
#pragma omp task depend(out : A[1], A[2]) shared(text)
  own(text, sizeof text);
#pragma omp taskwait
  report("depend(out: A[1], A[2]), inferred");
#pragma omp task depend(in : A[1]) depend(out : A[2]) depend(inout : A[3]) shared(text)
  own(text, sizeof text);
#pragma omp taskwait
  report("depend(in: A[1]) depend(out: A[2]) depend(inout: A[3]), inferred");
#pragma omp task depend(iterator(i = 1 : 4), out : A[i]) shared(text)
  own(text, sizeof text);
#pragma omp taskwait
  report("depend(iterator(i=1:4), out: A[i]), inferred");
#pragma omp task depend(iterator(i = 1 : 4), out : A[i], A[8 * i]) shared(text)
  own(text, sizeof text);
#pragma omp taskwait
  report("depend(iterator(i=1:4), out: A[i], A[8*i]), inferred");
#pragma omp task depend(iterator(i = 1 : 4), out : A[i]) depend(out : A[9]) shared(text)
  own(text, sizeof text);
#pragma omp taskwait
  report("depend(iterator(i=1:4), out: A[i]) depend(out: A[9]), inferred");
#pragma omp task if (0) depend(out : A[1]) shared(text)
  own(text, sizeof text);
  report("if(0) depend(out: A[1]), inferred");
}

int main(void) {
  A[8] = 1;
#pragma omp parallel num_threads(kThreads)
#pragma omp single
  {
    CHECK_EQUAL(omp_get_num_nodes(), 4);
    clauses();
    inferred();
    omp_set_task_affinity(omp_affinity_numa, 1, 1);
#pragma omp taskloop num_tasks(1) shared(text)
    for (int i = 0; i < 1; ++i) own(text, sizeof text);
    report("omp_set_task_affinity(omp_affinity_numa, 1, 1), then a taskloop");
    leave_out();
    of_nothing();
    report("a task left out with its clause, then one of another function without");
    evaluate_alone();
  }
  return 0;
}
