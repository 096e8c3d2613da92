// What applications without MPI do alike before and after they solve.
#pragma once

#include <string>
#include <string_view>

#include "picture.hpp"
#include "task_affinity.hpp"
#include "team.hpp"
#include "team_measurement.hpp"
#include "team_options.hpp"
#include "variants.hpp"

namespace app {

/// The threads a variant runs on. Throws UsageError if --nodes names a node without any.
Team start_team(Workers workers, const TeamOptions& options, const TaskAffinity& runtime);

/// One line on standard error, if the runtime doesn't know what --affinity asks for.
void say_if_ignored(const TeamOptions& options, const TaskAffinity& runtime,
                    const char* application);

/// Fills in what is run where.
void describe(TeamMeasurement& measurement, const char* application, std::string_view variant,
              const TeamOptions& options, const TaskAffinity& runtime, const Team& team);

/// Writes the files asked for, and the line. Throws UsageError.
void tell(const TeamOptions& options, const std::string& line, const std::string& json,
          const Picture& picture);

}  // namespace app
