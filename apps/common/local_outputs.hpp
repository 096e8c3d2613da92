// The files of --png and --json of an application without MPI. `--json -` is standard output.
#pragma once

#include <string>

#include "options.hpp"
#include "picture.hpp"

namespace app {

/// Where JSON goes to standard output, nothing else does.
void keep_standard_output(CommonOptions& options);

/// Throws UsageError if one of the files could not be written.
void check_local_outputs(const CommonOptions& options);

/// Writes those asked for. Throws UsageError.
void write_local_outputs(const CommonOptions& options, const std::string& json,
                         const Picture& picture);

}  // namespace app
