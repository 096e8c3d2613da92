// Measures a solve of an application with MPI.
#pragma once

#include <mpi.h>

#include <functional>

#include "measurement.hpp"
#include "meter.hpp"
#include "variants.hpp"

namespace app {

/// The threads a variant runs on; they exist afterwards.
int start_threads(Workers workers);

/// Has `solve` done, and measures it alone: ranks have met before, and the slowest one counts.
/// Fills in ranks, seconds, computing and communicating. Collective over `comm`.
void measure(MPI_Comm comm, Measurement& measurement, const Meter& meter,
             const std::function<void()>& solve);

}  // namespace app
