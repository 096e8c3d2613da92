/* Processes that meet at run time: MPI_Comm_spawn, MPI_Comm_spawn_multiple, MPI_Comm_accept and
 * connect, MPI_Comm_join, published names. Each of these may block for long, so each is called in a
 * task that starts before the one which makes the other side come: with one thread that ends only
 * if a helper makes the call.
 *
 * Processes of two MPI_COMM_WORLDs in one communicator make its collective operations alike, also
 * where those of one are plain MPI programs.
 *
 * usage: dynamic [spawn|merged|plain|bridged|ports|join|names], on 2 ranks; linked with the layer.
 */
#define _GNU_SOURCE
#include <TAMPI.h>
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"

#define OK(call) CHECK((call) == MPI_SUCCESS, "%s", #call)

/* A message each way over an intercommunicator of one process on each side; then it is given up. */
static void meet(MPI_Comm* other, int mine, int expected) {
  int got = -1, size = 0;
  OK(MPI_Comm_remote_size(*other, &size));
  CHECK(size == 1, "%d processes on the other side", size);
  OK(MPI_Sendrecv(&mine, 1, MPI_INT, 0, 5, &got, 1, MPI_INT, 0, 5, *other, MPI_STATUS_IGNORE));
  CHECK(got == expected, "received %d, expected %d", got, expected);
  OK(MPI_Comm_disconnect(other));
  CHECK(*other == MPI_COMM_NULL, "still connected");
}

/* Rank 0's first task waits for rank 1, which waits for a word from rank 0's second task. */
static void wait_for_the_word(void) {
  OK(MPI_Recv(NULL, 0, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
}
static void give_the_word(void) { OK(MPI_Ssend(NULL, 0, MPI_INT, 1, 1, MPI_COMM_WORLD)); }

static void check_spawn(const char* self) {
  char child[] = "child", *arguments[] = {child, NULL}, **both[] = {arguments, arguments};
  char* commands[] = {(char*)self, (char*)self};
  const int one[] = {1, 1};
  const MPI_Info infos[] = {MPI_INFO_NULL, MPI_INFO_NULL};
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    if (my_rank == 0) {
      MPI_Comm children;
      int codes[2] = {-1, -1}, size = 0;
      OK(MPI_Comm_spawn(self, arguments, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &children, codes));
      CHECK(codes[0] == MPI_SUCCESS, "code %d", codes[0]);
      meet(&children, 41, 42);
      OK(MPI_Comm_spawn_multiple(2, commands, both, one, infos, 0, MPI_COMM_SELF, &children,
                                 codes));
      OK(MPI_Comm_remote_size(children, &size));
      CHECK(size == 2 && codes[0] == MPI_SUCCESS && codes[1] == MPI_SUCCESS, "%d children", size);
      for (int i = 0; i < 2; ++i) {
        int mine = 41, got = -1;
        OK(MPI_Sendrecv(&mine, 1, MPI_INT, i, 5, &got, 1, MPI_INT, i, 5, children,
                        MPI_STATUS_IGNORE));
        CHECK(got == 42, "child %d sent %d", i, got);
      }
      OK(MPI_Comm_disconnect(&children));
    }
#pragma omp task
    OK(MPI_Barrier(MPI_COMM_WORLD));
  }
}
static void run_child(MPI_Comm parent) {
#pragma omp parallel
#pragma omp single
#pragma omp task
  {
    int mine = 42, got = -1;
    OK(MPI_Sendrecv(&mine, 1, MPI_INT, 0, 5, &got, 1, MPI_INT, 0, 5, parent, MPI_STATUS_IGNORE));
    CHECK(got == 41, "the parent sent %d", got);
    OK(MPI_Comm_disconnect(&parent));
  }
}

/* Collective calls of tasks on communicators that hold processes of both worlds, and of one. */
static void use(MPI_Comm comm) {
  int rank, size;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  for (int i = 0; i < 20; ++i) {
    int in = rank + i, out = -1;
    OK(MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, comm));
    CHECK(out == size * i + size * (size - 1) / 2, "call %d: the sum is %d", i, out);
    OK(MPI_Bcast(&in, 1, MPI_INT, i % size, comm));
    CHECK(in == i % size + i, "call %d: the root sent %d", i, in);
  }
}
static void use_merged(MPI_Comm other, int is_child) {
  MPI_Comm merged, half;
  OK(MPI_Intercomm_merge(other, is_child, &merged));
  OK(MPI_Comm_split(merged, is_child, 0, &half));
#pragma omp parallel
#pragma omp single
#pragma omp task
  {
    use(merged);
    use(half);
    use(MPI_COMM_WORLD);
    use(merged);
  }
  OK(MPI_Comm_free(&half));
  OK(MPI_Comm_free(&merged));
  OK(MPI_Comm_disconnect(&other));
}
static void check_merged(const char* self) {
  char child[] = "merged", *arguments[] = {child, NULL};
  MPI_Comm children;
  OK(MPI_Comm_spawn(self, arguments, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children,
                    MPI_ERRCODES_IGNORE));
  use_merged(children, 0);
}

/* The children know nothing of tasks; their parents' calls are made in some. */
static void use_plain(MPI_Comm other, int is_child) {
  MPI_Comm merged, twin;
  int in = 7, out = -1, root = is_child ? 0 : my_rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
  OK(MPI_Barrier(other));
  OK(MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, other));
  CHECK(out == 14, "the sum of the other side is %d", out);
  if (!is_child) in = 31;
  OK(MPI_Bcast(&in, 1, MPI_INT, root, other));
  CHECK(in == 31, "the root sent %d", in);
  OK(MPI_Intercomm_merge(other, is_child, &merged));
  OK(MPI_Comm_dup(merged, &twin));
  use(twin);
  OK(MPI_Comm_free(&twin));
  OK(MPI_Comm_free(&merged));
  OK(MPI_Comm_disconnect(&other));
}
static void check_plain(const char* self) {
  char child[] = "plain_child", *arguments[] = {child, NULL};
#pragma omp parallel
#pragma omp single
#pragma omp task
  {
    MPI_Comm children;
    OK(MPI_Comm_spawn(self, arguments, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children,
                      MPI_ERRCODES_IGNORE));
    use_plain(children, 0);
    use(MPI_COMM_WORLD);
  }
}
/* One rank's child meets the others, who have spawned nobody. */
static void use_bridged(MPI_Comm local, MPI_Comm bridge, int is_child) {
  MPI_Comm other;
  int in = 5, out = -1;
  OK(MPI_Intercomm_create(local, 0, bridge, is_child ? 0 : 1, 8, &other));
  OK(MPI_Barrier(other));
  OK(MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, other));
  CHECK(out == (is_child ? 10 : 5), "the sum of the other side is %d", out);
  OK(MPI_Comm_free(&other));
}
static void check_bridged(const char* self) {
  char child[] = "bridged_child", *arguments[] = {child, NULL};
#pragma omp parallel
#pragma omp single
#pragma omp task
  {
    MPI_Comm children, bridge = MPI_COMM_NULL;
    if (my_rank == 0) {
      OK(MPI_Comm_spawn(self, arguments, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &children,
                        MPI_ERRCODES_IGNORE));
      OK(MPI_Intercomm_merge(children, 0, &bridge));
    }
    use_bridged(MPI_COMM_WORLD, bridge, 0);
    if (my_rank == 0) {
      OK(MPI_Comm_free(&bridge));
      OK(MPI_Comm_disconnect(&children));
    }
  }
}
static int run_plain_child(int is_bridged) {
  MPI_Comm parent, bridge;
  MPI_Init(NULL, NULL);
  OK(MPI_Comm_get_parent(&parent));
  if (is_bridged) {
    OK(MPI_Intercomm_merge(parent, 1, &bridge));
    use_bridged(MPI_COMM_WORLD, bridge, 1);
    OK(MPI_Comm_free(&bridge));
    OK(MPI_Comm_disconnect(&parent));
  } else {
    use_plain(parent, 1);
  }
  MPI_Finalize();
  return 0;
}

static void check_ports(void) {
  char port[MPI_MAX_PORT_NAME] = "";
  if (my_rank == 0) OK(MPI_Open_port(MPI_INFO_NULL, port));
  OK(MPI_Bcast(port, sizeof port, MPI_CHAR, 0, MPI_COMM_WORLD));
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    {
      MPI_Comm other;
      if (my_rank == 0) {
        OK(MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &other));
      } else {
        wait_for_the_word();
        OK(MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &other));
      }
      meet(&other, my_rank, 1 - my_rank);
    }
#pragma omp task
    if (my_rank == 0) give_the_word();
  }
  if (my_rank == 0) OK(MPI_Close_port(port));
}

static void check_join(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  int fd = socket(AF_INET, SOCK_STREAM, 0), listening = fd;
  if (my_rank == 0) {
    CHECK(bind(fd, (struct sockaddr*)&address, length) == 0 && listen(fd, 1) == 0, "no port");
    getsockname(fd, (struct sockaddr*)&address, &length);
  }
  OK(MPI_Bcast(&address, sizeof address, MPI_BYTE, 0, MPI_COMM_WORLD));
  if (my_rank == 0)
    fd = accept(listening, NULL, NULL);
  else
    CHECK(connect(fd, (struct sockaddr*)&address, sizeof address) == 0, "no connection");
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    {
      MPI_Comm other;
      if (my_rank == 1) wait_for_the_word();
      OK(MPI_Comm_join(fd, &other));
      meet(&other, my_rank, 1 - my_rank);
    }
#pragma omp task
    if (my_rank == 0) give_the_word();
  }
  close(fd);
  if (my_rank == 0) close(listening);
}

static void check_names(void) {
  char port[MPI_MAX_PORT_NAME] = "", found[MPI_MAX_PORT_NAME] = "", name[60];
  snprintf(name, sizeof name, "tidemill-test-%ld", (long)getppid());
  OK(MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD));
#pragma omp parallel
#pragma omp single
#pragma omp task
  if (my_rank == 0) {
    OK(MPI_Open_port(MPI_INFO_NULL, port));
    OK(MPI_Publish_name(name, MPI_INFO_NULL, port));
    OK(MPI_Ssend(port, sizeof port, MPI_CHAR, 1, 2, MPI_COMM_WORLD));
    OK(MPI_Recv(NULL, 0, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    OK(MPI_Unpublish_name(name, MPI_INFO_NULL, port));
    OK(MPI_Close_port(port));
  } else {
    OK(MPI_Recv(port, sizeof port, MPI_CHAR, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    OK(MPI_Lookup_name(name, MPI_INFO_NULL, found));
    CHECK(strcmp(port, found) == 0, "'%s' is published as '%s'", port, found);
    OK(MPI_Ssend(NULL, 0, MPI_INT, 0, 3, MPI_COMM_WORLD));
  }
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "spawn";
  if (strcmp(what, "plain_child") == 0) return run_plain_child(0);
  if (strcmp(what, "bridged_child") == 0) return run_plain_child(1);
  start_mpi(MPI_TASK_MULTIPLE);
  MPI_Comm parent;
  OK(MPI_Comm_get_parent(&parent));
  if (parent != MPI_COMM_NULL) {
    if (strcmp(what, "merged") == 0)
      use_merged(parent, 1);
    else
      run_child(parent);
    MPI_Finalize();
    return 0;
  }
  CHECK(rank_count == 2, "runs on 2 ranks, not %d", rank_count);
  if (strcmp(what, "spawn") == 0) check_spawn(argv[0]);
  if (strcmp(what, "merged") == 0) check_merged(argv[0]);
  if (strcmp(what, "plain") == 0) check_plain(argv[0]);
  if (strcmp(what, "bridged") == 0) check_bridged(argv[0]);
  if (strcmp(what, "ports") == 0) check_ports();
  if (strcmp(what, "join") == 0) check_join();
  if (strcmp(what, "names") == 0) check_names();
  finish_mpi("dynamic", 1);
  return 0;
}
