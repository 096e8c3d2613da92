// Memory whose pages nobody has touched: each will lie on the node of the thread that writes to it
// first. All zero until then.
#pragma once

#include <cstddef>

namespace app {

class FreshPages {
 public:
  FreshPages() = default;
  /// Throws std::bad_alloc where the machine has not so much memory.
  explicit FreshPages(std::size_t bytes);
  ~FreshPages();
  FreshPages(FreshPages&& other) noexcept;
  FreshPages& operator=(FreshPages&& other) noexcept;

  double* doubles() { return static_cast<double*>(data_); }
  const double* doubles() const { return static_cast<const double*>(data_); }
  void* data() { return data_; }

  static constexpr std::size_t page_bytes = 4096;
  /// The next multiple of a page's doubles.
  static constexpr std::size_t whole_pages(std::size_t doubles) {
    constexpr std::size_t page = page_bytes / sizeof(double);
    return (doubles + page - 1) / page * page;
  }

 private:
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace app
