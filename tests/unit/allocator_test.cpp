// Memory allocators: every trait of OpenMP 5.2, table 6.2, with good and with wrong values.
#include "abi/memory/allocator.hpp"

#include <gtest/gtest.h>
#include <omp.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <vector>

#include "core/topo/topology.hpp"

namespace tidemill::memory {
namespace {

AllocatorTrait trait(TraitKey key, std::uintptr_t value) { return {static_cast<int>(key), value}; }

class Made {
 public:
  explicit Made(std::initializer_list<AllocatorTrait> traits,
                MemorySpace space = MemorySpace::default_)
      : handle_(
            make_allocator(static_cast<std::uintptr_t>(space), {traits.begin(), traits.size()})) {}
  ~Made() { destroy_allocator(handle_); }
  Made(const Made&) = delete;
  Made& operator=(const Made&) = delete;
  AllocatorHandle handle() const { return handle_; }

 private:
  AllocatorHandle handle_;
};

bool aligned(const void* p, std::uintptr_t to) {
  return reinterpret_cast<std::uintptr_t>(p) % to == 0;
}

AllocatorHandle make_one(TraitKey key, std::uintptr_t value) {
  const AllocatorTrait one = trait(key, value);
  return make_allocator(0, {&one, 1});
}

TEST(Allocator, PredefinedOnesServe) {
  for (AllocatorHandle a = kNullAllocator; a <= kThreadMemAlloc; ++a) {
    auto* block = static_cast<char*>(allocate(1000, 0, a));
    ASSERT_NE(block, nullptr) << a;
    EXPECT_TRUE(aligned(block, alignof(std::max_align_t)));
    std::memset(block, 1, 1000);
    deallocate(block);
  }
  for (AllocatorHandle a = kFirstTargetMemAlloc; a <= kLastTargetMemAlloc; ++a) {
    void* block = allocate(8, 0, a);
    EXPECT_NE(block, nullptr);
    deallocate(block);
  }
  destroy_allocator(kDefaultMemAlloc);  // nothing to destroy
  destroy_allocator(kNullAllocator);
  deallocate(nullptr);
}

TEST(Allocator, RefusesWrongRequests) {
  EXPECT_EQ(allocate(0, 0, kDefaultMemAlloc), nullptr);
  EXPECT_EQ(allocate(8, 3, kDefaultMemAlloc), nullptr);
  EXPECT_EQ(allocate(SIZE_MAX - 8, 0, kDefaultMemAlloc), nullptr);
  EXPECT_EQ(allocate(SIZE_MAX / 2, 64, kLargeCapMemAlloc), nullptr);
  EXPECT_EQ(allocate_zeroed(SIZE_MAX, 2, 0, kDefaultMemAlloc), nullptr);
  EXPECT_EQ(allocate_zeroed(0, 8, 0, kDefaultMemAlloc), nullptr);
}

TEST(Allocator, RefusesWrongTraits) {
  for (const int key : {-1, 0, 9, 1000}) {
    const AllocatorTrait wrong{key, 1};
    EXPECT_EQ(make_allocator(0, {&wrong, 1}), kNullAllocator) << key;
  }
  EXPECT_EQ(make_allocator(5, {}), kNullAllocator);
  EXPECT_EQ(make_allocator(~std::uintptr_t{0}, {}), kNullAllocator);
  EXPECT_EQ(make_one(TraitKey::alignment, 24), kNullAllocator);
  EXPECT_EQ(make_one(TraitKey::alignment, 0), kNullAllocator);
  EXPECT_EQ(make_one(TraitKey::pool_size, 0), kNullAllocator);
  EXPECT_EQ(make_one(TraitKey::access, trait_value::blocked), kNullAllocator);
  EXPECT_EQ(make_one(TraitKey::sync_hint, trait_value::all), kNullAllocator);
  EXPECT_EQ(make_one(TraitKey::fallback, trait_value::all), kNullAllocator);
  EXPECT_EQ(make_one(TraitKey::fallback, trait_value::allocator_fb), kNullAllocator);  // no fb_data
  EXPECT_EQ(make_one(TraitKey::pinned, 2), kNullAllocator);
  EXPECT_EQ(make_one(TraitKey::partition, trait_value::thread), kNullAllocator);
}

TEST(Allocator, EveryTraitTakesDefault) {
  for (int key = 1; key <= 8; ++key) {
    const AllocatorTrait plain{key, trait_value::default_};
    const AllocatorHandle a = make_allocator(0, {&plain, 1});
    ASSERT_NE(a, kNullAllocator) << key;
    void* block = allocate(100, 0, a);
    EXPECT_NE(block, nullptr) << key;
    deallocate(block);
    destroy_allocator(a);
  }
}

TEST(Allocator, Alignment) {
  for (std::size_t wanted = 1; wanted <= (1u << 21); wanted *= 2) {
    const Made a({trait(TraitKey::alignment, wanted)});
    void* by_trait = allocate(24, 0, a.handle());
    void* by_call = allocate(24, wanted, kDefaultMemAlloc);
    void* zeroed = allocate_zeroed(3, 8, wanted, a.handle());
    for (void* block : {by_trait, by_call, zeroed}) {
      ASSERT_NE(block, nullptr) << wanted;
      EXPECT_TRUE(aligned(block, wanted)) << wanted;
    }
    EXPECT_EQ(*static_cast<long*>(zeroed), 0);
    for (void* block : {by_trait, by_call, zeroed}) deallocate(block);
  }
}

TEST(Allocator, HintsAreAccepted) {
  for (const auto v :
       {trait_value::all, trait_value::cgroup, trait_value::pteam, trait_value::thread}) {
    const Made a({trait(TraitKey::access, v)});
    EXPECT_NE(a.handle(), kNullAllocator);
  }
  for (const auto v : {trait_value::contended, trait_value::uncontended, trait_value::serialized,
                       trait_value::private_}) {
    const Made a({trait(TraitKey::sync_hint, v)});
    EXPECT_NE(a.handle(), kNullAllocator);
  }
}

TEST(Allocator, PoolIsBoundedAndGivenBack) {
  const Made a({trait(TraitKey::pool_size, 1000), trait(TraitKey::fallback, trait_value::null_fb)});
  void* first = allocate(600, 0, a.handle());
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(allocate(401, 0, a.handle()), nullptr);
  EXPECT_EQ(allocate(SIZE_MAX - 600, 0, a.handle()), nullptr);
  void* second = allocate(400, 0, a.handle());
  EXPECT_NE(second, nullptr);
  deallocate(first);
  void* third = allocate(600, 0, a.handle());
  EXPECT_NE(third, nullptr);
  deallocate(second);
  deallocate(third);
}

TEST(Allocator, FallbackToDefaultMemoryKeepsTheAlignment) {
  const Made a({trait(TraitKey::pool_size, 16), trait(TraitKey::alignment, 4096)});
  void* block = allocate(100, 0, a.handle());
  ASSERT_NE(block, nullptr);
  EXPECT_TRUE(aligned(block, 4096));
  deallocate(block);
}

TEST(Allocator, FallbackToAnotherAllocator) {
  const Made last({trait(TraitKey::pool_size, 500), trait(TraitKey::alignment, 512),
                   trait(TraitKey::fallback, trait_value::null_fb)});
  const Made first({trait(TraitKey::pool_size, 16),
                    trait(TraitKey::fallback, trait_value::allocator_fb),
                    trait(TraitKey::fb_data, last.handle())});
  void* block = allocate(300, 0, first.handle());
  ASSERT_NE(block, nullptr);
  EXPECT_TRUE(aligned(block, 512));
  EXPECT_EQ(allocate(300, 0, first.handle()), nullptr);  // neither has it
  deallocate(block);
}

TEST(AllocatorDeathTest, FallbackThatAborts) {
  const Made a({trait(TraitKey::pool_size, 16), trait(TraitKey::fallback, trait_value::abort_fb)});
  EXPECT_DEATH(allocate(17, 0, a.handle()), "abort_fb.*17 bytes");
}

TEST(Allocator, HighBandwidthFallsBackWhereThereIsNone) {
  void* ordinary = allocate(64, 0, kHighBwMemAlloc);  // its fallback is default_mem_fb
  EXPECT_NE(ordinary, nullptr);
  deallocate(ordinary);
  const Made strict({trait(TraitKey::fallback, trait_value::null_fb)}, MemorySpace::high_bw);
  EXPECT_EQ(strict.handle() == kNullAllocator, core::high_bandwidth_nodes().empty());
}

TEST(Allocator, Pinned) {
  const Made a({trait(TraitKey::pinned, trait_value::true_), trait(TraitKey::alignment, 16384),
                trait(TraitKey::fallback, trait_value::null_fb)});
  auto* block = static_cast<char*>(allocate(10'000, 0, a.handle()));
  ASSERT_NE(block, nullptr) << "ulimit -l is below 64 KiB";
  EXPECT_TRUE(aligned(block, 16384));
  std::memset(block, 7, 10'000);
  deallocate(block);
}

// The sanitizers make mlock(2) do nothing, so it can't be refused there.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
/// In a process that may not lock memory.
[[noreturn]] void pin_without_right() {
  const rlimit none{0, 0};
  setrlimit(RLIMIT_MEMLOCK, &none);
  if (geteuid() == 0 && setuid(65534) != 0) _exit(1);  // root may lock what it likes
  const Made a({trait(TraitKey::pinned, trait_value::true_),
                trait(TraitKey::fallback, trait_value::null_fb)});
  _exit(allocate(1 << 20, 0, a.handle()) == nullptr ? 0 : 2);
}

TEST(AllocatorDeathTest, PinnedBeyondTheLimitFallsBack) {
  EXPECT_EXIT(pin_without_right(), testing::ExitedWithCode(0), "");
}
#endif

TEST(Allocator, EveryPartitionGivesMemory) {
  for (const auto v : {trait_value::environment, trait_value::nearest, trait_value::blocked,
                       trait_value::interleaved}) {
    const Made a({trait(TraitKey::partition, v)});
    auto* block = static_cast<char*>(allocate_zeroed(100'000, 1, 0, a.handle()));
    ASSERT_NE(block, nullptr);
    for (int i = 0; i < 100'000; i += 4096) EXPECT_EQ(block[i], 0);
    deallocate(block);
  }
}

TEST(Allocator, ReallocKeepsContentAndAlignment) {
  const Made a({trait(TraitKey::alignment, 256)});
  auto* block = static_cast<int*>(allocate(100 * sizeof(int), 0, a.handle()));
  for (int i = 0; i < 100; ++i) block[i] = i;
  block = static_cast<int*>(reallocate(block, 10'000 * sizeof(int), kNullAllocator));
  ASSERT_NE(block, nullptr);
  EXPECT_TRUE(aligned(block, 256));
  for (int i = 0; i < 100; ++i) EXPECT_EQ(block[i], i);
  block = static_cast<int*>(reallocate(block, 10 * sizeof(int), kLargeCapMemAlloc));
  for (int i = 0; i < 10; ++i) EXPECT_EQ(block[i], i);
  EXPECT_EQ(reallocate(block, 0, kNullAllocator), nullptr);  // freed
  void* fresh = reallocate(nullptr, 10, kNullAllocator);
  EXPECT_NE(fresh, nullptr);
  deallocate(fresh);
}

TEST(Allocator, ReallocThatFailsLeavesTheBlock) {
  const Made a({trait(TraitKey::pool_size, 100), trait(TraitKey::fallback, trait_value::null_fb)});
  auto* block = static_cast<char*>(allocate(60, 0, a.handle()));
  block[0] = 'x';
  EXPECT_EQ(reallocate(block, 200, kNullAllocator), nullptr);
  EXPECT_EQ(block[0], 'x');
  deallocate(block);
}

TEST(Allocator, ReallocTakesOfThePoolWhatItGrowsBy) {
  const Made a({trait(TraitKey::pool_size, 100), trait(TraitKey::fallback, trait_value::null_fb)});
  auto* block = static_cast<char*>(allocate(60, 0, a.handle()));
  block[59] = 'x';
  block = static_cast<char*>(reallocate(block, 100, a.handle()));
  ASSERT_NE(block, nullptr);
  EXPECT_EQ(block[59], 'x');
  EXPECT_EQ(allocate(1, 0, a.handle()), nullptr);
  block = static_cast<char*>(reallocate(block, 30, a.handle()));
  ASSERT_NE(block, nullptr);
  void* rest = allocate(70, 0, a.handle());
  EXPECT_NE(rest, nullptr);
  EXPECT_EQ(allocate(1, 0, a.handle()), nullptr);
  deallocate(rest);
  deallocate(block);
  void* all = allocate(100, 0, a.handle());  // nothing was lost on the way
  EXPECT_NE(all, nullptr);
  deallocate(all);
}

TEST(Allocator, DestroyedBeforeItsBlocks) {
  AllocatorHandle a = make_one(TraitKey::pool_size, 4096);
  auto* block = static_cast<char*>(allocate(64, 0, a));
  destroy_allocator(a);
  block[63] = 1;
  deallocate(block);  // AddressSanitizer and LeakSanitizer watch
}

TEST(Allocator, DefaultIsPerTask) {
  EXPECT_EQ(default_allocator(), kDefaultMemAlloc);
  set_default_allocator(kLargeCapMemAlloc);
  int inherited = 0;
#pragma omp parallel num_threads(4) reduction(+ : inherited)
  {
    inherited += default_allocator() == kLargeCapMemAlloc;
    if (omp_get_thread_num() == 1) set_default_allocator(kLowLatMemAlloc);
    inherited += default_allocator() == kLowLatMemAlloc;
  }
  EXPECT_EQ(inherited, 5);
  EXPECT_EQ(default_allocator(), kLargeCapMemAlloc);
  set_default_allocator(kNullAllocator);
  EXPECT_EQ(default_allocator(), kDefaultMemAlloc);
}

TEST(Allocator, PoolUnderManyThreads) {
  const Made a(
      {trait(TraitKey::pool_size, 64 * 1024), trait(TraitKey::fallback, trait_value::null_fb)});
  std::atomic<int> served{0};
#pragma omp parallel num_threads(8)
  for (int i = 0; i < 2000; ++i) {
    if (void* block = allocate(16 * 1024, 0, a.handle())) {
      served.fetch_add(1, std::memory_order_relaxed);
      static_cast<char*>(block)[16 * 1024 - 1] = 1;
      deallocate(block);
    }
  }
  EXPECT_GT(served.load(), 0);
  void* all = allocate(64 * 1024, 0, a.handle());  // everything has come back
  EXPECT_NE(all, nullptr);
  deallocate(all);
}

}  // namespace
}  // namespace tidemill::memory
