// The layer's environment variables (docs/environment.md). Each is read once, where it is first
// asked for; a value that is not understood gives one warning then.
#pragma once

namespace tidemill::mpi {

/// TIDEMILL_TASK_AWARE, which `tidemill run --task-aware` sets: for programs that can't ask for
/// MPI_TASK_MULTIPLE themselves.
bool task_aware_by_user();

enum class BackendWish { test, progress, async };  ///< TIDEMILL_MPI_BACKEND
BackendWish wished_backend();

enum class CollectivesWish { messages, mpi };  ///< TIDEMILL_MPI_COLLECTIVES
CollectivesWish wished_collectives();

enum class ThreadsWish { automatic, serialized, multiple };  ///< TIDEMILL_MPI_THREADS
ThreadsWish wished_threads();

/// warn() about a variable's value. KMP_WARNINGS=0 silences it, as it does the runtime's.
[[gnu::format(printf, 1, 2)]] void warn_of_setting(const char* format, ...);

}  // namespace tidemill::mpi

/// Prints them on stderr as omp_display_env does the runtime's, for `tidemill info`.
extern "C" [[gnu::visibility("default")]] void tidemill_mpi_display_settings();
