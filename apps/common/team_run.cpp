#include "team_run.hpp"

#include <cstdio>

#include "affinity_options.hpp"
#include "local_outputs.hpp"

namespace app {

Team start_team(Workers workers, const TeamOptions& options, const TaskAffinity& runtime) {
  Team team = workers == Workers::all_threads ? start_team(runtime) : Team{1, 1, {0}};
  check_nodes(options.nodes, team.nodes);
  return team;
}

void say_if_ignored(const TeamOptions& options, const TaskAffinity& runtime,
                    const char* application) {
  const std::string ignored = why_ignored(options.affinity, runtime, application);
  if (!ignored.empty() && !options.quiet) std::fprintf(stderr, "%s\n", ignored.c_str());
}

void describe(TeamMeasurement& measurement, const char* application, std::string_view variant,
              const TeamOptions& options, const TaskAffinity& runtime, const Team& team) {
  measurement.application = application;
  measurement.variant = variant;
  measurement.runtime = openmp_runtime();
  measurement.affinity = options.affinity;
  measurement.affinity_known = runtime.known();
  measurement.threads = team.threads;
  measurement.nodes = team.nodes;
}

void tell(const TeamOptions& options, const std::string& line, const std::string& json,
          const Picture& picture) {
  write_local_outputs(options, json, picture);
  if (options.quiet) return;
  std::printf("%s%s\n", line.c_str(), options.check ? "  bitwise equal to serial" : "");
}

}  // namespace app
