// The task graph of apps/heat: Gauss-Seidel sweeps over blocks, the blocks' rows spread over ranks,
// blocks and messages as tasks (Sala et al. 2019, section 7.1). A block takes 1.
#include <algorithm>
#include <cstdio>
#include <map>
#include <tuple>

#include "driver.hpp"
#include "problem.hpp"

namespace tidemill::simulate {

namespace {

struct Shape {
  int ranks, workers, rows, cols, iterations;  // rows and columns of blocks of one rank
  double latency;
};

/// Who can't wait without its thread is serialised: each message task after the last one, so that
/// no two ranks wait for each other for ever.
enum class Messages { serialised, free };

class HeatGraph {
 public:
  /// `marked`: tasks that send have a priority.
  HeatGraph(const Shape& shape, Messages messages, bool marked)
      : shape_(shape), messages_(messages), marked_(marked) {
    for (int rank = 0; rank < shape.ranks; ++rank) {
      last_message_ = kNone;
      for (int sweep = 0; sweep < shape.iterations; ++sweep) create_sweep(rank, sweep);
    }
    connect_messages();
  }
  const TaskGraph& graph() const noexcept { return graph_; }

 private:
  enum class Kind { block, send_up, send_down, receive_up, receive_down };
  using Name = std::tuple<int, Kind, int, int, int>;  // rank, kind, row, column, sweep

  void create(const Name& name, std::initializer_list<Name> predecessors) {
    const Kind kind = std::get<Kind>(name);
    const bool receives = kind == Kind::receive_up || kind == Kind::receive_down;
    const int number = graph_.add(std::get<0>(name), kind == Kind::block ? 1 : 0);
    graph_[number].kind = static_cast<int>(kind);
    graph_[number].priority = marked_ && (kind == Kind::send_up || kind == Kind::send_down) ? 1 : 0;
    if (kind != Kind::block && messages_ == Messages::free)
      graph_[number].needs = Needs::nothing;
    else if (receives)
      graph_[number].needs = Needs::worker_until_message;
    for (const Name& p : predecessors)
      if (const auto known = numbers_.find(p); known != numbers_.end())
        graph_.add_edge(known->second, number);
    if (messages_ == Messages::serialised && kind != Kind::block) {
      if (last_message_ != kNone) graph_.add_edge(last_message_, number);
      last_message_ = number;
    }
    numbers_[name] = number;
  }

  void create_sweep(int rank, int k) {
    const int last = shape_.rows - 1;
    const auto block = [rank](int i, int j, int sweep) {
      return Name{rank, Kind::block, i, j, sweep};
    };
    if (rank > 0) {
      for (int j = 0; j < shape_.cols; ++j)
        create({rank, Kind::send_up, 0, j, k}, {block(0, j, k - 1)});
      for (int j = 0; j < shape_.cols; ++j)
        create({rank, Kind::receive_down, 0, j, k}, {block(0, j, k - 1)});
    }
    const bool has_lower = rank + 1 < shape_.ranks;
    for (int j = 0; has_lower && j < shape_.cols; ++j)
      create({rank, Kind::receive_up, last, j, k}, {block(last, j, k - 1)});
    for (int i = 0; i < shape_.rows; ++i)
      for (int j = 0; j < shape_.cols; ++j)
        create(block(i, j, k),
               {block(i - 1, j, k), block(i, j - 1, k), block(i, j, k - 1), block(i + 1, j, k - 1),
                block(i, j + 1, k - 1), Name{rank, Kind::send_up, i, j, k},
                Name{rank, Kind::receive_down, i, j, k}, Name{rank, Kind::receive_up, i, j, k},
                Name{rank, Kind::send_down, i, j, k - 1}});
    for (int j = 0; has_lower && j < shape_.cols; ++j)
      create({rank, Kind::send_down, last, j, k}, {block(last, j, k)});
  }

  void connect_messages() {
    const int last = shape_.rows - 1;
    for (const auto& [name, sender] : numbers_) {
      const auto [rank, kind, row, column, sweep] = name;
      if (kind == Kind::send_up)
        graph_.add_message(sender, numbers_.at({rank - 1, Kind::receive_up, last, column, sweep}));
      if (kind == Kind::send_down)
        graph_.add_message(sender, numbers_.at({rank + 1, Kind::receive_down, 0, column, sweep}));
    }
  }

  const Shape shape_;
  const Messages messages_;
  const bool marked_;
  TaskGraph graph_;
  std::map<Name, int> numbers_;
  int last_message_ = kNone;
};

/// Ranks that each do a whole sweep of `cost` in turn, once messages say that the rank above has
/// ended the same one and the rank below the one before (before the first: at time 0).
double pipeline(int ranks, double cost, int iterations, double latency) {
  const auto count = static_cast<std::size_t>(ranks);
  std::vector<double> ends(count + 1, 0.0);  // of each rank's last sweep
  ends[count] = -latency;                    // below the last: nobody to wait for
  for (int k = 0; k < iterations; ++k) {
    double above = -latency;
    for (std::size_t rank = 0; rank < count; ++rank) {
      const double news = std::max(above, ends[rank + 1]) + latency;
      above = ends[rank] = std::max(ends[rank], news) + cost;
    }
  }
  return *std::max_element(ends.begin(), ends.end());
}

void run(const Request& request) {
  const std::vector<double>& numbers = request.numbers;
  const core::Policy& policy = request.policy;
  const Shape shape{count_of("RANKS", numbers[0]),
                    count_of("WORKERS", numbers[1]),
                    count_of("ROWS", numbers[2]),
                    count_of("COLS", numbers[3]),
                    count_of("ITERATIONS", numbers[4]),
                    numbers.size() > 5 ? time_of("LATENCY", numbers[5]) : 0.01};
  check_size("RANKS x WORKERS", 1.0 * shape.ranks * shape.workers);
  check_size("RANKS x ROWS x COLS x ITERATIONS",
             1.0 * shape.ranks * shape.rows * shape.cols * shape.iterations);
  const Machine machine{.workers = shape.workers, .latency = shape.latency};
  const auto time_of_graph = [&](const Shape& s, Messages messages) {
    return simulate(HeatGraph(s, messages, request.marks).graph(), machine, policy).time;
  };
  Shape one_sweep = shape;
  one_sweep.ranks = one_sweep.iterations = 1;
  const double sweep = time_of_graph(one_sweep, Messages::free);
  std::printf(
      "%d ranks x %d workers, %dx%d blocks a rank, %d iterations, latency %g blocks, %s%s\n",
      shape.ranks, shape.workers, shape.rows, shape.cols, shape.iterations, shape.latency,
      policy.name.data(), request.marks ? ", marked" : "");
  const double work = 1.0 * shape.ranks * shape.rows * shape.cols * shape.iterations;
  const auto print = [&](const char* variant, double time) {
    std::printf("%-8s %12.4f blocks   efficiency %.2f\n", variant, time,
                work / (time * shape.ranks * shape.workers));
  };
  print("forkjoin", pipeline(shape.ranks, sweep, shape.iterations, shape.latency));
  print("sentinel", time_of_graph(shape, Messages::serialised));
  print("interop", time_of_graph(shape, Messages::free));
}

}  // namespace

extern const Problem kHeat{"heat", "RANKS WORKERS ROWS COLS ITERATIONS [LATENCY] [--marks]", 5, 6,
                           run};

}  // namespace tidemill::simulate
