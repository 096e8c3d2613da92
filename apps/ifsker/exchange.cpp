#include "exchange.hpp"

#include <algorithm>
#include <limits>

#include "common/clock.hpp"

namespace ifsker {

void post_receives(std::span<const Message> messages, std::vector<MPI_Request>& requests) {
  requests.reserve(requests.size() + messages.size());
  for (const Message& message : messages) {
    MPI_Irecv(message.receive, message.count, MPI_DOUBLE, message.from, message.tag, MPI_COMM_WORLD,
              &requests.emplace_back());
  }
}

void post_sends(const Transposition& transposition, std::span<const Message> messages,
                std::vector<MPI_Request>& requests) {
  requests.reserve(requests.size() + messages.size());
  for (const Message& message : messages) {
    transposition.pack(message);
    MPI_Isend(message.send, message.count, MPI_DOUBLE, message.to, message.tag, MPI_COMM_WORLD,
              &requests.emplace_back());
  }
}

void Exchanger::hold(const Transposition& transposition, const Message& message) const {
  if (delay_s_ > 0) app::sleep_until(transposition.sent_at(message) + delay_s_);
}

void Exchanger::prepare(const Transposition& transposition) {
  if (exchange_ != Exchange::waitall) return;
  requests_.clear();
  post_receives(transposition.messages(), requests_);
}

void Exchanger::perform(const Transposition& transposition) {
  switch (exchange_) {
    case Exchange::sendrecv:
      return by_sendrecv(transposition);
    case Exchange::alltoallv:
      return by_alltoallv(transposition);
    default:
      return by_waitall(transposition);
  }
}

void Exchanger::by_waitall(const Transposition& transposition) {
  post_sends(transposition, transposition.messages(), requests_);
  MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
  for (const Message& message : transposition.messages()) hold(transposition, message);
}

void Exchanger::by_sendrecv(const Transposition& transposition) {
  for (const Message& message : transposition.messages()) {
    transposition.pack(message);
    MPI_Sendrecv(message.send, message.count, MPI_DOUBLE, message.to, message.tag, message.receive,
                 message.count, MPI_DOUBLE, message.from, message.tag, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    hold(transposition, message);
  }
}

void Exchanger::by_alltoallv(const Transposition& transposition) {
  const Layout& layout = transposition.layout();
  std::vector<int> counts(layout.ranks()), send_at(layout.ranks()), receive_at(layout.ranks());
  // All messages of a piece in one call; they lie side by side.
  const auto messages = transposition.messages();
  for (std::size_t first = 0; first < messages.size(); first += layout.peers()) {
    const auto same_piece = messages.subspan(first, layout.peers());
    for (const Message& message : same_piece) {
      transposition.pack(message);
      counts[message.to] = message.count;
      send_at[message.to] = static_cast<int>(message.send - same_piece[0].send);
      receive_at[message.from] = static_cast<int>(message.receive - same_piece[0].receive);
    }
    MPI_Alltoallv(same_piece[0].send, counts.data(), send_at.data(), MPI_DOUBLE,
                  same_piece[0].receive, counts.data(), receive_at.data(), MPI_DOUBLE,
                  MPI_COMM_WORLD);
    for (const Message& message : same_piece) hold(transposition, message);
  }
}

namespace {

/// Seconds the slowest rank takes.
double time_once(Exchange exchange, const Transposition& transposition, double delay_s) {
  Exchanger exchanger(exchange, delay_s);
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = app::seconds_now();
  exchanger.prepare(transposition);
  exchanger.perform(transposition);
  const double mine = app::seconds_now() - begin;
  double slowest = 0;
  MPI_Allreduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return slowest;
}

}  // namespace

Exchange fastest_exchange(const Transposition& transposition, double delay_s) {
  // Ranks that belong to the same machine share its load: the best of a few tries counts. What was
  // twice as slow as another is not tried again, as it may be slower by far.
  constexpr int rounds = 6;
  struct Candidate {
    Exchange exchange;
    double best = std::numeric_limits<double>::infinity();
  };
  Candidate candidates[] = {{Exchange::waitall}, {Exchange::alltoallv}, {Exchange::sendrecv}};
  double best = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds; ++round) {
    for (Candidate& candidate : candidates) {
      if (round > 1 && candidate.best > 2 * best) continue;
      candidate.best =
          std::min(candidate.best, time_once(candidate.exchange, transposition, delay_s));
      best = std::min(best, candidate.best);
    }
  }
  // Times are the same on all ranks, and so is the choice.
  return std::min_element(std::begin(candidates), std::end(candidates),
                          [](const auto& a, const auto& b) { return a.best < b.best; })
      ->exchange;
}

}  // namespace ifsker
