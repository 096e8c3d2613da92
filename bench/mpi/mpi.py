#!/usr/bin/env python3
"""Times task-aware MPI beside plain MPI, in one interleaved run, and judges it.

Per MPI and case, short runs of two ranks alternate: plain MPI at MPI_THREAD_MULTIPLE, the same traffic
inside tasks, and plain with the layer loaded but not enabled. Medians; "ratio" is that of tasks to plain,
round by round, "target" what it is to reach. The programs are exchange.c and idle.c; nothing is tuned.
"""

import argparse
import pathlib
import sys

# In the sources the folder beside; installed, all lie in one.
sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import against  # noqa: E402
import command  # noqa: E402
import mpi_builds  # noqa: E402
import outputs  # noqa: E402
import ranks  # noqa: E402
import rounds  # noqa: E402

COMMAND = "tm-bench mpi"

# row: (what is timed, of which side, beside what, of which side, target, text); without a target it is
# there to compare with: what MPI's own matching and memory cost when more is in flight, and what two
# processes differ by. Side "in turn": MPI's own calls, by the process that makes the others in tasks.
ROWS = [
    ("pingpong", "tasks", "pingpong", "plain", 2.0, "blocking ping-pong in tasks, 8 B"),
    ("pingpong", "loaded", "pingpong", "plain", 1.05, "layer loaded, not enabled, 8 B"),
    ("blocking-1000", "tasks", "blocking-1000", "plain", 2.5, "1,000 blocking tasks in flight, 8 B"),
    ("bound-1000", "tasks", "bound-1000", "plain", 1.3, "1,000 bound non-blocking tasks, 8 B"),
    ("bound-100000", "tasks", "bound-1000", "tasks", 1.5, "100,000 in flight, beside 1,000"),
    ("bound-10000", "plain", "bound-1000", "plain", None, "plain: 10,000 in flight, beside 1,000"),
    ("turns-1M", "tasks", "turns-1M", "in turn", 1 / 0.97, "bandwidth, 1 MiB (time)"),
    ("turns-16M", "tasks", "turns-16M", "in turn", 1 / 0.97, "bandwidth, 16 MiB (time)"),
    ("bytes-1M", "tasks", "bytes-1M", "plain", None, "bandwidth, 1 MiB, of two processes"),
    ("bytes-16M", "tasks", "bytes-16M", "plain", None, "bandwidth, 16 MiB, of two processes"),
    ("allreduce", "tasks", "allreduce", "plain", 1.5, "all-reduce in tasks, 8 B"),
    ("alltoall", "tasks", "alltoall", "plain", 1.5, "all-to-all in tasks, 8 B"),
    ("pingpong", "crowded", None, None, 20e-6, "ping-pong, 2 ranks x 2 threads"),
    ("idle", "idle", None, None, 0.05, "share of a core, all tasks waiting"),
]

# A row of two processes whose target is below this tells apart what single runs differ by, on either side
# (20 %; windows of small messages, which live in the nearest caches, half where a virtual machine's core may be
# shared): its runs are made so often a round.
TIGHT, TIMES = 1.4, 3


def parse():
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mpis", help="of those found, separated by commas (default: all)")
    parser.add_argument("--rounds", type=int, default=7,
                        help=f"runs a side, {TIMES} times as many where less is to be told apart (default: 7)")
    parser.add_argument("--repetitions", type=int, default=7, help="in each run (default: 7)")
    parser.add_argument("--cases", help="names, separated by commas (default: all)")
    parser.add_argument("--idle-seconds", type=int, default=10, help="0: leave it out (default: 10)")
    parser.add_argument("--timeout", type=float, default=120, help="seconds a run (default: 120)")
    parser.add_argument("--json", metavar="FILE", help="write all results there")
    parser.add_argument("--plot", metavar="FILE", help="draw the ratios (needs matplotlib)")
    parser.add_argument("--check", action="store_true", help="exit status 1 unless all pass")
    against.add_options(parser)
    options = parser.parse_args()
    found = ranks.mpis()
    if not found:
        parser.error(f"no programs in {ranks.programs()}: Tidemill was built without MPI")
    options.mpis = command.chosen(parser, "--mpis", options.mpis, found)
    options.cases = command.chosen(parser, "--cases", options.cases, sorted({row[0] for row in ROWS}))
    if options.rounds < 1 or options.repetitions < 1:
        parser.error("--rounds and --repetitions: at least 1")
    against.check(parser, options, command.prefix())
    outputs.check(parser, options.json, options.plot)
    return options


def run(mpi, words, extra, timeout, build=None):
    """{case: seconds} of one run of two ranks, on this build of Tidemill or another one."""
    settings = ranks.environment(extra, build or command.prefix())
    printed = ranks.run(ranks.launch(mpi, 2, words), settings, timeout)
    pairs = (line.split() for line in printed.splitlines() if line.count(" ") == 1)
    return {name: float(value) for name, value in pairs}


def groups_of(cases):
    """[([(side, case)], times a round)]: what is compared, directly or not, stands together, as a virtual
    machine's cores change their speed every few seconds."""
    groups = []
    for case, side, beside, beside_side, target, _ in ROWS:
        if case not in cases or side == "idle":
            continue
        paired = beside is not None and beside_side != "in turn"
        group = next((group for group in groups if (beside_side, beside) in group["runs"]), None)
        if group is None:
            group = {"runs": [(beside_side, beside)] if paired else [], "times": 1}
            groups.append(group)
        group["runs"].append((side, case))
        if paired and target and target < TIGHT:
            group["times"] = TIMES
    return [(group["runs"], group["times"]) for group in groups]


def command_of(mpi, side, case, options, build=None):
    """And what its environment has besides."""
    kind = "plain" if side in ("plain", "loaded") else "turns" if case.startswith("turns-") else "tasks"
    program = ranks.programs() / f"exchange-{kind}-{mpi}"
    launcher = [(build or command.prefix()) / "bin/tidemill", "run", "--"] if side == "loaded" else []
    extra = {"OMP_NUM_THREADS": "2"} if side == "crowded" else {}
    return [*launcher, program, options.repetitions, case], extra


def measure(mpi, options):
    """{(side, case): [seconds of each round]}."""
    values = {}
    groups = groups_of(options.cases)
    for number in range(options.rounds):
        for runs, times in groups:
            for time in range(times):
                # None is always the first of them.
                for side, case in runs if (number + time) % 2 == 0 else runs[::-1]:
                    words, extra = command_of(mpi, side, case, options)
                    seconds = run(mpi, words, extra, options.timeout)
                    if case not in seconds:
                        raise RuntimeError(f"{' '.join(map(str, words))}: no result")
                    values.setdefault((side, case), []).append(seconds[case])
                    if f"plain-{case}" in seconds:
                        values.setdefault(("in turn", case), []).append(seconds[f"plain-{case}"])
    if "idle" in options.cases and options.idle_seconds > 0:
        words = [ranks.programs() / f"idle-tasks-{mpi}", options.idle_seconds]
        shares = run(mpi, words, {"OMP_WAIT_POLICY": "passive"}, options.timeout)
        values[("idle", "idle")] = [shares["idle"]]
    return values


def judge(mpi, cases, values):
    rows = []
    for case, side, beside, beside_side, target, text in ROWS:
        if case not in cases or (side, case) not in values or (beside is not None and (beside_side, beside) not in values):
            continue
        own = rounds.summary(values[(side, case)])
        row = {"mpi": mpi, "case": case, "side": side, "text": text, "target": target,
               "values": own["values"], "median": own["median"]}
        compared = row["median"]
        if beside is not None:
            other = rounds.summary(values[(beside_side, beside)])
            row["beside_values"], row["beside"] = other["values"], other["median"]
            compared = row["ratio"] = rounds.ratio(own, other)
        row["verdict"] = "-" if target is None else "pass" if compared <= target else "short"
        rows.append(row)
    return rows


def shown(row):
    """The value as a user reads it: microseconds, bytes a second, or a share."""
    def one(seconds):
        if row["case"].startswith(("bytes", "turns")):
            return f"{1e-9 / seconds:.2f} GB/s"
        return f"{100 * seconds:.2f} %" if row["case"] == "idle" else f"{1e6 * seconds:.3f} us"

    ratio = f"{row['ratio']:.2f}" if "ratio" in row else "-"
    target = ("-" if row["target"] is None else
              one(row["target"]) if "ratio" not in row else f"{row['target']:.2f}")
    beside = one(row["beside"]) if "beside" in row else "-"
    return (f"{row['mpi']:<10} {row['text']:<38} {beside:>12} {one(row['median']):>12} "
            f"{ratio:>7} {target:>10}  {row['verdict']}")


def draw(rows, file):
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    rows = [row for row in rows if "ratio" in row and row["target"] is not None]
    mpis = sorted({row["mpi"] for row in rows})
    texts = list(dict.fromkeys(row["text"] for row in rows))
    figure, axes = pyplot.subplots(figsize=(9, 0.6 * len(texts) + 1.6), layout="constrained")
    height = 0.8 / len(mpis)
    for index, mpi in enumerate(mpis):
        mine = {row["text"]: row for row in rows if row["mpi"] == mpi}
        places = [len(texts) - 1 - texts.index(text) - index * height for text in mine]
        axes.barh(places, [row["ratio"] for row in mine.values()], height, label=mpi,
                  color=["#4b1d77", "#e07a4f", "#6b6880", "#f0a868"][index % 4])
        axes.plot([row["target"] for row in mine.values()], places, "|", color="#22212b", ms=14)
    axes.set_yticks([len(texts) - 1 - i - 0.4 + height / 2 for i in range(len(texts))], texts)
    axes.axvline(1, color="#7a7885", lw=1)
    axes.set_xlabel("time, tasks / plain (| target)")
    axes.legend()
    outputs.write_picture(figure, file, dpi=120)


def main():
    options = parse()
    if options.against is not None:
        return mpi_builds.compare(COMMAND, ROWS, sys.modules[__name__], options)
    rows = []
    command.warn_when_busy(COMMAND)
    print(f"{'MPI':<10} {'case':<38} {'plain':>12} {'tasks':>12} {'ratio':>7} {'target':>10}  verdict",
          flush=True)
    for mpi in options.mpis:
        try:
            measured = judge(mpi, options.cases, measure(mpi, options))
        except (RuntimeError, OSError) as error:
            raise command.BenchError(f"{mpi}: {error}")
        for row in measured:
            print(shown(row), flush=True)
        rows += measured
    outputs.write_json(options.json, rows)
    if options.plot:
        draw(rows, options.plot)
    return 1 if options.check and any(row["verdict"] == "short" for row in rows) else 0


if __name__ == "__main__":
    command.run(COMMAND, main)
