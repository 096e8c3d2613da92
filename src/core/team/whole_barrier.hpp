// A whole barrier: passed when all members have come but those who were told to leave a cancelled
// region. Where compilers can't leave before the others have come (team/copyprivate.cpp).
//
// Its word, Team::whole, has the number of the barrier and how many have arrived. It is passed when
// these and those at the region's end are all there are: whoever finds that changes the word to the
// next number, by one CAS. Found by those who wait, whenever they look; and, for those who sleep,
// by who arrives and by who has gone to the end of a cancelled region and comes to sleep there. Of
// an arrival (`whole`) and a going (`at_rest`, `primary_gone`), both seq_cst and before the look at
// the other's word, one sees the other; and so do a sleeper's arming (team/barrier.cpp) and both.
// Nobody is counted twice: who arrives hasn't gone. One that looks late, from the region's end
// before, is itself missing from the sum. Nobody is left waiting: all but those who were told to
// leave come.
#pragma once

#include <cstdint>

namespace tidemill::core {

struct Member;
struct Team;

/// By a member, its descendants over: the number of the barrier at which it has arrived.
std::uint32_t arrive_at_whole(Team& team) noexcept;
/// By a member at the end of a cancelled region: the number of the barrier that others may be at.
std::uint32_t count_going(Team& team, const Member& self) noexcept;

/// `passed_now`: the caller has to wake the others.
enum class Whole : std::uint8_t { waits, passed, passed_now };
Whole look_at_whole(Team& team, std::uint32_t number) noexcept;

}  // namespace tidemill::core
