// What the layer tells the user: one line on stderr that names the call and the next step.
// Callable from any thread, also from the polling service.
#pragma once

namespace tidemill::mpi {

/// Prints "tidemill: warning: <message>" as one write, so that the lines of several ranks don't
/// mix.
[[gnu::format(printf, 1, 2)]] void warn(const char* format, ...);

/// Prints "tidemill: <message>", then ends all ranks: an MPI process that dies alone leaves the
/// others waiting.
[[noreturn, gnu::format(printf, 1, 2)]] void fatal(const char* format, ...);

}  // namespace tidemill::mpi
