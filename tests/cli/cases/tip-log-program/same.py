# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Compares what two tip traces retire; the second may lack the last row."""
import csv
import sys

NAMES = ("itype_0", "iaddr_0", "iretire_0", "ilastsize_0")
one, two = (
    [
        tuple(row[name] for name in NAMES)
        for row in csv.DictReader(open(path))
        if row["iretire_0"] != "0"
    ]
    for path in sys.argv[1:3]
)
print(
    f"{len(NAMES)} columns, {len(two)} rows equal"
    if one[: len(two)] == two and len(one) - len(two) < 2 and two
    else "DIFFER"
)
