// Settings as text: OMP_DISPLAY_ENV (OpenMP 5.2, 21.7), omp_display_env, `tidemill info`.
#pragma once

#include <string>
#include <vector>

#include "core/settings/settings.hpp"

namespace tidemill::omp {

struct SettingText {
  core::Setting setting;
  const char* name;    // of the variable that is meant for it
  std::string value;   // as that variable would have to be set
  const char* source;  // the variable it came from, "call", or "default"
};

/// All settings; those that tasks inherit as `icvs` has them.
std::vector<SettingText> describe_settings(const core::Settings& settings, const core::Icvs& icvs);

/// The block that OMP_DISPLAY_ENV prints; the sources only when verbose.
std::string environment_block(const core::Settings& settings, core::Display how);

/// Prints it on standard error, in one piece.
void display_environment(core::Display how) noexcept;

}  // namespace tidemill::omp
