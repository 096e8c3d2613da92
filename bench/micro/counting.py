"""Instructions per operation of the programs of tm-bench micro and metg: by the processor's counter,
which the program reads itself, or else under Valgrind."""

import re

import instructions
import sides

# One repetition a process: more operations by their size (memory.c's and suspended.c's small ones).
ONCE = {"outstanding": 20000, "suspended": 1000}


def words(case, times):
    if case in ONCE:
        return [case, "1", "--size", str(ONCE[case] * times), "--repetitions", "1"]
    return [case, "1", "--small", "--repetitions", str(times)]


def repetitions(case, times):
    return 1 if case in ONCE else times


class ByCounter:
    name = "the processor's counter"

    def total(self, side, case, times, settings, timeout):
        """(instructions, operations) of a process, or None."""
        result = sides.run_once(side, words(case, times), settings, timeout)
        if "instructions_per_operation" not in result:
            return None
        operations = result["operations"] * repetitions(case, times)
        return result["instructions_per_operation"] * operations, operations

    def count(self, side, case, settings, timeout):
        few = self.total(side, case, instructions.FEW, settings, timeout)
        many = self.total(side, case, instructions.MANY, settings, timeout)
        return instructions.per_operation(few, many)


class ByValgrind(ByCounter):
    """Valgrind interprets the program, and counts as it goes."""

    name = "valgrind"

    def total(self, side, case, times, settings, timeout):
        command = [*instructions.under_valgrind(), str(side.program), *words(case, times)]
        count, printed = instructions.collected(command, sides.environment(side, settings), timeout)
        operations = re.search(r'"operations": (\d+)', printed)
        if count is None or operations is None:
            return None
        return count, int(operations[1]) * repetitions(case, times)


def method(side):
    """How this machine can count, or None."""
    tried = sides.run_once(side, words(sides.listed(side)[0], 1), {}, 60)
    if "instructions_per_operation" in tried:
        return ByCounter()
    return ByValgrind() if instructions.have_valgrind() else None
