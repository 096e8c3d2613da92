// Numbers of the GNU OpenMP ABI, as GCC passes them.
#pragma once

namespace tidemill::gomp {

// GOMP_task and GOMP_taskloop `flags`
inline constexpr unsigned kUntied = 1u << 0;
inline constexpr unsigned kFinal = 1u << 1;
inline constexpr unsigned kDepend = 1u << 3;
inline constexpr unsigned kPriority = 1u << 4;
inline constexpr unsigned kUp = 1u << 8;
inline constexpr unsigned kGrainsize = 1u << 9;
inline constexpr unsigned kIf = 1u << 10;
inline constexpr unsigned kNoGroup = 1u << 11;
inline constexpr unsigned kReduction = 1u << 12;
inline constexpr unsigned kDetach = 1u << 13;
inline constexpr unsigned kStrict = 1u << 14;

// kinds in an omp_depend_t
inline constexpr unsigned kDepobjIn = 1;
inline constexpr unsigned kDepobjOut = 2;
inline constexpr unsigned kDepobjInout = 3;
inline constexpr unsigned kDepobjMutexinoutset = 4;
inline constexpr unsigned kDepobjInoutset = 5;

}  // namespace tidemill::gomp
