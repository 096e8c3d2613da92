#!/usr/bin/env python3
"""Draws circuit_board.png: what a thermal camera sees of a small computer at work, as grey values.

A board a little warmer than the air, chips that are hot in the middle, regulators that are hotter,
the copper between them, the camera's blur and noise. The same picture each time.

usage: make_circuit_board.py [OUT.png]      (needs numpy and Pillow)
"""
import pathlib
import sys

import numpy
from PIL import Image

ROWS, COLS = 360, 480

# centre x, centre y, width, height (parts of the board's width), heat, how sharply it stands out
CHIPS = [(0.44, 0.36, 0.19, 0.19, 0.62, 3.0), (0.70, 0.30, 0.10, 0.15, 0.34, 2.5),
         (0.70, 0.50, 0.10, 0.15, 0.30, 2.5), (0.20, 0.22, 0.11, 0.09, 0.46, 2.2),
         (0.46, 0.62, 0.08, 0.06, 0.24, 2.0), (0.84, 0.64, 0.07, 0.05, 0.52, 2.0)]
REGULATORS = [(0.13, 0.50), (0.13, 0.56), (0.13, 0.62), (0.28, 0.55), (0.90, 0.16)]
TRACES = [((0.13, 0.53), (0.44, 0.53)), ((0.44, 0.53), (0.44, 0.36)), ((0.44, 0.33), (0.70, 0.33)),
          ((0.44, 0.40), (0.70, 0.47)), ((0.20, 0.22), (0.44, 0.30)), ((0.84, 0.64), (0.70, 0.50)),
          ((0.90, 0.16), (0.70, 0.28))]


def blurred(field, radius):
    """Gaussian blur, along one axis after the other."""
    reach = int(3 * radius)
    weights = numpy.exp(-0.5 * (numpy.arange(-reach, reach + 1) / radius) ** 2)
    weights /= weights.sum()
    for axis in (0, 1):
        padding = [(reach, reach) if a == axis else (0, 0) for a in (0, 1)]
        field = numpy.apply_along_axis(numpy.convolve, axis, numpy.pad(field, padding, "edge"),
                                       weights, mode="valid")
    return field


def distance_to_segment(x, y, start, end):
    start, end = numpy.array(start), numpy.array(end)
    along = end - start
    t = ((x - start[0]) * along[0] + (y - start[1]) * along[1]) / (along @ along)
    t = numpy.clip(t, 0, 1)
    return numpy.hypot(x - start[0] - t * along[0], y - start[1] - t * along[1])


def draw():
    y, x = numpy.mgrid[0:ROWS, 0:COLS] / COLS
    edge = numpy.minimum.reduce([x - 0.03, 0.97 - x, y - 0.03, 0.72 - y])
    heat = 0.10 + 0.10 * (edge > 0)
    for start, end in TRACES:
        heat += 0.10 * (distance_to_segment(x, y, start, end) < 0.006)
    heat = blurred(heat, 2.5)
    for centre_x, centre_y, width, height, degrees, sharp in CHIPS:
        across = numpy.maximum(abs(x - centre_x) / width, abs(y - centre_y) / height)
        round_ = numpy.hypot((x - centre_x) / width, (y - centre_y) / height)
        heat += degrees * (0.55 / (1 + (2 * across) ** (6 * sharp)) + 0.45 * numpy.exp(-4 * round_ ** 2))
    for centre_x, centre_y in REGULATORS:
        away = numpy.hypot(x - centre_x, y - centre_y)
        heat += 0.55 * numpy.exp(-(away / 0.016) ** 2) + 0.18 * numpy.exp(-(away / 0.06) ** 2)
    for column in range(20):  # the row of pins on the lower edge
        away = numpy.hypot(x - (0.30 + 0.022 * column), y - 0.69)
        heat += 0.13 * numpy.exp(-(away / 0.006) ** 2)
    noise = numpy.random.default_rng(7).normal(0, 0.006, heat.shape)
    return numpy.clip(blurred(heat, 1.2) + noise, 0, 1)


def main():
    default = pathlib.Path(__file__).with_name("circuit_board.png")
    out = sys.argv[1] if len(sys.argv) > 1 else default
    # 64 greys: noise below that is not worth its bytes.
    grey = numpy.round(draw() * 63) * (255 / 63)
    Image.fromarray(grey.astype(numpy.uint8), "L").save(out, optimize=True)


if __name__ == "__main__":
    main()
