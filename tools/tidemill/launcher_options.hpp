// The options of each launcher family, as far as telling their values from the program needs it.
#pragma once

#include <optional>
#include <string_view>

#include "launcher.hpp"

namespace tidemill::tool {

struct LauncherOption {
  int values;           ///< words after it that belong to it
  bool working_folder;  ///< its value is where relative programs are seen from
};

/// How many words the option `word` (with its dashes) takes; nothing when it is not known.
std::optional<LauncherOption> launcher_option(LauncherFamily family, std::string_view word);

}  // namespace tidemill::tool
