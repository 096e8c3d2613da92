"""What the tests of all applications do with their cases: count them, print what is wrong, end."""
import sys


def equal(cases, what="as they should be"):
    """`cases` are (name, function that says what is wrong with it, or nothing). Ends the test."""
    runs = failures = 0
    for name, failure_of in cases:
        runs += 1
        wrong = failure_of()
        if wrong:
            failures += 1
            print(f"FAILED {name}: {wrong}", flush=True)
    print(f"{runs - failures} of {runs} runs {what}")
    sys.exit(failures > 0)


def message_faults(application, text, fragments):
    """What is wrong with a message of error: it is one line with all `fragments`."""
    lines = text.splitlines()
    if len(lines) != 1 or not lines[0].startswith(f"{application}: "):
        yield f"not one line of message: {text!r}"
    for fragment in fragments:
        if fragment not in text:
            yield f"no {fragment!r} in {text!r}"
