#include "engine/settings.hpp"

#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "engine/diagnostics.hpp"
#include "platform/environment.hpp"

namespace tidemill::mpi {
namespace {

enum class Values : bool { words, truth };

struct Variable {
  const char* name;
  std::array<const char*, 3> words;  ///< in the order of the enumeration, the default first
  Values values = Values::words;
};

constexpr Variable kTaskAware{"TIDEMILL_TASK_AWARE", {"FALSE", "TRUE"}, Values::truth};
constexpr Variable kBackend{"TIDEMILL_MPI_BACKEND", {"test", "progress", "async"}};
constexpr Variable kCollectives{"TIDEMILL_MPI_COLLECTIVES", {"messages", "mpi"}};
constexpr Variable kThreads{"TIDEMILL_MPI_THREADS", {"auto", "serialized", "multiple"}};

/// nullptr: not set, which an empty value is, too.
const char* value_of(const char* name) {
  const char* value = std::getenv(name);
  return value && *value ? value : nullptr;
}

/// Which of the variable's words `value` is.
std::optional<std::size_t> word_of(const Variable& variable, std::string_view value) {
  if (variable.values == Values::truth) {
    const auto found = platform::truth(value);
    return found ? std::optional<std::size_t>(*found ? 1 : 0) : std::nullopt;
  }
  for (std::size_t i = 0; i < variable.words.size() && variable.words[i]; ++i)
    if (platform::same_word(platform::trim(value), variable.words[i])) return i;
  return std::nullopt;
}

std::size_t read(const Variable& variable) {
  const char* value = value_of(variable.name);
  if (!value) return 0;
  if (const auto word = word_of(variable, value)) return *word;
  std::string words;
  for (const char* word : variable.words) {
    if (word) words.append(words.empty() ? "" : ", ").append(word);
  }
  warn_of_setting("%s=%s is none of %s: %s is used", variable.name, value, words.c_str(),
                  variable.words[0]);
  return 0;
}

}  // namespace

bool task_aware_by_user() {
  static const bool aware = read(kTaskAware) != 0;
  return aware;
}

BackendWish wished_backend() {
  static const auto wish = static_cast<BackendWish>(read(kBackend));
  return wish;
}

CollectivesWish wished_collectives() {
  static const auto wish = static_cast<CollectivesWish>(read(kCollectives));
  return wish;
}

ThreadsWish wished_threads() {
  static const auto wish = static_cast<ThreadsWish>(read(kThreads));
  return wish;
}

void warn_of_setting(const char* format, ...) {
  const char* wanted = value_of("KMP_WARNINGS");
  if (wanted && !platform::truth(wanted).value_or(true)) return;
  char text[1024];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  warn("%s", text);
}

}  // namespace tidemill::mpi

void tidemill_mpi_display_settings() {
  using namespace tidemill::mpi;
  for (const Variable& variable : {kTaskAware, kBackend, kCollectives, kThreads}) {
    const char* value = value_of(variable.name);
    const bool taken = value && word_of(variable, value);
    std::fprintf(stderr, "  [host] %s='%s'  # %s\n", variable.name, variable.words[read(variable)],
                 taken ? variable.name : "default");
  }
}
