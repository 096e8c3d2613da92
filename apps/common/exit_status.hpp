// What applications exit with besides 0.
#pragma once

namespace app {

constexpr int exit_wrong = 1;  ///< a result is not as it should be
constexpr int exit_usage = 2;  ///< what was asked for cannot be done

}  // namespace app
