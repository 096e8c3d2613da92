#include "abi/omp/copy.hpp"

#include <cstring>
#include <memory>
#include <utility>

namespace tidemill::omp {

namespace {

/// `bytes` += `count` * `unit`; false when that doesn't fit.
bool add_product(std::size_t& bytes, std::size_t count, std::size_t unit) noexcept {
  std::size_t product = 0;
  return !__builtin_mul_overflow(count, unit, &product) &&
         !__builtin_add_overflow(bytes, product, &bytes);
}

/// As a deferred task of the calling one.
template <class Job>
void run_later(Job&& job, std::span<const core::Dependence> dependences) {
  auto* captured = new Job(std::forward<Job>(job));
  core::create_task({.body = {.function =
                                  [](void* data) {
                                    const std::unique_ptr<Job> owned(*static_cast<Job**>(data));
                                    (*owned)();
                                  },
                              .data = &captured,
                              .copy = nullptr,
                              .bytes = sizeof captured,
                              .alignment = alignof(Job*)},
                     .dependences = dependences});
}

}  // namespace

BoxCopy::BoxCopy(void* to, const void* from, std::size_t element_bytes, std::size_t dimensions,
                 const std::size_t* volume, const std::size_t* to_offsets,
                 const std::size_t* from_offsets, const std::size_t* to_dimensions,
                 const std::size_t* from_dimensions)
    : to_(static_cast<char*>(to)), from_(static_cast<const char*>(from)), dimensions_(dimensions) {
  std::size_t to_stride = element_bytes;
  std::size_t from_stride = element_bytes;
  std::size_t to_start = 0;
  std::size_t from_start = 0;
  for (std::size_t d = dimensions; d-- > 0;) {
    dimensions_[d] = {volume[d], to_stride, from_stride};
    std::size_t whole = 0;
    valid_ = valid_ && add_product(whole, volume[d], to_stride) &&
             add_product(to_start, to_offsets[d], to_stride) &&
             add_product(from_start, from_offsets[d], from_stride) &&
             !__builtin_mul_overflow(to_stride, to_dimensions[d], &to_stride) &&
             !__builtin_mul_overflow(from_stride, from_dimensions[d], &from_stride);
  }
  if (!valid_) return;
  to_ += to_start;
  from_ += from_start;
}

void BoxCopy::run() const noexcept { run(to_, from_, 0); }

void BoxCopy::run(char* to, const char* from, std::size_t dimension) const noexcept {
  const Dimension& d = dimensions_[dimension];
  if (dimension + 1 == dimensions_.size()) {
    std::memmove(to, from, d.count * d.to_stride);  // a row: the stride is the element
    return;
  }
  for (std::size_t i = 0; i < d.count; ++i)
    run(to + i * d.to_stride, from + i * d.from_stride, dimension + 1);
}

void copy_now(const Copy& copy) noexcept {
  if (copy.bytes == 0) return;
  std::memmove(static_cast<char*>(copy.to) + copy.to_offset,
               static_cast<const char*>(copy.from) + copy.from_offset, copy.bytes);
}

void copy_later(const Copy& copy, std::span<const core::Dependence> dependences) {
  run_later([copy] { copy_now(copy); }, dependences);
}

void copy_later(BoxCopy&& copy, std::span<const core::Dependence> dependences) {
  run_later([box = std::move(copy)] { box.run(); }, dependences);
}

void fill_now(const Fill& fill) noexcept {
  if (fill.bytes != 0) std::memset(fill.memory, fill.byte, fill.bytes);
}

void fill_later(const Fill& fill, std::span<const core::Dependence> dependences) {
  run_later([fill] { fill_now(fill); }, dependences);
}

}  // namespace tidemill::omp
