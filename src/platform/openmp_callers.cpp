#include "platform/openmp_callers.hpp"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdlib.h>
#include <unistd.h>

#include <initializer_list>
#include <span>
#include <string_view>

namespace tidemill::platform {

namespace {

/// What the loader filled in for one object.
struct Tables {
  const ElfW(Sym) * symbols = nullptr;
  const char* names = nullptr;
  std::span<const ElfW(Rela)> calls, data;
};

template <class T>
const T* table(const dl_phdr_info& object, ElfW(Addr) at) {
  // The C library has made most of these addresses already, but not in every object.
  return reinterpret_cast<const T*>(at < object.dlpi_addr ? object.dlpi_addr + at : at);
}

Tables tables_of(const dl_phdr_info& object) {
  Tables found;
  const ElfW(Rela)* calls = nullptr;
  const ElfW(Rela)* data = nullptr;
  std::size_t calls_bytes = 0, data_bytes = 0;
  for (int i = 0; i < object.dlpi_phnum; ++i) {
    if (object.dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    const auto* entry =
        reinterpret_cast<const ElfW(Dyn)*>(object.dlpi_addr + object.dlpi_phdr[i].p_vaddr);
    for (; entry->d_tag != DT_NULL; ++entry) {
      if (entry->d_tag == DT_SYMTAB) found.symbols = table<ElfW(Sym)>(object, entry->d_un.d_ptr);
      if (entry->d_tag == DT_STRTAB) found.names = table<char>(object, entry->d_un.d_ptr);
      if (entry->d_tag == DT_JMPREL) calls = table<ElfW(Rela)>(object, entry->d_un.d_ptr);
      if (entry->d_tag == DT_RELA) data = table<ElfW(Rela)>(object, entry->d_un.d_ptr);
      if (entry->d_tag == DT_PLTRELSZ) calls_bytes = entry->d_un.d_val;
      if (entry->d_tag == DT_RELASZ) data_bytes = entry->d_un.d_val;
    }
  }
  if (found.symbols == nullptr || found.names == nullptr) return {};
  if (calls != nullptr) found.calls = {calls, calls_bytes / sizeof *calls};
  if (data != nullptr) found.data = {data, data_bytes / sizeof *data};
  return found;
}

bool is_openmp(std::string_view name) {
  for (const std::string_view start : {"GOMP_", "__kmpc_", "omp_"})
    if (name.starts_with(start)) return true;
  return false;
}

bool lies_in(const dl_phdr_info& object, const void* target) {
  const auto at = reinterpret_cast<ElfW(Addr)>(target);
  for (int i = 0; i < object.dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = object.dlpi_phdr[i];
    const ElfW(Addr) begin = object.dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_LOAD && at >= begin && at - begin < segment.p_memsz) return true;
  }
  return false;
}

/// Does the object ask for functions of OpenMP's? And from whom has it got them?
bool asks(const dl_phdr_info& object, std::string& answered_by) {
  const Tables tables = tables_of(object);
  bool any = false;
  for (const auto& entries : {tables.calls, tables.data}) {
    for (const ElfW(Rela) & entry : entries) {
      const auto index = ELF64_R_SYM(entry.r_info);
      if (index == 0 || tables.symbols[index].st_shndx != SHN_UNDEF) continue;
      if (!is_openmp(tables.names + tables.symbols[index].st_name)) continue;
      any = true;
      const void* const target = *reinterpret_cast<void* const*>(object.dlpi_addr + entry.r_offset);
      // In the object itself: where a call goes that finds its function when it is first made.
      if (lies_in(object, target)) continue;
      const std::string answering = file_of(target);
      if (answering.empty()) continue;
      answered_by = answering;
      return true;
    }
  }
  return any;
}

std::string file_of(const dl_phdr_info& object) {
  if (object.dlpi_name != nullptr && object.dlpi_name[0] != 0) return object.dlpi_name;
  char path[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  return length > 0 ? std::string(path, static_cast<std::size_t>(length)) : "the program";
}

int note_caller(dl_phdr_info* object, std::size_t /*bytes*/, void* into) {
  std::string answered_by;
  if (asks(*object, answered_by))
    static_cast<std::vector<OpenMpCaller>*>(into)->push_back({file_of(*object), answered_by});
  return 0;
}

int note_file(dl_phdr_info* object, std::size_t /*bytes*/, void* into) {
  static_cast<std::vector<std::string>*>(into)->push_back(file_of(*object));
  return 0;
}

bool is_runtime_name(std::string_view file) {
  const std::string_view name = file.substr(file.rfind('/') + 1);
  for (const std::string_view stem : {"libgomp", "libomp", "libiomp5"})
    if (name.starts_with(stem) && name.find(".so") != std::string_view::npos &&
        (name[stem.size()] == '.' || name[stem.size()] == '-'))
      return true;
  return false;
}

}  // namespace

std::string file_of(const void* address) {
  Dl_info where;
  if (address == nullptr || dladdr(address, &where) == 0 || where.dli_fname == nullptr) return {};
  return where.dli_fname;
}

std::vector<OpenMpCaller> openmp_callers() {
  std::vector<OpenMpCaller> found;
  dl_iterate_phdr(note_caller, &found);
  return found;
}

std::string real_path(const std::string& file) {
  char whole[PATH_MAX];
  return realpath(file.c_str(), whole) != nullptr ? whole : file;
}

std::vector<std::string> other_openmp_runtimes() {
  static const char ours = 0;
  const std::string library = real_path(file_of(&ours));
  // The names that stand for us lie in a folder below ours.
  const std::string beside = library.substr(0, library.rfind('/')) + "/tidemill/compat/";
  std::vector<std::string> files;
  dl_iterate_phdr(note_file, &files);
  std::erase_if(files, [&](const std::string& file) {
    return !is_runtime_name(file) || real_path(file).starts_with(beside);
  });
  return files;
}

}  // namespace tidemill::platform
