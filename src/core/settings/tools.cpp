// Tools and debuggers (OpenMP 5.2, 21.3, 21.4), what is shown at the start, and the account at the
// end.
#include "core/settings/reader.hpp"
#include "core/settings/words.hpp"

namespace tidemill::core {

namespace {

bool take_switch(Reader& reader, Setting setting, const char* name, bool usual) {
  const auto which = reader.take_word(setting, name, {"disabled", "enabled"}, "enabled or disabled",
                                      usual ? "enabled" : "disabled");
  return which ? *which == 1 : usual;
}

void read_display(Reader& reader) {
  Settings& s = reader.settings();
  if (const auto v = reader.find("OMP_DISPLAY_ENV")) {
    const auto word = trim(v->text);
    const auto plain = truth(word);
    if (same_word(word, "verbose"))
      s.display = Display::verbose;
    else if (plain)
      s.display = *plain ? Display::standard : Display::none;
    else
      reader.refuse(*v, "true, false or verbose", "false");
  }
  if (reader.take_truth(std::nullopt, "KMP_SETTINGS").value_or(false)) s.display = Display::verbose;
}

/// A truth value, or the name of a file, which ends in .json.
void read_stats(Reader& reader) {
  Settings& s = reader.settings();
  const auto v = reader.find("TIDEMILL_STATS");
  if (!v) return;
  const auto word = trim(v->text);
  const auto plain = truth(word);
  if (plain) {
    s.stats = *plain;
  } else if (word.size() > std::string_view(".json").size() && word.ends_with(".json")) {
    s.stats = true;
    s.stats_file = word;
  } else {
    reader.refuse(*v, "true, false or the name of a file that ends in .json", "false");
    return;
  }
  reader.took(Setting::stats, *v);
}

}  // namespace

void read_tool_settings(Reader& reader) {
  Settings& s = reader.settings();
  read_display(reader);
  read_stats(reader);
  // Looked at only: abi/native/served.cpp reads it, at the end of the process.
  reader.take_truth(std::nullopt, "TIDEMILL_SERVED");
  s.tool = take_switch(reader, Setting::tool, "OMP_TOOL", true);
  s.debug = take_switch(reader, Setting::debug, "OMP_DEBUG", false);
  if (const auto v = reader.find("OMP_TOOL_LIBRARIES")) {
    s.tool_libraries = v->text;
    reader.took(Setting::tool_libraries, *v);
    if (s.tool)
      reader.remark(*v,
                    "no tool is loaded, as this runtime has no tool interface (OMPT); unset it, "
                    "or set OMP_TOOL=disabled");
  }
  if (const auto v = reader.find("OMP_TOOL_VERBOSE_INIT")) {
    s.tool_verbose_init = v->text;
    reader.took(Setting::tool_verbose_init, *v);
  }
}

void read_affinity_display_settings(Reader& reader) {
  Settings& s = reader.settings();
  if (reader.take_truth(Setting::display_affinity, "OMP_DISPLAY_AFFINITY").value_or(false))
    s.display_affinity = true;
  if (const auto v = reader.find("OMP_AFFINITY_FORMAT")) {
    s.affinity_format = v->text;
    reader.took(Setting::affinity_format, *v);
  }
}

}  // namespace tidemill::core
