#include "program.hpp"

#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string_view>

#include "failure.hpp"

namespace tidemill::tool {
namespace {

#if defined(__x86_64__)
constexpr Elf64_Half kOurMachine = EM_X86_64;
#elif defined(__aarch64__)
constexpr Elf64_Half kOurMachine = EM_AARCH64;
#else
#error "tell Tidemill this processor's ELF machine number"
#endif

constexpr std::string_view kShortElf{"\177ELF\1", SELFMAG + 1};  // ELFCLASS32

/// A file mapped for reading; empty when it cannot be.
class MappedFile {
 public:
  explicit MappedFile(std::string const& path) {
    int const fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    struct stat info {};
    if (fstat(fd, &info) == 0 && info.st_size > 0) {
      auto const size = static_cast<std::size_t>(info.st_size);
      void* const at = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
      if (at != MAP_FAILED) bytes_ = {static_cast<char const*>(at), size};
    }
    close(fd);
  }
  MappedFile(MappedFile const&) = delete;
  MappedFile& operator=(MappedFile const&) = delete;
  ~MappedFile() {
    if (!bytes_.empty()) munmap(const_cast<char*>(bytes_.data()), bytes_.size());
  }

  /// `count` objects of type T at `offset`; empty when they are not all inside the file.
  template <typename T>
  std::span<T const> objects(std::uint64_t offset, std::uint64_t count) const {
    if (offset > bytes_.size() || count > (bytes_.size() - offset) / sizeof(T)) return {};
    if (offset % alignof(T) != 0) return {};
    return {reinterpret_cast<T const*>(bytes_.data() + offset), count};
  }
  /// The text at `offset`, which must end inside the file.
  std::string_view text(std::uint64_t offset) const {
    if (offset >= bytes_.size()) return {};
    auto const rest = bytes_.subspan(offset);
    return {rest.data(), strnlen(rest.data(), rest.size())};
  }
  bool starts_with(std::string_view prefix) const {
    return bytes_.size() >= prefix.size() &&
           memcmp(bytes_.data(), prefix.data(), prefix.size()) == 0;
  }

 private:
  std::span<char const> bytes_;
};

/// Where the byte at virtual address `address` lies in the file, or 0.
std::uint64_t file_offset(std::span<Elf64_Phdr const> segments, std::uint64_t address) {
  for (auto const& segment : segments) {
    if (segment.p_type == PT_LOAD && address >= segment.p_vaddr &&
        address - segment.p_vaddr < segment.p_filesz) {
      return address - segment.p_vaddr + segment.p_offset;
    }
  }
  return 0;
}

std::vector<std::string> needed_libraries(MappedFile const& file,
                                          std::span<Elf64_Phdr const> segments) {
  std::vector<std::uint64_t> names;
  std::uint64_t strings = 0;
  for (auto const& segment : segments) {
    if (segment.p_type != PT_DYNAMIC) continue;
    auto const count = segment.p_filesz / sizeof(Elf64_Dyn);
    for (auto const& entry : file.objects<Elf64_Dyn>(segment.p_offset, count)) {
      if (entry.d_tag == DT_NULL) break;
      if (entry.d_tag == DT_NEEDED) names.push_back(entry.d_un.d_val);
      if (entry.d_tag == DT_STRTAB) strings = file_offset(segments, entry.d_un.d_ptr);
    }
  }
  std::vector<std::string> needed;
  if (strings == 0) return needed;
  for (auto const name : names) needed.emplace_back(file.text(strings + name));
  return needed;
}

/// Of an ELF file: the processor it is made for.
std::string machine_of(MappedFile const& file) {
  auto const ident = file.objects<unsigned char>(0, EI_NIDENT + 4);
  if (ident.empty()) return "an unknown processor";
  // The same place in a 32-bit file, behind the type.
  auto const low = ident[EI_NIDENT + (ident[EI_DATA] == ELFDATA2MSB ? 3 : 2)];
  auto const high = ident[EI_NIDENT + (ident[EI_DATA] == ELFDATA2MSB ? 2 : 3)];
  int const machine = high << 8 | low;
  switch (machine) {
    case EM_386:
      return "x86";
    case EM_X86_64:
      return "x86-64";
    case EM_ARM:
      return "ARM";
    case EM_AARCH64:
      return "AArch64";
    case EM_RISCV:
      return "RISC-V";
    case EM_PPC:
    case EM_PPC64:
      return "POWER";
    case EM_S390:
      return "S/390";
    case EM_MIPS:
      return "MIPS";
    case EM_SPARC:
    case EM_SPARCV9:
      return "SPARC";
    default:
      return "ELF machine " + std::to_string(machine);
  }
}

/// 0 when `path` is an executable file, else why not: ENOENT, EACCES, EISDIR, or EPERM where a
/// folder on the way may not be searched.
int why_not_executable(std::string const& path) {
  struct stat info {};
  if (stat(path.c_str(), &info) != 0) return errno == EACCES ? EPERM : ENOENT;
  if (S_ISDIR(info.st_mode)) return EISDIR;
  return access(path.c_str(), X_OK) == 0 ? 0 : EACCES;
}

struct Search {
  std::string path;
  int error;  ///< 0 when found
};

std::string seen_from(std::string const& folder, std::string const& path) {
  return folder.empty() || path.starts_with('/') ? path : folder + '/' + path;
}

/// execvp's search: a name with a slash is a path, any other is looked for in each folder of PATH
/// (an empty entry is the current folder), and a file without permission does not end the search.
Search search(std::string const& name, std::string const& folder) {
  if (name.empty()) return {name, ENOENT};
  if (name.find('/') != std::string::npos) {
    auto path = seen_from(folder, name);
    int const error = why_not_executable(path);
    return {std::move(path), error};
  }
  char const* const variable = getenv("PATH");
  std::string_view rest = variable != nullptr ? variable : "/bin:/usr/bin";
  Search denied{name, ENOENT};
  for (bool more = true; more;) {
    auto const colon = rest.find(':');
    more = colon != std::string_view::npos;
    std::string entry(rest.substr(0, colon));
    if (more) rest.remove_prefix(colon + 1);
    auto path = seen_from(folder, (entry.empty() ? "." : entry) + '/' + name);
    int const error = why_not_executable(path);
    if (error == 0) return {std::move(path), 0};
    // Only a file that is there but may not be started is worth telling: not a folder of that
    // name, nor an entry of PATH that we may not look into.
    if (error == EACCES) denied = {std::move(path), EACCES};
  }
  return denied;
}

}  // namespace

std::string resolve_program(std::string const& name, std::string const& folder) {
  auto found = search(name, folder);
  switch (found.error) {
    case 0:
      return std::move(found.path);
    case EISDIR:
      throw Failure(kExitNotExecutable, "'" + name + "' is a folder: name the program in it");
    case EACCES:
      throw Failure(kExitNotExecutable, "'" + found.path +
                                            "' is not executable: chmod +x it, or name its "
                                            "interpreter before it");
    case EPERM:
      throw Failure(kExitNotExecutable, "'" + name +
                                            "' lies in a folder you may not search: ask its owner "
                                            "for the right");
    default:
      break;
  }
  if (name.empty()) throw Failure(kExitNotFound, "the command is an empty word: name a program");
  throw Failure(kExitNotFound,
                name.find('/') != std::string::npos
                    ? "'" + name + "' does not exist: check the path"
                    : "'" + name + "' is in no folder of PATH: give its path, e.g. ./" + name);
}

bool is_program(std::string const& name, std::string const& folder) {
  return search(name, folder).error == 0;
}

Program inspect_program(std::string path) {
  Program program;
  program.path = std::move(path);
  MappedFile const file(program.path);
  if (!file.starts_with(ELFMAG)) return program;
  auto const header = file.objects<Elf64_Ehdr>(0, 1);
  bool const is_short = file.starts_with(kShortElf);
  if (header.empty() && !is_short) return program;
  if (is_short || header[0].e_machine != kOurMachine) {
    program.kind = ProgramKind::foreign_elf;
    program.foreign = std::string(is_short ? "a 32-bit" : "a") + " program for " + machine_of(file);
    return program;
  }
  auto const segments = file.objects<Elf64_Phdr>(header[0].e_phoff, header[0].e_phnum);
  if (segments.empty()) return program;
  program.kind = ProgramKind::static_elf;
  for (auto const& segment : segments) {
    if (segment.p_type != PT_INTERP) continue;
    program.kind = ProgramKind::dynamic_elf;
    program.interpreter = file.text(segment.p_offset);
  }
  program.needed = needed_libraries(file, segments);
  return program;
}

std::string what_is_wrong_with_elf(std::string const& path) {
  if (!MappedFile(path).starts_with(ELFMAG)) return "";
  auto const program = inspect_program(path);
  return program.kind == ProgramKind::foreign_elf
             ? "it is " + program.foreign + ": build it for this machine"
             : "it is damaged, or cut off: build or copy it again";
}

bool gains_privileges(std::string const& path) {
  struct stat info {};
  if (stat(path.c_str(), &info) != 0) return false;
  if ((info.st_mode & S_ISUID) != 0 && info.st_uid != getuid()) return true;
  if ((info.st_mode & S_ISGID) != 0 && info.st_gid != getgid()) return true;
  // Root gains nothing from a file's capabilities, so the loader trusts it.
  return getuid() != 0 && getxattr(path.c_str(), "security.capability", nullptr, 0) > 0;
}

}  // namespace tidemill::tool
