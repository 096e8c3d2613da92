#include "platform/numa.hpp"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "platform/first_use.hpp"

namespace tidemill::platform {

namespace {

// The kernel's words (linux/mempolicy.h), which not every system's headers bring.
constexpr int kPreferred = 1, kBind = 2, kInterleave = 3;
constexpr unsigned kMemsAllowed = 4;
constexpr int kMostNodes = 1024;
constexpr int kWordBits = 8 * sizeof(unsigned long);
using NodeMask = std::array<unsigned long, kMostNodes / kWordBits>;

NodeMask mask_of(const std::vector<int>& nodes) noexcept {
  NodeMask mask{};
  for (const int node : nodes)
    if (node >= 0 && node < kMostNodes)
      mask[static_cast<std::size_t>(node / kWordBits)] |= 1ul << (node % kWordBits);
  return mask;
}

bool place(void* pages, std::size_t bytes, int mode, const NodeMask* mask) noexcept {
  // The kernel takes the number of bits plus one.
  return syscall(SYS_mbind, pages, bytes, mode, mask != nullptr ? mask->data() : nullptr,
                 mask != nullptr ? kMostNodes + 1 : 0, 0) == 0;
}

std::vector<int> ask_memory_nodes() {
  NodeMask mask{};
  std::vector<int> nodes;
  if (syscall(SYS_get_mempolicy, nullptr, mask.data(), kMostNodes, nullptr, kMemsAllowed) == 0)
    for (int node = 0; node < kMostNodes; ++node)
      if ((mask[static_cast<std::size_t>(node / kWordBits)] >> (node % kWordBits) & 1) != 0)
        nodes.push_back(node);
  if (nodes.empty()) nodes.push_back(0);
  return nodes;
}

}  // namespace

const std::vector<int>& memory_nodes() noexcept {
  static constinit FirstUse<const std::vector<int>> nodes;
  return nodes.get(ask_memory_nodes);
}

// Not get_mempolicy(): it answers node 0 for a page that was never touched, and maps the page of
// zeros there. Asked so, move_pages() moves nothing.
int node_of_page(const void* address) noexcept {
  const auto size = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  void* page = reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(address) & ~(size - 1));
  int status = -1;
  if (syscall(SYS_move_pages, 0, 1ul, &page, nullptr, &status, 0) != 0) return -1;
  return status >= 0 ? status : -1;
}

std::size_t round_to_pages(std::size_t bytes) noexcept {
  const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return (bytes + page - 1) / page * page;
}

void* map_pages(std::size_t bytes) noexcept {
  void* pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return pages != MAP_FAILED ? pages : nullptr;
}

void unmap_pages(void* pages, std::size_t bytes) noexcept { munmap(pages, round_to_pages(bytes)); }

bool pin_pages(void* pages, std::size_t bytes) noexcept { return mlock(pages, bytes) == 0; }

void interleave_pages(void* pages, std::size_t bytes, const std::vector<int>& nodes) noexcept {
  const NodeMask mask = mask_of(nodes);
  place(pages, bytes, kInterleave, &mask);
}

void prefer_local_pages(void* pages, std::size_t bytes) noexcept {
  place(pages, bytes, kPreferred, nullptr);  // no node: the one that first touches a page
}

void block_pages(void* pages, std::size_t bytes, const std::vector<int>& nodes) noexcept {
  const std::size_t part = round_to_pages((bytes + nodes.size() - 1) / nodes.size());
  for (std::size_t i = 0; i < nodes.size() && i * part < bytes; ++i) {
    const NodeMask mask = mask_of({nodes[i]});
    place(static_cast<char*>(pages) + i * part, std::min(part, bytes - i * part), kPreferred,
          &mask);
  }
}

bool bind_pages(void* pages, std::size_t bytes, const std::vector<int>& nodes) noexcept {
  const NodeMask mask = mask_of(nodes);
  return place(pages, bytes, kBind, &mask);
}

}  // namespace tidemill::platform
