#include "input.hpp"

#include <png.h>

#include <algorithm>
#include <climits>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <sstream>

#include "common/error.hpp"
#include "common/numbers.hpp"

namespace heat {
namespace {

constexpr std::size_t png_signature_bytes = 8;
constexpr int max_image_side = 32768;

bool is_png(const std::string& bytes) {
  return bytes.size() >= png_signature_bytes &&
         png_sig_cmp(reinterpret_cast<png_const_bytep>(bytes.data()), 0, png_signature_bytes) == 0;
}

Problem parse_png(const std::string& path, const std::string& bytes) {
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  const auto fail = [&](const std::string& what) {
    png_image_free(&png);
    throw app::UsageError(path + ": " + what);
  };
  if (!png_image_begin_read_from_memory(&png, bytes.data(), bytes.size())) {
    fail(std::string("damaged PNG (") + png.message + "); save the picture again");
  }
  if (png.width > max_image_side || png.height > max_image_side) {
    fail("PNG of " + std::to_string(png.width) + "x" + std::to_string(png.height) +
         " pixels; scale it down to at most 32768 a side");
  }
  png.format = PNG_FORMAT_GRAY;
  Image image{static_cast<int>(png.height), static_cast<int>(png.width), {}};
  image.grey.resize(PNG_IMAGE_SIZE(png));
  const png_color black{0, 0, 0};
  if (!png_image_finish_read(&png, &black, image.grey.data(), 0, nullptr)) {
    fail(std::string("damaged PNG (") + png.message + "); save the picture again");
  }
  Problem problem;
  problem.rows = image.rows;
  problem.cols = image.cols;
  problem.image = std::move(image);
  return problem;
}

/// Reads the text format, one statement a line. See README.md, "Problem file".
class TextParser {
 public:
  TextParser(const std::string& path, const std::string& text) : path_(path), text_(text) {}

  Problem parse() {
    std::string line;
    while (std::getline(text_, line)) {
      ++line_number_;
      split(line);
      if (!words_.empty()) statement();
    }
    if (line_number_ == 0) throw app::UsageError(path_ + ": empty; start it with 'grid ROWS COLS'");
    return problem_;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw app::UsageError(path_ + ":" + std::to_string(line_number_) + ": " + what);
  }

  void split(std::string line) {
    line.resize(std::min(line.find('#'), line.size()));
    std::istringstream stream(line);
    words_.assign(std::istream_iterator<std::string>(stream), {});
  }

  void statement() {
    const std::string& name = words_[0];
    if (name == "grid") {
      once();
      expect(2, "grid ROWS COLS");
      problem_.rows = whole(1);
      problem_.cols = whole(2);
    } else if (name == "iterations") {
      once();
      expect(1, "iterations K");
      problem_.iterations = whole(1);
    } else if (name == "block") {
      once();
      expect(1, "block B");
      problem_.block = whole(1);
    } else if (name == "background") {
      once();
      expect(1, "background TEMPERATURE");
      problem_.background = number(1, -1e6, 1e6);
    } else if (name == "boundary") {
      boundary();
    } else if (name == "source") {
      expect(4, "source X Y RANGE TEMPERATURE");
      problem_.sources.push_back({number(1, 0, 1), number(2, 0, 1),
                                  number(3, std::numeric_limits<double>::min(), 10),
                                  number(4, -1e6, 1e6)});
    } else {
      fail("unknown statement '" + printable(name) +
           "'; use grid, iterations, block, background, boundary or source");
    }
  }

  void boundary() {
    Sides& sides = problem_.boundary;
    if (words_.size() == 2) {
      sides.top = sides.bottom = sides.left = sides.right = number(1, -1e6, 1e6);
      return;
    }
    expect(2, "boundary TEMPERATURE or boundary top|bottom|left|right TEMPERATURE");
    const double temperature = number(2, -1e6, 1e6);
    const std::string& side = words_[1];
    if (side == "top") {
      sides.top = temperature;
    } else if (side == "bottom") {
      sides.bottom = temperature;
    } else if (side == "left") {
      sides.left = temperature;
    } else if (side == "right") {
      sides.right = temperature;
    } else {
      fail("unknown side '" + printable(side) + "'; use top, bottom, left or right");
    }
  }

  void once() {
    if (!seen_.insert(words_[0]).second) {
      fail("second '" + words_[0] + "' statement; leave one of them out");
    }
  }

  void expect(std::size_t values, const std::string& usage) const {
    if (words_.size() != values + 1) {
      fail("'" + words_[0] + "' has " + std::to_string(words_.size() - 1) +
           " values; write: " + usage);
    }
  }

  int whole(std::size_t index) const {
    const std::string& word = words_[index];
    int value = 0;
    if (!app::read_number(word, value) || value < 1) {
      fail("'" + printable(word) + "' after '" + words_[0] + "'; write a whole number above 0");
    }
    return value;
  }

  double number(std::size_t index, double low, double high) const {
    const std::string& word = words_[index];
    double value = 0;
    if (!app::read_number(word, value) || !(value >= low && value <= high)) {
      std::ostringstream range;
      range << (low > 0 && low < 1e-300 ? 0 : low) << " to " << high;
      fail("'" + printable(word) + "' after '" + words_[0] + "'; write a number from " +
           range.str() + (low > 0 ? ", above 0" : ""));
    }
    return value;
  }

  /// A word of a file that may be anything (a program, a picture of another kind), for a message.
  static std::string printable(const std::string& word) {
    std::string result = word.substr(0, 24);
    for (char& c : result) {
      if (c < ' ' || c > '~') c = '?';
    }
    return word.size() > 24 ? result + "..." : result;
  }

  const std::string& path_;
  std::istringstream text_;
  int line_number_ = 0;
  std::vector<std::string> words_;
  std::set<std::string> seen_;
  Problem problem_;
};

}  // namespace

Problem parse_input(const std::string& path, const std::string& bytes) {
  return is_png(bytes) ? parse_png(path, bytes) : TextParser(path, bytes).parse();
}

void complete_problem(Problem& problem, const Options& options, int ranks) {
  if (options.size) {
    problem.rows = options.size->rows;
    problem.cols = options.size->cols;
  }
  if (options.iterations) problem.iterations = *options.iterations;
  if (options.block) problem.block = *options.block;
  if (problem.rows == 0) {
    throw app::UsageError(options.input +
                          ": no grid; add 'grid ROWS COLS' or give --size ROWSxCOLS");
  }
  const std::string size = std::to_string(problem.rows) + "x" + std::to_string(problem.cols);
  // MPI counts and tags are int; cells plus border have to be countable in one.
  if (problem.rows > INT_MAX / 4 || problem.cols > INT_MAX / 4) {
    throw app::UsageError("grid " + size + ": a side is longer than " +
                          std::to_string(INT_MAX / 4) + "; use a smaller --size");
  }
  const int shorter = std::min(problem.rows, problem.cols);
  if (problem.block == 0) problem.block = std::min(256, shorter);
  if (problem.block > shorter) {
    throw app::UsageError("block " + std::to_string(problem.block) + " is larger than the grid " +
                          size + ": use --block " + std::to_string(shorter) + " or less");
  }
  if (ranks > problem.rows) {
    throw app::UsageError(std::to_string(ranks) + " ranks are more than the grid's " +
                          std::to_string(problem.rows) + " rows: use mpirun -n " +
                          std::to_string(problem.rows) + " or fewer");
  }
}

}  // namespace heat
