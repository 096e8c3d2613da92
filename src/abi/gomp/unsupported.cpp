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

extern "C" {

TM_EXPORT void GOACC_data_end() { refuse("GOACC_data_end"); }
TM_EXPORT void GOACC_data_start() { refuse("GOACC_data_start"); }
TM_EXPORT void GOACC_declare() { refuse("GOACC_declare"); }
TM_EXPORT void GOACC_enter_data() { refuse("GOACC_enter_data"); }
TM_EXPORT void GOACC_enter_exit_data() { refuse("GOACC_enter_exit_data"); }
TM_EXPORT void GOACC_exit_data() { refuse("GOACC_exit_data"); }
TM_EXPORT void GOACC_get_num_threads() { refuse("GOACC_get_num_threads"); }
TM_EXPORT void GOACC_get_thread_num() { refuse("GOACC_get_thread_num"); }
TM_EXPORT void GOACC_parallel() { refuse("GOACC_parallel"); }
TM_EXPORT void GOACC_parallel_keyed() { refuse("GOACC_parallel_keyed"); }
TM_EXPORT void GOACC_update() { refuse("GOACC_update"); }
TM_EXPORT void GOACC_wait() { refuse("GOACC_wait"); }
TM_EXPORT void GOMP_PLUGIN_acc_default_dim() { refuse("GOMP_PLUGIN_acc_default_dim"); }
TM_EXPORT void GOMP_PLUGIN_acc_thread() { refuse("GOMP_PLUGIN_acc_thread"); }
TM_EXPORT void GOMP_PLUGIN_async_unmap_vars() { refuse("GOMP_PLUGIN_async_unmap_vars"); }
TM_EXPORT void GOMP_PLUGIN_debug() { refuse("GOMP_PLUGIN_debug"); }
TM_EXPORT void GOMP_PLUGIN_error() { refuse("GOMP_PLUGIN_error"); }
TM_EXPORT void GOMP_PLUGIN_fatal() { refuse("GOMP_PLUGIN_fatal"); }
TM_EXPORT void GOMP_PLUGIN_goacc_profiling_dispatch() {
  refuse("GOMP_PLUGIN_goacc_profiling_dispatch");
}
TM_EXPORT void GOMP_PLUGIN_goacc_thread() { refuse("GOMP_PLUGIN_goacc_thread"); }
TM_EXPORT void GOMP_PLUGIN_malloc() { refuse("GOMP_PLUGIN_malloc"); }
TM_EXPORT void GOMP_PLUGIN_malloc_cleared() { refuse("GOMP_PLUGIN_malloc_cleared"); }
TM_EXPORT void GOMP_PLUGIN_realloc() { refuse("GOMP_PLUGIN_realloc"); }
TM_EXPORT void GOMP_PLUGIN_target_task_completion() {
  refuse("GOMP_PLUGIN_target_task_completion");
}
TM_EXPORT void acc_async_test() { refuse("acc_async_test"); }
TM_EXPORT void acc_async_test_all() { refuse("acc_async_test_all"); }
TM_EXPORT void acc_async_test_all_h_() { refuse("acc_async_test_all_h_"); }
TM_EXPORT void acc_async_test_h_() { refuse("acc_async_test_h_"); }
TM_EXPORT void acc_async_wait() { refuse("acc_async_wait"); }
TM_EXPORT void acc_async_wait_all() { refuse("acc_async_wait_all"); }
TM_EXPORT void acc_attach() { refuse("acc_attach"); }
TM_EXPORT void acc_attach_async() { refuse("acc_attach_async"); }
TM_EXPORT void acc_copyin() { refuse("acc_copyin"); }
TM_EXPORT void acc_copyin_32_h_() { refuse("acc_copyin_32_h_"); }
TM_EXPORT void acc_copyin_64_h_() { refuse("acc_copyin_64_h_"); }
TM_EXPORT void acc_copyin_array_h_() { refuse("acc_copyin_array_h_"); }
TM_EXPORT void acc_copyin_async() { refuse("acc_copyin_async"); }
TM_EXPORT void acc_copyin_async_32_h_() { refuse("acc_copyin_async_32_h_"); }
TM_EXPORT void acc_copyin_async_64_h_() { refuse("acc_copyin_async_64_h_"); }
TM_EXPORT void acc_copyin_async_array_h_() { refuse("acc_copyin_async_array_h_"); }
TM_EXPORT void acc_copyout() { refuse("acc_copyout"); }
TM_EXPORT void acc_copyout_32_h_() { refuse("acc_copyout_32_h_"); }
TM_EXPORT void acc_copyout_64_h_() { refuse("acc_copyout_64_h_"); }
TM_EXPORT void acc_copyout_array_h_() { refuse("acc_copyout_array_h_"); }
TM_EXPORT void acc_copyout_async() { refuse("acc_copyout_async"); }
TM_EXPORT void acc_copyout_async_32_h_() { refuse("acc_copyout_async_32_h_"); }
TM_EXPORT void acc_copyout_async_64_h_() { refuse("acc_copyout_async_64_h_"); }
TM_EXPORT void acc_copyout_async_array_h_() { refuse("acc_copyout_async_array_h_"); }
TM_EXPORT void acc_copyout_finalize() { refuse("acc_copyout_finalize"); }
TM_EXPORT void acc_copyout_finalize_32_h_() { refuse("acc_copyout_finalize_32_h_"); }
TM_EXPORT void acc_copyout_finalize_64_h_() { refuse("acc_copyout_finalize_64_h_"); }
TM_EXPORT void acc_copyout_finalize_array_h_() { refuse("acc_copyout_finalize_array_h_"); }
TM_EXPORT void acc_copyout_finalize_async() { refuse("acc_copyout_finalize_async"); }
TM_EXPORT void acc_create() { refuse("acc_create"); }
TM_EXPORT void acc_create_32_h_() { refuse("acc_create_32_h_"); }
TM_EXPORT void acc_create_64_h_() { refuse("acc_create_64_h_"); }
TM_EXPORT void acc_create_array_h_() { refuse("acc_create_array_h_"); }
TM_EXPORT void acc_create_async() { refuse("acc_create_async"); }
TM_EXPORT void acc_create_async_32_h_() { refuse("acc_create_async_32_h_"); }
TM_EXPORT void acc_create_async_64_h_() { refuse("acc_create_async_64_h_"); }
TM_EXPORT void acc_create_async_array_h_() { refuse("acc_create_async_array_h_"); }
TM_EXPORT void acc_delete() { refuse("acc_delete"); }
TM_EXPORT void acc_delete_32_h_() { refuse("acc_delete_32_h_"); }
TM_EXPORT void acc_delete_64_h_() { refuse("acc_delete_64_h_"); }
TM_EXPORT void acc_delete_array_h_() { refuse("acc_delete_array_h_"); }
TM_EXPORT void acc_delete_async() { refuse("acc_delete_async"); }
TM_EXPORT void acc_delete_async_32_h_() { refuse("acc_delete_async_32_h_"); }
TM_EXPORT void acc_delete_async_64_h_() { refuse("acc_delete_async_64_h_"); }
TM_EXPORT void acc_delete_async_array_h_() { refuse("acc_delete_async_array_h_"); }
TM_EXPORT void acc_delete_finalize() { refuse("acc_delete_finalize"); }
TM_EXPORT void acc_delete_finalize_32_h_() { refuse("acc_delete_finalize_32_h_"); }
TM_EXPORT void acc_delete_finalize_64_h_() { refuse("acc_delete_finalize_64_h_"); }
TM_EXPORT void acc_delete_finalize_array_h_() { refuse("acc_delete_finalize_array_h_"); }
TM_EXPORT void acc_delete_finalize_async() { refuse("acc_delete_finalize_async"); }
TM_EXPORT void acc_detach() { refuse("acc_detach"); }
TM_EXPORT void acc_detach_async() { refuse("acc_detach_async"); }
TM_EXPORT void acc_detach_finalize() { refuse("acc_detach_finalize"); }
TM_EXPORT void acc_detach_finalize_async() { refuse("acc_detach_finalize_async"); }
TM_EXPORT void acc_deviceptr() { refuse("acc_deviceptr"); }
TM_EXPORT void acc_free() { refuse("acc_free"); }
TM_EXPORT void acc_get_cuda_stream() { refuse("acc_get_cuda_stream"); }
TM_EXPORT void acc_get_current_cuda_context() { refuse("acc_get_current_cuda_context"); }
TM_EXPORT void acc_get_current_cuda_device() { refuse("acc_get_current_cuda_device"); }
TM_EXPORT void acc_get_device_num() { refuse("acc_get_device_num"); }
TM_EXPORT void acc_get_device_num_h_() { refuse("acc_get_device_num_h_"); }
TM_EXPORT void acc_get_device_type() { refuse("acc_get_device_type"); }
TM_EXPORT void acc_get_device_type_h_() { refuse("acc_get_device_type_h_"); }
TM_EXPORT void acc_get_num_devices() { refuse("acc_get_num_devices"); }
TM_EXPORT void acc_get_num_devices_h_() { refuse("acc_get_num_devices_h_"); }
TM_EXPORT void acc_get_property() { refuse("acc_get_property"); }
TM_EXPORT void acc_get_property_h_() { refuse("acc_get_property_h_"); }
TM_EXPORT void acc_get_property_string() { refuse("acc_get_property_string"); }
TM_EXPORT void acc_get_property_string_h_() { refuse("acc_get_property_string_h_"); }
TM_EXPORT void acc_hostptr() { refuse("acc_hostptr"); }
TM_EXPORT void acc_init() { refuse("acc_init"); }
TM_EXPORT void acc_init_h_() { refuse("acc_init_h_"); }
TM_EXPORT void acc_is_present() { refuse("acc_is_present"); }
TM_EXPORT void acc_is_present_32_h_() { refuse("acc_is_present_32_h_"); }
TM_EXPORT void acc_is_present_64_h_() { refuse("acc_is_present_64_h_"); }
TM_EXPORT void acc_is_present_array_h_() { refuse("acc_is_present_array_h_"); }
TM_EXPORT void acc_malloc() { refuse("acc_malloc"); }
TM_EXPORT void acc_map_data() { refuse("acc_map_data"); }
TM_EXPORT void acc_memcpy_from_device() { refuse("acc_memcpy_from_device"); }
TM_EXPORT void acc_memcpy_from_device_async() { refuse("acc_memcpy_from_device_async"); }
TM_EXPORT void acc_memcpy_to_device() { refuse("acc_memcpy_to_device"); }
TM_EXPORT void acc_memcpy_to_device_async() { refuse("acc_memcpy_to_device_async"); }
TM_EXPORT void acc_on_device() { refuse("acc_on_device"); }
TM_EXPORT void acc_on_device_h_() { refuse("acc_on_device_h_"); }
TM_EXPORT void acc_pcopyin() { refuse("acc_pcopyin"); }
TM_EXPORT void acc_pcreate() { refuse("acc_pcreate"); }
TM_EXPORT void acc_present_or_copyin() { refuse("acc_present_or_copyin"); }
TM_EXPORT void acc_present_or_copyin_32_h_() { refuse("acc_present_or_copyin_32_h_"); }
TM_EXPORT void acc_present_or_copyin_64_h_() { refuse("acc_present_or_copyin_64_h_"); }
TM_EXPORT void acc_present_or_copyin_array_h_() { refuse("acc_present_or_copyin_array_h_"); }
TM_EXPORT void acc_present_or_create() { refuse("acc_present_or_create"); }
TM_EXPORT void acc_present_or_create_32_h_() { refuse("acc_present_or_create_32_h_"); }
TM_EXPORT void acc_present_or_create_64_h_() { refuse("acc_present_or_create_64_h_"); }
TM_EXPORT void acc_present_or_create_array_h_() { refuse("acc_present_or_create_array_h_"); }
TM_EXPORT void acc_prof_lookup() { refuse("acc_prof_lookup"); }
TM_EXPORT void acc_prof_register() { refuse("acc_prof_register"); }
TM_EXPORT void acc_prof_unregister() { refuse("acc_prof_unregister"); }
TM_EXPORT void acc_register_library() { refuse("acc_register_library"); }
TM_EXPORT void acc_set_cuda_stream() { refuse("acc_set_cuda_stream"); }
TM_EXPORT void acc_set_device_num() { refuse("acc_set_device_num"); }
TM_EXPORT void acc_set_device_num_h_() { refuse("acc_set_device_num_h_"); }
TM_EXPORT void acc_set_device_type() { refuse("acc_set_device_type"); }
TM_EXPORT void acc_set_device_type_h_() { refuse("acc_set_device_type_h_"); }
TM_EXPORT void acc_shutdown() { refuse("acc_shutdown"); }
TM_EXPORT void acc_shutdown_h_() { refuse("acc_shutdown_h_"); }
TM_EXPORT void acc_unmap_data() { refuse("acc_unmap_data"); }
TM_EXPORT void acc_update_device() { refuse("acc_update_device"); }
TM_EXPORT void acc_update_device_32_h_() { refuse("acc_update_device_32_h_"); }
TM_EXPORT void acc_update_device_64_h_() { refuse("acc_update_device_64_h_"); }
TM_EXPORT void acc_update_device_array_h_() { refuse("acc_update_device_array_h_"); }
TM_EXPORT void acc_update_device_async() { refuse("acc_update_device_async"); }
TM_EXPORT void acc_update_device_async_32_h_() { refuse("acc_update_device_async_32_h_"); }
TM_EXPORT void acc_update_device_async_64_h_() { refuse("acc_update_device_async_64_h_"); }
TM_EXPORT void acc_update_device_async_array_h_() { refuse("acc_update_device_async_array_h_"); }
TM_EXPORT void acc_update_self() { refuse("acc_update_self"); }
TM_EXPORT void acc_update_self_32_h_() { refuse("acc_update_self_32_h_"); }
TM_EXPORT void acc_update_self_64_h_() { refuse("acc_update_self_64_h_"); }
TM_EXPORT void acc_update_self_array_h_() { refuse("acc_update_self_array_h_"); }
TM_EXPORT void acc_update_self_async() { refuse("acc_update_self_async"); }
TM_EXPORT void acc_update_self_async_32_h_() { refuse("acc_update_self_async_32_h_"); }
TM_EXPORT void acc_update_self_async_64_h_() { refuse("acc_update_self_async_64_h_"); }
TM_EXPORT void acc_update_self_async_array_h_() { refuse("acc_update_self_async_array_h_"); }
TM_EXPORT void acc_wait() { refuse("acc_wait"); }
TM_EXPORT void acc_wait_all() { refuse("acc_wait_all"); }
TM_EXPORT void acc_wait_all_async() { refuse("acc_wait_all_async"); }
TM_EXPORT void acc_wait_all_async_h_() { refuse("acc_wait_all_async_h_"); }
TM_EXPORT void acc_wait_all_h_() { refuse("acc_wait_all_h_"); }
TM_EXPORT void acc_wait_async() { refuse("acc_wait_async"); }
TM_EXPORT void acc_wait_async_h_() { refuse("acc_wait_async_h_"); }
TM_EXPORT void acc_wait_h_() { refuse("acc_wait_h_"); }

}  // extern "C"
