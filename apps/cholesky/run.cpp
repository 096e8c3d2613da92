#include "run.hpp"

#include <mpi.h>
#include <omp.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "common/clock.hpp"

namespace cholesky {
namespace {

/// What a tile begins with that nobody computed: a NaN that no computation yields.
constexpr std::uint64_t uncomputed = 0x7ff8'7469'6c65'0bad;

bool is_uncomputed(const double* tile) { return std::bit_cast<std::uint64_t>(*tile) == uncomputed; }
void mark_uncomputed(double* tile) { *tile = std::bit_cast<double>(uncomputed); }

}  // namespace

void Run::compute(const Task& task) {
  const Moment begin;
  if (parts_.kernel.sleeps()) {
    parts_.kernel.sleep(task.kind);
  } else if (computes_no_more_.load(std::memory_order_relaxed)) {
    mark_uncomputed(parts_.tiles.at(task.i, task.j));
  } else {
    apply(task);
  }
  note(task.kind, begin);
  parts_.progress.add(1);
}

void Run::apply(const Task& task) {
  const Layout& layout = parts_.layout;
  const Tiles& tiles = parts_.tiles;
  const int rows = layout.rows(task.i), inner = layout.rows(task.k);
  double* target = tiles.at(task.i, task.j);
  switch (task.kind) {
    case Kind::potrf:
      return factorise(task.k);
    case Kind::trsm:
      return trsm(rows, inner, tiles.at(task.k, task.k), target);
    case Kind::syrk:
      return syrk(rows, inner, tiles.at(task.i, task.k), target);
    default:
      return gemm(rows, layout.rows(task.j), inner, tiles.at(task.i, task.k),
                  tiles.at(task.j, task.k), target);
  }
}

void Run::factorise(int k) {
  double* tile = parts_.tiles.at(k, k);
  const int order = parts_.layout.rows(k);
  const int failed = potrf(order, tile);
  if (failed == 0) return;
  const double pivot = tile[(failed - 1) * (order + std::ptrdiff_t{1})];
  not_a_number_ = !std::isfinite(pivot);
  minor_.store(parts_.layout.first(k) + failed, std::memory_order_relaxed);
  computes_no_more_.store(true, std::memory_order_relaxed);
  mark_uncomputed(tile);
}

void Run::send(const Task& task) {
  const Moment begin;
  const Layout& layout = parts_.layout;
  const double* tile = parts_.tiles.at(task.i, task.j);
  const int count = static_cast<int>(layout.cells(task.i, task.j));
  const int tag = static_cast<int>(layout.index(task.i, task.j));
  if (parts_.delay_s > 0) {
    std::vector<double> stamped(tile, tile + count);
    stamped.push_back(app::seconds_now());
    MPI_Send(stamped.data(), count + 1, MPI_DOUBLE, task.peer, tag, MPI_COMM_WORLD);
  } else {
    MPI_Send(tile, count, MPI_DOUBLE, task.peer, tag, MPI_COMM_WORLD);
  }
  note(task.kind, begin);
}

void Run::receive(const Task& task) {
  const Moment begin;
  const Layout& layout = parts_.layout;
  double* copy = parts_.tiles.at(task.i, task.j);
  const int count = static_cast<int>(layout.cells(task.i, task.j));
  const bool stamped = parts_.delay_s > 0;
  MPI_Recv(copy, count + stamped, MPI_DOUBLE, task.peer,
           static_cast<int>(layout.index(task.i, task.j)), MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (stamped) {
    const double due = copy[count] + parts_.delay_s;
    if (parts_.alarm) {
      parts_.alarm->wait_until(due);
    } else {
      app::sleep_until(due);
    }
  }
  if (is_uncomputed(copy)) computes_no_more_.store(true, std::memory_order_relaxed);
  note(task.kind, begin);
}

void Run::note(Kind kind, const Moment& begin) {
  const int thread = omp_get_thread_num();
  const Moment end;
  if (computes(kind)) {
    parts_.meter.add_computing(thread, end.ticks - begin.ticks);
  } else if (parts_.serialised) {  // one that was paused held no thread meanwhile
    parts_.meter.add_communicating(thread, end.ticks - begin.ticks);
  }
  if (parts_.schedule) parts_.schedule->add(thread, kind, begin.seconds, end.seconds);
}

}  // namespace cholesky
