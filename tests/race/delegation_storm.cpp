// The delegation of MPI calls (src/mpi/engine/delegation.hpp) with a counter in MPI's place:
// threads make calls and wait in place, publish calls and go on (as a worker does whose task
// pauses), make calls themselves in their turn, and call again from inside. One thread inside at a
// time; a thread's calls in the order it made them; each made once, one in turn by its own thread,
// which holds a lock that its call takes, too; what is left for later done once. Who leaves makes
// some calls of others, then hands MPI over. The first thread
// makes its calls without a pause, so that MPI is kept for it again and again while others want to
// enter. Who is inside for long, as the polling service, serves others meanwhile.
#include <unistd.h>

#include <algorithm>
#include <mutex>
#include <vector>

#include "engine/inside_mpi.hpp"
#include "support.hpp"

namespace {

using tidemill::mpi::already_inside;
using tidemill::mpi::any_may_call_back;
using tidemill::mpi::Delegation;
using tidemill::mpi::delegation;
using tidemill::mpi::inside_mpi;
using tidemill::mpi::inside_mpi_in_turn;

/// What is inside MPI: plain data, so that a second thread inside is a data race, and shows.
struct Inside {
  int threads = 0;
  long calls = 0;
  std::vector<long> last;  // of each thread: its newest call made
};

Inside mpi;
std::atomic<long> later_done{0};
race::Watchdog* dog = nullptr;

void make_call(int thread, long number) {
  if (++mpi.threads != 1) race::fail("threads inside", mpi.threads, 1);
  race::check_equal("call made, in order", number, mpi.last[static_cast<std::size_t>(thread)] + 1);
  mpi.last[static_cast<std::size_t>(thread)] = number;
  ++mpi.calls;
  if (--mpi.threads != 0) race::fail("threads left inside", mpi.threads, 0);
}

thread_local int this_thread = 0;

/// Held around some calls, and taken in those made in turn: who hands MPI over while it holds the
/// lock must not wait for who takes it.
std::mutex shared;

/// A call that calls the program back, which wants to be on its own thread, as that holds the
/// recursive lock `own`, and inside.
long make_call_in_turn(int thread, long number, std::recursive_mutex& own) {
  if (this_thread != thread) race::fail("thread of a call in turn", this_thread, thread);
  if (!already_inside()) race::fail("knows to be inside in its turn", 0, 1);
  const std::lock_guard<std::recursive_mutex> again(own);
  const std::lock_guard<std::mutex> hold(shared);
  make_call(thread, number);
  return inside_mpi([&] { return inside_mpi_in_turn([&] { return number; }); });
}

/// A published call and what comes after it; owned by nobody but the delegation until it is done.
struct Published : Delegation::Call, Delegation::Later {
  Published(int t, long n) : thread(t), number(n) {
    run = [](Call* call) {
      auto* self = static_cast<Published*>(call);
      make_call(self->thread, self->number);
      delegation.after_leaving(*self);
    };
    run_later = [](Later* done) {
      later_done.fetch_add(1);
      dog->progress();
      delete static_cast<Published*>(done);
    };
  }
  int thread;
  long number;
};

void work(int thread, long calls, std::atomic<long>& published) {
  race::Random random(static_cast<std::uint64_t>(thread) + 17);
  this_thread = thread;
  std::recursive_mutex own;
  for (long number = 1; number <= calls; ++number) {
    switch (random.next() % 6) {
      case 0: {
        auto* call = new Published(thread, number);
        published.fetch_add(1);
        if (delegation.enter_or_publish(*call)) {
          call->run(call);
          delegation.leave();
        }
        break;
      }
      case 1: {
        const long got = inside_mpi([&] {
          if (!already_inside()) race::fail("knows to be inside", 0, 1);
          if (any_may_call_back.load() && this_thread != thread)
            race::fail("thread of a call with handlers", this_thread, thread);
          make_call(thread, number);
          // MPI calls the program back, which calls MPI.
          return inside_mpi([&] { return number; });
        });
        race::check_equal("result of a call", got, number);
        break;
      }
      case 2: {
        const std::lock_guard<std::recursive_mutex> hold(own);
        const long got = inside_mpi_in_turn([&] { return make_call_in_turn(thread, number, own); });
        race::check_equal("result of a call in turn", got, number);
        if (already_inside()) race::fail("knows to be outside after its turn", 1, 0);
        break;
      }
      case 3: {
        // A call made with the lock held that others' calls in turn take.
        std::unique_lock<std::mutex> hold(shared);
        const bool entered = delegation.try_enter();
        if (entered) {
          make_call(thread, number);
          delegation.leave();
        }
        hold.unlock();
        if (!entered) inside_mpi([&] { make_call(thread, number); });
        break;
      }
      case 4:
        if (delegation.try_enter()) {  // as the polling service does
          make_call(thread, number);
          for (int batches = 0; batches < 3; ++batches) {
            race::random_pause(random);
            delegation.serve();
          }
          delegation.leave();
          break;
        }
        [[fallthrough]];
      default:
        inside_mpi([&] { make_call(thread, number); });
        break;
    }
    if (thread == 0) {
      // Each end of a favour has made the next one harder to get.
      if (random.one_in(64)) inside_mpi([] { delegation.keep_after(3); });
    } else if (random.one_in(8)) {
      race::random_pause(random);
      if (random.one_in(4)) usleep(random.next() % 50);
    }
    dog->progress();
  }
}

void storm(int threads, long calls) {
  mpi = {0, 0, std::vector<long>(static_cast<std::size_t>(threads), 0)};
  later_done.store(0);
  std::atomic<long> published{0};
  std::vector<std::thread> all;
  for (int t = 1; t < threads; ++t) {
    all.emplace_back([t, calls, &published] { work(t, calls, published); });
  }
  work(0, calls, published);  // always on the same thread: only the first favourite is one for good
  for (std::thread& thread : all) thread.join();
  while (later_done.load() < published.load()) std::this_thread::yield();
  race::check_equal("calls made", mpi.calls, threads * calls);
  race::check_equal("done later", later_done.load(), published.load());
}

/// A call whose publisher could make it itself.
struct Waiting : Delegation::Call {
  Waiting() {
    run = [](Call* call) { static_cast<Waiting*>(call)->made = true; };
    tell_turn = [](Call* call) { static_cast<Waiting*>(call)->told = true; };
  }
  bool made = false, told = false;
};

/// Who leaves makes a number of others' calls, then leaves the rest to the publisher of the next
/// one: they might call again and again.
void leave_many() {
  constexpr std::size_t kCalls = 3 * Delegation::kMostMade;
  std::vector<Waiting> calls(kCalls);
  inside_mpi([&] {
    std::thread([&] {
      for (Waiting& call : calls)
        if (delegation.enter_or_publish(call))
          race::fail("published while somebody is inside", 0, 1);
    }).join();
  });
  for (std::size_t next = 0; next < kCalls; next += Delegation::kMostMade + 1) {
    for (std::size_t i = next; i < std::min(next + Delegation::kMostMade, kCalls); ++i)
      if (!calls[i].made) race::fail("made by who leaves", static_cast<long>(i), -1);
    const std::size_t after = next + Delegation::kMostMade;
    if (after >= kCalls) break;
    if (!calls[after].told || calls[after].made)
      race::fail("told its turn", static_cast<long>(after), -1);
    delegation.take_turn();
    delegation.leave();
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int repeats = race::repeats(argc, argv, 20);
  race::Watchdog watchdog("delegation_storm");
  dog = &watchdog;
  for (int r = 0; r < repeats; ++r) {
    // Every other time as in a program that has set an error handler: all callers make their calls.
    any_may_call_back.store(r % 2 != 0);
    storm(omp_get_max_threads(), 2000);
    leave_many();
  }
}
