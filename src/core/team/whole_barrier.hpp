// A whole barrier: passed when all members have come but those who were told to leave a cancelled
// region. Where compilers can't leave before the others have come (copy_from_single()).
//
// Its word, Team::whole, has the number of the barrier and how many have arrived. Whoever finds
// that these and those at the region's end are all there are changes the word to the next number,
// by one CAS. An arrival (`whole`), a going (`at_rest`, `primary_gone`) and a sleeper's arming
// (team/barrier.cpp) are seq_cst and before the look at the others' words: of two, one sees the
// other. Who waits looks itself; for those who sleep, who arrives and who goes does. Nobody is
// counted twice: who arrives hasn't gone; one that looks late, from the region's end before, is
// itself missing from the sum.
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
