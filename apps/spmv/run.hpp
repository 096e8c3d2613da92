// One solve under way: what is to be done to the parts, where, and what is measured meanwhile.
// Shared by all threads.
//
// A method (methods.hpp) is a sequence of steps; a step does something to every part, and has ended
// before the next begins. A variant says who does it: it runs `method` with a function of its own
// that carries out a step.
#pragma once

#include <functional>
#include <vector>

#include "common/in_place.hpp"
#include "common/meter.hpp"
#include "common/progress.hpp"
#include "common/task_affinity.hpp"
#include "system.hpp"

namespace spmv {

using PartWork = std::function<void(int part)>;
using Step = std::function<void(const PartWork& work)>;

struct Run {
  System& system;
  const std::vector<int>& home;  ///< the node on which a part is to lie
  int output;                    ///< the vector beside whose part a part is computed
  app::Affinity affinity;
  const app::TaskAffinity& runtime;
  app::Meter& meter;
  app::InPlace& in_place;
  app::Progress& progress;
  bool first_touch = false;
  std::function<void(const Step& step)> method;

  /// Sends the next task the caller creates: that of a first touch to the part's home, any other to
  /// the part's output.
  [[gnu::always_inline]] void send(int part) const {
    if (affinity == app::Affinity::none) return;
    if (first_touch) {
      runtime.send(app::Resource::node, static_cast<std::uintptr_t>(home[part]), true);
    } else {
      runtime.send(app::Resource::data,
                   reinterpret_cast<std::uintptr_t>(system.vector(output, part).data()),
                   affinity == app::Affinity::strict);
    }
  }

  /// A step's work on one part, measured.
  void perform(const PartWork& work, int part);
};

}  // namespace spmv
