#include "c/session.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "c/enabling.hpp"
#include "c/layer.hpp"

namespace tidemill::mpi {
namespace {

constexpr char kThreadLevel[] = "thread_level";

constexpr char kTaskMultiple[] = "MPI_TASK_MULTIPLE";
constexpr char kThreadMultiple[] = "MPI_THREAD_MULTIPLE";

struct AwareSession {
  SessionKey session;
  bool by_name;
};

// The task-aware ones alive, and whether the first of them began the layer. Under MPI's own rule
// that sessions begin and end on one thread at a time with respect to the layer's users.
std::vector<AwareSession> aware_sessions;
bool began_by_session = false;

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
  aware_sessions.push_back({session, wanted.asks_by_name()});
  if (task_aware()) return;
  began_by_session = true;
  begin_blocking_mode(wanted.asks_by_name() ? MPI_TASK_MULTIPLE : MPI_THREAD_MULTIPLE,
                      MPI_THREAD_MULTIPLE);
}

void session_ends(SessionKey session) {
  const auto at = find(session);
  if (at == aware_sessions.end()) return;
  aware_sessions.erase(at);
  if (!aware_sessions.empty() || !began_by_session) return;
  began_by_session = false;
  end_task_awareness();
}

void tell_level(SessionKey session, MPI_Info used) {
  const auto at = find(session);
  if (at != aware_sessions.end() && at->by_name) PMPI_Info_set(used, kThreadLevel, kTaskMultiple);
}

}  // namespace tidemill::mpi
