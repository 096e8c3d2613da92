#include "engine/opt_out.hpp"

#include <algorithm>

namespace tidemill::mpi {
namespace {

/// Read in one place, where nothing suspends between taking its address and using it.
[[gnu::noinline]] bool& thread_is_out() {
  static thread_local bool out = false;
  return out;
}

}  // namespace

void OptOut::set_thread(Awareness awareness) {
  thread_is_out() = awareness == Awareness::off;
  if (awareness == Awareness::off) any_.store(true, std::memory_order_relaxed);  // see applies()
}

void OptOut::set_comm(MPI_Comm comm, Awareness awareness) {
  if (awareness == Awareness::on && !any_.load(std::memory_order_relaxed)) return;
  std::lock_guard lock(mutex_);
  const auto at = std::find(comms_.begin(), comms_.end(), comm);
  if (awareness == Awareness::on) {
    if (at != comms_.end()) comms_.erase(at);
    return;
  }
  if (at == comms_.end()) comms_.push_back(comm);
  any_.store(true, std::memory_order_relaxed);  // see applies()
}

bool OptOut::applies_slow(MPI_Comm comm) const noexcept {
  if (thread_is_out()) return true;
  if (comm == MPI_COMM_NULL) return false;
  std::lock_guard lock(mutex_);
  return std::find(comms_.begin(), comms_.end(), comm) != comms_.end();
}

}  // namespace tidemill::mpi
