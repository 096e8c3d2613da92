// One solve under way: a rank's part of the field in both layouts, the two kinds of computing, and
// what is measured and said meanwhile. Shared by all threads of a rank.
#pragma once

#include <string>

#include "common/meter.hpp"
#include "common/progress.hpp"
#include "layout.hpp"
#include "problem.hpp"
#include "spectral.hpp"
#include "transposition.hpp"

namespace ifsker {

/// What a rank works on. Its parts refer to each other: it stays where it is.
struct State {
  /// `stamped`: messages say when they were sent. May throw UsageError and std::bad_alloc.
  State(const Problem& problem, int rank, int ranks, const Cut& cut, bool stamped, int threads);
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  /// What a rank of `ranks` takes, roughly.
  static double bytes(const Shape& shape, int ranks);

  const Problem& problem;
  Layout layout;
  Field columns;  ///< all rows of this rank's columns: for physics
  Field rows;     ///< all columns of this rank's rows: for transforms; has the result in the end
  Transposition to_rows, to_columns;
  Spectral spectral;
};

/// How `pure` exchanges messages.
enum class Exchange { fastest, waitall, sendrecv, alltoallv, merged };
const char* name_of(Exchange exchange);

struct Run {
  State& state;
  double delay_s;     ///< a message counts as received no earlier than this after its sending
  Exchange exchange;  ///< in: what to use; out: what `pure` has used
  bool prints;        ///< says what each step's sums are
  app::Meter& meter;
  app::Progress& progress;
  double parseval_error = 0;

  int steps() const { return state.problem.steps; }
  /// The physics of a slab's columns. After the first step it begins with what came from others.
  void physics(int step, const Slab& slab);
  /// Takes a slab's rows from all ranks, and transforms them forth and back.
  Sums transform(const Slab& slab);
  void print(int step, const Sums& of_all_ranks) const;
};

}  // namespace ifsker
