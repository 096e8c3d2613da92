#include "schedule.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace cholesky {
namespace {

using app::Colour;

constexpr int width = 1600;
constexpr int wanted_height = 900;
constexpr Colour paper{251, 250, 248};
constexpr Colour idle{226, 223, 230};
/// By Kind.
constexpr std::array<Colour, 6> colours{{{196, 30, 58},    // potrf: red
                                         {240, 140, 60},   // trsm: orange
                                         {250, 205, 90},   // syrk: yellow
                                         {96, 52, 140},    // gemm: violet
                                         {20, 20, 28},     // sent: black
                                         {0, 150, 170}}};  // received: blue-green

int lane_height(int lanes) { return std::clamp(wanted_height / lanes, 3, 24); }

/// What a pixel's time was spent in: the share of each kind.
using Shares = std::array<double, 4>;

Colour blend(const Shares& shares) {
  double red = 0, green = 0, blue = 0, rest = 1;
  const auto add = [&](const Colour& colour, double share) {
    red += share * colour.red;
    green += share * colour.green;
    blue += share * colour.blue;
  };
  for (std::size_t kind = 0; kind < shares.size(); ++kind) {
    const double share = std::min(shares[kind], rest);
    add(colours[kind], share);
    rest -= share;
  }
  add(idle, rest);
  const auto channel = [](double value) { return static_cast<std::uint8_t>(std::lround(value)); };
  return {channel(red), channel(green), channel(blue)};
}

}  // namespace

void Schedule::draw(const Lane& lane, double seconds, int height, Colour* pixels) const {
  std::vector<Shares> shares(width, Shares{});
  const double scale = width / seconds;
  const auto column = [&](double x) { return std::clamp(static_cast<int>(x), 0, width - 1); };
  for (const Record& record : lane.records) {
    if (!computes(record.kind)) continue;
    const double begin = (record.begin - start_) * scale, end = (record.end - start_) * scale;
    for (int x = column(begin); x <= column(end); ++x) {
      const double part = std::min(end, x + 1.0) - std::max(begin, static_cast<double>(x));
      shares[x][static_cast<int>(record.kind)] += std::max(part, 0.0);
    }
  }
  for (int x = 0; x < width; ++x) {
    const Colour colour = blend(shares[x]);
    for (int y = 0; y < height - 1; ++y) pixels[y * width + x] = colour;
  }
  const int edge = std::max(1, height / 5);
  for (const Record& record : lane.records) {
    if (computes(record.kind)) continue;
    const int x = column((record.end - start_) * scale);
    for (int y = height - 1 - edge; y < height - 1; ++y) {
      pixels[y * width + x] = colours[static_cast<int>(record.kind)];
    }
  }
}

app::Image Schedule::picture(MPI_Comm comm, double seconds) const {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  const int threads = static_cast<int>(lanes_.size());
  int lanes = 0;
  MPI_Allreduce(&threads, &lanes, 1, MPI_INT, MPI_SUM, comm);
  // The last row of a lane, and two below a rank's last one, keep lanes and ranks apart.
  const int height = lane_height(lanes), rows = threads * height + 2;
  std::vector<Colour> mine(static_cast<std::size_t>(rows) * width, paper);
  for (int thread = 0; thread < threads; ++thread) {
    draw(lanes_[thread], std::max(seconds, 1e-9), height,
         mine.data() + static_cast<std::size_t>(thread) * height * width);
  }
  const int bytes = static_cast<int>(mine.size() * sizeof(Colour));
  std::vector<int> counts(ranks), starts(ranks);
  MPI_Gather(&bytes, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, comm);
  app::Image image;
  if (rank == 0) {
    for (int r = 1; r < ranks; ++r) starts[r] = starts[r - 1] + counts[r - 1];
    image.cols = width;
    image.rows = lanes * height + 2 * ranks;
    image.pixels.resize(static_cast<std::size_t>(image.rows) * width);
  }
  MPI_Gatherv(mine.data(), bytes, MPI_BYTE, image.pixels.data(), counts.data(), starts.data(),
              MPI_BYTE, 0, comm);
  return image;
}

}  // namespace cholesky
