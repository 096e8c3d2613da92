"""The files a command is asked to write: whether it can is known before it measures, not minutes later.

check(parser, json, plot) makes the folders they are to lie in, and ends the command with a message
where a file can't be written or drawn.
"""

import os
import pathlib


def check(parser, json, plot):
    for option, path in (("--json", json), ("--plot", plot)):
        if path is not None:
            make_room(parser, option, pathlib.Path(path))
    if plot is not None:
        look_for_matplotlib(parser, plot)


def make_room(parser, option, path):
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        parser.error(f"{option} {path}: folder {path.parent}: {error.strerror}")
    if path.is_dir():
        parser.error(f"{option} {path}: this is a folder: name a file in it")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        parser.error(f"{option} {path}: not writable: name a place of your own")


def look_for_matplotlib(parser, plot):
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
    except ImportError as error:
        parser.error(f"--plot {plot}: {error}: apt-get install python3-matplotlib, or run the command "
                     "with the python3 that has it first in PATH")
    known = FigureCanvasAgg.get_supported_filetypes()
    if pathlib.Path(plot).suffix.lstrip(".").lower() not in known:
        parser.error(f"--plot {plot}: end its name in one of .{', .'.join(sorted(known))}")
