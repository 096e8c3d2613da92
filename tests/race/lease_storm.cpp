// Threads hand the lease over the polling services to and fro: each waits for a message, polls on
// or takes the lease, naps with it or sleeps without, and works when its message has come. Messages
// are found only by who does so, so a lease that is lost, or given to one that sleeps on without
// looking, is the end of all waiting: the watchdog sees it.
#include "core/poll/polling.hpp"

#include <atomic>
#include <thread>
#include <vector>

#include "core/sync/parker.hpp"
#include "platform/cpu.hpp"
#include "support.hpp"

namespace {

using namespace tidemill::core;

constexpr std::uint64_t kNapNs = 20'000;

struct alignas(64) Player {
  LeaseEntry entry;
  Parker parker;
  std::atomic<bool> message{false};  // release by who found it; its reader acquires
};

struct Game {
  std::vector<Player> players;
  std::uint64_t rounds;
  std::atomic<std::uint64_t> begun{0};  // relaxed: a count
  std::atomic<std::uint64_t> polls{0};  // relaxed: only compared with itself
  std::atomic<bool> long_work{false};   // relaxed: at most one at a time, no more
  std::atomic<bool> over{false};        // followed by an unpark for each
  Game(std::size_t size, std::uint64_t total) : players(size), rounds(total) {}

  void end() {
    over.store(true, std::memory_order_release);
    for (Player& player : players) player.parker.unpark();
  }
};

int nothing(void*) { return 0; }

void spin(std::uint64_t steps) {
  for (std::uint64_t i = 0; i < steps; ++i) asm volatile("" ::: "memory");
}

/// What a poll does: mostly it finds a message, for anybody.
void poll(Game& game, race::Random& random) {
  game.polls.fetch_add(1, std::memory_order_relaxed);
  if (random.one_in(3)) return;
  Player& to = game.players[random.next() % game.players.size()];
  to.message.store(true, std::memory_order_release);
  to.parker.unpark();
}

/// One wait for a message, as core/sched/idle.cpp waits.
void await_message(Game& game, Player& self, race::Random& random) {
  const std::uint64_t since = tidemill::platform::ticks();
  bool has_lease = false;
  auto come = [&] {
    return self.message.load(std::memory_order_acquire) ||
           game.over.load(std::memory_order_acquire);
  };
  while (!come()) {
    if (!has_lease && random.one_in(2)) has_lease = poll_on(self.entry, since);
    if (has_lease) poll(game, random);
    spin(random.next() % 256);
    if (random.one_in(2)) continue;
    has_lease = nap_or_queue(self.entry, self.parker, since);
    if (!come()) self.parker.park(has_lease ? kNapNs : tidemill::platform::kForever);
    has_lease = wake_with_lease(self.entry);
  }
  if (has_lease) hand_over_lease(self.entry);
  self.message.store(false, std::memory_order_relaxed);
}

/// Now and then so long that others have to poll meanwhile, whether they slept or not.
void work(Game& game, race::Random& random) {
  spin(random.next() % 512);
  if (game.players.size() == 1 || game.long_work.exchange(true, std::memory_order_relaxed)) return;
  const std::uint64_t before = game.polls.load(std::memory_order_relaxed);
  while (game.polls.load(std::memory_order_relaxed) == before &&
         !game.over.load(std::memory_order_acquire))
    sched_yield();
  game.long_work.store(false, std::memory_order_relaxed);
}

void play(Game& game, std::size_t me, race::Watchdog& dog) {
  race::Random random(me + 1);
  while (game.begun.fetch_add(1, std::memory_order_relaxed) < game.rounds) {
    await_message(game, game.players[me], random);
    work(game, random);
    dog.progress();
  }
  game.end();
}

}  // namespace

int main(int argc, char** argv) {
  const auto rounds = static_cast<std::uint64_t>(race::repeats(argc, argv, 40000));
  race::Watchdog dog("lease_storm");
  register_polling("lease_storm", nothing, nullptr);  // without a service there is no lease
  Game game(static_cast<std::size_t>(omp_get_max_threads()), rounds);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < game.players.size(); ++i)
    threads.emplace_back([&, i] { play(game, i, dog); });
  for (std::thread& thread : threads) thread.join();
  unregister_polling("lease_storm", nothing, nullptr);
}
