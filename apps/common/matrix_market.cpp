#include "matrix_market.hpp"

#include <exception>
#include <fast_matrix_market/fast_matrix_market.hpp>
#include <sstream>

#include "error.hpp"

namespace app {
namespace {

namespace fmm = fast_matrix_market;

[[noreturn]] void fail(const std::string& path, const std::string& why) {
  throw UsageError(path + ": " + why +
                   "; give a Matrix Market file, e.g. one that begins with "
                   "'%%MatrixMarket matrix coordinate real symmetric'");
}

/// Nothing in the header that has no meaning here, nor promises more than there are bytes.
void check_header(const std::string& path, const fmm::matrix_market_header& header,
                  std::size_t bytes) {
  if (header.object != fmm::matrix) fail(path, "holds a vector, not a matrix");
  if (header.field == fmm::complex) fail(path, "its values are complex");
  if (header.symmetry == fmm::hermitian) fail(path, "hermitian, though its values aren't complex");
  if (header.field == fmm::pattern && header.symmetry == fmm::skew_symmetric) {
    fail(path, "a skew-symmetric pattern, without the signs of its values");
  }
  if (header.nrows < 1 || header.ncols < 1 || header.nnz < 0) fail(path, "has no rows or columns");
  const bool whole = header.symmetry == fmm::general;
  if (!whole && header.nrows != header.ncols) {
    fail(path, std::to_string(header.nrows) + " rows and " + std::to_string(header.ncols) +
                   " columns: not square, but the header says " +
                   fmm::symmetry_map.at(header.symmetry));
  }
  const bool half = header.format == fmm::array && !whole;
  if (static_cast<std::size_t>(header.nnz) / (half ? 2 : 1) > bytes) {
    fail(path,
         "ends before the " + std::to_string(header.nnz) + " values that its header promises");
  }
}

MatrixEntries::Symmetry symmetry_of(const fmm::matrix_market_header& header) {
  using Symmetry = MatrixEntries::Symmetry;
  if (header.symmetry == fmm::symmetric) return Symmetry::symmetric;
  return header.symmetry == fmm::skew_symmetric ? Symmetry::skew_symmetric : Symmetry::general;
}

/// Takes all that is read. The library's own handlers have room for as many entries as there should
/// be, and of a triangle in the array format it doesn't count them.
class Taker {
 public:
  using coordinate_type = std::int64_t;
  using value_type = double;
  static constexpr int flags = fmm::kAppending;

  explicit Taker(MatrixEntries& entries) : entries_(&entries) {}
  void handle(std::int64_t row, std::int64_t col, double value) {
    entries_->row.push_back(row);
    entries_->col.push_back(col);
    entries_->value.push_back(value);
  }
  Taker get_chunk_handler(std::int64_t) { return *this; }

 private:
  MatrixEntries* entries_;
};

void read_body(std::istream& stream, const fmm::matrix_market_header& header,
               MatrixEntries& entries) {
  fmm::read_options options;
  options.generalize_symmetry = false;
  options.parallel_ok = false;
  Taker taker(entries);
  fmm::read_matrix_market_body(stream, header, taker, 1.0, options);
}

/// What the library doesn't ask of the body of a matrix with symmetry.
void check_triangle(const std::string& path, const fmm::matrix_market_header& header,
                    const MatrixEntries& entries) {
  const bool skew = entries.symmetry == MatrixEntries::Symmetry::skew_symmetric;
  if (header.format == fmm::array) {
    const std::int64_t wanted = header.nrows * (header.nrows + (skew ? -1 : 1)) / 2;
    const auto found = static_cast<std::int64_t>(entries.value.size());
    if (found != wanted) {
      fail(path,
           std::to_string(found) + " values, where the triangle has " + std::to_string(wanted));
    }
  }
  for (std::size_t k = 0; skew && k < entries.value.size(); ++k) {
    if (entries.row[k] == entries.col[k] && entries.value[k] != 0) {
      fail(path, "the diagonal's value in row " + std::to_string(entries.row[k] + 1) +
                     " isn't 0, but the header says skew-symmetric");
    }
  }
}

}  // namespace

MatrixEntries parse_matrix_market(const std::string& path, const std::string& bytes) {
  MatrixEntries entries;
  try {
    std::istringstream stream(bytes);
    fmm::matrix_market_header header;
    fmm::read_header(stream, header);
    check_header(path, header, bytes.size());
    entries.rows = header.nrows;
    entries.cols = header.ncols;
    entries.symmetry = symmetry_of(header);
    read_body(stream, header, entries);
    if (header.symmetry != fmm::general) check_triangle(path, header, entries);
  } catch (const UsageError&) {
    throw;
  } catch (const std::exception& error) {
    std::string why = error.what();
    while (!why.empty() && why.back() == '.') why.pop_back();
    fail(path, why);
  }
  return entries;
}

}  // namespace app
