# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Damage to a stream as a whole: its source, its beginning and end, and waivers."""

from frames import other_config
from streams import WHOLE, Base, Damage

WAIVER = 'waivers:\n  - {clause: ETR-DEC-002, reason: "not needed"}\n'


def whole_damage(rvt, folder):
    """Good streams of another source, that end early, and with filling before them."""
    for form in ("encap", "frame", "stp"):
        base = Base(rvt, folder, "rv64-context-time", 12, form)
        config = other_config(base, r"srcid: \d+", "srcid: 1")
        yield Damage("CHK-001", base.data, WHOLE, form, config, what="another source")
    base = Base(rvt, folder, "rv64-delta", 12, "encap")
    for count in (1, 5):
        yield base.damage("CHK-004", bytes(count) + base.data, WHOLE, "nulls at first")
    base = Base(rvt, folder, "rv64-delta", 12, "hex")
    lines = base.data.splitlines(keepends=True)
    for count in (2, 3):  # a support packet and packets of the path
        yield base.damage("CHK-002", b"".join(lines[:count]), WHOLE, "no end of tracing")
    waivers = folder / "waivers.yaml"
    waivers.write_text(WAIVER, encoding="utf-8")
    options = ("--waivers", waivers)
    yield base.damage("CHK-005", base.data, WHOLE, "a waiver", options=options)
