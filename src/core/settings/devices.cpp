// Devices: there is one, the host.
#include <climits>

#include "core/settings/reader.hpp"
#include "core/settings/words.hpp"

namespace tidemill::core {

void read_device_settings(Reader& reader) {
  Settings& s = reader.settings();
  if (const auto n =
          reader.take_number(Setting::default_device, "OMP_DEFAULT_DEVICE", 0, INT_MAX, "0"))
    s.initial.default_device = static_cast<int>(*n);
  const auto v = reader.find("OMP_TARGET_OFFLOAD");
  if (!v) return;
  const std::string_view word = trim(v->text);
  if (same_word(word, "mandatory"))
    s.target_offload = TargetOffload::mandatory;
  else if (same_word(word, "disabled"))
    s.target_offload = TargetOffload::disabled;
  else if (!same_word(word, "default"))
    return reader.refuse(*v, "mandatory, disabled or default", "default");
  reader.took(Setting::target_offload, *v);
}

}  // namespace tidemill::core
