// How long a thread without work holds its core: OMP_WAIT_POLICY, KMP_BLOCKTIME, GOMP_SPINCOUNT,
// KMP_LIBRARY. All of them become one number, the time it keeps looking (always offering the core
// to others) before it sleeps; -1 leaves that to the idle strategy (core/sched/idle.cpp).
#include <algorithm>
#include <climits>
#include <cmath>

#include "core/settings/reader.hpp"
#include "core/settings/words.hpp"

namespace tidemill::core {

namespace {

// `active` asks for quick reactions and has cores to spend; a wait that lasts longer than this has
// lost nothing by sleeping.
constexpr long kActiveUs = 10'000;

bool infinite(std::string_view word) noexcept {
  return is_one_of(word, {"infinite", "infinity", "inf"});
}

/// A time in milliseconds, or with the unit us or ms.
std::optional<long> block_time_us(std::string_view text) {
  std::string_view word = trim(text);
  if (infinite(word)) return kForeverUs;
  long unit = 1000;
  if (word.size() > 2 && (word.back() | 0x20) == 's') {
    const std::string_view suffix = word.substr(word.size() - 2);
    if (same_word(suffix, "us"))
      unit = 1;
    else if (!same_word(suffix, "ms"))
      return std::nullopt;
    word.remove_suffix(2);
  }
  const auto value = number_between(word, 0, LONG_MAX / 1000);
  if (!value) return std::nullopt;
  return std::min(*value * unit, kForeverUs);
}

/// A count of busy-wait rounds, of about 10 ns each; k, M, G and T multiply by 1000.
std::optional<long> spin_count_us(std::string_view text) {
  std::string_view word = trim(text);
  if (infinite(word)) return kForeverUs;
  double factor = 1;
  constexpr std::string_view kUnits = "kmgt";
  if (!word.empty()) {
    const auto which = kUnits.find(static_cast<char>(word.back() | 0x20));
    if (which != std::string_view::npos) {
      factor = std::pow(1000.0, static_cast<double>(which + 1));
      word.remove_suffix(1);
    }
  }
  const auto count = number_between(word, 0, LONG_MAX);
  if (!count) return std::nullopt;
  const double us = static_cast<double>(*count) * factor / 100;
  return us < static_cast<double>(kForeverUs) ? static_cast<long>(us) : kForeverUs;
}

void read_library(Reader& reader) {
  const auto which =
      reader.take_word(Setting::library, "KMP_LIBRARY", {"serial", "turnaround", "throughput"},
                       "serial, turnaround or throughput", "throughput");
  if (which) reader.settings().library = static_cast<int>(*which) + 1;
  if (which == 0) reader.settings().initial.thread_limit = 1;
  if (which == 1) reader.settings().block_us = kForeverUs;
}

void read_policy(Reader& reader) {
  const auto which =
      reader.take_word(Setting::wait_policy, "OMP_WAIT_POLICY", {"passive", "active"},
                       "active or passive", "a short spin, then sleep");
  if (!which) return;
  Settings& s = reader.settings();
  s.block_us = *which == 0 ? 0 : kActiveUs;
  s.wait_policy = *which == 0 ? WaitMode::passive : WaitMode::active;
}

void read_times(Reader& reader) {
  std::optional<long> us;
  if (reader.find("KMP_BLOCKTIME"))
    us = reader.take(Setting::block_time, {"KMP_BLOCKTIME"}, block_time_us,
                     "milliseconds, a number with us or ms, or infinite", "the default");
  else
    us = reader.take(Setting::block_time, {"GOMP_SPINCOUNT"}, spin_count_us,
                     "a number, with k, M, G or T, or infinite", "the default");
  if (us) reader.settings().block_us = *us;
}

}  // namespace

void read_waiting_settings(Reader& reader) {
  read_library(reader);
  read_policy(reader);
  read_times(reader);  // the finer word on the same thing
}

}  // namespace tidemill::core
