// Room for messages on their way through a reduction: on the task's stack while it is little.
#pragma once

#include <cstddef>
#include <new>

#include "engine/diagnostics.hpp"

namespace tidemill::mpi {

class Scratch {
 public:
  Scratch() = default;
  ~Scratch() {
    if (data_ != near_) delete[] data_;
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  /// Once.
  std::byte* room(std::size_t bytes) {
    if (bytes > sizeof near_) data_ = new (std::nothrow) std::byte[bytes];
    if (!data_) fatal("no memory for %zu bytes of a reduction", bytes);
    return data_;
  }

 private:
  alignas(std::max_align_t) std::byte near_[256];
  std::byte* data_ = near_;
};

}  // namespace tidemill::mpi
