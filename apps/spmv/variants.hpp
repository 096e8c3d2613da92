// The variants, one file each: variant_*.cpp. All of them run the same method to the same bits;
// they differ in who carries out a step's work on which part.
#pragma once

#include <string>
#include <string_view>

#include "common/variants.hpp"

namespace spmv {

struct Run;
using Variant = app::Variant<Run>;

/// Null if there is none of that name.
const Variant* find_variant(std::string_view name);

/// "serial, for, ...", for messages.
std::string variant_names();

void solve_serial(Run& run);
void solve_for(Run& run);
void solve_tasks(Run& run);

}  // namespace spmv
