#include "fresh_pages.hpp"

#include <sys/mman.h>

#include <new>
#include <utility>

#include "memory.hpp"

namespace app {

FreshPages::FreshPages(std::size_t bytes) : bytes_(bytes) {
  if (bytes == 0) return;
  if (static_cast<double>(bytes) > physical_memory()) throw std::bad_alloc();
  void* data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (data == MAP_FAILED) throw std::bad_alloc();
  data_ = data;
  // One huge page would lie under blocks of several nodes. Where it can't be refused, none is made.
  madvise(data_, bytes, MADV_NOHUGEPAGE);
}

FreshPages::~FreshPages() {
  if (data_) munmap(data_, bytes_);
}

FreshPages::FreshPages(FreshPages&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}

FreshPages& FreshPages::operator=(FreshPages&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

}  // namespace app
