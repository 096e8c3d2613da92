#include "engine/generalized_requests.hpp"

#include <mutex>
#include <unordered_map>

#include "engine/completion_test.hpp"

namespace tidemill::mpi {

GeneralizedRequests generalized_requests;

namespace {

/// Complete, by handle. One that was not waited for by MPI_Wait stays here, until its handle is
/// another's: what it says has to be asked again.
struct Known {
  std::mutex mutex;
  std::unordered_map<MPI_Request, bool> complete;
};
Known& known() {
  static Known& all = *new Known;  // never destroyed: tasks may still wait at exit
  return all;
}

}  // namespace

int GeneralizedRequests::started(int code, const MPI_Request* request) {
  if (!kTestForgetsCommunicator || code != MPI_SUCCESS) return code;
  std::lock_guard lock(known().mutex);
  known().complete[*request] = false;
  any_.store(true, std::memory_order_relaxed);  // see is()
  return code;
}

int GeneralizedRequests::completed(int code, MPI_Request request) {
  if (code != MPI_SUCCESS || !any_.load(std::memory_order_relaxed)) return code;
  std::lock_guard lock(known().mutex);
  const auto at = known().complete.find(request);
  if (at != known().complete.end()) at->second = true;
  return code;
}

bool GeneralizedRequests::is_slow(const MPI_Request* request) {
  std::lock_guard lock(known().mutex);
  return request && known().complete.count(*request) != 0;
}

int GeneralizedRequests::wait(MPI_Request* request, MPI_Status* status, const CallSite& call) {
  const MPI_Request waited_for = *request;
  engine.wait_until(call, [=](int* done) {
    std::lock_guard lock(known().mutex);
    const auto at = known().complete.find(waited_for);
    *done = at == known().complete.end() || at->second;
    return MPI_SUCCESS;
  });
  {
    std::lock_guard lock(known().mutex);
    known().complete.erase(waited_for);
  }
  constexpr int kUnwritten = -1;  // by an error: see Condition::ask
  int done = kUnwritten;
  const int code = inside_mpi_in_turn(
      [&] { return PMPI_Test(request, &done, status ? status : MPI_STATUS_IGNORE); });
  if (code == MPI_SUCCESS && done == 0) return engine.wait_one(request, status, call);  // another's
  return code;
}

}  // namespace tidemill::mpi
