// include/tidemill/stats.h onto the core; and the account of a process that nobody has taken, when
// it ends. Translation only.
#include "tidemill/stats.h"

#include "abi/export.hpp"
#include "core/trace/account.hpp"
#include "core/trace/report.hpp"

using namespace tidemill;

namespace {

/// After the program's own handlers. A thread of the pool may still be awake: it does nothing that
/// counts.
[[gnu::destructor]] void print_at_exit() {
  tidemill_stats stats;
  if (core::trace::take_stats(stats)) core::trace::print_stats({&stats, 1});
}

}  // namespace

extern "C" {

TM_EXPORT int tidemill_has_stats(void) { return core::trace::has_account() ? 1 : 0; }

TM_EXPORT int tidemill_take_stats(struct tidemill_stats* stats) {
  return core::trace::take_stats(*stats) ? 1 : 0;
}

TM_EXPORT void tidemill_print_stats(const struct tidemill_stats stats[], int count) {
  core::trace::print_stats({stats, static_cast<std::size_t>(count)});
}

}  // extern "C"
