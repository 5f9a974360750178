# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Damage to streams of the draft of April 2019."""

from choices import Choices
from packets import spread
from paths import PASSAGES, Path, targets
from streams import Base

PREDICTS = {"options": {"branch_prediction": True}}
# Seed, indices of addresses after counts whose last branch is behind a discontinuity.
LAST_BRANCHES = ((33, (5, 7)), (38, (89, 91)))


def counts(rvt, folder):
    """Counts without the address that follows; in the place of a target that has no branch before
    it."""
    for seed, numbers in LAST_BRANCHES:
        path = Path(Base(rvt, folder, "golden-draft", seed, "hex", PREDICTS, PASSAGES))
        for at in numbers:
            yield path.without("DRA-002", at, "no address")
        for at in spread(targets(path), 4):
            yield path.changed("DRD-004", at, "8100", "branches instead of an address")


def draft_damage(rvt, folder):
    """All damage to the draft."""
    plain = Path(Base(rvt, folder, "golden-draft", 25, "hex"))
    for at in spread(plain.all_of("F3/0"), 4):
        if plain.names[at - 1] == "F3/3" and plain.names[at + 1] in ("F1", "F2"):
            yield plain.without("DRD-001", at, "no sync packet")
    for at in spread(plain.all_of("F2"), 4):
        yield plain.changed("DRF-001", at, "8100", "a count without prediction")
    yield from counts(rvt, folder)
    choices = Choices(Base(rvt, folder, "golden-draft", 26, "hex"))
    yield from choices.formats("DRA-017", "F2")
