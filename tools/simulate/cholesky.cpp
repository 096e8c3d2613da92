// The task graph of a distributed blocked Cholesky factorisation: tiles spread block-cyclically
// over PxQ ranks; a tile is sent once to each rank that needs it, by one task that sends and one
// that receives (Pereira et al. 2021, section 4.3). A gemm takes 1.
#include <cstdio>
#include <map>
#include <optional>
#include <set>

#include "driver.hpp"
#include "problem.hpp"

namespace tidemill::simulate {

namespace {

constexpr double kPotrf = 1.0 / 6, kTrsm = 0.5, kSyrk = 0.5, kGemm = 1.0;  // flops, by gemm's
constexpr double kMessageTask = 0.005;  // the body of one that sends or receives

class CholeskyGraph {
 public:
  CholeskyGraph(int tiles, int p, int q) : p_(p), q_(q) {
    for (int k = 0; k < tiles; ++k) {
      add(owner(k, k), kPotrf, {}, Tile{k, k, false});
      std::set<int> ranks;
      for (int i = k + 1; i < tiles; ++i) ranks.insert(owner(i, k));
      send(k, k, ranks);
      for (int i = k + 1; i < tiles; ++i)
        add(owner(i, k), kTrsm, {seen(owner(i, k), k, k)}, Tile{i, k, false});
      for (int i = k + 1; i < tiles; ++i) {
        ranks.clear();
        for (int j = k + 1; j <= i; ++j) ranks.insert(owner(i, j));
        for (int j = i; j < tiles; ++j) ranks.insert(owner(j, i));
        send(i, k, ranks);
      }
      for (int i = k + 1; i < tiles; ++i)
        for (int j = k + 1; j <= i; ++j) update(i, j, k);
    }
  }
  const TaskGraph& graph() const noexcept { return graph_; }

 private:
  /// A tile, or a rank's copy of another's.
  struct Tile {
    int row, column;
    bool is_copy;
    auto operator<=>(const Tile&) const = default;
  };
  struct Accesses {
    int writer = kNone;
    std::vector<int> readers;  // since
  };

  int owner(int i, int j) const noexcept { return i % p_ * q_ + j % q_; }
  Tile seen(int rank, int i, int j) const noexcept { return {i, j, owner(i, j) != rank}; }

  int add(int rank, double time, const std::set<Tile>& reads, std::optional<Tile> writes) {
    const int task = graph_.add(rank, time);
    std::set<int> before;
    for (const Tile& tile : reads) {
      Accesses& a = accesses_[{rank, tile}];
      if (a.writer != kNone) before.insert(a.writer);
      a.readers.push_back(task);
    }
    if (writes) {
      Accesses& a = accesses_[{rank, *writes}];
      if (a.writer != kNone) before.insert(a.writer);
      before.insert(a.readers.begin(), a.readers.end());
      a = {task, {}};
    }
    for (const int predecessor : before) graph_.add_edge(predecessor, task);
    return task;
  }

  void send(int i, int j, const std::set<int>& ranks) {
    for (const int rank : ranks) {
      if (rank == owner(i, j)) continue;
      const int sender = add(owner(i, j), kMessageTask, {{i, j, false}}, {});
      graph_.add_message(sender, add(rank, kMessageTask, {}, Tile{i, j, true}));
    }
  }

  void update(int i, int j, int k) {
    const int rank = owner(i, j);
    add(rank, i == j ? kSyrk : kGemm, {seen(rank, i, k), seen(rank, j, k)}, Tile{i, j, false});
  }

  const int p_, q_;
  TaskGraph graph_;
  std::map<std::pair<int, Tile>, Accesses> accesses_;  // by rank
};

void run(const std::vector<double>& numbers, const core::Policy& policy) {
  const int p = count_of("P", numbers[0]);
  const int q = count_of("Q", numbers[1]);
  const int workers = count_of("WORKERS", numbers[2]);
  const int tiles = count_of("TILES", numbers[3]);
  const double latency = numbers.size() > 4 ? time_of("MESSAGE", numbers[4]) : 0.1;
  const CholeskyGraph cholesky(tiles, p, q);
  const Outcome outcome =
      simulate(cholesky.graph(), {.workers = workers, .latency = latency}, policy);
  std::printf("%d ranks x %d workers, %dx%d tiles, message %g gemm, %d tasks, %s\n", p * q, workers,
              tiles, tiles, latency, cholesky.graph().size(), policy.name.data());
  std::printf("cholesky %12.4f gemms   %.1f %% in tasks\n", outcome.time,
              100 * outcome.busy / (outcome.time * p * q * workers));
}

}  // namespace

extern const Problem kCholesky{"cholesky", "P Q WORKERS TILES [MESSAGE]", 4, 5, run};

}  // namespace tidemill::simulate
