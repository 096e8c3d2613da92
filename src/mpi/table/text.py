"""What the emitters share: C++ text, wrapped so that a generated file reads like a written one."""

WIDTH = 100

GENERATED = "// Generated from src/mpi/table/functions.txt by src/mpi/table/generate.py: do not edit."


def call(name, arguments):
    return f"{name}({', '.join(arguments)})"


def wrapped(text, indent=0, hanging=None):
    """`text` broken after ", " where it would pass WIDTH."""
    hanging = indent + 4 if hanging is None else hanging
    lines, line = [], " " * indent
    for piece in pieces(text):
        if len(line) + len(piece.rstrip()) > WIDTH and line.strip():
            lines.append(line.rstrip())
            line = " " * hanging
        line += piece
    lines.append(line.rstrip())
    return "\n".join(lines)


def pieces(text):
    parts = text.split(", ")
    return [part + ", " for part in parts[:-1]] + parts[-1:]


def comment(text):
    words, lines, line = text.split(), [], "//"
    for word in words:
        if len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line = "//"
        line += " " + word
    return "\n".join([*lines, line])
