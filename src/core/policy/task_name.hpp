// A task as a policy names it, and what it may know of one besides its place in the graph.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace tidemill::core {

/// For Graph alone to look into.
enum class TaskName : std::uint64_t {};

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

/// A channel carries messages of one kind from one process to another: those of a communicator,
/// and a tag, or a collective operation. Numbers of the communication layer's choice.
struct Received {
  std::uint64_t channel = 0;  // 0: none
  std::int32_t peer = 0;      // who sends there
  bool operator==(const Received&) const = default;
};

/// Of a message whose receiver has told nothing.
inline constexpr std::uint32_t kUnknownSlack = ~std::uint32_t{0};

/// Of a task's messages the last ones count. False: it is among them.
template <class T>
bool remember(std::vector<T>& messages, const T& message) {
  constexpr std::size_t kMost = 16;
  if (std::ranges::find(messages, message) != messages.end()) return false;
  if (messages.size() == kMost) messages.erase(messages.begin());
  messages.push_back(message);
  return true;
}

struct TaskFacts {
  Profile profile;
  bool predicted = false;  // to send
  bool sent = false;
  bool due = false;  // its predecessors are to be looked at (policy/propagation.hpp)

  // ---- for `ga` ----
  std::uint64_t stamp = 0;     // of its creation
  std::uint64_t identity = 0;  // the same in each iteration; 0: none is known
  std::vector<Received> received{};
  std::uint32_t told = kUnknownSlack;  // to the senders of those, last
  std::uint32_t walk = 0;              // in which `below` was found
  std::uint32_t below = 0;             // the longest way behind the task (policy/levels.hpp)
};

}  // namespace tidemill::core
