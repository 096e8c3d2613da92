// Settings are read once a process, so each case is a process of its own: this program again,
// started with one argument, prints what it read as one line.
#include "core/settings/settings.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <sstream>
#include <string>

namespace tidemill::core {
namespace {

std::string describe(const Settings& s) {
  std::ostringstream out;
  out << "threads=";
  for (std::size_t i = 0; i < s.initial.num_threads.size(); ++i)
    out << (i == 0 ? "" : ",") << s.initial.num_threads[i];
  out << " schedule=" << static_cast<int>(s.initial.run_schedule.kind) << ','
      << s.initial.run_schedule.chunk << (s.initial.run_schedule.monotonic ? ",monotonic" : "")
      << " stack=" << s.stack_bytes << " priority=" << s.max_task_priority
      << " levels=" << s.initial.max_active_levels << " limit=" << s.initial.thread_limit
      << " dynamic=" << s.initial.dynamic << " passive=" << s.passive << " migrate=" << s.migrate
      << " processors=" << s.processors << ' ';
  return out.str();
}

struct Outcome {
  std::string settings;  // one line
  std::string warnings;  // what came on standard error
};

std::string read_all(int descriptor) {
  std::string text;
  std::array<char, 4096> buffer;
  for (ssize_t n = 0; (n = read(descriptor, buffer.data(), buffer.size())) > 0;)
    text.append(buffer.data(), static_cast<std::size_t>(n));
  close(descriptor);
  return text;
}

/// Runs this program with the given NAME=VALUE variables and no other OMP_* ones.
Outcome read_with(std::initializer_list<const char*> variables) {
  int out[2];
  int err[2];
  if (pipe(out) != 0 || pipe(err) != 0) return {"no pipe", ""};
  const pid_t child = fork();
  if (child == 0) {
    dup2(out[1], STDOUT_FILENO);
    dup2(err[1], STDERR_FILENO);
    for (const char* name : {"OMP_NUM_THREADS", "OMP_SCHEDULE", "OMP_STACKSIZE", "OMP_NESTED",
                             "OMP_MAX_ACTIVE_LEVELS", "OMP_MAX_TASK_PRIORITY", "OMP_WAIT_POLICY"})
      unsetenv(name);
    for (const char* variable : variables) putenv(const_cast<char*>(variable));
    execl("/proc/self/exe", "settings_test", "--print", nullptr);
    _exit(127);
  }
  close(out[1]);
  close(err[1]);
  Outcome outcome{read_all(out[0]), read_all(err[0])};
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  return outcome;
}

void expect_read(const char* variable, const std::string& part) {
  const Outcome outcome = read_with({variable});
  EXPECT_NE(outcome.settings.find(part + ' '), std::string::npos)
      << variable << " gave " << outcome.settings;
  EXPECT_EQ(outcome.warnings, "") << variable;
}

/// One warning line, naming the variable with its value and what is used instead.
void expect_refused(const char* variable, const std::string& instead, const std::string& part) {
  const Outcome outcome = read_with({variable});
  EXPECT_NE(outcome.settings.find(part + ' '), std::string::npos)
      << variable << " gave " << outcome.settings;
  EXPECT_EQ(std::count(outcome.warnings.begin(), outcome.warnings.end(), '\n'), 1)
      << outcome.warnings;
  EXPECT_NE(outcome.warnings.find(variable), std::string::npos) << outcome.warnings;
  EXPECT_NE(outcome.warnings.find(instead), std::string::npos) << outcome.warnings;
}

TEST(Settings, Defaults) {
  const Outcome outcome = read_with({});
  EXPECT_EQ(outcome.warnings, "");
  EXPECT_NE(outcome.settings.find("schedule=1,1 "), std::string::npos) << outcome.settings;
  EXPECT_NE(outcome.settings.find("priority=0 levels=1 "), std::string::npos) << outcome.settings;
}

TEST(Settings, NumThreads) {
  expect_read("OMP_NUM_THREADS=3", "threads=3");
  expect_read("OMP_NUM_THREADS= 4 , 3,2", "threads=4,3,2");
  expect_read("OMP_NUM_THREADS=4,2", "levels=" + std::to_string(INT_MAX));
  expect_read("OMP_NUM_THREADS=", "priority=0");  // empty counts as unset
  for (const char* bad :
       {"OMP_NUM_THREADS=0", "OMP_NUM_THREADS=-2", "OMP_NUM_THREADS=two", "OMP_NUM_THREADS=3,,2",
        "OMP_NUM_THREADS=3;2", "OMP_NUM_THREADS=4,", "OMP_NUM_THREADS=99999999999999999999"})
    expect_refused(bad, "one per processor", "priority=0");
}

TEST(Settings, Schedule) {
  expect_read("OMP_SCHEDULE=static", "schedule=0,0");
  expect_read("OMP_SCHEDULE=static,4", "schedule=0,4");
  expect_read("OMP_SCHEDULE=dynamic", "schedule=1,1");
  expect_read("OMP_SCHEDULE= Guided , 16 ", "schedule=2,16");
  expect_read("OMP_SCHEDULE=auto", "schedule=3,0");
  expect_read("OMP_SCHEDULE=monotonic:dynamic,2", "schedule=1,2,monotonic");
  expect_read("OMP_SCHEDULE=nonmonotonic:guided", "schedule=2,1");
  expect_refused("OMP_SCHEDULE=fast", "dynamic,1", "schedule=1,1");
  expect_refused("OMP_SCHEDULE=hurried:static", "dynamic,1", "schedule=1,1");
  expect_refused("OMP_SCHEDULE=guided,0", "default", "schedule=2,1");
  expect_refused("OMP_SCHEDULE=static,x", "default", "schedule=0,0");
}

TEST(Settings, StackSize) {
  expect_read("OMP_STACKSIZE=512", "stack=524288");
  expect_read("OMP_STACKSIZE=131072B", "stack=131072");
  expect_read("OMP_STACKSIZE=256k", "stack=262144");
  expect_read("OMP_STACKSIZE= 2 M ", "stack=2097152");
  expect_read("OMP_STACKSIZE=1G", "stack=1073741824");
  for (const char* bad : {"OMP_STACKSIZE=big", "OMP_STACKSIZE=0", "OMP_STACKSIZE=-1M",
                          "OMP_STACKSIZE=3T", "OMP_STACKSIZE=M", "OMP_STACKSIZE=1.5M"})
    expect_refused(bad, "using", "priority=0");
  expect_refused("OMP_STACKSIZE=1k", "using 64K", "stack=65536");
}

TEST(Settings, Others) {
  expect_read("OMP_MAX_TASK_PRIORITY=100", "priority=100");
  expect_refused("OMP_MAX_TASK_PRIORITY=high", "using 0", "priority=0");
  expect_refused("OMP_MAX_TASK_PRIORITY=-1", "using 0", "priority=0");
  expect_read("OMP_MAX_ACTIVE_LEVELS=3", "levels=3");
  expect_read("OMP_NESTED=true", "levels=" + std::to_string(INT_MAX));
  expect_refused("OMP_MAX_ACTIVE_LEVELS=many", "default", "levels=1");
  expect_read("OMP_THREAD_LIMIT=5", "limit=5");
  expect_read("OMP_DYNAMIC=TRUE", "dynamic=1");
  expect_refused("OMP_DYNAMIC=maybe", "ignored", "dynamic=0");
  expect_read("OMP_WAIT_POLICY=PASSIVE", "passive=1");
  expect_read("OMP_WAIT_POLICY=active", "passive=0");
  expect_refused("OMP_WAIT_POLICY=lazy", "ignored", "passive=0");
  expect_read("TIDEMILL_MIGRATE=1", "migrate=1");
}

/// Asked for twice, read and warned about once.
TEST(Settings, WarnsOncePerVariable) {
  const Outcome outcome = read_with({"OMP_SCHEDULE=fast", "OMP_STACKSIZE=big"});
  EXPECT_EQ(std::count(outcome.warnings.begin(), outcome.warnings.end(), '\n'), 2);
}

}  // namespace
}  // namespace tidemill::core

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "--print") == 0) {
    tidemill::core::settings();
    std::puts(tidemill::core::describe(tidemill::core::settings()).c_str());
    return 0;
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
