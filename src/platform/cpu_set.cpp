#include "platform/cpu_set.hpp"

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <bit>

namespace tidemill::platform {

int CpuSet::count() const noexcept {
  int all = 0;
  for (const std::uint64_t word : words_) all += std::popcount(word);
  return all;
}

std::vector<int> CpuSet::list() const {
  std::vector<int> numbers;
  for (std::size_t w = 0; w < words_.size(); ++w)
    for (std::uint64_t rest = words_[w]; rest != 0; rest &= rest - 1)
      numbers.push_back(static_cast<int>(w * 64) + std::countr_zero(rest));
  return numbers;
}

std::string CpuSet::text() const {
  const std::vector<int> numbers = list();
  std::string out;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    if (!out.empty()) out += ',';
    out += std::to_string(numbers[i]);
    if (last != i) out += '-' + std::to_string(numbers[last]);
    i = last + 1;
  }
  return out;
}

CpuSet CpuSet::operator&(const CpuSet& other) const {
  CpuSet both;
  both.words_.resize(std::min(words_.size(), other.words_.size()));
  for (std::size_t w = 0; w < both.words_.size(); ++w) both.words_[w] = words_[w] & other.words_[w];
  return both;
}

bool CpuSet::operator==(const CpuSet& other) const {
  const std::size_t words = std::max(words_.size(), other.words_.size());
  const auto word = [](const CpuSet& set, std::size_t w) {
    return w < set.words_.size() ? set.words_[w] : 0;
  };
  for (std::size_t w = 0; w < words; ++w)
    if (word(*this, w) != word(other, w)) return false;
  return true;
}

namespace {

CpuSet affinity_of(pid_t thread) noexcept {
  // The kernel refuses a mask smaller than its own: grow until it fits.
  for (std::size_t words = 16; words <= CpuSet::kMost / 64; words *= 2) {
    CpuSet set;
    set.words().resize(words);
    if (sched_getaffinity(thread, words * 8, reinterpret_cast<cpu_set_t*>(set.words().data())) == 0)
      return set;
  }
  return {};
}

}  // namespace

CpuSet thread_affinity() noexcept { return affinity_of(0); }
CpuSet process_affinity() noexcept { return affinity_of(getpid()); }

bool bind_thread(const CpuSet& set) noexcept {
  return sched_setaffinity(0, set.words().size() * 8,
                           reinterpret_cast<const cpu_set_t*>(set.words().data())) == 0;
}

bool bind_thread(pthread_t thread, const CpuSet& set) noexcept {
  return set.empty() ||
         pthread_setaffinity_np(thread, set.words().size() * 8,
                                reinterpret_cast<const cpu_set_t*>(set.words().data())) == 0;
}

bool is_first_thread() noexcept { return syscall(SYS_gettid) == getpid(); }

}  // namespace tidemill::platform
