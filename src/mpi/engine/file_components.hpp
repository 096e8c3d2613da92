// Which of its components Open MPI uses for collective writes to files.
//
// Its default, "vulcan", makes a request for each of them, in a list that all files of the process
// share, and MPI_File_sync of any file returns MPI_ERR_OTHER while the list isn't empty (4.1 and
// 5.0). One task writes, another synchronises its own file: that is enough. Up to 4.1 the list has
// no lock either. Its other components write without a request.
//
// And the memory in which it converts data, of a view that isn't "native": what hands it out is
// made at the first such access, and the mark that it exists is set before it does. Two first
// accesses at once, also to two files, and one of them crashes (4.1 and 5.0).
#pragma once

namespace tidemill::mpi {

/// Leaves "vulcan" out, unless the user chose by OMPI_MCA_fcoll or `mpirun --mca fcoll`. Before the
/// process opens a file, as Open MPI looks at its components then. No thread may read the
/// environment meanwhile. Does nothing to other MPIs.
void prefer_file_components();

/// Has that memory made, before anybody has a file to access. `code`, MPI_File_open's, is returned.
int after_file_open(int code);

}  // namespace tidemill::mpi
