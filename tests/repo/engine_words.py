#!/usr/bin/env python3
"""Checks that the engine's sources use the standard terms of schedulers and of OpenMP, and that no
file there has grown past a sitting's reading.

usage: engine_words.py ROOT

Each word below had a meaning of its own here once; the right side says what stands for it now.
"""
import re
import sys
from pathlib import Path

FOLDERS = ("task", "sched", "ready", "policy", "poll", "sync", "deps", "fiber", "trace")
WORDS = {
    "aside": "throttled",
    "at_once": "immediate, run immediately",
    "beside_": "on a side stack",
    "crowded": "oversubscribed, or that the queue is full",
    "forget_prepared": "nothing: there are no prepared descriptors",
    "habit": "duration predictor",
    "Habits": "duration predictor",
    "HolderWait": "lock owner",
    "loot": "steal feedback",
    "Loot": "steal feedback",
    "producer": "creator",
    "shell": "descriptor",
    "StrictQueue": "inbox",
    "Watcher": "poller (lease)",
    "watcher": "poller (lease)",
}
MOST_LINES = 400
# Whose length has a reason: it stands there with it.
LONGER = {}


def words_in(text):
    for number, line in enumerate(text.splitlines(), 1):
        for word, instead in WORDS.items():
            if re.search(rf"\b{word}(?:\b|(?=[A-Z_]))", line):
                yield number, word, instead


def main():
    root = Path(sys.argv[1])
    found = []
    sources = sorted(path for folder in FOLDERS
                     for path in (root / "src/core" / folder).glob("*.[hc]pp"))
    if len(sources) < 50:
        found.append(f"{root}: only {len(sources)} sources of the engine found")
    for path in sources:
        text = path.read_text()
        name = path.relative_to(root)
        found += [f"{name}:{number}: '{word}': say {instead}"
                  for number, word, instead in words_in(text)]
        lines = text.count("\n")
        if lines > MOST_LINES and str(name) not in LONGER:
            found.append(f"{name}: {lines} lines, at most {MOST_LINES}")
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
