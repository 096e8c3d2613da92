// Which limit stands in the way when the system gives no more memory, for messages.
#pragma once

namespace tidemill::platform {

/// "address space (ulimit -v)", "data (ulimit -d)", or both: those that are set. Where none is, the
/// first: what is left then is the machine's own.
const char* memory_limit() noexcept;

}  // namespace tidemill::platform
