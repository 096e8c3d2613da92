#include "annotations.hpp"

#include <array>

#include "priorities.hpp"

namespace cholesky {
namespace {

using app::MpiLevel;
using app::Workers;

constexpr std::array annotations{
    Annotation{"none", solve_none, MpiLevel::task_multiple, Workers::all_threads},
    Annotation{"mark", solve_mark, MpiLevel::task_multiple, Workers::all_threads},
    Annotation{"ma1", solve_ma1, MpiLevel::task_multiple, Workers::all_threads},
    Annotation{"ma2", solve_ma2, MpiLevel::task_multiple, Workers::all_threads},
    Annotation{"ma3", solve_ma3, MpiLevel::task_multiple, Workers::all_threads},
};

}  // namespace

const Annotation* find_annotation(std::string_view name) {
  return app::find_variant<Run>(annotations, name);
}

std::string annotation_names() { return app::variant_names<Run>(annotations); }

int needed_priority(const Annotation& annotation, const Layout& layout, int rank) {
  if (annotation.name == "none" || annotation.name == "mark") return 0;
  return annotation.name == "ma3" ? steps_to_sends(layout, rank) : 1;
}

}  // namespace cholesky
