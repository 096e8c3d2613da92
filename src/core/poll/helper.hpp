// The polling helper: a thread that polls when every worker is busy in long tasks.
#pragma once

namespace tidemill::core {

/// Unless it runs already. There is a service to poll.
void start_polling_helper();

}  // namespace tidemill::core
