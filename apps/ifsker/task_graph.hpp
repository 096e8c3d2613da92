// The graph of tasks that interop-blk and interop-nonblk share: physics and transforms of each slab
// and all messages of all steps are tasks, ordered by nothing but dependences. What the variants
// choose is how a message task calls MPI (the Channel).
//
// A slab in either layout stands in depend clauses as its first cell, what is received for it as
// the first number of its first receive buffer. A step of a slab, on one rank:
//
//   receives (to_columns) -> physics -> sends (to_rows)
//   receives (to_rows) -> transform -> sends (to_columns)
//
// All messages of a slab in one direction are one task: one task needs what they bring, so more of
// them would wait no less. Each transform also needs the physics of its own rank, and each physics
// the transform, for the block that stays. So while one slab's messages travel, others are
// computed; a slab's receives are posted as soon as what came before in their buffers has been
// used.
#pragma once

#include <mpi.h>

#include <array>
#include <vector>

#include "common/alarm.hpp"
#include "exchange.hpp"
#include "run.hpp"

namespace ifsker {

/// Channel has three static functions:
///   wait_all(std::vector<MPI_Request>&)  the calling task is not complete before all of them are
///   hold(app::Alarm&, double due)        nor, having received, before `due`
///   add_up(const double* mine, double* total)  two numbers of all ranks, on rank 0
/// and says whether a task that has waited is still running (waits_in_place), so that it can look
/// at the messages; if not, another task does.
template <class Channel>
class TaskGraph {
 public:
  explicit TaskGraph(Run& run, app::Alarm* alarm)
      : run_(&run), state_(&run.state), alarm_(alarm), slabs_(run.state.layout.slabs()) {
    for (StepSums& step : sums_) step.of_slab.resize(slabs_.size());
  }

  void execute() {
#pragma omp parallel
#pragma omp single
    for (int step = 0; step < run_->steps(); ++step) create_step(step);
  }

 private:
  /// What a step adds up to. The next one has another, so that no step waits for these few numbers.
  struct StepSums {
    std::vector<Sums> of_slab;
    std::array<double, 2> mine, total;  ///< energy, mass
  };

  void create_step(int step) {
    const bool last = step + 1 == run_->steps();
    for (const Slab& slab : slabs_) {
      create_receives(state_->to_rows, slab);
      create_physics(step, slab);
      create_sends(state_->to_rows, slab, state_->columns);
    }
    for (const Slab& slab : slabs_) {
      if (!last) create_receives(state_->to_columns, slab);
      create_transform(step, slab);
      if (!last) create_sends(state_->to_columns, slab, state_->rows);
    }
    create_report(step);
  }

  void create_physics(int step, const Slab& slab) {
    Run* run = run_;
    const Slab* which = &slab;
    double* columns = state_->columns.row(slab.level, 0);
    double* rows = state_->rows.row(slab.level, 0);
    const auto messages = state_->to_columns.messages_of(slab);
    double* received = messages.empty() ? rows : messages[0].receive;  // rows: one rank alone
                                                                       // clang-format off
#pragma omp task default(none) firstprivate(run, step, which) \
    depend(inout: *columns) depend(in: *rows) \
    depend(in: *received)
    // clang-format on
    run->physics(step, *which);
  }

  void create_transform(int step, const Slab& slab) {
    Run* run = run_;
    const Slab* which = &slab;
    Sums* sums = &of_step(step).of_slab[&slab - slabs_.data()];
    double* rows = state_->rows.row(slab.level, 0);
    double* columns = state_->columns.row(slab.level, 0);
    const auto messages = state_->to_rows.messages_of(slab);
    double* received = messages.empty() ? columns : messages[0].receive;  // columns: one rank alone
                                                                          // clang-format off
#pragma omp task default(none) firstprivate(run, which, sums) \
    depend(inout: *rows) depend(in: *columns) depend(out: *sums) \
    depend(in: *received)
    // clang-format on
    *sums = run->transform(*which);
  }

  /// Untied, as the receives: may go on after the wait on any thread.
  void create_sends(const Transposition& transposition, const Slab& slab, Field& source) {
    const Transposition* way = &transposition;
    const auto messages = transposition.messages_of(slab);
    if (messages.empty()) return;  // one rank alone
    double* cells = source.row(slab.level, 0);
// clang-format off
#pragma omp task untied default(none) firstprivate(way, messages) depend(in: *cells)
    // clang-format on
    {
      std::vector<MPI_Request> requests;
      post_sends(*way, messages, requests);
      Channel::wait_all(requests);
    }
  }

  void create_receives(const Transposition& transposition, const Slab& slab) {
    const Transposition* way = &transposition;
    app::Alarm* alarm = alarm_;
    const double delay = run_->delay_s;
    const auto messages = transposition.messages_of(slab);
    if (messages.empty()) return;
    double* received = messages[0].receive;
// clang-format off
#pragma omp task untied default(none) firstprivate(way, messages, alarm, delay) \
    depend(out: *received)
    // clang-format on
    {
      std::vector<MPI_Request> requests;
      post_receives(messages, requests);
      Channel::wait_all(requests);
      if (Channel::waits_in_place && alarm) {
        Channel::hold(*alarm, way->last_sent_at(messages) + delay);
      }
    }
    if (Channel::waits_in_place || !alarm) return;
// clang-format off
#pragma omp task default(none) firstprivate(way, messages, alarm, delay) depend(inout: *received)
    // clang-format on
    Channel::hold(*alarm, way->last_sent_at(messages) + delay);
  }

  /// Adds the step's sums up, in the order of steps, as collectives want; then prints them.
  void create_report(int step) {
    Run* run = run_;
    StepSums* sums = &of_step(step);
    Sums* of_slab = sums->of_slab.data();
    double* total = sums->total.data();
    const int count = static_cast<int>(slabs_.size());
    char* adding = &adding_;
    char* printing = &printing_;
// clang-format off
#pragma omp task untied default(none) firstprivate(run, sums) \
    depend(inout: *adding) depend(out: *total) \
    depend(iterator(int s = 0 : count), in: of_slab[s])
    // clang-format on
    {
      Sums mine;
      for (const Sums& each : sums->of_slab) mine.add(each);
      if (mine.parseval_error > run->parseval_error) run->parseval_error = mine.parseval_error;
      sums->mine = {mine.energy, mine.mass};
      Channel::add_up(sums->mine.data(), sums->total.data());
    }
    if (!run->prints) return;
// clang-format off
#pragma omp task default(none) firstprivate(run, step, sums) \
    depend(in: *total) depend(inout: *printing)
    // clang-format on
    run->print(step, {.mass = sums->total[1], .energy = sums->total[0]});
  }

  StepSums& of_step(int step) { return sums_[step % sums_.size()]; }

  Run* run_;
  State* state_;
  app::Alarm* alarm_;  ///< null without a delay
  const std::vector<Slab>& slabs_;
  std::array<StepSums, 4> sums_;
  char adding_ = 0, printing_ = 0;
};

}  // namespace ifsker
