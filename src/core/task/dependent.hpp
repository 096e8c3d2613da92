// Tasks with dependences: how they are entered, and the short way for the common one: deferred,
// tied, no priority, event or group. As task/plain.hpp does for those without dependences.
#pragma once

#include <cstddef>
#include <span>

#include "core/task/spawn.hpp"

namespace tidemill::core {

/// Enters the accesses of a new child of the current task; true when nothing keeps it from running.
bool enter_dependences(Task* task, std::span<const Dependence> dependences);

/// Creates a task with `bytes` at `data` captured as they are. False, and nothing done, if that
/// takes more than the common way.
bool spawn_dependent(void (*function)(void*), void* data, std::size_t bytes,
                     std::span<const Dependence> dependences);

/// The second step after allocate_plain(); or false, and nothing done. In two steps the number of
/// edges isn't known at allocation: there is room for as many as the last tasks had, and what is
/// left of the block. Tasks that run the same `code` are alike (task/habits.hpp).
bool submit_dependent(Task* task, std::span<const Dependence> dependences, const void* code);

}  // namespace tidemill::core
