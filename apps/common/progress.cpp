#include "progress.hpp"

#include <unistd.h>

#include <cstdio>

namespace app {

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
    std::fprintf(stderr, "%s: %d %%\n", program_.c_str(), percent);
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

Progress::Style progress_style(const CommonOptions& options, int rank) {
  if (rank != 0 || options.quiet) return Progress::Style::none;
  if (isatty(STDERR_FILENO)) return Progress::Style::bar;
  return options.progress ? Progress::Style::lines : Progress::Style::none;
}

}  // namespace app
