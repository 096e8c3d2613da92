#include "c/session.hpp"

#include <string_view>

#include "c/enabling.hpp"
#include "c/layer.hpp"

namespace tidemill::mpi {
namespace {

constexpr char kThreadLevel[] = "thread_level";

// Sessions alive, and whether the first task-aware one began the layer. Under MPI's own rule that
// sessions begin and end on one thread at a time with respect to the layer's users.
int sessions = 0;
bool began_by_session = false;

}  // namespace

SessionInfo::SessionInfo(MPI_Info info) : asked_(info) {
  if (info == MPI_INFO_NULL) return;
  char value[MPI_MAX_INFO_VAL + 1] = "";
  int found = 0;
  PMPI_Info_get(info, kThreadLevel, MPI_MAX_INFO_VAL, value, &found);
  if (!found) return;
  const std::string_view level = value;
  if (level == "MPI_TASK_MULTIPLE") {
    task_aware_ = true;
    PMPI_Info_dup(info, &copy_);
    PMPI_Info_set(copy_, kThreadLevel, "MPI_THREAD_MULTIPLE");
    asked_ = copy_;
  } else if (level == "MPI_THREAD_MULTIPLE") {
    task_aware_ = task_aware_by_user();
  }
}

SessionInfo::~SessionInfo() {
  if (copy_ != MPI_INFO_NULL) PMPI_Info_free(&copy_);
}

void session_begins(bool task_aware) {
  ++sessions;
  if (task_aware && !tidemill::mpi::task_aware()) {
    began_by_session = true;
    begin_blocking_mode(MPI_TASK_MULTIPLE, MPI_THREAD_MULTIPLE);
  }
}

void session_ends() {
  if (--sessions > 0 || !began_by_session) return;
  began_by_session = false;
  end_task_awareness();
}

}  // namespace tidemill::mpi
