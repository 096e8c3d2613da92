// Pictures as PNGs. A field: dark is its lowest value, light its highest, with lines of equal value
// at each tenth of the way between them. Anything else: pixels.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace app {

struct Picture {
  int rows = 0;
  int cols = 0;
  std::vector<double>
      value;  ///< rows x cols; of a picture that ranks make together, on rank 0 only

  /// Of a field of `rows` x `cols`: of equal shape, at most max_side pixels a side.
  static Picture of_shape(int rows, int cols);
  static constexpr int max_side = 1024;
};

struct Colour {
  std::uint8_t red, green, blue;
};

Colour mix(const Colour& a, const Colour& b, double part_of_b);

struct Image {
  int rows = 0;
  int cols = 0;
  std::vector<Colour> pixels;  ///< rows x cols
};

/// Which of `pixels` pixels shows cell `index` of `cells`.
int pixel_of(int index, int cells, int pixels);

/// Writes the PNG; small pictures are enlarged. Returns what failed, or nothing.
std::string write_png(const Picture& picture, std::FILE* file);
std::string write_png(const Image& image, std::FILE* file);

}  // namespace app
