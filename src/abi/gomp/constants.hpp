// Numbers of the GNU OpenMP ABI, as GCC passes them.
#pragma once

namespace tidemill::gomp {

// GOMP_task and GOMP_taskloop `flags`
inline constexpr unsigned kUntied = 1u << 0;
inline constexpr unsigned kFinal = 1u << 1;
inline constexpr unsigned kMergeable = 1u << 2;
inline constexpr unsigned kDepend = 1u << 3;
inline constexpr unsigned kPriority = 1u << 4;
inline constexpr unsigned kUp = 1u << 8;
inline constexpr unsigned kGrainsize = 1u << 9;
inline constexpr unsigned kIf = 1u << 10;
inline constexpr unsigned kNoGroup = 1u << 11;
inline constexpr unsigned kReduction = 1u << 12;
inline constexpr unsigned kDetach = 1u << 13;
inline constexpr unsigned kStrict = 1u << 14;

// the schedule's kind in GOMP_loop_start's `sched`
inline constexpr long kScheduleKinds = 0x7fffffff;
inline constexpr long kNonmonotonicRuntime = 4;

// GOMP_target_* `device`
inline constexpr int kDeviceByDefault = -1;  // no clause
inline constexpr int kDeviceOfHost = -2;     // if(false), device(omp_initial_device)

// GOMP_target_* `flags`, a map's kind (its low byte; above it the alignment's logarithm), and the
// `arguments` of GOMP_target_ext
inline constexpr unsigned kNoWait = 1u << 0;
inline constexpr unsigned kMapKinds = 0xff;
inline constexpr unsigned kMapAlignmentShift = 8;
inline constexpr unsigned kMapFirstprivate = 0xc;
inline constexpr unsigned long kArgumentDevice = 0x7f;     // 0: for all devices
inline constexpr unsigned long kArgumentFollows = 1 << 7;  // the value is the next word
inline constexpr unsigned long kArgumentId = 0xff00;
inline constexpr unsigned long kArgumentThreadLimit = 0x200;
inline constexpr unsigned kArgumentValueShift = 16;

// kinds in an omp_depend_t
inline constexpr unsigned kDepobjIn = 1;
inline constexpr unsigned kDepobjOut = 2;
inline constexpr unsigned kDepobjInout = 3;
inline constexpr unsigned kDepobjMutexinoutset = 4;
inline constexpr unsigned kDepobjInoutset = 5;

}  // namespace tidemill::gomp
