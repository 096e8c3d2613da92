#!/usr/bin/env python3
"""model.py against times known otherwise: by hand, and the efficiencies of the papers' figure."""
import sys

import model

# The reference case: pure, nbuffer, forkjoin, sentinel, interop, in block times.
REFERENCE = model.Shape(4, 4, 16, 16, 20)
TIMES = {"pure": 3457, "nbuffer": 1340, "forkjoin": 2814, "sentinel": 1876, "interop-blk": 1445,
         "interop-nonblk": 1445}

failures = []


def expect(what, value, expected):
    if abs(value - expected) > 1e-9:
        failures.append(f"{what}: {value}, expected {expected}")


for name, time in TIMES.items():
    expect(f"{name} of {REFERENCE}", round(model.VARIANTS[name](REFERENCE)), time)

# One block: a chain of updates, whoever does them.
for name, predict in model.VARIANTS.items():
    expect(f"{name} of one block", predict(model.Shape(1, 1, 1, 1, 7, 0)), 7)

# Two ranks of one block each, latency 0.5. Rank 0 starts when rank 1's first row is there (0.5),
# rank 1 a block and a message later; then rank 0 waits for rank 1 again, and so on.
for name, predict in model.VARIANTS.items():
    shape = model.Shape(2, 1, 1, 1, 3, 0.5)
    expect(f"{name} of two ranks", predict(shape), 0.5 + 3 * 1.0 + 3 * 1.0 + 5 * 0.5)

# Two workers on 2x2 blocks: the corner, the two beside it at once, the corner opposite.
expect("a wave over 2x2 blocks", model.forkjoin(model.Shape(1, 2, 2, 2, 4, 0)), 4 * 3)
# With all sweeps in one graph the first block of the next sweep waits for the two beside it only.
expect("waves of sweeps", model.interop(model.Shape(1, 2, 2, 2, 4, 0)), 2 * 4 + 1)
# A worker for each block: the longest chain, two block times a sweep and the rest of the last.
expect("many workers", model.interop(model.Shape(1, 99, 5, 5, 4, 0)), 2 * 3 + 9)

# Other ready orders, as first found by a simulation of their own (docs/decisions/ready-order.md).
for policy, times in {"ready": (2206, 1773), "lifo": (2241, 2244)}.items():
    simulated = model.simulate(REFERENCE, policy)
    for variant, time in zip(("sentinel", "interop"), times):
        expect(f"{variant} of {REFERENCE} under {policy}", round(simulated[variant]), time)

# Small ones to the last digit, likewise.
for shape, times in {
    (2, 2, 4, 4, 5): (90.1, 63.01, 48.01),
    (3, 2, 5, 4, 6): (156.13, 113.02, 80.02),
    (1, 4, 8, 8, 3): (57, 52, 52),
    (2, 3, 6, 5, 4, 0.3): (98.4, 59.9, 53.3),
}.items():
    simulated = model.simulate(model.Shape(*shape))
    for variant, time in zip(("forkjoin", "sentinel", "interop"), times):
        expect(f"{variant} of {shape}", simulated[variant], time)

for failure in failures:
    print(f"FAILED {failure}")
sys.exit(len(failures) > 0)
