#include "variants.hpp"

#include <array>

namespace heat {
namespace {

using app::MpiLevel;
using app::Workers;

constexpr std::array variants{
    Variant{"serial", solve_serial, MpiLevel::single, Workers::rank_0_alone},
    Variant{"blocked", solve_blocked, MpiLevel::single, Workers::rank_0_alone},
    Variant{"pure", solve_pure, MpiLevel::single, Workers::one_thread},
    Variant{"nbuffer", solve_nbuffer, MpiLevel::single, Workers::one_thread},
    Variant{"forkjoin", solve_forkjoin, MpiLevel::serialized, Workers::all_threads},
    Variant{"sentinel", solve_sentinel, MpiLevel::multiple, Workers::all_threads},
    Variant{"interop-blk", solve_interop_blk, MpiLevel::task_multiple, Workers::all_threads},
    Variant{"interop-nonblk", solve_interop_nonblk, MpiLevel::task_multiple, Workers::all_threads},
};

}  // namespace

const Variant* find_variant(std::string_view name) {
  return app::find_variant<Run>(variants, name);
}

std::string variant_names() { return app::variant_names<Run>(variants); }

}  // namespace heat
