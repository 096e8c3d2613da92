// include/tidemill/stats.h onto the core; and the account of a process that nobody has taken, when
// it ends. Translation only.
#include "tidemill/stats.h"

#include <unistd.h>

#include "abi/export.hpp"
#include "abi/native/stats_report.hpp"
#include "core/trace/account.hpp"

using namespace tidemill;

namespace {

bool take(tidemill_stats& stats) noexcept {
  if (!core::trace::take_account(stats)) return false;
  stats.rank = -1;
  stats.process = getpid();
  gethostname(stats.host, sizeof stats.host - 1);
  return true;
}

/// After the program's own handlers. A thread of the pool may still be awake: it does nothing that
/// counts.
[[gnu::destructor]] void print_at_exit() {
  tidemill_stats stats;
  if (take(stats)) native::print_stats({&stats, 1});
}

}  // namespace

extern "C" {

TM_EXPORT int tidemill_has_stats(void) { return core::trace::has_account() ? 1 : 0; }

TM_EXPORT int tidemill_take_stats(struct tidemill_stats* stats) { return take(*stats) ? 1 : 0; }

TM_EXPORT void tidemill_print_stats(const struct tidemill_stats stats[], int count) {
  native::print_stats({stats, static_cast<std::size_t>(count)});
}

}  // extern "C"
