// The calling thread's team in its league (teams construct).
#pragma once

#include "abi/kmpc/self.hpp"

namespace tidemill::kmpc {

inline int team_number() noexcept { return self().team->league_number; }
inline int team_count() noexcept { return self().team->league_size; }

}  // namespace tidemill::kmpc
