#include "thread_level.hpp"

#include <TAMPI.h>

#include <string>

#include "error.hpp"

namespace app {
namespace {

const char* level_name(int level) {
  switch (level) {
    case MPI_THREAD_SINGLE:
      return "MPI_THREAD_SINGLE";
    case MPI_THREAD_FUNNELED:
      return "MPI_THREAD_FUNNELED";
    case MPI_THREAD_SERIALIZED:
      return "MPI_THREAD_SERIALIZED";
    case MPI_THREAD_MULTIPLE:
      return "MPI_THREAD_MULTIPLE";
    default:
      return "MPI_TASK_MULTIPLE";
  }
}

}  // namespace

int mpi_level(MpiLevel level) {
  switch (level) {
    case MpiLevel::serialized:
      return MPI_THREAD_SERIALIZED;
    case MpiLevel::multiple:
      return MPI_THREAD_MULTIPLE;
    case MpiLevel::task_multiple:
      return MPI_TASK_MULTIPLE;
    default:
      return MPI_THREAD_SINGLE;
  }
}

int require_level(std::string_view variant, MpiLevel least, int provided,
                  std::string_view otherwise) {
  int weakest = provided;
  MPI_Allreduce(&provided, &weakest, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  const int needed = mpi_level(least);
  if (weakest < needed) {
    throw UsageError("MPI provides " + std::string(level_name(weakest)) + ", but " +
                     std::string(variant) + " needs " + level_name(needed) +
                     ": use an MPI built with thread support" + std::string(otherwise));
  }
  return weakest;
}

}  // namespace app
