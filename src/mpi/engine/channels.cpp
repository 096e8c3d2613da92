#include "engine/channels.hpp"

#include <algorithm>
#include <utility>

#include "engine/inside_mpi.hpp"
#include "engine/neighbours.hpp"

namespace tidemill::mpi {

namespace {

/// Kept at exit, as the engine is: a thread may still call MPI then.
union Undestroyed {
  Undestroyed() : channels() {}
  ~Undestroyed() {}
  Channels channels;
} undestroyed;

/// The finaliser of MurmurHash3: every bit of the result depends on every bit of `x`.
constexpr std::uint64_t mix(std::uint64_t x) noexcept {
  x = (x ^ x >> 33) * 0xff51afd7ed558ccd;
  x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53;
  return x ^ x >> 33;
}

std::uint64_t channel_of(std::uint64_t comm, int from, int to, int tag) noexcept {
  const auto word = [](int number) { return static_cast<std::uint64_t>(number); };
  const std::uint64_t channel = mix(comm ^ mix(word(from) << 32 | word(to)) ^ mix(~word(tag)));
  return channel != 0 ? channel : 1;
}

/// No message has it: tags aren't negative.
constexpr int tag_of(Flow flow) noexcept { return -1 - static_cast<int>(flow); }

/// In MPI_COMM_WORLD; MPI_UNDEFINED: of another one.
std::vector<int> ranks_in_world(MPI_Group group) {
  int size = 0;
  PMPI_Group_size(group, &size);
  std::vector<int> own(static_cast<std::size_t>(size)), ranks(own.size());
  for (std::size_t i = 0; i < own.size(); ++i) own[i] = static_cast<int>(i);
  MPI_Group world = MPI_GROUP_NULL;
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  PMPI_Group_translate_ranks(group, size, own.data(), world, ranks.data());
  PMPI_Group_free(&world);
  return ranks;
}

std::uint64_t number_of(const std::vector<int>& ranks) noexcept {
  std::uint64_t number = 0;
  for (const int rank : ranks) number += mix(static_cast<std::uint64_t>(rank) + 1);
  return number;
}

}  // namespace

Channels& channels = undestroyed.channels;

void Channels::begin(int rank) {
  rank_ = rank;
  active_.store(true, std::memory_order_relaxed);
}

/// A session's tasks may go on, and have what find_names() gave them: it stays.
void Channels::end() { active_.store(false, std::memory_order_relaxed); }

// ---- Communicators ----------------------------------------------------------------------------

/// In MPI_COMM_WORLD; MPI_UNDEFINED: it has no such rank, or of another world. Wildcards, MPI_ROOT
/// and MPI_PROC_NULL are negative.
int Channels::Names::rank(int own) const noexcept {
  if (own < 0 || static_cast<std::size_t>(own) >= ranks.size()) return MPI_UNDEFINED;
  return ranks[static_cast<std::size_t>(own)];
}

std::vector<int> Channels::Names::in_world(const std::vector<int>& own) const {
  std::vector<int> found;
  if (own.size() > kMostRanks) return found;
  for (const int one : own) found.push_back(rank(one));
  return found;
}

/// Inside MPI.
Channels::Names Channels::names_of(MPI_Comm comm) {
  Names names;
  MPI_Group group = MPI_GROUP_NULL;
  PMPI_Comm_group(comm, &group);
  names.ranks = ranks_in_world(group);
  names.number = number_of(names.ranks);
  PMPI_Group_free(&group);
  int inter = 0;
  PMPI_Comm_test_inter(comm, &inter);
  if (!inter) {
    find_neighbours(comm, names.sources, names.destinations);
    return names;
  }
  PMPI_Comm_remote_group(comm, &group);
  names.ranks = ranks_in_world(group);
  names.number = mix(names.number + number_of(names.ranks));  // not as that of all of them
  PMPI_Group_free(&group);
  return names;
}

/// nullptr: there are too many.
const Channels::Names* Channels::keep_names(MPI_Comm comm, bool made) {
  Names names;
  // Not under the lock: who is inside MPI may be called back, and come here.
  inside_mpi([&] {
    if (active()) names = names_of(comm);  // end() may have come before: there is no world to ask
  });
  const std::lock_guard lock(lock_);
  if (made) names.number = mix(names.number + ++made_[names.number]);
  if (names_.size() >= kMostNames) return nullptr;
  if (made) names_lost_.fetch_add(1, std::memory_order_relaxed);
  // Another thread may be reading what is there of a communicator that isn't new.
  return made ? &names_.insert_or_assign(comm, std::move(names)).first->second
              : &names_.try_emplace(comm, std::move(names)).first->second;
}

// noinline: it reads a thread's own variable, and a task may go on on another thread.
[[gnu::noinline]] const Channels::Names* Channels::find_names(MPI_Comm comm) {
  // Mostly it is the communicator of the thread's last call.
  thread_local struct {
    MPI_Comm comm = MPI_COMM_NULL;
    const Names* names = nullptr;
    std::uint32_t lost = 0;
  } last;
  if (!active() || comm == MPI_COMM_NULL) return nullptr;
  const std::uint32_t lost = names_lost_.load(std::memory_order_relaxed);
  if (comm == last.comm && lost == last.lost) return last.names;
  {
    const std::lock_guard lock(lock_);
    if (const auto at = names_.find(comm); at != names_.end()) {
      last = {comm, &at->second, lost};
      return last.names;
    }
    if (names_.size() >= kMostNames) return nullptr;
  }
  return keep_names(comm, false);
}

void Channels::note_made(MPI_Comm comm) {
  if (active() && comm != MPI_COMM_NULL) keep_names(comm, true);
}

void Channels::forget_comm(MPI_Comm comm) {
  if (!active()) return;
  const std::lock_guard lock(lock_);
  names_.erase(comm);
  names_lost_.fetch_add(1, std::memory_order_relaxed);
}

// ---- Calls ------------------------------------------------------------------------------------

std::uint64_t Channels::to(int dest, int tag, MPI_Comm comm) {
  const Names* const names = find_names(comm);
  const int to = names != nullptr ? names->rank(dest) : MPI_UNDEFINED;
  return to != MPI_UNDEFINED ? channel_of(names->number, rank_, to, tag) : 0;
}

Traffic::Source Channels::from(int source, int tag, MPI_Comm comm) {
  const Names* const names = find_names(comm);
  const int from = names != nullptr && tag >= 0 ? names->rank(source) : MPI_UNDEFINED;
  if (from == MPI_UNDEFINED) return {0, from};
  return {channel_of(names->number, from, rank_, tag), from};
}

Traffic Channels::of_send(int dest, int tag, MPI_Comm comm) {
  Traffic traffic{.sends = true, .nobody = dest == MPI_PROC_NULL};
  if (const std::uint64_t channel = to(dest, tag, comm)) traffic.to = {channel};
  return traffic;
}

Traffic Channels::of_partitioned_send(int dest, int tag, MPI_Comm comm) {
  Traffic traffic = of_send(dest, tag, comm);
  traffic.in_parts = true;
  return traffic;
}

Traffic Channels::of_receive(int source, int tag, MPI_Comm comm) {
  Traffic traffic{.nobody = source == MPI_PROC_NULL};
  const Traffic::Source one = from(source, tag, comm);
  if (one.channel != 0) traffic.from = {one};
  return traffic;
}

/// The ranks to which this one's data go, or from which it gets data; perhaps itself among them.
std::vector<int> Channels::peers(const Names& names, Flow flow, int root, bool to) const {
  if (flow == Flow::neighbours) return names.in_world(to ? names.destinations : names.sources);
  if (names.ranks.size() > kMostRanks) return {};
  if (flow == Flow::all) return names.ranks;
  if (flow == Flow::upwards) {
    const auto self = std::ranges::find(names.ranks, rank_);
    return to ? std::vector(self, names.ranks.end()) : std::vector(names.ranks.begin(), self);
  }
  const bool is_root = root == MPI_ROOT || names.rank(root) == rank_;
  const bool roots_side = to == (flow == Flow::from_root);
  if (is_root != roots_side) return {};
  return is_root ? names.ranks : std::vector{names.rank(root)};
}

Traffic Channels::of_collective(Flow flow, int root, MPI_Comm comm) {
  Traffic traffic{.sends = true};
  const Names* const names = find_names(comm);
  if (names == nullptr) return traffic;
  const auto is_other = [&](int peer) { return peer != rank_ && peer != MPI_UNDEFINED; };
  for (const int peer : peers(*names, flow, root, true))
    if (is_other(peer)) traffic.to.push_back(channel_of(names->number, rank_, peer, tag_of(flow)));
  for (const int peer : peers(*names, flow, root, false))
    if (is_other(peer))
      traffic.from.push_back({channel_of(names->number, peer, rank_, tag_of(flow)), peer});
  return traffic;
}

void note(const Traffic& traffic) {
  if (traffic.nobody) return;
  const bool named = names_channels();
  if (!traffic.sends) tidemill_current_task_receives();
  if (traffic.sends && (traffic.to.empty() || !named)) tidemill_current_task_sends();
  if (!named) return;
  for (const std::uint64_t channel : traffic.to) tidemill_current_task_sends_on(channel);
  for (const Traffic::Source& source : traffic.from)
    tidemill_current_task_receives_on(source.channel, source.peer);
}

// ---- Persistent requests ----------------------------------------------------------------------

void Channels::keep(MPI_Request request, Traffic traffic) {
  const std::lock_guard lock(requests_lock_);
  requests_.insert_or_assign(request, std::move(traffic));
  any_requests_.store(true, std::memory_order_relaxed);
}

void Channels::forget_request(const MPI_Request* request) {
  if (request == nullptr) return;
  const std::lock_guard lock(requests_lock_);
  requests_.erase(*request);
}

/// nullptr: it isn't persistent, or made in Fortran.
const Traffic* Channels::find_request(MPI_Request request) {
  if (!any_requests_.load(std::memory_order_relaxed)) return nullptr;
  const std::lock_guard lock(requests_lock_);
  const auto at = requests_.find(request);
  return at != requests_.end() ? &at->second : nullptr;
}

void Channels::note_start(int count, const MPI_Request requests[]) {
  for (int i = 0; requests != nullptr && i < count; ++i) {
    const Traffic* const traffic = find_request(requests[i]);
    if (traffic == nullptr) tidemill_current_task_sends();  // it may
    if (traffic != nullptr && !traffic->in_parts) note(*traffic);
  }
}

void Channels::note_ready(MPI_Request request) {
  const Traffic* const traffic = find_request(request);
  traffic != nullptr ? note(*traffic) : tidemill_current_task_sends();
}

void Channels::note_wait_slow(int count, const MPI_Request requests[]) {
  for (int i = 0; requests != nullptr && i < count; ++i)
    if (const Traffic* const traffic = find_request(requests[i]))
      note({.nobody = traffic->nobody, .from = traffic->from});
}

}  // namespace tidemill::mpi
