// Reading words, numbers and lists out of a variable's text. Nothing here knows a variable, warns
// or throws; what isn't well formed comes back as nullopt.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "platform/environment.hpp"

namespace tidemill::core {

using platform::is_one_of;
using platform::same_word;
using platform::trim;
using platform::truth;

/// A whole decimal number with blanks around it, and nothing else.
std::optional<long> number(std::string_view text) noexcept;
std::optional<long> number_between(std::string_view text, long least, long most) noexcept;

/// Bytes: a positive number with an optional unit B, K, M, G or T, the last four also as KB, MB,
/// ...; blanks between allowed. `plain` is what one without a unit counts in.
std::optional<std::size_t> size(std::string_view text, std::size_t plain) noexcept;

/// The parts between separators that stand outside brackets, trimmed; one empty part for "".
std::vector<std::string_view> split(std::string_view text, char separator);

/// Walks over a text with grammar, skipping blanks.
class Cursor {
 public:
  explicit Cursor(std::string_view text) noexcept : rest_(text) { skip(); }

  bool at_end() const noexcept { return rest_.empty(); }
  char peek() const noexcept { return rest_.empty() ? '\0' : rest_.front(); }
  /// Consumes `c` if it is next.
  bool take(char c) noexcept;
  /// A decimal number, with a sign if `sign` allows it.
  enum class Sign : bool { none, allowed };
  std::optional<long> take_number(Sign sign = Sign::none) noexcept;
  /// Letters, digits and underscores; empty if there are none.
  std::string_view take_word() noexcept;

 private:
  void skip() noexcept;
  std::string_view rest_;
};

}  // namespace tidemill::core
