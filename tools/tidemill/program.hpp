// Finds the program a command names and says what kind of file it is. Reads files, starts nothing.
#pragma once

#include <string>
#include <vector>

namespace tidemill::tool {

enum class ProgramKind {
  dynamic_elf,  ///< started by the dynamic loader: can be served
  static_elf,   ///< no loader, so no preloading
  foreign_elf,  ///< another word size or processor: our libraries cannot be loaded into it
  other,        ///< a script, or whatever else the kernel or execvp knows to start
};

struct Program {
  std::string path;  ///< as execvp would open it: absolute, or relative to the current folder
  ProgramKind kind = ProgramKind::other;
  std::string interpreter;          ///< the dynamic loader, for dynamic_elf
  std::vector<std::string> needed;  ///< DT_NEEDED, of a library too: direct dependences only
  std::string foreign;              ///< what a foreign_elf is: "a 32-bit program for ARM"
};

/// The file execvp would start for `name`, relative names seen from `folder` (empty: the current
/// one). Throws Failure 127 (not found) or 126 (found, but not an executable file).
std::string resolve_program(std::string const& name, std::string const& folder = "");

/// Whether resolve_program would succeed.
bool is_program(std::string const& name, std::string const& folder = "");

/// Looks into the file. An unreadable (execute-only) or damaged one is ProgramKind::other.
Program inspect_program(std::string path);

/// Of an ELF file that the kernel does not start: what it is made for, or that it is damaged, and
/// what to do. "" when it is no ELF file.
std::string what_is_wrong_with_elf(std::string const& path);

/// Whether the kernel starts `path` with other rights than ours: the dynamic loader then ignores
/// preloaded libraries and library folders.
bool gains_privileges(std::string const& path);

}  // namespace tidemill::tool
