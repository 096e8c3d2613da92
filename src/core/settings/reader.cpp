#include "core/settings/reader.hpp"

#include <algorithm>
#include <climits>

#include "core/settings/words.hpp"
#include "platform/environment.hpp"

namespace tidemill::core {

namespace {

/// A value fit to be shown: a few dozen characters, on one line.
std::string shown(std::string_view text) {
  constexpr std::size_t kMost = 120;
  std::string out;
  for (const char c : text.substr(0, kMost))
    out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
  if (text.size() > kMost) out += "...";
  return out;
}

}  // namespace

std::optional<Variable> Reader::find(const char* name) {
  if (const char* text = environment_.variable(name); text != nullptr && *text != '\0')
    return Variable{name, text};
  if (!std::string_view(name).starts_with("OMP_")) return std::nullopt;
  const std::string for_all = std::string(name) + "_ALL";
  const char* text = environment_.variable(for_all.c_str());
  if (text == nullptr || *text == '\0') return std::nullopt;
  return Variable{settings_.keep_name(for_all), text};
}

std::optional<Variable> Reader::find_first(std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (const auto found = find(name)) return found;
  return std::nullopt;
}

void Reader::refuse(const Variable& v, std::string_view what, std::string_view instead) {
  remark(v, std::string("not ").append(what).append(": using ").append(instead));
}

void Reader::remark(const Variable& v, std::string_view words) {
  if (!settings_.warnings) return;
  environment_.warn(std::string(v.name) + '=' + shown(v.text) + ": " + std::string(words));
}

void Reader::take_count(Setting setting, const char* name, int least, int& into,
                        std::string_view instead) {
  const auto parse = [least](std::string_view text) {
    return number_between(text, least, INT_MAX);
  };
  const std::string what =
      "a number from " + std::to_string(least) + " to " + std::to_string(INT_MAX);
  if (const auto value = take(setting, {name}, parse, what, instead))
    into = static_cast<int>(*value);
}

std::optional<bool> Reader::take_truth(std::optional<Setting> setting, const char* name,
                                       std::string_view instead) {
  return take(setting, {name}, truth, "true or false", instead);
}

std::optional<std::size_t> Reader::take_word(Setting setting, const char* name,
                                             std::initializer_list<std::string_view> words,
                                             std::string_view what, std::string_view instead) {
  const auto place = [words](std::string_view text) -> std::optional<std::size_t> {
    for (const std::string_view& word : words)
      if (same_word(trim(text), word)) return static_cast<std::size_t>(&word - words.begin());
    return std::nullopt;
  };
  return take(setting, {name}, place, what, instead);
}

/// Variables that look like ours and are none.
void remark_unknown_variables(Reader& reader) {
  const char* const* entry = reader.environment().entries;
  for (; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (!text.starts_with(platform::kOwnPrefix)) continue;
    const auto end = std::min(text.find('='), text.size());
    const std::string name(text.substr(0, end));
    const auto& known = platform::kOwnVariables;
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const auto meant = platform::variable_like(name);
    const std::string where = meant ? "is " + std::string(*meant) + " meant?"
                                    : "docs/environment.md lists those that are";
    const Variable unknown{name.c_str(), text.substr(std::min(end + 1, text.size()))};
    reader.remark(unknown, "no variable of that name is read: " + where);
  }
}

}  // namespace tidemill::core
