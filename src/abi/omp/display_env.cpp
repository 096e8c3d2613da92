#include "abi/omp/display_env.hpp"

#include <unistd.h>

#include "core/settings/places.hpp"

namespace tidemill::omp {

using namespace core;

namespace {

std::string truth_text(bool value) { return value ? "TRUE" : "FALSE"; }
std::string switch_text(bool value) { return value ? "enabled" : "disabled"; }

template <class Item, class Text>
std::string join(const std::vector<Item>& items, Text text) {
  std::string out;
  for (const Item& item : items) {
    if (!out.empty()) out += ',';
    out += text(item);
  }
  return out;
}

std::string bind_text(ProcBind bind) {
  constexpr std::array kTexts{"FALSE", "TRUE", "PRIMARY", "CLOSE", "SPREAD"};
  return kTexts[static_cast<std::size_t>(bind)];
}

std::string schedule_text(const Schedule& schedule) {
  constexpr std::array kTexts{"STATIC", "DYNAMIC", "GUIDED", "AUTO"};
  std::string out = schedule.monotonic ? "MONOTONIC:" : "";
  out += kTexts[static_cast<std::size_t>(schedule.kind)];
  if (schedule.chunk != 0) out += ',' + std::to_string(schedule.chunk);
  return out;
}

std::string size_text(std::size_t bytes) {
  return bytes % 1024 == 0 ? std::to_string(bytes / 1024) + 'K' : std::to_string(bytes) + 'B';
}

std::string places_text() {
  return join(places(), [](const platform::CpuSet& place) {
    return '{' + join(place.list(), [](int cpu) { return std::to_string(cpu); }) + '}';
  });
}

std::string allocator_text(const Settings& s, const Icvs& icvs) {
  constexpr std::array kTexts{
      "omp_default_mem_alloc", "omp_default_mem_alloc", "omp_large_cap_mem_alloc",
      "omp_const_mem_alloc",   "omp_high_bw_mem_alloc", "omp_low_lat_mem_alloc",
      "omp_cgroup_mem_alloc",  "omp_pteam_mem_alloc",   "omp_thread_mem_alloc"};
  if (icvs.default_allocator < kTexts.size()) return kTexts[icvs.default_allocator];
  return icvs.default_allocator == s.initial.default_allocator ? s.allocator_text
                                                               : "made by the program";
}

std::string block_time_text(const Settings& s) {
  if (s.block_us < 0) return "adaptive";
  if (s.block_us >= kForeverUs) return "infinite";
  return s.block_us % 1000 == 0 ? std::to_string(s.block_us / 1000)
                                : std::to_string(s.block_us) + "us";
}

std::string subset_text(const Settings& s) {
  constexpr std::array kUnits{"", "t", "c", "ll", "n", "s"};
  static_assert(static_cast<std::size_t>(PlaceKind::sockets) == kUnits.size() - 1);
  return join(s.hw_subset, [&](const SubsetItem& item) {
    std::string text = item.count != 0 ? std::to_string(item.count) : "*";
    text += kUnits[static_cast<std::size_t>(item.unit)];
    return item.offset != 0 ? text + '@' + std::to_string(item.offset) : text;
  });
}

std::string offload_text(TargetOffload offload) {
  constexpr std::array kTexts{"DEFAULT", "DISABLED", "MANDATORY"};
  return kTexts[static_cast<std::size_t>(offload)];
}

/// What there is to show.
struct Values {
  const Settings& s;
  const Icvs& icvs;
};

struct Row {
  const char* variable;
  std::string (*text)(const Values&);
};
// In the order of Setting.
constexpr std::array<Row, kSettings> kRows{{
    {"OMP_AFFINITY_FORMAT", [](const Values& v) { return v.s.affinity_format; }},
    {"OMP_ALLOCATOR", [](const Values& v) { return allocator_text(v.s, v.icvs); }},
    {"OMP_CANCELLATION", [](const Values& v) { return truth_text(v.s.cancellation); }},
    {"OMP_DEBUG", [](const Values& v) { return switch_text(v.s.debug); }},
    {"OMP_DEFAULT_DEVICE", [](const Values& v) { return std::to_string(v.icvs.default_device); }},
    {"OMP_DISPLAY_AFFINITY", [](const Values& v) { return truth_text(v.s.display_affinity); }},
    {"OMP_DYNAMIC", [](const Values& v) { return truth_text(v.icvs.dynamic); }},
    {"OMP_MAX_ACTIVE_LEVELS",
     [](const Values& v) { return std::to_string(v.icvs.max_active_levels); }},
    {"OMP_MAX_TASK_PRIORITY",
     [](const Values& v) { return std::to_string(v.s.max_task_priority); }},
    {"OMP_NESTED", [](const Values& v) { return truth_text(v.icvs.max_active_levels > 1); }},
    {"OMP_NUM_TEAMS", [](const Values& v) { return std::to_string(v.icvs.teams); }},
    {"OMP_NUM_THREADS",
     [](const Values& v) {
       return join(v.icvs.num_threads, [](int n) { return std::to_string(n); });
     }},
    {"OMP_PLACES", [](const Values&) { return places_text(); }},
    {"OMP_PROC_BIND", [](const Values& v) { return join(v.icvs.proc_bind, bind_text); }},
    {"OMP_SCHEDULE", [](const Values& v) { return schedule_text(v.icvs.run_schedule); }},
    {"OMP_STACKSIZE", [](const Values& v) { return size_text(v.s.stack_bytes); }},
    {"OMP_TARGET_OFFLOAD", [](const Values& v) { return offload_text(v.s.target_offload); }},
    {"OMP_TEAMS_THREAD_LIMIT",
     [](const Values& v) { return std::to_string(v.icvs.teams_thread_limit); }},
    {"OMP_THREAD_LIMIT", [](const Values& v) { return std::to_string(v.icvs.thread_limit); }},
    {"OMP_TOOL", [](const Values& v) { return switch_text(v.s.tool); }},
    {"OMP_TOOL_LIBRARIES", [](const Values& v) { return v.s.tool_libraries; }},
    {"OMP_TOOL_VERBOSE_INIT",
     [](const Values& v) {
       return v.s.tool_verbose_init.empty() ? "disabled" : v.s.tool_verbose_init;
     }},
    {"OMP_WAIT_POLICY",  // by default threads sleep after a few microseconds
     [](const Values& v) -> std::string {
       return v.s.wait_policy == WaitMode::active ? "ACTIVE" : "PASSIVE";
     }},
    {"KMP_BLOCKTIME", [](const Values& v) { return block_time_text(v.s); }},
    {"KMP_HW_SUBSET", [](const Values& v) { return subset_text(v.s); }},
    {"KMP_INHERIT_FP_CONTROL", [](const Values& v) { return truth_text(v.s.inherit_modes); }},
    {"KMP_LIBRARY",
     [](const Values& v) -> std::string {
       return v.s.block_us >= kForeverUs ? "turnaround" : "throughput";
     }},
    {"TIDEMILL_MIGRATE", [](const Values& v) { return truth_text(v.s.migrate); }},
    {"TIDEMILL_STATS",
     [](const Values& v) {
       return v.s.stats_file.empty() ? truth_text(v.s.stats) : v.s.stats_file;
     }},
    {"TIDEMILL_POLICY",
     [](const Values& v) {
       return std::string((v.s.policy != nullptr ? *v.s.policy : default_policy()).name);
     }},
    {"TIDEMILL_STACKS",
     [](const Values& v) -> std::string { return v.s.own_stacks ? "own" : "any"; }},
    {"TIDEMILL_DATA_AFFINITY",
     [](const Values& v) -> std::string { return v.s.infers_affinity ? "depend" : "off"; }},
}};

}  // namespace

std::vector<SettingText> describe_settings(const Settings& settings, const Icvs& icvs) {
  std::vector<SettingText> all;
  for (std::size_t i = 0; i < kSettings; ++i) {
    const auto setting = static_cast<Setting>(i);
    const char* source = settings.origin[i] != nullptr ? settings.origin[i] : "default";
    if (icvs.called(setting)) source = "call";
    all.push_back({setting, kRows[i].variable, kRows[i].text({settings, icvs}), source});
  }
  return all;
}

std::string environment_block(const Settings& settings, Display how) {
  std::string out = "\nOPENMP DISPLAY ENVIRONMENT BEGIN\n  _OPENMP='202111'\n";
  for (const SettingText& text : describe_settings(settings, settings.initial)) {
    if (how != Display::verbose && text.setting >= kFirstOwnSetting) continue;
    out += std::string("  [host] ") + text.name + "='" + text.value + '\'';
    if (how == Display::verbose) out += std::string("  # ") + text.source;
    out += '\n';
  }
  return out + "OPENMP DISPLAY ENVIRONMENT END\n";
}

void display_environment(Display how) noexcept {
  const std::string block = environment_block(settings(), how);
  if (write(STDERR_FILENO, block.data(), block.size()) < 0) return;
}

}  // namespace tidemill::omp
