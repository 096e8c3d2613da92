// Speaking to the user: fatal() when the environment breaks, warn() when service is degraded.
// Every message names the user's value and the next step.
#pragma once

namespace tidemill::platform {

/// Prints "tidemill: ..." with errno's text when errno_value is not 0, then aborts.
[[noreturn]] void fatal(int errno_value, const char* format, ...) noexcept
    __attribute__((format(printf, 2, 3)));

/// Prints "tidemill: warning: ..." (one line, one write).
void warn(const char* format, ...) noexcept __attribute__((format(printf, 1, 2)));

/// Prints "tidemill: error: ..." (one line, one write). The caller ends the program, in its way.
void error(const char* format, ...) noexcept __attribute__((format(printf, 1, 2)));

/// Prints "tidemill: ..." (one line, one write): what the user has asked to be told.
void note(const char* format, ...) noexcept __attribute__((format(printf, 1, 2)));

/// Whether warn() prints, as it does at first.
void enable_warnings(bool on) noexcept;

}  // namespace tidemill::platform

/// What can't be true unless the runtime itself is wrong. Compiled out of release builds.
#ifdef NDEBUG
#define TM_ASSERT(condition) static_cast<void>(0)
#else
#define TM_ASSERT(condition)                                                                 \
  ((condition) ? static_cast<void>(0)                                                        \
               : ::tidemill::platform::fatal(0,                                              \
                                             "internal error at %s:%d: %s is false; please " \
                                             "report it",                                    \
                                             __FILE__, __LINE__, #condition))
#endif
