/* Tidemill: the affinity of tasks to threads, memory nodes and data.
 *
 * After Virouleau, Roussel, Broquedis, Gautier, Rastello: Description, Implementation and
 * Evaluation of an Affinity Clause for Task Directives (IWOMP 2016), sections 3.1 and 3.2. C and
 * C++; Fortran has the module tidemill_affinity. Link with -ltidemill. docs/affinity.md tells more.
 *
 * A task with an affinity runs near its resource; if it is strict, nowhere else. Threads have their
 * numbers in the team. Memory nodes are those of the team's places, numbered from 0 in the order of
 * OMP_PLACES; with threads bound to nothing, or all on one node, there is one node.
 * Numbers beyond the last are taken modulo how many there are.
 *
 * All functions may be called by any thread, but by no signal handler, and cannot fail. */
#ifndef TIDEMILL_AFFINITY_H
#define TIDEMILL_AFFINITY_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum omp_affinitykind_t {
  omp_affinity_none = 0,
  omp_affinity_thread = 1, /* value: a thread of the team */
  omp_affinity_numa = 2,   /* value: a memory node of the team */
  omp_affinity_data = 3    /* value: an address; the node where it lies once the task is ready */
} omp_affinitykind_t;

/* For `strict`: no other thread may run the task, not even one that has nothing to do. */
#define TIDEMILL_STRICT 1

/* ---- From inside a parallel region; outside there is one node, and one warning ---- */

/* The number of memory nodes in the team: 1 or more. */
int omp_get_num_nodes(void);
/* The node on which the calling task runs. */
int omp_get_node_num(void);
/* The node on which the page of `data` lies; the first one, 0, if it lies on none of the team's:
 * a page that nobody has written yet lies nowhere. */
int omp_get_node_from_data(void const* data);

/* The affinity of the next task that the calling task creates; of all tasks of a taskloop. */
void omp_set_task_affinity(omp_affinitykind_t kind, uintptr_t value, int strict);
/* The calling task's own, as it was given: 1, or 0 if it has none. Pointers may be NULL. */
int omp_get_task_affinity(omp_affinitykind_t* kind, uintptr_t* value, int* strict);

/* ---- The same in an affinity clause: `#pragma omp task affinity(*tidemill_node(2))` ----
 *
 * One of them in the clause; a second argument, TIDEMILL_STRICT, makes it strict. Each returns the
 * address without meaning. Called elsewhere, they are for the next task, too, unless a scheduling
 * point comes before or another function creates it. */
#ifdef __cplusplus
char* tidemill_thread(int thread, int strict = 0);
char* tidemill_node(int node, int strict = 0);
char* tidemill_data(void const* data, int strict = 0);
#else
char* tidemill_thread(int thread, int strict);
char* tidemill_node(int node, int strict);
char* tidemill_data(void const* data, int strict);
#define TIDEMILL_AFFINITY_(function, value, strict, ...) (function)(value, strict)
#define tidemill_thread(...) TIDEMILL_AFFINITY_(tidemill_thread, __VA_ARGS__, 0, 0)
#define tidemill_node(...) TIDEMILL_AFFINITY_(tidemill_node, __VA_ARGS__, 0, 0)
#define tidemill_data(...) TIDEMILL_AFFINITY_(tidemill_data, __VA_ARGS__, 0, 0)
#endif

#ifdef __cplusplus
}
#endif

#endif /* TIDEMILL_AFFINITY_H */
