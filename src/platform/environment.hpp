// Words in values of environment variables, which the runtime and the task-aware MPI layer read
// alike, and the names of our own variables. Nothing here reads the environment, warns or throws.
#pragma once

#include <array>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace tidemill::platform {

inline constexpr std::string_view kBlanks = " \t\r\n\f\v";
std::string_view trim(std::string_view text) noexcept;

/// Without regard to case.
bool same_word(std::string_view a, std::string_view b) noexcept;
bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) noexcept;

/// true, yes, on, 1, enabled and .true., and their opposites.
std::optional<bool> truth(std::string_view text) noexcept;

/// All there are: docs/environment.md has those a user sets; the last two say where an installation
/// lies, and are read by nothing in here.
inline constexpr std::array<std::string_view, 13> kOwnVariables{
    "TIDEMILL_DATA_AFFINITY",   "TIDEMILL_TOPOLOGY",    "TIDEMILL_MIGRATE", "TIDEMILL_POLICY",
    "TIDEMILL_STATS",           "TIDEMILL_TASK_AWARE",  "TIDEMILL_SERVED",  "TIDEMILL_MPI_BACKEND",
    "TIDEMILL_MPI_COLLECTIVES", "TIDEMILL_MPI_THREADS", "TIDEMILL_STACKS",  "TIDEMILL_ROOT",
    "TIDEMILL_BENCH_PREFIX"};

/// All begin with it.
inline constexpr std::string_view kOwnPrefix = "TIDEMILL_";

/// The one of them that `name` may be a misspelling of: with at most three letters, and a third of
/// what follows the prefix, changed, left out or too many.
std::optional<std::string_view> variable_like(std::string_view name) noexcept;

}  // namespace tidemill::platform
