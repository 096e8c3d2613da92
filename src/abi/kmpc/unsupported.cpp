// What Intel's libiomp5 exports for its own compilers, debuggers and offloading library, and has no
// documented meaning or none on a host alone. A program that calls one is told so, by the name of
// what it called. Translation only.
#include "abi/export.hpp"
#include "platform/report.hpp"

namespace {

[[noreturn]] void refuse(const char* name, const char* what) {
  tidemill::platform::fatal(0,
                            "%s: %s; run this program with Intel's own libiomp5 (without `tidemill "
                            "run`)",
                            name, what);
}

constexpr const char* kOffload = "it needs Intel's offloading library and a device";
constexpr const char* kInterop = "it needs an interop object, and the host alone has none";
constexpr const char* kGeneric =
    "it needs to know Intel's compilers' layout of an atomic operation";
constexpr const char* kDescriptor = "it needs to know ifx's layout of a character pointer";

}  // namespace

#define TM_REFUSE(name, what) \
  TM_EXPORT void name() { refuse(#name, what); }

extern "C" {

TM_REFUSE(__kmpc___atomic_compare_exchange_n, kGeneric)
TM_REFUSE(__kmpc___atomic_load_n, kGeneric)
TM_REFUSE(__kmpc___atomic_store_n, kGeneric)

TM_REFUSE(__kmpc_get_current_task, kOffload)
TM_REFUSE(__kmpc_get_offload_device_num, kOffload)
TM_REFUSE(__kmpc_get_ompt_callbacks, kOffload)
TM_REFUSE(__kmpc_getenv_device, kOffload)
TM_REFUSE(__kmpc_set_device_trait, kOffload)

TM_REFUSE(__kmpc_get_interop_name, kInterop)
TM_REFUSE(__kmpc_get_interop_ptr, kInterop)
TM_REFUSE(__kmpc_get_interop_rc_desc, kInterop)
TM_REFUSE(__kmpc_get_interop_str, kInterop)
TM_REFUSE(__kmpc_get_interop_type_desc, kInterop)

// Procedures of ifx's module omp_lib.
TM_REFUSE(omp_lib_mp_omp_get_interop_name_, kDescriptor)
TM_REFUSE(omp_lib_mp_omp_get_interop_ptr_, kDescriptor)
TM_REFUSE(omp_lib_mp_omp_get_interop_rc_desc_, kDescriptor)
TM_REFUSE(omp_lib_mp_omp_get_interop_str_, kDescriptor)
TM_REFUSE(omp_lib_mp_omp_get_interop_type_desc_, kDescriptor)
TM_REFUSE(omp_lib_mp_omp_get_uid_from_device_, kDescriptor)

}  // extern "C"
