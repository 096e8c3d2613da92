#include "platform/idle_libgomp.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "platform/openmp_callers.hpp"

namespace tidemill::platform {

namespace {

/// A libgomp that is loaded already.
class Libgomp {
 public:
  explicit Libgomp(const char* file) : library_(dlopen(file, RTLD_LAZY | RTLD_NOLOAD)) {}
  ~Libgomp() {
    if (library_ != nullptr) dlclose(library_);
  }
  Libgomp(const Libgomp&) = delete;
  Libgomp& operator=(const Libgomp&) = delete;

  /// LLVM's libomp has GNU's names, too. It binds nothing before its first use.
  bool is_gnu() const noexcept { return has("GOMP_parallel") && !has("__kmpc_fork_call"); }
  int places() const noexcept { return get<int()>("omp_get_num_places")(); }
  CpuSet place(int number) const {
    std::vector<int> ids(
        static_cast<std::size_t>(get<int(int)>("omp_get_place_num_procs")(number)));
    get<void(int, int*)>("omp_get_place_proc_ids")(number, ids.data());
    CpuSet set;
    for (const int id : ids) set.add(id);
    return set;
  }

 private:
  bool has(const char* name) const noexcept {
    return library_ != nullptr && dlsym(library_, name) != nullptr;
  }
  template <class F>
  F* get(const char* name) const noexcept {
    return reinterpret_cast<F*>(dlsym(library_, name));
  }

  void* library_;
};

/// If not, libgomp binds nothing. It need not be asked then, which takes the loader's lock: a
/// library's constructor may hold that while it waits for a thread that begins to use OpenMP.
bool places_are_asked_for() noexcept {
  for (const char* name : {"OMP_PROC_BIND", "OMP_PLACES", "GOMP_CPU_AFFINITY"})
    if (std::getenv(name) != nullptr) return true;
  return false;
}

}  // namespace

CpuSet places_of_idle_libgomp(const CpuSet& bound_to) {
  if (!places_are_asked_for()) return {};
  for (const std::string& file : other_openmp_runtimes()) {
    const Libgomp libgomp(file.c_str());
    if (!libgomp.is_gnu() || libgomp.places() == 0 || !(libgomp.place(0) == bound_to)) continue;
    CpuSet all;
    for (int place = 0; place < libgomp.places(); ++place)
      for (const int cpu : libgomp.place(place).list()) all.add(cpu);
    return all;
  }
  return {};
}

}  // namespace tidemill::platform
