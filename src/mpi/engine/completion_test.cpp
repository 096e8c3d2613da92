#include "engine/completion_test.hpp"

#include "engine/inside_mpi.hpp"

namespace tidemill::mpi {

constinit ErrorHandlers error_handlers;
constinit NativeProgress native_progress;

namespace {

MPI_Errhandler quieted_handler = MPI_ERRHANDLER_NULL;  ///< WORLD's own, inside MPI, while quiet

}  // namespace

int ErrorHandlers::set(MPI_Comm comm, MPI_Errhandler handler) {
  return inside_mpi([&] {
    const int code = PMPI_Comm_set_errhandler(comm, handler);
    if (code == MPI_SUCCESS) note_function(handler);
    if (!kTestForgetsCommunicator || code != MPI_SUCCESS) return code;
    note(handler);
    if (comm == MPI_COMM_WORLD) {
      world_needs_quiet_.store(handler != MPI_ERRORS_RETURN, std::memory_order_relaxed);
    }
    return code;
  });
}

int ErrorHandlers::run(MPI_Comm comm, int code) {
  if (comm == MPI_COMM_NULL && kTestForgetsCommunicator) comm = MPI_COMM_WORLD;
  if (comm != MPI_COMM_NULL) inside_mpi([&] { return PMPI_Comm_call_errhandler(comm, code); });
  return code;
}

/// Only what a quiet WORLD would have given is mended: not every MPI lets all that is made inherit.
[[gnu::noinline]] void ErrorHandlers::inherit_slow(MPI_Comm made) {
  inside_mpi([made] {
    MPI_Errhandler worlds = MPI_ERRHANDLER_NULL, found = MPI_ERRHANDLER_NULL;
    PMPI_Comm_get_errhandler(made, &found);
    PMPI_Comm_get_errhandler(MPI_COMM_WORLD, &worlds);
    if (found == MPI_ERRORS_RETURN) PMPI_Comm_set_errhandler(made, worlds);
    PMPI_Errhandler_free(&found);
    PMPI_Errhandler_free(&worlds);
  });
}

[[gnu::noinline]] bool test_in_batch_slow(MPI_Request* request, MPI_Status* status, int* code) {
  int found = 0;
  int where = 0;
  MPI_Status own{};
  const int result = PMPI_Testsome(1, request, &found, &where, &own);
  *code = result == MPI_ERR_IN_STATUS ? own.MPI_ERROR : result;
  // Inactive: done, and nothing can be wrong with it.
  if (found == MPI_UNDEFINED) *code = PMPI_Test(request, &found, &own);
  const bool over = found > 0 || *code != MPI_SUCCESS;
  if (over && status != MPI_STATUS_IGNORE) {
    own.MPI_ERROR = status->MPI_ERROR;  // not for a call of one request to write
    *status = own;
  }
  return over;
}

int test_complete(int count, MPI_Request* requests, int* done, int* where, MPI_Status* statuses) {
  // Requests with a poll function, as MPICH's of files, get done by being tested only.
  constexpr unsigned kTestAnyway = 8;
  static unsigned looks = 0;  // inside MPI only
  if (++looks % kTestAnyway == 0) return PMPI_Testsome(count, requests, done, where, statuses);
  int result = MPI_SUCCESS;
  *done = 0;
  for (int i = 0; i < count; ++i) {
    if (requests[i] == MPI_REQUEST_NULL || !native_progress.is_complete(requests[i])) continue;
    MPI_Status& status = statuses[*done];
    int code = MPI_SUCCESS;
    if (!test_quiet(&requests[i], &status, &code)) continue;
    status.MPI_ERROR = code;
    if (code != MPI_SUCCESS) result = MPI_ERR_IN_STATUS;
    where[(*done)++] = i;
  }
  return result;
}

[[gnu::noinline]] void ErrorHandlers::quiet_slow() {
  PMPI_Comm_get_errhandler(MPI_COMM_WORLD, &quieted_handler);
  PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
}

[[gnu::noinline]] void ErrorHandlers::restore_slow() {
  PMPI_Comm_set_errhandler(MPI_COMM_WORLD, quieted_handler);
  PMPI_Errhandler_free(&quieted_handler);
}

}  // namespace tidemill::mpi
