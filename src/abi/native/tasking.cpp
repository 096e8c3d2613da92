// include/tidemill/tasking.h onto the core. Translation only.
#include "tidemill/tasking.h"

#include <algorithm>
#include <span>

#include "abi/export.hpp"
#include "core/deps/shared_kinds.hpp"
#include "core/deps/shared_needs.hpp"
#include "core/deps/task_graph.hpp"
#include "core/model/worker.hpp"
#include "core/poll/polling.hpp"
#include "core/settings/settings.hpp"
#include "core/suspend/dispatch.hpp"
#include "core/trace/points.hpp"

using namespace tidemill;

extern "C" {

TM_EXPORT void* tidemill_get_current_blocking_context(void) {
  core::WaitSlot& slot = core::current_worker().task->block;
  slot.reset();
  return &slot;
}

TM_EXPORT void tidemill_block_current_task(void* blocking_context) {
  core::wait_for_outside(*static_cast<core::WaitSlot*>(blocking_context));
}

TM_EXPORT void tidemill_unblock_task(void* blocking_context) {
  core::complete_each(&blocking_context, 1);
}

TM_EXPORT void tidemill_unblock_tasks(void* const blocking_contexts[], unsigned int count) {
  core::complete_each(blocking_contexts, count);
}

TM_EXPORT void tidemill_register_polling_service(char const* service_name,
                                                 tidemill_polling_service_t service_function,
                                                 void* service_data) {
  core::register_polling(service_name, service_function, service_data);
}

TM_EXPORT void tidemill_unregister_polling_service(char const* service_name,
                                                   tidemill_polling_service_t service_function,
                                                   void* service_data) {
  core::unregister_polling(service_name, service_function, service_data);
}

TM_EXPORT void tidemill_expect_sends(void) {
  core::sends_expected.store(true, std::memory_order_relaxed);
  core::current_worker().teams.initial->ready.use(core::current_policy());
}

TM_EXPORT void tidemill_current_task_sends(void) { core::current_task_sends(); }

TM_EXPORT void tidemill_current_task_receives(void) { core::current_task_receives(); }

TM_EXPORT int tidemill_asks_receivers(void) { return core::current_policy().asks_receivers; }

TM_EXPORT int tidemill_current_task_has_channels(void) { return core::current_task_has_channels(); }

TM_EXPORT void tidemill_current_task_sends_on(unsigned long long channel) {
  core::current_task_sends(channel);
}

TM_EXPORT void tidemill_current_task_receives_on(unsigned long long channel, int peer) {
  core::current_task_receives({channel, peer});
}

TM_EXPORT int tidemill_learns_sends(void) { return core::current_policy().learns_sends; }

TM_EXPORT unsigned int tidemill_take_kinds(struct tidemill_kind kinds[], unsigned int most) {
  core::NamedKind named[64];
  const std::size_t taken = core::shared_kinds().take(std::span(named).first(std::min(most, 64u)));
  for (std::size_t i = 0; i < taken; ++i)
    kinds[i] = {named[i].name, static_cast<unsigned int>(named[i].seen)};
  return static_cast<unsigned int>(taken);
}

TM_EXPORT void tidemill_set_kinds(const struct tidemill_kind kinds[], unsigned int count) {
  for (unsigned int i = 0; i < count; ++i) {
    const auto seen = static_cast<core::KindState>(std::min(kinds[i].seen, 2u));
    core::shared_kinds().hear({kinds[i].name, seen});
  }
}

TM_EXPORT unsigned int tidemill_take_needs(struct tidemill_need needs[], unsigned int most) {
  unsigned int taken = 0;
  for (core::Need need;
       taken < most && core::shared_needs().with([&](core::Needs& n) { return n.take(need); });
       ++taken)
    needs[taken] = {need.receive.channel, need.slack, need.receive.peer};
  return taken;
}

TM_EXPORT void tidemill_set_needs(const struct tidemill_need needs[], unsigned int count) {
  for (unsigned int i = 0; i < count; ++i)
    core::shared_needs().set(needs[i].channel, needs[i].slack);
}

TM_EXPORT void* tidemill_get_current_event_counter(void) { return core::current_event_counter(); }

TM_EXPORT void tidemill_increase_current_task_event_counter(void* event_counter,
                                                            unsigned int increment) {
  auto& counter = *static_cast<core::EventCounter*>(event_counter);
  counter.bind_from_outside(increment);
  core::trace::message_bound(core::current_worker_or_null(), counter.task, counter, increment);
}

TM_EXPORT void tidemill_decrease_task_event_counter(void* event_counter, unsigned int decrement) {
  core::fulfil_events(static_cast<core::EventCounter*>(event_counter), decrement);
}

TM_EXPORT void tidemill_decrease_task_event_counters(void* const event_counters[],
                                                     unsigned int count) {
  core::fulfil_each(event_counters, count);
}

TM_EXPORT void tidemill_set_pinned_query(tidemill_pinned_query_t pinned) {
  core::pinned_query.store(pinned, std::memory_order_relaxed);
}

TM_EXPORT void* tidemill_get_current_member(void) { return core::current_worker_or_null(); }

TM_EXPORT int tidemill_has_ready_tasks(void* member, void** team, int* threads) {
  // The thread may have left MPI meanwhile, and its region: the answer may be late. Neither workers
  // nor teams are ever freed.
  const core::Member* const m = static_cast<core::Worker*>(member)->innermost_of_other();
  const bool in_region = m != nullptr && m->team->level != 0;
  *team = in_region ? m->team : nullptr;
  *threads = in_region ? m->team->size : 0;
  return in_region && m->team->ready.has_any(m->number, true) ? 1 : 0;
}

}  // extern "C"
