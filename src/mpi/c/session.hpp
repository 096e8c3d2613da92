// MPI_Session_init, MPI_Session_get_info and MPI_Session_finalize, where MPI has them (MPI-4): a
// session whose info says thread_level = MPI_TASK_MULTIPLE, or MPI_THREAD_MULTIPLE under `tidemill
// run --task-aware`, is task-aware if MPI provides MPI_THREAD_MULTIPLE, and with it the process,
// until the last such session ends (and the world model, if that is task-aware as well: see
// c/enabling.hpp). It is told so by its own info.
#pragma once

#include <cstdint>

#include "c/global_scope.hpp"
#include "engine/completion_test.hpp"
#include "engine/inside_mpi.hpp"
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
  /// By name: such a session is told MPI_TASK_MULTIPLE.
  bool asks_by_name() const { return copy_ != MPI_INFO_NULL; }
  MPI_Info asked() const { return asked_; }

 private:
  MPI_Info copy_ = MPI_INFO_NULL;
  MPI_Info asked_;
  bool task_aware_ = false;
};

/// Sessions by their handles, C's or Fortran's.
using SessionKey = std::uint64_t;
inline SessionKey fortran_session(int handle) {
  return SessionKey{1} << 63 | static_cast<std::uint32_t>(handle);
}

/// `used`: what MPI says of the session.
void session_begins(SessionKey session, const SessionInfo& wanted, MPI_Info used);
void session_ends(SessionKey session);
/// Corrects the level in what MPI says of the session. Not from inside MPI.
void tell_level(SessionKey session, MPI_Info used);

/// By templates, as an MPI before MPI-4 has no MPI_Session.
template <typename Original, typename GetInfo, typename Errhandler, typename Session>
int session_init(Original* original, GetInfo* get_info, MPI_Info info, Errhandler errhandler,
                 Session* session) {
  const SessionInfo wanted(info);
  ErrorHandlers::note_function(errhandler);
  if (wanted.task_aware()) enter_global_scope();
  const int code = original(wanted.asked(), errhandler, session);
  if (code != MPI_SUCCESS || !wanted.task_aware()) return code;
  MPI_Info used = MPI_INFO_NULL;
  if (get_info(*session, &used) != MPI_SUCCESS) return code;
  session_begins((SessionKey)*session, wanted, used);
  PMPI_Info_free(&used);
  return code;
}

template <typename GetInfo, typename Session>
int session_get_info(GetInfo* get_info, Session session, MPI_Info* used) {
  const int code = inside_mpi([=] { return get_info(session, used); });
  if (code == MPI_SUCCESS) tell_level((SessionKey)session, *used);
  return code;
}

template <typename Original, typename Session>
int session_finalize(Original* original, Session* session) {
  session_ends((SessionKey)*session);
  return original(session);
}

}  // namespace tidemill::mpi
