// The variants, one file each: variant_*.cpp. All of them solve the same problem to the same bits;
// they differ in who computes which block, and when.
#pragma once

#include <string>
#include <string_view>

#include "common/variants.hpp"

namespace jacobi {

struct Run;
using Variant = app::Variant<Run>;

/// Null if there is none of that name.
const Variant* find_variant(std::string_view name);

/// "serial, for, ...", for messages.
std::string variant_names();

void solve_serial(Run& run);
void solve_for(Run& run);
void solve_tasks(Run& run);

/// Creates a task for each block that touches it first, at its owner if there is affinity. To be
/// called by one thread of a team.
void create_touches(Run& run);

}  // namespace jacobi
