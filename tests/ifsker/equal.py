#!/usr/bin/env python3
"""Every variant of ifsker gives the bits of serial: whatever the shape of the field, the number and
size of the messages, the number of ranks and of threads.

Each run compares itself with serial (--check) and looks at Parseval's equation around each
transform; besides, the energy and mass that all runs of a field print must agree, and the mass must
stay.
"""
import itertools
import json
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "apps"))
import cases
import launch

SHAPES = ["3x24x36", "5x48x60", "12x36x96"]
SHAPES_FULL = ["7x96x132", "12x216x252", "10x240x360"]
# Fewer messages than levels, one a level, parts of levels, parts of rows.
CUTS = [["--messages", 6], [], ["--messages", 100], ["--message-bytes", 40]]
VARIANTS = [["pure", "--exchange", "waitall"], ["pure", "--exchange", "sendrecv"],
            ["pure", "--exchange", "alltoallv"], ["pure", "--exchange", "merged"], ["pure"], ["interop-blk"],
            ["interop-nonblk"]]
EXCHANGES = ["waitall", "sendrecv", "alltoallv", "merged"]
QUICK = [(2, 1), (3, 2), (4, 1), (1, 4), (2, 4), (4, 3)]
STEP = re.compile(r"^step (\d+)  energy (\S+)  mass (\S+)$", re.MULTILINE)


def plan(full):
    """(shape, cut, variant, ranks, threads)"""
    if full:
        for shape, cut, variant in itertools.product(SHAPES_FULL, CUTS, VARIANTS):
            for ranks in range(1, 5):
                for threads in range(1, 5) if variant[0] != "pure" else [1]:
                    yield shape, cut, variant, ranks, threads
        return
    places = itertools.cycle(QUICK)
    for shape, variant in itertools.product(SHAPES, VARIANTS[-3:]):
        for cut in CUTS:
            ranks, threads = next(places)
            yield shape, cut, variant, ranks, threads if variant[0] != "pure" else 1
    for variant in VARIANTS[:-3]:
        yield SHAPES[1], CUTS[2], variant, 4, 1
    for variant in VARIANTS[-3:]:
        yield SHAPES[1], ["--message-delay", 2000], variant, 2, 2 if variant[0] != "pure" else 1


def exchanges_of(cut, variant, ranks):
    """What may have carried a run's messages."""
    if variant[0] != "pure":
        return ["none"] if variant[0] == "serial" else ["tasks"]
    if ranks == 1:
        return ["none"]
    # Where it is asked for a number of messages, it sends as many.
    return variant[2:] or (EXCHANGES if "--messages" not in cut and "--message-bytes" not in cut
                           else EXCHANGES[:-1])


def failure_of(options, shape, cut, variant, ranks, threads, known):
    """What is wrong with one run, or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "run.json")
        outcome = launch.run(options, ranks, threads, *variant, "--points", shape, "--steps",
                             options.steps, "--check", "--json", path, *cut)
        if outcome.statuses != [0] * ranks:
            return f"exit statuses {outcome.statuses}: {outcome.err.strip()}"
        result = json.loads(path.read_text())
    if result["equal_to_serial"] is not True or "bitwise equal" not in outcome.out:
        return f"no word of equality in {outcome.out.strip()!r}"
    if not result["parseval_error"] <= 1e-12:
        return f"Parseval's sums are {result['parseval_error']} apart"
    if result["threads"] != threads:
        return f"ran with {result['threads']} threads"
    if result["exchange"] not in exchanges_of(cut, variant, ranks):
        return f"messages went by {result['exchange']!r}"
    steps = [(int(step), float(energy), float(mass))
             for step, energy, mass in STEP.findall(outcome.out)]
    if [step for step, _, _ in steps] != list(range(1, options.steps + 1)):
        return f"not the steps' sums: {outcome.out!r}"
    if any(abs(mass / steps[0][2] - 1) > 1e-11 for _, _, mass in steps):
        return f"the mass changes: {steps}"
    expected = known.setdefault(shape, steps)
    for (step, energy, mass), (_, energy_there, mass_there) in zip(steps, expected):
        # Ranks' parts are added up by MPI, in any order.
        if abs(energy / energy_there - 1) > 1e-11 or abs(mass / mass_there - 1) > 1e-11:
            return f"step {step}: energy {energy}, mass {mass}, other runs have {expected[step - 1]}"
    return None


def main():
    parser = launch.arguments("ifsker", __doc__)
    parser.add_argument("--full", action="store_true",
                        help="larger fields, all of 1 to 4 ranks and threads")
    parser.add_argument("--steps", type=int, default=5)
    options = parser.parse_args()
    known = {}
    serial = [(shape, [], ["serial"], 2, 1) for shape in (SHAPES_FULL if options.full else SHAPES)]
    cases.equal(((f"{' '.join(variant)}, {shape}, {cut}, {ranks} ranks x {threads} threads",
                  lambda: failure_of(options, shape, cut, variant, ranks, threads, known))
                 for shape, cut, variant, ranks, threads in [*serial, *plan(options.full)]),
                "bitwise equal to serial")


if __name__ == "__main__":
    main()
