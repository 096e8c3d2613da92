#include "core/settings/devices.hpp"

#include <climits>

#include "core/settings/reader.hpp"
#include "core/settings/settings.hpp"
#include "core/settings/words.hpp"
#include "platform/report.hpp"

namespace tidemill::core {

bool is_host(int device, const char* what) noexcept {
  if (device == kHost || device == kInitialDevice) return true;
  if (settings().target_offload == TargetOffload::mandatory)
    platform::fatal(0,
                    "%s: device %d is not there, and OMP_TARGET_OFFLOAD=mandatory forbids to take "
                    "the host instead: name the host, by device(omp_get_initial_device()) or "
                    "OMP_DEFAULT_DEVICE=0, or unset OMP_TARGET_OFFLOAD",
                    what, device);
  return false;
}

namespace {

void read_offload(Reader& reader) {
  Settings& s = reader.settings();
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

}  // namespace

void read_device_settings(Reader& reader) {
  Settings& s = reader.settings();
  read_offload(reader);
  if (s.target_offload == TargetOffload::mandatory) s.initial.default_device = kInvalidDevice;
  if (const auto n =
          reader.take_number(Setting::default_device, "OMP_DEFAULT_DEVICE", 0, INT_MAX, "0"))
    s.initial.default_device = static_cast<int>(*n);
}

}  // namespace tidemill::core
