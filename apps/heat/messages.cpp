#include "messages.hpp"

#include <algorithm>

#include "common/clock.hpp"

namespace heat {
namespace {

/// Sleeps for a small part of what it has waited already: a short wait ends promptly, a long one
/// costs little.
void wait_asleep(std::span<MPI_Request> requests) {
  constexpr double shortest = 10e-6, longest = 100e-6, part = 1.0 / 16;
  const double begin = app::seconds_now();
  for (int done = 0;;) {
    MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE);
    if (done) return;
    app::sleep_precisely(1e9 * std::clamp((app::seconds_now() - begin) * part, shortest, longest));
  }
}

}  // namespace

void send_blocking(Waiting waiting, const double* data, int count, int peer, int tag) {
  if (waiting != Waiting::sleeps) {
    MPI_Send(data, count, MPI_DOUBLE, peer, tag, MPI_COMM_WORLD);
    return;
  }
  MPI_Request request;
  MPI_Isend(data, count, MPI_DOUBLE, peer, tag, MPI_COMM_WORLD, &request);
  wait_asleep({&request, 1});
}

void receive_blocking(Waiting waiting, double* data, int count, int peer, int tag) {
  if (waiting != Waiting::sleeps) {
    MPI_Recv(data, count, MPI_DOUBLE, peer, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return;
  }
  MPI_Request request;
  MPI_Irecv(data, count, MPI_DOUBLE, peer, tag, MPI_COMM_WORLD, &request);
  wait_asleep({&request, 1});
}

void wait_all(Waiting waiting, std::span<MPI_Request> requests) {
  if (waiting == Waiting::sleeps) {
    wait_asleep(requests);
  } else {
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  }
}

}  // namespace heat
