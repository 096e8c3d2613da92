// Pages of their own for large, pinned or placed memory, and where the kernel puts them. Straight
// system calls: libnuma would be one more library in every process. A kernel without NUMA support
// makes the placing functions do nothing; memory stays memory.
#pragma once

#include <cstddef>
#include <vector>

namespace tidemill::platform {

/// Numbers of the memory nodes this process may use, ascending; {0} when the kernel can't say.
const std::vector<int>& memory_nodes() noexcept;

/// The number of the node where the page of `address` lies; -1: on none, as a page that was never
/// written, or the kernel doesn't say.
int node_of_page(const void* address) noexcept;

/// Zeroed pages, at least `bytes`; nullptr when there are none.
void* map_pages(std::size_t bytes) noexcept;
void unmap_pages(void* pages, std::size_t bytes) noexcept;
std::size_t round_to_pages(std::size_t bytes) noexcept;

/// Keeps the pages in physical memory; false when the system refuses (ulimit -l).
bool pin_pages(void* pages, std::size_t bytes) noexcept;

/// How pages not touched yet are spread over nodes. Best effort.
void interleave_pages(void* pages, std::size_t bytes, const std::vector<int>& nodes) noexcept;
void prefer_local_pages(void* pages, std::size_t bytes) noexcept;
/// One contiguous part of about the same size per node.
void block_pages(void* pages, std::size_t bytes, const std::vector<int>& nodes) noexcept;
/// Only from these nodes; false when the kernel refuses.
bool bind_pages(void* pages, std::size_t bytes, const std::vector<int>& nodes) noexcept;

}  // namespace tidemill::platform
