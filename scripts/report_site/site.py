# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Writes the pages of a report: each is one file that holds its style and its script, needs nothing
from a network, and escapes all that comes from results."""

import base64
import collections
import hashlib
import re
import urllib.parse
from dataclasses import dataclass
from pathlib import Path

import jinja2

from report_site import device as devices
from report_site import faults, findings, plots, requirements, trends

TEMPLATES = Path(__file__).resolve().parent / "templates"
STREAMS_MAX = 24  # streams with plots of their own
RUNS_MAX = 4000  # rows of co-simulation in a table
ROLES = {
    "table": "table",
    "thead": "rowgroup",
    "tbody": "rowgroup",
    "tr": "row",
    "td": "cell",
    'th scope="col"': "columnheader",
    'th scope="row"': "rowheader",
}
PART = re.compile(rf"<({'|'.join(ROLES)})(?=[ >])")


@dataclass
class Page:
    """A page: its file, and its name in the list of pages. Its template has the name of the
    file."""

    file: str
    name: str


PAGES = (
    Page("index.html", "Verdict"),
    Page("findings.html", "Findings"),
    Page("requirements.html", "Requirements"),
    Page("configurations.html", "Configurations"),
    Page("streams.html", "Streams"),
    Page("coverage.html", "Coverage"),
    Page("faults.html", "Seeded faults"),
    Page("trends.html", "Trends"),
)


def number(value):
    """A number with its thousands apart."""
    return f"{value:,}" if isinstance(value, int) else f"{value:,.4g}"


def count(value, one, many=None):
    """A number and what it counts: 1 finding, 2 findings."""
    return f"{number(value)} {one if value == 1 else many or one + 's'}"


def anchor(text):
    """A text as the name of a place in a page."""
    return "".join(letter if letter.isalnum() else "-" for letter in str(text))


def with_roles(text):
    """A page whose tables name the role of each part. On a phone their rows are laid out as cards,
    and some browsers take them for no rows. Elements are ours alone: results are escaped."""
    return PART.sub(lambda found: f'{found[0]} role="{ROLES[found[1]]}"', text)


def environment():
    """The templates. All that they print is escaped."""
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters.update(number=number, count=count, anchor=anchor, short=plots.short)
    style = (TEMPLATES / "style.css").read_text(encoding="utf-8")
    script = (TEMPLATES / "script.js").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    made.globals.update(style=style, script=script, script_digest=digest, strip=plots.strip)
    return made


def clauses_of(device):
    """What is broken, that of most runs first: pairs of requirement and first finding in the page,
    or None."""
    first = {}
    for found in device.findings:
        if found.shown:
            first.setdefault(found.clause, found)
    broken = [entry for entry in device.requirements.values() if entry.state == "broken"]
    return [
        (entry, first.get(entry.number))
        for entry in sorted(broken, key=lambda entry: (-entry.breaking, -entry.total("broken")))
    ]


def settings_by_value(device):
    """Configurations of records, each once: settings, and the names of the runs that have it."""
    found = collections.defaultdict(list)
    for record in device.inputs.records:
        settings = tuple(
            (s.section, s.key, s.value, s.default, s.clause)
            for s in devices.run_records.settings_of(record)
        )
        found[settings].append(record.name)
    return [
        ([devices.run_records.Setting(*s) for s in settings], names)
        for settings, names in found.items()
    ]


def choices_of(device):
    """The choices that the verdicts depend on, each once, with the runs that made it."""
    found = collections.defaultdict(list)
    for run in device.runs:
        for choice in run.data.get("choices", []):
            key = tuple(choice.get(k, "") for k in ("section", "key", "value", "default", "clause"))
            found[key].append(run.name)
    return list(found.items())


def waivers_of(device):
    """The waivers, each once: text, reason, findings that it waived, runs."""
    found = {}
    for run in device.runs:
        for waiver in run.data["waivers"]:
            key = waiver["waiver"], waiver["reason"]
            uses = sum(value for value in waiver.values() if isinstance(value, int))
            total, runs = found.get(key, (0, []))
            found[key] = total + uses, [*runs, run.name]
    return [(text, reason, *rest) for (text, reason), rest in found.items()]


def stream_plots(stats, name):
    """The plots of one stream, or of several together: sizes, and shares of the kinds."""
    sizes, kinds = collections.Counter(), collections.Counter()
    for source in stats:
        for stream in source.data["sources"]:
            sizes.update({int(size): n for size, n in stream["sizes"].items()})
            kinds.update({kind: spread["count"] for kind, spread in stream["kinds"].items()})
    ranked = sorted(kinds.items())
    return [
        plots.bars(
            f"{name}-sizes",
            "Sizes of packets",
            ("bytes of payload", "packets"),
            [(str(size), sizes[size]) for size in sorted(sizes)],
        ),
        plots.bars(f"{name}-kinds", "Kinds of packets", ("kind", "packets"), ranked),
    ]


def mean_of(spreads):
    """The mean of several spreads of rvt stats together; None: they count nothing."""
    total = sum(spread["count"] for spread in spreads)
    return sum(spread["sum"] for spread in spreads) / total if total else None


def stream_row(source):
    """A stream in numbers, all its sources together."""
    own = source.data["sources"]
    return {
        "name": source.name,
        "packets": sum(each["bytes"]["count"] for each in own),
        "payload": sum(each["bytes"]["sum"] for each in own),
        "each": mean_of([each["bytes"] for each in own]),
        "sync": mean_of([each["sync_distance"] for each in own]),
        "instructions": source.data.get("instructions"),
        "rate": source.data.get("bits_per_instruction"),
        "losses": source.data["losses"] + source.data.get("decoder_losses", 0),
    }


def rates_plot(stats):
    """Bits per instruction of each stream that was decoded as a whole; None: there is none."""
    rates = [
        (source.name.rpartition("/")[2], source.data["bits_per_instruction"])
        for source in devices.whole_streams(stats)
    ]
    axes = ("stream", "bits per instruction")
    return plots.bars("rates", "Bits per instruction", axes, rates) if rates else None


def cosim_plot(cosim):
    """Bytes of the stream as bits per instruction of the programs that co-simulation ran without
    stalls; None: there is none."""
    rates = [
        (str(entry["program"]), 8 * entry["bytes"] / entry["instructions"])
        for source in cosim
        for entry in source.data
        if entry["run"] == "smooth" and entry.get("instructions") and entry.get("bytes")
    ]
    title, axes = "Bits per instruction, encapsulated", ("run of co-simulation", "bits")
    return plots.bars("cosim-rates", title, axes, rates) if rates else None


def cosim_rows(cosim):
    """The runs of co-simulation, those that failed first."""
    entries = [entry for source in cosim for entry in source.data]
    return sorted(entries, key=lambda entry: entry["verdict"] == "passed")


def contents(device, history, out, root):
    """What the templates print."""
    stats, broken = device.stats, clauses_of(device)
    return {
        "device": device,
        "numbers": device.numbers,
        "states": requirements.STATES,
        "state_counts": device.state_counts,
        "groups": device.requirements.groups(),
        "broken": broken,
        "first_findings": {entry.number: first for entry, first in broken if first},
        "broken_rules": [(check, findings.broken_rules(check.data)) for check in device.checks],
        "shown_max": findings.SHOWN_MAX,
        "runs_max": RUNS_MAX,
        "configurations": settings_by_value(device),
        "choices": choices_of(device),
        "waivers": waivers_of(device),
        "all_streams": stream_plots(stats, "all") if stats else [],
        "stream_rows": [stream_row(source) for source in stats],
        "streams": [
            (source, stream_plots([source], f"stream-{n}"))
            for n, source in enumerate(stats[:STREAMS_MAX])
        ],
        "rates": rates_plot(stats),
        "cosim_rows": cosim_rows(device.cosim),
        "cosim_rates": cosim_plot(device.cosim),
        "evidence": faults.evidence_rows(root),
        "points": history[0] if history else [],
        "refused": device.inputs.refused + (history[1] if history else []),
        "trends": trends.plots_of(history[0]) if history else [],
        "link": lambda path: urllib.parse.quote(devices.link_to(path, out)),
    }


def write_site(device, history, out, root):
    """Writes the pages into a folder, and the report in numbers."""
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    made = environment()
    content = contents(device, history, out, root)
    for page in PAGES:
        text = made.get_template(page.file).render(content, page=page, pages=PAGES)
        (out / page.file).write_text(with_roles(text), encoding="utf-8")
    version = device.versions[-1] if device.versions else ""
    trends.write_summary(out / "summary.json", device.numbers, device.passed, version)


def write_check(source, title, out):
    """Writes the report of rvt check as one page."""
    check = source.data
    layers: dict[str, list] = {}
    for rule in check["rules"]:
        layers.setdefault(rule["layer"], []).append(rule)
    page = Page(Path(out).name, title)
    text = (
        environment()
        .get_template("check.html")
        .render(
            check=check,
            layers=layers,
            broken=findings.broken_rules(check),
            page=page,
            pages=(),
            device=None,
        )
    )
    Path(out).write_text(with_roles(text), encoding="utf-8")
