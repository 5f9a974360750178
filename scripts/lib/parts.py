# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Parts of a list: K/N is every N-th entry, from the K-th on."""

import argparse
import re


def part(text):
    """K and N of an argument K/N."""
    found = re.fullmatch(r"(\d+)/(\d+)", text)
    if not found or not 1 <= int(found[1]) <= int(found[2]):
        raise argparse.ArgumentTypeError(f"{text!r}: a part, such as 1/8")
    return int(found[1]), int(found[2])


def take(entries, chosen):
    """The entries of a part; all of them if chosen is None."""
    return entries[chosen[0] - 1 :: chosen[1]] if chosen else entries
