# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Requirement numbers in comments and documents."""

import re

# The mark of a test: from "Shows:" in a comment to the end of its paragraph.
SHOWS = re.compile(r"Shows:(?:(?!\*/)(?!\n\s*\n).)*", re.S)
GROUPS = r"ETR-[A-Z]+|ENC|DR[FAD]|SYST|STP|SEQ|FRM"
NUMBER = re.compile(rf"\b({GROUPS})-(\d{{3}})(?:\.\.(\d{{3}}))?((?:(?:,| and) -\d{{3}})*)")


def numbers(text):
    """The numbers in a text. Each comes with True if it is written out or ends a range; numbers
    inside of a range need not exist."""
    for found in NUMBER.finditer(text):
        group, first, last = found.group(1), found.group(2), found.group(3)
        for n in range(int(first), int(last or first) + 1):
            yield f"{group}-{n:03}", n in (int(first), int(last or first))
        for n in re.findall(r"\d{3}", found.group(4)):
            yield f"{group}-{n}", True
