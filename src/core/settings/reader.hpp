// One pass over the environment: looks variables up, notes which one a setting came from, and
// gives each bad value its one warning. The groups of variables (threads.cpp, places.cpp, ...) are
// functions over it; the tests give it an environment of their own.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/settings/settings.hpp"

namespace tidemill::core {

struct Environment {
  std::function<const char*(const char* name)> variable;  // nullptr: not set
  std::function<void(const std::string& line)> warn;
  const char* const* entries = nullptr;  // "NAME=VALUE" of all that are set, nullptr at their end
};

/// A variable that is set, by the name that was found.
struct Variable {
  const char* name;
  std::string_view text;  // as the user wrote it, not empty
};

class Reader {
 public:
  Reader(Settings& settings, const Environment& environment) noexcept
      : settings_(settings), environment_(environment) {}

  Settings& settings() noexcept { return settings_; }
  const Environment& environment() const noexcept { return environment_; }

  /// Empty counts as not set. Of an OMP_ name also the NAME_ALL form (OpenMP 5.2, chapter 21).
  std::optional<Variable> find(const char* name);
  /// The first of several that is set.
  std::optional<Variable> find_first(std::initializer_list<const char*> names);

  /// `setting` has its value from this variable.
  void took(Setting setting, const Variable& from) noexcept {
    settings_.origin[static_cast<std::size_t>(setting)] = from.name;
  }

  /// "NAME=VALUE is not WHAT: using INSTEAD".
  void refuse(const Variable& v, std::string_view what, std::string_view instead);
  /// "NAME=VALUE: WORDS".
  void remark(const Variable& v, std::string_view words);

  /// A whole reading: what `parse` makes of the first of `names` that is set. Nothing, after a
  /// warning if its text is not `what`. `setting`: that which has its value from there, if one has.
  template <class Parse>
  std::invoke_result_t<Parse, std::string_view> take(std::optional<Setting> setting,
                                                     std::initializer_list<const char*> names,
                                                     Parse parse, std::string_view what,
                                                     std::string_view instead) {
    const auto v = find_first(names);
    if (!v) return std::nullopt;
    auto value = parse(v->text);
    if (!value)
      refuse(*v, what, instead);
    else if (setting)
      took(*setting, *v);
    return value;
  }
  void take_count(Setting setting, const char* name, int least, int& into,
                  std::string_view instead);
  std::optional<bool> take_truth(std::optional<Setting> setting, const char* name,
                                 std::string_view instead = "false");
  /// Which of `words`, by its place there. `what` tells them in a warning.
  std::optional<std::size_t> take_word(Setting setting, const char* name,
                                       std::initializer_list<std::string_view> words,
                                       std::string_view what, std::string_view instead);

 private:
  Settings& settings_;
  const Environment& environment_;
};

// The groups. Each owns the settings its name says.
void read_thread_settings(Reader& reader);
void read_nesting_settings(Reader& reader);
void read_schedule_settings(Reader& reader);
void read_stack_settings(Reader& reader);
void read_waiting_settings(Reader& reader);
void read_binding_settings(Reader& reader);
void read_affinity_display_settings(Reader& reader);
void read_allocator_settings(Reader& reader);  // defined in abi/memory/allocator_syntax.cpp
void read_task_settings(Reader& reader);
void read_device_settings(Reader& reader);
void read_tool_settings(Reader& reader);

/// A TIDEMILL_ variable that nobody reads is a misspelt one, most likely.
void remark_unknown_variables(Reader& reader);

/// All of them, in an order that lets the later ones see what the earlier ones found.
Settings read_settings(const Environment& environment);

}  // namespace tidemill::core
