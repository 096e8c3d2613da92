// Variables that look like ours and are none.
#include <algorithm>

#include "core/settings/reader.hpp"
#include "platform/environment.hpp"

namespace tidemill::core {

void remark_unknown_variables(Reader& reader) {
  const char* const* entry = reader.environment().entries;
  for (; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (!text.starts_with(platform::kOwnPrefix)) continue;
    const auto end = std::min(text.find('='), text.size());
    const std::string name(text.substr(0, end));
    const auto& known = platform::kOwnVariables;
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const auto meant = platform::variable_like(name);
    const std::string where = meant ? "is " + std::string(*meant) + " meant?"
                                    : "docs/environment.md lists those that are";
    const Variable unknown{name.c_str(), text.substr(std::min(end + 1, text.size()))};
    reader.remark(unknown, "no variable of that name is read: " + where);
  }
}

}  // namespace tidemill::core
