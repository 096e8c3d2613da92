// Where an OpenMP thread sits: its place, and the places its nested teams may use
// (place-partition-var). Part of each team member.
#pragma once

namespace tidemill::core {

inline constexpr int kNoPlace = -1;  // not bound: the whole inherited mask

struct Seat {
  int place = kNoPlace;
  // The partition: consecutive places from `first`; none without places.
  int first = 0;
  int count = 0;
};

}  // namespace tidemill::core
