# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The streams of the golden vectors that break a rule of a transport, at the place that they say.
They have no packets of the source."""

import yaml

from stp import CLOCK, bytes_of, messages_of, nibbles_of_text, timed_messages
from streams import CONFIGS, ROOT, Damage

OTHERS = ("STP-012", "STP-014")  # need an option; come with others, to fill the stream
# The whole stream is known; SEQ-001 comes before; the reader knows SBD.
LEFT_OUT = ("v2-d8", "v2-d16", "v2-d32", "v2-d64", "v3", "v4", "nat-64", "sbd-in-1-0")


def cases(folder):
    """The cases of a folder that have findings: input, a finding at the first place, ID."""
    for path in sorted((ROOT / "vectors" / folder).glob("*.yaml")):
        for case in yaml.safe_load(path.read_text(encoding="utf-8"))["cases"]:
            findings = [f for f in case["expect"].get("findings") or [] if rule_of(f) not in OTHERS]
            if findings and "set" not in case and case["id"] not in LEFT_OUT:
                for finding in findings:
                    if place_of(finding) == place_of(findings[0]):
                        yield case["input"], finding, case["id"]


def place_of(finding):
    """The place, as the vectors have it."""
    if not isinstance(finding, dict):
        return finding[1]
    return finding.get("at", 2 * finding.get("byte", 0) + finding.get("nibble", 0))


def rule_of(finding):
    """The number of the rule."""
    return finding["rule"] if isinstance(finding, dict) else finding[0]


def stp_vectors(config):
    """Vectors of STP, and of messages on it."""
    for folder in ("stp", "sequence"):
        for given, finding, name in cases(folder):
            nibbles = nibbles_of_text(given["nibbles"]) if set(given) == {"nibbles"} else None
            if nibbles is None or (len(nibbles) % 2 and finding["rule"] == "STP-010"):
                continue
            place = ("nibble", place_of(finding))
            yield Damage(finding["rule"], bytes_of(nibbles), place, "stp", config, what=name)


def syst_vectors(config):
    """Messages, each in packets of a byte after the first four."""
    for given, finding, name in cases("syst"):
        data = bytes.fromhex(given["bytes"]) if set(given) == {"bytes"} else b""
        if len(data) < 5 or finding["byte"] >= len(data):
            continue
        stream, places = messages_of([data])
        place = ("nibble", places[finding["byte"]])
        yield Damage(finding["rule"], stream, place, "stp", config, what=name)


def valid_messages():
    """Messages of the vectors that break no rule of SyS-T, and clocks with messages after them."""
    for path in sorted((ROOT / "vectors/syst").glob("*.yaml")):
        for case in yaml.safe_load(path.read_text(encoding="utf-8"))["cases"]:
            given = case["input"].get("bytes", "")
            if case["expect"]["verdict"] == "valid" and "set" not in case and len(given) > 8:
                yield messages_of([bytes.fromhex(given)])[0]
    yield messages_of([CLOCK, *timed_messages(6, 7)])[0]


def frame_vectors(memory, streaming):
    """Frames in memory, and in a stream with synchronisation."""
    for given, finding, name in cases("frame"):
        readers = {"{}": memory, "{'stream': True}": streaming}
        config = readers.get(str(given.get("reader", {})))
        if config is None or "stream" not in given or not isinstance(finding, list):
            continue
        stream = bytes.fromhex(given["stream"])
        yield Damage(finding[0], stream, ("byte", finding[1]), "frame", config, what=name)


def transport_vectors(_, folder):
    """All of them."""
    memory = CONFIGS / "rv64-delta.yaml"
    streaming = folder / "streaming.yaml"
    text = memory.read_text(encoding="utf-8") + "transport: {frame_stream: true}\n"
    streaming.write_text(text, encoding="utf-8")
    yield from stp_vectors(memory)
    yield from syst_vectors(memory)
    yield from frame_vectors(memory, streaming)
