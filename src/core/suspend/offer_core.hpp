// A waiting worker gives its core away for a moment (sched_yield), unless another process would
// keep it: that costs a time slice or two. It is measured who had the core
// (docs/mechanisms/dispatch.md), and while that is another process workers of this one nap instead,
// as who is woken goes before it.
#pragma once

#include <cstdint>

namespace tidemill::core {

/// Who may take the core: others alone, or threads of this process, too.
enum class OfferTo { others, own };

/// Did another process have the core for long when it was offered last, by any worker, a while
/// before `now` (ticks)?
bool core_is_kept(std::uint64_t now) noexcept;

/// Offers the core. False, at once: it isn't, as it is kept. Who had it is measured by the time
/// that passed, and to threads of this process also by the processor time of all of them. That is
/// exact where they share one processor; where they have more of them it isn't, and they are
/// offered the core in any case.
bool offer_core(OfferTo to) noexcept;

}  // namespace tidemill::core
