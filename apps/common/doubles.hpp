// Doubles in memory at an address that is a multiple of 64 bytes, so that loops, libraries and
// messages meet all rows and tiles alike.
#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace app {

constexpr std::size_t alignment_bytes = 64;
constexpr std::ptrdiff_t alignment_doubles = alignment_bytes / sizeof(double);

constexpr std::ptrdiff_t round_up(std::ptrdiff_t count) {
  return (count + alignment_doubles - 1) / alignment_doubles * alignment_doubles;
}

/// Doubles at an aligned address, zero at first. May throw std::bad_alloc.
class Doubles {
 public:
  explicit Doubles(std::size_t count)
      : data_(new (std::align_val_t{alignment_bytes}) double[count]()) {}
  double* data() { return data_.get(); }
  const double* data() const { return data_.get(); }

 private:
  struct Delete {
    void operator()(double* data) const {
      ::operator delete[](data, std::align_val_t{alignment_bytes});
    }
  };
  std::unique_ptr<double[], Delete> data_;
};

}  // namespace app
