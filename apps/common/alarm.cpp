#include "alarm.hpp"

#include <tidemill/tasking.h>

#include <limits>

#include "clock.hpp"

namespace app {
namespace {

constexpr const char* service_name = "message delay";
constexpr double never = std::numeric_limits<double>::infinity();

}  // namespace

Alarm::Alarm() : next_due_(never) { tidemill_register_polling_service(service_name, poll, this); }

Alarm::~Alarm() { tidemill_unregister_polling_service(service_name, poll, this); }

void Alarm::add(const Sleeper& sleeper) {
  const std::lock_guard lock(mutex_);
  sleepers_.push(sleeper);
  next_due_.store(sleepers_.top().due, std::memory_order_relaxed);
}

void Alarm::wait_until(double due) {
  if (seconds_now() >= due) return;
  void* context = tidemill_get_current_blocking_context();
  add({due, context, true});
  tidemill_block_current_task(context);
}

void Alarm::complete_at(double due) {
  if (seconds_now() >= due) return;
  void* counter = tidemill_get_current_event_counter();
  tidemill_increase_current_task_event_counter(counter, 1);
  add({due, counter, false});
}

void Alarm::wake_due() {
  const double now = seconds_now();
  std::vector<void*> paused, bound;
  {
    const std::lock_guard lock(mutex_);
    while (!sleepers_.empty() && sleepers_.top().due <= now) {
      (sleepers_.top().pauses ? paused : bound).push_back(sleepers_.top().task);
      sleepers_.pop();
    }
    next_due_.store(sleepers_.empty() ? never : sleepers_.top().due, std::memory_order_relaxed);
  }
  if (!paused.empty()) {
    tidemill_unblock_tasks(paused.data(), static_cast<unsigned>(paused.size()));
  }
  if (!bound.empty()) {
    tidemill_decrease_task_event_counters(bound.data(), static_cast<unsigned>(bound.size()));
  }
}

int Alarm::poll(void* self) {
  auto* alarm = static_cast<Alarm*>(self);
  // relaxed: see next_due_.
  const double next = alarm->next_due_.load(std::memory_order_relaxed);
  if (next != never && seconds_now() >= next) alarm->wake_due();
  return 0;
}

}  // namespace app
