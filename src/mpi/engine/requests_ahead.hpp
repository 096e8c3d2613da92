// Asks for the memory of the requests that MPI will write to next.
//
// Open MPI's requests are objects of some 700 bytes, and handles are their addresses. With many in
// flight they have left the near caches, and each atomic instruction of MPI's waits for the lines
// it has written before. The next one to be posted is guessed: MPI takes them from a list that
// mostly goes through memory at one stride. The next ones to be completed are those posted first.
// A wrong guess costs some instructions. Inside MPI only.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/mpi_api.hpp"
#include "platform/cpu.hpp"

namespace tidemill::mpi {

class RequestsAhead {
 public:
  void posted(MPI_Request request) noexcept {
    if constexpr (kHandlesAreAddresses) {
      const auto at = (std::uintptr_t)request;  // an int to other MPIs
      const auto stride = static_cast<std::ptrdiff_t>(at - last_);
      if (stride == stride_) [[likely]]
        ask_for(at + kAhead * static_cast<std::uintptr_t>(stride), stride);
      stride_ = stride;
      last_ = at;
    }
  }

  /// One before which kSoon more are to be completed: one call of MPI's may take in some hundred
  /// messages, where they have come while nobody looked.
  void due_soon(MPI_Request request) const noexcept {
    if constexpr (kHandlesAreAddresses) {
#pragma GCC unroll 9
      for (std::size_t i = 0; i < kWritten; i += kLine)
        platform::prefetch_for_later(reinterpret_cast<const char*>((std::uintptr_t)request) + i);
    }
  }

  static constexpr int kSoon = 256;

 private:
  /// By a match and what completes the request, of Open MPI 4.1: lines 0 to 5, 7 and 8 of 12.
  static constexpr std::size_t kWritten = 9 * platform::kCacheLine;
  static constexpr std::uintptr_t kAhead = 3;  // to be there in time
  static constexpr std::ptrdiff_t kLine = platform::kCacheLine, kMostBytes = 16 * kLine;

  static void ask_for(std::uintptr_t object, std::ptrdiff_t stride) noexcept {
    const std::ptrdiff_t bytes = stride < 0 ? -stride : stride;
    if (bytes > kMostBytes) return;
    for (std::ptrdiff_t i = 0; i < bytes; i += kLine)
      platform::prefetch_to_write(reinterpret_cast<const char*>(object) + i);
  }

  std::uintptr_t last_ = 0;
  std::ptrdiff_t stride_ = 0;
};

}  // namespace tidemill::mpi
