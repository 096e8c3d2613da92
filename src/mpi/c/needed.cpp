// Linked into a program by -ltampi (src/mpi/CMakeLists.txt), so that it needs the layer and the
// runtime whatever it calls itself: many compilers link with --as-needed, and a Fortran program
// names no symbol of the layer's where MPI's Fortran functions are on top of C's.
#include "tidemill/tasking.h"

extern "C" int TAMPI_Init(int required, int* provided);

namespace {
using Any = void (*)();
[[gnu::used]] const Any needed[] = {reinterpret_cast<Any>(&TAMPI_Init),
                                    reinterpret_cast<Any>(&tidemill_get_current_event_counter)};
}  // namespace
