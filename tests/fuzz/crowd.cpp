// Random programs of crowded producers: trees in which a node creates hundreds of tasks, among them
// producers again. Every node counts once; what a task may rely on (its thread, its data, its ICVs,
// exceptions, locks) is looked at before and after each point at which it may be put aside. Run by
// threads that come and go.
//
// usage: crowd FIRST_SEED COUNT [ROOT_THREADS]
#include <omp.h>
#include <pthread.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}
std::uint64_t child(std::uint64_t node, int i) {
  return mix(node ^ static_cast<std::uint64_t>(i + 1) << 32);
}
int choose(std::uint64_t node, int what, int count) {
  return static_cast<int>(mix(node + static_cast<std::uint64_t>(what) * 77) %
                          static_cast<std::uint64_t>(count));
}

[[noreturn]] void wrong(const char* what, std::uint64_t node) {
  std::fprintf(stderr, "node %llx: %s\n", static_cast<unsigned long long>(node), what);
  std::abort();
}

enum Kind {
  kLeaf,
  kYield,
  kWait,
  kLeave,
  kGroup,
  kCrowd,
  kLock,
  kCritical,
  kRegion,
  kIcv,
  kUndeferred,
  kFinal,
  kChain,
  kDetach,
  kTaskloop,
  kThrow,
  kPriority,
  kUntied,
  kDeep,
  kPayload,
  kReduction,
  kMutex,
  kCrowdDepend,
  kKinds
};

constexpr int kMostDepth = 4;

struct Shape {
  Kind kind;
  int children;
};

Shape shape_of(std::uint64_t node, int depth) {
  if (depth == 0) return {kCrowd, 300 + choose(node, 9, 900)};
  if (depth >= kMostDepth || choose(node, 1, 4) != 0) return {kLeaf, 0};
  const Kind kind = static_cast<Kind>(choose(node, 2, kKinds));
  int n = kind == kLeaf ? 0 : 1 + choose(node, 3, 4);
  if (kind == kCrowd || kind == kCrowdDepend)
    n = choose(node, 5, 6) == 0 ? 200 + choose(node, 4, 400) : n;
  return {kind, n};
}

long count(std::uint64_t node, int depth) {
  const Shape s = shape_of(node, depth);
  long sum = 1;
  for (int i = 0; i < s.children; ++i) sum += count(child(node, i), depth + 1);
  return sum;
}

struct Tree {
  std::atomic<long> ran{0}, detached{0};
  omp_lock_t lock;
  int in_lock = 0, in_critical = 0;
};

int own;
#pragma omp threadprivate(own)

struct Place {
  int number = omp_get_thread_num(), level = omp_get_level();
  pthread_t thread = pthread_self();
  int* mine = &own;
  void check(std::uint64_t node) const {
    if (omp_get_thread_num() != number || omp_get_level() != level)
      wrong("another thread number", node);
    if (!pthread_equal(thread, pthread_self()) || &own != mine) wrong("another thread", node);
  }
};

void run(Tree* tree, std::uint64_t node, int depth);

void spawn(Tree* tree, std::uint64_t node, int depth) {
#pragma omp task firstprivate(tree, node, depth)
  run(tree, node, depth);
}

void spawn_all(Tree* tree, std::uint64_t node, int n, int depth) {
  for (int i = 0; i < n; ++i) spawn(tree, child(node, i), depth + 1);
}

void deep(Tree* tree, std::uint64_t node, int depth, int frames) {
  volatile char room[512];
  room[0] = static_cast<char>(frames);
  room[511] = static_cast<char>(frames);
  if (frames > 0) {
    deep(tree, node, depth, frames - 1);
  } else {
    spawn(tree, node, depth);
#pragma omp taskwait
  }
  if (room[0] != static_cast<char>(frames) || room[511] != static_cast<char>(frames))
    wrong("a frame is damaged", node);
}

struct Payload {
  long words[40];
};

void body(Tree* tree, std::uint64_t node, int depth, const Shape& s) {
  const int n = s.children;
  switch (s.kind) {
    case kYield:
      for (int i = 0; i < n; ++i) {
        spawn(tree, child(node, i), depth + 1);
#pragma omp taskyield
      }
      break;
    case kWait:
      spawn_all(tree, node, n, depth);
#pragma omp taskwait
      break;
    case kLeaf:
    case kLeave:
    case kCrowd:
    case kKinds:
      spawn_all(tree, node, n, depth);
      break;
    case kGroup: {
      const long before = tree->ran.load();
      std::atomic<int> ended{0};
      auto* e = &ended;
#pragma omp taskgroup
      for (int i = 0; i < n; ++i) {
        const std::uint64_t c = child(node, i);
#pragma omp task firstprivate(tree, c, depth, e)
        {
          run(tree, c, depth + 1);
          e->fetch_add(1);
        }
      }
      if (ended != n || tree->ran.load() < before) wrong("a taskgroup ended early", node);
      break;
    }
    case kLock:
      for (int i = 0; i < n; ++i) spawn(tree, child(node, i), depth + 1);
      omp_set_lock(&tree->lock);
      if (++tree->in_lock != 1) wrong("two in a lock", node);
      if (choose(node, 6, 2) == 0) {
#pragma omp taskyield
      }
      --tree->in_lock;
      omp_unset_lock(&tree->lock);
      break;
    case kCritical:
      for (int i = 0; i < n; ++i) spawn(tree, child(node, i), depth + 1);
      {
        static int inside;
#pragma omp critical(crowd)
        {
          if (++inside != 1) wrong("two in a critical", node);
          --inside;
        }
      }
      break;
    case kRegion: {
      const int threads = 1 + choose(node, 6, 3);
      std::atomic<long> iterations{0};
      auto* it = &iterations;
#pragma omp parallel num_threads(threads) firstprivate(tree, node, depth, n, it)
      {
#pragma omp single nowait
        for (int i = 0; i < n; ++i) spawn(tree, child(node, i), depth + 1);
        for (int k = 0; k < 12; ++k) {
#pragma omp for schedule(dynamic) nowait
          for (int i = 0; i < 10; ++i) it->fetch_add(1);
        }
      }
      if (iterations != 120) wrong("iterations of a region's loops", node);
      break;
    }
    case kIcv: {
      const int before = omp_get_max_threads();
      const int k = 1 + choose(node, 6, 60);
      omp_set_num_threads(k);
      for (int i = 0; i < n; ++i) {
        const std::uint64_t c = child(node, i);
#pragma omp task firstprivate(tree, c, depth, k)
        {
          if (omp_get_max_threads() != k) wrong("a child's ICV", c);
          run(tree, c, depth + 1);
          if (shape_of(c, depth + 1).kind != kIcv && omp_get_max_threads() != k)
            wrong("a child's ICV afterwards", c);
        }
        if (choose(node, 7, 2) == 0) {
#pragma omp taskyield
        }
        if (omp_get_max_threads() != k) wrong("an ICV", node);
      }
      if (choose(node, 8, 2) == 0) {
#pragma omp taskwait
        omp_set_num_threads(before);
      }
      break;
    }
    case kUndeferred:
      for (int i = 0; i < n; ++i) {
        const std::uint64_t c = child(node, i);
#pragma omp task if (0) firstprivate(tree, c, depth)
        run(tree, c, depth + 1);
      }
      break;
    case kFinal: {
      for (int i = 0; i < n; ++i) {
        const std::uint64_t c = child(node, i);
#pragma omp task final(1) mergeable firstprivate(tree, c, depth)
        {
          if (!omp_in_final()) wrong("not final", c);
          run(tree, c, depth + 1);
        }
      }
      break;
    }
    case kChain: {
      struct Chain {
        int step = 0;
      };
      Chain chain;
      Chain* ch = &chain;
      for (int i = 0; i < n; ++i) {
        const std::uint64_t c = child(node, i);
#pragma omp task depend(inout : ch[0]) firstprivate(tree, c, depth, i, ch)
        {
          if (ch->step++ != i) wrong("a chain out of order", c);
          run(tree, c, depth + 1);
        }
      }
#pragma omp taskwait
      if (chain.step != n) wrong("a chain's length", node);
      break;
    }
    case kDetach:
      if (omp_in_final()) {  // nobody could fulfil what the creator waits for
        spawn_all(tree, node, n, depth);
        break;
      }
      for (int i = 0; i < n; ++i) {
        omp_event_handle_t event;
        const std::uint64_t c = child(node, i);
#pragma omp task detach(event) firstprivate(tree)
        tree->detached.fetch_add(1);
#pragma omp task firstprivate(tree, c, depth, event)
        {
          run(tree, c, depth + 1);
          omp_fulfill_event(event);
        }
      }
      if (choose(node, 6, 2) == 0) {
#pragma omp taskwait
      }
      break;
    case kTaskloop:
#pragma omp taskloop grainsize(1) firstprivate(tree, node, depth)
      for (int i = 0; i < n; ++i) run(tree, child(node, i), depth + 1);
      break;
    case kThrow:
      try {
        throw std::runtime_error(std::to_string(node));
      } catch (const std::runtime_error& error) {
        spawn_all(tree, node, n, depth);
        if (choose(node, 6, 2) == 0) {
#pragma omp taskwait
        } else {
#pragma omp taskyield
        }
        if (error.what() != std::to_string(node)) wrong("an exception", node);
      }
      break;
    case kPriority:
      for (int i = 0; i < n; ++i) {
        const std::uint64_t c = child(node, i);
#pragma omp task priority(i % 3) firstprivate(tree, c, depth)
        run(tree, c, depth + 1);
      }
      break;
    case kUntied:
      for (int i = 0; i < n; ++i) {
        const std::uint64_t c = child(node, i);
        Tree* const t = tree;
#pragma omp task untied firstprivate(t, c, depth)
        {
          spawn(t, c, depth + 1);
#pragma omp taskyield
#pragma omp taskwait
        }
      }
      break;
    case kDeep:
      for (int i = 0; i < n; ++i) deep(tree, child(node, i), depth + 1, 200 + choose(node, 6, 800));
      break;
    case kPayload:
      for (int i = 0; i < n; ++i) {
        const std::uint64_t c = child(node, i);
        Payload p;
        for (int k = 0; k < 40; ++k)
          p.words[k] = static_cast<long>(mix(c + static_cast<std::uint64_t>(k)));
#pragma omp task firstprivate(tree, c, depth, p)
        {
          run(tree, c, depth + 1);
#pragma omp taskyield
          for (int k = 0; k < 40; ++k)
            if (p.words[k] != static_cast<long>(mix(c + static_cast<std::uint64_t>(k))))
              wrong("a payload", c);
        }
      }
      break;
    case kReduction: {
      long sum = 0;
#pragma omp taskgroup task_reduction(+ : sum)
      for (int i = 0; i < n; ++i) {
        const std::uint64_t c = child(node, i);
#pragma omp task in_reduction(+ : sum) firstprivate(tree, c, depth)
        {
          run(tree, c, depth + 1);
          sum += 1;
        }
      }
      if (sum != n) wrong("a reduction", node);
      break;
    }
    case kMutex: {
      int value = 0;
      int* v = &value;
#pragma omp taskgroup
      for (int i = 0; i < n; ++i) {
        const std::uint64_t c = child(node, i);
#pragma omp task depend(mutexinoutset : v[0]) firstprivate(tree, c, depth, v)
        {
          const int before = *v;
          run(tree, c, depth + 1);
#pragma omp taskyield
          *v = before + 1;
        }
      }
      if (value != n) wrong("a mutexinoutset", node);
      break;
    }
    case kCrowdDepend: {
      std::vector<int> at(8);
      int* a = at.data();
      for (int i = 0; i < n; ++i) {
        const std::uint64_t c = child(node, i);
#pragma omp task depend(inout : a[i % 8]) firstprivate(tree, c, depth, a, i)
        {
          if (a[i % 8]++ != i / 8) wrong("a dependence", c);
          run(tree, c, depth + 1);
        }
      }
#pragma omp taskwait
      break;
    }
  }
}

void run(Tree* tree, std::uint64_t node, int depth) {
  const Shape s = shape_of(node, depth);
  tree->ran.fetch_add(1, std::memory_order_relaxed);
  if (s.kind == kLeaf && s.children == 0) return;
  const Place place;
  body(tree, node, depth, s);
  place.check(node);
}

std::uint64_t first_seed, seeds;
std::atomic<std::uint64_t> next_seed{0};

void* tree_of(void* opaque) {
  const std::uint64_t seed = *static_cast<std::uint64_t*>(opaque);
  const std::uint64_t node = mix(seed);
  Tree tree;
  omp_init_lock(&tree.lock);
  Tree* t = &tree;
  const bool all_produce = choose(node, 20, 3) == 0;
  int members = 1;
#pragma omp parallel firstprivate(t, node, all_produce) shared(members)
  {
    if (all_produce) {
#pragma omp single nowait
      members = omp_get_num_threads();
      run(t, node, 0);
    } else {
#pragma omp single
      run(t, node, 0);
    }
  }
  if (tree.ran != members * count(node, 0)) wrong("not every node ran once", seed);
  omp_destroy_lock(&tree.lock);
  return nullptr;
}

void* root(void* opaque) {
  for (;;) {
    std::uint64_t s = next_seed.fetch_add(1);
    if (s >= seeds) return opaque;
    s += first_seed;
    if (s % 3 == 0) {  // by a thread of its own
      pthread_t thread;
      pthread_create(&thread, nullptr, tree_of, &s);
      pthread_join(thread, nullptr);
    } else {
      tree_of(&s);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  first_seed = static_cast<std::uint64_t>(std::atoll(argv[1]));
  seeds = static_cast<std::uint64_t>(std::atoll(argv[2]));
  const int roots = argc > 3 ? std::atoi(argv[3]) : 1;
  omp_set_max_active_levels(8);
  std::vector<pthread_t> threads(static_cast<std::size_t>(roots - 1));
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, root, nullptr);
  root(nullptr);
  for (pthread_t& thread : threads) pthread_join(thread, nullptr);
  std::printf("ok\n");
}
