// The calling thread's team in its league (teams construct).
#pragma once

#include "abi/kmpc/self.hpp"

namespace tidemill::kmpc {

inline int team_number() noexcept { return 0; }
inline int team_count() noexcept { return 1; }

}  // namespace tidemill::kmpc
