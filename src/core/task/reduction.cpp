#include "core/task/reduction.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "core/model/task.hpp"
#include "core/model/team.hpp"
#include "core/model/worker.hpp"
#include "core/model/worksharing.hpp"

namespace tidemill::core {

namespace {

std::byte* allocate(std::size_t bytes, std::size_t alignment) {
  auto* memory = static_cast<std::byte*>(
      ::operator new (std::max<std::size_t>(bytes, 1), std::align_val_t{alignment}));
  std::memset(memory, 0, bytes);
  return memory;
}

}  // namespace

ReductionArea::ReductionArea(const ReductionRequest& request, int threads, int users)
    : items_(request.items.begin(), request.items.end()),
      stride_(request.stride),
      threads_(threads),
      alignment_(std::max<std::size_t>(request.alignment, platform::kCacheLine)),
      memory_(allocate(request.stride * static_cast<std::size_t>(threads), alignment_)),
      initialised_(items_.size() * static_cast<std::size_t>(threads), 0),
      users_(users) {
  for (const ReductionItem& item : items_) addresses_.push_back(item.original);
}

ReductionArea::~ReductionArea() { ::operator delete (memory_, std::align_val_t{alignment_}); }

ReductionArea* ReductionArea::share_of(ReductionArea* shared, std::vector<void*> addresses) {
  auto* share = new ReductionArea({}, 0, 1);
  share->shared_ = shared;
  share->addresses_ = std::move(addresses);
  return share;
}

void ReductionArea::destroy(ReductionArea* areas) noexcept {
  while (areas != nullptr) {
    ReductionArea* following = areas->next;
    areas->finish_copies();
    delete areas;
    areas = following;
  }
}

template <class End>
void ReductionArea::let_go(ReductionArea* areas, End end) {
  while (areas != nullptr) {
    ReductionArea* const area = std::exchange(areas, areas->next);  // another holder may free it
    ReductionArea* const held = area->shared_ != nullptr ? area->shared_ : area;
    const bool is_share = held != area;
    if (held->drop_user()) {
      end(*held, area->addresses_);
      delete held;
    }
    if (is_share) delete area;
  }
}

void ReductionArea::discard(ReductionArea* areas) noexcept {
  let_go(areas, [](ReductionArea& held, const auto&) { held.finish_copies(); });
}

void ReductionArea::release(ReductionArea* areas) {
  let_go(areas, [](ReductionArea& held, const auto& into) { held.combine_into(into); });
}

ReductionArea::Found ReductionArea::find(void* address, int number) {
  if (shared_ != nullptr) {
    for (std::size_t i = 0; i < addresses_.size(); ++i)
      if (addresses_[i] == address) return shared_->find(shared_->items_[i].original, number);
    // Inside a copy; the team's items are named by one member's addresses, which others don't mean.
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    const auto begin = reinterpret_cast<std::uintptr_t>(shared_->memory_);
    return at >= begin && at < begin + shared_->bytes() ? shared_->find(address, number) : Found{};
  }
  const auto piece = [&](std::size_t offset) {
    return memory_ + static_cast<std::size_t>(number) * stride_ + offset;
  };
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (items_[i].original != address) continue;
    initialise(i, number);
    return {piece(items_[i].offset), address};
  }
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const auto begin = reinterpret_cast<std::uintptr_t>(memory_);
  if (at < begin || at >= begin + bytes()) return {};
  const std::size_t offset = (at - begin) % stride_;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    const ReductionItem& item = items_[i];
    if (offset != item.offset && (offset < item.offset || offset >= item.offset + item.bytes))
      continue;
    initialise(i, number);
    return {piece(offset), item.original};
  }
  return {piece(offset), nullptr};
}

void ReductionArea::initialise(std::size_t item, int number) {
  const ReductionItem& it = items_[item];
  unsigned char& done = initialised_[static_cast<std::size_t>(number) * items_.size() + item];
  if (done != 0) return;
  done = 1;
  if (it.initialise != nullptr)
    it.initialise(memory_ + static_cast<std::size_t>(number) * stride_ + it.offset,
                  it.initial_from);
}

template <class Each>
void ReductionArea::for_copies(Each each) {
  for (std::size_t i = 0; i < items_.size(); ++i)
    for (int n = 0; n < threads_; ++n)
      if (initialised_[static_cast<std::size_t>(n) * items_.size() + i] != 0)
        each(i, memory_ + static_cast<std::size_t>(n) * stride_ + items_[i].offset);
}

void ReductionArea::combine_into(std::span<void* const> originals) {
  for_copies([&](std::size_t i, std::byte* copy) {
    const ReductionItem& item = items_[i];
    if (item.combine != nullptr) item.combine(originals[i], copy);
    if (item.finish != nullptr) item.finish(copy);
  });
}

void ReductionArea::finish_copies() noexcept {
  for_copies([&](std::size_t i, std::byte* copy) {
    if (items_[i].finish != nullptr) items_[i].finish(copy);
  });
}

void attach_reductions(ReductionArea* areas) noexcept {
  current_worker().task->group->reductions = areas;
}

ReductionArea::Found find_reduction(void* address, TaskGroup* group) {
  Worker& w = current_worker();
  w.task->untied = false;  // its own, while it runs: from here on it resumes on this thread
  for (TaskGroup* g = group != nullptr ? group : w.task->group; g != nullptr; g = g->outer)
    for (ReductionArea* area = g->reductions; area != nullptr; area = area->next)
      if (const auto found = area->find(address, w.member->number); found.copy != nullptr)
        return found;
  return {};
}

ReductionArea* share_reductions(Member& self, std::span<const ReductionRequest> requests) {
  const Entered entered = enter_construct(self);
  ConstructDescriptor& d = *entered.descriptor;
  if (entered.first) {
    const int users = is_lone(self, d) ? 1 : self.team->size;
    ReductionArea** link = &d.reductions;
    for (const ReductionRequest& request : requests) {
      *link = new ReductionArea(request, self.team->size, users);
      link = &(*link)->next;
    }
    open_construct(d);
  }
  ReductionArea* areas = d.reductions;
  leave_construct(self, d);
  return areas;
}

}  // namespace tidemill::core
