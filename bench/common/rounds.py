"""Rounds of a comparison, and their statistics.

In a round each side runs once, in an order drawn anew: a noisy moment of the machine hits all alike.
Sides are compared round by round, as what changes from one round to the next (the distance of a
virtual machine's cores, say) hits both of a pair.
"""

import math
import random
import statistics

CONFIDENCE = 0.95


class Rounds:
    """The results of run(side, number) by side; a side that failed isn't tried again. A result is a
    dictionary; {"failed": why} is none."""

    def __init__(self, sides, run):
        self.sides, self.run = list(sides), run
        self.number = 0
        self.results = {side: [] for side in self.sides}
        self.failed = {}

    def one_more(self):
        self.number += 1
        for side in random.sample(self.sides, len(self.sides)):
            if side in self.failed:
                continue
            result = self.run(side, self.number)
            if "failed" in result:
                self.failed[side] = result["failed"]
            else:
                self.results[side].append(result)


def summary(values):
    """Median and spread (half the distance of the quartiles, as a share of the median)."""
    middle = statistics.median(values)
    if len(values) < 2 or not middle:
        return {"median": middle, "spread": None, "values": values}
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return {"median": middle, "spread": (high - low) / 2 / middle, "values": values}


def ratio(side, rival):
    """The median of the rounds' ratios of two summaries. Of the medians, if rounds are missing."""
    pairs = list(zip(side["values"], rival["values"]))
    if len(side["values"]) != len(rival["values"]) or not all(theirs for _, theirs in pairs):
        return side["median"] / rival["median"]
    return statistics.median(own / theirs for own, theirs in pairs)


def interval(values):
    """Where the median of all possible rounds lies, with a probability of 95 %; None of fewer than
    six values. By order statistics, so nothing is assumed about their distribution: the interval
    from the k-th smallest to the k-th largest misses the median only if fewer than k of n values
    fall on one side of it, as a fair coin's."""
    count = len(values)
    misses, k = 0.0, 0
    while k < count:
        misses += 2 * math.comb(count, k) / 2 ** count
        if misses > 1 - CONFIDENCE:
            break
        k += 1
    ordered = sorted(values)
    return None if k == 0 else (ordered[k - 1], ordered[count - k])
