"""The applications of `tm-bench app`: a new one is an entry of APPS.

An application is a program APP-MPI beside the command `tidemill`, started as
`mpirun -n RANKS APP-MPI VARIANT OPTIONS --json FILE --quiet`, or with the words and the environment that
the entry's `started` makes of a variant. Of its JSON are read "seconds" and, if
there is one, the entry's `result`, which has to be the same in every variant of a problem.
"""

import dataclasses
import math
import subprocess


# Of a row's parameter in microseconds: what it stands for is measured first (app_runs.timed).
TENTH_OF_A_STEP = "a tenth of a step"


@dataclasses.dataclass(frozen=True)
class Run:
    """What is started: the interleaving counts equal ones as one."""

    variant: str
    ranks: int = 2
    threads: int = 1
    parameters: tuple = ()  # (name, value) of those that aren't the application's defaults
    mpi: str = ""
    app: str = ""


@dataclasses.dataclass(frozen=True)
class Row:
    """`own` beside `beside`, by one of app.VALUES; `at_most` is one number, or one for each MPI."""

    group: str  # rows of a group take turns
    text: str
    own: Run
    beside: Run
    at_most: object = None
    value: str = "time"


@dataclasses.dataclass(frozen=True)
class App:
    name: str
    variants: tuple
    beside: str  # the variant that others are compared with
    parameters: dict  # name: (default or None, help); the program's option is --NAME
    steps: str  # the parameter that says how often the same is done again
    tasks: object  # (parameters, ranks) -> tasks that compute, of a rank
    small: dict  # parameters of a run whose instructions are counted, of one rank
    rows: tuple = ()
    result: str = ""
    at_most_against: float = 1.05  # of --against
    started: object = lambda variant: ([variant], {})  # (words of the command line, environment)
    in_shapes: tuple = ()  # variants of --shapes that aren't asked for by name
    scaled: object = None  # (parameters of one rank, ranks) -> those of a problem that is so much larger; of --weak
    work: object = lambda parameters: 1.0  # what it is to compute them, in some unit; of --weak


def heat_tasks(parameters, ranks):
    rows, cols = map(int, parameters["size"].split("x"))
    block = int(parameters["block"])
    return rows / ranks / block * cols / block * int(parameters["iters"])


def heat_scaled(parameters, ranks):
    rows, cols = map(int, parameters["size"].split("x"))
    return {**parameters, "size": f"{rows * ranks}x{cols}"}


def heat_work(parameters):
    rows, cols = map(int, parameters["size"].split("x"))
    return float(rows * cols * int(parameters["iters"]))


def beside(group, text, variant, other, at_most, ranks=2, value="time", theirs=None, threads=1, **parameters):
    """A row of two variants on the same problem, or on `theirs`."""
    mine = tuple(sorted(parameters.items()))
    others = mine if theirs is None else tuple(sorted(theirs.items()))
    return Row(group, text, Run(variant, ranks, threads, mine), Run(other, ranks, threads, others), at_most, value)


def heat_rows():
    for block, two, one in (("128", 1.02, 1.02), ("64", 1.08, 1.06), ("32", 1.20, 1.20)):
        for variant in ("interop-blk", "interop-nonblk"):
            yield beside(f"block-{block}", f"{variant} / nbuffer, {block}^2", variant, "nbuffer", two, block=block)
        for variant in ("interop-blk", "interop-nonblk"):
            yield beside(f"alone-{block}", f"{variant} / serial, 1 x 1, {block}^2", variant, "serial", one, 1,
                         block=block)
            yield beside(f"alone-{block}", f"{variant} / blocked, 1 x 1, {block}^2", variant, "blocked", None, 1,
                         block=block)
    for variant in ("interop-blk", "interop-nonblk"):
        yield beside("large", f"{variant} / nbuffer, 4096^2, 256^2", variant, "nbuffer", 0.93,
                     size="4096x4096", block="256", iters="20")
    for block, openmpi in (("128", 1.05), ("64", 1.05)):
        yield beside(f"ranks-{block}", f"interop-nonblk / nbuffer, 4 x 1, {block}^2", "interop-nonblk", "nbuffer",
                     {"openmpi": openmpi, "mpich": 0.21}, 4, block=block)
    for variant in ("interop-blk", "interop-nonblk"):
        long, short = {"block": "64", "iters": "1280"}, {"block": "64", "iters": "20"}
        yield beside("sweeps", f"{variant}, memory, 1280 sweeps / 20", variant, variant, 1.1, value="memory",
                     theirs=short, **long)
        yield beside("sweeps", f"{variant} / nbuffer, memory, 1280 sweeps", variant, "nbuffer", 1.25,
                     value="memory", **long)
        yield beside("sweeps", f"{variant}, time a sweep, 1280 / 80", variant, variant, 1.02, value="step",
                     theirs={"block": "64", "iters": "80"}, **long)
    for variant in ("interop-blk", "interop-nonblk"):
        yield beside("cached", f"{variant} over nbuffer, 256x384, 32^2", variant, "nbuffer", 250, value="over",
                     size="256x384", block="32", iters="400")


HEAT = App(
    name="heat",
    variants=("serial", "blocked", "pure", "nbuffer", "forkjoin", "sentinel", "interop-blk", "interop-nonblk"),
    beside="nbuffer",
    parameters={"size": ("1024x1536", "ROWSxCOLS of the grid"), "block": ("64", "rows and columns of a block"),
                "iters": ("80", "sweeps over the grid")},
    steps="iters",
    tasks=heat_tasks,
    small={"size": "256x384", "block": "32"},
    rows=tuple(heat_rows()),
    result="residual",
    at_most_against=1.03,
    in_shapes=("interop-blk", "interop-nonblk"),
    scaled=heat_scaled,
    work=heat_work,
)


# The layer's ways to learn that messages have arrived (TIDEMILL_MPI_BACKEND).
BACKENDS = ("test", "progress", "async")
TASK_VARIANTS = ("interop-blk", "interop-nonblk")


def ifsker_started(variant):
    """A variant is the program's, or with +BACKEND after it."""
    name, _, backend = variant.partition("+")
    return [name], {"TIDEMILL_MPI_BACKEND": backend} if backend else {}


def ifsker_targets(variant, messages):
    """Of `pure`'s time, with a core for each rank."""
    if messages == "10000":
        return {"openmpi": 0.5, "mpich": 1.05}
    return {"interop-nonblk": 1.00, "interop-blk": 1.05}[variant]


def ifsker_rows():
    for variant in TASK_VARIANTS:
        yield beside("alone", f"{variant} / pure, 1 x 1", variant, "pure", None, 1)
    for variant in TASK_VARIANTS:
        # A message for each level; `pure` may send all in one.
        yield beside("two", f"{variant} / pure, 2 x 1", variant, "pure", ifsker_targets(variant, None), points="1305600",
                     steps="10")
    for messages in (None, "16", "100", "1000"):
        # The papers' field, which is half as many points a core as in the rows below.
        many = f", {int(messages):,} messages" if messages else ""
        for variant in TASK_VARIANTS:
            yield beside("field", f"{variant} / pure, 4 x 1, the papers' field{many}", variant, "pure",
                         {"openmpi": 1.0, "mpich": 0.5}, 4, points="652800", steps="20",
                         **({"messages": messages} if messages else {}))
    for messages in ("16", "100", "1000", "10000"):
        yield from ifsker_rows_of(messages)


def ifsker_rows_of(messages):
    """The papers' size for each of two cores."""
    shared = {"messages": messages, "points": "1305600", "steps": "10"}
    many = f"{int(messages):,} messages"
    for variant in TASK_VARIANTS:
        text, most = f"{variant} / pure, 2 x 1, {many}", ifsker_targets(variant, messages)
        yield beside(f"two-{messages}", text, variant, "pure", most, **shared)
        if messages == "10000":
            # As the papers' Pure MPI sends, whatever is the fastest.
            yield beside(f"two-{messages}", f"{text}, waitall", variant, "pure", most, **shared,
                         theirs={"exchange": "waitall", **shared})
    for variant in TASK_VARIANTS:
        yield beside(f"four-{messages}", f"{variant} / pure, 4 x 1, {many}", variant, "pure",
                     {"openmpi": 1.0, "mpich": 0.5}, 4, **{**shared, "steps": "5"})
    for variant in TASK_VARIANTS:
        yield beside(f"late-{messages}", f"{variant} / pure, 2 x 1, {many}, late", variant, "pure", 0.85, **shared,
                     **{"message-delay": TENTH_OF_A_STEP})
    for backend in BACKENDS:
        yield beside(f"backends-{messages}", f"interop-nonblk+{backend} / pure, 2 x 1, {many}",
                     f"interop-nonblk+{backend}", "pure", None, **shared)


IFSKER = App(
    name="ifsker",
    variants=("serial", "pure", *TASK_VARIANTS,
              *(f"{variant}+{backend}" for variant in TASK_VARIANTS for backend in BACKENDS)),
    beside="pure",
    parameters={"points": ("652800", "grid points"), "steps": ("20", "time steps"),
                "messages": (None, "messages a step"), "message-delay": (None, "microseconds a message is late"),
                "exchange": (None, "how pure sends: waitall, sendrecv, alltoallv, merged")},
    steps="steps",
    tasks=None,
    small={"points": "6144"},
    rows=tuple(ifsker_rows()),
    started=ifsker_started,
    in_shapes=TASK_VARIANTS,
    scaled=lambda parameters, ranks: {**parameters, "points": str(int(parameters["points"]) * ranks)},
    work=lambda parameters: float(parameters["points"]),
)

ANNOTATIONS, POLICIES = ("none", "mark", "ma1", "ma2", "ma3"), ("fifo", "messages", "ready", "lifo", "sa", "fa", "ga")
# What ma3 needs of OMP_MAX_TASK_PRIORITY, and more: a number of steps.
ENOUGH_PRIORITIES = "1000000"


def cholesky_started(variant):
    """A variant is ANNOTATION+POLICY, or libgomp: the same program on GCC's runtime, where it runs its message
    tasks one at a time."""
    if variant == "libgomp":
        found = subprocess.run(["gcc", "-print-file-name=libgomp.so.1"], capture_output=True, text=True, check=True)
        return ["--annotate", "none"], {"LD_PRELOAD": found.stdout.strip()}
    annotation, policy = variant.split("+")
    return ["--annotate", annotation], {"TIDEMILL_POLICY": policy, "OMP_MAX_TASK_PRIORITY": ENOUGH_PRIORITIES}


def cholesky_rows():
    """The papers' graph in small, on tasks that sleep: 16 threads and more on any two cores."""
    for delay in ("1000", "5000"):
        for variant in ("none+ready", "none+lifo", "ma1+ready", "ma2+ready", "ma3+ready"):
            yield beside(f"sleep-{delay}", f"{variant} / none+fifo, message {delay} us", variant, "none+fifo", None, 8,
                         threads=4, **{"message-delay": delay})
    for variant in ("none+fifo", "none+ready"):
        yield beside("computing", f"{variant} / libgomp, 8192, 256^2", variant, "libgomp", 1.00, kernel="compute",
                     size="8192", tile="256")


def cholesky_scaled(parameters, ranks):
    """The cube of the order grows with the ranks, as near as whole tiles allow."""
    tile = int(parameters["tile"])
    tiles = round(int(parameters["size"]) / tile * ranks ** (1 / 3))
    return {**parameters, "size": str(tiles * tile)}


def cholesky_work(parameters):
    """In gemms: of the four kernels, by their floating-point operations."""
    tiles = int(parameters["size"]) // int(parameters["tile"])
    return tiles / 6 + 2 * 0.5 * math.comb(tiles, 2) + math.comb(tiles, 3)


CHOLESKY = App(
    name="cholesky",
    variants=(*(f"{annotation}+{policy}" for annotation in ANNOTATIONS for policy in POLICIES), "libgomp"),
    beside="none+fifo",
    parameters={"size": ("256", "order of the matrix"), "tile": ("8", "rows and columns of a tile"),
                "kernel": ("sleep=10000", "compute, or sleep=GEMM_US"),
                "message-delay": (None, "microseconds a message is late")},
    steps="",
    tasks=None,
    small={},
    rows=tuple(cholesky_rows()),
    started=cholesky_started,
    in_shapes=("none+fifo", "none+ready", "ma1+ready", "mark+sa", "none+fa", "none+ga", "mark+ga"),
    scaled=cholesky_scaled,
    work=cholesky_work,
)

APPS = {app.name: app for app in (HEAT, IFSKER, CHOLESKY)}
