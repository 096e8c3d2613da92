// GOMP_target_* and GOMP_teams*: the host is the only device, so a target region is an initial task
// of its own on the host's data, and mapping does nothing. Translation only.
//
// With `nowait` or `depend` a task is made of the region, deferred or undeferred, which keeps the
// addresses and the firstprivate values it was met with.
#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

#include "abi/export.hpp"
#include "abi/gomp/constants.hpp"
#include "abi/gomp/depend.hpp"
#include "abi/omp/devices.hpp"
#include "core/model/request.hpp"
#include "core/model/worker.hpp"
#include "core/settings/settings.hpp"
#include "core/team/region.hpp"

using namespace tidemill;

namespace {

using Function = void (*)(void*);

/// A target region as GCC describes it.
struct Target {
  Function body;
  std::size_t count;  // of the three arrays
  void** addresses;
  const std::size_t* sizes;
  const unsigned short* kinds;
  int thread_limit;

  /// An absent optional argument has no value.
  bool is_firstprivate(std::size_t i) const noexcept {
    return (kinds[i] & gomp::kMapKinds) == gomp::kMapFirstprivate && addresses[i] != nullptr;
  }
  std::size_t alignment(std::size_t i) const noexcept {
    return std::size_t{1} << (kinds[i] >> gomp::kMapAlignmentShift);
  }
};

/// The host as a device has ICVs of its own: what the environment says, whatever the program has
/// set since (5.2, 2.4).
void run_on_host(Function body, void* data, int thread_limit) {
  core::run_initial_team(body, data,
                         {.thread_limit = thread_limit, .icvs = &core::settings().initial});
}

// What a region keeps: the addresses, then the firstprivate values they point to.
struct Kept {
  Function body;
  int thread_limit;
  std::size_t count;

  void** addresses() noexcept { return reinterpret_cast<void**>(this + 1); }
  void run() { run_on_host(body, addresses(), thread_limit); }
};

std::size_t bytes_of(const Target& target) noexcept {
  std::size_t bytes = sizeof(Kept) + target.count * sizeof(void*);
  for (std::size_t i = 0; i < target.count; ++i)
    if (target.is_firstprivate(i)) bytes += target.sizes[i] + target.alignment(i) - 1;
  return bytes;
}

/// Fills `bytes_of(*source)` bytes at `to`.
void keep(void* to, void* source) {
  const auto& target = *static_cast<const Target*>(source);
  auto* kept = new (to) Kept{target.body, target.thread_limit, target.count};
  auto at = reinterpret_cast<std::uintptr_t>(kept->addresses() + target.count);
  for (std::size_t i = 0; i < target.count; ++i) {
    kept->addresses()[i] = target.addresses[i];
    if (!target.is_firstprivate(i)) continue;
    const std::size_t alignment = target.alignment(i);
    at = (at + alignment - 1) / alignment * alignment;
    std::memcpy(reinterpret_cast<void*>(at), target.addresses[i], target.sizes[i]);
    kept->addresses()[i] = reinterpret_cast<void*>(at);
    at += target.sizes[i];
  }
}

void run_kept(void* data) { static_cast<Kept*>(data)->run(); }

void run_here(Target& target) {
  const std::unique_ptr<std::byte[]> memory(new std::byte[bytes_of(target)]);
  keep(memory.get(), &target);
  run_kept(memory.get());
}

/// The thread_limit clause of a target construct, from its arguments; 0: none.
int thread_limit_of(void** arguments) noexcept {
  while (arguments != nullptr && *arguments != nullptr) {
    const auto id = reinterpret_cast<std::uintptr_t>(*arguments++);
    std::uintptr_t value = id >> gomp::kArgumentValueShift;
    if ((id & gomp::kArgumentFollows) != 0) value = reinterpret_cast<std::uintptr_t>(*arguments++);
    if ((id & gomp::kArgumentDevice) != 0) continue;
    if ((id & gomp::kArgumentId) != gomp::kArgumentThreadLimit) continue;
    return value > INT_MAX ? INT_MAX : static_cast<int>(value);
  }
  return 0;
}

/// The construct's device is the host, or the host takes its place.
void choose_device(int device, const char* construct) noexcept {
  if (device == gomp::kDeviceOfHost) return;
  if (device == gomp::kDeviceByDefault) device = core::current_worker().task->icvs->default_device;
  omp::is_host(device, construct);
}

void nothing(void*) {}

/// `target update`, `enter data`, `exit data`: nothing to do, in its place among the dependences.
void pass(unsigned flags, void** depend) {
  if (depend == nullptr) return;
  const gomp::Depend depends(depend);
  if ((flags & gomp::kNoWait) == 0) return core::wait_dependences(depends.view());
  core::create_task({.body = {nothing, nullptr, nullptr, 0, 1}, .dependences = depends.view()});
}

}  // namespace

extern "C" {

TM_EXPORT void GOMP_target(int device, Function body, const void* /*unused*/, std::size_t /*count*/,
                           void** addresses, std::size_t* /*sizes*/, unsigned char* /*kinds*/) {
  choose_device(device, "target");
  run_on_host(body, addresses, 0);
}

TM_EXPORT void GOMP_target_ext(int device, Function body, std::size_t count, void** addresses,
                               std::size_t* sizes, unsigned short* kinds, unsigned flags,
                               void** depend, void** arguments) {
  choose_device(device, "target");
  Target target{body, count, addresses, sizes, kinds, thread_limit_of(arguments)};
  const bool defer = (flags & gomp::kNoWait) != 0;
  if (!defer && depend == nullptr) return run_here(target);
  const core::Body task{run_kept, &target, keep, bytes_of(target), alignof(std::max_align_t)};
  if (depend == nullptr) return core::create_task({.body = task});
  // Undeferred it is a task all the same: with `mutexinoutset` it keeps others off as it runs.
  const gomp::Depend depends(depend);
  core::create_task({.body = task,
                     .dependences = depends.view(),
                     .run = defer ? core::Run::later : core::Run::now});
}

TM_EXPORT void GOMP_target_data(int device, const void*, std::size_t, void**, std::size_t*,
                                unsigned char*) {
  choose_device(device, "target data");
}
TM_EXPORT void GOMP_target_data_ext(int device, std::size_t, void**, std::size_t*,
                                    unsigned short*) {
  choose_device(device, "target data");
}
TM_EXPORT void GOMP_target_end_data(void) {}
TM_EXPORT void GOMP_target_update(int device, const void*, std::size_t, void**, std::size_t*,
                                  unsigned char*) {
  choose_device(device, "target update");
}
TM_EXPORT void GOMP_target_update_ext(int device, std::size_t, void**, std::size_t*,
                                      unsigned short*, unsigned flags, void** depend) {
  choose_device(device, "target update");
  pass(flags, depend);
}
TM_EXPORT void GOMP_target_enter_exit_data(int device, std::size_t, void**, std::size_t*,
                                           unsigned short*, unsigned flags, void** depend) {
  choose_device(device, "target enter data or exit data");
  pass(flags, depend);
}

// Images for devices come with a program's constructors; there is no device to load them on.
TM_EXPORT void GOMP_offload_register(const void*, int, const void*) {}
TM_EXPORT void GOMP_offload_register_ver(unsigned, const void*, int, const void*) {}
TM_EXPORT void GOMP_offload_unregister(const void*, int, const void*) {}
TM_EXPORT void GOMP_offload_unregister_ver(unsigned, const void*, int, const void*) {}

/// `teams` outside target regions.
TM_EXPORT void GOMP_teams_reg(Function fn, void* data, unsigned teams, unsigned thread_limit,
                              unsigned /*flags*/) {
  core::run_league(fn, data, static_cast<int>(teams), static_cast<int>(thread_limit));
}

/// `teams` inside: GCC's code runs the body again and again until this says false.
TM_EXPORT bool GOMP_teams4(unsigned least, unsigned /*most*/, unsigned thread_limit, bool first) {
  if (!first) return core::next_team_in_place();
  core::start_league_in_place(static_cast<int>(least), static_cast<int>(thread_limit));
  return true;
}

/// The same before GCC 12: one team.
TM_EXPORT void GOMP_teams(unsigned /*teams*/, unsigned thread_limit) {
  core::start_league_in_place(1, static_cast<int>(thread_limit));
}

}  // extern "C"
