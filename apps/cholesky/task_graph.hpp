// The graph of tasks that all annotations share: every kernel and every message is a task, ordered
// by nothing but dependences on tiles. What an annotation chooses is each task's priority.
//
// A tile stands in depend clauses as its first number, as does the copy of another rank's tile,
// which a receive writes. A rank's graph for step k, "->" being a dependence:
//
//   potrf (k,k) -> trsm (i,k) -> syrk (i,i), gemm (i,j) and gemm (j,i)
//   potrf, trsm -> a send for each rank that needs the tile
//   a receive   -> what the tile's owner would have run after potrf or trsm
//
// Tasks are created in the order of the sequential factorisation, messages included; since that is
// one order for all ranks, message tasks may run one at a time in it, too, without a deadlock.
#pragma once

#include "layout.hpp"
#include "run.hpp"

namespace cholesky {

/// Annotation is made of `const Run&` and has `int priority(const Task&)`, which is called for each
/// task of the rank in the order of creation.
template <class Annotation>
class TaskGraph {
 public:
  explicit TaskGraph(Run& run) : run_(&run), annotation_(run) {}

  void execute() {
#pragma omp parallel
#pragma omp single
    for_each_task(run_->layout(), run_->rank(), [this](const Task& task) { create(task); });
  }

 private:
  void create(const Task& task) {
    const int priority = annotation_.priority(task);
    switch (task.kind) {
      case Kind::potrf:
        return create_potrf(task, priority);
      case Kind::trsm:
        return create_trsm(task, priority);
      case Kind::syrk:
        return create_syrk(task, priority);
      case Kind::gemm:
        return create_gemm(task, priority);
      case Kind::send:
        return run_->serialised() ? create_serialised_send(task) : create_send(task, priority);
      case Kind::receive:
        return run_->serialised() ? create_serialised_receive(task)
                                  : create_receive(task, priority);
    }
  }

  double* tile(int i, int j) const { return run_->tiles().at(i, j); }

  // clang-format off
  void create_potrf(Task task, int priority) {
    Run* run = run_;
    double* target = tile(task.k, task.k);
#pragma omp task default(none) firstprivate(run, task) depend(inout: *target) priority(priority)
    run->compute(task);
  }

  void create_trsm(Task task, int priority) {
    Run* run = run_;
    double* diagonal = tile(task.k, task.k);
    double* target = tile(task.i, task.j);
#pragma omp task default(none) firstprivate(run, task) \
    depend(in: *diagonal) depend(inout: *target) priority(priority)
    run->compute(task);
  }

  void create_syrk(Task task, int priority) {
    Run* run = run_;
    double* panel = tile(task.i, task.k);
    double* target = tile(task.i, task.j);
#pragma omp task default(none) firstprivate(run, task) \
    depend(in: *panel) depend(inout: *target) priority(priority)
    run->compute(task);
  }

  void create_gemm(Task task, int priority) {
    Run* run = run_;
    double* left = tile(task.i, task.k);
    double* right = tile(task.j, task.k);
    double* target = tile(task.i, task.j);
#pragma omp task default(none) firstprivate(run, task) \
    depend(in: *left, *right) depend(inout: *target) priority(priority)
    run->compute(task);
  }

  /// Untied: may go on after the wait on any thread.
  void create_send(Task task, int priority) {
    Run* run = run_;
    double* sent = tile(task.i, task.j);
#pragma omp task untied default(none) firstprivate(run, task) depend(in: *sent) priority(priority)
    run->send(task);
  }

  void create_receive(Task task, int priority) {
    Run* run = run_;
    double* copy = tile(task.i, task.j);
#pragma omp task untied default(none) firstprivate(run, task) depend(out: *copy) priority(priority)
    run->receive(task);
  }

  /// Where MPI isn't task-aware a wait holds its thread: message tasks must not fill all threads with
  /// waits that only each other's messages would end. The sentinel lets one at a time run, in the order
  /// of creation, which no priority may change.
  void create_serialised_send(Task task) {
    Run* run = run_;
    char* sentinel = &sentinel_;
    double* sent = tile(task.i, task.j);
#pragma omp task default(none) firstprivate(run, task) depend(in: *sent) depend(inout: *sentinel)
    run->send(task);
  }

  void create_serialised_receive(Task task) {
    Run* run = run_;
    char* sentinel = &sentinel_;
    double* copy = tile(task.i, task.j);
#pragma omp task default(none) firstprivate(run, task) depend(out: *copy) depend(inout: *sentinel)
    run->receive(task);
  }
  // clang-format on

  Run* run_;
  Annotation annotation_;
  char sentinel_ = 0;
};

}  // namespace cholesky
