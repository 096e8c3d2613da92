#include "core/affinity/affinity_format.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <mutex>
#include <span>

#include "core/model/team.hpp"
#include "core/model/worker.hpp"
#include "core/settings/settings.hpp"
#include "core/sync/spin_lock.hpp"
#include "platform/cpu_set.hpp"
#include "platform/process_wide.hpp"

namespace tidemill::core {

namespace {

struct Format {
  SpinLock lock;  // guards text
  std::string text = settings().affinity_format;
};
Format& shared_format() noexcept { return platform::ProcessWide<Format>::get(); }

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

struct Field {
  char letter;
  std::string_view name;
  std::string (*text)(const Member&);
};
constexpr std::array kFields{
    Field{'t', "team_num", [](const Member& m) { return std::to_string(m.team->league_number); }},
    Field{'T', "num_teams", [](const Member& m) { return std::to_string(m.team->league_size); }},
    Field{'L', "nesting_level", [](const Member& m) { return std::to_string(m.team->level); }},
    Field{'n', "thread_num", [](const Member& m) { return std::to_string(m.number); }},
    Field{'N', "num_threads", [](const Member& m) { return std::to_string(m.team->size); }},
    Field{'a', "ancestor_tnum",
          [](const Member& m) {
            return std::to_string(m.team->level > 0 ? m.team->encountering_member->number : -1);
          }},
    Field{'H', "host", [](const Member&) { return host_name(); }},
    Field{'P', "process_id", [](const Member&) { return std::to_string(getpid()); }},
    Field{'i', "native_thread_id",
          [](const Member&) { return std::to_string(syscall(SYS_gettid)); }},
    Field{'A', "thread_affinity",
          [](const Member&) { return platform::thread_affinity().text(); }}};

std::string value_of(char letter, const Member& self) {
  for (const Field& field : kFields)
    if (field.letter == letter) return field.text(self);
  return "undefined";
}

/// %[[0].size]letter or %[[0].size]{name}; `0` pads numbers with zeros, `.` puts to the right.
class Pattern {
 public:
  explicit Pattern(std::string_view text) : rest_(text) {}

  std::string fill(const Member& self) {
    std::string out;
    while (!rest_.empty()) {
      const char c = next();
      if (c != '%') {
        out += c;
      } else if (take('%')) {
        out += '%';
      } else {
        out += field(self);
      }
    }
    return out;
  }

 private:
  char next() {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }
  bool take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  char letter() {
    if (rest_.empty()) return '\0';
    if (!take('{')) return next();
    const auto end = rest_.find('}');
    const std::string_view name = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    for (const Field& field : kFields)
      if (field.name == name) return field.letter;
    return '\0';
  }

  std::string field(const Member& self) {
    const bool zeros = take('0');
    const bool right = take('.');
    std::size_t width = 0;
    while (!rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9') {
      width = width * 10 + static_cast<std::size_t>(next() - '0');
      if (width > kWidest) width = kWidest;
    }
    std::string value = value_of(letter(), self);
    if (value.size() >= width) return value;
    const std::size_t missing = width - value.size();
    if (!right) return value + std::string(missing, ' ');
    if (!zeros) return std::string(missing, ' ') + value;
    const std::size_t sign = value.starts_with('-') ? 1 : 0;
    return value.insert(sign, missing, '0');
  }

  static constexpr std::size_t kWidest = 256;
  std::string_view rest_;
};

Shown shown_of(const Member& member) noexcept {
  return {member.team->size, member.number, member.seat.place};
}

}  // namespace

std::string affinity_format() {
  std::lock_guard guard(shared_format().lock);
  return shared_format().text;
}

void set_affinity_format(std::string_view format) {
  std::string copy(format);
  std::lock_guard guard(shared_format().lock);
  shared_format().text.swap(copy);
}

std::string describe_affinity(std::string_view format) {
  const std::string standard = format.empty() ? affinity_format() : std::string();
  return Pattern(format.empty() ? std::string_view(standard) : format)
      .fill(*current_worker().member);
}

void display_affinity(std::string_view format) {
  const std::string line = describe_affinity(format) + '\n';
  std::fwrite(line.data(), 1, line.size(), stdout);
}

void display_affinity_if_new(Worker& worker, const Member& member) {
  const auto level = static_cast<std::size_t>(member.team->level);
  if (worker.affinity_shown.size() <= level) worker.affinity_shown.resize(level + 1);
  const Shown now = shown_of(member);
  if (worker.affinity_shown[level] == now) return;
  worker.affinity_shown[level] = now;
  const std::string line = describe_affinity({}) + '\n';
  if (write(STDERR_FILENO, line.data(), line.size()) < 0) return;  // one write: lines don't mix
}

void display_affinity_of_all_if_of_one(const Team& team) noexcept {
  const auto level = static_cast<std::size_t>(team.level);
  const auto has_shown = [&](const Member& m) {
    const auto& shown = m.worker->affinity_shown;
    return shown.size() > level && shown[level] == shown_of(m);
  };
  const std::span members(team.members.get(), static_cast<std::size_t>(team.size));
  if (std::all_of(members.begin(), members.end(), has_shown)) return;
  for (const Member& m : members)
    if (m.worker->affinity_shown.size() > level) m.worker->affinity_shown[level] = {};
}

}  // namespace tidemill::core
