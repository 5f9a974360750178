# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The rows of captured programs as the bench of the foreign encoder reads them."""

import csv
import functools
import gzip

from lib.traces import trace_files

COLUMNS = "cycle itype_0 cause tval priv iaddr_0 iretire_0 ilastsize_0".split()


@functools.cache
def rows_of(name, folder):
    """Writes the rows of a captured program for the bench. Returns the path and their number."""
    path, number = folder / f"{name}.rows", 0
    with gzip.open(trace_files(name)[0], "rt") as trace, open(path, "w", encoding="utf-8") as file:
        for row in csv.DictReader(trace):
            file.write(" ".join(row[column] for column in COLUMNS) + "\n")
            number += 1
    return path, number
