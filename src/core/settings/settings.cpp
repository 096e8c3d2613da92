#include "core/settings/settings.hpp"

#include <strings.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "platform/cpu.hpp"
#include "platform/report.hpp"

namespace tidemill::core {

namespace {

using platform::warn;

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

bool same_word(std::string_view a, std::string_view b) {
  return a.size() == b.size() && strncasecmp(a.data(), b.data(), a.size()) == 0;
}

std::optional<long> number(std::string_view text) {
  const std::string word(trim(text));
  if (word.empty()) return std::nullopt;
  char* end = nullptr;
  errno = 0;
  const long value = std::strtol(word.c_str(), &end, 10);
  if (*end != '\0' || errno == ERANGE) return std::nullopt;
  return value;
}

const char* variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : nullptr;
}

std::optional<long> number_variable(const char* name, long least, long most, const char* instead) {
  const char* text = variable(name);
  if (text == nullptr) return std::nullopt;
  const auto value = number(text);
  if (value && *value >= least && *value <= most) return value;
  warn("%s=%s is not a number from %ld to %ld: using %s", name, text, least, most, instead);
  return std::nullopt;
}

std::optional<bool> bool_variable(const char* name) {
  const char* text = variable(name);
  if (text == nullptr) return std::nullopt;
  const std::string_view word = trim(text);
  if (same_word(word, "true") || word == "1" || same_word(word, "yes")) return true;
  if (same_word(word, "false") || word == "0" || same_word(word, "no")) return false;
  warn("%s=%s is neither true nor false: ignored", name, text);
  return std::nullopt;
}

/// OMP_NUM_THREADS: one positive number per nesting level.
void read_num_threads(Settings& s) {
  s.initial.num_threads = {s.processors};
  const char* text = variable("OMP_NUM_THREADS");
  if (text == nullptr) return;
  std::vector<int> list;
  for (std::string_view rest = text;;) {
    const auto comma = rest.find(',');
    const auto value = number(rest.substr(0, comma));
    if (!value || *value < 1 || *value > INT_MAX) {
      warn("OMP_NUM_THREADS=%s is not a list of positive numbers: using %d, one per processor",
           text, s.processors);
      return;
    }
    list.push_back(static_cast<int>(*value));
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  s.initial.num_threads = list;
}

/// OMP_SCHEDULE: [modifier:]kind[,chunk].
void read_schedule(Settings& s) {
  const char* text = variable("OMP_SCHEDULE");
  if (text == nullptr) return;
  std::string_view rest = trim(text);
  Schedule schedule;
  const auto colon = rest.find(':');
  if (colon != std::string_view::npos) {
    const auto modifier = trim(rest.substr(0, colon));
    schedule.monotonic = same_word(modifier, "monotonic");
    if (!schedule.monotonic && !same_word(modifier, "nonmonotonic")) {
      warn("OMP_SCHEDULE=%s: the modifier is monotonic or nonmonotonic: using dynamic,1", text);
      return;
    }
    rest = rest.substr(colon + 1);
  }
  const auto comma = rest.find(',');
  const auto kind = trim(rest.substr(0, comma));
  if (same_word(kind, "static")) {
    schedule.kind = ScheduleKind::static_;
    schedule.chunk = 0;
  } else if (same_word(kind, "dynamic")) {
    schedule.kind = ScheduleKind::dynamic;
  } else if (same_word(kind, "guided")) {
    schedule.kind = ScheduleKind::guided;
  } else if (same_word(kind, "auto")) {
    schedule.kind = ScheduleKind::automatic;
    schedule.chunk = 0;
  } else {
    warn("OMP_SCHEDULE=%s: the kind is static, dynamic, guided or auto: using dynamic,1", text);
    return;
  }
  if (comma != std::string_view::npos) {
    const auto chunk = number(rest.substr(comma + 1));
    if (!chunk || *chunk < 1 || *chunk > INT_MAX) {
      warn("OMP_SCHEDULE=%s: the chunk is a positive number: using the kind's default", text);
    } else {
      schedule.chunk = static_cast<int>(*chunk);
    }
  }
  s.initial.run_schedule = schedule;
}

/// OMP_STACKSIZE: a number with a unit B, K, M or G; K without one.
void read_stack_size(Settings& s) {
  s.stack_bytes = platform::stack_limit_bytes();
  const char* name = variable("OMP_STACKSIZE") != nullptr ? "OMP_STACKSIZE" : "GOMP_STACKSIZE";
  const char* text = variable(name);
  if (text == nullptr) return;
  std::string_view word = trim(text);
  int shift = 10;
  switch (word.empty() ? '\0' : static_cast<char>(word.back() | 0x20)) {
    case 'b':
      shift = 0;
      break;
    case 'k':
      shift = 10;
      break;
    case 'm':
      shift = 20;
      break;
    case 'g':
      shift = 30;
      break;
    default:
      word = std::string_view(text, std::strlen(text));
      shift = -1;
  }
  const auto value = number(shift < 0 ? word : word.substr(0, word.size() - 1));
  if (!value || *value < 1 || *value > (LONG_MAX >> 31)) {
    warn("%s=%s is not a size such as 512K, 4M or 1G: using %zuK", name, text, s.stack_bytes >> 10);
    return;
  }
  s.stack_bytes = static_cast<std::size_t>(*value) << (shift < 0 ? 10 : shift);
  // A stack holds a dispatch loop and the first frames of a task; less can't run anything.
  constexpr std::size_t kLeast = 64u << 10;
  if (s.stack_bytes < kLeast) {
    warn("%s=%s is too small for a task: using %zuK", name, text, kLeast >> 10);
    s.stack_bytes = kLeast;
  }
}

void read_levels(Settings& s) {
  if (bool_variable("OMP_NESTED").value_or(false)) s.initial.max_active_levels = INT_MAX;
  if (s.initial.num_threads.size() > 1) s.initial.max_active_levels = INT_MAX;
  if (auto v = number_variable("OMP_MAX_ACTIVE_LEVELS", 0, INT_MAX, "the default"))
    s.initial.max_active_levels = static_cast<int>(*v);
}

Settings read_environment() {
  Settings s;
  s.processors = platform::available_processors();
  s.initial.proc_bind = {ProcBind::false_};
  read_num_threads(s);
  read_schedule(s);
  read_stack_size(s);
  read_levels(s);
  s.initial.dynamic = bool_variable("OMP_DYNAMIC").value_or(false);
  if (auto v = number_variable("OMP_THREAD_LIMIT", 1, INT_MAX, "no limit"))
    s.initial.thread_limit = static_cast<int>(*v);
  if (auto v = number_variable("OMP_MAX_TASK_PRIORITY", 0, INT_MAX, "0"))
    s.max_task_priority = static_cast<int>(*v);
  s.cancellation = bool_variable("OMP_CANCELLATION").value_or(false);
  s.migrate = bool_variable("TIDEMILL_MIGRATE").value_or(false);
  if (const char* policy = variable("OMP_WAIT_POLICY")) {
    s.passive = same_word(trim(policy), "passive");
    if (!s.passive && !same_word(trim(policy), "active"))
      warn("OMP_WAIT_POLICY=%s is neither active nor passive: ignored", policy);
  }
  return s;
}

}  // namespace

std::atomic<const Settings*> known_settings{nullptr};

const Settings& settings_slow() noexcept {
  static const Settings* const all = new Settings(read_environment());  // outlives every thread
  known_settings.store(all, std::memory_order_release);
  return *all;
}

}  // namespace tidemill::core
