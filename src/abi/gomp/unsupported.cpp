// OpenACC and the interface of offload plugins: out of this library's scope. A program that needs
// them is told so, by the name of what it called. Translation only.
#include "abi/export.hpp"
#include "platform/report.hpp"

namespace {

[[noreturn]] void refuse(const char* name) {
  tidemill::platform::fatal(0,
                            "%s: OpenACC and offload plugins are not served; run this program with "
                            "the compiler's own libgomp",
                            name);
}

}  // namespace

#define TM_REFUSE(name) \
  TM_EXPORT void name() { refuse(#name); }
/// C's name and Fortran's.
#define TM_REFUSE_BOTH(name) TM_REFUSE(name) TM_REFUSE(name##_h_)
/// What takes an address and a length: also with 4 and 8 bytes of length, and of an array.
#define TM_REFUSE_DATA(name) \
  TM_REFUSE(name) TM_REFUSE(name##_32_h_) TM_REFUSE(name##_64_h_) TM_REFUSE(name##_array_h_)

extern "C" {

TM_REFUSE(GOACC_data_end)
TM_REFUSE(GOACC_data_start)
TM_REFUSE(GOACC_declare)
TM_REFUSE(GOACC_enter_data)
TM_REFUSE(GOACC_enter_exit_data)
TM_REFUSE(GOACC_exit_data)
TM_REFUSE(GOACC_get_num_threads)
TM_REFUSE(GOACC_get_thread_num)
TM_REFUSE(GOACC_parallel)
TM_REFUSE(GOACC_parallel_keyed)
TM_REFUSE(GOACC_update)
TM_REFUSE(GOACC_wait)
TM_REFUSE(GOMP_PLUGIN_acc_default_dim)
TM_REFUSE(GOMP_PLUGIN_acc_thread)
TM_REFUSE(GOMP_PLUGIN_async_unmap_vars)
TM_REFUSE(GOMP_PLUGIN_debug)
TM_REFUSE(GOMP_PLUGIN_error)
TM_REFUSE(GOMP_PLUGIN_fatal)
TM_REFUSE(GOMP_PLUGIN_goacc_profiling_dispatch)
TM_REFUSE(GOMP_PLUGIN_goacc_thread)
TM_REFUSE(GOMP_PLUGIN_malloc)
TM_REFUSE(GOMP_PLUGIN_malloc_cleared)
TM_REFUSE(GOMP_PLUGIN_realloc)
TM_REFUSE(GOMP_PLUGIN_target_task_completion)
TM_REFUSE_BOTH(acc_async_test)
TM_REFUSE_BOTH(acc_async_test_all)
TM_REFUSE(acc_async_wait)
TM_REFUSE(acc_async_wait_all)
TM_REFUSE(acc_attach)
TM_REFUSE(acc_attach_async)
TM_REFUSE_DATA(acc_copyin)
TM_REFUSE_DATA(acc_copyin_async)
TM_REFUSE_DATA(acc_copyout)
TM_REFUSE_DATA(acc_copyout_async)
TM_REFUSE_DATA(acc_copyout_finalize)
TM_REFUSE(acc_copyout_finalize_async)
TM_REFUSE_DATA(acc_create)
TM_REFUSE_DATA(acc_create_async)
TM_REFUSE_DATA(acc_delete)
TM_REFUSE_DATA(acc_delete_async)
TM_REFUSE_DATA(acc_delete_finalize)
TM_REFUSE(acc_delete_finalize_async)
TM_REFUSE(acc_detach)
TM_REFUSE(acc_detach_async)
TM_REFUSE(acc_detach_finalize)
TM_REFUSE(acc_detach_finalize_async)
TM_REFUSE(acc_deviceptr)
TM_REFUSE(acc_free)
TM_REFUSE(acc_get_cuda_stream)
TM_REFUSE(acc_get_current_cuda_context)
TM_REFUSE(acc_get_current_cuda_device)
TM_REFUSE_BOTH(acc_get_device_num)
TM_REFUSE_BOTH(acc_get_device_type)
TM_REFUSE_BOTH(acc_get_num_devices)
TM_REFUSE_BOTH(acc_get_property)
TM_REFUSE_BOTH(acc_get_property_string)
TM_REFUSE(acc_hostptr)
TM_REFUSE_BOTH(acc_init)
TM_REFUSE_DATA(acc_is_present)
TM_REFUSE(acc_malloc)
TM_REFUSE(acc_map_data)
TM_REFUSE(acc_memcpy_from_device)
TM_REFUSE(acc_memcpy_from_device_async)
TM_REFUSE(acc_memcpy_to_device)
TM_REFUSE(acc_memcpy_to_device_async)
TM_REFUSE_BOTH(acc_on_device)
TM_REFUSE(acc_pcopyin)
TM_REFUSE(acc_pcreate)
TM_REFUSE_DATA(acc_present_or_copyin)
TM_REFUSE_DATA(acc_present_or_create)
TM_REFUSE(acc_prof_lookup)
TM_REFUSE(acc_prof_register)
TM_REFUSE(acc_prof_unregister)
TM_REFUSE(acc_register_library)
TM_REFUSE(acc_set_cuda_stream)
TM_REFUSE_BOTH(acc_set_device_num)
TM_REFUSE_BOTH(acc_set_device_type)
TM_REFUSE_BOTH(acc_shutdown)
TM_REFUSE(acc_unmap_data)
TM_REFUSE_DATA(acc_update_device)
TM_REFUSE_DATA(acc_update_device_async)
TM_REFUSE_DATA(acc_update_self)
TM_REFUSE_DATA(acc_update_self_async)
TM_REFUSE_BOTH(acc_wait)
TM_REFUSE_BOTH(acc_wait_all)
TM_REFUSE_BOTH(acc_wait_all_async)
TM_REFUSE_BOTH(acc_wait_async)

}  // extern "C"
