#include "core/trace/account.hpp"

#include <mutex>

#include "core/settings/settings.hpp"
#include "core/trace/events.hpp"
#include "platform/cpu.hpp"
#include "platform/process_wide.hpp"

namespace tidemill::core::trace {

constinit std::atomic<bool> account_looked_for{false};

namespace {

/// Of this process; a forked child has a new one.
struct Book {
  const std::uint64_t begin_ticks = platform::ticks();
  const std::uint64_t begin_ns = platform::now_ns();
  // Pushed by each thread, once. release and acquire: its account is whole.
  std::atomic<ThreadAccount*> first{nullptr};
  std::atomic<bool> taken{false};  // acq_rel: only one takes it

  std::int64_t now() const noexcept {
    return static_cast<std::int64_t>(platform::ticks() - begin_ticks);
  }
};
Book& book() noexcept { return platform::ProcessWide<Book>::get(); }

}  // namespace

class Account final : public Consumer {
 public:
  void see(const Record& record) noexcept override;
  bool take(tidemill_stats& stats) noexcept;

 private:
  static ThreadAccount& registered(ThreadAccount& account, Book& b) noexcept;
  static void change(Book& b, const Record& r, std::int64_t now) noexcept;
  static void leave_ready_set(const Record& r, std::int64_t now) noexcept;
};

namespace {
constinit Account the_account;
}

/// By its own thread.
ThreadAccount& Account::registered(ThreadAccount& account, Book& b) noexcept {
  if (account.book_ == &b) [[likely]]
    return account;
  account.book_ = &b;
  account.state_ = ThreadState{};
  account.next_ = b.first.load(std::memory_order_relaxed);
  while (!b.first.compare_exchange_weak(account.next_, &account, std::memory_order_release,
                                        std::memory_order_relaxed)) {
  }
  return account;
}

/// A task that was ready begins or goes on.
void Account::leave_ready_set(const Record& r, std::int64_t now) noexcept {
  if (r.from != From::ready_set) return;
  if (r.only_on != nullptr) {
    const std::lock_guard guard(r.only_on->lock_);
    r.only_on->state_.remove_own(now);
  } else if (r.of_team != nullptr) {
    r.of_team->remove(now);
  }
}

/// What the event says of its own thread.
void Account::change(Book& b, const Record& r, std::int64_t now) noexcept {
  if (r.account == nullptr) return;
  ThreadAccount& account = registered(*r.account, b);
  const std::lock_guard guard(account.lock_);
  ThreadState& state = account.state_;
  state.stand_in(r.stands_in, now);
  const bool enters = r.event == Event::begin || (r.event == Event::resume && !r.waits_on) ||
                      (r.event == Event::end && r.from == From::caller) || r.phase == Phase::end;
  if (enters)
    state.enter_body(now);
  else
    state.leave_body(now);
  if (r.event == Event::begin && !r.implicit) state.count_task();
}

void Account::see(const Record& r) noexcept {
  Book& b = book();
  const std::int64_t now = b.now();
  switch (r.event) {
    case Event::ready:
      if (r.only_on == nullptr) return r.of_team->add(now);
      {
        const std::lock_guard guard(r.only_on->lock_);
        return r.only_on->state_.add_own(now);
      }
    case Event::begin:
    case Event::resume:
      leave_ready_set(r, now);
      return change(b, r, now);
    case Event::end:
    case Event::suspend:
    case Event::barrier:
    case Event::lock:
      return change(b, r, now);
    default:
      return;
  }
}

bool Account::take(tidemill_stats& stats) noexcept {
  Book& b = book();
  // acquire: the threads' accounts.
  ThreadAccount* account = b.first.load(std::memory_order_acquire);
  if (account == nullptr || b.taken.exchange(true, std::memory_order_acq_rel)) return false;
  const std::int64_t now = b.now();
  const auto wall_ns = static_cast<double>(platform::now_ns() - b.begin_ns);
  const double s_per_tick = now > 0 ? wall_ns / 1e9 / static_cast<double>(now) : 0;
  stats = {};
  stats.wall = wall_ns / 1e9;
  for (; account != nullptr; account = account->next_) {
    const std::lock_guard guard(account->lock_);
    const Times& ticks = account->state_.settle(now);
    ++stats.threads;
    stats.in_task += static_cast<double>(ticks.in_task) * s_per_tick;
    stats.idle += static_cast<double>(ticks.idle) * s_per_tick;
    stats.overhead += static_cast<double>(ticks.overhead) * s_per_tick;
    stats.tasks += account->state_.tasks();
  }
  detach(*this);
  return true;
}

void begin_account_slow() noexcept {
  static constinit SpinLock beginning;
  const bool asked = settings().stats;  // read before: that may take a while
  const std::lock_guard guard(beginning);
  if (account_looked_for.load(std::memory_order_relaxed)) return;
  if (asked) {
    book();
    attach(the_account, kTasks | kTeams | kLocks);
  }
  account_looked_for.store(true, std::memory_order_relaxed);
}

bool has_account() noexcept {
  // acquire: with take().
  return settings().stats && !book().taken.load(std::memory_order_acquire);
}

bool take_account(tidemill_stats& stats) noexcept {
  return wanted(kTasks) && the_account.take(stats);
}

}  // namespace tidemill::core::trace
