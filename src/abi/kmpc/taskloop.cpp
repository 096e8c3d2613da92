// __kmpc_taskloop: copies of a pattern task, one per piece of the loop. Translation only.

#include "abi/export.hpp"
#include "abi/kmpc/self.hpp"
#include "abi/kmpc/task.hpp"
#include "abi/loop_split.hpp"
#include "core/affinity/next_affinity.hpp"
#include "core/model/request.hpp"

using namespace tidemill;
using kmpc::Location;

namespace {

/// Constructs the private data that aren't plain bytes, and notes who has the last iteration.
using Duplicate = void (*)(kmpc::Task* to, kmpc::Task* from, std::int32_t last);

/// The pattern's bounds, inclusive, as the compiler stored them in its data. Compared as signed,
/// whatever the loop's type: Clang counts from 0 by 1 and doesn't leave out a loop that begins
/// beyond its end, whose count has wrapped. It is not to be told from one of 2^63 iterations, which
/// nobody could finish.
struct Range {
  std::uint64_t* lower;
  std::uint64_t* upper;
  std::int64_t step;

  std::uint64_t count() const noexcept {
    const auto from = static_cast<std::int64_t>(*lower);
    const auto to = static_cast<std::int64_t>(*upper);
    if (step > 0) return to < from ? 0 : (*upper - *lower) / static_cast<std::uint64_t>(step) + 1;
    return from < to ? 0 : (*lower - *upper) / (0 - static_cast<std::uint64_t>(step)) + 1;
  }
};

/// The field of `copy` at the place of the pattern's.
std::uint64_t& same_field(kmpc::Task* copy, kmpc::Task* pattern, std::uint64_t* field) noexcept {
  const auto offset = reinterpret_cast<char*>(field) - reinterpret_cast<char*>(pattern);
  return *reinterpret_cast<std::uint64_t*>(reinterpret_cast<char*>(copy) + offset);
}

void create_pieces(kmpc::Task* pattern, const Range& range, const abi::LoopSplit& split,
                   core::Run run, Duplicate duplicate_privates) {
  const std::uint64_t iterations = range.count();
  const auto step = static_cast<std::uint64_t>(range.step);
  const core::EachChildsAffinity affinity(core::current_worker());
  std::uint64_t done = 0;
  for (std::uint64_t i = 0; i < split.tasks; ++i) {
    const std::uint64_t length = split.length(i, done, iterations);
    kmpc::Task* piece = kmpc::duplicate(pattern);
    const std::uint64_t first = *range.lower + done * step;
    same_field(piece, pattern, range.lower) = first;
    same_field(piece, pattern, range.upper) = first + (length - 1) * step;
    done += length;
    if (duplicate_privates != nullptr) duplicate_privates(piece, pattern, done == iterations);
    kmpc::take_priority(piece);
    affinity.before_next(kmpc::current_task());
    core::submit_task(kmpc::header_of(piece).task, {}, run, nullptr);
  }
}

}  // namespace

extern "C" {

// `kind` is 0 without a clause, 1 for grainsize, 2 for num_tasks; `modifier` 1 for strict.
TM_EXPORT void __kmpc_taskloop_5(Location*, std::int32_t, kmpc::Task* pattern,
                                 std::int32_t condition, std::uint64_t* lower, std::uint64_t* upper,
                                 std::int64_t step, std::int32_t nogroup, std::int32_t kind,
                                 std::uint64_t number, std::int32_t modifier, void* duplicate) {
  if (nogroup == 0) core::start_taskgroup();
  const Range range{lower, upper, step};
  const auto by = static_cast<abi::LoopSplit::By>(kind);
  const abi::LoopSplit split(range.count(), by, number, modifier != 0, kmpc::self().team->size);
  create_pieces(pattern, range, split, condition != 0 ? core::Run::later : core::Run::now,
                reinterpret_cast<Duplicate>(duplicate));
  kmpc::discard(pattern);
  if (nogroup == 0) core::wait_taskgroup();
}
TM_EXPORT void __kmpc_taskloop(Location* location, std::int32_t gtid, kmpc::Task* pattern,
                               std::int32_t condition, std::uint64_t* lower, std::uint64_t* upper,
                               std::int64_t step, std::int32_t nogroup, std::int32_t kind,
                               std::uint64_t number, void* duplicate) {
  __kmpc_taskloop_5(location, gtid, pattern, condition, lower, upper, step, nogroup, kind, number,
                    0, duplicate);
}

}  // extern "C"
