// __kmpc_*: parallel regions, and what a thread asks about itself. Translation only.
#include <algorithm>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "abi/export.hpp"
#include "abi/kmpc/invoke.hpp"
#include "abi/kmpc/self.hpp"
#include "abi/kmpc/types.hpp"
#include "core/settings/settings.hpp"
#include "core/team/region.hpp"
#include "platform/report.hpp"

using namespace tidemill;
using kmpc::Location;
using kmpc::Microtask;
using kmpc::self;

namespace {

/// The pointers behind an ellipsis.
class Arguments {
 public:
  Arguments(std::int32_t count, std::va_list list) : many_(count > kFew ? count : 0) {
    void** to = many_.empty() ? few_ : many_.data();
    for (std::int32_t i = 0; i < count; ++i) to[i] = va_arg(list, void*);
  }
  void* const* data() const noexcept { return many_.empty() ? few_ : many_.data(); }

 private:
  static constexpr std::int32_t kFew = 32;
  void* few_[kFew];
  std::vector<void*> many_;
};

void apply_rare_clauses(const core::NextRegion& rare, core::Worker& w) {
  if (!rare.nested_threads.empty()) core::writable_icvs(w.task).num_threads = rare.nested_threads;
  if (rare.strict_threads == 0 || w.member->number != 0) return;
  const int got = w.member->team->size;
  if (got == rare.strict_threads) return;
  const char* text = rare.strict_message != nullptr ? rare.strict_message : "";
  if (rare.strict_fatal)
    platform::fatal(0, "num_threads(strict: %d) gets %d threads: %s", rare.strict_threads, got,
                    text);
  platform::warn("num_threads(strict: %d) gets %d threads: %s", rare.strict_threads, got, text);
}

/// A region's body as the core runs it: each member calls the microtask with its own numbers. The
/// core copies it to where the members find it at once, arguments and all while they are few.
struct Region {
  static constexpr std::int32_t kInline = 10;
  Microtask microtask;
  const core::NextRegion* rare;  // clauses, or nullptr
  std::int32_t count;
  union {
    void* const* more;  // the arguments if they are more than kInline
    void* few[kInline];
  };

  Region(Microtask function, std::int32_t n, void* const* arguments,
         const core::NextRegion* clauses)
      : microtask(function), rare(clauses), count(n) {
    if (count > kInline)
      more = arguments;
    else
      std::copy_n(arguments, n, few);
  }
  std::size_t bytes() const noexcept {
    return offsetof(Region, few) +
           static_cast<std::size_t>(count > kInline ? 1 : count) * sizeof(void*);
  }

  static void run(void* opaque) {
    const auto* region = static_cast<const Region*>(opaque);
    core::Worker& w = core::current_worker();
    if (region->rare != nullptr) apply_rare_clauses(*region->rare, w);
    std::int32_t gtid = w.id;
    std::int32_t bound_tid = w.member->number;
    tidemill_kmpc_invoke(region->microtask, &gtid, &bound_tid, region->count,
                         region->count > kInline ? region->more : region->few);
  }
};
static_assert(sizeof(Region) <= core::Team::kDataBytes);

/// Is told the clauses of the region it is about to meet.
core::Task& about_to_fork() noexcept {
  core::Task& task = kmpc::current_task();
  task.has_more = true;  // its descriptor isn't as new any more, should it meet none
  return task;
}

/// Takes the clauses that were pushed for the region now met. Mostly there are none, and nothing is
/// written: the region's other members read the task from that line.
int take_threads() noexcept {
  core::Task& task = kmpc::current_task();
  const int threads = task.next_threads;
  if (threads != 0) task.next_threads = 0;
  return threads;
}

core::NextRegion take_rare_clauses() {
  core::Worker& w = core::current_worker();
  if (w.next_region.of == nullptr || w.next_region.of != w.task) return {};
  return std::exchange(w.next_region, {});
}

core::ProcBind take_proc_bind() noexcept {
  core::Task& task = kmpc::current_task();
  const auto proc_bind = static_cast<core::ProcBind>(task.next_proc_bind);
  if (task.next_proc_bind != 0) task.next_proc_bind = 0;
  return proc_bind;
}

void run_region(Microtask microtask, std::int32_t count, void* const* arguments, int threads) {
  const core::NextRegion rare = take_rare_clauses();
  Region region(microtask, count, arguments, rare.of != nullptr ? &rare : nullptr);
  core::run_parallel({.body = Region::run,
                      .data = &region,
                      .data_bytes = region.bytes(),
                      .threads = threads,
                      .proc_bind = take_proc_bind(),
                      .inherit_modes = core::settings().inherit_modes,
                      .code = reinterpret_cast<const void*>(microtask)});
}

/// The rare clauses of the current task's next region, to be added to.
core::NextRegion& next_region() {
  core::Worker& w = core::current_worker();
  if (w.next_region.of != w.task) {
    w.next_region = {};
    w.next_region.of = w.task;
  }
  return w.next_region;
}

void be_strict(int threads, std::int32_t severity, const char* message) {
  core::NextRegion& next = next_region();
  next.strict_threads = threads;
  next.strict_fatal = severity != kmpc::kSeverityWarning;
  next.strict_message = message;
}

}  // namespace

extern "C" {

TM_EXPORT void __kmpc_begin(Location*, std::int32_t) {}
TM_EXPORT void __kmpc_end(Location*) {}
TM_EXPORT std::int32_t __kmpc_ok_to_fork(Location*) { return 1; }

TM_EXPORT std::int32_t __kmpc_global_thread_num(Location*) { return core::current_worker().id; }
TM_EXPORT std::int32_t __kmpc_global_num_threads(Location*) { return core::worker_count(); }
TM_EXPORT std::int32_t __kmpc_bound_thread_num(Location*) { return self().number; }
TM_EXPORT std::int32_t __kmpc_bound_num_threads(Location*) { return self().team->size; }
TM_EXPORT std::int32_t __kmpc_in_parallel(Location*) { return self().team->active_level > 0; }

TM_EXPORT void __kmpc_push_num_threads(Location*, std::int32_t, std::int32_t threads) {
  constexpr std::int32_t kMost = std::numeric_limits<decltype(core::Task::next_threads)>::max();
  about_to_fork().next_threads = static_cast<std::uint16_t>(std::clamp(threads, 0, kMost));
}
TM_EXPORT void __kmpc_push_num_threads_strict(Location* location, std::int32_t gtid,
                                              std::int32_t threads, std::int32_t severity,
                                              const char* message) {
  __kmpc_push_num_threads(location, gtid, threads);
  be_strict(threads, severity, message);
}
/// For the region and the levels nested in it.
TM_EXPORT void __kmpc_push_num_threads_list(Location* location, std::int32_t gtid,
                                            std::uint32_t length, const std::int32_t* list) {
  if (length == 0) return;
  __kmpc_push_num_threads(location, gtid, list[0]);
  next_region().nested_threads.assign(list + 1, list + length);
}
TM_EXPORT void __kmpc_push_num_threads_list_strict(Location* location, std::int32_t gtid,
                                                   std::uint32_t length, const std::int32_t* list,
                                                   std::int32_t severity, const char* message) {
  if (length == 0) return;
  __kmpc_push_num_threads_list(location, gtid, length, list);
  be_strict(list[0], severity, message);
}
TM_EXPORT void __kmpc_set_thread_limit(Location*, std::int32_t, std::int32_t limit) {
  if (limit > 0) core::writable_icvs(&kmpc::current_task()).thread_limit = limit;
}
TM_EXPORT void __kmpc_pop_num_threads(Location*, std::int32_t) {}
TM_EXPORT void __kmpc_push_proc_bind(Location*, std::int32_t, std::int32_t policy) {
  // Clang numbers `primary` apart from its older name `master`, which is omp_proc_bind_t's number.
  constexpr std::int32_t kPrimarySpelling = 5;
  const auto primary = static_cast<std::int32_t>(core::ProcBind::primary);
  if (policy == kPrimarySpelling) policy = primary;
  const bool known =
      policy >= primary && policy <= static_cast<std::int32_t>(core::ProcBind::spread);
  about_to_fork().next_proc_bind = known ? static_cast<std::uint8_t>(policy) : std::uint8_t{0};
}

TM_EXPORT void __kmpc_fork_call(Location*, std::int32_t count, Microtask microtask, ...) {
  std::va_list list;
  va_start(list, microtask);
  const Arguments arguments(count, list);
  va_end(list);
  run_region(microtask, count, arguments.data(), take_threads());
}

/// The region with an if clause already evaluated; one argument.
TM_EXPORT void __kmpc_fork_call_if(Location*, std::int32_t count, Microtask microtask,
                                   std::int32_t condition, void* argument) {
  const int threads = take_threads();
  run_region(microtask, count != 0 ? 1 : 0, &argument, condition != 0 ? threads : 1);
}

TM_EXPORT void __kmpc_push_num_teams(Location*, std::int32_t, std::int32_t teams,
                                     std::int32_t thread_limit) {
  core::NextRegion& next = next_region();
  next.teams = teams;
  next.team_thread_limit = thread_limit;
}
/// As many of `least` to `most` as there are threads for.
TM_EXPORT void __kmpc_push_num_teams_51(Location* location, std::int32_t gtid, std::int32_t least,
                                        std::int32_t most, std::int32_t thread_limit) {
  const std::int32_t fitting = std::max(least, core::most_threads(0));
  __kmpc_push_num_teams(location, gtid, most > 0 ? std::min(most, fitting) : least, thread_limit);
}
TM_EXPORT void __kmpc_fork_teams(Location*, std::int32_t count, Microtask microtask, ...) {
  std::va_list list;
  va_start(list, microtask);
  const Arguments arguments(count, list);
  va_end(list);
  Region region(microtask, count, arguments.data(), nullptr);
  const core::NextRegion clauses = take_rare_clauses();
  core::run_league(Region::run, &region, clauses.teams, clauses.team_thread_limit);
}

/// A region that its if clause leaves to the calling thread, which runs the body between these.
TM_EXPORT void __kmpc_serialized_parallel(Location*, std::int32_t) {
  take_threads();
  take_proc_bind();
  take_rare_clauses();
  core::start_parallel({.body = nullptr,
                        .data = nullptr,
                        .threads = 1,
                        .inherit_modes = core::settings().inherit_modes});
}
TM_EXPORT void __kmpc_end_serialized_parallel(Location*, std::int32_t) { core::end_parallel(); }

/// Exported by libomp though nobody outside calls it: runs the region's body for this member.
TM_EXPORT int __kmpc_invoke_task_func(int) {
  const core::Team& team = *self().team;
  if (team.body != nullptr) team.body(team.data);
  return 1;
}

}  // extern "C"
