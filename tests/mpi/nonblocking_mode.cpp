// TAMPI's non-blocking mode, from C++: at MPI_THREAD_MULTIPLE, without task-aware blocking calls,
// operations are bound to tasks; by overloads with and without a request. With an argument TAMPI is
// initialised by the program itself (TAMPI_PROPERTY_AUTO_INIT), and its blocking mode comes later.
#include <TAMPI.h>

#include <vector>

#include "check.h"

int main(int argc, char**) {
  const bool by_hand = argc > 1;
  if (by_hand) TAMPI_Property_set(TAMPI_PROPERTY_AUTO_INIT, 0);
  int provided = -1, flag = -1;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  CHECK(provided == MPI_THREAD_MULTIPLE, "provided %d", provided);
  TAMPI_Blocking_enabled(&flag);
  CHECK(flag == 0, "the blocking mode is on");
  if (by_hand) {
    CHECK(TAMPI_Init(MPI_TASK_MULTIPLE, &provided) == MPI_SUCCESS, "TAMPI_Init");
    CHECK(provided == MPI_TASK_MULTIPLE, "TAMPI_Init provided %d", provided);
    TAMPI_Blocking_enabled(&flag);
    CHECK(flag == 1, "the blocking mode is off");
  }
  constexpr int kCells = 200;
  const int peer = my_rank ^ 1;
  std::vector<int> out(kCells), in(kCells, -1);
  std::vector<MPI_Status> statuses(kCells);
  int checked = 0;
#pragma omp parallel
#pragma omp single
  for (int k = 0; k < kCells; ++k) {
    const int i = my_rank % 2 ? kCells - 1 - k : k;
    int *from = &out[i], *to = &in[i];
    MPI_Status* status = &statuses[i];
    *from = 100 * my_rank + i;
#pragma omp task depend(out : *to) firstprivate(i, to, status)
    {
      MPI_Request request = MPI_REQUEST_NULL;
      if (i % 3 == 0) {
        MPI_Irecv(to, 1, MPI_INT, peer, i, MPI_COMM_WORLD, &request);
        TAMPI_Iwait(&request, status);
      } else if (i % 3 == 1) {
        TAMPI_Irecv(to, 1, MPI_INT, peer, i, MPI_COMM_WORLD, &request, status);
      } else {
        TAMPI_Irecv(to, 1, MPI_INT, peer, i, MPI_COMM_WORLD, status);
      }
      CHECK(request == MPI_REQUEST_NULL, "the request is still there");
    }
#pragma omp task depend(in : *from) firstprivate(i, from)
    {
      MPI_Request request = MPI_REQUEST_NULL;
      if (i % 2)
        TAMPI_Isend(from, 1, MPI_INT, peer, i, MPI_COMM_WORLD, &request);
      else
        TAMPI_Isend(from, 1, MPI_INT, peer, i, MPI_COMM_WORLD);
    }
#pragma omp task depend(in : *to) firstprivate(i, to, status) shared(checked)
    {
      CHECK(*to == 100 * peer + i, "cell %d is %d", i, *to);
      check_status(status, peer, i, MPI_INT, 1);
#pragma omp atomic
      ++checked;
    }
  }
  CHECK(checked == kCells, "%d checked", checked);
  if (by_hand) TAMPI_Finalize();
  finish_mpi("nonblocking_mode", checked);
}
