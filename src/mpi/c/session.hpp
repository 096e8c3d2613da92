// MPI_Session_init and MPI_Session_finalize, where MPI has them (MPI-4): a session whose info says
// thread_level = MPI_TASK_MULTIPLE, or MPI_THREAD_MULTIPLE under `tidemill run --task-aware`, is
// task-aware, and with it the process, until the last such session ends. By one thread at a time.
#pragma once

#include "engine/mpi_api.hpp"

namespace tidemill::mpi {

/// What a session's info asks for. The copy, if there is one, asks MPI for MPI_THREAD_MULTIPLE.
class SessionInfo {
 public:
  explicit SessionInfo(MPI_Info info);
  ~SessionInfo();
  SessionInfo(const SessionInfo&) = delete;
  SessionInfo& operator=(const SessionInfo&) = delete;

  bool task_aware() const { return task_aware_; }
  MPI_Info asked() const { return asked_; }

 private:
  MPI_Info copy_ = MPI_INFO_NULL;
  MPI_Info asked_;
  bool task_aware_ = false;
};

void session_begins(bool task_aware);
void session_ends();

/// By templates, as an MPI before MPI-4 has no MPI_Session.
template <typename Original, typename Errhandler, typename Session>
int session_init(Original* original, MPI_Info info, Errhandler errhandler, Session* session) {
  const SessionInfo wanted(info);
  const int code = original(wanted.asked(), errhandler, session);
  if (code == MPI_SUCCESS) session_begins(wanted.task_aware());
  return code;
}

template <typename Original, typename Session>
int session_finalize(Original* original, Session* session) {
  session_ends();
  return original(session);
}

}  // namespace tidemill::mpi
