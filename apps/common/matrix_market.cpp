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
  if (header.field == fmm::pattern) fail(path, "a pattern, without values");
  if (header.symmetry == fmm::skew_symmetric || header.symmetry == fmm::hermitian) {
    fail(path, fmm::symmetry_map.at(header.symmetry) + ", where general or symmetric is wanted");
  }
  if (header.nrows < 1 || header.ncols < 1 || header.nnz < 0) fail(path, "has no rows or columns");
  const bool half = header.format == fmm::array && header.symmetry == fmm::symmetric;
  if (static_cast<std::size_t>(header.nnz) / (half ? 2 : 1) > bytes) {
    fail(path,
         "ends before the " + std::to_string(header.nnz) + " values that its header promises");
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
    fmm::read_options options;
    options.generalize_symmetry = false;
    options.parallel_ok = false;
    fmm::read_matrix_market_body_triplet(stream, header, entries.row, entries.col, entries.value,
                                         1.0, options);
    entries.rows = header.nrows;
    entries.cols = header.ncols;
    entries.symmetric = header.symmetry == fmm::symmetric;
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
