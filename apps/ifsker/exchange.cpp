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
    case Exchange::alltoallv:
      return perform_part(transposition, transposition.messages());
    case Exchange::merged:
      return by_one_alltoallv(transposition);
    default:
      return by_waitall(transposition);
  }
}

void Exchanger::perform_part(const Transposition& transposition,
                             std::span<const Message> messages) {
  if (exchange_ == Exchange::sendrecv) return by_sendrecv(transposition, messages);
  by_alltoallv(transposition, messages);
}

void Exchanger::by_waitall(const Transposition& transposition) {
  post_sends(transposition, transposition.messages(), requests_);
  MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
  for (const Message& message : transposition.messages()) hold(transposition, message);
}

void Exchanger::by_sendrecv(const Transposition& transposition, std::span<const Message> messages) {
  for (const Message& message : messages) {
    transposition.pack(message);
    MPI_Sendrecv(message.send, message.count, MPI_DOUBLE, message.to, message.tag, message.receive,
                 message.count, MPI_DOUBLE, message.from, message.tag, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    hold(transposition, message);
  }
}

namespace {

/// `count` doubles to each peer and from each, beginning with its message among `messages`.
void alltoallv(const Layout& layout, std::span<const Message> messages, int count) {
  std::vector<int> counts(layout.ranks()), send_at(layout.ranks()), receive_at(layout.ranks());
  for (const Message& message : messages) {
    counts[message.to] = count;
    send_at[message.to] = static_cast<int>(message.send - messages[0].send);
    receive_at[message.from] = static_cast<int>(message.receive - messages[0].receive);
  }
  MPI_Alltoallv(messages[0].send, counts.data(), send_at.data(), MPI_DOUBLE, messages[0].receive,
                counts.data(), receive_at.data(), MPI_DOUBLE, MPI_COMM_WORLD);
}

}  // namespace

void Exchanger::by_alltoallv(const Transposition& transposition,
                             std::span<const Message> messages) {
  const Layout& layout = transposition.layout();
  // All messages of a piece, which are of one size, in one call.
  for (std::size_t first = 0; first < messages.size(); first += layout.peers()) {
    const auto same_piece = messages.subspan(first, layout.peers());
    for (const Message& message : same_piece) transposition.pack(message);
    alltoallv(layout, same_piece, same_piece[0].count);
    for (const Message& message : same_piece) hold(transposition, message);
  }
}

void Exchanger::by_one_alltoallv(const Transposition& transposition) {
  const Layout& layout = transposition.layout();
  const auto messages = transposition.messages();
  if (messages.empty()) return;
  for (const Message& message : messages) transposition.pack(message);
  alltoallv(layout, messages.first(layout.peers()), static_cast<int>(transposition.peer_size()));
  for (const Message& message : messages) hold(transposition, message);
}

bool alltoallv_reaches(const Transposition& transposition) {
  return transposition.peer_size() * transposition.layout().peers() <=
         std::numeric_limits<int>::max();
}

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

/// Seconds the slowest rank takes; `never` if it is more than `most`. A way that sends one message
/// after the other is then left: where ranks share a core and wait by spinning, each message may
/// take as long as the system's time slice.
double time_once(Exchange exchange, const Transposition& transposition, double delay_s,
                 double most) {
  Exchanger exchanger(exchange, delay_s);
  const bool one_by_one = exchange == Exchange::sendrecv || exchange == Exchange::alltoallv;
  const auto messages = transposition.messages();
  std::size_t part = one_by_one ? transposition.layout().peers() : messages.size();
  double mine = 0, slowest = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  for (std::size_t done = 0; done < messages.size() && slowest <= most; done += part, part *= 2) {
    part = std::min(part, messages.size() - done);
    const double begin = app::seconds_now();
    if (one_by_one) {
      exchanger.perform_part(transposition, messages.subspan(done, part));
    } else {
      exchanger.prepare(transposition);
      exchanger.perform(transposition);
    }
    mine += app::seconds_now() - begin;
    MPI_Allreduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  }
  return slowest <= most ? slowest : never;
}

}  // namespace

Exchange fastest_exchange(const Transposition& transposition, double delay_s, bool may_merge) {
  // Ranks that belong to the same machine share its load: the best of a few tries counts. What was
  // twice as slow as another is not tried again, as it may be slower by far.
  constexpr int rounds = 6;
  struct Candidate {
    Exchange exchange;
    double best = never;
  };
  std::vector<Candidate> candidates{{Exchange::waitall}};
  if (may_merge && alltoallv_reaches(transposition)) candidates.push_back({Exchange::merged});
  if (alltoallv_reaches(transposition)) candidates.push_back({Exchange::alltoallv});
  candidates.push_back({Exchange::sendrecv});
  double best = never;
  for (int round = 0; round < rounds; ++round) {
    for (Candidate& candidate : candidates) {
      if (round > 1 && candidate.best > 2 * best) continue;
      candidate.best =
          std::min(candidate.best, time_once(candidate.exchange, transposition, delay_s, 2 * best));
      best = std::min(best, candidate.best);
    }
  }
  // Times are the same on all ranks, and so is the choice.
  return std::min_element(candidates.begin(), candidates.end(),
                          [](const auto& a, const auto& b) { return a.best < b.best; })
      ->exchange;
}

}  // namespace ifsker
