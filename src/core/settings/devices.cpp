#include <climits>

#include "core/settings/reader.hpp"
#include "core/settings/settings.hpp"

namespace tidemill::core {

void read_device_settings(Reader& reader) {
  Settings& s = reader.settings();
  if (const auto which = reader.take_word(Setting::target_offload, "OMP_TARGET_OFFLOAD",
                                          {"default", "disabled", "mandatory"},
                                          "mandatory, disabled or default", "default"))
    s.target_offload = static_cast<TargetOffload>(*which);
  if (s.target_offload == TargetOffload::mandatory) s.initial.default_device = kInvalidDevice;
  if (const auto n =
          reader.take_number(Setting::default_device, "OMP_DEFAULT_DEVICE", 0, INT_MAX, "0"))
    s.initial.default_device = static_cast<int>(*n);
}

}  // namespace tidemill::core
