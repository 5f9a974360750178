# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Damage to te_data packets, in lists of te_inst and te_data."""

from packets import payload_of, spread
from streams import Base

SPLIT = {"parameters": {"lresp_width_p": 2}, "switches": {"dat_signalling": "split"}}
SHARED = {**SPLIT, "switches": {"dat_signalling": "split", "dat_split_atomic_rsp": 6}}
MARK = "d:"


class Accesses:
    """The damage to one packet list."""

    def __init__(self, base):
        """Reads the list."""
        self.base = base
        self.lines = base.data.decode().splitlines()
        self.items = base.items()
        self.names = [item["name"] for item in self.items]

    def all_of(self, *names):
        """The indices of the packets of these names."""
        return [at for at, name in enumerate(self.names) if name in names]

    def damage(self, rule, lines, at, what):
        """A list of other lines; at: the index of the finding."""
        stream = "\n".join([*lines, ""]).encode()
        return self.base.damage(rule, stream, ("line", at + 1), what, decode=False)

    def inserted(self, rule, at, line, what):
        """A packet more."""
        return self.damage(rule, [*self.lines[:at], MARK + line, *self.lines[at:]], at, what)

    def without(self, rule, left_out, at, what):
        """The list without a packet; at: the index of the finding in the whole list."""
        lines = self.lines[:left_out] + self.lines[left_out + 1 :]
        return self.damage(rule, lines, at - 1, what)


def plain_damage(accesses):
    """Sizes, codes and empty payloads, in a list with unified accesses."""
    starts = accesses.all_of("F3/0", "F3/1")
    for at in spread(starts, 6):
        size = payload_of([(6, 3), (0, 3), (3, 2)], 40)
        yield accesses.inserted("ETR-DAT-002", at, size, "an atomic of 8 bytes")
        diff = payload_of([(5, 3), (0, 2), (2, 2)], 80)
        yield accesses.inserted("ETR-DAT-010", at, diff, "a CSR access with diff 2")
        yield accesses.inserted("ETR-CMP-004", at, "", "an empty payload")


def first_accesses(accesses):
    """Relative accesses directly after a sync packet."""
    items = [item["packet"] for item in accesses.items]
    relative = [at for at in accesses.all_of("load") if items[at]["diff"] not in (0, "0x0")]
    for sync, at in zip(spread(accesses.all_of("F3/0", "F3/1"), 8), relative):
        line = accesses.lines[at][len(MARK) :]
        yield accesses.inserted("ETR-DAT-011", sync + 1, line, "a relative access at first")


def pairs(accesses, first, second):
    """The indices of requests that their response follows."""
    return [at for at in accesses.all_of(first) if accesses.names[at + 1] == second]


def responses(accesses):
    """Responses without request, and of another kind than their request."""
    loads = pairs(accesses, "load.request", "load.response")
    for at in spread(loads, 6):
        yield accesses.without("ETR-DAT-006", at, at + 1, "no request")
    lrid = {at: accesses.items[at]["packet"]["lrid"] for at in accesses.all_of("atomic.response")}
    for at in spread(loads, 6):
        same = [i for i, number in lrid.items() if number == accesses.items[at]["packet"]["lrid"]]
        for i in same[:1]:
            line = accesses.lines[i][len(MARK) :]
            yield accesses.inserted("ETR-DAT-008", at + 1, line, "the response of an atomic")


def shared_codes(rvt, folder):
    """Good streams with a packet that may be a request or a response."""
    for seed, line in ((3, 217), (4, 36)):
        base = Base(rvt, folder, "golden-data", seed, "hex", SHARED)
        yield base.damage("AMB-170", base.data, ("line", line), "a good stream", decode=False)


def access_damage(rvt, folder):
    """All damage to te_data."""
    plain = Accesses(Base(rvt, folder, "golden-data", 3, "hex"))
    yield from plain_damage(plain)
    yield from first_accesses(plain)
    yield from responses(Accesses(Base(rvt, folder, "golden-data", 3, "hex", SPLIT)))
    yield from shared_codes(rvt, folder)
