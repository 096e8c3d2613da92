#include "picture.hpp"

#include <png.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace heat {
namespace {

constexpr int max_side = 1024;
constexpr int isotherms = 10;

struct Colour {
  std::uint8_t red, green, blue;
};

/// Night, violet, ember, fire, straw: lightness rises evenly, so that it also reads in grey.
constexpr std::array<Colour, 9> stops{{{6, 7, 22},
                                       {29, 20, 76},
                                       {74, 24, 116},
                                       {123, 34, 121},
                                       {175, 48, 103},
                                       {219, 75, 72},
                                       {243, 120, 43},
                                       {250, 179, 61},
                                       {253, 243, 190}}};

Colour mix(const Colour& a, const Colour& b, double part_of_b) {
  const auto channel = [&](double x, double y) {
    return static_cast<std::uint8_t>(std::lround(x + (y - x) * part_of_b));
  };
  return {channel(a.red, b.red), channel(a.green, b.green), channel(a.blue, b.blue)};
}

/// `level` from 0 (coldest) to 1 (hottest).
Colour colour_of(double level) {
  const double place = level * (stops.size() - 1);
  const std::size_t below = std::min(static_cast<std::size_t>(place), stops.size() - 2);
  return mix(stops[below], stops[below + 1], place - static_cast<double>(below));
}

/// A picture of equal shape whose longer side is at most `max_side`.
int scaled(int side, int longer) {
  if (longer <= max_side) return side;
  return std::max(1, static_cast<int>(std::int64_t{side} * max_side / longer));
}

/// Which of `pixels` pixels shows cell `index` of `cells`.
int pixel_of(int index, int cells, int pixels) {
  return static_cast<int>(std::int64_t{index} * pixels / cells);
}

std::vector<double> levels(const Picture& picture) {
  std::vector<double> level = picture.temperature;
  const auto [low, high] = std::minmax_element(level.begin(), level.end());
  const double base = *low, range = *high - *low;
  for (double& t : level) t = range > 0 ? (t - base) / range : 0;
  return level;
}

int band(double level) { return std::min(static_cast<int>(level * isotherms), isotherms - 1); }

}  // namespace

Picture take_picture(MPI_Comm comm, const Grid& grid, const Problem& problem) {
  const int longer = std::max(problem.rows, problem.cols);
  Picture picture{scaled(problem.rows, longer), scaled(problem.cols, longer), {}};
  const std::size_t pixels = static_cast<std::size_t>(picture.rows) * picture.cols;
  std::vector<double> sum(pixels), cells_in_row(picture.rows), cells_in_col(picture.cols);
  std::vector<int> column(problem.cols);
  for (int j = 0; j < problem.cols; ++j) {
    column[j] = pixel_of(j, problem.cols, picture.cols);
    cells_in_col[column[j]] += 1;
  }
  for (int i = 0; i < problem.rows; ++i) {
    cells_in_row[pixel_of(i, problem.rows, picture.rows)] += 1;
  }
  for (int i = 1; i <= grid.rows(); ++i) {
    const int y = pixel_of(grid.first_row() + i - 1, problem.rows, picture.rows);
    double* line = sum.data() + static_cast<std::size_t>(y) * picture.cols;
    const double* cells = grid.row(i) + 1;
    for (int j = 0; j < problem.cols; ++j) line[column[j]] += cells[j];
  }
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  if (rank == 0) picture.temperature.resize(pixels);
  MPI_Reduce(sum.data(), picture.temperature.data(), static_cast<int>(pixels), MPI_DOUBLE, MPI_SUM,
             0, comm);
  for (std::size_t p = 0; p < picture.temperature.size(); ++p) {
    picture.temperature[p] /= cells_in_row[p / picture.cols] * cells_in_col[p % picture.cols];
  }
  return picture;
}

std::string write_png(const Picture& picture, std::FILE* file) {
  const int zoom = std::max(1, max_side / std::max(picture.rows, picture.cols));
  const int rows = picture.rows * zoom, cols = picture.cols * zoom;
  const std::vector<double> level = levels(picture);
  const auto at = [&](int y, int x) {
    return level[static_cast<std::size_t>(y / zoom) * picture.cols + x / zoom];
  };
  std::vector<Colour> pixels;
  pixels.reserve(static_cast<std::size_t>(rows) * cols);
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < cols; ++x) {
      const double here = at(y, x);
      Colour colour = colour_of(here);
      const bool on_line = band(here) != band(at(std::min(y + 1, rows - 1), x)) ||
                           band(here) != band(at(y, std::min(x + 1, cols - 1)));
      if (on_line)
        colour = mix(colour, here < 0.6 ? Colour{255, 255, 255} : Colour{60, 10, 20}, 0.28);
      pixels.push_back(colour);
    }
  }
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  png.width = static_cast<png_uint_32>(cols);
  png.height = static_cast<png_uint_32>(rows);
  png.format = PNG_FORMAT_RGB;
  if (!png_image_write_to_stdio(&png, file, 0, pixels.data(), 0, nullptr)) return png.message;
  return {};
}

}  // namespace heat
