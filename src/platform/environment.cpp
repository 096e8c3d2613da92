#include "platform/environment.hpp"

#include <strings.h>

#include <algorithm>
#include <array>

namespace tidemill::platform {

namespace {

constexpr std::size_t kLongest = 32;  // of the names compared
static_assert(std::all_of(kOwnVariables.begin(), kOwnVariables.end(),
                          [](std::string_view name) { return name.size() <= kLongest; }));

/// Levenshtein's: letters changed, left out or added.
std::size_t distance(std::string_view a, std::string_view b) noexcept {
  std::array<std::size_t, kLongest + 1> row;
  for (std::size_t i = 0; i <= b.size(); ++i) row[i] = i;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string_view trim(std::string_view text) noexcept {
  const auto first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

bool same_word(std::string_view a, std::string_view b) noexcept {
  return a.size() == b.size() && strncasecmp(a.data(), b.data(), a.size()) == 0;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) noexcept {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view known) { return same_word(word, known); });
}

std::optional<bool> truth(std::string_view text) noexcept {
  const std::string_view word = trim(text);
  if (is_one_of(word, {"true", "1", "yes", "on", "enabled", ".true.", "t", "y"})) return true;
  if (is_one_of(word, {"false", "0", "no", "off", "disabled", ".false.", "f", "n"})) return false;
  return std::nullopt;
}

std::optional<std::string_view> variable_like(std::string_view name) noexcept {
  constexpr std::size_t kMost = 3;
  std::size_t least = kMost + 1;
  std::optional<std::string_view> found;
  for (const std::string_view own : kOwnVariables) {
    const std::size_t far = distance(name, own);
    if (far >= least || far * 3 > own.size() - kOwnPrefix.size()) continue;
    least = far;
    found = own;
  }
  return found;
}

}  // namespace tidemill::platform
