// The options of applications whose tasks have affinity: --affinity, and --nodes for the nodes of
// memory on which data are to lie.
#pragma once

#include <string>
#include <vector>

#include "task_affinity.hpp"

namespace app {

class CommandLine;

void add_affinity_options(CommandLine& cli, std::string& affinity, std::string& nodes);

/// Numbers with commas between them; nothing given: none. Throws UsageError.
std::vector<int> read_nodes(const std::string& text);

/// Throws UsageError if the team has no such node.
void check_nodes(const std::vector<int>& nodes, int nodes_of_team);

}  // namespace app
