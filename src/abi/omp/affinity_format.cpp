// What OMP_DISPLAY_AFFINITY and omp_*_affinity* print (OpenMP 5.2, 18.3.8 to 18.3.11, 21.2.5). C
// strings end in a zero, Fortran's are padded with blanks and their lengths come last.
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

#include "abi/export.hpp"
#include "core/affinity/binding.hpp"
#include "core/model/team.hpp"
#include "core/model/worker.hpp"
#include "core/settings/settings.hpp"
#include "core/sync/spin_lock.hpp"
#include "platform/cpu_set.hpp"
#include "platform/process_wide.hpp"

using namespace tidemill;

namespace {

struct Format {
  core::SpinLock lock;  // guards text
  std::string text = core::settings().affinity_format;
};
Format& shared_format() noexcept { return platform::ProcessWide<Format>::get(); }

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

struct Field {
  char letter;
  std::string_view name;
  std::string (*text)(const core::Member&);
};
constexpr std::array kFields{
    Field{'t', "team_num",
          [](const core::Member& m) { return std::to_string(m.team->league_number); }},
    Field{'T', "num_teams",
          [](const core::Member& m) { return std::to_string(m.team->league_size); }},
    Field{'L', "nesting_level",
          [](const core::Member& m) { return std::to_string(m.team->level); }},
    Field{'n', "thread_num", [](const core::Member& m) { return std::to_string(m.number); }},
    Field{'N', "num_threads", [](const core::Member& m) { return std::to_string(m.team->size); }},
    Field{'a', "ancestor_tnum",
          [](const core::Member& m) {
            return std::to_string(m.team->level > 0 ? m.team->encountering_member->number : -1);
          }},
    Field{'H', "host", [](const core::Member&) { return host_name(); }},
    Field{'P', "process_id", [](const core::Member&) { return std::to_string(getpid()); }},
    Field{'i', "native_thread_id",
          [](const core::Member&) { return std::to_string(syscall(SYS_gettid)); }},
    Field{'A', "thread_affinity",
          [](const core::Member&) { return platform::thread_affinity().text(); }}};

std::string value_of(char letter, const core::Member& self) {
  for (const Field& field : kFields)
    if (field.letter == letter) return field.text(self);
  return "undefined";
}

/// %[[0].size]letter or %[[0].size]{name}; `0` pads numbers with zeros, `.` puts to the right.
class Pattern {
 public:
  explicit Pattern(std::string_view text) : rest_(text) {}

  std::string fill(const core::Member& self) {
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

  std::string field(const core::Member& self) {
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

/// affinity-format-var; of the whole process. Any thread.
std::string affinity_format() {
  std::lock_guard guard(shared_format().lock);
  return shared_format().text;
}

void set_affinity_format(std::string_view format) {
  std::string copy(format);
  std::lock_guard guard(shared_format().lock);
  shared_format().text.swap(copy);
}

/// The calling thread as `format` wants it; an empty one means affinity_format().
std::string describe_affinity(std::string_view format) {
  const std::string standard = format.empty() ? affinity_format() : std::string();
  return Pattern(format.empty() ? std::string_view(standard) : format)
      .fill(*core::current_worker().member);
}

/// The same on standard output, a line of its own.
void display_affinity(std::string_view format) {
  const std::string line = describe_affinity(format) + '\n';
  std::fwrite(line.data(), 1, line.size(), stdout);
}

std::string_view from_c(const char* text) {
  return text != nullptr ? std::string_view(text) : std::string_view();
}

/// Blanks at the end are the program's: libgomp keeps them, too.
std::string_view from_fortran(const char* text, std::size_t length) { return {text, length}; }

/// As much as fits; the length it has whole.
std::size_t to_c(const std::string& text, char* buffer, std::size_t size) {
  if (buffer != nullptr && size > 0) {
    const std::size_t copied = std::min(text.size(), size - 1);
    std::memcpy(buffer, text.data(), copied);
    buffer[copied] = '\0';
  }
  return text.size();
}

int to_fortran(const std::string& text, char* buffer, std::size_t size) {
  const std::size_t copied = std::min(text.size(), size);
  std::memcpy(buffer, text.data(), copied);
  std::memset(buffer + copied, ' ', size - copied);
  return static_cast<int>(text.size());
}

}  // namespace

namespace tidemill::core {

namespace {

Shown shown_of(const Member& member) noexcept {
  return {member.team->size, member.number, member.seat.place};
}

}  // namespace

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

extern "C" {

TM_EXPORT void omp_set_affinity_format(const char* format) { set_affinity_format(from_c(format)); }
TM_EXPORT void omp_set_affinity_format_(const char* format, std::size_t length) {
  set_affinity_format(from_fortran(format, length));
}

TM_EXPORT std::size_t omp_get_affinity_format(char* buffer, std::size_t size) {
  return to_c(affinity_format(), buffer, size);
}
TM_EXPORT int omp_get_affinity_format_(char* buffer, std::size_t size) {
  return to_fortran(affinity_format(), buffer, size);
}

TM_EXPORT void omp_display_affinity(const char* format) { display_affinity(from_c(format)); }
TM_EXPORT void omp_display_affinity_(const char* format, std::size_t length) {
  display_affinity(from_fortran(format, length));
}

TM_EXPORT std::size_t omp_capture_affinity(char* buffer, std::size_t size, const char* format) {
  return to_c(describe_affinity(from_c(format)), buffer, size);
}
TM_EXPORT int omp_capture_affinity_(char* buffer, const char* format, std::size_t size,
                                    std::size_t length) {
  return to_fortran(describe_affinity(from_fortran(format, length)), buffer, size);
}

}  // extern "C"
