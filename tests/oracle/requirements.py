# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Which requirements of instruction trace the random comparison exercises, and how often.

Each number has one condition, or several that all have to occur: a number is exercised as often as
its rarest condition. Only comparisons without a difference count. The run fails if a number that
is listed here was not exercised; in a short run, those that golden vectors show may be missing.

The numbers are those of docs/spec-map.yaml.
"""

from collections import Counter, namedtuple

from .bits import mask, significant
from .encoder import BRANCHES, JUMPS
from .riscv import INTERRUPT, RETURN, SWAP, XRET
from .te_inst import ENDED_NTR, ENDED_REP, NO_CHANGE, TRACE_LOST

# A packet that was compared. name: of its table; before: the packet before it; m: the Moment.
Sent = namedtuple("Sent", "packet name why before m config")
REPORTS = frozenset(("F0/0/address", "F1", "F2"))


def named(*names):
    """The condition that a packet follows one of these tables."""
    return lambda s: s.name in names


def sent_for(*whys):
    """The condition that a packet was sent for one of these reasons."""
    return lambda s: s.why in whys


def having(field, value):
    """The condition that a field of a packet has a value."""
    return lambda s: s.packet.get(field) == value


def ended(status):
    """The condition that a support packet has this qual_status."""
    return lambda s: s.why == "support" and s.packet["qual_status"] == status


def target_of(*itypes):
    """The condition that a packet reports the target of such a discontinuity."""
    return lambda s: s.why == "updiscon" and s.m.previous.itype in itypes


def based_on(name):
    """The condition that an address is a difference to that of such a packet."""
    return lambda s: s.name in REPORTS and not s.config.o["full_address"] and s.m.base == name


def resync_by(mode):
    """The condition that the resynchronisation counter, which counts this, requests a packet."""
    return lambda s: s.why == "resync3" and s.config.resync["mode"] == mode


def fields_of_place(context, time):
    """The condition that a format 3 packet has, or has no, context and time."""
    return lambda s: s.name in ("F3/0", "F3/1", "F3/2") and (
        (s.config.p["nocontext_p"], s.config.p["notime_p"]) == (not context, not time)
    )


def address_top(s):
    """The most significant bit of the address field."""
    return s.packet["address"] >> s.config.p["iaddress_width_p"] - s.config.p["iaddress_lsb_p"] - 1


def is_sync(packet):
    """True for a sync packet."""
    return packet["format"] == 3 and packet["subformat"] < 2


def flags(s):
    """The flags notify, updiscon and irreport of a report with an address."""
    if s.name not in REPORTS:
        return None
    return s.packet["notify"], s.packet["updiscon"], s.packet["irreport"]


def correct_count(s):
    """How many predictions a report gives as correct, or None."""
    return s.packet["branch_count"] + 31 if s.name.startswith("F0/0") else None


# Shows: by packets that are equal on both sides
PACKETS = {
    "ETR-ING-003": lambda s: s.m and s.m.item.offset and s.name in REPORTS,
    "ETR-ING-006": target_of(6),
    "ETR-ING-009": lambda s: s.why == "handler" and s.m.item.priv != s.m.previous.priv,
    "ETR-ING-012": tuple(having("privilege", level) for level in (0, 1, 3, 4, 5, 6)),
    "ETR-ING-015": (
        target_of(SWAP),
        lambda s: target_of(RETURN)(s) and not s.config.o["implicit_return"],
    ),
    "ETR-FMT-001": (
        lambda s: s.packet["format"] == 0,
        lambda s: s.packet["format"] == 1,
        named("F2"),
        lambda s: s.packet["format"] == 3,
    ),
    "ETR-FMT-002": named("F3/0"),
    "ETR-FMT-003": named("F3/1"),
    "ETR-FMT-004": named("F3/2"),
    "ETR-FMT-006": lambda s: s.name in ("F3/0", "F3/1") and s.config.o["full_address"],
    "ETR-FMT-007": (
        lambda s: s.packet.get("branch") == 0,
        lambda s: s.packet.get("branch") == 1 and s.m.item.itype == 4,
        lambda s: s.packet.get("branch") == 1 and s.m.item.itype not in BRANCHES,
    ),
    "ETR-FMT-008": fields_of_place(True, True),
    "ETR-FMT-010": tuple(map(ended, (NO_CHANGE, ENDED_REP, TRACE_LOST, ENDED_NTR))),
    "ETR-FMT-011": lambda s: s.packet.get("tval", 0) & 1,
    "ETR-FMT-012": (having("interrupt", 1), having("interrupt", 0)),
    "ETR-FMT-020": named("F2"),
    "ETR-FMT-021": tuple(
        lambda s, low=low, high=high: s.name == "F1" and low <= s.packet["branches"] <= high
        for low, high in ((1, 1), (2, 3), (4, 7), (8, 15), (16, 31))
    ),
    "ETR-FMT-022": named("F1/none"),
    "ETR-FMT-023": lambda s: s.name == "F1" and 0 < s.packet["branch_map"] < mask(s.m.branches),
    "ETR-FMT-025": (
        lambda s: s.name == "F2" and address_top(s) and not s.config.o["full_address"],
        lambda s: s.name == "F2" and not address_top(s),
        lambda s: s.name == "F2" and s.config.o["full_address"],
    ),
    "ETR-FMT-026": (
        lambda s: flags(s) == (1, 0, 0),
        lambda s: s.m and s.m.item.ntf and s.m.updiscon,
    ),
    "ETR-FMT-027": lambda s: s.packet.get("updiscon") == 1,
    "ETR-FMT-028": (
        lambda s: flags(s) == (0, 0, 0),
        lambda s: flags(s) == (1, 0, 0),
        lambda s: flags(s) == (0, 1, 0),
        lambda s: s.packet.get("irreport") == 1,
    ),
    "ETR-FMT-029": (
        lambda s: s.packet.get("irreport") == 1 and s.config.p["return_stack_size_p"],
        lambda s: s.packet.get("irreport") == 1 and s.config.p["call_counter_size_p"],
        lambda s: s.packet.get("irreport") == 0 and s.config.p["return_stack_size_p"],
    ),
    "ETR-FMT-030": lambda s: (
        s.name in REPORTS
        and s.config.p["return_stack_size_p"]
        and not s.config.o["implicit_return"]
    ),
    "ETR-FMT-040": named("F0/0"),
    "ETR-FMT-041": named("F0/0/address"),
    "ETR-FMT-043": lambda s: s.name == "F0/1" and s.packet["branches"],
    "ETR-FMT-044": lambda s: s.name == "F0/1" and not s.packet["branches"],
    "ETR-FMT-045": lambda s: s.name == "F0/1" and s.m.following and s.m.following.kind == "trap",
    "ETR-FMT-046": (
        lambda s: s.name.startswith("F0/0") and not s.config.p["f0s_width_p"],
        lambda s: s.name == "F0/1" and not s.config.p["f0s_width_p"],
    ),
    "ETR-FMT-047": lambda s: s.packet["format"] == 0 and s.config.p["f0s_width_p"] > 1,
    "ETR-FMT-048": (lambda s: correct_count(s) == 31, lambda s: (correct_count(s) or 0) > 31),
    "ETR-FMT-049": lambda s: s.name == "F0/1" and s.config.p["return_stack_size_p"],
    "ETR-CMP-006": tuple(map(based_on, ("F0/0/address", "F0/1", "F1", "F2", "F3/0", "F3/1"))),
    "ETR-CMP-007": lambda s: s.before and s.before.get("thaddr") == 0 and is_sync(s.packet),
    "ETR-CMP-009": lambda s: s.packet.get("notify") == 1 and address_top(s),
    "ETR-ALG-002": lambda s: s.m and s.m.item.itype in BRANCHES,
    "ETR-ALG-003": tuple(map(target_of, sorted(JUMPS | {RETURN, XRET}))),
    "ETR-ALG-004": sent_for("first"),
    "ETR-ALG-005": (
        lambda s: s.why == "ppccd" and s.m.item.priv != s.m.previous.priv,
        lambda s: s.why == "ppccd" and s.m.item.ctype == 2,
        lambda s: s.why == "ppccd" and s.m.item.ctype == 3,
    ),
    "ETR-ALG-006": lambda s: s.why == "ppccd_br" and s.m.branches,
    "ETR-ALG-007": sent_for("ntf"),
    "ETR-ALG-008": sent_for("cci"),
    "ETR-ALG-009": sent_for("handler of reported trap"),
    "ETR-ALG-010": (sent_for("resync2_br"), sent_for("resync3")),
    "ETR-ALG-011": (named("F0/0"), named("F1/none")),
    "ETR-ALG-012": (named("F0/0"), named("F1")),
    "ETR-ALG-021": lambda s: s.why == "updiscon" and s.m.item.itype in BRANCHES,
    "ETR-ALG-022": sent_for("trap after trap"),
    "ETR-ALG-023": sent_for("trap after reported trap"),
    "ETR-ALG-024": sent_for("handler"),
    "ETR-ALG-025": sent_for("handler of reported trap"),
    "ETR-ALG-026": sent_for("first exception"),
    "ETR-ALG-028": (sent_for("first"), sent_for("ppccd"), sent_for("resync3")),
    "ETR-ALG-029": sent_for("updiscon exception"),
    "ETR-ALG-030": sent_for("updiscon"),
    "ETR-ALG-032": (sent_for("ntf"), sent_for("resync2_br")),
    "ETR-ALG-033": (sent_for("last"), sent_for("next trap"), sent_for("ppccd_br")),
    "ETR-ALG-034": (named("F0/0"), named("F1/none")),
    "ETR-ALG-035": sent_for("cci"),
    "ETR-ALG-038": lambda s: s.why == "handler" and not s.m.previous.qualified,
    "ETR-ALG-039": lambda s: s.why == "last",
    "ETR-ALG-050": (
        lambda s: s.name == "F0/0/address" and s.packet["branch_fmt"] == 2,
        lambda s: s.name == "F0/0/address" and s.packet["branch_fmt"] == 3,
    ),
    "ETR-ALG-051": named("F0/1"),
    "ETR-ALG-052": (named("F1"), named("F2")),
    "ETR-ALG-053": lambda s: s.name == "F1" and s.packet["branches"] == 31,
    "ETR-ALG-054": lambda s: s.name == "F2" and s.before == dict(s.before, format=1, branches=0),
    "ETR-ALG-055": lambda s: s.why == "cci" and s.m.branches,
    "ETR-ALG-056": lambda s: s.packet.get("branch") is not None and s.m.item.itype in BRANCHES,
    "ETR-ALG-057": lambda s: s.why == "ppccd_br" and s.m.branches,
    "ETR-ALG-058": (
        lambda s: correct_count(s) and s.packet["branch_fmt"] == 2 and s.m.item.itype in BRANCHES,
        lambda s: correct_count(s) and s.packet["branch_fmt"] == 3,
        named("F0/0"),
    ),
    "ETR-MODE-006": lambda s: (
        target_of(RETURN)(s) and s.config.o["implicit_return"] and not s.packet["irreport"]
    ),
    "ETR-MODE-007": lambda s: target_of(RETURN)(s) and s.packet["irreport"],
    "ETR-MODE-008": lambda s: s.packet.get("irreport") and s.why != "updiscon",
    "ETR-MODE-009": lambda s: s.packet.get("irreport") and s.why != "updiscon",
    "ETR-MODE-022": lambda s: s.packet.get("branch_fmt") in (0, 3),
    "ETR-MODE-025": lambda s: s.name.startswith("F0/0"),
    "ETR-MODE-026": lambda s: s.name == "F1" and 0 < s.m.pbc == s.m.branches,
    "ETR-MODE-027": lambda s: s.name == "F1/none" and s.config.o["branch_prediction"],
    "ETR-MODE-028": named("F0/0"),
    "ETR-MODE-040": named("F0/1"),
    "ETR-MODE-041": lambda s: s.name == "F0/1",
    "ETR-MODE-042": tuple(
        lambda s, itype=itype: s.name == "F0/1" and s.m.previous.itype == itype
        for itype in sorted(JUMPS | {RETURN})
    ),
    "ETR-MODE-044": lambda s: (
        target_of(RETURN)(s) and s.packet["irreport"] and s.config.o["jump_target_cache"]
    ),
    "ETR-MODE-045": lambda s: s.why in ("ntf", "last") and s.config.o["jump_target_cache"],
    "ETR-MODE-047": lambda s: (
        s.name == "F0/0/address" and s.m.updiscon and s.config.o["jump_target_cache"]
    ),
    "ETR-MODE-062": lambda s: s.packet.get("thaddr") and s.config.o["implicit_exception"],
    "ETR-MODE-063": lambda s: s.name in REPORTS and s.config.o["full_address"],
    "ETR-MODE-066": sent_for("ntf"),
    "ETR-SUP-001": lambda s: s.why == "support" and s.before is None,
    "ETR-SUP-002": (ended(ENDED_REP), ended(ENDED_NTR)),
    "ETR-SUP-003": (
        ended(TRACE_LOST),
        lambda s: s.why == "first" and s.before.get("qual_status") == TRACE_LOST,
    ),
    "ETR-SUP-005": (
        lambda s: ended(ENDED_NTR)(s) and s.before["format"] < 3,
        lambda s: ended(ENDED_REP)(s) and s.before["format"] < 3,
    ),
    "ETR-SUP-007": lambda s: ended(ENDED_REP)(s) and is_sync(s.before),
    "ETR-SUP-008": lambda s: s.why == "first" and s.before.get("qual_status") != NO_CHANGE,
    "ETR-SUP-009": lambda s: s.why == "support" and not s.packet["ienable"],
    "ETR-CTX-002": sent_for("cci"),
    "ETR-CTX-003": (
        lambda s: s.why == "ppccd" and s.m.item.ctype == 2,
        lambda s: s.why == "ppccd_br" and s.m.following.ctype == 2,
    ),
    "ETR-CTX-004": lambda s: s.why == "ppccd" and s.m.item.ctype == 3,
    "ETR-CTX-005": lambda s: s.why == "cci" and s.config.p["ctype_width_p"] == 1,
    "ETR-CTX-006": tuple(
        fields_of_place(context, time) for context in (False, True) for time in (False, True)
    ),
    "ETR-CTX-008": (
        lambda s: s.why == "handler" and s.m.item.priv != s.m.previous.priv,
        lambda s: s.packet.get("thaddr") == 0,
    ),
    "ETR-CTX-009": fields_of_place(True, True),
    "ETR-MR-003": lambda s: s.why == "last" and s.m.item.offset and s.before["format"] == 3,
    "ETR-MR-004": lambda s: s.m and s.m.item.group,
    "ETR-MR-007": lambda s: s.why == "ntf" and s.m.item.offset,
    "ETR-MR-008": lambda s: s.why == "ppccd" and s.config.p["blocks_p"] > 1,
    "ETR-RSY-001": tuple(map(resync_by, ("packets", "cycles", "halfwords"))),
    "ETR-RSY-002": lambda s: s.why == "handler" and s.config.resync["mode"] != "off",
    "ETR-RSY-003": resync_by("packets"),
    "ETR-RSY-004": sent_for("resync3"),
    "ETR-RSY-005": sent_for("resync2_br"),
    "ETR-RSY-006": sent_for("resync3"),
    "ETR-RSY-007": lambda s: s.why in ("ppccd", "handler") and s.m.state > 1,
    "ETR-RSY-011": tuple(map(sent_for, ("first", "handler", "ppccd", "resync3"))),
    "ETR-RSY-012": lambda s: (
        s.packet.get("updiscon") and s.m.state == 2 and s.m.following.kind == "inst"
    ),
}

# Shows: by what happened, while the packets stayed equal (events of the encoder and of the run)
EVENTS = {
    "ETR-ING-001": ("noise in an idle slot",),
    "ETR-ING-002": ("retires_p 1", "retires_p 8"),
    "ETR-ING-005": tuple(f"itype {n}" for n in (0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15)),
    "ETR-ING-008": ("row of several blocks",),
    "ETR-ING-010": ("noise as iaddr of an interrupt",),
    "ETR-ING-011": ("noise as tval of an interrupt",),
    "ETR-ING-013": ("noise as sijump",),
    "ETR-ING-020": ("noise while halted",),
    "ETR-ING-016": ("ecall or ebreak",),
    "ETR-ING-019": ("trace-on", "trace-off", "notify"),
    "ETR-ING-017": ("trap in the row of an instruction",),
    "ETR-ING-014": tuple(f"itype {n}" for n in (8, 9, 10, 11, 12, 13, 14, 15))
    + ("instruction of Zcmp or Zcmt",),
    "ETR-DEC-021": ("decoded kind xret", "decoded kind jalr", "instruction of Zcmp or Zcmt"),
    "ETR-ALG-001": ("unqualified item",),
    "ETR-ALG-020": ("unqualified branch",),
    "ETR-ALG-031": ("interrupt after an updiscon",),
    "ETR-ALG-036": ("trap while resynchronisation is due",),
    "ETR-ALG-037": ("trap in the row of an instruction",),
    "ETR-MODE-001": ("call", "return by the stack", "return by the counter"),
    "ETR-MODE-002": ("call at the greatest depth", "return at depth 0"),
    "ETR-MODE-003": ("call that is synchronized",),
    "ETR-MODE-004": ("return by the counter",),
    "ETR-MODE-005": ("return by the stack", "return mispredicted"),
    "ETR-MODE-012": ("call at the greatest depth",),
    "ETR-MODE-021": tuple(
        f"predictor {state} {n}" for state in ("00", "01", "11", "10") for n in "01"
    ),
    "ETR-MODE-023": ("sync packet, predictor trained",),
    "ETR-MODE-043": ("return, with a cache",),
    "ETR-MODE-046": ("sync packet, cache not empty",),
    "ETR-MODE-060": ("sijump inferred",),
    "ETR-MODE-061": ("sijump after an untraced load",),
    "ETR-MODE-065": ("return after a sequential jump, with a cache",),
    "ETR-SUP-010": ("halted", "reset"),
    "ETR-MR-001": ("row of several instructions",),
    "ETR-FLT-001": tuple(f"filters {n}, qualified {q}" for n in (1, 2) for q in (0, 1)),
    "ETR-FLT-002": ("filter, conditions differ",),
    "ETR-FLT-003": tuple(f"function {place}{n}" for place in "PS" for n in range(8)),
    "ETR-FLT-004": tuple(f"match mode {n}" for n in range(4)),
    "ETR-FLT-005": ("input 0", "input 1", "input 2"),
    "ETR-FLT-006": ("filter within nested traps",),
    "ETR-FLT-007": ("impdef compared",),
    "ETR-FLT-008": ("row notified by a comparator",),
    "ETR-FLT-009": ("trace-on", "trace-off"),
    "ETR-FLT-013": ("unqualified branch",),
    "ETR-MR-006": ("filter, block qualified in part",),
    "ETR-CTL-010": tuple(f"filters {n}, qualified {q}" for n in (1, 2) for q in (0, 1)),
    "ETR-CTL-015": ("impdef compared", "filter within nested traps", "filter, conditions differ"),
    "ETR-CTL-016": tuple(f"function {place}{n}" for place in "PS" for n in range(8))
    + tuple(f"match mode {n}" for n in range(4))
    + ("row notified by a comparator",),
    "ETR-CMP-001": ("compressed payload",),
    "ETR-CMP-002": ("compressed payload",),
    "ETR-CMP-005": ("padded payload",),
}

# Shows: by packets whose execution both decoders found
DECODED = {
    "ETR-CMP-008": lambda s: s.name in ("F1", "F2"),
    "ETR-SUP-012": ended(TRACE_LOST),
    "ETR-DEC-002": sent_for("first"),
    "ETR-DEC-003": sent_for("ppccd", "resync3"),
    "ETR-DEC-004": sent_for("handler of reported trap"),
    "ETR-DEC-005": lambda s: s.packet.get("thaddr") == 0,
    "ETR-DEC-006": lambda s: s.packet.get("interrupt") == 0,
    "ETR-DEC-007": named("F1/none"),
    "ETR-DEC-009": sent_for("updiscon"),
    "ETR-DEC-010": having("notify", 1),
    "ETR-DEC-011": lambda s: s.packet.get("updiscon") == 0 and s.why in ("last", "next trap"),
    "ETR-DEC-012": lambda s: s.before and s.before.get("updiscon") == 0 and s.packet["format"] == 3,
    "ETR-DEC-013": lambda s: (
        s.why in ("ntf", "last", "next trap", "ppccd_br") and s.m.previous.itype == RETURN
    ),
    "ETR-DEC-014": named("F0/1"),
    "ETR-DEC-015": named("F0/0", "F0/0/address"),
    "ETR-DEC-016": named("F0/0"),
    "ETR-DEC-017": (
        lambda s: s.name == "F0/0/address" and s.packet["branch_fmt"] == 2,
        lambda s: s.name == "F0/0/address" and s.packet["branch_fmt"] == 3,
    ),
}


def conditions(table):
    """The conditions of each number of a table."""
    for number, found in table.items():
        yield number, found if isinstance(found, tuple) else (found,)


def count_packets(table, sent, counts):
    """Counts the conditions of a table over packets."""
    for number, found in conditions(table):
        for place, condition in enumerate(found):
            counts[number, place] += sum(1 for s in sent if condition(s))


def sent_packets(encoder):
    """The packets of an encoder, each as Sent."""
    before = None
    for packet, why, moment in zip(encoder.packets, encoder.whys, encoder.moments):
        yield Sent(packet, encoder.format.name(packet), why, before, moment, encoder.config)
        before = packet


def events_of(case, encoder):
    """How often each event of the table EVENTS happened in a case."""
    events, p = encoder.events + encoder.filters.events, case.config.p
    events[f"retires_p {p['retires_p']}"] += 1
    for row in case.seen.rows:
        events["row of several blocks"] += sum(block[0] + block[1] > 0 for block in row.blocks) > 1
        events["row of several instructions"] += sum(block[1] for block in row.blocks) > 2
        events["halted"] += row.halted
        events["reset"] += row.reset
        events["trace-on"] += row.trigger & 1
        events["notify"] += bool(row.trigger >> 2)
        events["trace-off"] += row.trigger >> 1 & 1
        events["noise while halted"] += case.noisy and (row.halted or row.reset)
        for itype, iretire, *_, sijump in row.blocks:
            idle = not itype and not iretire
            events["noise in an idle slot"] += case.noisy and idle
            alone = itype == INTERRUPT and not iretire
            events["noise as iaddr of an interrupt"] += case.noisy and alone
            events["noise as tval of an interrupt"] += case.noisy and itype == INTERRUPT
            events["noise as sijump"] += case.noisy and sijump and itype not in JUMPS and not idle
            events["trap in the row of an instruction"] += itype in (1, INTERRUPT) and iretire > 0
    for run in case.runs:
        events.update(run.events)
    return events


def exercised(case, encoder, writers, parts):
    """The conditions that a case met: (number, place of the condition) to how often.

    writers: the packets as bits, in order; parts: ranges of packets that both decoders followed.
    """
    counts, sent = Counter(), list(sent_packets(encoder))
    count_packets(PACKETS, sent, counts)
    count_packets(DECODED, [s for first, last in parts for s in sent[first:last]], counts)
    events = events_of(case, encoder)
    for writer in writers:
        kept = significant(writer.value, writer.width)
        events["compressed payload"] += kept < writer.width
        events["padded payload"] += kept % 8 > 0
    for number, names in EVENTS.items():
        for place, name in enumerate(names):
            counts[number, place] += events[name]
    return counts


def totals(counts):
    """How often each listed number was exercised: as often as its rarest condition."""
    listed = {**PACKETS, **EVENTS, **DECODED}
    return {
        number: min(counts[number, place] for place in range(len(found)))
        for number, found in sorted(conditions(listed), key=lambda pair: pair[0])
    }
