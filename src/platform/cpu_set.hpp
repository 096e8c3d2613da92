// A set of processors by the system's numbers, of any size; and the calling thread's binding.
#pragma once

#include <pthread.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tidemill::platform {

class CpuSet {
 public:
  static constexpr int kMost = 1 << 16;  // no machine has more; keeps wrong input harmless

  void add(int cpu) {
    const auto word = static_cast<std::size_t>(cpu) / 64;
    if (word >= words_.size()) words_.resize(word + 1);
    words_[word] |= std::uint64_t{1} << (cpu % 64);
  }
  void remove(int cpu) noexcept {
    if (contains(cpu))
      words_[static_cast<std::size_t>(cpu) / 64] &= ~(std::uint64_t{1} << (cpu % 64));
  }
  bool contains(int cpu) const noexcept {
    const auto word = static_cast<std::size_t>(cpu) / 64;
    return cpu >= 0 && word < words_.size() && (words_[word] >> (cpu % 64) & 1) != 0;
  }
  bool empty() const noexcept { return count() == 0; }
  int count() const noexcept;
  /// Ascending.
  std::vector<int> list() const;
  /// "0-3,8", as the kernel writes it.
  std::string text() const;
  CpuSet operator&(const CpuSet& other) const;
  bool operator==(const CpuSet& other) const;

  /// For the system calls, which take bytes.
  const std::vector<std::uint64_t>& words() const noexcept { return words_; }
  std::vector<std::uint64_t>& words() noexcept { return words_; }

 private:
  std::vector<std::uint64_t> words_;  // may end in zeros
};

/// What the calling thread may run on now; empty when the system can't say.
CpuSet thread_affinity() noexcept;
/// The same of the thread the process began with, which has what the process was started with.
CpuSet process_affinity() noexcept;
/// Binds the calling thread. False when the system refuses.
bool bind_thread(const CpuSet& set) noexcept;
/// The same of another thread, which doesn't end meanwhile; an empty set leaves it as it is.
bool bind_thread(pthread_t thread, const CpuSet& set) noexcept;
/// Is the calling thread the one the process began with?
bool is_first_thread() noexcept;

}  // namespace tidemill::platform
