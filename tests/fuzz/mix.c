/* Random programs: trees of constructs, nested in each other as a seed says. Every node adds up its
 * children, by a construct that has to run each of them once; the same sum is found serially. Run
 * by several program threads at once, each with trees of its own.
 *
 * usage: mix FIRST_SEED COUNT [ROOT_THREADS] */
#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { kMostDepth = 5, kMostRegions = 3, kMostChildren = 6 };

/* A node is known by its number alone: what it is and its children's numbers follow from it. */
static uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}
static uint64_t child(uint64_t node, int i) { return mix(node ^ (uint64_t)(i + 1) << 32); }
static int choose(uint64_t node, int what, int count) {
  return (int)(mix(node + (uint64_t)what * 77) % (uint64_t)count);
}

enum Kind {
  kLeaf,
  kTasks,
  kTaskwaitEach,
  kGroupReduction,
  kTaskloop,
  kChain,
  kFan,
  kUndeferred,
  kLock,
  kDetach,
  kYield,
  kCancelledGroup,
  kLastWithoutRegion = kCancelledGroup,
  kLoop,
  kSections,
  kSingle,
  kOrdered,
  kDoacross,
  kCancelledLoop,
  kCritical,
  kTaskReduction,
  kKinds
};

struct Shape {
  enum Kind kind;
  int children;
  int threads;
};

static struct Shape shape_of(uint64_t node, int depth, int regions) {
  const int kinds = regions < kMostRegions ? kKinds : kLastWithoutRegion + 1;
  struct Shape s = {kLeaf, 0, 1 + choose(node, 3, 4)};
  if (depth >= kMostDepth || choose(node, 4, 8) < depth) return s;
  s.kind = (enum Kind)choose(node, 1, kinds);
  s.children = s.kind == kLeaf ? 0 : 1 + choose(node, 2, kMostChildren);
  return s;
}

static int opens_region(enum Kind kind) { return kind > kLastWithoutRegion; }

static long leaf(uint64_t node) { return (long)(mix(node) % 1000); }

static long serially(uint64_t node, int depth, int regions) {
  const struct Shape s = shape_of(node, depth, regions);
  if (s.kind == kLeaf) return leaf(node);
  long sum = 0;
  for (int i = 0; i < s.children; ++i)
    sum += serially(child(node, i), depth + 1, regions + opens_region(s.kind));
  return sum;
}

static void wrong(const char* what, uint64_t node) {
  fprintf(stderr, "node %llx: %s\n", (unsigned long long)node, what);
  exit(1);
}

static long run(uint64_t node, int depth, int regions);

/* ---- constructs that need no region of their own ---- */

static long run_tasks(uint64_t node, int n, int depth, int regions) {
  long found[kMostChildren] = {0};
  for (int i = 0; i < n; ++i) {
#pragma omp task shared(found) firstprivate(i) untied if (i != 2)
    found[i] = run(child(node, i), depth + 1, regions);
  }
#pragma omp taskwait
  long sum = 0;
  for (int i = 0; i < n; ++i) sum += found[i];
  return sum;
}

static long run_taskwait_each(uint64_t node, int n, int depth, int regions) {
  long sum = 0;
  for (int i = 0; i < n; ++i) {
    long found = -1;
#pragma omp task shared(found) firstprivate(i)
    found = run(child(node, i), depth + 1, regions);
#pragma omp taskwait
    sum += found;
  }
  return sum;
}

static long run_group_reduction(uint64_t node, int n, int depth, int regions) {
  long sum = 0;
#pragma omp taskgroup task_reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
#pragma omp task in_reduction(+ : sum) firstprivate(i)
    sum += run(child(node, i), depth + 1, regions);
  }
  return sum;
}

static long run_taskloop(uint64_t node, int n, int depth, int regions) {
  long found[kMostChildren] = {0};
#pragma omp taskloop shared(found) grainsize(2)
  for (int i = 0; i < n; ++i) found[i] = run(child(node, i), depth + 1, regions);
  long sum = 0;
  for (int i = 0; i < n; ++i) sum += found[i];
  return sum;
}

/* Each after the one before it. */
static long run_chain(uint64_t node, int n, int depth, int regions) {
  long sum = 0;
  int step = 0;
  for (int i = 0; i < n; ++i) {
#pragma omp task depend(inout : sum) shared(sum, step) firstprivate(i) priority(i % 3)
    {
      if (step++ != i) wrong("a task of a chain ran out of order", node);
      sum += run(child(node, i), depth + 1, regions);
    }
  }
#pragma omp taskwait depend(in : sum)
  return sum;
}

/* Writer, readers, one after them all. */
static long run_fan(uint64_t node, int n, int depth, int regions) {
  long found[kMostChildren] = {0};
  long sum = -1;
  int ready = 0;
#pragma omp task depend(out : ready) shared(ready)
  ready = 1;
  for (int i = 0; i < n; ++i) {
#pragma omp task depend(in : ready) depend(out : found[i]) shared(ready, found) firstprivate(i)
    {
      if (!ready) wrong("a reader ran before its writer", node);
      found[i] = run(child(node, i), depth + 1, regions);
    }
  }
#pragma omp task depend(inout : ready) shared(sum, found) firstprivate(n)
  {
    sum = 0;
    for (int i = 0; i < n; ++i) sum += found[i];
  }
#pragma omp taskwait
  return sum;
}

static long run_undeferred(uint64_t node, int n, int depth, int regions) {
  long sum = 0;
  for (int i = 0; i < n; ++i) {
#pragma omp task if (0) shared(sum) firstprivate(i) mergeable
    sum += run(child(node, i), depth + 1, regions);
  }
  return sum;
}

static long run_lock(uint64_t node, int n, int depth, int regions) {
  omp_nest_lock_t lock;
  omp_init_nest_lock(&lock);
  long sum = 0;
#pragma omp taskgroup
  for (int i = 0; i < n; ++i) {
#pragma omp task shared(sum, lock) firstprivate(i)
    {
      const long found = run(child(node, i), depth + 1, regions);
      omp_set_nest_lock(&lock);
      omp_set_nest_lock(&lock);
      const long before = sum;
#pragma omp taskyield
      sum = before + found;
      omp_unset_nest_lock(&lock);
      omp_unset_nest_lock(&lock);
    }
  }
  omp_destroy_nest_lock(&lock);
  return sum;
}

static long run_detach(uint64_t node, int n, int depth, int regions) {
  long found[kMostChildren] = {0};
  for (int i = 0; i < n; ++i) {
    omp_event_handle_t event;
#pragma omp task detach(event) depend(out : found[i]) firstprivate(i)
    (void)i;
#pragma omp task shared(found) firstprivate(i, event)
    {
      found[i] = run(child(node, i), depth + 1, regions);
      omp_fulfill_event(event);
    }
  }
  long sum = 0;
  for (int i = 0; i < n; ++i) {
#pragma omp task depend(in : found[i]) depend(inout : sum) shared(found, sum) firstprivate(i)
    sum += found[i];
  }
#pragma omp taskwait
  return sum;
}

/* A spin around taskyield on what another task does. */
static long run_yield(uint64_t node, int n, int depth, int regions) {
  atomic_int done = 0;
  long found[kMostChildren] = {0};
  for (int i = 0; i < n; ++i) {
#pragma omp task shared(found, done) firstprivate(i)
    {
      found[i] = run(child(node, i), depth + 1, regions);
      atomic_fetch_add(&done, 1);
    }
  }
  for (int spins = 0; atomic_load(&done) < n && spins < 100; ++spins) {
#pragma omp taskyield
  }
#pragma omp taskwait
  long sum = 0;
  for (int i = 0; i < n; ++i) sum += found[i];
  return sum;
}

/* Cancelled before anything of it counts; then the children as usual. */
static long run_cancelled_group(uint64_t node, int n, int depth, int regions) {
  atomic_int begun = 0;
#pragma omp taskgroup
  {
    for (int i = 0; i < 20; ++i) {
#pragma omp task shared(begun) firstprivate(i)
      {
        atomic_fetch_add(&begun, 1);
        if (i == 3) {
#pragma omp cancel taskgroup
        }
#pragma omp cancellation point taskgroup
      }
    }
  }
  if (begun > 20) wrong("a cancelled task ran twice", node);
  return run_tasks(node, n, depth, regions);
}

/* ---- constructs with a region of their own ---- */

static long run_loop(uint64_t node, int n, int threads, int depth, int regions) {
  long sum = 0;
  omp_set_schedule((omp_sched_t)(1 + choose(node, 5, 3)), 1 + choose(node, 6, 2));
#pragma omp parallel for num_threads(threads) reduction(+ : sum) schedule(runtime)
  for (int i = 0; i < n; ++i) sum += run(child(node, i), depth + 1, regions);
  return sum;
}

static long run_sections(uint64_t node, int n, int threads, int depth, int regions) {
  long sum = 0;
  int i = 0;
#pragma omp parallel sections num_threads(threads) reduction(+ : sum) firstprivate(i)
  {
#pragma omp section
    for (i = 0; i < n; i += 2) sum += run(child(node, i), depth + 1, regions);
#pragma omp section
    for (i = 1; i < n; i += 2) sum += run(child(node, i), depth + 1, regions);
  }
  return sum;
}

static long run_single(uint64_t node, int n, int threads, int depth, int regions) {
  long result = -1;
#pragma omp parallel num_threads(threads) shared(result)
  {
    long sum = -2;
#pragma omp single copyprivate(sum)
    sum = run_tasks(node, n, depth, regions);
    if (sum < 0) wrong("copyprivate did not arrive", node);
#pragma omp barrier
#pragma omp master
    result = sum;
  }
  return result;
}

static long run_ordered(uint64_t node, int n, int threads, int depth, int regions) {
  long sum = 0;
  int at = 0;
#pragma omp parallel for ordered num_threads(threads) schedule(dynamic) shared(sum, at)
  for (int i = 0; i < n; ++i) {
    const long found = run(child(node, i), depth + 1, regions);
#pragma omp ordered
    {
      if (at++ != i) wrong("an ordered region ran out of order", node);
      sum += found;
    }
  }
  return sum;
}

static long run_doacross(uint64_t node, int n, int threads, int depth, int regions) {
  long sums[kMostChildren + 1] = {0};
#pragma omp parallel for ordered(1) num_threads(threads) schedule(static, 1) shared(sums)
  for (int i = 0; i < n; ++i) {
    const long found = run(child(node, i), depth + 1, regions);
#pragma omp ordered depend(sink : i - 1)
    sums[i + 1] = sums[i] + found;
#pragma omp ordered depend(source)
  }
  return sums[n];
}

static long run_cancelled_loop(uint64_t node, int n, int threads, int depth, int regions) {
  atomic_int begun = 0;
#pragma omp parallel num_threads(threads) shared(begun)
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 50; ++i) {
      atomic_fetch_add(&begun, 1);
      if (i == 7) {
#pragma omp cancel for
      }
#pragma omp cancellation point for
    }
  }
  if (begun > 50) wrong("a cancelled loop ran an iteration twice", node);
  return run_loop(node, n, threads, depth, regions);
}

static long run_critical(uint64_t node, int n, int threads, int depth, int regions) {
  long sum = 0;
#pragma omp parallel num_threads(threads) shared(sum)
  {
#pragma omp for nowait
    for (int i = 0; i < n; ++i) {
      const long found = run(child(node, i), depth + 1, regions);
#pragma omp critical(mix)
      sum += found;
    }
#pragma omp task
    (void)leaf(node);
  }
  return sum;
}

static long run_task_reduction(uint64_t node, int n, int threads, int depth, int regions) {
  long sum = 0;
#pragma omp parallel num_threads(threads) reduction(task, + : sum)
  {
#pragma omp single nowait
    for (int i = 0; i < n; ++i) {
#pragma omp task in_reduction(+ : sum) firstprivate(i)
      sum += run(child(node, i), depth + 1, regions);
    }
  }
  return sum;
}

static long run(uint64_t node, int depth, int regions) {
  const struct Shape s = shape_of(node, depth, regions);
  const int inside = regions + opens_region(s.kind);
  switch (s.kind) {
    case kLeaf:
      return leaf(node);
    case kTasks:
      return run_tasks(node, s.children, depth, inside);
    case kTaskwaitEach:
      return run_taskwait_each(node, s.children, depth, inside);
    case kGroupReduction:
      return run_group_reduction(node, s.children, depth, inside);
    case kTaskloop:
      return run_taskloop(node, s.children, depth, inside);
    case kChain:
      return run_chain(node, s.children, depth, inside);
    case kFan:
      return run_fan(node, s.children, depth, inside);
    case kUndeferred:
      return run_undeferred(node, s.children, depth, inside);
    case kLock:
      return run_lock(node, s.children, depth, inside);
    case kDetach:
      return run_detach(node, s.children, depth, inside);
    case kYield:
      return run_yield(node, s.children, depth, inside);
    case kCancelledGroup:
      return run_cancelled_group(node, s.children, depth, inside);
    case kLoop:
      return run_loop(node, s.children, s.threads, depth, inside);
    case kSections:
      return run_sections(node, s.children, s.threads, depth, inside);
    case kSingle:
      return run_single(node, s.children, s.threads, depth, inside);
    case kOrdered:
      return run_ordered(node, s.children, s.threads, depth, inside);
    case kDoacross:
      return run_doacross(node, s.children, s.threads, depth, inside);
    case kCancelledLoop:
      return run_cancelled_loop(node, s.children, s.threads, depth, inside);
    case kCritical:
      return run_critical(node, s.children, s.threads, depth, inside);
    case kTaskReduction:
      return run_task_reduction(node, s.children, s.threads, depth, inside);
    case kKinds:
      break;
  }
  return -1;
}

static uint64_t next_seed, last_seed;
static pthread_mutex_t seeds = PTHREAD_MUTEX_INITIALIZER;
static _Atomic uint64_t nodes;

static int take_seed(uint64_t* seed) {
  pthread_mutex_lock(&seeds);
  const int more = next_seed < last_seed;
  *seed = next_seed++;
  pthread_mutex_unlock(&seeds);
  return more;
}

static void* run_trees(void* opaque) {
  omp_set_max_active_levels(8);
  for (uint64_t seed; take_seed(&seed);) {
    const uint64_t root = mix(seed);
    const long expected = serially(root, 0, 0);
    long found = -1;
    /* Half of the trees grow in a region, half outside. */
    if (seed % 2 == 0) {
      found = run(root, 0, 0);
    } else {
#pragma omp parallel shared(found)
#pragma omp single
      found = run(root, 0, 0);
    }
    if (found != expected) {
      fprintf(stderr, "seed %llu: %ld instead of %ld\n", (unsigned long long)seed, found, expected);
      exit(1);
    }
    atomic_fetch_add(&nodes, 1);
  }
  return opaque;
}

int main(int count, char** arguments) {
  if (count < 3) {
    fprintf(stderr, "usage: mix FIRST_SEED COUNT [ROOT_THREADS]\n");
    return 2;
  }
  alarm(170); /* a hang ends here */
  next_seed = strtoull(arguments[1], NULL, 10);
  last_seed = next_seed + strtoull(arguments[2], NULL, 10);
  const int roots = count > 3 ? atoi(arguments[3]) : 1;
  pthread_t threads[64];
  for (int i = 1; i < roots && i < 64; ++i) pthread_create(&threads[i], NULL, run_trees, NULL);
  run_trees(NULL);
  for (int i = 1; i < roots && i < 64; ++i) pthread_join(threads[i], NULL);
  printf("%llu trees\n", (unsigned long long)nodes);
  return 0;
}
