// `copyprivate`: what the member that did a `single` has for the others.
#pragma once

namespace tidemill::core {

struct Member;

/// By all members after a `single`; `source`: of the one that did it, else nullptr. Returns it when
/// that one has come here, for the caller to copy from until its next barrier, which has to follow.
/// Suspends.
void* share_copies(Member& self, void* source);

/// The same in one: when it returns, all have copied, `copy(data, source)`, by the caller for
/// itself. `data`: the source of the one that did it. Suspends.
enum class Did : bool { no, yes };
void copy_from_single(Member& self, Did did, void* data, void (*copy)(void* to, void* from));

}  // namespace tidemill::core
