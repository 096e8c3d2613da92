// Short tasks with dependences are run at once where they are created, if nothing is left that they
// could have to wait for.
//
// To enter dependences, to queue a task and to run it on another core costs more than a task of
// some 100 ns itself; to run it costs its producer less time than to make it known
// (task/at_once.hpp has how). So where tasks of this code have been short lately (task/habits.hpp),
// and no child is incomplete, a new one needs no entry in the table, no edge and no queue.
//
// Where tasks depend on each other, the next is created before the last are complete, and it would
// never come to that. So after a number of short ones in a row the producer sees them through once:
// it runs those that are ready, beside itself (task/beside.hpp) and only as long as they are short,
// too, and looks on while others complete the rest one after the other. Where that comes to a
// standstill, or something else is in the way, it waits twice as long with the next try.
//
// Each run is timed, and draws on a credit: short ones fill it, long ones use it up, and with it
// gone tasks of that code are queued until runners have found more of them short than before. So a
// rare long one, alone or among many, doesn't make a team's work that of its producer.
#pragma once

#include <span>

#include "core/task/spawn.hpp"

namespace tidemill::core {

/// Creates a child of the current task, with `bytes` at `data` captured as they are, and runs it as
/// this says; a priority doesn't matter then. False, and nothing done: not now. May suspend.
bool spawn_short(void (*function)(void*), void* data, std::size_t bytes,
                 std::span<const Dependence> dependences);
/// The second step after allocate_plain(). In any case tasks that run the same `code` are alike
/// from here on.
bool submit_short(Task* task, std::span<const Dependence> dependences, const void* code);

}  // namespace tidemill::core
