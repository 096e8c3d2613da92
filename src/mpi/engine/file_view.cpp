#include "engine/file_view.hpp"

#include <string_view>

namespace tidemill::mpi {

namespace {

/// MPI_File_get_view has made a copy of a derived type.
void free_copy(MPI_Datatype type) {
  int integers = 0, addresses = 0, types = 0, combiner = MPI_COMBINER_NAMED;
  PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
  if (combiner != MPI_COMBINER_NAMED) PMPI_Type_free(&type);
}

}  // namespace

bool view_converts(MPI_File file) {
  if (file == MPI_FILE_NULL) return false;
  MPI_Offset displacement = 0;
  MPI_Datatype element = MPI_DATATYPE_NULL, filetype = MPI_DATATYPE_NULL;
  char representation[MPI_MAX_DATAREP_STRING + 1] = "";
  if (PMPI_File_get_view(file, &displacement, &element, &filetype, representation) != MPI_SUCCESS)
    return false;
  free_copy(element);
  free_copy(filetype);
  return std::string_view(representation) != "native";
}

}  // namespace tidemill::mpi
