// A task as a policy names it, and what it may know of one besides its place in the graph.
#pragma once

#include <cstdint>

namespace tidemill::core {

/// For Graph alone to look into.
enum class TaskName : std::uintptr_t {};

/// By what tasks are recognised as being alike (Pereira et al. 2021, section 3.3). `code` is what
/// the paper did not have; the parent is known by its code, too, so that a later iteration's is the
/// same. The dependences are counted as they are written, as how many tasks they mean depends on
/// which are complete already.
struct Profile {
  std::uint64_t code = 0;
  std::uint64_t parent = 0;
  std::uint32_t bytes = 0;  // of captured data
  std::uint16_t dependences = 0;
  std::uint8_t properties = 0;  // untied, final, ...: a bit each
  bool operator==(const Profile&) const = default;
};

struct TaskFacts {
  Profile profile;
  bool predicted = false;  // to send
  bool sent = false;
};

}  // namespace tidemill::core
