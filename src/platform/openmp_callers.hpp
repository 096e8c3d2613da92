// Which loaded objects call OpenMP, and whose functions they get: read off what the loader put into
// their tables. For a report at the end; it says nothing of a library that only asks dlsym(). And
// which other OpenMP runtimes are loaded.
#pragma once

#include <string>
#include <vector>

namespace tidemill::platform {

struct OpenMpCaller {
  std::string object;       // its file
  std::string answered_by;  // the file of the functions it gets; empty: it has called none so far
};

/// The program first, then in the order they were loaded.
std::vector<OpenMpCaller> openmp_callers();

/// Files of loaded runtimes by their names, without Tidemill's own; the same order.
std::vector<std::string> other_openmp_runtimes();

/// Without symbolic links; `file` itself where there is no such file.
std::string real_path(const std::string& file);

/// The file in which `address` lies.
std::string file_of(const void* address);

}  // namespace tidemill::platform
