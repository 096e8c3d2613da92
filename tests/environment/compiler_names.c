/* Names by which Intel's compilers and offloading library call their runtime: those that mean
 * something without a device do it; each of the others ends the program and names itself. */
#include "../conformance/check.h"

#include <stdint.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

const char* __kmpc_get_uid_from_device(int);
void __kmpc_dist_for_static_fini(void*, int);
void __kmpc_flush_explicit(void*);
uint64_t __kmpc_get_timestamp(void);
void* ompx_get_dyn_cgroup_mem(void);
extern void *kmp_target_sync_cb, *kmp_target_task_completed_cb, *kmp_ext_alloc, *kmp_ext_free,
    *kmp_ext_interleave_part_alloc, *kmp_ext_interleave_part_free,
    *kmp_ext_set_interleave_part_size;

static const char* const refused[] = {"__kmpc___atomic_compare_exchange_n",
                                      "__kmpc___atomic_load_n",
                                      "__kmpc___atomic_store_n",
                                      "__kmpc_get_current_task",
                                      "__kmpc_get_offload_device_num",
                                      "__kmpc_get_ompt_callbacks",
                                      "__kmpc_getenv_device",
                                      "__kmpc_set_device_trait",
                                      "__kmpc_get_interop_name",
                                      "__kmpc_get_interop_ptr",
                                      "__kmpc_get_interop_rc_desc",
                                      "__kmpc_get_interop_str",
                                      "__kmpc_get_interop_type_desc",
                                      "omp_lib_mp_omp_get_interop_name_",
                                      "omp_lib_mp_omp_get_interop_ptr_",
                                      "omp_lib_mp_omp_get_interop_rc_desc_",
                                      "omp_lib_mp_omp_get_interop_str_",
                                      "omp_lib_mp_omp_get_interop_type_desc_",
                                      "omp_lib_mp_omp_get_uid_from_device_"};

/* Calls it in a child, whose one line it reads. */
static void says_why(const char* name) {
  void (*function)(void) = (void (*)(void))dlvsym(RTLD_DEFAULT, name, "VERSION");
  CHECK(function != NULL);
  int ends[2];
  CHECK(pipe(ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], 2);
    function();
    _exit(0);
  }
  close(ends[1]);
  char line[1024] = "";
  const ssize_t n = read(ends[0], line, sizeof line - 1);
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(n > 0 && WIFSIGNALED(status));
  CHECK(strstr(line, name) != NULL && strstr(line, "needs") != NULL);
  CHECK(strchr(line, '\n') == line + strlen(line) - 1);
}

int main(void) {
  CHECK(strcmp(__kmpc_get_uid_from_device(0), "HOST") == 0);
  __kmpc_dist_for_static_fini(NULL, 0);
  __kmpc_flush_explicit(NULL);
  const time_t now = time(NULL);
  const int64_t off = (int64_t)(__kmpc_get_timestamp() / 1000000000) - now;
  CHECK(off >= -1 && off <= 60);
  CHECK(ompx_get_dyn_cgroup_mem() == NULL);
  CHECK(kmp_target_sync_cb == NULL && kmp_target_task_completed_cb == NULL);
  CHECK(kmp_ext_alloc == NULL && kmp_ext_free == NULL && kmp_ext_interleave_part_alloc == NULL);
  CHECK(kmp_ext_interleave_part_free == NULL && kmp_ext_set_interleave_part_size == NULL);
  for (size_t i = 0; i < sizeof refused / sizeof refused[0]; ++i) says_why(refused[i]);
  return 0;
}
