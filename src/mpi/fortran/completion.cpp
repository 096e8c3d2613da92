// MPI_Wait and its relatives, and TAMPI's, for Fortran: requests become C's and back, indices start
// at 1.
#include <algorithm>
#include <new>

#include "engine/diagnostics.hpp"
#include "engine/generalized_requests.hpp"
#include "fortran/wrapper.hpp"

namespace tidemill::mpi::fortran {
namespace {

/// A Fortran array of requests as C's; written back at the end.
class Requests {
 public:
  Requests(MPI_Fint count, void* handles)
      : asked_(count), count_(std::max(count, 0)), handles_(static_cast<MPI_Fint*>(handles)) {
    if (count_ > kNear) {
      requests_ = new (std::nothrow) MPI_Request[static_cast<size_t>(count_)];
      if (!requests_) fatal("no memory to wait for %d requests at once", count_);
    }
    for (int i = 0; i < count_; ++i) requests_[i] = PMPI_Request_f2c(handles_[i]);
  }
  ~Requests() {
    for (int i = 0; i < count_; ++i) handles_[i] = PMPI_Request_c2f(requests_[i]);
    if (requests_ != near_) delete[] requests_;
  }
  Requests(const Requests&) = delete;
  Requests& operator=(const Requests&) = delete;

  int count() const { return asked_; }  // a negative one is MPI's to refuse
  MPI_Request* data() { return requests_; }

 private:
  static constexpr int kNear = 32;
  int asked_;
  int count_;
  MPI_Fint* handles_;
  MPI_Request near_[kNear];
  MPI_Request* requests_ = near_;
};

}  // namespace

void note_start(int count, const void* requests) {
  for (int i = 0; i < count; ++i) {
    const MPI_Request request = PMPI_Request_f2c(integers(requests)[i]);
    channels.note_start(1, &request);
  }
}

void note_waits(int count, const void* requests) {
  for (int i = 0; i < count && channels.active(); ++i) {
    const MPI_Request request = PMPI_Request_f2c(integers(requests)[i]);
    note_wait(1, &request);
  }
}

void forget_request(const void* request) {
  const MPI_Request one = request_of(request);
  channels.forget_request(&one);
}

int wait(void* request, void* status) {
  note_waits(1, request);
  Requests one(1, request);
  if (generalized_requests.is(one.data())) [[unlikely]]
    return generalized_requests.wait(one.data(), written_status(status), {"MPI_Wait"});
  return engine.wait_one(one.data(), written_status(status), {"MPI_Wait"});
}

int waitall(void* count, void* requests, void* statuses) {
  note_waits(integer(count), requests);
  Requests all(integer(count), requests);
  return engine.wait_all(all.count(), all.data(), all_written_statuses(statuses), {"MPI_Waitall"});
}

int waitany(void* count, void* requests, void* index, void* status) {
  note_waits(integer(count), requests);
  Requests all(integer(count), requests);
  int which = MPI_UNDEFINED;
  const int code =
      engine.wait_any(all.count(), all.data(), &which, written_status(status), {"MPI_Waitany"});
  *static_cast<MPI_Fint*>(index) = which == MPI_UNDEFINED ? MPI_UNDEFINED : which + 1;
  return code;
}

int waitsome(void* incount, void* requests, void* outcount, void* indices, void* statuses) {
  note_waits(integer(incount), requests);
  Requests all(integer(incount), requests);
  auto* which = static_cast<MPI_Fint*>(indices);
  auto* found = static_cast<MPI_Fint*>(outcount);
  const int code = engine.wait_some(all.count(), all.data(), found, which,
                                    all_written_statuses(statuses), {"MPI_Waitsome"});
  if (code != MPI_SUCCESS && code != MPI_ERR_IN_STATUS) return code;
  for (int i = 0; *found != MPI_UNDEFINED && i < *found; ++i) ++which[i];
  return code;
}

}  // namespace tidemill::mpi::fortran

using namespace tidemill::mpi;
using namespace tidemill::mpi::fortran;

#pragma GCC visibility push(default)
extern "C" {

void tampi_iwait_(void* request, void* status, MPI_Fint* ierror) {
  Result result(ierror);
  note_waits(1, request);
  Requests one(1, request);
  MPI_Status* to = written_status(status);
  if (!binding_ready()) {
    result = PMPI_Wait(one.data(), to ? to : MPI_STATUS_IGNORE);
    return;
  }
  result = engine.bind_one(one.data(), to, "TAMPI_Iwait");
}

void tampi_iwaitall_(void* count, void* requests, void* statuses, MPI_Fint* ierror) {
  Result result(ierror);
  note_waits(integer(count), requests);
  Requests all(integer(count), requests);
  MPI_Status* to = all_written_statuses(statuses);
  if (!binding_ready()) {
    result = PMPI_Waitall(all.count(), all.data(), to ? to : MPI_STATUSES_IGNORE);
    return;
  }
  result = engine.bind_all(all.count(), all.data(), to, {"TAMPI_Iwaitall"});
}

/// With tasks the operations are bound: nothing is left to wait for.
void tampi_wait_(void*, void*, MPI_Fint* ierror) {
  Result result(ierror);
  result = MPI_SUCCESS;
}
void tampi_waitall_(void*, void*, void*, MPI_Fint* ierror) {
  Result result(ierror);
  result = MPI_SUCCESS;
}

[[gnu::alias("tampi_iwait_")]] decltype(tampi_iwait_) tampi_iwait__, tampi_iwait_f08_;
[[gnu::alias("tampi_iwaitall_")]] decltype(tampi_iwaitall_) tampi_iwaitall__, tampi_iwaitall_f08_;
[[gnu::alias("tampi_wait_")]] decltype(tampi_wait_) tampi_wait__, tampi_wait_f08_;
[[gnu::alias("tampi_waitall_")]] decltype(tampi_waitall_) tampi_waitall__, tampi_waitall_f08_;

}  // extern "C"
#pragma GCC visibility pop
