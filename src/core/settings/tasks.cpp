// Tasks: priorities, cancellation, migration.
#include <climits>

#include "core/settings/reader.hpp"

namespace tidemill::core {

void read_task_settings(Reader& reader) {
  Settings& s = reader.settings();
  if (const auto n =
          reader.take_number(Setting::max_task_priority, "OMP_MAX_TASK_PRIORITY", 0, INT_MAX, "0"))
    s.max_task_priority = static_cast<int>(*n);
  s.cancellation = reader.take_truth(Setting::cancellation, "OMP_CANCELLATION").value_or(false);
  s.migrate = reader.take_truth(Setting::migrate, "TIDEMILL_MIGRATE").value_or(false);
}

}  // namespace tidemill::core
