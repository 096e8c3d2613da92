#include "picture.hpp"

#include <png.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

namespace app {
namespace {

constexpr int lines_of_equal_value = 10;

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

/// `level` from 0 (lowest) to 1 (highest).
Colour colour_of(double level) {
  const double place = level * (stops.size() - 1);
  const std::size_t below = std::min(static_cast<std::size_t>(place), stops.size() - 2);
  return mix(stops[below], stops[below + 1], place - static_cast<double>(below));
}

std::vector<double> levels(const Picture& picture) {
  std::vector<double> level = picture.value;
  const auto [low, high] = std::minmax_element(level.begin(), level.end());
  const double base = *low, range = *high - *low;
  for (double& t : level) t = range > 0 ? (t - base) / range : 0;
  return level;
}

int band(double level) {
  return std::min(static_cast<int>(level * lines_of_equal_value), lines_of_equal_value - 1);
}

/// The length of a side of the picture.
int scaled(int side, int longer) {
  if (longer <= Picture::max_side) return side;
  return std::max(1, static_cast<int>(std::int64_t{side} * Picture::max_side / longer));
}

}  // namespace

Colour mix(const Colour& a, const Colour& b, double part_of_b) {
  const auto channel = [&](double x, double y) {
    return static_cast<std::uint8_t>(std::lround(x + (y - x) * part_of_b));
  };
  return {channel(a.red, b.red), channel(a.green, b.green), channel(a.blue, b.blue)};
}

Picture Picture::of_shape(int rows, int cols) {
  const int longer = std::max(rows, cols);
  return {scaled(rows, longer), scaled(cols, longer), {}};
}

int pixel_of(int index, int cells, int pixels) {
  return static_cast<int>(std::int64_t{index} * pixels / cells);
}

std::string write_png(const Picture& picture, std::FILE* file) {
  const int zoom = std::max(1, Picture::max_side / std::max(picture.rows, picture.cols));
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
  return write_png(Image{rows, cols, std::move(pixels)}, file);
}

std::string write_png(const Image& image, std::FILE* file) {
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  png.width = static_cast<png_uint_32>(image.cols);
  png.height = static_cast<png_uint_32>(image.rows);
  png.format = PNG_FORMAT_RGB;
  if (!png_image_write_to_stdio(&png, file, 0, image.pixels.data(), 0, nullptr)) return png.message;
  return {};
}

}  // namespace app
