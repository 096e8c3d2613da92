"""What Tidemill is to reach: the ratio of its time to the better rival's, at most.

At 2 threads, each case has its own; with more threads than cores it must be no slower than either;
with one thread there is none. A case without a target here is measured all the same.
"""

TARGETS = {
    "fib": 0.20, "queens": 0.20, "tree": 0.20,
    "pair": 0.20,
    "taskwait": 0.25,
    "chain": 0.35, "chains8": 0.35, "wavefront": 0.35, "dag": 0.35,
    "flat": 0.60,
    "by-all": 0.80, "taskloop": 0.80, "forest": 0.80,
    "parallel": 1.0, "barrier": 1.0, "single": 1.0, "for-static": 1.0, "for-dynamic": 1.0,
    "for-guided": 1.0, "reduction": 1.0, "critical": 1.0, "lock": 1.0, "lock-contended": 1.0,
    "nest-lock": 1.0,
    "metg-stencil": 0.40, "metg-fft": 0.40, "metg-tree": 0.40, "metg-nearest": 0.40,
    "metg-stencil-64K": 0.40,
}
OVERSUBSCRIBED = 1.0
# With more threads than cores alone.
OVERSUBSCRIBED_OF = {"flag": 1.2}

# libgomp runs most of these tasks at once, inside their producer: that is no task's cost to compare
# with. Nor is what it takes for a flag: its target is a share of libomp's.
ONLY_LIBOMP = {"by-all", "taskloop", "forest", "flag"}

# Resident for each task: descriptor, 64 bytes of data and two dependences; and suspended ones.
BYTES = {"outstanding": 448, "suspended": 12 * 1024}
# What a task that captures a struct may cost more than one that captures two ints.
BESIDE_NS = 30
# The share of it that may stay when all are gone.
MOST_KEPT = 0.1


def target(case, threads, cores):
    """The ratio at most, or None."""
    if threads > cores:
        return OVERSUBSCRIBED_OF.get(case, OVERSUBSCRIBED if case in TARGETS else None)
    return TARGETS.get(case) if threads == 2 else None


def rivals(case):
    return ("libomp",) if case in ONLY_LIBOMP else ("libgomp", "libomp")
