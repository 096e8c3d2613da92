// MPI's beginning and end, and the level of thread support: see layer.hpp.
#include <atomic>
#include <cstdint>
#include <mutex>
#include <new>
#include <utility>

#include "c/enabling.hpp"
#include "c/global_scope.hpp"
#include "c/load_order.hpp"
#include "c/wrapper.hpp"
#include "collectives/hidden_comm.hpp"
#include "engine/diagnostics.hpp"
#include "engine/file_components.hpp"
#include "engine/policy_exchange.hpp"
#include "engine/settings.hpp"
#include "engine/stats.hpp"
#include "engine/thread_level.hpp"
#include "engine/topology_components.hpp"
#include "engine/watch.hpp"
#include "tidemill/policy.h"
#include "tidemill/stats.h"

namespace tidemill::mpi {

namespace layer_state {
constinit std::atomic<bool> blocking{false};
}

namespace {

/// What MPI_Query_thread answers in the blocking mode. Written by begin_blocking_mode.
int told_level = MPI_THREAD_SINGLE;

/// Of Having: who is task-aware. relaxed: a thread that asks has been told by the program that MPI,
/// or the session, has begun.
constinit std::atomic<unsigned> having{0};

bool has_it(Having who) {
  return (having.load(std::memory_order_relaxed) & static_cast<unsigned>(who)) != 0;
}

/// TAMPI_PROPERTY_AUTO_INIT.
bool begins_with_mpi = true;

/// Of the attribute on MPI_COMM_SELF by which MPI_Finalize says that the program's there are gone:
/// it calls their functions first of all, the last set first (MPI-3.1, 8.7.1), and this one is set
/// before any. Written by init_thread.
int end_key = MPI_KEYVAL_INVALID;

/// Held while the non-blocking mode starts the engine: tasks may ask for it at the same time.
constinit std::mutex starting;

const char* level_name(int level) {
  switch (level) {
    case MPI_THREAD_SINGLE:
      return "MPI_THREAD_SINGLE";
    case MPI_THREAD_FUNNELED:
      return "MPI_THREAD_FUNNELED";
    case MPI_THREAD_SERIALIZED:
      return "MPI_THREAD_SERIALIZED";
    default:
      return "a lower level";
  }
}

/// The user asked for task-awareness on the command line and doesn't get it: say so, once.
void warn_not_enabled(const char* who, int level, const char* remedy) {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank != 0) return;
  warn("--task-aware has no effect: %s %s, not MPI_THREAD_MULTIPLE; %s", who, level_name(level),
       remedy);
}

/// A library that takes MPI_Recv takes the others, too.
void warn_if_bypassed() {
  const char* const taker = taken_before_us("MPI_Recv");
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (!taker || rank != 0) return;
  warn(
      "%s takes MPI_Recv before the task-aware layer: calls that it hands to MPI itself block "
      "their thread; link, or preload, the layer before it, or start the program with tidemill run",
      taker);
}

/// Once. There may be no MPI_COMM_WORLD: the launcher says which rank this is.
void warn_of_other_openmp(const char* library) {
  static std::atomic<bool> warned{false};
  // relaxed: it only elects who warns.
  if (is_another_rank() || warned.exchange(true, std::memory_order_relaxed)) return;
  warn(
      "MPI_TASK_MULTIPLE is not provided: the program's OpenMP tasks run on %s, which is loaded "
      "before libtidemill.so; name the layer before it where the program is linked (as -ltampi, "
      "pkg-config and CMake do), or start it with tidemill run --task-aware",
      library);
}

/// The world's thread level; MPI_THREAD_SINGLE where there is none.
int world_level() {
  int level = MPI_THREAD_SINGLE;
  if (world_is_there()) PMPI_Query_thread(&level);
  return level;
}

/// The world is about to go; no session has task-awareness.
void end_world() {
  end_blocking_mode(Having::world);
  hidden_comm.close();
}

/// What the program has in flight is over before the world goes, and so is what the ranks tell each
/// other. Once: by MPI_Finalize or, where the program has one of its own that calls PMPI_Finalize,
/// from inside that. MPI_COMM_SELF's attributes may still have tasks to call MPI, until
/// on_self_freed.
void wind_up() {
  static bool over = false;  // a process has one world, and one thread ends it
  if (std::exchange(over, true)) return;
  blocked_watch.end();
  if (has_it(Having::sessions)) {
    end_blocking_mode(Having::world);
    policy_exchange.end();
    // Sessions go on, and with them the engine: their tasks may wait for long.
    inside_mpi_in_turn(gather_stats);
    inside_mpi([] {
      comm_states.leave_world();
      hidden_comm.close();
    });
  } else if (engine.enabled()) {
    engine.drain_or_abort();
    policy_exchange.end();
    inside_mpi_in_turn(gather_stats);
  } else {
    policy_exchange.end();
    gather_stats();
  }
}

int on_self_freed(MPI_Comm, int, void*, void*) {
  wind_up();
  if (!has_it(Having::sessions)) end_world();
  return MPI_SUCCESS;
}

void await_end() {
  if (PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_self_freed, &end_key, nullptr) ==
          MPI_SUCCESS &&
      PMPI_Comm_set_attr(MPI_COMM_SELF, end_key, nullptr) != MPI_SUCCESS)
    end_key = MPI_KEYVAL_INVALID;
}

/// MPI has begun without task-awareness at `level`.
int begin_unaware(int code, int level) {
  if (code == MPI_SUCCESS && level >= MPI_THREAD_SERIALIZED) blocked_watch.begin();
  return code;
}

/// What all ranks should have alike: their policies, as ranks that order their tasks differently
/// may wait for each other longer than under any one; and whether any is asked for its account.
/// Collective over the world's task-aware processes. True: all have one policy, which learns what
/// tasks send.
bool agree_with_others() {
  if (!hidden_comm.is_open()) return false;
  tidemill_expect_sends();  // or ranks that chose nothing would have the name of another default
  const bool learns = tidemill_learns_sends() != 0;
  std::uint32_t name = learns;
  for (const char* c = tidemill_get_policy(); *c != '\0'; ++c)
    name = name * 31 + static_cast<unsigned char>(*c);
  const long own[3] = {long{name}, -long{name}, tidemill_has_stats()};
  long most[3] = {own[0], own[1], own[2]};
  if (PMPI_Allreduce(own, most, 3, MPI_LONG, MPI_MAX, hidden_comm.handle()) != MPI_SUCCESS)
    return false;
  note_who_asks_for_stats(most[2] != 0);
  if (most[0] == -most[1]) return learns;
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    warn(
        "the scheduling policy isn't the same in all processes (here: %s), so all use fifo; set "
        "TIDEMILL_POLICY for all of them, as mpirun -x or -genv does",
        tidemill_get_policy());
  tidemill_set_policy("fifo");
  return false;
}

constexpr char kAskForMore[] = "have the program call MPI_Init_thread with MPI_THREAD_MULTIPLE";

}  // namespace

void begin_blocking_mode(Having who, int told, int provided) {
  blocked_watch.end();
  // MPI_Query_thread is the world's.
  if (who == Having::world || !has_it(Having::world)) told_level = told;
  having.fetch_or(static_cast<unsigned>(who), std::memory_order_relaxed);
  prefer_file_components();
  open_topology_components();
  if (!engine.enabled()) engine.enable(provided);
  kept_blocking.begin();
  neighbours.begin();
  layer_state::blocking.store(true, std::memory_order_relaxed);
}

bool end_blocking_mode(Having who) {
  const auto bit = static_cast<unsigned>(who);
  if ((having.fetch_and(~bit, std::memory_order_relaxed) & ~bit) != 0) return false;
  // What the world's tasks have bound stays in flight when a session ends.
  if (engine.enabled() && !(who == Having::sessions && world_level() >= MPI_THREAD_MULTIPLE))
    engine.disable();
  neighbours.end();
  layer_state::blocking.store(false, std::memory_order_relaxed);
  return true;
}

int init(int* argc, char*** argv) {
  const int code = PMPI_Init(argc, argv);
  kept_blocking.begin();
  if (code == MPI_SUCCESS && task_aware_by_user()) {
    warn_not_enabled("MPI_Init asks for", MPI_THREAD_SINGLE, kAskForMore);
  }
  return code;
}

int init_thread(int* argc, char*** argv, int required, int* provided) {
  const bool by_user = required == MPI_THREAD_MULTIPLE && task_aware_by_user();
  if (required != MPI_TASK_MULTIPLE && !by_user) {
    const int code = PMPI_Init_thread(argc, argv, required, provided);
    kept_blocking.begin();
    if (code == MPI_SUCCESS) await_end();
    if (code == MPI_SUCCESS && required < MPI_THREAD_MULTIPLE && task_aware_by_user()) {
      warn_not_enabled("the program asks for", required, kAskForMore);
    }
    return begin_unaware(code, code == MPI_SUCCESS ? *provided : 0);
  }
  enter_global_scope();
  if (const char* const library = other_openmp()) {
    const int code = PMPI_Init_thread(argc, argv, MPI_THREAD_MULTIPLE, provided);
    kept_blocking.begin();
    if (code != MPI_SUCCESS) return code;
    await_end();
    warn_of_other_openmp(library);
    return code;
  }
  // A program that initialises TAMPI itself may want its non-blocking mode only.
  const bool begins = by_user || begins_with_mpi;
  // A task-aware session's threads are at MPI_THREAD_MULTIPLE already.
  const int level = begins && !engine.enabled() ? thread_level_to_ask() : MPI_THREAD_MULTIPLE;
  const int code = PMPI_Init_thread(argc, argv, level, provided);
  kept_blocking.begin();
  if (code != MPI_SUCCESS) return code;
  await_end();
  if (*provided < level) {
    if (by_user) warn_not_enabled("MPI provides", *provided, "use an MPI with thread support");
    return code;
  }
  if (!begins) return begin_unaware(code, *provided);
  // A program that asked for MPI_THREAD_MULTIPLE may compare for equality: that is what it is told.
  const int told = by_user ? MPI_THREAD_MULTIPLE : MPI_TASK_MULTIPLE;
  warn_if_bypassed();
  hidden_comm.open();
  const bool exchanges = agree_with_others();
  begin_blocking_mode(Having::world, told, *provided);
  if (exchanges) policy_exchange.begin();
  *provided = told;
  return code;
}

int query_thread(int* provided) {
  const bool world = !has_it(Having::world) && world_is_there();
  if (world || !task_aware()) return PMPI_Query_thread(provided);
  *provided = told_level;
  return MPI_SUCCESS;
}

int finalize() {
  wind_up();
  if (!has_it(Having::sessions)) {
    if (end_key == MPI_KEYVAL_INVALID) end_world();
    return PMPI_Finalize();
  }
  if (!engine.can_do_without()) return inside_mpi_in_turn([] { return PMPI_Finalize(); });
  BlockingInside inside;
  return PMPI_Finalize();
}

int comm_free(MPI_Comm* comm) {
  if (!engine.enabled()) return PMPI_Comm_free(comm);
  if (comm && *comm != MPI_COMM_NULL) engine.forget_comm(*comm);
  return inside_mpi_in_turn([&] { return PMPI_Comm_free(comm); });
}

bool tasks_run_elsewhere() {
  const char* const library = other_openmp();
  if (library) warn_of_other_openmp(library);
  return library != nullptr;
}

int tampi_init(int required, int* provided) {
  int level = MPI_THREAD_SINGLE;
  const int code = PMPI_Query_thread(&level);
  if (code != MPI_SUCCESS) return code;
  if (has_it(Having::world)) {
    *provided = told_level;
    return MPI_SUCCESS;
  }
  *provided = level < required ? level : required;
  if (required == MPI_TASK_MULTIPLE && level >= MPI_THREAD_MULTIPLE && !tasks_run_elsewhere()) {
    begin_blocking_mode(Having::world, MPI_TASK_MULTIPLE, level);
    *provided = MPI_TASK_MULTIPLE;
  }
  return MPI_SUCCESS;
}

int tampi_finalize() {
  if (task_aware() && !engine.can_do_without()) {
    fatal(
        "TAMPI_Finalize needs MPI_THREAD_MULTIPLE beneath for the calls that come after it, which "
        "Tidemill did not ask for, as nothing loaded at MPI_Init_thread calls it; set "
        "TIDEMILL_MPI_THREADS=multiple");
  }
  end_blocking_mode(Having::world);
  return MPI_SUCCESS;
}

void set_auto_init(bool on) { begins_with_mpi = on; }
bool auto_init() { return begins_with_mpi; }

[[gnu::noinline]] bool begin_binding_slow() {
  const int level = world_level();
  if (level < MPI_THREAD_MULTIPLE) return false;
  std::lock_guard lock(starting);
  if (!engine.enabled()) engine.enable(level);
  return true;
}

bool is_wrong_send(MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
  if (count < 0 || datatype == MPI_DATATYPE_NULL || tag < 0) return true;
  if (dest == MPI_PROC_NULL) return false;
  // Of the last communicator, as to ask MPI each time is 4 % of a short Sendrecv. Where another one
  // has got its handle a wrong answer does no harm: only a call that is refused tells the order.
  static MPI_Comm known = MPI_COMM_NULL;
  static int ranks = 0;
  if (comm != known) {
    int inter = 0;
    if (comm == MPI_COMM_NULL || PMPI_Comm_test_inter(comm, &inter) != MPI_SUCCESS) return true;
    inter ? PMPI_Comm_remote_size(comm, &ranks) : PMPI_Comm_size(comm, &ranks);
    known = comm;
  }
  return dest < 0 || dest >= ranks;
}

[[gnu::noinline]] void PackSource::displace_slow() {
  MPI_Aint begin = 0, extent = 0, here = 0;
  PMPI_Type_get_true_extent(type_, &begin, &extent);
  if (begin == 0 && extent != 0) return;
  PMPI_Get_address(this, &here);
  const int one = 1;
  const MPI_Aint back = -here;
  MPI_Datatype displaced = MPI_DATATYPE_NULL;
  if (PMPI_Type_create_hindexed(1, &one, &back, type_, &displaced) != MPI_SUCCESS) return;
  PMPI_Type_commit(&displaced);
  buffer_ = this;
  type_ = displaced;
  displaced_ = true;
}

void* PackedCopy::room(MPI_Count bytes) {
  if (bytes <= kNear) return near_;
  data_ = new (std::nothrow) std::byte[static_cast<std::size_t>(bytes)];
  if (!data_) {
    data_ = near_;
    fatal("MPI_Sendrecv_replace: no memory for a copy of %lld bytes: use MPI_Sendrecv",
          static_cast<long long>(bytes));
  }
  return data_;
}

}  // namespace tidemill::mpi
