// The annotations, one file each: annotation_*.cpp. All of them run the same graph of tasks; they
// differ in the priority clause.
#pragma once

#include <string>
#include <string_view>

#include "common/variants.hpp"
#include "layout.hpp"

namespace cholesky {

class Run;
using Annotation = app::Variant<Run>;

/// Null if there is none of that name.
const Annotation* find_annotation(std::string_view name);

/// "none, mark, ...", for messages.
std::string annotation_names();

/// What OMP_MAX_TASK_PRIORITY has to be at least, for `rank`.
int needed_priority(const Annotation& annotation, const Layout& layout, int rank);

void solve_none(Run& run);
void solve_mark(Run& run);
void solve_ma1(Run& run);
void solve_ma2(Run& run);
void solve_ma3(Run& run);

}  // namespace cholesky
