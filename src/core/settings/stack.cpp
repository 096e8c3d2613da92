// OMP_STACKSIZE, KMP_STACKSIZE, GOMP_STACKSIZE: the stacks of tasks.
#include "core/settings/stack.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <string>

#include "core/settings/adjustable.hpp"
#include "core/settings/reader.hpp"
#include "core/settings/settings.hpp"
#include "core/settings/words.hpp"
#include "platform/cpu.hpp"

namespace tidemill::core {

namespace {

// A stack holds a dispatch loop and the first frames of a task; less can't run anything.
constexpr std::size_t kLeast = 64u << 10;
// More than this per task is a typing error: address space has 47 bits.
constexpr std::size_t kMost = std::size_t{1} << 40;

// What stands for no limit: more than tasks use, and of 47 bits of address space so little that a
// hundred thousand tasks of the initial thread may be suspended. Larger stacks would each need a
// second page for their page tables.
constexpr std::size_t kUnlimited = std::size_t{256} << 20;

std::string kibibytes(std::size_t bytes) { return std::to_string(bytes >> 10) + "K"; }

}  // namespace

void read_stack_settings(Reader& reader) {
  Settings& s = reader.settings();
  s.stack_bytes = platform::stack_limit_bytes();
  const auto v = reader.find_first({"OMP_STACKSIZE", "KMP_STACKSIZE", "GOMP_STACKSIZE"});
  if (!v) return;
  const bool in_bytes = std::string_view(v->name) == "KMP_STACKSIZE";
  const auto bytes = size(v->text, in_bytes ? 1 : 1024);
  if (!bytes || *bytes > kMost)
    return reader.refuse(*v, "a size such as 512K, 4M or 1G", kibibytes(s.stack_bytes));
  s.stack_bytes = *bytes;
  reader.took(Setting::stack_size, *v);
  if (*bytes >= kLeast) return;
  reader.remark(*v, "too small for a task: using " + kibibytes(kLeast));
  s.stack_bytes = kLeast;
}

std::size_t initial_stack_bytes() noexcept {
  rlimit limit{};
  const bool limited = getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  const std::size_t own = limited ? static_cast<std::size_t>(limit.rlim_cur) : kUnlimited;
  return std::max(adjustable().stack_bytes.load(std::memory_order_relaxed), std::min(own, kMost));
}

}  // namespace tidemill::core
