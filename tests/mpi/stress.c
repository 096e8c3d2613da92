/* Thousands of tasks, each one message of random size (0 to 4 MiB, across the eager limit), kind of
 * call, communicator and direction, created in a different random order on each rank. Half of the
 * messages share tags, and on one communicator all are received from any rank with any tag: which
 * receive gets which is open. Their payload says who they are, and each must arrive once.
 *
 * usage: stress [MESSAGES [SEED [WINDOW]]], on 2 ranks. Knows MPI_THREAD_MULTIPLE only. With a
 * WINDOW, after so many tasks all are waited for: ThreadSanitizer knows some thousand stacks at
 * once. */
#include "check.h"

/* What is received without knowing which it is needs room for the largest of them. */
enum { kComms = 4, kWild = 3, kSharedTags = 4, kHeader = sizeof(int) };
enum { kMaxOpen = 65536, kMaxBytes = 4 << 20 };

typedef struct {
  int sender, comm, tag, bytes, open, call; /* open: any receive that fits may get it */
} Message;

static Message* messages;
static unsigned char* arrived;
static MPI_Comm comms[kComms];

static unsigned char payload(int id, int i) { return (unsigned char)(id * 7 + i * 13 + (i >> 8)); }

static void draw_messages(int count, unsigned long long seed) {
  for (int id = 0; id < count; ++id) {
    Message* m = &messages[id];
    m->sender = (int)(next_random(&seed) % 2);
    m->comm = (int)(next_random(&seed) % kComms);
    const int shared = (int)(next_random(&seed) % 2);
    m->open = shared || m->comm == kWild;
    m->call = (int)(next_random(&seed) % 4);
    m->tag = shared ? (int)(next_random(&seed) % kSharedTags) : kSharedTags + id;
    /* Mostly small, as in life; an open message needs room for its number. */
    const unsigned kind = next_random(&seed) % 256;
    const unsigned limit = kind > 64 ? 2048 : kind > 0 || m->open ? kMaxOpen : kMaxBytes;
    m->bytes = (int)(next_random(&seed) % (limit + 1));
    if (m->open && m->bytes < kHeader) m->bytes = kHeader;
  }
}

static void send_message(int id) {
  const Message* m = &messages[id];
  const int peer = 1 - my_rank;
  unsigned char* data = malloc((size_t)m->bytes + 1);
  for (int i = 0; i < m->bytes; ++i) data[i] = payload(id, i);
  if (m->open) memcpy(data, &id, kHeader);
  MPI_Request request;
  switch (m->call) {
    case 0:
      MPI_Send(data, m->bytes, MPI_BYTE, peer, m->tag, comms[m->comm]);
      break;
    case 1:
      MPI_Ssend(data, m->bytes, MPI_BYTE, peer, m->tag, comms[m->comm]);
      break;
    case 2:
      MPI_Isend(data, m->bytes, MPI_BYTE, peer, m->tag, comms[m->comm], &request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      break;
    default:
      MPI_Issend(data, m->bytes, MPI_BYTE, peer, m->tag, comms[m->comm], &request);
      MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
  }
  memset(data, 0xEE, (size_t)m->bytes); /* the buffer is ours again: nobody may read this */
  free(data);
}

static void receive_message(int id) {
  const Message* m = &messages[id];
  const int peer = 1 - my_rank, room = m->open ? kMaxOpen : m->bytes;
  const int source = m->comm == kWild ? MPI_ANY_SOURCE : peer;
  const int tag = m->comm == kWild ? MPI_ANY_TAG : m->tag;
  unsigned char* data = malloc((size_t)room + 1);
  MPI_Status status;
  if (m->call % 2) {
    MPI_Recv(data, room, MPI_BYTE, source, tag, comms[m->comm], &status);
  } else {
    MPI_Request request;
    MPI_Irecv(data, room, MPI_BYTE, source, tag, comms[m->comm], &request);
    MPI_Wait(&request, &status);
  }
  int got = id;
  if (m->open) memcpy(&got, data, kHeader);
  const Message* g = &messages[got];
  CHECK(g->comm == m->comm && g->sender == peer && (m->comm == kWild || g->tag == m->tag),
        "message %d for %d", got, id);
  check_status(&status, peer, g->tag, MPI_BYTE, g->bytes);
  for (int i = m->open ? kHeader : 0; i < g->bytes; ++i) {
    CHECK(data[i] == payload(got, i), "message %d byte %d is %d", got, i, data[i]);
  }
#pragma omp atomic
  ++arrived[got];
  free(data);
}

int main(int argc, char** argv) {
  const int count = argument(argc, argv, 1, 4000), seed = argument(argc, argv, 2, 1);
  const int window = argument(argc, argv, 3, count);
  start_mpi(MPI_THREAD_MULTIPLE);
  CHECK(rank_count == 2, "runs on 2 ranks, not %d", rank_count);
  messages = calloc((size_t)count, sizeof *messages);
  arrived = calloc((size_t)count, 1);
  int* order = malloc(sizeof(int) * (size_t)count);
  for (int i = 0; i < kComms; ++i) MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
  draw_messages(count, (unsigned long long)seed);
  unsigned long long shuffle = (unsigned long long)seed * 2 + (unsigned long long)my_rank;
  for (int i = 0; i < count; ++i) order[i] = i;
  for (int i = count - 1; i > 0; --i) { /* within its window */
    const int first = i / window * window, places = i - first + 1;
    const int j = first + (int)(next_random(&shuffle) % (unsigned)places), kept = order[i];
    order[i] = order[j];
    order[j] = kept;
  }

#pragma omp parallel
#pragma omp single
  for (int i = 0; i < count; ++i) {
    const int id = order[i];
#pragma omp task firstprivate(id)
    {
      if (messages[id].sender == my_rank) {
        send_message(id);
      } else {
        receive_message(id);
      }
    }
    if ((i + 1) % window == 0) {
#pragma omp taskwait
    }
  }

  long received = 0;
  for (int id = 0; id < count; ++id) {
    const int expected = messages[id].sender != my_rank;
    CHECK(arrived[id] == expected, "message %d arrived %d times", id, arrived[id]);
    received += expected;
  }
  for (int i = 0; i < kComms; ++i) MPI_Comm_free(&comms[i]);
  free(messages);
  free(arrived);
  free(order);
  finish_mpi("stress", received);
  return 0;
}
