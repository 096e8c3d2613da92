"""Where results go besides the table: a line of progress, a JSON file, a picture.

Whether a file can be written is known before anything is measured, not minutes later: check(parser,
json, plot) makes the folders they are to lie in, and ends the command with a message where a file
can't be written or drawn.
"""

import contextlib
import json
import os
import pathlib
import shutil
import sys

import command


def check(parser, json_path, plot):
    for option, path in (("--json", json_path), ("--plot", plot)):
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


class Progress:
    """One line on a terminal's standard error, rewritten; nothing elsewhere."""

    def __enter__(self):
        self.on = sys.stderr.isatty()
        return self

    def __exit__(self, *_):
        self.clear()

    def show(self, text):
        if self.on:
            width = shutil.get_terminal_size().columns - 1
            sys.stderr.write("\r\033[K" + text[:width])
            sys.stderr.flush()

    def clear(self):
        self.show("")


def write_json(path, result):
    if path is None:
        return
    with told_of_file("--json", path), open(path, "w") as file:
        json.dump(result, file, indent=1)
        file.write("\n")


def write_picture(figure, path, **settings):
    with told_of_file("--plot", path):
        figure.savefig(path, **settings)


@contextlib.contextmanager
def told_of_file(option, path):
    try:
        yield
    except OSError as error:
        raise command.BenchError(f"{option} {path}: cannot be written: {error.strerror}: make room, or name "
                                 "another place")
