#include "c/session.hpp"

#include <algorithm>
#include <mutex>
#include <string_view>
#include <vector>

#include "c/enabling.hpp"
#include "c/layer.hpp"
#include "collectives/comm_state.hpp"
#include "engine/settings.hpp"

namespace tidemill::mpi {
namespace {

constexpr char kThreadLevel[] = "thread_level";

constexpr char kTaskMultiple[] = "MPI_TASK_MULTIPLE";
constexpr char kThreadMultiple[] = "MPI_THREAD_MULTIPLE";

struct AwareSession {
  SessionKey session;
  bool by_name;
};

// The task-aware ones alive. Sessions may begin and end on several threads at once.
std::mutex lock;  // guards it, and the layer's begin and end; never taken inside MPI
std::vector<AwareSession> aware_sessions;

auto find(SessionKey session) {
  return std::find_if(aware_sessions.begin(), aware_sessions.end(),
                      [=](const AwareSession& aware) { return aware.session == session; });
}

/// "" where the info has none.
struct Level {
  explicit Level(MPI_Info info) {
    int found = 0;
    PMPI_Info_get(info, kThreadLevel, MPI_MAX_INFO_VAL, text, &found);
    if (!found) *text = 0;
  }
  char text[MPI_MAX_INFO_VAL + 1] = "";
};

}  // namespace

SessionInfo::SessionInfo(MPI_Info info) : asked_(info) {
  CommStates::note_session();
  if (info == MPI_INFO_NULL) return;
  const Level found(info);
  const std::string_view level = found.text;
  if (level == kTaskMultiple) {
    task_aware_ = true;
    PMPI_Info_dup(info, &copy_);
    PMPI_Info_set(copy_, kThreadLevel, kThreadMultiple);
    asked_ = copy_;
  } else if (level == kThreadMultiple) {
    task_aware_ = task_aware_by_user();
  }
}

SessionInfo::~SessionInfo() {
  if (copy_ != MPI_INFO_NULL) PMPI_Info_free(&copy_);
}

void session_begins(SessionKey session, const SessionInfo& wanted, MPI_Info used) {
  const Level provided(used);
  if (*provided.text && std::string_view(provided.text) != kThreadMultiple) return;
  if (tasks_run_elsewhere()) return;
  std::lock_guard guard(lock);
  aware_sessions.push_back({session, wanted.asks_by_name()});
  if (aware_sessions.size() > 1) return;
  begin_blocking_mode(Having::sessions,
                      wanted.asks_by_name() ? MPI_TASK_MULTIPLE : MPI_THREAD_MULTIPLE,
                      MPI_THREAD_MULTIPLE);
}

void session_ends(SessionKey session) {
  std::lock_guard guard(lock);
  const auto at = find(session);
  if (at == aware_sessions.end()) return;
  aware_sessions.erase(at);
  if (aware_sessions.empty()) end_blocking_mode(Having::sessions);
}

void tell_level(SessionKey session, MPI_Info used) {
  {
    std::lock_guard guard(lock);
    const auto at = find(session);
    if (at == aware_sessions.end() || !at->by_name) return;
  }
  inside_mpi([=] { return PMPI_Info_set(used, kThreadLevel, kTaskMultiple); });
}

}  // namespace tidemill::mpi
