// The objects that stand for MPI_STATUS_IGNORE, MPI_BOTTOM and MPI_IN_PLACE in Fortran. They live
// in MPI's Fortran libraries, which a C program does not have: all weak.
#include "fortran/wrapper.hpp"

#pragma GCC visibility push(default)
extern "C" {
// mpif.h, of every MPI: pointers to the program's objects.
[[gnu::weak]] extern MPI_Fint* MPI_F_STATUS_IGNORE;
[[gnu::weak]] extern MPI_Fint* MPI_F_STATUSES_IGNORE;
// Open MPI: objects of every interface.
[[gnu::weak]] extern char mpi_fortran_bottom_;
[[gnu::weak]] extern char mpi_fortran_in_place_;
// mpi_f08 of MPICH: objects of their own. The pointers are mpif.h's, set when it is first called.
[[gnu::weak]] extern char MPIR_F08_MPI_STATUS_IGNORE_OBJ_ __asm__("MPIR_F08_MPI_STATUS_IGNORE_OBJ");
[[gnu::weak]] extern char MPIR_F08_MPI_STATUSES_IGNORE_OBJ_ __asm__(
    "MPIR_F08_MPI_STATUSES_IGNORE_OBJ");
[[gnu::weak]] extern char f08_bottom __asm__("MPIR_F08_MPI_BOTTOM");
[[gnu::weak]] extern char f08_in_place __asm__("MPIR_F08_MPI_IN_PLACE");
[[gnu::weak]] extern void* f77_bottom __asm__("MPIR_F_MPI_BOTTOM");
[[gnu::weak]] extern void* f77_in_place __asm__("MPIR_F_MPI_IN_PLACE");
}
#pragma GCC visibility pop

namespace tidemill::mpi::fortran {
namespace {

bool is(const void* argument, const void* object) { return object && argument == object; }

}  // namespace

MPI_Status* written_status(void* status) {
  const bool ignored = (&MPI_F_STATUS_IGNORE && is(status, MPI_F_STATUS_IGNORE)) ||
                       is(status, &MPIR_F08_MPI_STATUS_IGNORE_OBJ_);
  return ignored ? nullptr : static_cast<MPI_Status*>(status);
}

MPI_Status* all_written_statuses(void* statuses) {
  const bool ignored = (&MPI_F_STATUSES_IGNORE && is(statuses, MPI_F_STATUSES_IGNORE)) ||
                       is(statuses, &MPIR_F08_MPI_STATUSES_IGNORE_OBJ_);
  return ignored ? nullptr : static_cast<MPI_Status*>(statuses);
}

void* c_buffer(void* buffer) {
  if (is(buffer, &mpi_fortran_bottom_)) return MPI_BOTTOM;
  if (is(buffer, &mpi_fortran_in_place_)) return MPI_IN_PLACE;
  return buffer;
}

void* choice(void* buffer) {
  if (is(buffer, &f08_bottom) && &f77_bottom) return f77_bottom;
  if (is(buffer, &f08_in_place) && &f77_in_place) return f77_in_place;
  return buffer;
}

}  // namespace tidemill::mpi::fortran
