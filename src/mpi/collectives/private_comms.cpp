#include "collectives/private_comms.hpp"

#include "collectives/comm_state.hpp"
#include "engine/channels.hpp"
#include "engine/completion_test.hpp"
#include "engine/diagnostics.hpp"

namespace tidemill::mpi {

constinit PrivateComms private_comms;

namespace {

/// Of the program's communicator, which the layer uses before the program does: errors are the
/// layer's affair meanwhile.
class QuietComm {
 public:
  explicit QuietComm(MPI_Comm comm) : comm_(comm) {
    PMPI_Comm_get_errhandler(comm, &handler_);
    PMPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  }
  ~QuietComm() {
    PMPI_Comm_set_errhandler(comm_, handler_);
    PMPI_Errhandler_free(&handler_);
  }
  QuietComm(const QuietComm&) = delete;
  QuietComm& operator=(const QuietComm&) = delete;

 private:
  const MPI_Comm comm_;
  MPI_Errhandler handler_ = MPI_ERRHANDLER_NULL;
};

bool has_peers(MPI_Comm comm) {
  int size = 1;
  return comm != MPI_COMM_NULL && PMPI_Comm_size(comm, &size) == MPI_SUCCESS && size > 1;
}

/// In a blocking call, outside or by a helper.
bool all_say(bool yes, MPI_Comm comm) {
  int all = yes;
  return PMPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MIN, comm) == MPI_SUCCESS && all;
}

bool all_say_posted(const CallSite& call, bool yes, MPI_Comm comm) {
  int all = yes;
  const int code = engine.wait_posted(call, nullptr, [&](MPI_Request* request) {
    return PMPI_Iallreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MIN, comm, request);
  });
  return code == MPI_SUCCESS && all;
}

}  // namespace

MPI_Comm PrivateComms::of(MPI_Comm comm) {
  // A helper's call, made for another one of MPI's, is beside the thread inside.
  if (!delegation.inside()) [[unlikely]]
    return comm;
  if (comm == MPI_COMM_WORLD) return hidden_comm.is_open() ? hidden_comm.handle() : comm;
  const CommState* const state = comm_states.known(comm);
  return state && state->own != MPI_COMM_NULL ? state->own : comm;
}

/// What is made of `parent`: the ranks of that have all agreed on its own.
bool PrivateComms::gets_one(MPI_Comm parent) {
  return parent != MPI_COMM_NULL && !already_inside() &&
         inside_mpi([&] { return of(parent) != parent; });
}

int PrivateComms::make_by_helper(const CallSite& call, std::uint64_t order_key,
                                 FunctionRef<int()> make, FunctionRef<MPI_Comm()> made) {
  const bool gets = gets_one(call.comm);
  MPI_Comm own = MPI_COMM_NULL;
  const int code = engine.call_in_helper(call, order_key, [&] {
    const int result = make();
    if (gets && result == MPI_SUCCESS && has_peers(made())) own = duplicate_new(made());
    return result;
  });
  if (code == MPI_SUCCESS && !already_inside()) error_handlers.inherit(call.comm, made());
  if (code == MPI_SUCCESS) channels.note_made(made());
  if (own != MPI_COMM_NULL) keep(made(), own);
  return code;
}

int PrivateComms::make_by_posting(const CallSite& call, Post post, FunctionRef<MPI_Comm()> made) {
  const bool gets = gets_one(call.comm);
  const int code = engine.wait_posted(call, nullptr, post);
  if (code == MPI_SUCCESS) channels.note_made(made());
  if (code != MPI_SUCCESS || !gets || !inside_mpi([&] { return has_peers(made()); })) return code;
  const MPI_Comm own = duplicate_private(call, made());
  if (own != MPI_COMM_NULL) keep(made(), own);
  return code;
}

/// Where `made` was made: the ranks of it do nothing else with it before.
MPI_Comm PrivateComms::duplicate_new(MPI_Comm made) {
  const QuietComm quiet(made);
  MPI_Comm own = MPI_COMM_NULL;
  if (!all_say(has_room(), made)) return own;
  if (PMPI_Comm_dup(made, &own) != MPI_SUCCESS) own = MPI_COMM_NULL;
  if (!all_say(own != MPI_COMM_NULL, made) && own != MPI_COMM_NULL) PMPI_Comm_free(&own);
  return own;
}

/// By the calls that don't block, and so of the private one: MPI_Comm_dup has copied the program's
/// attributes once.
MPI_Comm PrivateComms::duplicate_private(const CallSite& call, MPI_Comm made) {
  MPI_Comm own = MPI_COMM_NULL;
  if (!all_say_posted(call, has_room(), made)) return own;
  const MPI_Comm from = inside_mpi([&] { return of(call.comm); });
  const CallSite ours{call.name, from};  // its error handler returns
  const int code = engine.wait_posted(
      ours, nullptr, [&](MPI_Request* request) { return PMPI_Comm_idup(from, &own, request); });
  if (code != MPI_SUCCESS) own = MPI_COMM_NULL;
  if (!all_say_posted(call, own != MPI_COMM_NULL, made) && own != MPI_COMM_NULL)
    inside_mpi([&] { return PMPI_Comm_free(&own); });
  return own;
}

void PrivateComms::keep(MPI_Comm comm, MPI_Comm own) {
  number_.fetch_add(1, std::memory_order_relaxed);
  CommState* const state = inside_mpi([&] {
    CommState* const found = comm_states.find(comm);
    if (found) found->own = own;
    return found;
  });
  if (!state) fatal("MPI keeps no attribute on a new communicator: has it memory left?");
}

void PrivateComms::free(MPI_Comm& comm) {
  if (comm == MPI_COMM_NULL) return;
  number_.fetch_sub(1, std::memory_order_relaxed);
  PMPI_Comm_free(&comm);
}

}  // namespace tidemill::mpi
