#include "core/settings/words.hpp"

#include <charconv>
#include <climits>

namespace tidemill::core {

namespace {

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
bool is_word(char c) noexcept {
  return is_digit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace

std::optional<long> number(std::string_view text) noexcept {
  text = trim(text);
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<long> number_between(std::string_view text, long least, long most) noexcept {
  const auto value = number(text);
  return value && *value >= least && *value <= most ? value : std::nullopt;
}

std::optional<std::size_t> size(std::string_view text, std::size_t plain) noexcept {
  std::string_view word = trim(text);
  if (word.empty()) return std::nullopt;
  std::size_t unit = plain;
  constexpr std::string_view kUnits = "bkmgt";
  const auto unit_of = [&](char c) { return kUnits.find(static_cast<char>(c | 0x20)); };
  // KB, MB, ...: libomp takes them, and programs' scripts have them.
  if (word.size() > 1 && unit_of(word.back()) == 0) {
    const auto before = unit_of(word[word.size() - 2]);
    if (before != 0 && before != std::string_view::npos) word.remove_suffix(1);
  }
  const auto which = unit_of(word.back());
  if (which != std::string_view::npos) {
    unit = std::size_t{1} << (10 * which);
    word.remove_suffix(1);
  }
  const auto count = number_between(word, 1, LONG_MAX);
  std::size_t bytes = 0;
  if (!count || __builtin_mul_overflow(static_cast<std::size_t>(*count), unit, &bytes) ||
      bytes > static_cast<std::size_t>(LONG_MAX))
    return std::nullopt;
  return bytes;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '{' || c == '(' || c == '[') ++depth;
    if (c == '}' || c == ')' || c == ']') --depth;
    if (c != separator || depth > 0) continue;
    parts.push_back(trim(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  parts.push_back(trim(text.substr(begin)));
  return parts;
}

void Cursor::skip() noexcept {
  const auto first = rest_.find_first_not_of(platform::kBlanks);
  rest_.remove_prefix(first == std::string_view::npos ? rest_.size() : first);
}

bool Cursor::take(char c) noexcept {
  if (peek() != c || rest_.empty()) return false;
  rest_.remove_prefix(1);
  skip();
  return true;
}

std::optional<long> Cursor::take_number(Sign sign) noexcept {
  std::size_t end = 0;
  if (sign == Sign::allowed && end < rest_.size() && (rest_[end] == '-' || rest_[end] == '+'))
    ++end;
  while (end < rest_.size() && is_digit(rest_[end])) ++end;
  const auto value = number(rest_.substr(0, end));
  if (!value) return std::nullopt;
  rest_.remove_prefix(end);
  skip();
  return value;
}

std::string_view Cursor::take_word() noexcept {
  std::size_t end = 0;
  while (end < rest_.size() && is_word(rest_[end])) ++end;
  const std::string_view word = rest_.substr(0, end);
  rest_.remove_prefix(end);
  skip();
  return word;
}

}  // namespace tidemill::core
