/* Random task graphs: families of siblings with dependences of all kinds on a few cells, created
 * under all sorts of clauses, with waits of all sorts between. Each task looks whether all before
 * it that it has to wait for are complete, sees what they wrote, and whether it is alone where it
 * has to be. Bodies wait, yield, lock, open regions, and have families of their own.
 *
 * usage: deps FIRST_SEED COUNT [ROOT_THREADS] */
#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__clang__) || __GNUC__ >= 13
#define HAS_51 1 /* inoutset, omp_all_memory */
#else
#define HAS_51 0
#endif

static uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}
static int choose(uint64_t seed, int what, int count) {
  return (int)(mix(seed + (uint64_t)what * 77) % (uint64_t)count);
}

enum { kMostAccesses = 6, kMostCells = 12, kMostDepth = 3, kWindow = 64, kObjects = 4 };
enum AccessKind { kIn, kOut, kMutex, kSet, kKinds };
enum Make { kTied, kUntied, kDetached, kLarge, kHuge, kByObject, kAllMemory, kWait, kJoin };
enum State { kNew, kBegun, kDone };
enum Fulfils { kTask, kOthers, kBody, kGrandchild };

struct Cell {
  int written; /* by which child */
  atomic_int inside;
  long visits; /* of those that are alone */
};
struct Access {
  enum AccessKind kind;
  int cell;
};
struct Child {
  uint64_t seed;
  enum Make make;
  int accesses;
  struct Access access[kMostAccesses];
  int of_kind[kKinds], cells[kKinds][kMostAccesses]; /* the same, for iterators */
  int object;                                        /* or -1 */
  int expected[kMostAccesses];                       /* who wrote there last */
  int deferred, final, priority;
  enum Fulfils fulfils;
  atomic_int state, parts;
};
struct Family {
  uint64_t seed;
  int depth, count, in_final, cancels, reduces;
  struct Child* child;
  struct Cell cell[kMostCells];
  omp_depend_t object[kObjects];
  struct Access object_is[kObjects];
  omp_lock_t lock;
  atomic_int cancelled, run;
  long sum;
  struct Family* next;
};
static _Atomic(struct Family*) all_families;

static void wrong(const char* what, const struct Family* f, int a, int b) {
  fprintf(stderr, "family %llx of %d at depth %d: %s: %d %d\n", (unsigned long long)f->seed,
          f->count, f->depth, what, a, b);
  abort();
}

/* ---- what has to be in which order ---- */

static int is_ordered(const struct Child* a, const struct Child* b) {
  if (a->accesses == 0 || b->accesses == 0) return 0;
  if (a->make == kAllMemory || b->make == kAllMemory) return 1;
  for (int i = 0; i < a->accesses; ++i)
    for (int j = 0; j < b->accesses; ++j)
      if (a->access[i].cell == b->access[j].cell &&
          (a->access[i].kind != b->access[j].kind || a->access[i].kind == kOut))
        return 1;
  return 0;
}

static void look_before(struct Family* f, int number) {
  for (int i = number - 1; i >= 0 && i >= number - kWindow; --i) {
    struct Child* before = &f->child[i];
    if (!is_ordered(before, &f->child[number])) continue;
    if (before->make == kJoin) {
      if (atomic_load(&before->state) != kDone) look_before(f, i);
      atomic_store(&before->state, kDone);
      continue;
    }
    if (before->make == kWait) continue;
    const int state = atomic_load(&before->state);
    if (state == kDone || (state == kNew && atomic_load(&f->cancelled))) continue;
    wrong(state == kNew ? "began before one that hasn't" : "began before the end of", f, number, i);
  }
}

static int named_before(const struct Child* c, int i) {
  for (int j = 0; j < i; ++j)
    if (c->access[j].cell == c->access[i].cell && c->access[j].kind == c->access[i].kind) return 1;
  return 0;
}

static void begin(struct Family* f, int number) {
  struct Child* c = &f->child[number];
  look_before(f, number);
  if (atomic_exchange(&c->state, kBegun) != kNew) wrong("ran twice", f, number, 0);
  for (int i = 0; i < c->accesses; ++i) {
    struct Cell* cell = &f->cell[c->access[i].cell];
    if (c->access[i].kind == kMutex && !named_before(c, i)) {
      if (atomic_fetch_add(&cell->inside, 1) != 0) wrong("not alone", f, number, c->access[i].cell);
      ++cell->visits;
    }
    if (c->access[i].kind <= kOut && cell->written != c->expected[i] && !atomic_load(&f->cancelled))
      wrong("doesn't see what was written", f, number, cell->written);
  }
}
static void write_cells(struct Family* f, int number) {
  struct Child* c = &f->child[number];
  for (int i = 0; i < c->accesses; ++i)
    if (c->access[i].kind == kOut) f->cell[c->access[i].cell].written = number;
}
/* Of body and event the last. */
static void end_part(struct Family* f, int number) {
  struct Child* c = &f->child[number];
  if (atomic_fetch_sub(&c->parts, 1) != 1) return;
  for (int i = 0; i < c->accesses; ++i)
    if (c->access[i].kind == kMutex && !named_before(c, i))
      atomic_fetch_sub(&f->cell[c->access[i].cell].inside, 1);
  atomic_store(&c->state, kDone);
  atomic_fetch_add(&f->run, 1);
}
static void fulfil(struct Family* f, int number, omp_event_handle_t event) {
  end_part(f, number);
  omp_fulfill_event(event);
}

/* ---- by others: a thread that isn't OpenMP's, or whichever task comes by ---- */

struct Event {
  struct Family* family;
  int number;
  omp_event_handle_t handle;
};
enum { kMostEvents = 4096 };
static struct Event events[kMostEvents];
static unsigned put, taken;
static atomic_uint fulfilled;
static int over;
static pthread_mutex_t events_lock = PTHREAD_MUTEX_INITIALIZER;

static int leave_to_others(struct Event event) {
  pthread_mutex_lock(&events_lock);
  const int room = put - taken < kMostEvents;
  if (room) events[put++ % kMostEvents] = event;
  pthread_mutex_unlock(&events_lock);
  return room;
}
static int fulfil_one(void) {
  pthread_mutex_lock(&events_lock);
  const int some = put != taken;
  const struct Event event = events[taken % kMostEvents];
  taken += (unsigned)some;
  pthread_mutex_unlock(&events_lock);
  if (!some) return 0;
  fulfil(event.family, event.number, event.handle);
  atomic_fetch_add(&fulfilled, 1);
  return 1;
}
static void* run_outside(void* unused) {
  for (;;) {
    if (fulfil_one()) continue;
    pthread_mutex_lock(&events_lock);
    const int ends = over;
    pthread_mutex_unlock(&events_lock);
    if (ends) return unused;
    usleep(20);
  }
}

/* ---- bodies ---- */

static void run_family(uint64_t seed, int depth, int in_final);

static void spin(int rounds) {
  for (volatile int i = 0; i < rounds; ++i) {
  }
}

static void act(struct Family* f, struct Child* c) {
  const uint64_t seed = mix(c->seed ^ 0xac7);
  const int in_final = f->in_final || c->final;
  const int nests = !f->cancels && f->depth < kMostDepth && choose(seed, 1, f->count) < 10;
  switch (choose(seed, 2, 10)) {
    case 0: {
#pragma omp taskyield
      break;
    }
    case 1: {
      static long inside;
#pragma omp critical(deps)
      if (++inside > 0) --inside;
      break;
    }
    case 2: {
      omp_set_lock(&f->lock);
      if (nests) run_family(seed, f->depth + 1, in_final);
      omp_unset_lock(&f->lock);
      break;
    }
    case 3:
      if (nests && f->depth < 2) {
#pragma omp parallel num_threads(1 + choose(seed, 3, 3))
#pragma omp single nowait
        run_family(seed, f->depth + 2, 0);
      }
      break;
    case 4:
      if (nests) {
        long sum = 0;
#pragma omp taskloop reduction(+ : sum) grainsize(3)
        for (int i = 0; i < 20; ++i) sum += i;
        if (sum != 190) wrong("taskloop's sum", f, (int)sum, 0);
      }
      break;
    case 5:
    case 6:
      if (nests) run_family(seed, f->depth + 1, in_final);
      break;
    case 7:
      fulfil_one();
      break;
    default:
      spin(choose(seed, 4, 8) == 0 ? 3000 : choose(seed, 5, 200));
  }
}

static void run_body(struct Family* f, int number) {
  struct Child* c = &f->child[number];
  begin(f, number);
  act(f, c);
  write_cells(f, number);
  end_part(f, number);
}

/* ---- creation ---- */

struct Large {
  char byte[5000];
};
struct Huge {
  char byte[20000];
};

#define ITERATE(kind, n) depend(iterator(int k = 0 : c->of_kind[n]), kind : cell[c->cells[n][k]])
#if HAS_51
#define DEPEND \
  ITERATE(in, kIn) ITERATE(inout, kOut) ITERATE(mutexinoutset, kMutex) ITERATE(inoutset, kSet)
#else
#define DEPEND ITERATE(in, kIn) ITERATE(inout, kOut) ITERATE(mutexinoutset, kMutex)
#endif
#define PRAGMA_(...) _Pragma(#__VA_ARGS__)
#define PRAGMA(...) PRAGMA_(__VA_ARGS__)
#define CLAUSES firstprivate(f, number) DEPEND priority(c->priority)

static void create_detached(struct Family* f, int number) {
  struct Child* c = &f->child[number];
  struct Cell* const cell = f->cell;
  (void)cell; /* an address */
  omp_event_handle_t event;
  atomic_store(&c->parts, 2);
  const enum Fulfils who = c->fulfils;
  PRAGMA(omp task detach(event) CLAUSES firstprivate(who)) {
    if (who == kBody) fulfil(f, number, event);
    if (who == kGrandchild) {
#pragma omp task firstprivate(f, number, event) if (number % 3 != 0)
      fulfil(f, number, event);
    }
    run_body(f, number);
  }
  if (who == kOthers && leave_to_others((struct Event){f, number, event})) return;
  if (who == kOthers || who == kTask) {
#pragma omp task firstprivate(f, number, event) if (!f->cancels && number % 2 == 0)
    fulfil(f, number, event);
  }
}

static void create(struct Family* f, int number) {
  struct Child* c = &f->child[number];
  struct Cell* const cell = f->cell;
  (void)cell; /* an address */
  atomic_store(&c->parts, 1);
  switch (c->make) {
    case kTied:
      PRAGMA(omp task CLAUSES if (c->deferred) final(c->final) mergeable)
      run_body(f, number);
      break;
    case kUntied:
      PRAGMA(omp task untied CLAUSES if (c->deferred) final(c->final))
      run_body(f, number);
      break;
    case kDetached:
      create_detached(f, number);
      break;
    case kLarge: {
      struct Large large;
      memset(&large, number & 127, sizeof large);
      PRAGMA(omp task CLAUSES firstprivate(large) if (c->deferred)) {
        if (large.byte[4999] != (number & 127)) wrong("captured data", f, number, 0);
        run_body(f, number);
      }
      break;
    }
    case kHuge: {
      struct Huge huge;
      memset(&huge, number & 127, sizeof huge);
      PRAGMA(omp task CLAUSES firstprivate(huge)) {
        if (huge.byte[19999] != (number & 127)) wrong("captured data", f, number, 0);
        run_body(f, number);
      }
      break;
    }
    case kByObject:
      PRAGMA(omp task CLAUSES depend(depobj : f->object[c->object]) if (c->deferred))
      run_body(f, number);
      break;
#if HAS_51
    case kAllMemory:
      PRAGMA(omp task CLAUSES depend(inout : omp_all_memory) if (c->deferred))
      run_body(f, number);
      break;
    case kJoin: {
      PRAGMA(omp taskwait ITERATE(in, kIn) ITERATE(inout, kOut) ITERATE(inoutset, kSet) nowait)
      break;
    }
#endif
    default: {
      PRAGMA(omp taskwait ITERATE(in, kIn) ITERATE(inout, kOut))
      look_before(f, number);
    }
  }
}

static void name_all(struct Family* f) {
  int last[kMostCells];
  for (int i = 0; i < kMostCells; ++i) last[i] = -1;
  const int cells = 1 + choose(f->seed, 10, kMostCells);
  const int most = 1 + choose(f->seed, 11, kMostAccesses - 1);
  const int mixes = choose(f->seed, 12, 3);
  for (int i = 0; i < kObjects; ++i) {
    f->object_is[i].cell = choose(f->seed, 20 + i, cells);
    f->object_is[i].kind = (enum AccessKind)choose(f->seed, 30 + i, HAS_51 ? kKinds : kKinds - 1);
  }
  for (int n = 0; n < f->count; ++n) {
    struct Child* c = &f->child[n];
    const uint64_t s = c->seed = mix(f->seed ^ (uint64_t)(n + 1) << 32);
    static const enum Make makes[16] = {kTied, kTied, kTied,     kTied,     kUntied,   kUntied,
                                        kTied, kTied, kByObject, kDetached, kDetached, kLarge,
                                        kHuge, kWait, kJoin,     kAllMemory};
    c->make = makes[choose(s, 1, mixes == 0 ? 10 : 16)];
    if (!HAS_51 && (c->make == kJoin || c->make == kAllMemory)) c->make = kTied;
    if (f->in_final && (c->make == kDetached || c->make == kJoin)) c->make = kTied;
    if (c->make == kWait && choose(s, 9, 4) != 0) c->make = kTied;
    c->deferred = choose(s, 2, 16) != 0;
    c->final = choose(s, 3, 12) == 0;
    c->priority = choose(s, 4, 4);
    c->fulfils = f->cancels ? kOthers : (enum Fulfils)choose(s, 5, 4);
    c->object = -1;
    c->accesses = choose(s, 6, most + 1);
    for (int i = 0; i < c->accesses; ++i) {
      c->access[i].cell = choose(s, 50 + i, cells);
      const int kind = choose(s, 60 + i, mixes == 1 ? 2 : 2 * kKinds);
      c->access[i].kind = (enum AccessKind)(kind % (HAS_51 ? kKinds : kKinds - 1));
      if (c->make == kWait || (c->make == kJoin && c->access[i].kind == kMutex))
        c->access[i].kind = (enum AccessKind)(kind % 2);
      c->cells[c->access[i].kind][c->of_kind[c->access[i].kind]++] = c->access[i].cell;
    }
    if (c->make == kJoin && c->accesses == 0) c->make = kTied;
    if (c->make == kWait && c->accesses == 0) c->make = kTied;
    if (c->make == kByObject) {
      c->object = choose(s, 7, kObjects);
      c->access[c->accesses++] = f->object_is[c->object];
    }
    if (c->make == kAllMemory && c->accesses == 0) {
      c->access[c->accesses].cell = 0;
      c->access[c->accesses++].kind = kIn;
      c->cells[kIn][c->of_kind[kIn]++] = 0;
    }
    for (int i = 0; i < c->accesses; ++i) c->expected[i] = last[c->access[i].cell];
    if (c->make == kWait || c->make == kJoin) continue;
    for (int i = 0; i < c->accesses; ++i)
      if (c->access[i].kind == kOut) last[c->access[i].cell] = n;
  }
}

static void make_objects(struct Family* f) {
  for (int i = 0; i < kObjects; ++i) {
    struct Cell* at = &f->cell[f->object_is[i].cell];
    omp_depend_t* object = &f->object[i];
#pragma omp depobj(*object) depend(in : *at)
    switch (f->object_is[i].kind) {
      case kOut: {
#pragma omp depobj(*object) update(inout)
        break;
      }
      case kMutex: {
#pragma omp depobj(*object) update(mutexinoutset)
        break;
      }
#if HAS_51
      case kSet: {
#pragma omp depobj(*object) update(inoutset)
        break;
      }
#endif
      default:
        break;
    }
  }
}

static struct Family* make_family(uint64_t seed, int depth, int in_final) {
  struct Family* f = calloc(1, sizeof *f);
  f->seed = seed;
  f->depth = depth;
  f->in_final = in_final;
  const int size = choose(seed, 1, 16);
  const int most = depth > 0 ? (size == 0 ? 200 : 16) : size == 0 ? 3000 : size < 6 ? 300 : 60;
  f->count = 1 + choose(seed, 2, most);
  f->cancels = choose(seed, 3, 8) == 0;
  f->reduces = !f->cancels && choose(seed, 4, 8) == 0;
  f->child = calloc((size_t)f->count, sizeof *f->child);
  for (int i = 0; i < kMostCells; ++i) f->cell[i].written = -1;
  omp_init_lock(&f->lock);
  name_all(f);
  make_objects(f);
  f->next = atomic_load(&all_families);
  while (!atomic_compare_exchange_weak(&all_families, &f->next, f)) {
  }
  return f;
}

static void run_reducing(struct Family* f) {
  long sum = 0;
  struct Cell* const cell = f->cell;
  (void)cell; /* an address */
#pragma omp taskgroup task_reduction(+ : sum)
  for (int number = 0; number < f->count; ++number) {
    struct Child* c = &f->child[number];
    if (c->make >= kDetached) {
      create(f, number);
      if (c->make < kWait) {
#pragma omp task in_reduction(+ : sum)
        ++sum;
      } else {
        ++f->sum;
      }
      continue;
    }
    atomic_store(&c->parts, 1);
    PRAGMA(omp task CLAUSES in_reduction(+ : sum) if (c->deferred)) {
      ++sum;
      run_body(f, number);
    }
  }
  if (sum + f->sum != f->count) wrong("the sum of a task reduction", f, (int)sum, (int)f->sum);
}

static void run_cancelling(struct Family* f) {
#pragma omp taskgroup
  for (int number = 0; number < f->count; ++number) {
    create(f, number);
    if (f->count / 2 == number) {
#pragma omp task firstprivate(f)
      {
        atomic_store(&f->cancelled, 1);
#pragma omp cancel taskgroup
      }
    }
  }
}

static void run_family(uint64_t seed, int depth, int in_final) {
  struct Family* f = make_family(seed, depth, in_final);
  if (f->cancels) return run_cancelling(f);
  if (f->reduces) return run_reducing(f);
  const int end = choose(seed, 5, 4);
  if (end == 0) {
#pragma omp taskgroup
    for (int i = 0; i < f->count; ++i) create(f, i);
    return;
  }
  for (int i = 0; i < f->count; ++i) {
    create(f, i);
    if (choose(f->child[i].seed, 8, 40) == 0) {
#pragma omp taskwait
    }
  }
  if (end == 1) return; /* who created it ends before it */
#pragma omp taskwait
  for (int i = 0; i < f->count; ++i)
    if (f->child[i].make < kWait && atomic_load(&f->child[i].state) != kDone)
      wrong("taskwait didn't wait", f, i, 0);
}

static void end_all(void) {
  while (atomic_load(&fulfilled) != put) usleep(20); /* those of cancelled tasks */
  for (struct Family* f = atomic_load(&all_families); f != NULL;) {
    int due = 0;
    for (int i = 0; i < f->count; ++i) due += f->child[i].make < kWait;
    if (!f->cancels && atomic_load(&f->run) != due) wrong("tasks that ran", f, f->run, due);
    struct Family* const next = f->next;
    for (int i = 0; i < kObjects; ++i) {
      omp_depend_t* object = &f->object[i];
#pragma omp depobj(*object) destroy
    }
    omp_destroy_lock(&f->lock);
    free(f->child);
    free(f);
    f = next;
  }
}

static _Atomic uint64_t next_seed;
static uint64_t last_seed;

static void* run_trees(void* unused) {
  for (uint64_t seed; (seed = atomic_fetch_add(&next_seed, 1)) < last_seed;) {
    if (seed % 8 == 1) {
#pragma omp taskgroup
      run_family(mix(seed), 1, 0);
    } else if (seed % 4 == 0) {
#pragma omp parallel
      run_family(mix(seed + (uint64_t)omp_get_thread_num()), 1, 0);
    } else {
#pragma omp parallel
#pragma omp single nowait
      run_family(mix(seed), 0, 0);
    }
  }
  return unused;
}

int main(int count, char** arguments) {
  if (count < 3) {
    fprintf(stderr, "usage: deps FIRST_SEED COUNT [ROOT_THREADS]\n");
    return 2;
  }
  alarm(170); /* a hang ends here */
  next_seed = strtoull(arguments[1], NULL, 10);
  last_seed = next_seed + strtoull(arguments[2], NULL, 10);
  enum { kMostRoots = 16 };
  const int roots = count > 3 ? atoi(arguments[3]) : 1;
  pthread_t outside, threads[kMostRoots];
  pthread_create(&outside, NULL, run_outside, NULL);
  for (int i = 1; i < roots && i < kMostRoots; ++i)
    pthread_create(&threads[i], NULL, run_trees, NULL);
  run_trees(NULL);
  for (int i = 1; i < roots && i < kMostRoots; ++i) pthread_join(threads[i], NULL);
  end_all();
  pthread_mutex_lock(&events_lock);
  over = 1;
  pthread_mutex_unlock(&events_lock);
  pthread_join(outside, NULL);
  return 0;
}
