"""What the options of tm-bench micro and metg have in common."""

import against
import command
import outputs
import sides


def add_common(parser):
    parser.add_argument("--rounds", type=int, default=7, help="processes a side (default: 7)")
    parser.add_argument("--compilers", default="gcc,clang", help="of gcc,clang (default: both)")
    parser.add_argument("--timeout", type=float, default=60,
                        help="seconds after which a process counts as failed (default: 60)")
    parser.add_argument("--json", metavar="FILE", help="write all results there")
    parser.add_argument("--plot", metavar="FILE.png", help="draw them there (needs matplotlib)")
    parser.add_argument("--check", action="store_true",
                        help="exit status 1 when a verdict isn't 'pass'")
    against.add_options(parser)


def check_common(parser, found):
    if found.rounds < 1:
        parser.error(f"--rounds {found.rounds}: at least 1")
    if found.timeout <= 0:
        parser.error(f"--timeout {found.timeout}: seconds, more than 0")
    found.compilers = found.compilers.split(",")
    for compiler in found.compilers:
        if compiler not in sides.RIVAL:
            parser.error(f"--compilers {compiler}: gcc and clang are known")
    against.check(parser, found, command.prefix())
    outputs.check(parser, found.json, found.plot)
