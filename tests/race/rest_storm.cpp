// Regions one after the other whose tasks meet nested regions and are suspended inside them. A
// worker at rest between regions may run tasks of the next one before it hears that this has
// begun, and be late with its own part of it. With the runtime's objects: what a member counts of
// the regions nested in it must be right in the end, or it begins nothing more.
#include "core/model/worker.hpp"
#include "support.hpp"

namespace {

struct Storm {
  race::Foreign foreign{67};
  std::atomic<long> nested{0};
};

// A function of its own: see nested_storm.cpp.
void meet_nested_region(Storm& s, int threads) {
#pragma omp parallel num_threads(threads) shared(s)
  {
    race::block_until(s.foreign);
    s.nested.fetch_add(1, std::memory_order_relaxed);
  }
}

void spawn_tied(Storm& s, int threads) {
#pragma omp task shared(s) firstprivate(threads)
  meet_nested_region(s, threads);
}

void spawn_untied(Storm& s) {
#pragma omp task untied shared(s)
  race::block_until(s.foreign);
}

// Many at once: somebody takes some while others are still at rest.
void create_tasks(Storm& s, int tasks) {
  for (int i = 0; i < tasks; ++i) {
    spawn_tied(s, 1 + i % 2);
    spawn_untied(s);
  }
}

void check_members() {
  const auto& team = tidemill::core::current_worker().teams.hot;
  if (!team) return;  // one thread
  for (int i = 0; i < team->size; ++i)
    race::check_equal("regions nested in a member after the end", team->members[i].inner, 0);
}

}  // namespace

int main(int argc, char** argv) {
  const int repeats = race::repeats(argc, argv, 2000);
  omp_set_max_active_levels(2);
  race::Watchdog dog("rest_storm");
  Storm storm;
  constexpr int kTasks = 6;
  for (int r = 0; r < repeats; ++r) {
    storm.nested = 0;
#pragma omp parallel shared(storm)
    {
#pragma omp masked
      create_tasks(storm, kTasks);
    }
    race::check_equal("members of nested regions", storm.nested, kTasks / 2 * 3);
    check_members();
    dog.progress();
  }
}
