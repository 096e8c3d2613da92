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

#include "core/model/team.hpp"

namespace tidemill::core {

// What Team::whole holds.
inline std::uint32_t barrier_number(std::uint64_t whole) noexcept {
  return static_cast<std::uint32_t>(whole >> 32);
}
inline std::uint32_t arrivals(std::uint64_t whole) noexcept {
  return static_cast<std::uint32_t>(whole);
}

/// By a member, its descendants over: the number of the barrier at which it has arrived.
inline std::uint32_t arrive_at_whole(Team& team) noexcept {
  // acq_rel: release our part, acquire everybody's when last; the number can't change before.
  // seq_cst: before the look at who has gone.
  return barrier_number(team.whole.fetch_add(1, std::memory_order_seq_cst));
}

/// By a member at the end of a cancelled region: the number of the barrier that others may be at.
inline std::uint32_t count_going(Team& team, const Member& self) noexcept {
  // seq_cst: before the look at `whole`; the others have counted themselves in at_rest.
  if (self.number == 0) team.primary_gone.store(true, std::memory_order_seq_cst);
  return barrier_number(team.whole.load(std::memory_order_seq_cst));
}

/// `passed_now`: the caller has to wake the others.
enum class Whole : std::uint8_t { waits, passed, passed_now };
inline Whole look_at_whole(Team& team, std::uint32_t number) noexcept {
  // seq_cst, the loads: after arriving, going or arming, each of which is, too. acquire:
  // everybody's part, from their fetch_add.
  std::uint64_t now = team.whole.load(std::memory_order_seq_cst);
  if (barrier_number(now) != number) return Whole::passed;
  const std::uint32_t gone =
      team.at_rest.load(std::memory_order_seq_cst) +
      static_cast<std::uint32_t>(team.primary_gone.load(std::memory_order_seq_cst));
  if (arrivals(now) == 0 || arrivals(now) + gone != static_cast<std::uint32_t>(team.size))
    return Whole::waits;
  // acq_rel: everybody's part, for those who see the new number. seq_cst: before the look at
  // barrier_sleepers. It fails only if somebody else has done it: no arrival is missing.
  const std::uint64_t next = std::uint64_t{number + 1} << 32;
  return team.whole.compare_exchange_strong(now, next, std::memory_order_seq_cst)
             ? Whole::passed_now
             : Whole::passed;
}

}  // namespace tidemill::core
