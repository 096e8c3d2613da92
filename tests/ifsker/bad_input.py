#!/usr/bin/env python3
"""What a user can get wrong: one line that names the value, a non-zero exit on all ranks, no hang,
no picture or part of one."""
import pathlib
import struct
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "apps"))
import bad
import launch

RANKS = 3
GOOD = ["--points", "2x12x24", "--steps", "2"]

# name: (arguments, what the message has to contain)
COMMAND_LINES = {
    "unknown variant": (["interop-blok", *GOOD], ["'interop-blok'", "interop-blk"]),
    "no variant": (GOOD, ["variant", "pure"]),
    "no field": (["pure"], ["--points", "--input"]),
    "unknown option": (["pure", *GOOD, "--speed", "9"], ["--speed", "--help"]),
    "zero steps": (["pure", "--points", "2x12x24", "--steps", "0"], ["--steps 0", "--steps 100"]),
    "points no number": (["pure", "--points", "many"], ["--points many", "LEVELSxROWSxCOLS"]),
    "points of nothing": (["pure", "--points", "2x0x24"], ["--points 2x0x24"]),
    "points that are no field": (["pure", "--points", "653000"], ["--points 653000", "use --points 6"]),
    "points beyond counts": (["pure", "--points", "99x99999x99999"], ["99x99999x99999", "too many"]),
    "no messages": (["pure", *GOOD, "--messages", "0"], ["--messages 0"]),
    "messages and bytes": (["pure", *GOOD, "--messages", "9", "--message-bytes", "99"],
                           ["--messages 9", "--message-bytes 99"]),
    "bytes no number": (["pure", *GOOD, "--message-bytes", "1k"], ["--message-bytes 1k"]),
    "delay no number": (["pure", *GOOD, "--message-delay", "soon"], ["--message-delay soon"]),
    "delay negative": (["pure", *GOOD, "--message-delay=-1"], ["--message-delay -1"]),
    "unknown exchange": (["pure", *GOOD, "--exchange", "mail"], ["--exchange mail", "waitall"]),
    "exchange of tasks": (["interop-blk", *GOOD, "--exchange", "waitall"], ["--exchange", "pure"]),
    "variable without file": (["pure", *GOOD, "--variable", "t"], ["--variable t", "--input"]),
}

# The same, found out by the ranks, once MPI has begun.
RANKS_FIND = {
    "points beyond memory": (["pure", "--points", "3x24000x24000", "--check"], ["memory"]),
    "ranks that don't divide rows": (["pure", "--points", "2x16x24"],
                                     ["3 ranks", "16 rows", "mpirun -n 1, 2, 4, 8"]),
    "ranks that don't divide columns": (["interop-blk", "--points", "2x12x25"],
                                        ["3 ranks", "25 columns", "mpirun -n 1"]),
    "messages beyond numbers": (["interop-nonblk", *GOOD, "--messages", "9999"],
                                ["--messages 9999", "256"]),
    "input missing": (["pure", "--input", "/no/such.nc"], ["/no/such.nc", "No such file"]),
    "input a folder": (["interop-blk", "--input", "/"], ["--input /", "directory"]),
    "json nowhere": (["pure", *GOOD, "--json", "/no/such/folder/x.json"], ["/no/such/folder/x.json"]),
    "json in serial": (["serial", *GOOD, "--json", "/no/such/folder/x.json"],
                       ["/no/such/folder/x.json"]),
}


def netcdf(variables):
    """A file of NetCDF's classic format: {name: (rows, cols, values)}, each of doubles."""
    def text(name):
        return struct.pack(">i", len(name)) + name.encode() + b"\0" * (-len(name) % 4)

    sizes = [size for rows, cols, _ in variables.values() for size in (rows, cols)]
    head = b"CDF\1" + struct.pack(">i", 0)
    head += struct.pack(">ii", 10, len(sizes))
    for number, size in enumerate(sizes):
        head += text(f"d{number}") + struct.pack(">i", size)
    head += struct.pack(">ii", 0, 0) + struct.pack(">ii", 11, len(variables))
    entries, length = [], len(head)
    for number, (name, (rows, cols, _)) in enumerate(variables.items()):
        entry = text(name) + struct.pack(">iii", 2, 2 * number, 2 * number + 1)
        entry += struct.pack(">ii", 0, 0) + struct.pack(">ii", 6, 8 * rows * cols)
        entries.append(entry)
        length += len(entry) + 4
    data = b""
    for entry, (rows, cols, values) in zip(entries, variables.values()):
        head += entry + struct.pack(">i", length + len(data))
        data += struct.pack(f">{rows * cols}d", *values)
    return head + data


ONE = netcdf({"sst": (12, 24, [float(i % 7) for i in range(288)])})
TWO = netcdf({"u": (6, 6, [1.0] * 36), "v": (6, 6, [2.0] * 36)})
EMPTY = netcdf({"sst": (12, 24, [float("nan")] * 288)})
PRIME = netcdf({"sst": (13, 24, [1.0] * 312)})

# name: (bytes of the file, further arguments, what the message has to contain)
FILES = {
    "unknown variable": (ONE, ["--variable", "t2m"], ["'t2m'", "--variable sst"]),
    "which variable": (TWO, [], ["2 variables", "--variable u, v"]),
    "no values": (EMPTY, [], ["'sst'", "no values"]),
    "ranks that don't divide": (PRIME, [], ["3 ranks", "13 rows", "--points"]),
    "cut off": (ONE[:-100], [], ["cut off", "copy it again"]),
    "a promise too large": (ONE.replace(struct.pack(">i", 12), struct.pack(">i", 40000), 1), [], ["cut off"]),
    "damaged NetCDF": (b"CDF\1" + b"\xff" * 60, [], ["damaged NetCDF"]),
    "raw without shape": (bytes(8 * 288), [], ["--points LEVELSxROWSxCOLS"]),
    "raw of another size": (bytes(8 * 288), ["--points", "2x12x24"], ["2304 bytes", "2x12x24"]),
    "raw not finite": (b"\xff" * 8 * 288, ["--points", "1x12x24"], ["not finite"]),
    "variable of raw": (bytes(8 * 288), ["--points", "1x12x24", "--variable", "t"],
                        ["--variable t", "no NetCDF"]),
}


def good_files(options):
    """The same files do when they are asked for rightly; the picture is whole."""
    for name, content, arguments in (("NetCDF", ONE, []), ("NetCDF, named", TWO, ["--variable", "v"]),
                                     ("NetCDF, resampled", PRIME, ["--points", "2x24x36"]),
                                     ("raw", bytes(8 * 288), ["--points", "1x12x24"])):
        with tempfile.TemporaryDirectory() as folder:
            path, picture = pathlib.Path(folder, "input"), pathlib.Path(folder, "field.png")
            path.write_bytes(content)
            outcome = launch.run(options, RANKS, 1, "interop-nonblk", "--input", path, *arguments,
                                 "--steps", 2, "--check", "--png", picture)
            well = outcome.statuses == [0] * RANKS and picture.read_bytes().endswith(b"IEND\xaeB`\x82")
            if not well:
                print(f"FAILED good {name}: {outcome}", flush=True)
            yield well


def cases_of(cases):
    yield from cases.command_lines(cases.of_any_mpi(COMMAND_LINES))
    yield from cases.command_lines(RANKS_FIND)
    for name, (content, arguments, fragments) in cases.of_any_mpi(FILES).items():
        yield cases.file(name, content, ["interop-blk"], arguments, fragments)
    yield from cases.faults([*GOOD, "--check"], (
        ("few-threads", "interop-blk", ["MPI_THREAD_FUNNELED", "pure"], 2),
        ("few-threads", "interop-nonblk", ["MPI_THREAD_FUNNELED", "pure"], 2),
        ("spoil", "interop-blk", ["differs from serial", "row"], 1)), out=True)


def main():
    options = bad.arguments("ifsker", __doc__).parse_args()
    bad.finish([*cases_of(bad.Cases("ifsker", options, RANKS)), *good_files(options)])


if __name__ == "__main__":
    main()
