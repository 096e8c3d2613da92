// A part of the field in memory: some levels, rows and columns, each row at an address that is a
// multiple of 64 bytes, so that transforms and loops meet all rows alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

namespace ifsker {

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

class Field {
 public:
  Field(int levels, int rows, int cols)
      : levels_(levels),
        rows_(rows),
        cols_(cols),
        stride_(round_up(cols)),
        cells_(static_cast<std::size_t>(levels) * rows * stride_) {}

  int levels() const { return levels_; }
  int rows() const { return rows_; }
  int cols() const { return cols_; }
  std::ptrdiff_t stride() const { return stride_; }  ///< from a row to the next
  double* row(int level, int row) {
    return cells_.data() + (std::ptrdiff_t{level} * rows_ + row) * stride_;
  }
  const double* row(int level, int row) const {
    return cells_.data() + (std::ptrdiff_t{level} * rows_ + row) * stride_;
  }

 private:
  int levels_, rows_, cols_;
  std::ptrdiff_t stride_;
  Doubles cells_;
};

}  // namespace ifsker
