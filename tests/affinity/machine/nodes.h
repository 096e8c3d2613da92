/* What the kernel says of memory nodes, to be compared with what the runtime says. For programs on
 * a machine that has several nodes, with OMP_PLACES set. Straight system calls: a page's node is
 * asked for in three ways. */
#ifndef TIDEMILL_TESTS_NODES_H
#define TIDEMILL_TESTS_NODES_H

#include "../../conformance/check.h"

#include <errno.h>
#include <inttypes.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <tidemill/affinity.h>
#include <unistd.h>

enum { kMostThreads = 64, kMostNodes = 16, kPage = 4096 };

/* Where the calling thread runs. */
__attribute__((unused)) static int node_here(void) {
  unsigned cpu = 0, node = 0;
  CHECK(syscall(SYS_getcpu, &cpu, &node, NULL) == 0);
  return (int)node;
}

/* By move_pages(); negative, an error of errno.h: nowhere. */
__attribute__((unused)) static int node_of_page(const void* address) {
  void* page = (void*)((uintptr_t)address & ~(uintptr_t)(kPage - 1));
  int status = -1;
  CHECK(syscall(SYS_move_pages, 0, 1ul, &page, NULL, &status, 0) == 0);
  return status;
}

/* By get_mempolicy(), with MPOL_F_NODE and MPOL_F_ADDR: of a page that has been written. */
__attribute__((unused)) static int node_by_policy(const void* address) {
  int node = -1;
  CHECK(syscall(SYS_get_mempolicy, &node, NULL, 0ul, address, 3ul) == 0);
  return node;
}

/* By numa_maps: how many pages of the mapping that begins at `start` are on a node. */
__attribute__((unused)) static int pages_by_maps(const void* start, int node) {
  FILE* const maps = fopen("/proc/self/numa_maps", "r");
  CHECK(maps != NULL);
  char line[1024], word[16];
  snprintf(word, sizeof word, " N%d=", node);
  int pages = 0;
  while (fgets(line, sizeof line, maps) != NULL) {
    if (strtoull(line, NULL, 16) != (uintptr_t)start) continue;
    const char* const found = strstr(line, word);
    if (found != NULL) pages = atoi(found + strlen(word));
  }
  fclose(maps);
  return pages;
}

/* Moves pages that have been written to a node. */
__attribute__((unused)) static void move_to(char* start, int pages, int node) {
  for (int i = 0; i < pages; ++i) {
    void* page = start + i * kPage;
    int status = -1;
    CHECK(syscall(SYS_move_pages, 0, 1ul, &page, &node, &status, 2 /* MPOL_MF_MOVE */) == 0);
    CHECK_EQUAL(status, node);
  }
}

/* Mappings of `pages` pages each, apart from each other: numa_maps has a line for each. */
__attribute__((unused)) static void map_blocks(char** blocks, int count, int pages) {
  const size_t bytes = (size_t)pages * kPage;
  char* at = (char*)mmap(NULL, kPage + (size_t)count * (bytes + kPage), PROT_NONE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  CHECK(at != MAP_FAILED);
  at += kPage;
  for (int b = 0; b < count; ++b, at += bytes + kPage) {
    CHECK(mprotect(at, bytes, PROT_READ | PROT_WRITE) == 0);
    blocks[b] = at;
  }
}

__attribute__((unused)) static int node_of_processor(int processor) {
  char path[96];
  for (int node = 0; node < kMostNodes; ++node) {
    snprintf(path, sizeof path, "/sys/devices/system/node/node%d/cpu%d", node, processor);
    if (access(path, F_OK) == 0) return node;
  }
  check_failed(__FILE__, __LINE__, "the processor is on a node");
}

/* Of a team of so many threads, by standard OpenMP and the kernel: its nodes are those of the
 * places on which it has threads, in the order of the places. */
struct TeamNodes {
  int threads;
  int place[kMostThreads]; /* of each thread */
  int node[kMostThreads];  /* of each thread, its number in the team */
  int count;
  int kernel[kMostNodes]; /* the kernel's number of each node */
};

/* The team's number of a node of the kernel's; -1: it isn't one of the team's. */
__attribute__((unused)) static int team_number(const struct TeamNodes* nodes, int kernel) {
  for (int i = 0; i < nodes->count; ++i)
    if (nodes->kernel[i] == kernel) return i;
  return -1;
}

__attribute__((unused)) static struct TeamNodes nodes_of_team(int threads) {
  struct TeamNodes nodes;
  memset(&nodes, 0, sizeof nodes);
  nodes.threads = threads;
  CHECK(threads <= kMostThreads);
#pragma omp parallel num_threads(threads) shared(nodes)
  {
    CHECK_EQUAL(omp_get_num_threads(), nodes.threads);
    nodes.place[omp_get_thread_num()] = omp_get_place_num();
  }
  for (int place = 0; place < omp_get_num_places(); ++place) {
    int used = 0, first[1024];
    for (int t = 0; t < threads; ++t) used += nodes.place[t] == place;
    CHECK(omp_get_place_num_procs(place) <= 1024);
    omp_get_place_proc_ids(place, first);
    const int kernel = node_of_processor(first[0]);
    if (used != 0 && team_number(&nodes, kernel) < 0) nodes.kernel[nodes.count++] = kernel;
    for (int t = 0; t < threads; ++t)
      if (nodes.place[t] == place) nodes.node[t] = team_number(&nodes, kernel);
  }
  return nodes;
}

#endif
