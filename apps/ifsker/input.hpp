// A field from a file: NetCDF (told by its content), or else raw numbers. Read by rank 0 alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "problem.hpp"

namespace ifsker {

struct InputField {
  Shape shape;
  std::vector<double> values;
};

/// NetCDF: the variable named, or without a name the only one that has rows and columns. Of its
/// dimensions the last three are levels, rows and columns; of any before these, the first index
/// counts. Packed values are unpacked; missing ones become the mean of the others.
///
/// Raw: 8-byte numbers of this machine, levels x rows x columns as `shape` says.
///
/// Throws UsageError.
InputField read_input(const std::string& path, const std::string& variable,
                      const std::optional<Shape>& shape);

}  // namespace ifsker
