// The state machine of a worker without work (core/sched/idle_state.hpp): what each transition of
// its table needs, as numbers. No thread, no clock.
#include "core/sched/idle_state.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tidemill::core {
namespace {

constexpr auto kSearching = IdleState::searching, kSleepy = IdleState::sleepy;
constexpr auto kPoller = IdleState::poller, kParked = IdleState::parked;

/// Plenty of processors, no services, nothing said by the user; long past the first looks.
IdleFacts idle(IdleState state, std::uint64_t us) {
  return {.state = state, .idle_us = us, .looks = 10};
}
/// The same beside polling services, which it has just run.
IdleFacts polling(IdleState state, std::uint64_t us) {
  IdleFacts f = idle(state, us);
  f.services = f.polled = true;
  return f;
}
IdleFacts oversubscribed(IdleFacts f) {
  f.many_members = f.oversubscribed = true;
  return f;
}
IdleFacts passive(IdleFacts f) {
  f.block_us = 0;
  return f;
}
IdleFacts with(IdleFacts f, bool IdleFacts::*fact) {
  f.*fact = true;
  return f;
}

struct Row {
  std::string says;
  IdleFacts facts;
  IdleChoice next;
};

void expect_all(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    const IdleChoice next = next_state(row.facts);
    EXPECT_EQ(static_cast<int>(next.state), static_cast<int>(row.next.state)) << row.says;
    EXPECT_EQ(static_cast<int>(next.act), static_cast<int>(row.next.act)) << row.says;
    EXPECT_EQ(next.polls_first, row.next.polls_first) << row.says;
  }
}

TEST(IdleState, HoldsItsCoreAtFirst) {
  IdleFacts first_look = passive(idle(kSearching, 0));
  first_look.looks = 0;
  expect_all({
      {"young", idle(kSearching, 1), {kSearching, IdleAct::hold}},
      {"a poller after an event", polling(kPoller, 1), {kPoller, IdleAct::hold}},
      {"sleepy before", idle(kSleepy, 1), {kSearching, IdleAct::hold}},
      {"oversubscribed, polls",
       oversubscribed(polling(kSearching, 1)),
       {kSearching, IdleAct::hold}},
      {"2 us old", idle(kSearching, 2), {kSearching, IdleAct::offer}},
      {"passive", passive(idle(kSearching, 1)), {kParked, IdleAct::sleep}},
      {"passive, before three looks", first_look, {kSearching, IdleAct::look}},
      {"oversubscribed", oversubscribed(idle(kSearching, 1)), {kSearching, IdleAct::offer_own}},
  });
}

TEST(IdleState, GivesItsCoreAwayUntilTheWaitIsOld) {
  IdleFacts told = idle(kSearching, 9'000);
  told.block_us = 10'000;
  IdleFacts told_less = idle(kSearching, 50);
  told_less.block_us = 50;
  IdleFacts told_less_polls = polling(kSearching, 59);
  told_less_polls.block_us = 50;
  IdleFacts alone = oversubscribed(polling(kPoller, 50));
  alone.one_processor = true;
  expect_all({
      {"4,999 us", idle(kSearching, 4'999), {kSearching, IdleAct::offer}},
      {"5,000 us", idle(kSearching, 5'000), {kParked, IdleAct::sleep}},
      {"as long as the user says", told, {kSearching, IdleAct::offer}},
      {"no longer", told_less, {kParked, IdleAct::sleep}},
      {"but while messages may come", told_less_polls, {kSearching, IdleAct::offer, true}},
      {"with services 59 us", polling(kSearching, 59), {kSearching, IdleAct::offer, true}},
      {"a poller 5 ms", polling(kPoller, 4'999), {kPoller, IdleAct::offer, true}},
      {"beside one who polls",
       with(polling(kPoller, 100), &IdleFacts::other_polls),
       {kPoller, IdleAct::offer_own, true}},
      {"too few looks", {.idle_us = 6'000, .looks = 2}, {kSearching, IdleAct::offer}},
      {"too few looks, oversubscribed",
       oversubscribed({.idle_us = 6'000, .looks = 2}),
       {kSearching, IdleAct::offer_own}},
      {"oversubscribed, no lease, too few looks",
       oversubscribed({.idle_us = 50, .looks = 1, .services = true, .other_polls = true}),
       {kSearching, IdleAct::offer_own}},
      {"oversubscribed poller", oversubscribed(polling(kPoller, 99)), {kPoller, IdleAct::offer}},
      {"the same on one processor", alone, {kPoller, IdleAct::offer_own}},
      {"leaves deques alone",
       with(idle(kSearching, 6'000), &IdleFacts::leaves_deques),
       {kSearching, IdleAct::offer}},
  });
}

TEST(IdleState, KeepsACoreThatIsAwayForLong) {
  const auto kept = [](IdleFacts f) { return with(f, &IdleFacts::core_kept); };
  IdleFacts one_processor = oversubscribed(polling(kPoller, 70));
  one_processor.one_processor = true;
  expect_all({
      {"sleeps sooner", kept(idle(kSearching, 100)), {kParked, IdleAct::sleep}},
      {"but looks first", kept({.idle_us = 100, .looks = 2}), {kSearching, IdleAct::look}},
      {"polls for what comes soon",
       kept(polling(kSearching, 59)),
       {kSearching, IdleAct::look, true}},
      {"sleeps for what doesn't", kept(polling(kPoller, 60)), {kPoller, IdleAct::sleep, true}},
      {"passive doesn't poll on", kept(passive(polling(kSearching, 1))), {kParked, IdleAct::sleep}},
      {"oversubscribed at once",
       kept(oversubscribed(idle(kSearching, 1))),
       {kParked, IdleAct::sleep}},
      {"beside one who polls",
       kept(with(polling(kPoller, 100), &IdleFacts::other_polls)),
       {kPoller, IdleAct::sleep, true}},
      {"on one processor", kept(one_processor), {kPoller, IdleAct::sleep}},
  });
}

TEST(IdleState, IsSleepyWhereItIsNotToSleep) {
  const auto put_off = [](IdleFacts f) { return with(f, &IdleFacts::put_off); };
  const auto leaves = [](IdleFacts f) {
    return with(with(f, &IdleFacts::leaves_deques), &IdleFacts::core_kept);
  };
  expect_all({
      {"tries in vain", put_off(idle(kSearching, 6'000)), {kSleepy, IdleAct::put_off}},
      {"still", put_off(idle(kSleepy, 6'000)), {kSleepy, IdleAct::put_off}},
      {"no more", idle(kSleepy, 6'000), {kParked, IdleAct::sleep}},
      {"a core that is kept",
       put_off(with(idle(kSleepy, 6'000), &IdleFacts::core_kept)),
       {kParked, IdleAct::sleep}},
      {"few cores", put_off(oversubscribed(idle(kSearching, 6'000))), {kSleepy, IdleAct::nap}},
      {"passive", put_off(passive(idle(kSearching, 6'000))), {kSleepy, IdleAct::nap}},
      {"not beside services",
       put_off(passive(polling(kSearching, 6'000))),
       {kParked, IdleAct::sleep}},
      {"a poller in vain", put_off(polling(kPoller, 6'000)), {kPoller, IdleAct::put_off}},
      {"leaves deques alone", leaves(idle(kSearching, 6'000)), {kSleepy, IdleAct::rest}},
      {"a passive one that does", leaves(passive(idle(kSearching, 1))), {kSleepy, IdleAct::rest}},
      {"a poller that does", leaves(polling(kPoller, 100)), {kPoller, IdleAct::rest, true}},
      {"a long poll",
       with(polling(kPoller, 6'000), &IdleFacts::long_poll),
       {kPoller, IdleAct::look}},
      {"a long poll without the lease",
       with(polling(kSearching, 6'000), &IdleFacts::long_poll),
       {kSearching, IdleAct::look}},
      {"one that wasn't its own",
       with(idle(kSearching, 6'000), &IdleFacts::long_poll),
       {kParked, IdleAct::sleep}},
  });
}

TEST(IdleState, Sleeps) {
  IdleFacts slow_naps = oversubscribed(polling(kPoller, 100));
  slow_naps.nap_excess_us = 40;
  IdleFacts slower = slow_naps;
  slower.idle_us = 320;
  IdleFacts slowest = oversubscribed(polling(kPoller, 1'000));
  slowest.nap_excess_us = 900;
  expect_all({
      {"passive at once", passive(idle(kSearching, 2)), {kParked, IdleAct::sleep}},
      {"oversubscribed at once", oversubscribed(idle(kSearching, 2)), {kParked, IdleAct::sleep}},
      {"who doesn't poll", polling(kSearching, 60), {kParked, IdleAct::sleep}},
      {"a poller naps", polling(kPoller, 5'000), {kPoller, IdleAct::sleep}},
      {"sooner when oversubscribed",
       oversubscribed(polling(kPoller, 100)),
       {kPoller, IdleAct::sleep}},
      {"unless naps take long", slow_naps, {kPoller, IdleAct::offer}},
      {"so many times as long", slower, {kPoller, IdleAct::sleep}},
      {"a millisecond at most", slowest, {kPoller, IdleAct::sleep}},
  });
}

TEST(IdleState, LeavesTheCoreToWhomItHasWoken) {
  const auto woke = [](IdleFacts f) { return with(f, &IdleFacts::woke_another); };
  expect_all({
      {"oversubscribed", woke(oversubscribed(polling(kPoller, 0))), {kPoller, IdleAct::nap_beside}},
      {"cores enough", woke(polling(kPoller, 0)), {kPoller, IdleAct::hold}},
      {"no poller", woke(oversubscribed(polling(kSearching, 0))), {kSearching, IdleAct::hold}},
      {"passive", woke(passive(oversubscribed(polling(kPoller, 0)))), {kPoller, IdleAct::sleep}},
      {"leaves deques alone",
       with(woke(oversubscribed(polling(kPoller, 0))), &IdleFacts::leaves_deques),
       {kPoller, IdleAct::hold}},
  });
}

TEST(IdleState, AsksForTheLease) {
  EXPECT_FALSE(wants_lease(polling(kSearching, 59)));
  EXPECT_TRUE(wants_lease(polling(kSearching, 60)));
  EXPECT_TRUE(wants_lease(polling(kSleepy, 4'999)));
  EXPECT_FALSE(wants_lease(polling(kSearching, 5'000)));  // it is about to nap
  EXPECT_FALSE(wants_lease(polling(kPoller, 60)));        // it has it
  EXPECT_FALSE(wants_lease(idle(kSearching, 60)));        // there is nothing to poll
  EXPECT_FALSE(wants_lease(passive(polling(kSearching, 60))));
  EXPECT_TRUE(wants_lease(oversubscribed(polling(kSearching, 2))));
  EXPECT_FALSE(wants_lease(oversubscribed(polling(kSearching, 100))));
}

TEST(IdleState, WakesAsThePollerOrNot) {
  EXPECT_EQ(state_after_sleep(true), kPoller);
  EXPECT_EQ(state_after_sleep(false), kSearching);
}

TEST(IdleState, NapsForAShareOfTheWait) {
  EXPECT_EQ(poller_nap_us(0), 5u);
  EXPECT_EQ(poller_nap_us(3'200), 100u);
  EXPECT_EQ(poller_nap_us(64'000), 1'000u);     // a large share up to a millisecond
  EXPECT_EQ(poller_nap_us(1'024'000), 2'000u);  // a small one beyond
  EXPECT_EQ(poller_nap_us(100'000'000), 4'000u);
}

}  // namespace
}  // namespace tidemill::core
