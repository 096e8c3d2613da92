// Stacks: usable from end to end, given back when unused, and ended by a page that kills.
#include "platform/stack_memory.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace tidemill::platform {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;  // they catch SIGSEGV themselves, and say so in their own way
#else
constexpr bool kSanitized = false;
#endif

std::size_t resident_pages(const StackMemory& stack) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  std::vector<unsigned char> pages(stack.bytes / page);
  mincore(stack.base, stack.bytes, pages.data());
  std::size_t resident = 0;
  for (unsigned char p : pages) resident += p & 1;
  return resident;
}

TEST(StackMemory, IsAsLargeAsAskedAndWritable) {
  for (std::size_t bytes : {std::size_t{1}, std::size_t{65536}, std::size_t{8} << 20}) {
    StackMemory stack = map_stack(bytes);
    EXPECT_GE(stack.bytes, bytes);
    std::memset(stack.base, 0x5a, stack.bytes);
    EXPECT_EQ(static_cast<char*>(stack.top())[-1], 0x5a);
    unmap_stack(stack);
  }
}

TEST(StackMemory, CommitsOnlyWhatIsTouched) {
  StackMemory stack = map_stack(8u << 20);
  EXPECT_EQ(resident_pages(stack), 0u);
  static_cast<char*>(stack.top())[-1] = 1;
  EXPECT_LE(resident_pages(stack), 2u);
  unmap_stack(stack);
}

TEST(StackMemory, TrimGivesBackAllButTheTop) {
  StackMemory stack = map_stack(1u << 20);
  std::memset(stack.base, 1, stack.bytes);
  trim_stack(stack, 16u << 10);
  EXPECT_EQ(resident_pages(stack), 4u);
  EXPECT_EQ(static_cast<char*>(stack.top())[-1], 1);
  EXPECT_EQ(static_cast<char*>(stack.base)[0], 0);
  unmap_stack(stack);
}

TEST(StackMemory, ManyAtOnce) {
  std::vector<StackMemory> stacks;
  for (int i = 0; i < 20000; ++i) stacks.push_back(map_stack(kSanitized ? 64u << 10 : 1u << 20));
  for (const StackMemory& stack : stacks) unmap_stack(stack);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
using StackMemoryDeathTest = testing::Test;

TEST(StackMemoryDeathTest, AccessBelowKills) {
  StackMemory stack = map_stack(65536);
  volatile char* below = static_cast<char*>(stack.base) - 1;
  EXPECT_EXIT(*below = 1, testing::KilledBySignal(SIGSEGV), "");
  unmap_stack(stack);
}

[[gnu::noinline]] int recurse(int depth) {
  volatile char frame[4096];
  frame[0] = static_cast<char>(depth);
  return depth == 0 ? 0 : recurse(depth - 1) + frame[0];
}

void overflow_in_a_task() {
  int sum = 0;
#pragma omp task shared(sum)
  sum = recurse(1 << 20);
#pragma omp taskwait
  std::exit(sum);
}

/// A task that overflows its stack dies there and then; it doesn't run into its neighbour.
TEST(StackMemoryDeathTest, OverflowOfATaskKills) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(overflow_in_a_task(), testing::KilledBySignal(SIGSEGV), "");
}
#endif

}  // namespace
}  // namespace tidemill::platform
