#!/usr/bin/env python3
"""What each variant of heat takes on a perfect runtime and network, in block times.

A block takes 1; a message takes the latency and no processor; sends are buffered; a rank's workers
take ready tasks in the order of creation. Every rank owns ROWS x COLS blocks; `pure` and `nbuffer`
run on RANKS x WORKERS ranks of one worker instead, which share the same blocks.

usage: model.py RANKS WORKERS ROWS COLS ITERATIONS [LATENCY]      e.g. model.py 4 4 16 16 20
"""
import collections
import dataclasses
import heapq
import sys

LATENCY = 0.01


@dataclasses.dataclass
class Shape:
    """A problem and what it runs on. `rows` and `cols` are blocks of one rank."""
    ranks: int
    workers: int
    rows: int
    cols: int
    iterations: int
    latency: float = LATENCY

    def work(self):
        return self.ranks * self.rows * self.cols * self.iterations


def pipeline(ranks, columns, cost, iterations, latency):
    """Ranks that compute `columns` stripes in turn, each once the rank above has ended the stripe
    in the same sweep and the rank below in the sweep before (before the first sweep: at once)."""
    never = [-latency] * columns
    below = [[0.0] * columns for _ in range(ranks)] + [never]  # the sweep before, of each rank
    free = [0.0] * ranks
    for _ in range(iterations):
        above = never
        for rank in range(ranks):
            ends = []
            for column in range(columns):
                news = max(above[column], below[rank + 1][column]) + latency
                free[rank] = max(free[rank], news) + cost
                ends.append(free[rank])
            below[rank] = above = ends
    return max(free)


class TaskSimulation:
    """The task graph of sentinel and interop: blocks and messages are tasks. Serialised message
    tasks hold their worker while they wait; others hold none."""

    def __init__(self, shape, serialised):
        self.shape, self.serialised = shape, serialised
        self.rank_of, self.kind, self.after, self.before = [], [], [], []
        self.number = {}  # (rank, kind, row, column, sweep) -> task, in the order of creation
        for rank in range(shape.ranks):
            self.previous_message = None
            for sweep in range(shape.iterations):
                self.create_sweep(rank, sweep)

    def create(self, rank, kind, row, column, sweep, *predecessors):
        task = len(self.kind)
        known = [self.number[p] for p in predecessors if p in self.number]
        if self.serialised and kind != "block":
            if self.previous_message is not None:
                known.append(self.previous_message)
            self.previous_message = task
        self.number[rank, kind, row, column, sweep] = task
        self.rank_of.append(rank)
        self.kind.append(kind)
        self.before.append(len(known))
        self.after.append([])
        for p in known:
            self.after[p].append(task)

    def create_sweep(self, rank, sweep):
        shape, last = self.shape, self.shape.rows - 1
        columns = range(shape.cols)
        has_upper, has_lower = rank > 0, rank + 1 < shape.ranks

        def block(i, j, k):
            return rank, "block", i, j, k

        if has_upper:
            for j in columns:
                self.create(rank, "send up", 0, j, sweep, block(0, j, sweep - 1))
            for j in columns:
                self.create(rank, "receive down", 0, j, sweep, block(0, j, sweep - 1))
        if has_lower:
            for j in columns:
                self.create(rank, "receive up", last, j, sweep, block(last, j, sweep - 1))
        for i in range(shape.rows):
            for j in columns:
                self.create(rank, "block", i, j, sweep,
                            block(i - 1, j, sweep), block(i, j - 1, sweep), block(i, j, sweep - 1),
                            block(i + 1, j, sweep - 1), block(i, j + 1, sweep - 1),
                            (rank, "send up", i, j, sweep), (rank, "receive down", i, j, sweep),
                            (rank, "receive up", i, j, sweep), (rank, "send down", i, j, sweep - 1))
        if has_lower:
            for j in columns:
                self.create(rank, "send down", last, j, sweep, block(last, j, sweep))

    def receiver_of(self):
        """The receiving task of each sending one."""
        receiver, last = {}, self.shape.rows - 1
        for (rank, kind, _, j, k), task in self.number.items():
            if kind == "send up":
                receiver[task] = self.number[rank - 1, "receive up", last, j, k]
            elif kind == "send down":
                receiver[task] = self.number[rank + 1, "receive down", 0, j, k]
        return receiver

    def run(self):
        """Returns when the last task ends."""
        self.now, self.receiver = 0.0, self.receiver_of()
        self.idle = [self.shape.workers] * self.shape.ranks
        self.queue = collections.defaultdict(list)  # ready tasks of a rank
        self.events, self.arrived, self.waiting = [], set(), set()
        for task in [t for t, count in enumerate(self.before) if count == 0]:
            self.make_ready(task)
        for rank in range(self.shape.ranks):
            self.occupy_workers(rank)
        while self.events:
            self.now, is_message, task = heapq.heappop(self.events)
            if is_message:
                self.arrived.add(task)
                if task in self.waiting:
                    self.waiting.remove(task)
                    self.idle[self.rank_of[task]] += self.serialised
                    self.complete(task)
            else:
                self.idle[self.rank_of[task]] += 1
                self.complete(task)
            self.occupy_workers(self.rank_of[task])
        if self.waiting or any(self.queue.values()):
            raise RuntimeError("the model ended with tasks that never run")
        return self.now

    def make_ready(self, task):
        if self.serialised or self.kind[task] == "block":
            heapq.heappush(self.queue[self.rank_of[task]], task)
        else:
            self.communicate(task)

    def occupy_workers(self, rank):
        ready = self.queue[rank]
        while ready and self.idle[rank]:
            task = heapq.heappop(ready)
            if self.kind[task] == "block":
                self.idle[rank] -= 1
                heapq.heappush(self.events, (self.now + 1, False, task))
            elif not self.communicate(task):
                self.idle[rank] -= 1

    def communicate(self, task):
        """Runs a message task; False if it has to wait."""
        if task in self.receiver:
            arrival = self.now + self.shape.latency
            heapq.heappush(self.events, (arrival, True, self.receiver[task]))
        elif task not in self.arrived:
            self.waiting.add(task)
            return False
        self.complete(task)
        return True

    def complete(self, task):
        for successor in self.after[task]:
            self.before[successor] -= 1
            if self.before[successor] == 0:
                self.make_ready(successor)


def pure(s):
    return pipeline(s.ranks * s.workers, 1, s.rows * s.cols / s.workers, s.iterations, s.latency)


def nbuffer(s):
    return pipeline(s.ranks * s.workers, s.cols, s.rows / s.workers, s.iterations, s.latency)


def forkjoin(s):
    sweep = TaskSimulation(dataclasses.replace(s, ranks=1, iterations=1), False).run()
    return pipeline(s.ranks, 1, sweep, s.iterations, s.latency)


def sentinel(s):
    return TaskSimulation(s, True).run()


def interop(s):
    return TaskSimulation(s, False).run()


VARIANTS = {"pure": pure, "nbuffer": nbuffer, "forkjoin": forkjoin, "sentinel": sentinel,
            "interop-blk": interop, "interop-nonblk": interop}


def main():
    if len(sys.argv) not in (6, 7):
        sys.exit(__doc__)
    shape = Shape(*map(int, sys.argv[1:6]), *map(float, sys.argv[6:]))
    print(f"{shape.ranks} ranks x {shape.workers} workers, {shape.rows}x{shape.cols} blocks a rank, "
          f"{shape.iterations} iterations, latency {shape.latency} blocks")
    for name, predict in VARIANTS.items():
        time = predict(shape)
        share = shape.work() / (time * shape.ranks * shape.workers)
        print(f"{name:14} {time:10.1f} blocks   efficiency {share:5.2f}")


if __name__ == "__main__":
    main()
