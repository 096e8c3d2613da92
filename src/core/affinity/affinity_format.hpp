// What OMP_DISPLAY_AFFINITY and omp_*_affinity print (OpenMP 5.2, 18.3.8 to 18.3.11, 21.2.5).
#pragma once

#include <string>
#include <string_view>

namespace tidemill::core {

class Worker;
struct Member;
struct Team;

/// affinity-format-var; of the whole process. Any thread.
std::string affinity_format();
void set_affinity_format(std::string_view format);

/// The calling thread as `format` wants it; an empty one means affinity_format().
std::string describe_affinity(std::string_view format);
/// The same on standard output, a line of its own.
void display_affinity(std::string_view format);

/// OMP_DISPLAY_AFFINITY: the thread takes up a member; prints when what it would print of its team
/// and place isn't what it printed last at this nesting level.
void display_affinity_if_new(Worker& worker, const Member& member);
/// If one of the team's members will print, all do. By the primary thread, when the members have
/// their seats and haven't begun: what their workers have printed is its own to change then.
void display_affinity_of_all_if_of_one(const Team& team) noexcept;

}  // namespace tidemill::core
