# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Which requirements the golden vectors show that the oracle recomputes to the same result.

The numbers are the clauses of those cases. A run fails if one of the numbers below is the clause
of no such case, and prints the numbers that could be added.
"""

import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "scripts"))
from lib.clauses import numbers  # noqa: E402

# Shows: by vectors/packet and vectors/flow
INSTRUCTIONS = """
ETR-ALG-001..012, ETR-ALG-020..039, ETR-ALG-050..058, ETR-CMP-001, ETR-CMP-003..009,
ETR-CTX-001..004, ETR-CTX-006..009, ETR-DEC-001..021, ETR-DISC-005, ETR-FLT-001..013,
ETR-FMT-001..012, ETR-FMT-020..030, ETR-FMT-040..049, ETR-ING-001..003, ETR-ING-005, ETR-ING-006,
ETR-ING-008..017, ETR-ING-019, ETR-ING-020, ETR-MODE-001..009, ETR-MODE-012, ETR-MODE-020..028,
ETR-MODE-040..049, ETR-MODE-060..063, ETR-MODE-065, ETR-MODE-066, ETR-MR-001, ETR-MR-003,
ETR-MR-004, ETR-MR-006..008, ETR-RSY-001..006, ETR-RSY-008..012, ETR-SUP-001..003,
ETR-SUP-005, ETR-SUP-007..012
"""

# Shows: by vectors/data and vectors/encap
DATA = """
ENC-001..021, ETR-CMP-004, ETR-CTL-012, ETR-DAT-001..016
"""


def check(suite, text, shown):
    """Adds a case for each number of a text: it fails if shown, a Counter, does not have it."""
    listed = {number for number, _ in numbers(text)}
    for number in sorted(listed):
        suite.add(f"shown {number}", None if shown[number] else "by no vector that agrees")
        if not shown[number]:
            print(f"  FAILED {number}: shown by no vector that agrees")
    others = sorted(set(shown) - listed)
    print(f"  {len(listed)} numbers shown" + (", others: " + ", ".join(others)) * bool(others))
