// Calls a microtask with the arguments of __kmpc_fork_call, however many there are.
#pragma once

#include "abi/kmpc/types.hpp"

/// microtask(gtid, bound_tid, arguments[0], ..., arguments[count - 1]), as the C calling
/// convention of the platform passes them (abi/kmpc/invoke.cpp).
extern "C" void tidemill_kmpc_invoke(tidemill::kmpc::Microtask microtask, std::int32_t* gtid,
                                     std::int32_t* bound_tid, std::int64_t count,
                                     void* const* arguments);
