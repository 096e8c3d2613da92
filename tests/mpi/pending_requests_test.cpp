// PendingRequests on a stand-in for MPI: which requests are done is the test's to say, and every
// call is counted. With both ways to ask: MPI_Testsome, or each request by
// MPIX_Request_is_complete. Each ticket must finish once, with its own statuses, whatever the
// order; and one sweep must look at a bounded number of requests, however many are in flight.

#include "engine/pending_requests.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "engine/completion_test.hpp"

namespace {

using tidemill::mpi::BoundRequest;
using tidemill::mpi::Entry;
using tidemill::mpi::PendingRequests;
using tidemill::mpi::Reporting;
using tidemill::mpi::Ticket;

enum class State : unsigned char { kPending, kDone, kFailed, kReported, kInactive };

// The stand-in's world. A handle is the number of a request, plus kFirstHandle.
std::vector<State> states;
long looked_at = 0;
std::vector<Ticket*> finished;

// MPI's handles are integers or pointers: a plain cast is right for both. The first numbers are
// predefined handles of the standard's ABI.
constexpr std::intptr_t kFirstHandle = 0x10000;
MPI_Request handle_of(int id) { return (MPI_Request)(kFirstHandle + id); }

int id_of(MPI_Request handle) { return static_cast<int>((std::intptr_t)handle - kFirstHandle); }

void finish_ticket(Ticket* ticket) { finished.push_back(ticket); }

// Of those bound alone, whose counters are the numbers of their requests.
std::vector<std::pair<int, int>> bound_codes;
std::vector<MPI_Comm> handlers_due;
void finish_bound(const BoundRequest& bound, int code, bool handler_due) {
  if (handler_due) handlers_due.push_back(bound.comm);
  bound_codes.emplace_back(static_cast<int>(reinterpret_cast<std::intptr_t>(bound.counter)), code);
}
constexpr PendingRequests::Finish finish{&finish_ticket, &finish_bound};

/// Reports request `id` if it is done, as MPI does: the handle goes, the tag tells which it was.
bool report(MPI_Request& handle, MPI_Status& status) {
  const int id = id_of(handle);
  if (states[id] != State::kDone && states[id] != State::kFailed) return false;
  status.MPI_TAG = id;
  status.MPI_ERROR = states[id] == State::kFailed ? MPI_ERR_TRUNCATE : MPI_SUCCESS;
  states[id] = State::kReported;
  handle = MPI_REQUEST_NULL;
  return true;
}

}  // namespace

extern "C" int PMPI_Testsome(int count, MPI_Request* requests, int* done, int* where,
                             MPI_Status* statuses) {
  looked_at += count;
  *done = 0;
  int code = MPI_SUCCESS, active = 0;
  for (int i = 0; i < count; ++i) {
    EXPECT_NE(requests[i], MPI_REQUEST_NULL);
    EXPECT_NE(states[id_of(requests[i])], State::kReported) << "tested again";
    active += states[id_of(requests[i])] != State::kInactive;
    if (!report(requests[i], statuses[*done])) continue;
    if (statuses[*done].MPI_ERROR != MPI_SUCCESS) code = MPI_ERR_IN_STATUS;
    where[(*done)++] = i;
  }
  if (active == 0) *done = MPI_UNDEFINED;
  return code;
}

extern "C" int PMPI_Test(MPI_Request* request, int* done, MPI_Status* status) {
  ++looked_at;
  if (states[id_of(*request)] == State::kInactive) {
    *status = {};
    status->MPI_TAG = MPI_ANY_TAG;
    *done = 1;
    return MPI_SUCCESS;
  }
  *done = report(*request, *status);
  return *done ? status->MPI_ERROR : MPI_SUCCESS;
}

namespace {

int is_complete(MPI_Request request) {
  ++looked_at;
  return states[id_of(request)] != State::kPending;
}

class PendingRequestsTest : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    tidemill::mpi::native_progress.is_complete = GetParam() ? &is_complete : nullptr;
  }

  /// `groups` tickets of `size` requests each, appended in order.
  void start(int groups, int size) {
    states.assign(static_cast<size_t>(groups) * size, State::kPending);
    finished.clear();
    statuses.assign(states.size(), MPI_Status{});
    requests.assign(states.size(), MPI_REQUEST_NULL);
    tickets.assign(groups, Ticket{});
    std::vector<Entry> entries(size);
    for (int g = 0; g < groups; ++g) {
      for (int i = 0; i < size; ++i) entries[i] = {handle_of(g * size + i), i};
      Ticket& ticket = tickets[g];
      ticket.reporting = size > 1 ? Reporting::kMultiple : Reporting::kSingle;
      ticket.may_hold_inactive = size > 1;
      ticket.count = ticket.remaining = size;
      ticket.requests = &requests[static_cast<size_t>(g) * size];
      ticket.statuses = &statuses[static_cast<size_t>(g) * size];
      pending.append(&ticket, entries.data());
    }
    pending.validate();
  }

  /// Sweeps until everything marked done was reported; fails if that takes too many.
  void sweep_all_done() {
    for (int sweeps = 0; sweeps < 100000; ++sweeps) {
      if (std::none_of(states.begin(), states.end(),
                       [](State s) { return s == State::kDone || s == State::kFailed; }))
        return;
      pending.sweep(finish);
    }
    FAIL() << "requests that are done are not found";
  }

  PendingRequests pending;
  std::vector<Ticket> tickets;
  std::vector<MPI_Status> statuses;
  std::vector<MPI_Request> requests;
};

TEST_P(PendingRequestsTest, FinishesEachTicketOnceInAnyOrder) {
  constexpr int kTickets = 10000;
  for (const bool shuffled : {false, true}) {
    start(kTickets, 1);
    std::vector<int> order(kTickets);
    std::iota(order.begin(), order.end(), 0);
    if (shuffled) std::shuffle(order.begin(), order.end(), std::mt19937(7));
    for (int i = 0; i < kTickets; i += 100) {
      for (int k = i; k < i + 100; ++k) states[order[k]] = State::kDone;
      sweep_all_done();
      pending.validate();
      ASSERT_EQ(finished.size(), i + 100u);
    }
    EXPECT_TRUE(pending.empty());
    std::sort(finished.begin(), finished.end());
    EXPECT_EQ(std::unique(finished.begin(), finished.end()), finished.end());
    for (int i = 0; i < kTickets; ++i) EXPECT_EQ(statuses[i].MPI_TAG, i);
  }
}

TEST_P(PendingRequestsTest, OneSweepLooksAtABoundedNumber) {
  for (const int tickets_in_flight : {1000, 100000}) {
    start(tickets_in_flight, 1);
    for (int sweeps = 0; sweeps < 50; ++sweeps) {
      looked_at = 0;
      EXPECT_EQ(pending.sweep(finish), 0);
      EXPECT_LE(looked_at, 6 * PendingRequests::kChunk);
    }
    std::fill(states.begin(), states.end(), State::kDone);
    sweep_all_done();
    EXPECT_TRUE(pending.empty());
  }
}

TEST_P(PendingRequestsTest, TheFrontIsAllThatIsAskedForInOrder) {
  start(1000, 1);
  std::fill(states.begin(), states.begin() + 12, State::kDone);
  looked_at = 0;
  EXPECT_EQ(pending.sweep(finish), 12);
  EXPECT_LT(looked_at, PendingRequests::kChunk);
  // Nothing done there: behind it, too.
  states[12 + PendingRequests::kChunk - 20] = State::kDone;
  EXPECT_EQ(pending.sweep(finish), 1);
  std::fill(states.begin(), states.end(), State::kDone);
  std::fill(states.begin(), states.begin() + 12, State::kReported);
  states[12 + PendingRequests::kChunk - 20] = State::kReported;
  sweep_all_done();
  EXPECT_TRUE(pending.empty());
}

TEST_P(PendingRequestsTest, ThinChunksAreMerged) {
  start(6400, 1);
  for (int i = 0; i < 6400; ++i) {
    if (i % PendingRequests::kChunk != 0) states[i] = State::kDone;
  }
  sweep_all_done();
  // 100 left, one from each chunk: a full turn over them must be short now.
  long total = 0;
  for (int sweeps = 0; sweeps < 4; ++sweeps) {
    looked_at = 0;
    pending.sweep(finish);
    total += looked_at;
  }
  EXPECT_GE(total, 100);
  pending.validate();
  std::fill(states.begin(), states.end(), State::kDone);
  for (int i = 0; i < 6400; ++i) {
    if (i % PendingRequests::kChunk != 0) states[i] = State::kReported;
  }
  sweep_all_done();
  EXPECT_TRUE(pending.empty());
}

TEST_P(PendingRequestsTest, FindsInactiveRequestsOfAGroup) {
  constexpr int kSize = 150;
  start(3, kSize);
  std::mt19937 random(3);
  for (State& state : states) state = random() % 3 ? State::kDone : State::kInactive;
  for (int sweeps = 0; sweeps < 2000 && !pending.empty(); ++sweeps) pending.sweep(finish);
  EXPECT_TRUE(pending.empty());
  EXPECT_EQ(finished.size(), 3u);
  for (size_t i = 0; i < states.size(); ++i) {
    const bool inactive = states[i] == State::kInactive;
    EXPECT_EQ(statuses[i].MPI_TAG, inactive ? MPI_ANY_TAG : static_cast<int>(i));
    EXPECT_EQ(requests[i], inactive ? handle_of(static_cast<int>(i)) : MPI_REQUEST_NULL);
  }
}

TEST_P(PendingRequestsTest, FindsAnInactiveRequestBesideABusyStream) {
  constexpr int kStream = 20000;
  start(1, 2);
  states[0] = State::kDone;
  states[1] = State::kInactive;
  states.resize(kStream, State::kPending);
  Ticket* const waits = &tickets[0];
  int next = 2;
  bound_codes.clear();
  for (int sweeps = 0; sweeps < 200 && finished.empty(); ++sweeps) {
    // Something is found in every sweep.
    for (int i = 0; i < 10; ++i, ++next) {
      BoundRequest bound{};
      bound.counter = reinterpret_cast<void*>(static_cast<std::intptr_t>(next));
      pending.append(handle_of(next), bound);
      states[next] = State::kDone;
    }
    pending.sweep(finish);
    pending.validate();
  }
  ASSERT_EQ(finished.size(), 1u);
  EXPECT_EQ(finished[0], waits);
}

TEST_P(PendingRequestsTest, TheOldestAlone) {
  start(1000, 1);
  states[999] = State::kDone;
  looked_at = 0;
  EXPECT_EQ(pending.sweep(finish, PendingRequests::Reach::oldest), 0);
  EXPECT_LE(looked_at, PendingRequests::kChunk);
  states[0] = State::kDone;
  EXPECT_EQ(pending.sweep(finish, PendingRequests::Reach::oldest), 1);
  EXPECT_EQ(pending.sweep(finish), 1);
  std::fill(states.begin() + 1, states.end() - 1, State::kDone);
  sweep_all_done();
  EXPECT_TRUE(pending.empty());
}

/// Who is served between two tests of a sweep posts requests of its own: bound alone, some done.
struct Served {
  PendingRequests* pending;
  int next;  // number of its next request
  int calls = 0;
};
Served served;
void serve_between() {
  ++served.calls;
  for (int i = 0; i < 40 && served.next < static_cast<int>(states.size()); ++i, ++served.next) {
    BoundRequest bound{};
    bound.counter = reinterpret_cast<void*>(static_cast<std::intptr_t>(served.next));
    served.pending->append(handle_of(served.next), bound);
    states[served.next] = served.next % 3 ? State::kDone : State::kPending;
  }
}

TEST_P(PendingRequestsTest, RequestsAreAddedBetweenTests) {
  constexpr int kFirst = 130, kAll = 5000;
  start(kFirst, 1);
  states.resize(kAll, State::kPending);
  bound_codes.clear();
  served = {&pending, kFirst};
  constexpr PendingRequests::Finish serving{&finish_ticket, &finish_bound, &serve_between};
  std::mt19937 random(5);
  for (int sweeps = 0; sweeps < 100000 && !pending.empty(); ++sweeps) {
    for (int i = 0; i < 8; ++i) {
      State& state = states[random() % kAll];
      const auto number = static_cast<int>(&state - states.data());
      if (number < served.next && state == State::kPending) state = State::kDone;
    }
    if (served.next == kAll)
      for (State& state : states)
        if (state == State::kPending) state = State::kDone;
    pending.sweep(serving);
    pending.validate();
  }
  EXPECT_TRUE(pending.empty());
  EXPECT_GT(served.calls, 0);
  EXPECT_EQ(served.next, kAll);
  EXPECT_EQ(finished.size(), static_cast<size_t>(kFirst));
  std::vector<int> times(kAll, 0);
  for (const auto& [number, code] : bound_codes) ++times[static_cast<size_t>(number)];
  EXPECT_EQ(std::count(times.begin() + kFirst, times.end(), 1), kAll - kFirst);
}

TEST_P(PendingRequestsTest, ErrorsGoToTheirTickets) {
  start(200, 1);
  for (int i = 0; i < 200; ++i) states[i] = i % 5 ? State::kDone : State::kFailed;
  sweep_all_done();
  for (int i = 0; i < 200; ++i) {
    EXPECT_EQ(tickets[i].error, i % 5 ? MPI_SUCCESS : MPI_ERR_TRUNCATE) << i;
  }

  start(4, 30);
  for (State& state : states) state = State::kDone;
  states[30 + 7] = State::kFailed;
  sweep_all_done();
  for (int g = 0; g < 4; ++g) EXPECT_EQ(tickets[g].error, g == 1 ? MPI_ERR_IN_STATUS : MPI_SUCCESS);
  for (int i = 0; i < 30; ++i) {
    EXPECT_EQ(statuses[30 + i].MPI_ERROR, i == 7 ? MPI_ERR_TRUNCATE : MPI_SUCCESS) << i;
  }
}

/// Every third request is bound alone, one in two of these with a status, among tickets of others.
TEST_P(PendingRequestsTest, BoundAlone) {
  constexpr int kRequests = 1000;
  std::mt19937 random(11);
  states.assign(kRequests, State::kPending);
  finished.clear();
  bound_codes.clear();
  statuses.assign(kRequests, MPI_Status{});
  tickets.assign(kRequests, Ticket{});
  const auto is_bound = [](int i) { return i % 3 == 0; };
  // A test of an inactive request says that it is done; only one bound alone may be so here.
  const auto is_inactive = [&](int i) { return is_bound(i) && i % 10 != 7 && i % 11 == 0; };
  for (int i = 0; i < kRequests; ++i) {
    MPI_Status* const status = i % 2 == 0 ? &statuses[i] : nullptr;
    if (is_inactive(i)) states[i] = State::kInactive;
    if (is_bound(i)) {
      // Counter 0 would be none.
      pending.append(handle_of(i), {reinterpret_cast<void*>(std::intptr_t{i + 1}), status, "test",
                                    MPI_COMM_NULL, 0, 0});
      continue;
    }
    const Entry entry{handle_of(i), 0};
    tickets[i].count = tickets[i].remaining = 1;
    tickets[i].statuses = status;
    pending.append(&tickets[i], &entry);
  }
  pending.validate();
  int in_flight[2] = {0, 0};
  pending.for_each_slot([&](const Ticket*) { ++in_flight[0]; },
                        [&](const BoundRequest&) { ++in_flight[1]; });
  EXPECT_EQ(in_flight[1], (kRequests + 2) / 3);
  EXPECT_EQ(in_flight[0], kRequests - in_flight[1]);

  std::vector<int> order(kRequests);
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), random);
  for (int at = 0; at < kRequests; at += 50) {
    for (int k = at; k < at + 50; ++k) {
      const int i = order[k];
      if (states[i] == State::kPending) states[i] = i % 10 == 7 ? State::kFailed : State::kDone;
    }
    sweep_all_done();
    pending.validate();
  }
  for (int sweeps = 0; sweeps < 2000 && !pending.empty(); ++sweeps) pending.sweep(finish);
  EXPECT_TRUE(pending.empty());
  EXPECT_EQ(bound_codes.size(), static_cast<size_t>(in_flight[1]));
  std::sort(bound_codes.begin(), bound_codes.end());
  for (size_t k = 0; k < bound_codes.size(); ++k) {
    const int i = static_cast<int>(3 * k);
    const int code = i % 10 == 7 ? MPI_ERR_TRUNCATE : MPI_SUCCESS;
    ASSERT_EQ(bound_codes[k], std::make_pair(i + 1, code));
    if (i % 2 != 0) continue;
    EXPECT_EQ(statuses[i].MPI_ERROR, code) << i;
    EXPECT_EQ(statuses[i].MPI_TAG, is_inactive(i) ? MPI_ANY_TAG : i);
  }
}

/// Of a communicator that is freed meanwhile no error handler is run, wherever its requests have
/// been moved to since.
TEST_P(PendingRequestsTest, FreedCommunicatorsHaveNoHandler) {
  constexpr int kRequests = 600;
  states.assign(kRequests, State::kPending);
  bound_codes.clear();
  handlers_due.clear();
  for (int i = 0; i < kRequests; ++i) {
    pending.append(handle_of(i), {reinterpret_cast<void*>(std::intptr_t{i + 1}), nullptr, "test",
                                  i % 2 == 0 ? MPI_COMM_WORLD : MPI_COMM_SELF, 0, 0});
  }
  pending.forget(MPI_COMM_SELF);
  std::vector<int> order(kRequests);
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), std::mt19937(5));
  for (int at = 0; at < kRequests; at += 20) {
    for (int k = at; k < at + 20; ++k) states[order[k]] = State::kFailed;
    sweep_all_done();
    pending.validate();
  }
  EXPECT_TRUE(pending.empty());
  EXPECT_EQ(bound_codes.size(), size_t{kRequests});
  EXPECT_EQ(std::count(handlers_due.begin(), handlers_due.end(), MPI_COMM_SELF), 0);
  // MPICH's are run where the program has set one.
  if (!tidemill::mpi::kTestForgetsCommunicator) {
    EXPECT_GT(std::count(handlers_due.begin(), handlers_due.end(), MPI_COMM_WORLD), 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Testsome, PendingRequestsTest, testing::Values(false));
INSTANTIATE_TEST_SUITE_P(IsComplete, PendingRequestsTest, testing::Values(true));

}  // namespace
