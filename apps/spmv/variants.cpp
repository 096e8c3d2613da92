#include "variants.hpp"

#include <array>

namespace spmv {
namespace {

using app::MpiLevel;
using app::Workers;

constexpr std::array variants{
    Variant{"serial", solve_serial, MpiLevel::single, Workers::one_thread},
    Variant{"for", solve_for, MpiLevel::single, Workers::all_threads},
    Variant{"tasks", solve_tasks, MpiLevel::single, Workers::all_threads},
};

}  // namespace

const Variant* find_variant(std::string_view name) {
  return app::find_variant<Run>(variants, name);
}

std::string variant_names() { return app::variant_names<Run>(variants); }

}  // namespace spmv
