// Copies between devices' memories, and filling them, all of it the host's here: at once, or as a
// task of its own with dependences (OpenMP 5.2, 18.8.5 to 18.8.8; 6.0, 25.8).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/model/request.hpp"

namespace tidemill::omp {

struct Copy {
  void* to;
  const void* from;
  std::size_t bytes;
  std::size_t to_offset;
  std::size_t from_offset;
};

struct Fill {
  void* memory;
  int byte;
  std::size_t bytes;
};

/// A box out of one array into another; sizes in elements, the last dimension contiguous.
class BoxCopy {
 public:
  BoxCopy(void* to, const void* from, std::size_t element_bytes, std::size_t dimensions,
          const std::size_t* volume, const std::size_t* to_offsets, const std::size_t* from_offsets,
          const std::size_t* to_dimensions, const std::size_t* from_dimensions);

  /// False when a size or an offset in bytes does not fit a number, or the box does not fit.
  bool valid() const noexcept { return valid_; }
  void run() const noexcept;

 private:
  struct Dimension {
    std::size_t count;
    std::size_t to_stride;  // in bytes
    std::size_t from_stride;
  };
  void run(char* to, const char* from, std::size_t dimension) const noexcept;

  char* to_;
  const char* from_;
  std::vector<Dimension> dimensions_;
  bool valid_ = true;
};

void copy_now(const Copy& copy) noexcept;
/// As a deferred task of the calling one.
void copy_later(const Copy& copy, std::span<const core::Dependence> dependences);
void copy_later(BoxCopy&& copy, std::span<const core::Dependence> dependences);
void fill_now(const Fill& fill) noexcept;
void fill_later(const Fill& fill, std::span<const core::Dependence> dependences);

}  // namespace tidemill::omp
