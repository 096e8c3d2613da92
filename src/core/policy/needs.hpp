// What the receivers need, as the sender keeps it, and what is to be told to other senders. Numbers
// alone; who shares it between threads locks it (deps/shared_needs.hpp).
//
// A task is known again by its *identity*: what code it runs, and on which variables it depends.
// 1. A task has sent on a channel: that is what tasks of this identity will do (sends_on()).
// 2. The receiver has told how much later the message may come (set()): its slack, as
//    policy/levels.hpp finds it.
// 3. The slack of a task is the smallest of its channels' (slack_of()).
// It is bounded: what was learnt of a program's former phases goes with all the rest at times.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/policy/task_name.hpp"

namespace tidemill::core {

struct Need {
  Received receive;
  std::uint32_t slack;
};

class Needs {
 public:
  void sends_on(std::uint64_t identity, std::uint64_t channel) {
    if (identity == 0) return;
    if (channels_.size() >= kMost) forget();
    remember(channels_[identity], channel);
  }
  /// kUnknownSlack: nobody has told.
  std::uint32_t slack_of(std::uint64_t identity) const {
    const auto at = channels_.find(identity);
    std::uint32_t least = kUnknownSlack;
    if (at == channels_.end()) return least;
    for (const std::uint64_t channel : at->second)
      if (const auto need = needs_.find(channel); need != needs_.end())
        least = std::min(least, need->second);
    return least;
  }
  /// True: it is news.
  bool set(std::uint64_t channel, std::uint32_t slack) {
    if (needs_.size() >= kMost) forget();
    const auto [at, first] = needs_.try_emplace(channel, slack);
    return std::exchange(at->second, slack) != slack || first;
  }

  /// To be told to the sender; of a channel the last need counts. False: there is no room now.
  bool tell(const Received& receive, std::uint32_t slack) {
    for (Need& need : to_tell_)
      if (need.receive.channel == receive.channel) return need.slack = slack, true;
    if (to_tell_.size() == kMostToTell) return false;
    to_tell_.push_back({receive, slack});
    return true;
  }
  /// Takes the last of them. False: there is none.
  bool take(Need& need) {
    if (to_tell_.empty()) return false;
    need = to_tell_.back();
    to_tell_.pop_back();
    return true;
  }

 private:
  void forget() {
    needs_.clear();
    channels_.clear();
  }

  static constexpr std::size_t kMost = 1 << 16, kMostToTell = 256;
  std::unordered_map<std::uint64_t, std::uint32_t> needs_;                  // by channel
  std::unordered_map<std::uint64_t, std::vector<std::uint64_t>> channels_;  // by identity
  std::vector<Need> to_tell_;
};

}  // namespace tidemill::core
