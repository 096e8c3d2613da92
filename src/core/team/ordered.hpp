// What loops need of ordered.cpp; everyone else sees worksharing.hpp.
#pragma once

namespace tidemill::core {

struct Member;

/// The member's chunk of an ordered loop is over: waits for its turn, and passes it on. Suspends.
void finish_ordered_chunk(Member& self);

}  // namespace tidemill::core
