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

enum Kind : int { kPotrf, kTrsm, kSyrk, kGemm, kSend, kReceive };
constexpr double kTimes[] = {1.0 / 6, 0.5,  0.5, 1.0,  // flops, by gemm's
                             0.005,   0.005};          // the bodies of those for messages

class CholeskyGraph {
 public:
  /// `marked`: tasks that send have a priority.
  CholeskyGraph(int tiles, int p, int q, bool marked) : p_(p), q_(q), marked_(marked) {
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

  int add(int rank, Kind kind, const std::set<Tile>& reads, std::optional<Tile> writes) {
    const int task = graph_.add(rank, kTimes[kind]);
    graph_[task].kind = kind;
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
      const int sender = add(owner(i, j), kSend, {{i, j, false}}, {});
      graph_[sender].priority = marked_ ? 1 : 0;
      graph_.add_message(sender, add(rank, kReceive, {}, Tile{i, j, true}));
    }
  }

  void update(int i, int j, int k) {
    const int rank = owner(i, j);
    add(rank, i == j ? kSyrk : kGemm, {seen(rank, i, k), seen(rank, j, k)}, Tile{i, j, false});
  }

  const int p_, q_;
  const bool marked_;
  TaskGraph graph_;
  std::map<std::pair<int, Tile>, Accesses> accesses_;  // by rank
};

void run(const Request& request) {
  const std::vector<double>& numbers = request.numbers;
  const core::Policy& policy = request.policy;
  const int p = count_of("P", numbers[0]);
  const int q = count_of("Q", numbers[1]);
  const int workers = count_of("WORKERS", numbers[2]);
  const int tiles = count_of("TILES", numbers[3]);
  const double latency = numbers.size() > 4 ? time_of("MESSAGE", numbers[4]) : 0.1;
  check_size("P x Q x WORKERS", 1.0 * p * q * workers);
  check_size("the number of tasks of so many TILES", tiles * (tiles + 1.0) * (tiles + 2.0) / 6);
  const CholeskyGraph cholesky(tiles, p, q, request.marks);
  const Outcome outcome = simulate(
      cholesky.graph(), {.workers = workers, .latency = latency, .ties = Ties::set_off}, policy);
  std::printf("%d ranks x %d workers, %dx%d tiles, message %g gemm, %d tasks, %s%s\n", p * q,
              workers, tiles, tiles, latency, cholesky.graph().size(), policy.name.data(),
              request.marks ? ", marked" : "");
  std::printf("cholesky %12.4f gemms   %.1f %% in tasks\n", outcome.time,
              100 * outcome.busy / (outcome.time * p * q * workers));
}

}  // namespace

extern const Problem kCholesky{"cholesky", "P Q WORKERS TILES [MESSAGE] [--marks]", 4, 5, run};

}  // namespace tidemill::simulate
