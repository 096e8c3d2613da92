// What a worker without work does next: a state machine, as pure functions of numbers (no thread,
// clock or atomic). sched/idle.cpp collects the facts and carries out what is chosen.
//
// States
//   searching  awake: looks for work; holds its core at first, then offers it between the looks.
//   sleepy     it would sleep but isn't to yet: it offers its core, or naps unannounced, so that
//              nobody who pushes work is told of it.
//   poller     has the lease over the polling services (poll/lease.hpp): polls awake at first, then
//              naps in between. Its naps are announced as a parked worker's sleep is.
//   parked     asleep until it is woken: announced to who pushes work (suspend/announce.hpp), and
//              queued for the lease.
//
// Transitions. A row's first condition that holds decides; "old" is awake_us(), the age from which
// a wait is worth sleeping for.
//   from               when                                               to         does
//   poller             a poll of it has just woken another, which polls
//                      now, and the two share a core                      poller     nap_beside
//   searching, poller  wait younger than 2 us                             same       hold
//   searching          wait old, and the lease is to be had               poller     (asks first)
//   any                wait not old, or fewer than 3 looks, or others'
//                      deques are to be left alone; core isn't kept,
//                      waits aren't told to be passive                    same (1)   offer
//   any                as before, but somebody would keep the core, or
//                      passive; younger than 60 us with services and
//                      not passive, or fewer than 3 looks                 same (1)   look
//   any                others' deques are to be left alone                sleepy     rest
//   any                the last poll was long: data may be on its way     same (1)   look
//   any                the last tries to sleep were in vain, and cores
//                      are few and there are no services                  sleepy     nap
//   any                the same, but cores are plenty and not kept        sleepy     put_off
//   searching, sleepy  otherwise                                          parked (2) sleep
//   poller             otherwise                                          poller (2) sleep
//   parked             woken, and the lease has come to it                poller
//   parked             woken                                              searching
//   any                it takes work, or its wait is over                 (the object's end)
//   (1) but sleepy becomes searching. (2) whoever goes to sleep gets the lease if it is free, and
//   may have lost it to one that came later: that is decided under the lease's lock.
#pragma once

#include <cstdint>

namespace tidemill::core {

enum class IdleState : std::uint8_t { searching, sleepy, poller, parked };

enum class IdleAct : std::uint8_t {
  hold,        // the core: polls, or pauses, for a moment
  look,        // again, at once
  offer_own,   // offers the core to this process's threads first of all (suspend/in_place.hpp)
  offer,       // offers the core to anybody
  rest,        // sleeps for kRestNs
  put_off,     // offers the core to anybody, instead of a try to sleep
  nap,         // sleeps until its next try, unannounced
  nap_beside,  // sleeps announced, for kNapBesideUs at least
  sleep,       // sleeps announced: a poller for a nap, others until they are woken
};

struct IdleFacts {
  IdleState state = IdleState::searching;
  std::uint64_t idle_us = 0;        // age of the wait
  std::uint32_t looks = 0;          // in vain, so far
  std::int64_t block_us = -1;       // stay awake for so long, as the user says; -1: said nothing
  std::uint64_t nap_excess_us = 0;  // what a nap takes beyond its time (NapExcess)
  bool services = false;            // there are polling services
  bool polled = false;              // it ran them just now
  bool long_poll = false;           // that took suspiciously long (poll/moving.hpp)
  bool other_polls = false;         // another idle worker does
  bool woke_another = false;        // a poller's last poll did, and brought nothing for itself
  bool many_members = false;        // its team has more of them than there are processors
  bool oversubscribed = false;      // and so many are awake, or polls can't end the wait
  bool one_processor = false;       // for all of the process
  bool leaves_deques =
      false;               // others' tasks are too short to be worth it (ready/steal_feedback.hpp)
  bool put_off = false;    // its last tries to sleep were in vain
  bool core_kept = false;  // offered, it would be away for long
};

struct IdleChoice {
  IdleState state;
  IdleAct act;
  bool polls_first = false;  // for a moment; then not `act`, if that has brought something
  bool operator==(const IdleChoice&) const = default;
};

/// Is it to ask for the lease before it chooses? With the answer its state is `poller`, or as it
/// was.
bool wants_lease(const IdleFacts& facts) noexcept;

/// What to do next. Of `parked` it is the sleep that is to come; after it: state_after_sleep().
IdleChoice next_state(const IdleFacts& facts) noexcept;
constexpr IdleState state_after_sleep(bool has_lease) noexcept {
  return has_lease ? IdleState::poller : IdleState::searching;
}

/// The age from which a wait is worth sleeping for.
std::uint64_t awake_us(const IdleFacts& facts) noexcept;

/// What a poller's nap takes: a share of the time it has been idle, so that what it waits for is
/// noticed late by that share at most, and a long wait costs next to nothing.
std::uint64_t poller_nap_us(std::uint64_t idle_us) noexcept;

/// At least, beside a worker that polls without sleep: what comes, comes to that one first, and
/// each time the poller wakes it may take the core from that very poll. Twice as long each time it
/// finds that one at it again: with what comes after it a nap may cost half of the least.
inline constexpr std::uint64_t kNapBesideUs = 100;
inline constexpr std::uint64_t kNapBesideMostUs = 1000;

/// Naps longer than this are no part of a conversation.
inline constexpr std::uint64_t kLongNapUs = 1000;

inline constexpr std::uint64_t kRestNs = 20'000;

}  // namespace tidemill::core
