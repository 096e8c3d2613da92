// Where a plugin that is linked with the layer has been opened with RTLD_LOCAL, so has the layer.
// Open MPI makes MPI's own library global as it begins: calls that the plugin binds from then on
// (RTLD_LAZY) are looked up there first, and would go past the layer.
#pragma once

namespace tidemill::mpi {

/// Puts the layer into the global scope, if it isn't there, before MPI's library gets there. Before
/// MPI is initialised. The layer stays loaded.
void enter_global_scope();

}  // namespace tidemill::mpi
