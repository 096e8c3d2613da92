// Binding of threads to places (OpenMP 5.2, 10.1.3): which member of a team sits where is decided
// when the team is formed, by its primary thread; each kernel thread binds itself when it takes
// up its member. Without places in the environment nothing here does anything.
#pragma once

#include <atomic>

#include "core/settings/icvs.hpp"

namespace tidemill::core {

class Worker;
struct Member;
struct Team;

/// A worker whose binding isn't known: it has inherited its creator's.
inline constexpr int kUnknownPlace = -2;

/// True once a thread has been bound, from when on every thread has to look at its seat. relaxed:
/// set before the first team with places is formed, whose members get it with their task.
extern std::atomic<bool> seats_in_use;

void seat_team_slow(Team& team, ProcBind clause) noexcept;
void take_seat_slow(Worker& worker, const Member& member) noexcept;

/// The team is formed, its members not yet started. By its primary thread. `clause`: false_ for
/// none.
inline void seat_team(Team& team, ProcBind clause) noexcept {
  if (seats_in_use.load(std::memory_order_relaxed)) seat_team_slow(team, clause);
}

/// On the worker that carries the member, before the region's code.
inline void take_seat(Worker& worker, const Member& member) noexcept {
  if (seats_in_use.load(std::memory_order_relaxed)) take_seat_slow(worker, member);
}

/// Where the worker's thread is bound, kNoPlace if nowhere: at its member's seat; outside regions a
/// thread of the program's own keeps the place of its last one.
int place_of(Worker& worker) noexcept;

// OMP_DISPLAY_AFFINITY. Defined in abi/omp/affinity_format.cpp.

/// The thread takes up a member; prints when what it would print of its team and place isn't what
/// it printed last at this nesting level.
void display_affinity_if_new(Worker& worker, const Member& member);
/// If one of the team's members will print, all do. By the primary thread, when the members have
/// their seats and haven't begun: what their workers have printed is its own to change then.
void display_affinity_of_all_if_of_one(const Team& team) noexcept;

/// A thread has become a worker: seats its initial team. The process's first thread, when the
/// environment asks for binding (21.1.4), has its seat, but is bound no earlier than it has to be,
/// before its first region (10.1.3): threads that the program makes until then shall not inherit
/// one place.
void seat_initial(Worker& worker) noexcept;

}  // namespace tidemill::core
