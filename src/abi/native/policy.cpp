// include/tidemill/policy.h onto the core. Translation only.
#include "tidemill/policy.h"

#include <cerrno>

#include "abi/export.hpp"
#include "core/model/worker.hpp"
#include "core/settings/settings.hpp"
#include "core/settings/words.hpp"

using namespace tidemill;

extern "C" {

TM_EXPORT int tidemill_set_policy(char const* name) {
  if (name == nullptr) return EINVAL;
  core::Policy const* const policy = core::find_policy(core::trim(name));
  if (policy == nullptr) return EINVAL;
  core::chosen_policy.store(policy, std::memory_order_relaxed);
  core::current_worker().teams.initial->ready.use(*policy);
  return 0;
}

TM_EXPORT char const* tidemill_get_policy(void) { return core::current_policy().name.data(); }

}  // extern "C"
