# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""What happened around a finding, cycle by cycle: what the hart retired, why the model expected a
packet, and what the encoder sent."""

from dataclasses import dataclass, replace

from report_site.run_records import Event, Windows, packets_in, packets_of, rows_in

BEFORE, AFTER = 12, 4  # cycles around a finding, with a record
SPAN_MAX = 96  # cycles; what was longer before is not shown
LANES = ("hart", "model", "encoder")


@dataclass
class Timeline:
    """The events around a finding in the order of the cycles; recorded: all that happened."""

    events: list[Event]
    cycle: int
    recorded: bool

    @property
    def first(self):
        """The first cycle."""
        return self.events[0].cycle

    @property
    def last(self):
        """The last cycle."""
        return self.events[-1].cycle


def block_text(block):
    """A block of a finding in words."""
    priv = f"priv {block['priv']}"
    if not block["iretire"]:
        return f"trap, itype {block['itype']}, {priv}"
    lost = ", lost before the encoder" if block["lost"] else ""
    return f"{block['first']} to {block['last']}, itype {block['itype']}, {priv}{lost}"


def own_events(data):
    """The events that a finding itself tells."""
    events = [Event(block["cycle"], "hart", block_text(block)) for block in data["blocks"]]
    cause = data.get("cause")
    if cause and cause.get("decision"):
        clause = f" ({cause['clause']})" if cause.get("clause") else ""
        number = f"packet {data['packet']} expected: " if "packet" in data else ""
        text = f"{number}{cause['decision']}{clause}, item {cause['iaddr']}"
        events.append(Event(cause["decision_cycle"] or cause["item_cycle"], "model", text))
    return events


def merged(data, recorded):
    """The events of a finding and of its record, each once."""
    own = own_events(data)
    if any(event.lane == "hart" for event in recorded):
        own = [event for event in own if event.lane != "hart"]
    kind = f"packet {data['packet']}" if "packet" in data else "the finding"
    text = f"{kind}: {data['kind']}"
    events = [*own, *recorded]
    observed = data.get("observed_packet", {}).get("bytes")
    at = [e for e in recorded if e.payload == observed is not None and e.cycle == data["cycle"]]
    for event in at:
        event.found = True
    if not at:
        events.append(Event(data["cycle"], "encoder", text, True))
    return sorted(events, key=lambda event: (event.cycle, LANES.index(event.lane)))


def window_of(data):
    """The cycles around a finding."""
    cycles = [data["cycle"], *(event.cycle for event in own_events(data))]
    first = max(min(cycles), data["cycle"] - SPAN_MAX)
    return max(0, min(first, data["cycle"] - BEFORE)), data["cycle"] + AFTER


def add_timelines(findings, record, name_of):
    """Sets the timelines of the findings of one run. name_of: gives the name of a payload."""
    windows = Windows(window_of(found.data) for found in findings)
    rows = rows_in(record, windows) if record else []
    packets = packets_in(packets_of(record), windows, name_of) if record else []
    for found in findings:
        first, last = window_of(found.data)
        around = [replace(event) for event in (*rows, *packets) if first <= event.cycle <= last]
        events = [e for e in merged(found.data, around) if e.cycle >= first]
        found.timeline = Timeline(events, found.data["cycle"], record is not None)
