// Who is calling: what the files of this folder ask of the core in every entry point.
#pragma once

#include "core/model/team.hpp"
#include "core/model/worker.hpp"

namespace tidemill::kmpc {

inline core::Member& self() noexcept { return *core::current_worker().member; }
inline core::Task& current_task() noexcept { return *core::current_worker().task; }
inline core::BarrierEnd barrier() {
  core::Member& m = self();
  return m.team->wait_barrier(m);
}

}  // namespace tidemill::kmpc
