#include "run.hpp"

#include <omp.h>

#include <cstdio>
#include <string>

namespace heat {

double Meter::computing() const {
  double sum = 0;
  for (const Slot& slot : slots_) sum += slot.computing;
  return sum;
}

double Meter::communicating() const {
  double sum = 0;
  for (const Slot& slot : slots_) sum += slot.communicating;
  return sum;
}

void Progress::add(std::int64_t cells) {
  if (style_ == Style::none) return;
  // relaxed: a count to look at, it hands nothing over.
  const std::int64_t done = done_.fetch_add(cells, std::memory_order_relaxed) + cells;
  const int step = style_ == Style::bar ? 2 : 10;
  const int percent = static_cast<int>(100 * (static_cast<double>(done) / cells_)) / step * step;
  int shown = shown_.load(std::memory_order_relaxed);
  // relaxed: the exchange only elects the one thread that prints this step.
  if (percent > shown && percent < 100 &&
      shown_.compare_exchange_strong(shown, percent, std::memory_order_relaxed)) {
    show(percent);
  }
}

void Progress::show(int percent) {
  constexpr int width = 40;
  if (style_ == Style::lines) {
    std::fprintf(stderr, "heat: %d %%\n", percent);
    return;
  }
  std::string bar(width, '.');
  bar.replace(0, percent * width / 100, percent * width / 100, '#');
  std::fprintf(stderr, "\r  [%s] %3d %%", bar.c_str(), percent);
  std::fflush(stderr);
}

void Progress::finish() {
  if (style_ == Style::bar) std::fprintf(stderr, "\r%*s\r", 60, "");
}

void Run::update(const Block& block) {
  const double begin = seconds_now();
  kernel.update(grid, block);
  meter.add_computing(omp_get_thread_num(), seconds_now() - begin);
  progress.add(static_cast<std::int64_t>(block.rows) * block.cols);
}

void Run::add_communicating(double seconds) {
  if (waiting != Waiting::pauses_task) meter.add_communicating(omp_get_thread_num(), seconds);
}

}  // namespace heat
