# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Plots as the templates draw them: numbers to places in an SVG. Colours and sizes of letters are
in the style sheet, so that a plot follows the theme."""

import math
from dataclasses import dataclass

WIDTH, HEIGHT = 640, 260  # of a plot, with its axes
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 30, 40
STRIP = 1040  # width of the lanes of a timeline


@dataclass
class Tick:
    """A mark of an axis: its place and label."""

    at: float
    label: str


@dataclass
class Bar:
    """A bar of a plot: place, size, label below it, and what it says in words."""

    x: float
    y: float
    width: float
    height: float
    label: str
    words: str


@dataclass
class Plot:
    """A plot: title, names of the axes, and its parts. words: what it shows, for who cannot see
    it."""

    name: str
    title: str
    across: str
    up: str
    words: str
    ticks: list[Tick]
    bars: list[Bar]
    points: list[tuple[float, float, str]]
    labels: list[Tick]
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def line(self):
        """The points as the attribute of a polyline."""
        return " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in self.points)


def short(value):
    """A number in few characters."""
    for limit, unit in ((1e9, "G"), (1e6, "M"), (1e4, "k")):
        if abs(value) >= limit:
            scaled = value / (1e3 if unit == "k" else limit)
            return f"{scaled:.3g}{unit}"
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def top_of(values):
    """A round number not below any of the values, and the step between the marks up to it."""
    most = max([0, *values])
    if most <= 0:
        return 1.0, 1.0
    step = 10 ** math.floor(math.log10(most / 4))
    step *= next(factor for factor in (1, 2, 5, 10) if most <= 4 * factor * step)
    return math.ceil(most / step) * step, step


def scale(values):
    """The marks of the axis of these values, and what maps a value to its place."""
    top, step = top_of(values)
    span = HEIGHT - TOP - BOTTOM

    def place(value):
        """The place of a value."""
        return HEIGHT - BOTTOM - span * value / top

    count = round(top / step)
    ticks = [Tick(place(step * n), short(round(step * n, 6))) for n in range(count + 1)]
    return ticks, place


def bars(name, title, axes, data):
    """A plot with a bar for each pair of label and value."""
    ticks, place = scale([value for _, value in data])
    pitch = (WIDTH - LEFT - RIGHT) / max(len(data), 1)
    drawn = [
        Bar(
            LEFT + pitch * n + pitch * 0.12,
            place(value),
            pitch * 0.76,
            HEIGHT - BOTTOM - place(value),
            label,
            f"{label}: {short(value)}",
        )
        for n, (label, value) in enumerate(data)
    ]
    every = math.ceil(len(data) / 16)
    labels = [Tick(b.x + b.width / 2, b.label) for n, b in enumerate(drawn) if n % every == 0]
    words = "; ".join(bar.words for bar in drawn)
    return Plot(name, title, *axes, words, ticks, drawn, [], labels)


def line(name, title, axes, data):
    """A plot with a line through pairs of label and value."""
    ticks, place = scale([value for _, value in data])
    pitch = (WIDTH - LEFT - RIGHT) / max(len(data), 1)
    points = [
        (LEFT + pitch * (n + 0.5), place(value), f"{label}: {short(value)}")
        for n, (label, value) in enumerate(data)
    ]
    every = math.ceil(len(data) / 8)
    labels = [Tick(x, data[n][0][-12:]) for n, (x, _, _) in enumerate(points) if n % every == 0]
    words = "; ".join(text for _, _, text in points)
    return Plot(name, title, *axes, words, ticks, [], points, labels)


@dataclass
class Strip:
    """The lanes of a timeline: marks by lane, and the cycles on the axis."""

    marks: list[tuple[float, int, str, bool]]
    ticks: list[Tick]
    finding: float
    width: int = STRIP
    height: int = 132


def strip(timeline):
    """A timeline as lanes over cycles."""
    first, last = timeline.first, max(timeline.last, timeline.first + 1)
    left, width = 76, STRIP - 76 - 16

    def place(cycle):
        """The place of a cycle."""
        return left + width * (cycle - first) / (last - first)

    lanes = {"hart": 0, "model": 1, "encoder": 2}
    marks = [(place(e.cycle), lanes[e.lane], e.text, e.found) for e in timeline.events]
    step = max(1, math.ceil((last - first) / 8))
    ticks = [Tick(place(cycle), str(cycle)) for cycle in range(first, last + 1, step)]
    return Strip(marks, ticks, place(min(max(timeline.cycle, first), last)))
