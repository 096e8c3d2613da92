// Memory of tasks from the cache of the calling worker; and back to it, or to the store where the
// thread is none.
#pragma once

#include "core/model/worker.hpp"

namespace tidemill::core {

inline BlockCache::Block take_block(std::size_t bytes) noexcept {
  return current_worker().memory.blocks.allocate(bytes);
}

inline void give_block(void* memory, std::uint8_t size_class) noexcept {
  if (Worker* worker = current_worker_or_null())
    worker->memory.blocks.free(memory, size_class);
  else
    BlockCache::free_shared(memory, size_class);
}

}  // namespace tidemill::core
