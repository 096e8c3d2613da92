#include "transposition.hpp"

#include <algorithm>

#include "common/clock.hpp"

namespace ifsker {
namespace {

/// Doubles that all messages to one peer take, each at an aligned address.
std::ptrdiff_t size_for_peer(const Layout& layout, bool stamped) {
  std::ptrdiff_t size = 0;
  for (const Piece& piece : layout.pieces()) size += round_up(piece.cells() + stamped);
  return size;
}

}  // namespace

Transposition::Transposition(Way way, const Layout& layout, Field& source, Field& target,
                             bool stamped)
    : layout_(layout),
      source_(source),
      target_(target),
      stamped_(stamped),
      peer_size_(size_for_peer(layout, stamped)),
      send_(static_cast<std::size_t>(peer_size_ * layout.peers())),
      receive_(static_cast<std::size_t>(peer_size_ * layout.peers())) {
  std::ptrdiff_t place = 0;  // in a peer's part of the buffers
  int tag = way == Way::to_rows ? 0 : 1;
  for (const Piece& piece : layout.pieces()) {
    const int count = piece.cells() + stamped;
    // In turn, so that not all ranks begin with the same one.
    for (int i = 1; i < layout.ranks(); ++i) {
      const int to = (layout.rank() + i) % layout.ranks();
      const int from = (layout.rank() + layout.ranks() - i) % layout.ranks();
      const std::ptrdiff_t at = (i - 1) * peer_size_ + place;
      messages_.push_back({&piece, send_.data() + at, receive_.data() + at, count, to, from, tag});
    }
    place += round_up(count);
    tag += 2;
  }
}

double* Transposition::first_cell(Field& field, const Piece& piece, int peer) const {
  // Where a layout has all rows, those of the peer begin at its turn; so with columns.
  const bool all_rows = field.rows() != layout_.rows();
  const bool all_cols = field.cols() != layout_.cols();
  return field.row(piece.level, piece.row + (all_rows ? peer * layout_.rows() : 0)) + piece.col +
         (all_cols ? peer * layout_.cols() : 0);
}

void Transposition::pack(const Message& message) const {
  const Piece& piece = *message.piece;
  double* out = message.send;
  const double* level = first_cell(source_, piece, message.to);
  for (int l = 0; l < piece.levels; ++l, level += source_.rows() * source_.stride()) {
    for (int i = 0; i < piece.rows; ++i) {
      out = std::copy_n(level + i * source_.stride(), piece.cols, out);
    }
  }
  if (stamped_) *out = app::seconds_now();
}

void Transposition::unpack(const Slab& slab) const {
  copy_own_block(slab);
  for (const Message& message : messages_of(slab)) {
    const Piece& piece = *message.piece;
    const double* in = message.receive;
    double* level = first_cell(target_, piece, message.from);
    for (int l = 0; l < piece.levels; ++l, level += target_.rows() * target_.stride()) {
      for (int i = 0; i < piece.rows; ++i, in += piece.cols) {
        std::copy_n(in, piece.cols, level + i * target_.stride());
      }
    }
  }
}

void Transposition::copy_own_block(const Slab& slab) const {
  for (int level = slab.level; level < slab.level + slab.levels; ++level) {
    const Piece block{level, 1, 0, layout_.rows(), 0, layout_.cols()};
    const double* from = first_cell(source_, block, layout_.rank());
    double* to = first_cell(target_, block, layout_.rank());
    for (int i = 0; i < block.rows; ++i) {
      std::copy_n(from + i * source_.stride(), block.cols, to + i * target_.stride());
    }
  }
}

}  // namespace ifsker
