# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The coverage report as one self-contained HTML page."""

import collections
import html
import re

STYLE = """
body{font:14px/1.45 sans-serif;margin:2em auto;max-width:76em;padding:0 1em;color:#222}
h1,h2,h3{font-weight:600}h2{border-bottom:1px solid #ccc;margin-top:2em}
table{border-collapse:collapse;margin:.6em 0}
td,th{padding:.18em .6em;text-align:left;vertical-align:top}
th{font-weight:600;border-bottom:1px solid #999}
td.n{text-align:right;font-variant-numeric:tabular-nums}
tr:nth-child(even) td{background:#f6f6f6}
.bar{display:inline-block;width:12em;height:.8em;background:#f0b4a8;vertical-align:middle}
.bar i{display:inline-block;height:100%;float:left}.y{background:#5aa469}.w{background:#d9d9d9}
.grid td{border:1px solid #fff;min-width:3.4em;text-align:center;font-size:12px;padding:.25em .3em}
.grid th{font-size:12px;border:0}
.hit{background:#bfe3c6!important}.no{background:#e2e2e2!important;color:#777}
.miss{background:#f0b4a8!important}
pre{margin:0;font:12px/1.4 monospace;white-space:pre}
.src td{padding:0 .5em;border:0;background:none!important}
.src tr.b td{background:#fbe3dd!important}.src tr.g td{background:#eef7f0!important}
.src tr.r td{background:#efefef!important}
summary{cursor:pointer;padding:.2em 0}small{color:#666}
.bits{display:flex;border:1px solid #999;width:100%;margin:.2em 0 .8em}

.bits div{border-right:1px solid #fff;font-size:11px;text-align:center;overflow:hidden;
white-space:nowrap;padding:.2em 0}
"""
TITLES = {
    "obligation": "Coverage obligations",
    "field": "Register fields",
    "cover": "Cover properties",
    "line": "Lines",
    "branch": "Branches",
    "toggle": "Toggled bits",
}


def esc(text):
    """A text with the special characters of HTML escaped."""
    return html.escape(str(text), quote=True)


def tally(points):
    """How many points are reached, not reached with a reason, and not reached without one."""
    reached = sum(point.count > 0 for point in points)
    reasons = sum(not point.count and bool(point.reason) for point in points)
    return reached, reasons, len(points) - reached - reasons


def bar(points):
    """A bar that shows the shares of a tally."""
    reached, reasons, _ = tally(points)
    total = max(len(points), 1)
    return (
        f"<span class=bar><i class=y style='width:{100 * reached / total:.2f}%'></i>"
        f"<i class=w style='width:{100 * reasons / total:.2f}%'></i></span>"
    )


def cell(point, label=None):
    """A cell of a grid: how often the point was reached, coloured."""
    if point is None:
        return "<td class=no></td>"
    kind = "hit" if point.count else "no" if point.reason else "miss"
    title = (
        f"{point.name}: {point.count} times, first in {point.first}"
        if point.count
        else f"{point.name}: {point.reason or 'not reached'}"
    )
    text = label if label is not None else short(point.count) if point.count else "&ndash;"
    return f"<td class={kind} title='{esc(title)}'>{text}</td>"


def short(count):
    """A count in few characters."""
    return (
        f"{count / 1e6:.1f}M"
        if count >= 1e6
        else f"{count / 1e3:.1f}k"
        if count >= 1e4
        else str(count)
    )


def summary(points):
    """The table of all kinds."""
    rows = []
    for kind, title in TITLES.items():
        mine = [point for point in points if point.kind == kind]
        if mine:
            reached, reasons, missed = tally(mine)
            rows.append(
                f"<tr><td><a href='#{kind}'>{title}</a><td class=n>{len(mine)}<td class=n>{reached}"
                f"<td class=n>{100 * reached / len(mine):.1f}&nbsp;%<td class=n>{reasons}"
                f"<td class=n>{missed}<td>{bar(mine)}"
            )
    return (
        "<table><tr><th>what<th>points<th>reached<th><th>with a reason<th>neither<th></tr>"
        + "".join(rows)
        + "</table>"
        "<p><small>Green: reached. Grey: not reached, with a reason. Red: neither.</small></p>"
    )


# --- obligations: as grids where two parts of a name are combined ---------------------------------


def grid(points, pattern, across, down):
    """The table of two parts of the names, and the names in it."""
    found = {}
    rows, columns = [], []
    for point in points:
        match = re.fullmatch(pattern, point.name)
        if match:
            row, column = match.group(down), match.group(across)
            found[row, column] = point
            rows += [row] if row not in rows else []
            columns += [column] if column not in columns else []
    if not found:
        return "", set()
    head = "<tr><th>" + "".join(f"<th>{esc(column)}" for column in columns)
    body = "".join(
        f"<tr><th>{esc(row)}" + "".join(cell(found.get((row, column))) for column in columns)
        for row in rows
    )
    return f"<table class=grid>{head}{body}</table>", {point.name for point in found.values()}


GRIDS = (
    ("Orders: a packet (down) and the next one", r"(?P<a>\S.*?) then (?P<b>.*)", "b", "a"),
    ("Formats by reason, with and without a branch", r"(?P<a>F\S+), (?P<b>.*)", "b", "a"),
    (
        "Traps in sequence: E exception, I interrupt, after what",
        r"traps (?P<a>[EI]+) after (?P<b>.*)",
        "a",
        "b",
    ),
    ("Branch counts of F0s0", r"F0s0 (?P<a>branch_fmt \d+), (?P<b>.* branches)", "b", "a"),
)


def obligations(points):
    """The section on coverage obligations: grids, and a table of what is left."""
    text, shown = "", set()
    for title, pattern, across, down in GRIDS:
        table, names = grid(
            [point for point in points if point.name not in shown], pattern, across, down
        )
        shown |= names
        text += f"<h3>{title}</h3>{table}" if table else ""
    rest = [point for point in points if point.name not in shown]
    if rest:
        cells = "".join(
            f"<tr><td>{esc(point.name)}{cell(point)}<td>{esc(point.first or point.reason)}"
            for point in rest
        )
        head = "<tr><th>obligation<th>times<th>first in, or why not"
        text += f"<h3>Formats, sizes, flags</h3><table>{head}{cells}</table>"
    return text


# --- registers ------------------------------------------------------------------------------------


def registers(points, fields):
    """The section on registers: each as a row of its fields."""
    by_key = {point.key(): point for point in points}
    text = ""
    for register in dict.fromkeys(field.register for field in fields):
        mine = [field for field in fields if field.register == register]
        used, boxes = 32, ""
        for field in sorted(mine, key=lambda f: -f.lsb):
            top = field.lsb + field.width
            boxes += f"<div class=no style='flex:{used - top}'>&nbsp;</div>" if used > top else ""
            values = [by_key["field", register, name] for name in field.names()]
            reached, _, missed = tally(values)
            kind = "miss" if missed else "hit" if reached else "no"
            title = f"{field.name} [{top - 1}:{field.lsb}]: {reached} of {len(values)} values"
            style = f"class={kind} style='flex:{field.width}' title='{esc(title)}'"
            boxes += f"<div {style}>{esc(field.name)}</div>"
            used = field.lsb
        boxes += f"<div class=no style='flex:{used}'>&nbsp;</div>" if used else ""
        array = ", an array" if len(mine[0].offsets) > 1 else ""
        text += (
            f"<b>{esc(register)}</b> <small>0x{mine[0].offsets[0]:03x}{array}</small>"
            f"<div class=bits>{boxes}</div>"
        )
    return text


# --- the RTL --------------------------------------------------------------------------------------


def modules(points):
    """The table of source files."""
    kinds = ("line", "branch", "toggle", "cover")
    groups = collections.defaultdict(lambda: collections.defaultdict(list))
    for point in points:
        if point.kind in kinds:
            groups[point.group][point.kind].append(point)
    rows = ""
    for name in sorted(groups):
        rows += f"<tr><td><a href='#src-{esc(name)}'>{esc(name)}</a>"
        for kind in kinds:
            mine = groups[name][kind]
            rows += (
                f"<td class=n>{tally(mine)[0]}/{len(mine)}<td>{bar(mine)}" if mine else "<td><td>"
            )
    head = "".join(f"<th colspan=2>{TITLES[kind]}" for kind in kinds)
    return f"<table><tr><th>file{head}</tr>{rows}</table>"


def source(name, lines, points):
    """A source file with its counts."""
    at = collections.defaultdict(list)
    for point in points:
        at[point.line].append(point)
    rows = ""
    for number, line in enumerate(lines, 1):
        code = [point for point in at[number] if point.kind in ("line", "branch", "cover")]
        bits = [point for point in at[number] if point.kind == "toggle"]
        mine = code + bits
        _, reasons, missed = tally(mine)
        style = "" if not mine else "b" if missed else "r" if reasons else "g"
        counts = " ".join(short(point.count) for point in code)
        still = [point for point in bits if not point.count]
        note = f"{len(bits) - len(still)}/{len(bits)} bits" if bits else ""
        title = "; ".join(f"{p.name}: {p.reason or 'not reached'}" for p in mine if not p.count)
        rows += (
            f"<tr class='{style}' title='{esc(title[:600])}'><td class=n>{number}"
            f"<td class=n>{counts}<td class=n>{note}<td><pre>{esc(line)}</pre>"
        )
    return (
        f"<details id='src-{esc(name)}'><summary>{esc(name)} {bar(points)}</summary>"
        f"<table class=src>{rows}</table></details>"
    )


def unreached(points):
    """The reasons, each with the points it stands for."""
    reasons = collections.defaultdict(list)
    for point in points:
        if not point.count:
            reasons[point.reason].append(point)
    text = ""
    for reason, mine in sorted(reasons.items(), key=lambda item: (item[0] != "", -len(item[1]))):
        names = "".join(f"<li>{esc(point.kind)} {esc(point.text())}" for point in mine)
        head = esc(reason) or "<b class=miss>no reason given</b>"
        text += (
            f"<details{'' if reason else ' open'}><summary>{head} "
            f"<small>({len(mine)})</small></summary><ul>{names}</ul></details>"
        )
    return text


def page(points, fields, files, runs):
    """The whole page. files: lines of each source file by name; runs: one line for each run."""
    every = list(points.values())

    def of(kind):
        """The points of a kind."""
        return [point for point in every if point.kind == kind]

    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8><title>rvt: coverage</title>",
        f"<style>{STYLE}</style>",
        "<h1>Coverage of the trace encoder in co-simulation</h1>",
        summary(every),
        "<h2 id=obligation>Coverage obligations</h2>",
        obligations(of("obligation")),
        "<h2 id=field>Register fields</h2><p>Green: software read every value of the field, or "
        "every bit as 0 and as 1.</p>",
        registers(of("field"), fields),
    ]
    if files:
        parts += [
            "<h2 id=line>The RTL</h2><span id=branch></span><span id=toggle></span>"
            "<span id=cover></span>",
            modules(every),
        ]
    parts += ["<h2>Not reached</h2>", unreached(every)]
    if files:
        parts.append(
            "<h2>Sources</h2><p>Counts of the blocks that begin on a line; bits of the signals "
            "that it declares.</p>"
        )
        parts += [
            source(name, lines, [p for p in every if p.group == name and p.line])
            for name, lines in sorted(files.items())
        ]
    parts.append(
        f"<h2>Runs</h2><details><summary>{len(runs)} runs</summary>"
        f"<ul>{''.join(f'<li>{esc(run)}' for run in runs)}</ul></details></html>"
    )
    return "\n".join(parts)
