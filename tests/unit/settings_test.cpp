// Variables of the environment: good values, hundreds of bad ones, noise. The readers get an
// environment of the test's own; only what belongs to the process is tested in processes.
#include "core/settings/settings.hpp"
#include "abi/omp/display_env.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstring>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "abi/memory/allocator.hpp"
#include "core/settings/reader.hpp"

namespace tidemill::core {
namespace {

using Variables = std::map<std::string, std::string>;

struct Outcome {
  Settings settings;
  std::vector<std::string> warnings;

  std::string value(Setting setting) const { return text(setting).value; }
  std::string source(Setting setting) const { return text(setting).source; }
  omp::SettingText text(Setting setting) const {
    return omp::describe_settings(settings, settings.initial)[static_cast<std::size_t>(setting)];
  }
};

Outcome read_with(const Variables& variables) {
  Outcome outcome;
  outcome.settings =
      read_settings({.variable =
                         [&](const char* name) {
                           const auto found = variables.find(name);
                           return found != variables.end() ? found->second.c_str() : nullptr;
                         },
                     .warn = [&](const std::string& line) { outcome.warnings.push_back(line); }});
  return outcome;
}

void release(const Outcome& outcome) {
  memory::destroy_allocator(outcome.settings.initial.default_allocator);
}

struct Good {
  const char* name;
  const char* value;
  Setting setting;
  const char* shown;
};

TEST(Settings, GoodValues) {
  const Good table[] = {
      {"OMP_NUM_THREADS", "3", Setting::num_threads, "3"},
      {"OMP_NUM_THREADS", " 4 , 3,2", Setting::num_threads, "4,3,2"},
      {"OMP_NUM_THREADS", "4,2", Setting::max_active_levels, "2147483647"},
      {"OMP_NUM_THREADS_ALL", "5", Setting::num_threads, "5"},
      {"OMP_DYNAMIC", "TRUE", Setting::dynamic, "TRUE"},
      {"OMP_DYNAMIC", "0", Setting::dynamic, "FALSE"},
      {"OMP_NESTED", "yes", Setting::max_active_levels, "2147483647"},
      {"OMP_NESTED", "true", Setting::nested, "TRUE"},
      {"OMP_MAX_ACTIVE_LEVELS", "3", Setting::max_active_levels, "3"},
      {"OMP_MAX_ACTIVE_LEVELS", "0", Setting::max_active_levels, "0"},
      {"OMP_THREAD_LIMIT", "5", Setting::thread_limit, "5"},
      {"KMP_ALL_THREADS", "6", Setting::thread_limit, "6"},
      {"KMP_DEVICE_THREAD_LIMIT", "7", Setting::thread_limit, "7"},
      {"OMP_NUM_TEAMS", "4", Setting::num_teams, "4"},
      {"OMP_TEAMS_THREAD_LIMIT", "2", Setting::teams_thread_limit, "2"},
      {"KMP_TEAMS_THREAD_LIMIT", "3", Setting::teams_thread_limit, "3"},
      {"OMP_SCHEDULE", "static", Setting::schedule, "STATIC"},
      {"OMP_SCHEDULE", "static,4", Setting::schedule, "STATIC,4"},
      {"OMP_SCHEDULE", "dynamic", Setting::schedule, "DYNAMIC,1"},
      {"OMP_SCHEDULE", " Guided , 16 ", Setting::schedule, "GUIDED,16"},
      {"OMP_SCHEDULE", "auto", Setting::schedule, "AUTO"},
      {"OMP_SCHEDULE", "auto,3", Setting::schedule, "AUTO"},
      {"OMP_SCHEDULE", "monotonic:dynamic,2", Setting::schedule, "MONOTONIC:DYNAMIC,2"},
      {"OMP_SCHEDULE", "nonmonotonic : guided", Setting::schedule, "GUIDED,1"},
      {"OMP_STACKSIZE", "512", Setting::stack_size, "512K"},
      {"OMP_STACKSIZE", "131073B", Setting::stack_size, "131073B"},
      {"OMP_STACKSIZE", "256k", Setting::stack_size, "256K"},
      {"OMP_STACKSIZE", " 2 M ", Setting::stack_size, "2048K"},
      {"OMP_STACKSIZE", "1G", Setting::stack_size, "1048576K"},
      {"GOMP_STACKSIZE", "300", Setting::stack_size, "300K"},
      {"KMP_STACKSIZE", "1048576", Setting::stack_size, "1024K"},
      {"KMP_STACKSIZE", "4m", Setting::stack_size, "4096K"},
      {"KMP_STACKSIZE", "512KB", Setting::stack_size, "512K"},
      {"OMP_STACKSIZE", "2 Mb", Setting::stack_size, "2048K"},
      {"OMP_WAIT_POLICY", "PASSIVE", Setting::wait_policy, "PASSIVE"},
      {"OMP_WAIT_POLICY", "PASSIVE", Setting::block_time, "0"},
      {"OMP_WAIT_POLICY", "active", Setting::wait_policy, "ACTIVE"},
      {"KMP_BLOCKTIME", "200", Setting::block_time, "200"},
      {"KMP_BLOCKTIME", "50us", Setting::block_time, "50us"},
      {"KMP_BLOCKTIME", "7 ms", Setting::block_time, "7"},
      {"KMP_BLOCKTIME", "Infinite", Setting::block_time, "infinite"},
      {"KMP_BLOCKTIME", "0", Setting::block_time, "0"},
      {"GOMP_SPINCOUNT", "100k", Setting::block_time, "1"},
      {"GOMP_SPINCOUNT", "0", Setting::block_time, "0"},
      {"GOMP_SPINCOUNT", "INFINITY", Setting::block_time, "infinite"},
      {"GOMP_SPINCOUNT", "9000000T", Setting::block_time, "infinite"},
      {"KMP_LIBRARY", "turnaround", Setting::library, "turnaround"},
      {"KMP_LIBRARY", "serial", Setting::thread_limit, "1"},
      {"OMP_PROC_BIND", "true", Setting::proc_bind, "TRUE"},
      {"OMP_PROC_BIND", "Spread,close,PRIMARY,master", Setting::proc_bind,
       "SPREAD,CLOSE,PRIMARY,PRIMARY"},
      {"OMP_PLACES", "cores", Setting::proc_bind, "TRUE"},
      {"KMP_AFFINITY", "compact", Setting::proc_bind, "CLOSE"},
      {"KMP_AFFINITY", "balanced", Setting::proc_bind, "SPREAD"},
      {"KMP_AFFINITY", "none", Setting::proc_bind, "FALSE"},
      {"KMP_AFFINITY", "verbose,none", Setting::display_affinity, "TRUE"},
      {"GOMP_CPU_AFFINITY", "0 1", Setting::proc_bind, "CLOSE"},
      {"KMP_HW_SUBSET", "1s,1c", Setting::hw_subset, "1s,1c"},
      {"KMP_HW_SUBSET", "1t", Setting::proc_bind, "PRIMARY"},
      {"OMP_DISPLAY_AFFINITY", "true", Setting::display_affinity, "TRUE"},
      {"OMP_AFFINITY_FORMAT", "%n on %A", Setting::affinity_format, "%n on %A"},
      {"OMP_CANCELLATION", "true", Setting::cancellation, "TRUE"},
      {"OMP_MAX_TASK_PRIORITY", "100", Setting::max_task_priority, "100"},
      {"OMP_DEFAULT_DEVICE", "2", Setting::default_device, "2"},
      {"OMP_TARGET_OFFLOAD", "mandatory", Setting::target_offload, "MANDATORY"},
      {"OMP_TARGET_OFFLOAD", "Disabled", Setting::target_offload, "DISABLED"},
      {"OMP_TARGET_OFFLOAD", "DEFAULT", Setting::target_offload, "DEFAULT"},
      {"OMP_ALLOCATOR", "omp_high_bw_mem_alloc", Setting::allocator, "omp_high_bw_mem_alloc"},
      {"OMP_ALLOCATOR", "omp_default_mem_space", Setting::allocator, "omp_default_mem_space"},
      {"OMP_ALLOCATOR", "omp_large_cap_mem_space:alignment=64,pinned=false,fallback=null_fb",
       Setting::allocator, "omp_large_cap_mem_space:alignment=64,pinned=false,fallback=null_fb"},
      {"OMP_ALLOCATOR", "omp_default_mem_space:fallback=allocator_fb,fb_data=omp_low_lat_mem_alloc",
       Setting::allocator,
       "omp_default_mem_space:fallback=allocator_fb,fb_data=omp_low_lat_mem_alloc"},
      {"OMP_TOOL", "disabled", Setting::tool, "disabled"},
      {"TIDEMILL_STATS", "on", Setting::stats, "TRUE"},
      {"TIDEMILL_STATS", " out/a.json ", Setting::stats, "out/a.json"},
      {"OMP_TOOL_VERBOSE_INIT", "stderr", Setting::tool_verbose_init, "stderr"},
      {"OMP_DEBUG", "enabled", Setting::debug, "enabled"},
      {"TIDEMILL_MIGRATE", "1", Setting::migrate, "TRUE"},
      {"TIDEMILL_STACKS", " Own ", Setting::stacks, "own"},
      {"TIDEMILL_STACKS", "any", Setting::stacks, "any"},
      {"KMP_INHERIT_FP_CONTROL", "0", Setting::inherit_modes, "FALSE"},
      {"TIDEMILL_POLICY", " Lifo ", Setting::policy, "lifo"},
      {"TIDEMILL_POLICY", "ready", Setting::policy, "ready"},
  };
  for (const Good& good : table) {
    const Outcome outcome = read_with({{good.name, good.value}});
    EXPECT_EQ(outcome.value(good.setting), good.shown) << good.name << '=' << good.value;
    EXPECT_TRUE(outcome.warnings.empty()) << outcome.warnings.front();
    release(outcome);
  }
}

TEST(Settings, AToolThatIsNamedIsNotLoadedAndItSaysSo) {
  const Outcome told = read_with({{"OMP_TOOL_LIBRARIES", "/a.so:/b.so"}});
  EXPECT_EQ(told.value(Setting::tool_libraries), "/a.so:/b.so");
  EXPECT_EQ(told.warnings.size(), 1u);
  release(told);
  const Outcome silent =
      read_with({{"OMP_TOOL_LIBRARIES", "/a.so:/b.so"}, {"OMP_TOOL", "disabled"}});
  EXPECT_EQ(silent.value(Setting::tool_libraries), "/a.so:/b.so");
  EXPECT_TRUE(silent.warnings.empty());
  release(silent);
}

struct Bad {
  const char* name;
  std::vector<const char*> values;
};

const std::vector<Bad>& bad_values() {
  static const std::vector<const char*> no_number{
      "-1",         "x",   "1x",  "1.5",    "0x10",
      "1e3",        "--1", "+-1", "1 2",    "99999999999999999999",
      "2147483648", "two", ";",   "\t\x01", "1\n2"};
  static const std::vector<const char*> no_positive = [] {
    auto all = no_number;
    all.push_back("0");
    return all;
  }();
  static const std::vector<const char*> no_truth{"maybe", "2",      "-1", "tru",
                                                 "truee", "yes no", "!",  "\x7f"};
  static const std::vector<const char*> no_size{
      "big", "0",    "-1M",          "3X",
      "M",   "1.5M", "1KK",          "1 K B",
      "K1",  "1,0",  "99999999999G", "99999999999999999999",
      "4T",  "-"};
  static const std::vector<const char*> no_switch{"true",    "1",        "enable",
                                                  "disable", "enabled,", "x"};
  static const std::vector<Bad> all{
      {"OMP_NUM_THREADS",
       {"0", "-2", "two", "3,,2", "3;2", "4,", ",4", ",", "3,0", "3,-1", "3,x", "1 2",
        "99999999999999999999", "2147483648", "3,2147483648", "1.5", "0x4"}},
      {"OMP_DYNAMIC", no_truth},
      {"OMP_NESTED", no_truth},
      {"OMP_MAX_ACTIVE_LEVELS", no_number},
      {"OMP_THREAD_LIMIT", no_positive},
      {"KMP_ALL_THREADS", no_positive},
      {"KMP_DEVICE_THREAD_LIMIT", no_positive},
      {"OMP_NUM_TEAMS", no_positive},
      {"OMP_TEAMS_THREAD_LIMIT", no_positive},
      {"KMP_TEAMS_THREAD_LIMIT", no_positive},
      {"OMP_SCHEDULE",
       {"fast", "hurried:static", "guided,0", "static,x", "dynamic,-1", "static,", ",4", ":static",
        "monotonic:", "monotonic", "monotonic:fast", "static:4", "static 4", "dynamic,2147483648",
        "guided,1,2", "4"}},
      {"OMP_STACKSIZE", no_size},
      {"KMP_STACKSIZE", no_size},
      {"GOMP_STACKSIZE", no_size},
      {"OMP_WAIT_POLICY", {"lazy", "1", "true", "active,passive", "passive ly", "-"}},
      {"KMP_BLOCKTIME",
       {"soon", "-1", "1s", "5 hours", "us", "ms", "1.5", "1usms", "infinitely",
        "99999999999999999999"}},
      {"GOMP_SPINCOUNT",
       {"many", "-1", "k", "1kk", "1.5k", "1x", "infinite!", "99999999999999999999"}},
      {"KMP_LIBRARY", {"fast", "1", "serial,turnaround", "-"}},
      {"OMP_PROC_BIND",
       {"maybe", "1", "close,", ",close", "close,true", "true,close", "false,close", "spread;close",
        "close spread", "primary,master,x", "-"}},
      {"OMP_PLACES",
       {"{", "{}", "{0", "{0},", "{-1}", "{0:0}", "!{0}", "core", "cores(0)", "cores(",
        "cores,threads", "{0}:2:1:1", "{65536}", "x", "{0}{1}"}},
      {"KMP_AFFINITY",
       {"fast", "compact,x", "compact,1,2,3", "granularity=huge,compact", "explicit",
        "explicit,proclist=[]", "explicit,proclist=[a]", "compact,", ",",
        "proclist=[0]x,explicit"}},
      {"GOMP_CPU_AFFINITY", {"x", "3-1", "0-", "-1", "0-4:0", "65536", "1;2", "{0}"}},
      {"KMP_HW_SUBSET", {"s", "0s", "2x", "2s4c", "2s,,4c", "1s@", "1s@9", "999c@999"}},
      {"TIDEMILL_STATS", {"maybe", "2", ".json", "stats.txt"}},
      {"OMP_DISPLAY_ENV", {"maybe", "2", "verbosely", "true,verbose"}},
      {"KMP_SETTINGS", no_truth},
      {"KMP_WARNINGS", no_truth},
      {"TIDEMILL_SERVED", no_truth},
      {"OMP_DISPLAY_AFFINITY", no_truth},
      {"OMP_CANCELLATION", no_truth},
      {"OMP_MAX_TASK_PRIORITY", no_number},
      {"OMP_DEFAULT_DEVICE", no_number},
      {"OMP_TARGET_OFFLOAD", {"must", "1", "true", "mandatory,disabled", "-"}},
      {"OMP_ALLOCATOR",
       {"omp_null_allocator", "malloc", "1", "omp_default_mem_alloc:alignment=64",
        "omp_default_mem_space:", "omp_default_mem_space:x=1", "omp_default_mem_space:alignment",
        "omp_default_mem_space:alignment=", "omp_default_mem_space:alignment=24",
        "omp_default_mem_space:alignment=64,,pinned=true", "omp_default_mem_space:pinned=maybe",
        "omp_default_mem_space:fallback=allocator_fb", "omp_default_mem_space:pool_size=0",
        "omp_default_mem_space:partition=all", "omp_fast_mem_space"}},
      {"OMP_TOOL", no_switch},
      {"OMP_DEBUG", no_switch},
      {"TIDEMILL_MIGRATE", no_truth},
      {"TIDEMILL_POLICY", {"fast", "1", "fifo,lifo"}},
      {"TIDEMILL_DATA_AFFINITY", {"on", "1", "dependence"}},
      {"TIDEMILL_STACKS", {"mine", "1", "true", "own,any"}},
      {"KMP_INHERIT_FP_CONTROL", no_truth},
  };
  return all;
}

TEST(Settings, EachBadValueIsNamedOnceAndChangesNothing) {
  const Outcome plain = read_with({});
  int cases = 0;
  for (const Bad& bad : bad_values())
    for (const char* value : bad.values) {
      const Outcome outcome = read_with({{bad.name, value}});
      const std::string shown = std::string(bad.name) + '=' + value;
      ++cases;
      ASSERT_EQ(outcome.warnings.size(), 1u) << shown;
      const std::string& line = outcome.warnings.front();
      EXPECT_TRUE(line.starts_with(std::string(bad.name) + '=')) << line;
      EXPECT_NE(line.find("using"), std::string::npos) << line;
      EXPECT_EQ(line.find('\n'), std::string::npos) << line;
      if (std::string(bad.name) == "OMP_SCHEDULE") continue;  // a bad chunk keeps the kind
      for (std::size_t i = 0; i < kSettings; ++i) {
        const auto setting = static_cast<Setting>(i);
        EXPECT_EQ(outcome.value(setting), plain.value(setting)) << shown;
        EXPECT_EQ(outcome.source(setting), "default") << shown;
      }
    }
  EXPECT_GT(cases, 300);
}

TEST(Settings, EmptyCountsAsNotSet) {
  for (const Bad& bad : bad_values()) {
    const Outcome outcome = read_with({{bad.name, ""}});
    EXPECT_TRUE(outcome.warnings.empty()) << bad.name;
  }
}

TEST(Settings, KmpWarningsSilencesThem) {
  EXPECT_TRUE(read_with({{"KMP_WARNINGS", "0"}, {"OMP_NUM_THREADS", "x"}}).warnings.empty());
}

TEST(Settings, TruthIsToldInManyWords) {
  for (const char* yes : {"1", "true", "YES", "On", " .TRUE. "})
    EXPECT_EQ(read_with({{"TIDEMILL_MIGRATE", yes}}).value(Setting::migrate), "TRUE") << yes;
  for (const char* no : {"0", "false", "NO", "Off", " .FALSE. "})
    EXPECT_EQ(read_with({{"TIDEMILL_MIGRATE", no}}).value(Setting::migrate), "FALSE") << no;
  EXPECT_EQ(read_with({{"TIDEMILL_MIGRATE", "perhaps"}}).warnings.at(0),
            "TIDEMILL_MIGRATE=perhaps: not true or false: using false");
}

TEST(Settings, VariablesThatNobodyReadsAreNamed) {
  const char* const entries[] = {"TIDEMILL_MIGRTE=1",  "TIDEMILL_MPI_BACKENDS=test",
                                 "TIDEMILL_VIEW=full", "TIDEMILL_TASK_AWARE=1",
                                 "TIDEMILL_ROOT=/t",   "OMP_NUM_THREAD=4",
                                 "TIDEMILL_",          "TIDEMILL_FOO=1",
                                 "TIDEMILL_STATE=1",   nullptr};
  std::vector<std::string> warnings;
  const Environment environment{.variable = [](const char*) { return nullptr; },
                                .warn = [&](const std::string& w) { warnings.push_back(w); },
                                .entries = entries};
  read_settings(environment);
  const std::string unread = ": no variable of that name is read: ";
  ASSERT_EQ(warnings.size(), 6u);
  EXPECT_EQ(warnings[0], "TIDEMILL_MIGRTE=1" + unread + "is TIDEMILL_MIGRATE meant?");
  EXPECT_EQ(warnings[1], "TIDEMILL_MPI_BACKENDS=test" + unread + "is TIDEMILL_MPI_BACKEND meant?");
  EXPECT_TRUE(warnings[2].starts_with("TIDEMILL_VIEW=full" + unread + "docs/")) << warnings[2];
  EXPECT_TRUE(warnings[3].starts_with("TIDEMILL_=" + unread)) << warnings[3];
  // Two letters are much of a short name.
  EXPECT_EQ(warnings[4], "TIDEMILL_FOO=1" + unread + "docs/environment.md lists those that are");
  EXPECT_EQ(warnings[5], "TIDEMILL_STATE=1" + unread + "is TIDEMILL_STATS meant?");
}

TEST(Settings, WhoWins) {
  Outcome both = read_with({{"OMP_STACKSIZE", "1M"}, {"GOMP_STACKSIZE", "2M"}});
  EXPECT_EQ(both.value(Setting::stack_size), "1024K");
  EXPECT_EQ(both.source(Setting::stack_size), "OMP_STACKSIZE");
  both = read_with({{"OMP_PROC_BIND", "false"}, {"KMP_AFFINITY", "compact"}});
  EXPECT_EQ(both.value(Setting::proc_bind), "FALSE");
  both = read_with({{"OMP_PROC_BIND", "false"}, {"OMP_PLACES", "cores"}});
  EXPECT_EQ(both.settings.places.kind, PlaceKind::none);
  both = read_with({{"OMP_NUM_THREADS", "2"}, {"OMP_NUM_THREADS_ALL", "3"}});
  EXPECT_EQ(both.value(Setting::num_threads), "2");
  both = read_with({{"OMP_NESTED", "true"}, {"OMP_MAX_ACTIVE_LEVELS", "2"}});
  EXPECT_EQ(both.value(Setting::max_active_levels), "2");
  both = read_with({{"OMP_WAIT_POLICY", "passive"}, {"KMP_BLOCKTIME", "5"}});
  EXPECT_EQ(both.value(Setting::block_time), "5");
  both = read_with({{"OMP_NUM_THREADS_ALL", "3"}});
  EXPECT_EQ(both.source(Setting::num_threads), "OMP_NUM_THREADS_ALL");
}

TEST(Settings, TooSmallAStackIsRaised) {
  const Outcome outcome = read_with({{"OMP_STACKSIZE", "1k"}});
  EXPECT_EQ(outcome.value(Setting::stack_size), "64K");
  ASSERT_EQ(outcome.warnings.size(), 1u);
}

/// Noise that looks a little like the real thing, in any combination of variables.
TEST(Settings, SurvivesNoise) {
  std::mt19937 random(20260101);  // the same every time
  const std::string alphabet = "0123456789,:;(){}[]!-+*@=. kKmMgGtTbB\x01\xff\"'%scocrethadsxv_";
  const char* words[] = {"cores",      "threads",  "static",
                         "close",      "spread",   "true",
                         "proclist=",  "compact",  "omp_default_mem_space:",
                         "alignment=", "infinite", "{0:4}",
                         "1s",         "verbose",  "99999999999999999999",
                         "-1",         "65535"};
  const auto below = [&](std::size_t n) { return random() % n; };
  for (int round = 0; round < 4000; ++round) {
    Variables variables;
    for (std::size_t n = 1 + below(4); n > 0; --n) {
      std::string value;
      for (std::size_t parts = below(8); parts > 0; --parts)
        value += below(3) == 0 ? std::string(words[below(std::size(words))])
                               : std::string(1 + below(4), alphabet[below(alphabet.size())]);
      variables[bad_values()[below(bad_values().size())].name] = value;
    }
    const Outcome outcome = read_with(variables);
    EXPECT_LE(outcome.warnings.size(), variables.size() + 1);
    EXPECT_GE(outcome.settings.initial.num_threads.size(), 1u);
    EXPECT_GE(outcome.settings.initial.num_threads.front(), 1);
    EXPECT_GE(outcome.settings.initial.proc_bind.size(), 1u);
    EXPECT_GE(outcome.settings.stack_bytes, 64u << 10);
    release(outcome);
  }
}

TEST(Display, HasTheStandardsFormat) {
  const Outcome outcome = read_with({{"OMP_NUM_THREADS", "4,3"}, {"OMP_SCHEDULE", "guided,4"}});
  const std::string block = omp::environment_block(outcome.settings, Display::standard);
  EXPECT_NE(block.find("OPENMP DISPLAY ENVIRONMENT BEGIN\n  _OPENMP='202111'\n"),
            std::string::npos);
  EXPECT_NE(block.find("\n  [host] OMP_NUM_THREADS='4,3'\n"), std::string::npos) << block;
  EXPECT_NE(block.find("\n  [host] OMP_SCHEDULE='GUIDED,4'\n"), std::string::npos);
  EXPECT_TRUE(block.ends_with("OPENMP DISPLAY ENVIRONMENT END\n"));
  EXPECT_EQ(block.find("KMP_"), std::string::npos);
  const std::string verbose = omp::environment_block(outcome.settings, Display::verbose);
  EXPECT_NE(verbose.find("OMP_NUM_THREADS='4,3'  # OMP_NUM_THREADS\n"), std::string::npos);
  EXPECT_NE(verbose.find("KMP_BLOCKTIME='adaptive'  # default\n"), std::string::npos);
}

/// This program again, in a child that may use one processor, prints how many it sees.
TEST(Settings, RespectsAnInheritedMask) {
  int out[2];
  ASSERT_EQ(pipe(out), 0);
  const pid_t child = fork();
  if (child == 0) {
    cpu_set_t mine;
    cpu_set_t one;
    sched_getaffinity(0, sizeof mine, &mine);
    CPU_ZERO(&one);
    for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++cpu)
      if (CPU_ISSET(cpu, &mine)) CPU_SET(cpu, &one);
    sched_setaffinity(0, sizeof one, &one);
    dup2(out[1], STDOUT_FILENO);
    unsetenv("OMP_NUM_THREADS");
    execl("/proc/self/exe", "settings_test", "--print", nullptr);
    _exit(127);
  }
  close(out[1]);
  char line[64] = {};
  EXPECT_GT(read(out[0], line, sizeof line - 1), 0);
  close(out[0]);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_STREQ(line, "processors 1 threads 1\n");
}

}  // namespace
}  // namespace tidemill::core

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "--print") == 0) {
    const auto& s = tidemill::core::settings();
    std::printf("processors %d threads %d\n", s.processors, s.initial.num_threads.front());
    return 0;
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
