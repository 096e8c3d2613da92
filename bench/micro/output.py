"""Where results go besides the table: a line of progress, a JSON file, a picture."""

import json
import shutil
import sys

import sides


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
    try:
        with open(path, "w") as file:
            json.dump(result, file, indent=1)
            file.write("\n")
    except OSError as error:
        raise sides.BenchError(f"--json {path}: {error.strerror}")


def plot(draw, path):
    """Calls draw with the module of pictures, which wants matplotlib."""
    import plots
    draw(plots)
    print(f"picture: {path}")
