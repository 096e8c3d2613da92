// What the manual annotations of Pereira et al. (2021, section 3.2) give the tasks of one rank.
#pragma once

#include <vector>

#include "layout.hpp"

namespace cholesky {

/// Algorithm 1 of the paper, for each task in the order of creation: a send has `highest`; any
/// other task one less than the highest of its successors in the rank's graph, and 0 if that is 0
/// or if it has no successor.
std::vector<int> send_priorities(const Layout& layout, int rank, int highest);

/// The least `highest` with which send_priorities() keeps every task that leads to a send above 0.
int steps_to_sends(const Layout& layout, int rank);

}  // namespace cholesky
