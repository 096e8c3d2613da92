#include "progress.hpp"

#include <unistd.h>

#include <cstdio>

namespace app {

/// In steps that are worth showing.
int Progress::percent_to_show(std::int64_t done) const {
  const int step = style_ == Style::bar ? 2 : 10;
  return static_cast<int>(100 * (static_cast<double>(done) / cells_)) / step * step;
}

void Progress::add(std::int64_t cells) {
  if (style_ == Style::none) return;
  // relaxed: a count to look at, it hands nothing over. Each step is passed by one thread alone.
  const std::int64_t before = done_.fetch_add(cells, std::memory_order_relaxed);
  const int now = percent_to_show(before + cells);
  if (now > percent_to_show(before) && now < 100) show(now);
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
