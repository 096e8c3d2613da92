// Layout of a block: [raw memory ... | Header | the program's bytes]. The header lies right below
// the address handed out, so it is found from there whatever the alignment.
#include "abi/memory/allocator.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <new>

#include "abi/memory/memory_space.hpp"
#include "core/model/worker.hpp"
#include "core/topo/topology.hpp"
#include "platform/first_use.hpp"
#include "platform/report.hpp"

namespace tidemill::memory {

namespace {

namespace value = trait_value;

enum class Fallback : std::uintptr_t {
  default_memory = value::default_mem_fb,
  null = value::null_fb,
  abort = value::abort_fb,
  allocator = value::allocator_fb
};

struct Allocator {
  MemorySpace space = MemorySpace::default_;
  const std::vector<int>* nodes = nullptr;  // of a space that is a part of another
  Fallback fallback = Fallback::default_memory;
  Partition partition = Partition::environment;
  bool pinned = false;
  std::size_t alignment = 1;
  std::size_t pool_bytes = SIZE_MAX;
  AllocatorHandle fallback_allocator = kNullAllocator;
  // relaxed: a sum, hands nothing over.
  std::atomic<std::size_t> used_bytes{0};
  // Blocks plus one for the handle; who brings it to 0 frees the allocator. acq_rel, with itself:
  // the last one sees the others done.
  std::atomic<std::size_t> references{1};
};

/// What the standard calls the predefined allocators (table 6.3). Never destroyed.
struct Predefined {
  Allocator all[kThreadMemAlloc + 1];

  Predefined() noexcept {
    all[kDefaultMemAlloc].fallback = Fallback::null;
    all[kLargeCapMemAlloc].space = MemorySpace::large_cap;
    all[kConstMemAlloc].space = MemorySpace::const_;
    all[kHighBwMemAlloc].space = MemorySpace::high_bw;
    all[kLowLatMemAlloc].space = MemorySpace::low_lat;
  }
};

Allocator& predefined(AllocatorHandle handle) noexcept {
  static constinit platform::FirstUse<Predefined> known;
  Predefined& made = known.get([] { return Predefined(); });
  return made.all[handle <= kThreadMemAlloc ? handle : kDefaultMemAlloc];
}

bool is_predefined(AllocatorHandle handle) noexcept {
  return handle <= kThreadMemAlloc ||
         (handle >= kFirstTargetMemAlloc && handle <= kLastTargetMemAlloc);
}

Allocator& resolve(AllocatorHandle handle) noexcept {
  if (handle == kNullAllocator) handle = default_allocator();
  return is_predefined(handle) ? predefined(handle) : *reinterpret_cast<Allocator*>(handle);
}

void drop_reference(Allocator& allocator) noexcept {
  if (allocator.references.fetch_sub(1, std::memory_order_acq_rel) == 1) delete &allocator;
}

/// Below every block.
struct alignas(std::max_align_t) Header {
  RawMemory raw;
  std::size_t bytes;      // the program's
  std::size_t alignment;  // it was given, for a move
  Allocator* allocator;
};

Header& header_of(void* block) noexcept { return static_cast<Header*>(block)[-1]; }

bool reserve_pool(Allocator& a, std::size_t bytes) noexcept {
  if (a.pool_bytes == SIZE_MAX) return true;
  std::size_t used = a.used_bytes.load(std::memory_order_relaxed);
  do {
    if (bytes > a.pool_bytes || used > a.pool_bytes - bytes) return false;
  } while (!a.used_bytes.compare_exchange_weak(used, used + bytes, std::memory_order_relaxed));
  return true;
}

void return_pool(Allocator& a, std::size_t bytes) noexcept {
  if (a.pool_bytes != SIZE_MAX) a.used_bytes.fetch_sub(bytes, std::memory_order_relaxed);
}

enum class Content : bool { any, zeroed };

/// From this very allocator, in room reserved already, or nullptr.
void* make_block(Allocator& a, std::size_t bytes, std::size_t alignment, Content content) noexcept {
  alignment = std::max({alignment, a.alignment, alignof(Header)});
  if (bytes > SIZE_MAX - sizeof(Header) - alignment) return nullptr;
  // Room for the header, rounded so that what follows it is aligned as the memory's start is.
  const std::size_t before = (sizeof(Header) + alignment - 1) / alignment * alignment;
  const RawMemory raw = bytes > SIZE_MAX - before
                            ? RawMemory{}
                            : obtain_raw({before + bytes, alignment, a.space, a.nodes, a.partition,
                                          a.pinned, content == Content::zeroed});
  if (raw.base == nullptr) return nullptr;
  const auto start = reinterpret_cast<std::uintptr_t>(raw.base);
  void* block = reinterpret_cast<void*>((start + alignment - 1) / alignment * alignment + before);
  // relaxed: the caller holds one, so it can't come to 0 meanwhile.
  a.references.fetch_add(1, std::memory_order_relaxed);
  new (&header_of(block)) Header{raw, bytes, alignment, &a};
  return block;
}

/// From this very allocator, or nullptr.
void* allocate_here(Allocator& a, std::size_t bytes, std::size_t alignment,
                    Content content) noexcept {
  if (!reserve_pool(a, bytes)) return nullptr;
  void* block = make_block(a, bytes, alignment, content);
  if (block == nullptr) return_pool(a, bytes);
  return block;
}

void* allocate_from(Allocator& first, std::size_t bytes, std::size_t alignment,
                    Content content) noexcept {
  Allocator* a = &first;
  // A chain of fallbacks may be a circle: the standard forbids it, a program may err.
  for (int hops = 0; hops < 64; ++hops) {
    if (void* block = allocate_here(*a, bytes, alignment, content)) return block;
    switch (a->fallback) {
      case Fallback::null:
        return nullptr;
      case Fallback::abort:
        platform::fatal(0,
                        "an allocator with the trait fallback=abort_fb has no %zu bytes left: "
                        "raise its pool_size, ask for less, or give it another fallback",
                        bytes);
      case Fallback::default_memory:
        alignment = std::max(alignment, a->alignment);
        a = &predefined(kDefaultMemAlloc);
        break;
      case Fallback::allocator:
        a = &resolve(a->fallback_allocator);
        break;
    }
  }
  return nullptr;
}

/// Frees a block whose room in the pool is somebody else's now.
void abandon(void* block) noexcept {
  const Header header = header_of(block);
  give_back_raw(header.raw);
  drop_reference(*header.allocator);
}

/// Within its allocator, of whose pool it takes what it grows by, or nullptr.
void* resize(void* block, std::size_t bytes) noexcept {
  const Header& old = header_of(block);
  const std::size_t old_bytes = old.bytes;
  Allocator& a = *old.allocator;
  const std::size_t more = bytes > old_bytes ? bytes - old_bytes : 0;
  if (!reserve_pool(a, more)) return nullptr;
  void* moved = make_block(a, bytes, old.alignment, Content::any);
  if (moved == nullptr) {
    return_pool(a, more);
    return nullptr;
  }
  std::memcpy(moved, block, std::min(bytes, old_bytes));
  if (bytes < old_bytes) return_pool(a, old_bytes - bytes);
  abandon(block);  // `moved` keeps the allocator
  return moved;
}

bool power_of_two_or_none(std::size_t alignment) noexcept {
  return alignment == 0 || std::has_single_bit(alignment);
}

bool one_of(std::uintptr_t v, std::initializer_list<std::uintptr_t> values) noexcept {
  return std::find(values.begin(), values.end(), v) != values.end();
}

/// Table 6.2. False for a key or value that isn't in it.
bool apply(Allocator& a, const AllocatorTrait& trait) noexcept {
  const std::uintptr_t v = trait.value;
  switch (static_cast<TraitKey>(trait.key)) {
    case TraitKey::sync_hint:  // every allocation is thread-safe and short: the hint is met
      return one_of(v, {value::default_, value::contended, value::uncontended, value::serialized,
                        value::private_});
    case TraitKey::access:  // host memory is there for all
      return one_of(v, {value::default_, value::all, value::cgroup, value::pteam, value::thread});
    case TraitKey::alignment:
      if (v == value::default_) return true;
      a.alignment = v;
      return std::has_single_bit(v);
    case TraitKey::pool_size:
      if (v != value::default_) a.pool_bytes = v;
      return v != 0;
    case TraitKey::fallback:
      a.fallback = v == value::default_ ? Fallback::default_memory : static_cast<Fallback>(v);
      return one_of(v, {value::default_, value::default_mem_fb, value::null_fb, value::abort_fb,
                        value::allocator_fb});
    case TraitKey::fb_data:
      a.fallback_allocator = v == value::default_ ? kDefaultMemAlloc : v;
      return true;
    case TraitKey::pinned:
      a.pinned = v == value::true_;
      return one_of(v, {value::default_, value::false_, value::true_});
    case TraitKey::partition:
      a.partition = v == value::default_ ? Partition::environment : static_cast<Partition>(v);
      return one_of(v, {value::default_, value::environment, value::nearest, value::blocked,
                        value::interleaved});
  }
  return false;
}

}  // namespace

AllocatorHandle default_allocator() noexcept {
  return core::current_worker().task->icvs->default_allocator;
}

void set_default_allocator(AllocatorHandle allocator) noexcept {
  if (allocator == kNullAllocator) allocator = kDefaultMemAlloc;
  core::Icvs& icvs = core::writable_icvs(core::current_worker().task);
  icvs.mark(core::Setting::allocator).default_allocator = allocator;
}

AllocatorHandle make_allocator(std::uintptr_t space,
                               std::span<const AllocatorTrait> traits) noexcept {
  const auto known = find_space(space);
  if (!known) return kNullAllocator;
  auto* a = new (std::nothrow) Allocator;
  if (a == nullptr) return kNullAllocator;
  a->space = known->kind;
  a->nodes = known->nodes;
  for (const AllocatorTrait& trait : traits) {
    if (apply(*a, trait)) continue;
    delete a;
    return kNullAllocator;
  }
  // It could never give anything.
  const bool in_vain = a->space == MemorySpace::high_bw && core::high_bandwidth_nodes().empty() &&
                       (a->fallback == Fallback::null || a->fallback == Fallback::abort);
  if (in_vain || (a->fallback == Fallback::allocator && a->fallback_allocator == kNullAllocator)) {
    delete a;
    return kNullAllocator;
  }
  return reinterpret_cast<AllocatorHandle>(a);
}

void destroy_allocator(AllocatorHandle allocator) noexcept {
  if (!is_predefined(allocator)) drop_reference(*reinterpret_cast<Allocator*>(allocator));
}

void* allocate(std::size_t bytes, std::size_t alignment, AllocatorHandle allocator) noexcept {
  if (bytes == 0 || !power_of_two_or_none(alignment)) return nullptr;
  return allocate_from(resolve(allocator), bytes, alignment, Content::any);
}

void* allocate_zeroed(std::size_t count, std::size_t bytes, std::size_t alignment,
                      AllocatorHandle allocator) noexcept {
  std::size_t all = 0;
  if (__builtin_mul_overflow(count, bytes, &all) || all == 0 || !power_of_two_or_none(alignment))
    return nullptr;
  return allocate_from(resolve(allocator), all, alignment, Content::zeroed);
}

void* reallocate(void* block, std::size_t bytes, AllocatorHandle allocator) noexcept {
  if (block == nullptr) return allocate(bytes, 0, allocator);
  if (bytes == 0) {
    deallocate(block);
    return nullptr;
  }
  const Header& old = header_of(block);
  Allocator& target = allocator != kNullAllocator ? resolve(allocator) : *old.allocator;
  if (&target == old.allocator)
    if (void* resized = resize(block, bytes)) return resized;
  void* moved = allocate_from(target, bytes, old.alignment, Content::any);
  if (moved == nullptr) return nullptr;  // the old block stays, as with realloc()
  std::memcpy(moved, block, std::min(bytes, old.bytes));
  deallocate(block);
  return moved;
}

void deallocate(void* block) noexcept {
  if (block == nullptr) return;
  const Header& header = header_of(block);
  return_pool(*header.allocator, header.bytes);
  abandon(block);
}

}  // namespace tidemill::memory
