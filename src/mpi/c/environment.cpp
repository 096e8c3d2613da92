// MPI's beginning and end, the level of thread support, and error handlers as far as the engine has
// to know them.
#include <cstdlib>
#include <string_view>

#include "c/wrapper.hpp"
#include "engine/diagnostics.hpp"
#include "engine/thread_level.hpp"

using namespace tidemill::mpi;

namespace {

/// What MPI_Query_thread answers while the layer is enabled. Written by MPI_Init_thread.
int told_level = MPI_THREAD_SINGLE;

/// `tidemill run --task-aware`: for programs that can't ask for MPI_TASK_MULTIPLE themselves.
bool task_aware_by_user() {
  const char* value = std::getenv("TIDEMILL_TASK_AWARE");
  return value && *value && std::string_view(value) != "0";
}

const char* level_name(int level) {
  switch (level) {
    case MPI_THREAD_SINGLE:
      return "MPI_THREAD_SINGLE";
    case MPI_THREAD_FUNNELED:
      return "MPI_THREAD_FUNNELED";
    case MPI_THREAD_SERIALIZED:
      return "MPI_THREAD_SERIALIZED";
    default:
      return "a lower level";
  }
}

/// The user asked for task-awareness on the command line and doesn't get it: say so, once.
void warn_not_enabled(const char* who, int level, const char* remedy) {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank != 0) return;
  warn("--task-aware has no effect: %s %s, not MPI_THREAD_MULTIPLE; %s", who, level_name(level),
       remedy);
}

constexpr char kAskForMore[] = "have the program call MPI_Init_thread with MPI_THREAD_MULTIPLE";

}  // namespace

extern "C" {

int MPI_Init(int* argc, char*** argv) {
  const int code = PMPI_Init(argc, argv);
  if (code == MPI_SUCCESS && task_aware_by_user()) {
    warn_not_enabled("MPI_Init asks for", MPI_THREAD_SINGLE, kAskForMore);
  }
  return code;
}

int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  const bool by_user = required == MPI_THREAD_MULTIPLE && task_aware_by_user();
  if (required != MPI_TASK_MULTIPLE && !by_user) {
    const int code = PMPI_Init_thread(argc, argv, required, provided);
    if (code == MPI_SUCCESS && required < MPI_THREAD_MULTIPLE && task_aware_by_user()) {
      warn_not_enabled("the program asks for", required, kAskForMore);
    }
    return code;
  }
  const int level = thread_level_to_ask();
  const int code = PMPI_Init_thread(argc, argv, level, provided);
  if (code != MPI_SUCCESS) return code;
  if (*provided < level) {
    if (by_user) warn_not_enabled("MPI provides", *provided, "use an MPI with thread support");
    return code;
  }
  const int given = *provided;
  // A program that asked for MPI_THREAD_MULTIPLE may compare for equality: that is what it is told.
  told_level = by_user ? MPI_THREAD_MULTIPLE : MPI_TASK_MULTIPLE;
  *provided = told_level;
  engine.enable(given);
  return code;
}

int MPI_Query_thread(int* provided) {
  if (!engine.enabled()) return PMPI_Query_thread(provided);
  *provided = told_level;
  return MPI_SUCCESS;
}

int MPI_Finalize(void) {
  if (engine.enabled()) engine.disable();
  return PMPI_Finalize();
}

int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler) {
  return error_handlers.set(comm, errhandler);
}

}  // extern "C"
