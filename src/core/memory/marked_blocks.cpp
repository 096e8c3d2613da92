#include "core/memory/marked_blocks.hpp"

#include <mutex>
#include <unordered_set>

#include "platform/process_wide.hpp"

namespace tidemill::core {

namespace {

struct Marks {
  std::mutex lock;  // guards blocks
  std::unordered_set<void*> blocks;
};
Marks& marks() noexcept { return platform::ProcessWide<Marks>::get(); }

}  // namespace

void mark_block(void* block) {
  std::lock_guard guard(marks().lock);
  marks().blocks.insert(block);
}

bool unmark_block(void* block) noexcept {
  std::lock_guard guard(marks().lock);
  return marks().blocks.erase(block) != 0;
}

}  // namespace tidemill::core
