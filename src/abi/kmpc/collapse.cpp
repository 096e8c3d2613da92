// __kmpc_*_rectang and __kmpc_for_collapsed_init: collapsed loop nests whose iterations the
// compiler leaves to the library to count, also those whose inner bounds depend on an outer
// variable:
//
//   for (i = lower_0; i <= upper_0; i += step_0)
//     for (j = lower_0 + lower_1 * i; j <= upper_0 + upper_1 * i; j += step_1) ...
//
// Translation only: a thread gets one run of the nest's iterations, as under schedule(static).
#include <algorithm>
#include <cstdint>
#include <vector>

#include "abi/export.hpp"
#include "abi/kmpc/self.hpp"
#include "abi/kmpc/types.hpp"

using namespace tidemill;
using kmpc::Location;

namespace {

enum class Comparison : std::int32_t { less_equal, greater_equal, not_equal, less, greater };
enum class Type : std::int32_t { u8, i8, u16, i16, u32, i32, u64, i64 };

/// One loop of a nest. Bounds are in `type`'s 64-bit form; an inclusive comparison is canonical.
struct Loop {
  Type type;           // of the bounds: 32 or 64 bits
  Type variable_type;  // of the loop variable
  Comparison comparison;
  std::int32_t outer;  // the loop whose variable the bounds depend on
  std::uint64_t lower_0;
  std::uint64_t lower_1;
  std::uint64_t upper_0;
  std::uint64_t upper_1;
  std::int64_t step;
  std::uint64_t count;
};
static_assert(sizeof(Loop) == 64);

/// `value` cut to the type and widened again, with its sign.
std::uint64_t fit(Type type, std::uint64_t value) noexcept {
  const auto widen = [](std::int64_t x) { return static_cast<std::uint64_t>(x); };
  switch (type) {
    case Type::u8:
      return static_cast<std::uint8_t>(value);
    case Type::i8:
      return widen(static_cast<std::int8_t>(value));
    case Type::u16:
      return static_cast<std::uint16_t>(value);
    case Type::i16:
      return widen(static_cast<std::int16_t>(value));
    case Type::u32:
      return static_cast<std::uint32_t>(value);
    case Type::i32:
      return widen(static_cast<std::int32_t>(value));
    case Type::u64:
    case Type::i64:
      break;
  }
  return value;
}

bool is_signed(Type type) noexcept {
  return type == Type::i8 || type == Type::i16 || type == Type::i32 || type == Type::i64;
}
bool less(Type type, std::uint64_t a, std::uint64_t b) noexcept {
  return is_signed(type) ? static_cast<std::int64_t>(a) < static_cast<std::int64_t>(b) : a < b;
}

/// Strict comparisons become inclusive ones, and != the one its step leads to.
void canonicalize(Loop& loop) noexcept {
  for (std::uint64_t* bound : {&loop.lower_0, &loop.lower_1, &loop.upper_0, &loop.upper_1})
    *bound = fit(loop.type, *bound);
  if (loop.type == Type::i32 || loop.type == Type::u32)
    loop.step = static_cast<std::int32_t>(loop.step);
  if (loop.comparison == Comparison::not_equal)
    loop.comparison = loop.step > 0 ? Comparison::less : Comparison::greater;
  if (loop.comparison == Comparison::less) {
    loop.upper_0 = fit(loop.type, loop.upper_0 - 1);
    loop.comparison = Comparison::less_equal;
  } else if (loop.comparison == Comparison::greater) {
    loop.upper_0 = fit(loop.type, loop.upper_0 + 1);
    loop.comparison = Comparison::greater_equal;
  }
}

/// The iterations of one loop, the variable of the loop it depends on being `outer`.
struct Row {
  std::uint64_t lower;
  std::uint64_t count;

  Row(const Loop& loop, std::uint64_t outer) noexcept {
    lower = fit(loop.type, loop.lower_0 + loop.lower_1 * outer);
    const std::uint64_t upper = fit(loop.type, loop.upper_0 + loop.upper_1 * outer);
    const bool up = loop.comparison == Comparison::less_equal;
    const bool empty = up ? less(loop.type, upper, lower) : less(loop.type, lower, upper);
    const std::uint64_t distance = fit_unsigned(loop.type, up ? upper - lower : lower - upper);
    const std::uint64_t step = loop.step > 0 ? static_cast<std::uint64_t>(loop.step)
                                             : 0 - static_cast<std::uint64_t>(loop.step);
    count = empty ? 0 : distance / step + 1;
  }

 private:
  static std::uint64_t fit_unsigned(Type type, std::uint64_t distance) noexcept {
    return type == Type::i32 || type == Type::u32 ? static_cast<std::uint32_t>(distance) : distance;
  }
};

std::uint64_t value_at(const Loop& loop, std::uint64_t lower, std::uint64_t iteration) noexcept {
  return fit(loop.variable_type, lower + iteration * static_cast<std::uint64_t>(loop.step));
}

/// A nest of any shape, its iterations numbered in the order of the program.
class Nest {
 public:
  Nest(const Loop* loops, std::size_t depth) : loops_(loops), depth_(depth), values_(depth) {}

  /// Iterations of loop `level` and those within, for the values of the loops outside.
  std::uint64_t count(std::size_t level = 0) {
    const Row row = row_of(level);
    if (level + 1 == depth_) return row.count;
    if (!anything_depends_on(level)) {
      if (row.count == 0) return 0;
      values_[level] = row.lower;
      return row.count * count(level + 1);
    }
    std::uint64_t total = 0;
    for (std::uint64_t i = 0; i < row.count; ++i) {
      values_[level] = value_at(loops_[level], row.lower, i);
      total += count(level + 1);
    }
    return total;
  }

  /// The loop variables of iteration `number`.
  const std::vector<std::uint64_t>& at(std::uint64_t number) {
    for (std::size_t level = 0; level < depth_; ++level) {
      const Row row = row_of(level);
      std::uint64_t i = 0;
      if (level + 1 == depth_) {
        i = number;
      } else if (!anything_depends_on(level)) {
        values_[level] = row.lower;
        const std::uint64_t inner = count(level + 1);
        i = number / inner;
        number %= inner;
      } else {
        for (;; ++i) {
          values_[level] = value_at(loops_[level], row.lower, i);
          const std::uint64_t inner = count(level + 1);
          if (number < inner) break;
          number -= inner;
        }
      }
      values_[level] = value_at(loops_[level], row.lower, i);
    }
    return values_;
  }

 private:
  Row row_of(std::size_t level) const noexcept {
    const Loop& loop = loops_[level];
    const auto outer = static_cast<std::size_t>(loop.outer);
    return {loop, outer < level ? values_[outer] : 0};
  }
  bool anything_depends_on(std::size_t level) const noexcept {
    for (std::size_t i = level + 1; i < depth_; ++i)
      if (static_cast<std::size_t>(loops_[i].outer) == level &&
          (loops_[i].lower_1 != 0 || loops_[i].upper_1 != 0))
        return true;
    return false;
  }

  const Loop* loops_;
  std::size_t depth_;
  std::vector<std::uint64_t> values_;
};

}  // namespace

extern "C" {

/// Makes the loops canonical and counts each; returns the number of iterations of all together.
TM_EXPORT std::uint64_t __kmpc_process_loop_nest_rectang(Location*, std::int32_t, Loop* loops,
                                                         std::int32_t depth) {
  std::uint64_t total = 1;
  for (std::int32_t i = 0; i < depth; ++i) {
    canonicalize(loops[i]);
    loops[i].count = Row(loops[i], 0).count;
    total *= loops[i].count;
  }
  return total;
}

/// The loop variables of iteration `number` of a nest counted by the function above.
TM_EXPORT void __kmpc_calc_original_ivs_rectang(Location*, std::uint64_t number, const Loop* loops,
                                                std::uint64_t* values, std::int32_t depth) {
  for (std::int32_t i = depth; i-- > 0;) {
    const Loop& loop = loops[i];
    values[i] = value_at(loop, fit(loop.type, loop.lower_0), number % loop.count);
    number /= loop.count;
  }
}

/// The calling thread's part of a nest: `mine` gets the loop variables of its first iteration as
/// lower and of its last as upper bounds. Returns 0 when there is none.
TM_EXPORT std::int32_t __kmpc_for_collapsed_init(Location*, std::int32_t, Loop* loops, Loop* mine,
                                                 std::int32_t depth, std::int32_t* last) {
  const auto levels = static_cast<std::size_t>(depth);
  std::for_each(loops, loops + levels, canonicalize);
  if (last != nullptr) *last = 0;
  Nest nest(loops, levels);
  const std::uint64_t total = nest.count();
  const core::Member& m = kmpc::self();
  const auto threads = static_cast<std::uint64_t>(m.team->size);
  const auto number = static_cast<std::uint64_t>(m.number);
  const auto [first, count] = core::part_of(total, threads, number);
  if (count == 0) return 0;
  const std::vector<std::uint64_t> from = nest.at(first);
  const std::vector<std::uint64_t>& to = nest.at(first + count - 1);
  for (std::size_t i = 0; i < levels; ++i) {
    mine[i] = loops[i];
    mine[i].lower_0 = from[i];
    mine[i].upper_0 = to[i];
    mine[i].lower_1 = mine[i].upper_1 = 0;
  }
  if (last != nullptr) *last = first + count == total;
  return 1;
}

}  // extern "C"
