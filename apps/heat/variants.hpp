// The variants, one file each: variant_*.cpp. All of them solve the same problem to the same bits;
// they differ in who computes which block, and in how the boundary rows travel between ranks.
#pragma once

#include <string>
#include <string_view>

namespace heat {

struct Run;

/// What a variant needs of MPI, from least to most.
enum class MpiLevel { single, serialized, multiple, task_multiple };

enum class Workers { rank_0_alone, one_thread, all_threads };

struct Variant {
  std::string_view name;
  void (*solve)(Run& run);
  MpiLevel level;
  Workers workers;
};

/// Null if there is none of that name.
const Variant* find_variant(std::string_view name);

/// "serial, pure, ...", for messages.
std::string variant_names();

void solve_serial(Run& run);
void solve_pure(Run& run);
void solve_nbuffer(Run& run);
void solve_forkjoin(Run& run);
void solve_sentinel(Run& run);
void solve_interop_blk(Run& run);
void solve_interop_nonblk(Run& run);

}  // namespace heat
