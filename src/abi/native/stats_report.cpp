#include "abi/native/stats_report.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "core/settings/settings.hpp"
#include "platform/report.hpp"

namespace tidemill::native {

namespace {

[[gnu::format(printf, 2, 3)]] void append(std::string& text, const char* format, ...) {
  std::array<char, 512> line;
  va_list arguments;
  va_start(arguments, format);
  const int length = std::vsnprintf(line.data(), line.size(), format, arguments);
  va_end(arguments);
  if (length > 0) text.append(line.data(), std::min<std::size_t>(length, line.size() - 1));
}

/// Of all the threads' time together.
double share(double seconds, const tidemill_stats& s) {
  const double sum = s.in_task + s.idle + s.overhead;
  return sum > 0 ? 100 * seconds / sum : 0;
}

void append_row(std::string& text, const std::string& name, const tidemill_stats& s) {
  if (s.threads == 0) {
    append(text, "  %-9s gave no account\n", name.c_str());
    return;
  }
  append(text, "  %-9s %7d %10.3f %10.3f %5.1f%% %10.3f %5.1f%% %10.3f %5.1f%% %12llu\n",
         name.c_str(), s.threads, s.wall, s.in_task, share(s.in_task, s), s.idle, share(s.idle, s),
         s.overhead, share(s.overhead, s), s.tasks);
}

std::string name_of(const tidemill_stats& s) {
  return s.rank >= 0 ? "rank " + std::to_string(s.rank) : std::to_string(s.process);
}

tidemill_stats sum_of(std::span<const tidemill_stats> all) {
  tidemill_stats sum{};
  for (const tidemill_stats& s : all) {
    sum.threads += s.threads;
    sum.wall = std::max(sum.wall, s.wall);
    sum.in_task += s.in_task;
    sum.idle += s.idle;
    sum.overhead += s.overhead;
    sum.tasks += s.tasks;
  }
  return sum;
}

/// As a JSON string.
std::string quoted(const char* text) {
  std::string out = "\"";
  for (; *text != '\0'; ++text) {
    const auto c = static_cast<unsigned char>(*text);
    if (c == '"' || c == '\\')
      (out += '\\') += *text;
    else if (c < 0x20)
      append(out, "\\u%04x", c);
    else
      out += *text;
  }
  return out + '"';
}

/// A rank that gives its account by itself must not overwrite the others' file.
std::string file_name(std::span<const tidemill_stats> all) {
  std::string name = core::settings().stats_file;
  if (name.empty() || all.size() != 1 || all.front().rank >= 0) return name;
  for (const char* const variable : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"})
    if (const char* const rank = std::getenv(variable)) return name + '.' + rank;
  return name;
}

void write_file(const std::string& name, const std::string& text) {
  std::FILE* const file = std::fopen(name.c_str(), "we");
  const bool written =
      file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const int error = errno;
  const bool closed = file == nullptr || std::fclose(file) == 0;
  if (!written || !closed)
    platform::warn(
        "TIDEMILL_STATS=%s cannot be written: %s: name a file in a folder that you may write to",
        name.c_str(), std::strerror(written ? errno : error));
}

}  // namespace

std::string stats_table(std::span<const tidemill_stats> all) {
  std::string text =
      "tidemill: where the threads' time went, in seconds\n"
      "  process   threads       wall    in-task             idle         overhead"
      "               tasks\n";
  for (const tidemill_stats& s : all) append_row(text, name_of(s), s);
  if (all.size() > 1) append_row(text, "all", sum_of(all));
  return text;
}

std::string stats_json(std::span<const tidemill_stats> all) {
  std::string text = "{\"processes\": [";
  const char* before = "\n";
  for (const tidemill_stats& s : all) {
    append(text,
           "%s  {\"rank\": %d, \"process\": %d, \"host\": %s, \"threads\": %d, \"wall\": %.9f, "
           "\"in_task\": %.9f, \"idle\": %.9f, \"overhead\": %.9f, \"tasks\": %llu}",
           before, s.rank, s.process, quoted(s.host).c_str(), s.threads, s.wall, s.in_task, s.idle,
           s.overhead, s.tasks);
    before = ",\n";
  }
  return text + "\n]}\n";
}

void print_stats(std::span<const tidemill_stats> all) noexcept {
  const std::string table = stats_table(all);
  if (write(STDERR_FILENO, table.data(), table.size()) < 0) {  // nobody to tell
  }
  const std::string name = file_name(all);
  if (!name.empty()) write_file(name, stats_json(all));
}

}  // namespace tidemill::native
