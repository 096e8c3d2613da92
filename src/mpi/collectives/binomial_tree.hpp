// The binomial tree over the ranks of a communicator, counted from its root: rank v's parent is v
// without its lowest bit, its children are v plus each lower power of two.
#pragma once

namespace tidemill::mpi {

class BinomialTree {
 public:
  BinomialTree(int rank, int size, int root)
      : size_(size), root_(root), place_(rank >= root ? rank - root : rank - root + size) {}

  int parent() const { return rank_at(place_ & (place_ - 1)); }

  int children() const {
    int number = 0;
    while ((place_ >> number & 1) == 0 && (1 << number) < size_ - place_) ++number;
    return number;
  }
  /// By the size of their subtrees: the last one's is the largest.
  int child(int i) const { return rank_at(place_ + (1 << i)); }

 private:
  int rank_at(int place) const {
    const int rank = place + root_;
    return rank < size_ ? rank : rank - size_;
  }
  const int size_, root_, place_;
};

}  // namespace tidemill::mpi
