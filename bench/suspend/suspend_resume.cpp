// Suspending and resuming a task, against the least a user-level runtime can pay: a pair of plain
// Boost.Context jumps (there and back).
//
// N tasks of a team of one thread form a ring: each unblocks the next and blocks. One operation is
// one suspension and one resumption of a task, with all the runtime does around them.
#include <benchmark/benchmark.h>
#include <tidemill/tasking.h>

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <vector>

namespace {

using boost::context::detail::fcontext_t;
using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;

void bounce(transfer_t from) {
  for (;;) from = jump_fcontext(from.fctx, nullptr);
}

void switch_pair(benchmark::State& state) {
  std::vector<char> stack(64 << 10);
  fcontext_t other = make_fcontext(stack.data() + stack.size(), stack.size(), bounce);
  for (auto _ : state) other = jump_fcontext(other, nullptr).fctx;
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()));
}
BENCHMARK(switch_pair)->Name("suspend/baseline");

/// One thread, so plain variables do: tasks switch only where they block.
struct Ring {
  explicit Ring(std::size_t tasks) : context(tasks, nullptr) {}

  void take_part(std::size_t me, long rounds) {
    context[me] = tidemill_get_current_blocking_context();
    if (++arrived < context.size()) tidemill_block_current_task(context[me]);
    void*& next = context[(me + 1) % context.size()];
    for (long round = 0; round < rounds; ++round) {
      context[me] = tidemill_get_current_blocking_context();
      tidemill_unblock_task(next);
      tidemill_block_current_task(context[me]);
    }
    // They leave one after the other: the next one waits for its last turn.
    if (++left < context.size()) tidemill_unblock_task(next);
  }

  std::vector<void*> context;
  std::size_t arrived = 0;
  std::size_t left = 0;
};

void ring(benchmark::State& state) {
  const auto tasks = static_cast<std::size_t>(state.range(0));
  constexpr long kRounds = 2000;
  for (auto _ : state) {
    Ring all(tasks);
#pragma omp parallel num_threads(1)
    for (std::size_t me = 0; me < tasks; ++me) {
      // Untied, like every task that communicates.
#pragma omp task untied firstprivate(me) shared(all)
      all.take_part(me, kRounds);
    }
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(tasks) * kRounds);
}
BENCHMARK(ring)->Name("suspend/ring")->Arg(2)->Arg(64)->Arg(1000);

/// Tasks that are created, suspended once, and resumed when all of them are.
void burst(benchmark::State& state) {
  const auto tasks = static_cast<std::size_t>(state.range(0));
  std::vector<void*> context(tasks, nullptr);
  for (auto _ : state) {
    std::size_t arrived = 0;
#pragma omp parallel num_threads(1)
    for (std::size_t me = 0; me < tasks; ++me) {
#pragma omp task untied firstprivate(me) shared(context, arrived)
      {
        context[me] = tidemill_get_current_blocking_context();
        if (++arrived == tasks)
          for (void* each : context) tidemill_unblock_task(each);
        tidemill_block_current_task(context[me]);
      }
    }
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(tasks));
}
BENCHMARK(burst)->Name("suspend/create_suspend_resume")->Arg(1000);

}  // namespace
