// Initialisation, finalisation, error handlers and TAMPI's properties for Fortran, in terms of C's.
#include "fortran/wrapper.hpp"

namespace tidemill::mpi::fortran {

int init() { return mpi::init(nullptr, nullptr); }

int init_thread(void* required, void* provided) {
  return mpi::init_thread(nullptr, nullptr, integer(required), static_cast<MPI_Fint*>(provided));
}

int query_thread(void* provided) { return mpi::query_thread(static_cast<MPI_Fint*>(provided)); }

int finalize() { return mpi::finalize(); }

int comm_set_errhandler(void* comm, void* errhandler) {
  return error_handlers.set(comm_of(comm), PMPI_Errhandler_f2c(integer(errhandler)));
}

int comm_free(void* comm) {
  MPI_Comm c = comm_of(comm);
  const int code = mpi::comm_free(&c);
  *static_cast<MPI_Fint*>(comm) = PMPI_Comm_c2f(c);
  return code;
}

int session_init(SessionInit* original, SessionGetInfo* get_info, void* info, void* errhandler,
                 void* session) {
  const SessionInfo wanted(PMPI_Info_f2c(integer(info)));
  ErrorHandlers::note_function(PMPI_Errhandler_f2c(integer(errhandler)));
  if (wanted.task_aware()) enter_global_scope();
  MPI_Fint asked = PMPI_Info_c2f(wanted.asked());
  MPI_Fint code = MPI_SUCCESS;
  original(&asked, errhandler, session, &code);
  if (code != MPI_SUCCESS || !wanted.task_aware()) return code;
  MPI_Fint used = PMPI_Info_c2f(MPI_INFO_NULL);
  get_info(session, &used, &code);
  if (code != MPI_SUCCESS) return MPI_SUCCESS;
  MPI_Info said = PMPI_Info_f2c(used);
  session_begins(fortran_session(integer(session)), wanted, said);
  PMPI_Info_free(&said);
  return MPI_SUCCESS;
}

int session_get_info(SessionGetInfo* get_info, void* session, void* info) {
  const MPI_Fint code = inside_mpi([=] {
    MPI_Fint result = MPI_SUCCESS;
    get_info(session, info, &result);
    return result;
  });
  if (code == MPI_SUCCESS)
    tell_level(fortran_session(integer(session)), PMPI_Info_f2c(integer(info)));
  return code;
}

int session_finalize(SessionFinalize* original, void* session) {
  session_ends(fortran_session(integer(session)));
  MPI_Fint code = MPI_SUCCESS;
  original(session, &code);
  return code;
}

}  // namespace tidemill::mpi::fortran

using namespace tidemill::mpi::fortran;

#pragma GCC visibility push(default)
extern "C" {

void tampi_init_(void* required, void* provided, MPI_Fint* ierror) {
  Result result(ierror);
  result = TAMPI_Init(integer(required), static_cast<MPI_Fint*>(provided));
}

void tampi_finalize_(MPI_Fint* ierror) {
  Result result(ierror);
  result = TAMPI_Finalize();
}

void tampi_property_get_(void* property, void* value, MPI_Fint* ierror) {
  Result result(ierror);
  result = TAMPI_Property_get(integer(property), static_cast<MPI_Fint*>(value));
}

void tampi_property_set_(void* property, void* value, MPI_Fint* ierror) {
  Result result(ierror);
  result = TAMPI_Property_set(integer(property), integer(value));
}

void tampi_blocking_enabled_(void* flag, MPI_Fint* ierror) {
  Result result(ierror);
  result = TAMPI_Blocking_enabled(static_cast<MPI_Fint*>(flag));
}

void tampi_nonblocking_enabled_(void* flag, MPI_Fint* ierror) {
  Result result(ierror);
  result = TAMPI_Nonblocking_enabled(static_cast<MPI_Fint*>(flag));
}

[[gnu::alias("tampi_init_")]] decltype(tampi_init_) tampi_init__;
[[gnu::alias("tampi_finalize_")]] decltype(tampi_finalize_) tampi_finalize__;
[[gnu::alias("tampi_property_get_")]] decltype(tampi_property_get_) tampi_property_get__;
[[gnu::alias("tampi_property_set_")]] decltype(tampi_property_set_) tampi_property_set__;
[[gnu::alias(
    "tampi_blocking_enabled_")]] decltype(tampi_blocking_enabled_) tampi_blocking_enabled__;
[[gnu::alias("tampi_nonblocking_enabled_")]] decltype(tampi_nonblocking_enabled_)
    tampi_nonblocking_enabled__;

}  // extern "C"
#pragma GCC visibility pop
