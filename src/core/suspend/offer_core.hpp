// A waiting worker gives its core away for a moment (sched_yield), unless another process would
// keep it.
//
// A core that was offered comes back at once, or it is wanted: by threads of this process, as it
// should be where the team has more of them than there are processors, or by another process, which
// keeps it for a time slice or two; where a worker waits for a message whose sender does the same,
// each answer is late by both slices. So it is measured who had the core, and while that is another
// process workers of this one nap instead, as who is woken goes before it.
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
