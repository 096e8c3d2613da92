// The progress of a solve on stderr. Any thread may add to it.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "options.hpp"

namespace app {

class Progress {
 public:
  enum class Style { none, bar, lines };

  /// `program` begins each line; `cells` are 100 %.
  Progress(Style style, std::string program, std::int64_t cells)
      : style_(style), program_(std::move(program)), cells_(cells) {}
  void add(std::int64_t cells);
  void finish();

 private:
  int percent_to_show(std::int64_t done) const;
  void show(int percent);

  Style style_;
  std::string program_;
  std::int64_t cells_;
  std::atomic<std::int64_t> done_{0};
};

/// A bar on a terminal, lines where they were asked for, by rank 0 alone.
Progress::Style progress_style(const CommonOptions& options, int rank);

}  // namespace app
