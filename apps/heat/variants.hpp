// The variants, one file each: variant_*.cpp. All of them solve the same problem to the same bits;
// they differ in who computes which block, and in how the boundary rows travel between ranks.
#pragma once

#include <string>
#include <string_view>

#include "common/variants.hpp"

namespace heat {

struct Run;
using Variant = app::Variant<Run>;

/// Null if there is none of that name.
const Variant* find_variant(std::string_view name);

/// "serial, pure, ...", for messages.
std::string variant_names();

void solve_serial(Run& run);
void solve_blocked(Run& run);
void solve_pure(Run& run);
void solve_nbuffer(Run& run);
void solve_forkjoin(Run& run);
void solve_sentinel(Run& run);
void solve_interop_blk(Run& run);
void solve_interop_nonblk(Run& run);

}  // namespace heat
