/* Tasks of 20 ms with affinities: those that aren't strict run where they belong as long as all
 * nodes have as many, and are stolen where others have none, nearest first; strict ones are never
 * stolen. The tasks sleep: an emulated processor is slow, and that costs it nothing. */
#include "nodes.h"

enum { kSleepUs = 20000 };

static struct TeamNodes nodes;
/* Tasks of a node (row) that ran on another (column), by the team's numbers. */
static int ran[kMostNodes][kMostNodes];

static void sleep_and_count(int node) {
  usleep(kSleepUs);
  const int here = team_number(&nodes, node_here());
  CHECK(here >= 0);
#pragma omp atomic
  ++ran[node][here];
}

/* As many for each node as `loads` says, created in turn. `kind`: none tells nobody where. */
static void run_tasks(omp_affinitykind_t kind, int strict, const int* loads, char** blocks) {
  memset(ran, 0, sizeof ran);
#pragma omp parallel num_threads(nodes.threads)
#pragma omp single
  for (int i = 0, some = 1; some; ++i) {
    some = 0;
    for (int node = 0; node < nodes.count; ++node) {
      if (i >= loads[node]) continue;
      some = 1;
      uintptr_t value = (uintptr_t)node;
      if (kind == omp_affinity_data) value = (uintptr_t)blocks[node];
      if (kind == omp_affinity_thread) /* the node's threads in turn */
        for (int t = 0, left = i % 2; t < nodes.threads; ++t)
          if (nodes.node[t] == node && left-- == 0) value = (uintptr_t)t;
      omp_set_task_affinity(kind, value, strict);
#pragma omp task firstprivate(node)
      sleep_and_count(node);
    }
  }
}

/* In percent: of the tasks of `node`, or of all for -1, those that ran on their node. */
static int share_at_home(const char* what, int node) {
  int home = 0, all = 0;
  for (int n = 0; n < nodes.count; ++n) {
    if (node >= 0 && n != node) continue;
    home += ran[n][n];
    for (int to = 0; to < nodes.count; ++to) all += ran[n][to];
  }
  printf("%s: %d of %d tasks on their node\n", what, home, all);
  return 100 * home / all;
}

static int kernel_distance(int from, int to) {
  char path[64];
  snprintf(path, sizeof path, "/sys/devices/system/node/node%d/distance", nodes.kernel[from]);
  FILE* const file = fopen(path, "r");
  CHECK(file != NULL);
  int distance = 0;
  for (int i = 0; i <= nodes.kernel[to]; ++i) CHECK(fscanf(file, "%d", &distance) == 1);
  fclose(file);
  return distance;
}

/* Two nodes have all the tasks. The others take from the nearer of the two, if there is one: at the
 * end, when that has none left, from the other. Returns how many such others there were. */
static int nearest_first(int a, int b) {
  int loads[kMostNodes] = {0}, thieves = 0;
  for (int n = 0; n < nodes.count; ++n)
    thieves += n != a && n != b && kernel_distance(n, a) != kernel_distance(n, b);
  if (thieves == 0) return 0;
  loads[a] = loads[b] = 60;
  run_tasks(omp_affinity_numa, 0, loads, NULL);
  for (int thief = 0; thief < nodes.count; ++thief) {
    const int to_a = kernel_distance(thief, a), to_b = kernel_distance(thief, b);
    if (thief == a || thief == b || to_a == to_b) continue;
    const int near = to_a < to_b ? a : b, far = to_a < to_b ? b : a;
    printf(
        "node %d took %d tasks from node %d, at distance %d, and %d from node %d, at distance %d\n",
        thief, ran[near][thief], near, kernel_distance(thief, near), ran[far][thief], far,
        kernel_distance(thief, far));
    CHECK(ran[near][thief] > 0);
    CHECK(10 * ran[far][thief] <= 2 * ran[near][thief]);
  }
  return thieves;
}

/* With TIDEMILL_DATA_AFFINITY=depend: without an affinity, each writes something of its node. */
static void follow_what_they_write(char** blocks) {
  enum { kEach = 30 };
  memset(ran, 0, sizeof ran);
#pragma omp parallel num_threads(nodes.threads)
#pragma omp single
  for (int i = 0; i < kEach * nodes.count; ++i) {
    const int node = i % nodes.count;
    char* const written = blocks[node] + i;
#pragma omp task depend(out : written[0]) firstprivate(node)
    sleep_and_count(node);
  }
  CHECK(share_at_home("inferred, balanced", -1) >= 90);
}

int main(void) {
  nodes = nodes_of_team(omp_get_max_threads());
  CHECK_EQUAL(nodes.count, 4);
  CHECK_EQUAL(nodes.threads, 8);
  char* blocks[kMostNodes];
  map_blocks(blocks, nodes.count, 1);
#pragma omp parallel num_threads(nodes.threads)
#pragma omp single
  for (int node = 0; node < nodes.count; ++node) {
#pragma omp task affinity(*tidemill_node(node, TIDEMILL_STRICT)) firstprivate(node)
    blocks[node][0] = 1;
  }
  if (getenv("TIDEMILL_DATA_AFFINITY") != NULL) {
    follow_what_they_write(blocks);
    return 0;
  }
  const int balanced[kMostNodes] = {30, 30, 30, 30}, one[kMostNodes] = {60, 0, 0, 0},
            few[kMostNodes] = {20, 0, 0, 0};
  run_tasks(omp_affinity_numa, 0, balanced, NULL);
  CHECK(share_at_home("node, balanced", -1) >= 90);
  run_tasks(omp_affinity_data, 0, balanced, blocks);
  CHECK(share_at_home("data, balanced", -1) >= 90);
  run_tasks(omp_affinity_thread, 0, balanced, NULL);
  CHECK(share_at_home("thread, balanced", -1) >= 90);
  run_tasks(omp_affinity_none, 0, balanced, NULL);
  CHECK(share_at_home("no affinity, balanced", -1) < 60);
  run_tasks(omp_affinity_numa, 0, one, NULL);
  CHECK(share_at_home("node, all on one", 0) < 60);
  run_tasks(omp_affinity_numa, 1, few, NULL);
  CHECK_EQUAL(share_at_home("node, all on one, strict", 0), 100);
  int thieves = 0;
  for (int a = 0; a < nodes.count && thieves < 4; ++a)
    for (int b = a + 1; b < nodes.count && thieves < 4; ++b) thieves += nearest_first(a, b);
  CHECK(thieves != 0);
  return 0;
}
