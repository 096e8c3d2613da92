#include "core/fiber/exceptions.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <mutex>
#include <vector>

#include "core/sync/spin_lock.hpp"
#include "platform/process_wide.hpp"

namespace tidemill::core {

namespace {

constexpr char kName[] = "__cxa_get_globals";

GetExceptionState look_in(void* scope) noexcept {
  return reinterpret_cast<GetExceptionState>(dlsym(scope, kName));
}

/// In the global scope, or in a library that is loaded, whoever may see it.
GetExceptionState look_among_loaded() noexcept {
  if (GetExceptionState found = look_in(RTLD_DEFAULT)) return found;
  for (const char* library : {"libstdc++.so.6", "libc++abi.so.1"})
    if (void* const handle = dlopen(library, RTLD_NOLOAD | RTLD_LAZY)) {
      if (GetExceptionState found = look_in(handle)) return found;  // which stays loaded
      dlclose(handle);
    }
  return nullptr;
}

/// A file of the process: where it lies.
struct File {
  std::uintptr_t base, begin, end;
  bool holds(std::uintptr_t code) const noexcept { return code - begin < end - begin; }
};
using Files = std::vector<File>;

int add_file(dl_phdr_info* info, std::size_t, void* files) {
  File file{info->dlpi_addr, UINTPTR_MAX, 0};
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& part = info->dlpi_phdr[i];
    if (part.p_type != PT_LOAD) continue;
    file.begin = std::min<std::uintptr_t>(file.begin, file.base + part.p_vaddr);
    file.end = std::max<std::uintptr_t>(file.end, file.base + part.p_vaddr + part.p_memsz);
  }
  if (file.begin < file.end) static_cast<Files*>(files)->push_back(file);
  return 0;
}
/// The program first.
Files loaded_files() {
  Files files;
  dl_iterate_phdr(add_file, &files);
  return files;
}

const File* file_of(const Files& files, std::uintptr_t code) noexcept {
  for (const File& file : files)
    if (file.holds(code)) return &file;
  return nullptr;
}

/// The bytes of a file, as long as this lives.
class Mapped {
 public:
  explicit Mapped(const char* name) noexcept {
    const int fd = open(name, O_RDONLY | O_CLOEXEC);
    struct stat status {};
    if (fd >= 0 && fstat(fd, &status) == 0 && status.st_size > 0) {
      bytes_ = static_cast<std::size_t>(status.st_size);
      at_ = mmap(nullptr, bytes_, PROT_READ, MAP_PRIVATE, fd, 0);
    }
    if (fd >= 0) close(fd);
  }
  ~Mapped() {
    if (at_ != MAP_FAILED) munmap(at_, bytes_);
  }
  Mapped(const Mapped&) = delete;
  Mapped& operator=(const Mapped&) = delete;

  /// `count` of them at an offset; nullptr if the file doesn't reach so far.
  template <class T>
  const T* get(std::uint64_t offset, std::uint64_t count) const noexcept {
    if (at_ == MAP_FAILED || offset > bytes_ || count > (bytes_ - offset) / sizeof(T))
      return nullptr;
    return reinterpret_cast<const T*>(static_cast<const char*>(at_) + offset);
  }

 private:
  void* at_ = MAP_FAILED;
  std::size_t bytes_ = 0;
};

/// Linked into the program, where no search by the loader finds it.
GetExceptionState look_in_symbols(const File& program) noexcept {
  const Mapped mapped("/proc/self/exe");
  const auto* const header = mapped.get<ElfW(Ehdr)>(0, 1);
  if (header == nullptr || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return nullptr;
  const auto* const sections = mapped.get<ElfW(Shdr)>(header->e_shoff, header->e_shnum);
  for (int i = 0; sections != nullptr && i < header->e_shnum; ++i) {
    const auto& table = sections[i];
    if (table.sh_type != SHT_SYMTAB || table.sh_link >= header->e_shnum) continue;
    const std::uint64_t bytes = sections[table.sh_link].sh_size;
    const char* const names = mapped.get<char>(sections[table.sh_link].sh_offset, bytes);
    const std::uint64_t count = table.sh_size / sizeof(ElfW(Sym));
    const auto* const symbols = mapped.get<ElfW(Sym)>(table.sh_offset, count);
    if (names == nullptr || symbols == nullptr) continue;
    for (std::uint64_t s = 0; s < count; ++s) {
      const auto& symbol = symbols[s];
      const std::uintptr_t at = program.base + symbol.st_value;
      if (symbol.st_shndx == SHN_UNDEF || at < program.begin || at >= program.end ||
          symbol.st_name > bytes || bytes - symbol.st_name < sizeof kName)
        continue;
      if (std::memcmp(names + symbol.st_name, kName, sizeof kName) == 0)
        return reinterpret_cast<GetExceptionState>(at);
    }
  }
  return nullptr;
}

// Those loaded with us: of them all is known, but what is linked into the program. So a program
// that loads nothing more doesn't meet the loader's locks here, which a fork may leave held in the
// child.
// Never destroyed: regions may begin in the last destructors.
const Files& at_start = *new Files(loaded_files());

struct Later {
  SpinLock lock;  // guards `files`; never held while the loader is asked
  Files files;
};

void know(const File& file) noexcept {
  exceptions::known_bytes.store(0, std::memory_order_relaxed);
  exceptions::known_begin.store(file.begin, std::memory_order_relaxed);
  exceptions::known_bytes.store(file.end - file.begin, std::memory_order_relaxed);
}

void know_runtime(GetExceptionState found) noexcept {
  exceptions::get_state.store(found, std::memory_order_relaxed);
  know({0, 0, UINTPTR_MAX});
}

/// Of the program's own code, the first time.
GetExceptionState look_in_program() noexcept {
  static std::atomic<bool> looked{false};  // relaxed: two that look find the same
  if (looked.load(std::memory_order_relaxed)) return nullptr;
  const GetExceptionState found = look_in_symbols(at_start.front());
  looked.store(true, std::memory_order_relaxed);
  return found;
}

}  // namespace

namespace exceptions {
std::atomic<GetExceptionState> get_state{look_among_loaded()};
// Once it is found every code is known.
std::atomic<std::uintptr_t> known_begin{0}, known_bytes{exceptions_known() ? UINTPTR_MAX : 0};
}  // namespace exceptions

[[gnu::noinline]] void meet_code_slow(std::uintptr_t code) noexcept {
  if (code == 0 || exceptions_known()) return;
  if (const File* const file = file_of(at_start, code)) {
    if (file == &at_start.front())
      if (const GetExceptionState found = look_in_program()) return know_runtime(found);
    return know(*file);
  }
  Later& later = platform::ProcessWide<Later>::get();
  {
    std::lock_guard guard(later.lock);
    if (const File* const file = file_of(later.files, code)) return know(*file);
  }
  if (const GetExceptionState found = look_among_loaded()) return know_runtime(found);
  const Files now = loaded_files();
  const File* const loaded = file_of(now, code);
  const File file = loaded != nullptr ? *loaded : File{code, code, code + 1};  // made at run time
  know(file);
  std::lock_guard guard(later.lock);
  later.files.push_back(file);
}

void** exceptions_of_thread(void** none) noexcept {
  const GetExceptionState get = exceptions::get_state.load(std::memory_order_relaxed);
  return get != nullptr ? static_cast<void**>(get()) : none;
}

}  // namespace tidemill::core
