// What MPI is asked to provide, and whether it did.
#pragma once

#include <mpi.h>

#include <string_view>

#include "variants.hpp"

namespace app {

/// MPI's own constant, or TAMPI's.
int mpi_level(MpiLevel level);

/// The least that any rank was provided, one of MPI's or TAMPI's constants. Less than `least` is an
/// error that names `variant`: throws UsageError. `otherwise` ends the message: what needs less.
/// Collective over MPI_COMM_WORLD.
int require_level(std::string_view variant, MpiLevel least, int provided,
                  std::string_view otherwise = ", or the variant pure");

}  // namespace app
