// __kmpc_fork_call and its relatives: any number of arguments arrive, on every thread; clauses told
// ahead reach the region they were told for and no other.
#include <gtest/gtest.h>
#include <omp.h>

#include <atomic>
#include <cstdarg>
#include <cstdint>
#include <utility>
#include <vector>

#include "abi/kmpc/invoke.hpp"
#include "abi/kmpc/types.hpp"

using tidemill::kmpc::Location;
using tidemill::kmpc::Microtask;

extern "C" {
void __kmpc_fork_call(Location*, std::int32_t, Microtask, ...);
void __kmpc_fork_call_if(Location*, std::int32_t, Microtask, std::int32_t, void*);
void __kmpc_serialized_parallel(Location*, std::int32_t);
void __kmpc_end_serialized_parallel(Location*, std::int32_t);
std::int32_t __kmpc_global_thread_num(Location*);
void __kmpc_push_num_threads(Location*, std::int32_t, std::int32_t);
void __kmpc_push_num_threads_list(Location*, std::int32_t, std::uint32_t, const std::int32_t*);
void __kmpc_sections_init(Location*, std::int32_t);
std::int32_t __kmpc_next_section(Location*, std::int32_t, std::int32_t);
void __kmpc_end_sections(Location*, std::int32_t);
}

namespace {

std::atomic<int> expected_count{0};
std::atomic<int> calls{0};
std::atomic<int> wrong{0};

void* value(int i) { return reinterpret_cast<void*>(0x1234567800000000 + i * 0x10001L); }

void check_arguments(std::int32_t* gtid, std::int32_t* bound_tid, ...) {
  std::va_list list;
  va_start(list, bound_tid);
  for (int i = 0; i < expected_count; ++i)
    if (va_arg(list, void*) != value(i)) ++wrong;
  va_end(list);
  if (*bound_tid != omp_get_thread_num()) ++wrong;
  if (*gtid != __kmpc_global_thread_num(nullptr)) ++wrong;
  if (reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) % 16 != 0) ++wrong;
  ++calls;
}

TEST(Invoke, AnyNumberOfArguments) {
  for (int count = 0; count <= 300; ++count) {
    std::vector<void*> arguments;
    for (int i = 0; i < count; ++i) arguments.push_back(value(i));
    expected_count = count;
    std::int32_t gtid = __kmpc_global_thread_num(nullptr);
    std::int32_t bound_tid = 0;
    tidemill_kmpc_invoke(check_arguments, &gtid, &bound_tid, count, arguments.data());
  }
  EXPECT_EQ(calls.exchange(0), 301);
  EXPECT_EQ(wrong, 0);
}

template <std::size_t... indices>
void fork_with(std::index_sequence<indices...>) {
  expected_count = sizeof...(indices);
  calls = 0;
  __kmpc_push_num_threads(nullptr, 0, 3);
  __kmpc_fork_call(nullptr, sizeof...(indices), check_arguments,
                   value(static_cast<int>(indices))...);
  EXPECT_EQ(calls.exchange(0), 3);
  EXPECT_EQ(wrong, 0);
}

TEST(ForkCall, ArgumentsReachEveryThread) {
  fork_with(std::make_index_sequence<0>());
  fork_with(std::make_index_sequence<1>());
  fork_with(std::make_index_sequence<3>());
  fork_with(std::make_index_sequence<4>());
  fork_with(std::make_index_sequence<5>());
  fork_with(std::make_index_sequence<6>());
  fork_with(std::make_index_sequence<16>());
  fork_with(std::make_index_sequence<31>());
  fork_with(std::make_index_sequence<33>());
  fork_with(std::make_index_sequence<40>());
  fork_with(std::make_index_sequence<255>());
}

void note_size(std::int32_t*, std::int32_t*, void* size, ...) {
  static_cast<std::atomic<int>*>(size)->store(omp_get_num_threads());
}
int size_of_next_region() {
  std::atomic<int> size{0};
  __kmpc_fork_call(nullptr, 1, reinterpret_cast<Microtask>(note_size), &size);
  return size;
}

TEST(ForkCall, PushedThreadsAreForOneRegion) {
  const int usual = size_of_next_region();
  __kmpc_push_num_threads(nullptr, 0, usual + 2);
  EXPECT_EQ(size_of_next_region(), usual + 2);
  EXPECT_EQ(size_of_next_region(), usual);
  // A region that its if clause makes serial takes them, too.
  __kmpc_push_num_threads(nullptr, 0, usual + 2);
  __kmpc_serialized_parallel(nullptr, 0);
  EXPECT_EQ(omp_get_num_threads(), 1);
  EXPECT_EQ(omp_get_level(), 1);
  __kmpc_end_serialized_parallel(nullptr, 0);
  EXPECT_EQ(size_of_next_region(), usual);
}

std::atomic<int> inner_of_three{0};
void meet_inner(std::int32_t*, std::int32_t*, ...) {
  if (omp_get_num_threads() != 2 || omp_get_max_threads() != 3) ++wrong;
  inner_of_three += size_of_next_region() == 3;
}

TEST(ForkCall, AListIsForTheLevelsBelow) {
  omp_set_max_active_levels(2);
  const std::int32_t list[] = {2, 3};
  __kmpc_push_num_threads_list(nullptr, 0, 2, list);
  __kmpc_fork_call(nullptr, 0, meet_inner);
  EXPECT_EQ(inner_of_three, 2);
  EXPECT_EQ(wrong, 0);
  omp_set_max_active_levels(1);
}

TEST(ForkCall, IfClauseEvaluated) {
  expected_count = 1;
  calls = 0;
  __kmpc_fork_call_if(nullptr, 1, check_arguments, 0, value(0));
  EXPECT_EQ(calls.exchange(0), 1);
  __kmpc_push_num_threads(nullptr, 0, 3);
  __kmpc_fork_call_if(nullptr, 1, check_arguments, 1, value(0));
  EXPECT_EQ(calls.exchange(0), 3);
  EXPECT_EQ(wrong, 0);
}

std::atomic<int> section_runs[5];
void run_sections(std::int32_t*, std::int32_t*, ...) {
  __kmpc_sections_init(nullptr, 0);
  for (;;) {
    const std::int32_t section = __kmpc_next_section(nullptr, 0, 5);
    if (section == 5) break;
    ++section_runs[section];
  }
  __kmpc_end_sections(nullptr, 0);
}

TEST(ForkCall, EachSectionOnce) {
  for (int threads : {1, 3}) {
    __kmpc_push_num_threads(nullptr, 0, threads);
    __kmpc_fork_call(nullptr, 0, run_sections);
    for (auto& runs : section_runs) EXPECT_EQ(runs.exchange(0), 1);
  }
}

}  // namespace
