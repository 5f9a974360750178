# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The scheduled runs of the foreign encoder: in which rows of a captured program it has a fault, is
disabled, or loses packets at its output, and which findings each verdict must then have."""

# Shows: each fault breaks one of these; without it, both verdicts pass.
# ETR-ALG-003 ETR-ALG-021 ETR-ALG-024 ETR-ALG-025 ETR-ALG-039 ETR-ALG-055
# ETR-SUP-001 ETR-SUP-002 ETR-SUP-003 ETR-SUP-009

from typing import NamedTuple


class Section(NamedTuple):
    """A part of a program in which something happens, and the findings that must follow.

    parts: the lines of the schedule (row, encoder enabled, faults, packets taken). bit, decode:
    the first lines of the findings of each verdict, with N for the numbers of packets and cycles.
    """

    title: str
    parts: list
    bit: list
    decode: list


class Scheduled(NamedTuple):
    """A run over a program in sections. compares_bit: the bit-exact verdict is compared, too.
    waivers: of the configuration; waived: how the verdict lists them."""

    title: str
    name: str
    plusargs: list
    sections: list
    compares_bit: bool = True
    waivers: list = []
    waived: list = []


def fault(bit, first, end, found_bit, found_decode):
    """The section with a fault from row first to row end, not included."""
    parts = [(first, 1, 1 << bit, 1), (end, 1, 0, 1)]
    return Section(f"fault {bit}", parts, found_bit, found_decode)


def loss(first, end, found_bit, found_decode):
    """The section in which no packet is taken from row first to row end, not included."""
    return Section("loss", [(first, 1, 0, 0), (end, 1, 0, 1)], found_bit, found_decode)


FLUSH = [(1600, 1, 1 << 5, 1), (1600, 0, 1 << 5, 1), (1600, 1, 0, 1)]
OPENING = [(1800, 0, 1 << 6, 1), (1800, 1, 1 << 6, 1), (1801, 1, 0, 1)]


def unsynchronised(first, end):
    """The parts of a loss after which no sync packet comes: fault 7 is there when the packets are
    taken again."""
    return [(first, 1, 0, 0), (end, 1, 1 << 7, 1), (end + 60, 1, 0, 1)]


# Each fault once, and a loss without a fault. Between them traps synchronise. Bit-exact sees a loss
# at the output as packets that are missing and packets that differ; it knows no such loss.
RETIRED = "packet N does not decode to what retired"
UNDECODABLE = "packet N cannot be decoded [ETR-DEC-009]"
UNSYNCHRONISED = (
    "no synchronisation follows the loss that packets reported in cycle N [ETR-SUP-003]"
)
DIFFERS = "packet N (F1) differs [ETR-ALG-052]"
FIRST_LOSS = ["packet N (F3/1) and 2 after it missing [ETR-ALG-029]", DIFFERS, DIFFERS]
EIGHT = [
    fault(0, 688, 690, ["packet N (F2) missing [ETR-ALG-030]"], [f"{RETIRED} [DecodesToRetired]"]),
    fault(1, 888, 891, [DIFFERS], [UNDECODABLE]),
    fault(2, 1130, 1142, ["packet N (F1) differs [ETR-FMT-021]"], [f"{RETIRED} [ETR-ALG-022]"]),
    fault(3, 1338, 1343, ["packet N (F3/0) differs [ETR-ALG-028]"], [f"{RETIRED} [ETR-ALG-022]"]),
    fault(
        4,
        1422,
        1427,
        ["packet N (F3/1) differs [ETR-ALG-024]"],
        ["packet N cannot be decoded [ETR-FMT-027]"],
    ),
    # Decode-exact notices that the end was not reported when the trace goes on elsewhere.
    Section(
        "fault 5",
        FLUSH,
        ["packet N (F1) and 1 after it missing [ETR-ALG-033]"],
        [UNDECODABLE],
    ),
    # The packets decode to what retired.
    Section("fault 6", OPENING, ["packet N (F3/3) differs [ETR-FMT-005]"], []),
    loss(2300, 2820, FIRST_LOSS, []),
    Section(
        "fault 7",
        unsynchronised(3200, 3720),
        ["packet N (F1) and 5 after it missing [ETR-ALG-030]", DIFFERS],
        [UNSYNCHRONISED],
    ),
]
# With differential addresses, the same findings by fields: after a packet that is missing or
# differs, an address is equal as sent or in full. Only after fault 7 is one neither: the encoder
# goes on from an address that it could not report.
DIFFERENTIAL = [
    section._replace(bit=[*section.bit, "packet N (F1) differs [ETR-FMT-025]"])
    if section.title == "fault 7"
    else section
    for section in EIGHT
]
# With waivers for faults 0, 2 and 6, five faults remain.
WAIVERS = [
    "{verdict: bit-exact, kind: missing, packet: F2, reason: fault 0}",
    "{verdict: decode-exact, clause: DecodesToRetired, count: 1, reason: fault 0}",
    "{clause: ETR-FMT-021, packet: F1, reason: fault 2}",
    "{packet: F1, field: branch_map, reason: fault 2}",
    "{verdict: decode-exact, kind: not-retired, clause: ETR-ALG-022, count: 1, reason: fault 2}",
    "{packet: F3/3, field: ienable, expected: 1, observed: 0, reason: fault 6}",
]
WAIVED = [
    "waiver 1: waived bit-exact 1, decode-exact 0: verdict bit-exact, kind missing, packet F2 "
    "(fault 0)",
    "waiver 2: waived bit-exact 0, decode-exact 1: verdict decode-exact, "
    "clause DecodesToRetired, count 1 (fault 0)",
    "waiver 3: waived bit-exact 1, decode-exact 0: clause ETR-FMT-021, packet F1 (fault 2)",
    "waiver 4: waived bit-exact 1, decode-exact 0: packet F1, field branch_map (fault 2)",
    "waiver 5: waived bit-exact 0, decode-exact 1: verdict decode-exact, kind not-retired, "
    "clause ETR-ALG-022, count 1 (fault 2)",
    "waiver 6: waived bit-exact 1, decode-exact 0: packet F3/3, field ienable, expected 0x1, "
    "observed 0x0 (fault 6)",
]
FIVE = [
    section._replace(bit=[], decode=[])
    if section.title in ("fault 0", "fault 2", "fault 6")
    else section
    for section in EIGHT
]
# A program without traps: the encoder synchronises with F3/0 after eight packets. The model does
# not, so only decode-exact is compared.
PERIODIC = [
    fault(2, 400, 408, [], [UNDECODABLE]),
    fault(0, 1668, 1670, [], [UNDECODABLE]),
    Section("fault 5", [(row + 1400, *rest) for row, *rest in FLUSH], [], [UNDECODABLE]),
    Section("fault 7", unsynchronised(9000, 12000), [], [UNSYNCHRONISED]),
]
SECOND_LOSS = ["packet N (F1) and 4 after it missing [ETR-ALG-030]", DIFFERS, DIFFERS]
LOSSES = [loss(2300, 2820, FIRST_LOSS, []), loss(3200, 3720, SECOND_LOSS, [])]
OUTPUT = ["+rvt_losses=output"]
FIELDS = "+rvt_verdict=fields"
SCHEDULED = [
    Scheduled("eight faults", "faults-rv64", OUTPUT, EIGHT),
    Scheduled("eight faults, by their fields", "faults-rv64", [FIELDS, *OUTPUT], EIGHT),
    Scheduled(
        "eight faults, by their fields, differential",
        "faults-rv64",
        [FIELDS, "+differential", *OUTPUT],
        DIFFERENTIAL,
    ),
    Scheduled("five faults of eight", "faults-rv64", OUTPUT, FIVE, waivers=WAIVERS, waived=WAIVED),
    Scheduled("periodic", "branches-rv64", ["+resync=8", *OUTPUT], PERIODIC, False),
    Scheduled("losses at the output", "faults-rv64", OUTPUT, LOSSES),
    Scheduled(
        "losses of which the scoreboard does not know",
        "faults-rv64",
        [],
        [section._replace(decode=[f"{RETIRED} [ETR-SUP-003]"]) for section in LOSSES],
    ),
]
