// The messages by which the field changes from one layout to the other. Knows nothing of MPI: it
// packs and unpacks, and says what goes where; the variants send.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "field.hpp"
#include "layout.hpp"

namespace ifsker {

/// One piece, both ways: what this rank sends to `to`, and what it receives from `from`. The first
/// number of a buffer stands for it in dependences.
struct Message {
  const Piece* piece;
  double* send;
  double* receive;
  int count;  ///< doubles in either buffer
  int to, from;
  int tag;  ///< of its own among all messages between two ranks
};

class Transposition {
 public:
  enum class Way {
    to_rows,    ///< from physics to transforms
    to_columns  ///< back
  };

  /// With `stamped`, each message says when it was sent.
  Transposition(Way way, const Layout& layout, Field& source, Field& target, bool stamped);

  std::span<const Message> messages() const { return messages_; }
  std::span<const Message> messages_of(const Slab& slab) const {
    return messages().subspan(static_cast<std::size_t>(slab.first_piece) * layout_.peers(),
                              static_cast<std::size_t>(slab.pieces) * layout_.peers());
  }
  const Layout& layout() const { return layout_; }
  /// Doubles of all messages to one peer, or from one: they lie together, from its first message
  /// on.
  std::ptrdiff_t peer_size() const { return peer_size_; }

  /// Fills the message's send buffer.
  void pack(const Message& message) const;

  /// Puts all messages of the slab where they belong, and copies the block that stays here.
  void unpack(const Slab& slab) const;

  /// When a received message was sent, as app::seconds_now() said there; 0 if unstamped.
  double sent_at(const Message& message) const {
    return stamped_ ? message.receive[message.count - 1] : 0;
  }
  /// The latest of several.
  double last_sent_at(std::span<const Message> messages) const {
    double last = 0;
    for (const Message& message : messages) last = std::max(last, sent_at(message));
    return last;
  }

 private:
  /// The cell of `field` with which a piece of the block shared with `peer` begins.
  double* first_cell(Field& field, const Piece& piece, int peer) const;
  void copy_own_block(const Slab& slab) const;

  const Layout& layout_;
  Field& source_;
  Field& target_;
  bool stamped_;
  std::ptrdiff_t peer_size_;
  Doubles send_, receive_;         ///< peer by peer
  std::vector<Message> messages_;  ///< piece by piece, each to and from all peers
};

}  // namespace ifsker
