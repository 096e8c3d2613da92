/* Both sides of a message name the same channel, and no two messages do: for each kind of operation
 * what all ranks say that they send is what all ranks say that they receive.
 *
 * usage: channels, on 4 ranks. Exports the runtime's functions that the layer tells. Knows
 * MPI_THREAD_MULTIPLE only. */
#include "check.h"

enum { kRanks = 4, kMost = 64 };

typedef unsigned long long Channel;

static Channel sent[kMost], received[kMost], seen[kMost * kRanks];
static int from[kMost];
static int sent_count, received_count, seen_count, checked;

/* The calls below aren't of tasks that a policy would keep in view. */
int tidemill_current_task_has_channels(void) { return 1; }
void tidemill_current_task_sends_on(Channel channel) {
  CHECK(sent_count < kMost, "too many");
  sent[sent_count++] = channel;
}
void tidemill_current_task_receives_on(Channel channel, int peer) {
  CHECK(received_count < kMost, "too many");
  from[received_count] = peer;
  received[received_count++] = channel;
}

static int has(const Channel* channels, int count, Channel channel) {
  for (int i = 0; i < count; ++i)
    if (channels[i] == channel) return 1;
  return 0;
}

/* What was said since the last time: all in all so many messages, by none of the channels so far.
 * Kept blocking calls of MPI's that the layer doesn't see. */
static void expect(const char* what, int messages) {
  Channel all[kRanks][kMost];
  int counts[kRanks], sum = 0;
  PMPI_Allgather(&sent_count, 1, MPI_INT, counts, 1, MPI_INT, MPI_COMM_WORLD);
  PMPI_Allgather(sent, kMost, MPI_UNSIGNED_LONG_LONG, all, kMost, MPI_UNSIGNED_LONG_LONG,
                 MPI_COMM_WORLD);
  for (int i = 0; i < received_count; ++i)
    CHECK(has(all[from[i]], counts[from[i]], received[i]), "%s: rank %d doesn't send that", what,
          from[i]);
  PMPI_Allreduce(&received_count, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(sum == messages, "%s: %d received, not %d", what, sum, messages);
  for (int rank = 0; rank < kRanks; ++rank)
    for (int i = 0; i < counts[rank]; ++i) {
      CHECK(!has(seen, seen_count, all[rank][i]), "%s: a channel of two messages", what);
      if (seen_count < kMost * kRanks) seen[seen_count++] = all[rank][i];
      --sum;
    }
  CHECK(sum == 0, "%s: %d more are received than sent", what, sum);
  sent_count = received_count = 0;
  ++checked;
}

static int out[kRanks], in[kRanks];

static void collectives(MPI_Comm comm) {
  MPI_Bcast(out, 1, MPI_INT, 2, comm);
  expect("MPI_Bcast", 3);
  MPI_Gather(out, 1, MPI_INT, in, 1, MPI_INT, 1, comm);
  expect("MPI_Gather", 3);
  MPI_Allreduce(out, in, 1, MPI_INT, MPI_SUM, comm);
  expect("MPI_Allreduce", 12);
  MPI_Scan(out, in, 1, MPI_INT, MPI_SUM, comm);
  expect("MPI_Scan", 6);
}

static void neighbours(void) {
  MPI_Comm grid, star;
  const int sizes[] = {2, 2}, periods[] = {0, 0};
  const int one = 1, centre = 3, edges[] = {0, 1};
  int got[8];
  MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, periods, 0, &grid);
  MPI_Neighbor_allgather(out, 1, MPI_INT, got, 1, MPI_INT, grid);
  expect("MPI_Neighbor_allgather on a grid", 8);
  MPI_Dist_graph_create(MPI_COMM_WORLD, my_rank == 0, &centre, (const int[]){2}, edges,
                        (const int[]){one, one}, MPI_INFO_NULL, 0, &star);
  MPI_Neighbor_allgather(out, 1, MPI_INT, got, 1, MPI_INT, star);
  expect("MPI_Neighbor_allgather on a graph", 2);
  MPI_Comm_free(&grid);
  MPI_Comm_free(&star);
}

/* Between the even ranks and the odd ones; the root is rank 3. */
static void across(MPI_Comm half) {
  MPI_Comm inter;
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - my_rank % 2, 7, &inter);
  MPI_Bcast(out, 1, MPI_INT, my_rank == 3 ? MPI_ROOT : my_rank == 1 ? MPI_PROC_NULL : 1, inter);
  expect("MPI_Bcast between groups", 2);
  MPI_Barrier(inter);
  expect("MPI_Barrier between groups", 8);
  MPI_Comm_free(&inter);
}

static void messages(void) {
  const int right = (my_rank + 1) % kRanks, left = (my_rank + kRanks - 1) % kRanks;
  MPI_Request requests[2];
  MPI_Sendrecv(out, 1, MPI_INT, right, 5, in, 1, MPI_INT, left, 5, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  expect("MPI_Sendrecv", 4);
  MPI_Send_init(out, 1, MPI_INT, right, 6, MPI_COMM_WORLD, &requests[0]);
  MPI_Recv_init(in, 1, MPI_INT, left, 6, MPI_COMM_WORLD, &requests[1]);
  expect("MPI_Send_init", 0);
  MPI_Startall(2, requests);
  expect("MPI_Startall", 4);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  CHECK(received_count == 1 && sent_count == 0, "the wait for a persistent receive is one");
  received_count = 0;
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
}

int main(void) {
  MPI_Comm copy, half;
  start_mpi(MPI_THREAD_MULTIPLE);
  CHECK(rank_count == kRanks, "%d ranks, not %d", rank_count, kRanks);
  sent_count = received_count = 0;
  collectives(MPI_COMM_WORLD);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  collectives(copy);
  MPI_Comm_split(MPI_COMM_WORLD, my_rank % 2, my_rank, &half);
  MPI_Barrier(half);
  expect("MPI_Barrier of halves", 4);
  neighbours();
  across(half);
  messages();
  MPI_Comm_free(&copy);
  MPI_Comm_free(&half);
  MPI_Finalize();
  printf("channels: rank %d: %d OK\n", my_rank, checked);
  return 0;
}
