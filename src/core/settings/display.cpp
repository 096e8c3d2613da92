#include "core/settings/display.hpp"

#include <unistd.h>

#include "core/settings/places.hpp"

namespace tidemill::core {

namespace {

// In the order of Setting.
constexpr std::array<const char*, kSettings> kNames{"OMP_AFFINITY_FORMAT",
                                                    "OMP_ALLOCATOR",
                                                    "OMP_CANCELLATION",
                                                    "OMP_DEBUG",
                                                    "OMP_DEFAULT_DEVICE",
                                                    "OMP_DISPLAY_AFFINITY",
                                                    "OMP_DYNAMIC",
                                                    "OMP_MAX_ACTIVE_LEVELS",
                                                    "OMP_MAX_TASK_PRIORITY",
                                                    "OMP_NESTED",
                                                    "OMP_NUM_TEAMS",
                                                    "OMP_NUM_THREADS",
                                                    "OMP_PLACES",
                                                    "OMP_PROC_BIND",
                                                    "OMP_SCHEDULE",
                                                    "OMP_STACKSIZE",
                                                    "OMP_TARGET_OFFLOAD",
                                                    "OMP_TEAMS_THREAD_LIMIT",
                                                    "OMP_THREAD_LIMIT",
                                                    "OMP_TOOL",
                                                    "OMP_TOOL_LIBRARIES",
                                                    "OMP_TOOL_VERBOSE_INIT",
                                                    "OMP_WAIT_POLICY",
                                                    "KMP_BLOCKTIME",
                                                    "KMP_HW_SUBSET",
                                                    "KMP_INHERIT_FP_CONTROL",
                                                    "KMP_LIBRARY",
                                                    "TIDEMILL_MIGRATE",
                                                    "TIDEMILL_STATS",
                                                    "TIDEMILL_POLICY",
                                                    "TIDEMILL_STACKS",
                                                    "TIDEMILL_DATA_AFFINITY"};

const char* truth_text(bool value) noexcept { return value ? "TRUE" : "FALSE"; }
const char* switch_text(bool value) noexcept { return value ? "enabled" : "disabled"; }

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
  const auto unit = [](PlaceKind kind) {
    switch (kind) {
      case PlaceKind::sockets:
        return "s";
      case PlaceKind::numa_domains:
        return "n";
      case PlaceKind::ll_caches:
        return "ll";
      case PlaceKind::cores:
        return "c";
      default:
        return "t";
    }
  };
  return join(s.hw_subset, [&](const SubsetItem& item) {
    std::string text = item.count != 0 ? std::to_string(item.count) : "*";
    text += unit(item.unit);
    return item.offset != 0 ? text + '@' + std::to_string(item.offset) : text;
  });
}

const char* offload_text(TargetOffload offload) noexcept {
  constexpr std::array kTexts{"DEFAULT", "DISABLED", "MANDATORY"};
  return kTexts[static_cast<std::size_t>(offload)];
}

/// Of a variable that isn't OpenMP's.
std::string other_text(Setting setting, const Settings& s) {
  switch (setting) {
    case Setting::block_time:
      return block_time_text(s);
    case Setting::debug:
      return switch_text(s.debug);
    case Setting::hw_subset:
      return subset_text(s);
    case Setting::inherit_modes:
      return truth_text(s.inherit_modes);
    case Setting::library:
      return s.block_us >= kForeverUs ? "turnaround" : "throughput";
    case Setting::migrate:
      return truth_text(s.migrate);
    case Setting::stats:
      return s.stats_file.empty() ? truth_text(s.stats) : s.stats_file;
    case Setting::policy:
      return std::string(s.policy->name);
    case Setting::data_affinity:
      return s.infers_affinity ? "depend" : "off";
    case Setting::stacks:
      return s.own_stacks ? "own" : "any";
    default:
      return {};
  }
}

std::string value_text(Setting setting, const Settings& s, const Icvs& icvs) {
  switch (setting) {
    case Setting::affinity_format:
      return s.affinity_format;
    case Setting::allocator:
      return allocator_text(s, icvs);
    case Setting::cancellation:
      return truth_text(s.cancellation);
    case Setting::default_device:
      return std::to_string(icvs.default_device);
    case Setting::display_affinity:
      return truth_text(s.display_affinity);
    case Setting::dynamic:
      return truth_text(icvs.dynamic);
    case Setting::max_active_levels:
      return std::to_string(icvs.max_active_levels);
    case Setting::max_task_priority:
      return std::to_string(s.max_task_priority);
    case Setting::nested:
      return truth_text(icvs.max_active_levels > 1);
    case Setting::num_teams:
      return std::to_string(icvs.teams);
    case Setting::num_threads:
      return join(icvs.num_threads, [](int n) { return std::to_string(n); });
    case Setting::places:
      return places_text();
    case Setting::proc_bind:
      return join(icvs.proc_bind, bind_text);
    case Setting::schedule:
      return schedule_text(icvs.run_schedule);
    case Setting::stack_size:
      return size_text(s.stack_bytes);
    case Setting::target_offload:
      return offload_text(s.target_offload);
    case Setting::teams_thread_limit:
      return std::to_string(icvs.teams_thread_limit);
    case Setting::thread_limit:
      return std::to_string(icvs.thread_limit);
    case Setting::tool:
      return switch_text(s.tool);
    case Setting::tool_libraries:
      return s.tool_libraries;
    case Setting::tool_verbose_init:
      return s.tool_verbose_init.empty() ? "disabled" : s.tool_verbose_init;
    case Setting::wait_policy:  // by default threads sleep after a few microseconds
      return s.wait_policy == WaitMode::active ? "ACTIVE" : "PASSIVE";
    default:
      return other_text(setting, s);
  }
}

}  // namespace

std::vector<SettingText> describe_settings(const Settings& settings, const Icvs& icvs) {
  std::vector<SettingText> all;
  for (std::size_t i = 0; i < kSettings; ++i) {
    const auto setting = static_cast<Setting>(i);
    const char* source = settings.origin[i] != nullptr ? settings.origin[i] : "default";
    if (icvs.called(setting)) source = "call";
    all.push_back({setting, kNames[i], value_text(setting, settings, icvs), source});
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

}  // namespace tidemill::core
