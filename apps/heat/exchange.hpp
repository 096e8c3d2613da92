// Boundary rows as a whole, by blocking calls, from one thread: what pure and forkjoin share.
#pragma once

#include "run.hpp"

namespace heat {

/// Gives the upper neighbour this rank's first row of the sweep before, and takes the upper
/// neighbour's last row of this sweep and the lower one's first row of the sweep before.
void exchange_before_sweep(Run& run);

/// Gives the lower neighbour this rank's last row of this sweep.
void exchange_after_sweep(Run& run);

/// Brings both halo rows up to date. To be called by all ranks.
void refresh_halos(Grid& grid);

}  // namespace heat
