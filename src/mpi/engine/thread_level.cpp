#include "engine/thread_level.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include <cstdlib>
#include <string>
#include <string_view>

#include "engine/mpi_api.hpp"
#include "engine/settings.hpp"

namespace tidemill::mpi {
namespace {

bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

/// MPI_Recv, PMPI_Recv, MPIX_..., mpi_recv_, mpi_recv_f08_: a function of MPI's, C or Fortran.
bool names_mpi(std::string_view name) {
  if (starts_with(name, "MPI_") || starts_with(name, "PMPI_") || starts_with(name, "MPIX_") ||
      starts_with(name, "PMPIX_"))
    return true;
  return (starts_with(name, "mpi_") || starts_with(name, "pmpi_")) && name.back() == '_';
}

/// mpi_comm_split_f08_, mpi_comm_split_ and MPI_Comm_split alike: comm_split.
std::string bare(std::string_view name) {
  std::string lower;
  for (const char c : name) lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (starts_with(lower, "p")) lower.erase(0, 1);
  lower.erase(0, lower.find('_') + 1);
  for (const char* ending : {"_", "_f08", "_f08ts", "_f"}) {
    const std::string_view end(ending);
    while (lower.size() > end.size() &&
           std::string_view(lower).substr(lower.size() - end.size()) == end)
      lower.resize(lower.size() - end.size());
  }
  return lower;
}

bool made_by_helper(const char* name) {
  const std::string wanted = bare(name);
  for (int i = 0; i < helper_call_count; ++i)
    if (bare(helper_calls[i]) == wanted) return true;
  return false;
}

/// The folderless name of what the dynamic linker has loaded.
std::string_view file_of(const char* path) {
  const std::string_view all(path);
  const std::size_t slash = all.rfind('/');
  return slash == std::string_view::npos ? all : all.substr(slash + 1);
}

/// MPI's own libraries call MPI from inside MPI, where the layer already is.
bool belongs_to_mpi(std::string_view file) {
  for (const char* start :
       {"libmpi", "libmpich", "libpmpi", "libopen-", "libompi", "mca_", "libtidemill"})
    if (starts_with(file, start)) return file.find("cxx") == std::string_view::npos;
  return false;
}

void* own_base() {
  Dl_info info{};
  dladdr(reinterpret_cast<void*>(&thread_level_to_ask), &info);
  return info.dli_fbase;
}

/// Does a program's call of `name` reach this library?
bool reaches_us(const char* name) { return dlsym(RTLD_DEFAULT, name) && !taken_before_us(name); }

/// The program may end task-awareness while MPI goes on: from then on no call passes the layer.
bool ends_task_awareness(std::string_view name) {
  for (const char* spelling : {"TAMPI_Finalize", "tampi_finalize_", "tampi_finalize__"})
    if (name == spelling) return true;
  return false;
}

/// Whether who imports `name` can do with MPI_THREAD_SERIALIZED beneath.
bool is_safe_below_multiple(const char* name) {
  if (ends_task_awareness(name)) return false;
  return !names_mpi(name) || (reaches_us(name) && !made_by_helper(name));
}

const char* what_is_wrong_with(const char* name) {
  if (ends_task_awareness(name)) return "ends task-awareness";
  return made_by_helper(name) ? "blocks inside MPI" : "does not pass Tidemill";
}

struct Search {
  const char* file = nullptr;  ///< the first object found that stands against SERIALIZED
  std::string name;            ///< and what it imports
};

/// The dynamic section's tables; the addresses in it are relocated already, or still offsets.
struct DynamicTables {
  const char* strings = nullptr;
  const ElfW(Sym) * symbols = nullptr;
  const ElfW(Rela) * relocations[2] = {nullptr, nullptr};
  std::size_t counts[2] = {0, 0};

  DynamicTables(const ElfW(Dyn) * dynamic, ElfW(Addr) base) {
    const auto at = [base](ElfW(Addr) address) {
      return address < base ? address + base : address;
    };
    for (; dynamic->d_tag != DT_NULL; ++dynamic) {
      const ElfW(Addr) value = dynamic->d_un.d_ptr;
      switch (dynamic->d_tag) {
        case DT_STRTAB:
          strings = reinterpret_cast<const char*>(at(value));
          break;
        case DT_SYMTAB:
          symbols = reinterpret_cast<const ElfW(Sym)*>(at(value));
          break;
        case DT_RELA:
          relocations[0] = reinterpret_cast<const ElfW(Rela)*>(at(value));
          break;
        case DT_JMPREL:
          relocations[1] = reinterpret_cast<const ElfW(Rela)*>(at(value));
          break;
        case DT_RELASZ:
          counts[0] = value / sizeof(ElfW(Rela));
          break;
        case DT_PLTRELSZ:
          counts[1] = value / sizeof(ElfW(Rela));
          break;
        default:
          break;
      }
    }
  }
};

/// dl_iterate_phdr's visitor: what does this object call?
int look_at(dl_phdr_info* object, std::size_t, void* data) {
  auto& search = *static_cast<Search*>(data);
  if (belongs_to_mpi(file_of(object->dlpi_name)) || starts_with(object->dlpi_name, "linux-vdso"))
    return 0;
  const ElfW(Dyn)* dynamic = nullptr;
  for (int i = 0; i < object->dlpi_phnum; ++i)
    if (object->dlpi_phdr[i].p_type == PT_DYNAMIC)
      dynamic =
          reinterpret_cast<const ElfW(Dyn)*>(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr);
  if (!dynamic) return 0;
  const DynamicTables tables(dynamic, object->dlpi_addr);
  if (!tables.strings || !tables.symbols) return 0;
  for (int table = 0; table < 2; ++table) {
    for (std::size_t i = 0; tables.relocations[table] && i < tables.counts[table]; ++i) {
      const auto index = ELF64_R_SYM(tables.relocations[table][i].r_info);
      if (index == 0) continue;
      const ElfW(Sym)& symbol = tables.symbols[index];
      const char* name = tables.strings + symbol.st_name;
      if (ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT || is_safe_below_multiple(name)) continue;
      search.file = object->dlpi_name;
      search.name = name;
      return 1;
    }
  }
  return 0;
}

/// MPI's own progress threads want MULTIPLE whatever the program does.
bool progress_thread_asked_for() {
  for (const char* variable :
       {"MPICH_ASYNC_PROGRESS", "MPIR_CVAR_ASYNC_PROGRESS", "I_MPI_ASYNC_PROGRESS"}) {
    const char* value = std::getenv(variable);
    if (value && *value && std::string_view(value) != "0") return true;
  }
  return false;
}

}  // namespace

const char* taken_before_us(const char* name) {
  void* address = dlsym(RTLD_DEFAULT, name);
  Dl_info info{};
  if (!address || dladdr(address, &info) == 0 || info.dli_fbase == own_base()) return nullptr;
  return info.dli_fname;
}

int thread_level_to_ask() {
  const ThreadsWish wish = wished_threads();
  if (wish == ThreadsWish::multiple) return MPI_THREAD_MULTIPLE;
  if (progress_thread_asked_for()) return MPI_THREAD_MULTIPLE;
  Search search;
  if (dl_iterate_phdr(look_at, &search) == 0) return MPI_THREAD_SERIALIZED;
  if (wish == ThreadsWish::serialized) {
    warn_of_setting(
        "TIDEMILL_MPI_THREADS=serialized is not safe here, MPI_THREAD_MULTIPLE is used: %s calls "
        "%s, which %s",
        *search.file ? search.file : "the program", search.name.c_str(),
        what_is_wrong_with(search.name.c_str()));
  }
  return MPI_THREAD_MULTIPLE;
}

}  // namespace tidemill::mpi
