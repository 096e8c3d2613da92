// The account as a table for people and as JSON for programs. Pure: text from numbers.
#pragma once

#include <span>
#include <string>

#include "tidemill/stats.h"

namespace tidemill::native {

/// A row per process and, of several, one of all.
std::string stats_table(std::span<const tidemill_stats> all);

/// One object; its format is told in docs/environment.md.
std::string stats_json(std::span<const tidemill_stats> all);

/// Prints the table, and writes the file, if the settings name one.
void print_stats(std::span<const tidemill_stats> all) noexcept;

}  // namespace tidemill::native
