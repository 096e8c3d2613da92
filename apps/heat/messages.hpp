// Blocking messages of pure, nbuffer, forkjoin and sentinel: plain MPI.
//
// Except with a sleeping kernel. There sleeping blocks stand for cores the machine does not have,
// while MPI's blocking calls spin, and would take the few there are from blocks about to wake up.
// So waits sleep as well.
#pragma once

#include <mpi.h>

#include <span>

#include "run.hpp"

namespace heat {

/// `peer` may be MPI_PROC_NULL. Holds the calling thread.
void send_blocking(Waiting waiting, const double* data, int count, int peer, int tag);
void receive_blocking(Waiting waiting, double* data, int count, int peer, int tag);

/// Requests that are done become MPI_REQUEST_NULL.
void wait_all(Waiting waiting, std::span<MPI_Request> requests);

}  // namespace heat
