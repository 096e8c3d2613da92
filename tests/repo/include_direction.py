"""Checks the dependency arrow of docs/map.md against the #include lines.

usage: include_direction.py ROOT
"""

import pathlib
import re
import sys

import tree

# Which parts a part may include, besides itself. `include` is the public headers.
MAY_INCLUDE = {
    "include": set(),
    "platform": set(),
    "policy": set(),  # of core, but pure: the simulator runs the same code
    "core": {"policy", "platform", "include"},
    "abi": {"policy", "core", "platform", "include"},
    "mpi": {"platform", "include"},
    "apps": {"include"},
    "bench": {"include"},
    "tools": {"policy", "include"},
    "tests": {"include", "policy", "core", "platform", "abi", "mpi", "apps", "bench", "tools"},
}
# The folders of core, the lowest first: each may include itself and those before it. So they have no
# cycle.
LAYERS = (
    "policy", "sync", "topo", "settings", "trace", "fiber", "poll", "ready", "memory", "model",
    "affinity", "suspend", "deps", "task", "team", "sched",
)
SRC_PARTS = ("platform", "core", "abi", "mpi")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def part_of(path, root):
    """The part a file belongs to, or None: outside the repository, or in no part."""
    try:
        names = path.relative_to(root).parts
    except ValueError:
        return None
    if names[:3] == ("src", "core", "policy"):
        return "policy"
    if names[0] == "src":
        return names[1] if len(names) > 2 and names[1] in SRC_PARTS else None
    return names[0] if names[0] in MAY_INCLUDE else None


def layer_of(path, root):
    """The folder of core that a file is in, or None: it isn't in core."""
    names = path.relative_to(root).parts
    return names[2] if names[:2] == ("src", "core") and len(names) > 3 else None


def layer_violation(source, name, root):
    """What is wrong with the core's file `source` including `name`, between folders; or None."""
    layer = layer_of(source, root)
    names = name.split("/")
    if layer is None or names[0] != "core" or len(names) != 3:
        return None
    for folder in (layer, names[1]):
        if folder not in LAYERS:
            return f"core/{folder} is no layer: add it to LAYERS in tests/repo/include_direction.py"
    if LAYERS.index(names[1]) <= LAYERS.index(layer):
        return None
    return f"core/{layer} includes core/{names[1]} ({name}), which lies above it"


def target(source, quote, name, root):
    """The part that `#include name` in `source` reaches; None: not the repository's file."""
    own = [source.parent] if quote == '"' else []
    for folder in own + [root / "src", root / "src/mpi", root / "include"]:
        path = pathlib.Path(folder / name)
        if path.is_file():
            return part_of(path.resolve(), root)
    # Not there (generated, or removed): its name still says where it belongs.
    first = name.split("/")[0]
    return first if "/" in name and first in SRC_PARTS else None


def violations_in(source, root):
    part = part_of(source, root)
    if part is None:
        return [f"{source.relative_to(root)}: belongs to no part: move it, or name its part here"]
    found = []
    lines = source.read_text(errors="replace").splitlines()
    for number, line in enumerate(lines, start=1):
        match = INCLUDE.match(line)
        if match is None:
            continue
        if problem := layer_violation(source, match[2], root):
            found.append(f"{source.relative_to(root)}:{number}: {problem}")
        reached = target(source, match[1], match[2], root)
        if reached in (None, part) or reached in MAY_INCLUDE[part]:
            continue
        allowed = ", ".join(sorted(MAY_INCLUDE[part])) or "nothing else"
        found.append(
            f"{source.relative_to(root)}:{number}: {part} includes {reached} ({match[2]}); "
            f"it may include itself and {allowed}"
        )
    return found


def main():
    root = tree.root_of(sys.argv[1])
    sources = tree.files(root, tree.SOURCES)
    violations = [text for source in sources for text in violations_in(source, root)]
    return tree.report(violations, len(sources), "include direction")


if __name__ == "__main__":
    sys.exit(main())
