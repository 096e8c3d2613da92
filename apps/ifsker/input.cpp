#include "input.hpp"

#include <netcdf.h>

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstring>

#include "common/error.hpp"
#include "common/input_file.hpp"

namespace ifsker {
namespace {

using app::UsageError;

bool is_netcdf(const std::string& bytes) {
  const auto begins_with = [&](const char* magic, std::size_t size) {
    return bytes.size() >= size && std::memcmp(bytes.data(), magic, size) == 0;
  };
  return begins_with("CDF\001", 4) || begins_with("CDF\002", 4) || begins_with("CDF\005", 4) ||
         begins_with("\x89HDF\r\n\032\n", 8);
}

std::string size_text(const std::vector<std::size_t>& sizes) {
  std::string text;
  for (const std::size_t size : sizes) text += (text.empty() ? "" : "x") + std::to_string(size);
  return text;
}

/// One open NetCDF file.
class NetcdfFile {
 public:
  explicit NetcdfFile(const std::string& path) : path_(path) {
    if (const int status = nc_open(path.c_str(), NC_NOWRITE, &file_)) {
      throw UsageError(path + ": damaged NetCDF file (" + nc_strerror(status) + "); copy it again");
    }
  }
  ~NetcdfFile() { nc_close(file_); }
  NetcdfFile(const NetcdfFile&) = delete;
  NetcdfFile& operator=(const NetcdfFile&) = delete;

  /// Of a classic file, which is as long as its variables together and its header, which is not
  /// counted here: the library takes zeros for what has been cut off.
  void check_whole(std::size_t bytes) const {
    double wanted = 0;
    int count = 0;
    nc_inq_nvars(file_, &count);
    for (int variable = 0; variable < count; ++variable) {
      nc_type type = NC_CHAR;
      std::size_t cell = 1;
      nc_inq_vartype(file_, variable, &type);
      nc_inq_type(file_, type, nullptr, &cell);
      double size = static_cast<double>(cell);
      for (const std::size_t n : sizes_of(variable)) size *= static_cast<double>(n);
      wanted += size;
    }
    if (wanted <= static_cast<double>(bytes)) return;
    throw UsageError(path_ + ": cut off: its variables need more than its " +
                     std::to_string(bytes) + " bytes; copy it again");
  }

  InputField read(const std::string& wanted) const {
    const int variable = find(wanted);
    const std::string name = name_of(variable);
    const std::vector<std::size_t> sizes = sizes_of(variable);
    if (sizes.size() < 2) {
      throw UsageError(path_ + ": variable '" + name + "' has no rows and columns; " +
                       remedy(fields()));
    }
    const std::size_t levels = sizes.size() > 2 ? sizes[sizes.size() - 3] : 1;
    const std::size_t rows = sizes[sizes.size() - 2], cols = sizes.back();
    if (levels * rows * cols == 0 || levels > INT_MAX / std::max(rows * cols, rows) / cols + 1 ||
        static_cast<double>(levels) * rows * cols > INT_MAX) {
      throw UsageError(path_ + ": variable '" + name + "' is of size " + size_text(sizes) +
                       "; use one of 1 to 2147483647 cells");
    }
    InputField field{{static_cast<int>(levels), static_cast<int>(rows), static_cast<int>(cols)},
                     std::vector<double>(levels * rows * cols)};
    std::vector<std::size_t> start(sizes.size(), 0), count(sizes.size(), 1);
    std::copy(sizes.end() - std::min<std::ptrdiff_t>(3, std::ssize(sizes)), sizes.end(),
              count.end() - std::min<std::ptrdiff_t>(3, std::ssize(sizes)));
    if (const int status =
            nc_get_vara_double(file_, variable, start.data(), count.data(), field.values.data())) {
      throw UsageError(path_ + ": cannot read variable '" + name + "' (" + nc_strerror(status) +
                       "); " + remedy(fields()));
    }
    unpack(variable, name, field.values);
    return field;
  }

 private:
  std::string name_of(int variable) const {
    char name[NC_MAX_NAME + 1] = "";
    nc_inq_varname(file_, variable, name);
    return name;
  }

  std::vector<std::size_t> sizes_of(int variable) const {
    int count = 0;
    nc_inq_varndims(file_, variable, &count);
    std::vector<int> dimensions(count);
    std::vector<std::size_t> sizes(count);
    nc_inq_vardimid(file_, variable, dimensions.data());
    for (int d = 0; d < count; ++d) nc_inq_dimlen(file_, dimensions[d], &sizes[d]);
    return sizes;
  }

  /// The variables that have rows and columns, and more than text in them.
  std::vector<int> fields() const {
    int count = 0;
    nc_inq_nvars(file_, &count);
    std::vector<int> found;
    for (int variable = 0; variable < count; ++variable) {
      nc_type type = NC_CHAR;
      nc_inq_vartype(file_, variable, &type);
      if (type != NC_CHAR && type != NC_STRING && sizes_of(variable).size() >= 2) {
        found.push_back(variable);
      }
    }
    return found;
  }

  std::string remedy(const std::vector<int>& fields) const {
    if (fields.empty()) return "give a file that has a variable with rows and columns";
    std::string text = "use --variable ";
    for (std::size_t i = 0; i < fields.size() && i < 8; ++i) {
      text += (i ? ", " : "") + name_of(fields[i]);
    }
    return text;
  }

  int find(const std::string& wanted) const {
    const std::vector<int> candidates = fields();
    int variable = 0;
    if (!wanted.empty()) {
      if (nc_inq_varid(file_, wanted.c_str(), &variable) == NC_NOERR) return variable;
      throw UsageError(path_ + ": no variable '" + wanted + "'; " + remedy(candidates));
    }
    if (candidates.size() == 1) return candidates[0];
    throw UsageError(path_ + ": " + std::to_string(candidates.size()) +
                     " variables have rows and columns; " + remedy(candidates));
  }

  double attribute(int variable, const char* name, double otherwise) const {
    std::size_t length = 0;
    double value = otherwise;
    if (nc_inq_attlen(file_, variable, name, &length) == NC_NOERR && length == 1) {
      nc_get_att_double(file_, variable, name, &value);
    }
    return value;
  }

  void unpack(int variable, const std::string& name, std::vector<double>& values) const {
    const double scale = attribute(variable, "scale_factor", 1);
    const double offset = attribute(variable, "add_offset", 0);
    const double missing = attribute(variable, "missing_value", NAN);
    nc_type type = NC_DOUBLE;
    nc_inq_vartype(file_, variable, &type);
    const double fill = attribute(variable, "_FillValue",
                                  type == NC_FLOAT || type == NC_DOUBLE ? NC_FILL_DOUBLE : NAN);
    const auto is_missing = [&](double x) {
      return !std::isfinite(x) || x == missing || x == fill;
    };
    double sum = 0;
    std::size_t present = 0;
    for (const double x : values) {
      if (!is_missing(x)) sum += x, ++present;
    }
    if (present == 0) {
      throw UsageError(path_ + ": variable '" + name + "' has no values; " + remedy(fields()));
    }
    const double mean = sum / static_cast<double>(present);
    for (double& x : values) x = (is_missing(x) ? mean : x) * scale + offset;
  }

  const std::string& path_;
  int file_ = 0;
};

InputField read_raw(const std::string& path, const std::string& bytes,
                    const std::optional<Shape>& shape) {
  if (!shape) {
    throw UsageError(path +
                     ": not NetCDF, so raw numbers, whose shape has to be said: add --points "
                     "LEVELSxROWSxCOLS");
  }
  InputField field{*shape, std::vector<double>(static_cast<std::size_t>(shape->points()))};
  if (bytes.size() != field.values.size() * sizeof(double)) {
    throw UsageError(path + ": " + std::to_string(bytes.size()) + " bytes are not " +
                     shape->text() + " numbers of 8 bytes; give another --points or a NetCDF file");
  }
  std::memcpy(field.values.data(), bytes.data(), bytes.size());
  if (!std::all_of(field.values.begin(), field.values.end(),
                   [](double x) { return std::isfinite(x); })) {
    throw UsageError(path +
                     ": has numbers that are not finite; give 8-byte numbers of this "
                     "machine's byte order, or a NetCDF file");
  }
  return field;
}

}  // namespace

InputField read_input(const std::string& path, const std::string& variable,
                      const std::optional<Shape>& shape) {
  const std::string bytes = app::read_file(path, "NetCDF file, or one of raw numbers");
  if (is_netcdf(bytes)) {
    const NetcdfFile file(path);
    if (bytes.starts_with("CDF")) file.check_whole(bytes.size());
    return file.read(variable);
  }
  if (!variable.empty()) {
    throw UsageError("--variable " + variable + ": " + path +
                     " is no NetCDF file; leave --variable out or give another file");
  }
  return read_raw(path, bytes, shape);
}

}  // namespace ifsker
