#include "affinity_options.hpp"

#include <algorithm>
#include <string_view>

#include "command_line.hpp"
#include "error.hpp"
#include "numbers.hpp"

namespace app {

void add_affinity_options(CommandLine& cli, std::string& affinity, std::string& nodes) {
  cli.add_option("--affinity", affinity,
                 "of tasks to their data: none, strict or nonstrict (default: none)", "KIND");
  cli.add_option("--nodes", nodes, "nodes of memory on which data are to lie, e.g. 0,1", "LIST");
}

std::vector<int> read_nodes(const std::string& text) {
  std::vector<int> nodes;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    int node = 0;
    const bool good = read_number(rest.substr(0, comma), node) && node >= 0 &&
                      comma + 1 != rest.size() &&
                      std::find(nodes.begin(), nodes.end(), node) == nodes.end();
    if (!good) {
      throw UsageError(
          "--nodes " + text +
          ": not different numbers from 0 with commas between them; give e.g. --nodes 0,1");
    }
    nodes.push_back(node);
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return nodes;
}

void check_nodes(const std::vector<int>& nodes, int nodes_of_team) {
  for (const int node : nodes) {
    if (node < nodes_of_team) continue;
    throw UsageError("--nodes: there is no node " + std::to_string(node) +
                     ": the team's threads run on " +
                     (nodes_of_team == 1 ? "one node, number 0"
                                         : std::to_string(nodes_of_team) + " nodes, 0 to " +
                                               std::to_string(nodes_of_team - 1)) +
                     "; leave it out, or let OMP_PLACES and OMP_NUM_THREADS reach more nodes");
  }
}

}  // namespace app
