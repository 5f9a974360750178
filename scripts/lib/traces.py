# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Where the captured tip traces are: vectors/tip/apps for ordinary programs (app-*), rv32 and rv64
for the others."""

import glob
import os

TIPS = "vectors/tip"
ROWS_END = ".csv.gz"
IMAGE_END = ".elf"


def trace_stem(name, tips=TIPS):
    """The path of the trace of this name, without the ending of its rows or its program image."""
    return os.path.join(tips, "apps" if name.startswith("app-") else name.rpartition("-")[2], name)


def trace_files(name):
    """The paths of the rows and the program image of the trace of this name."""
    stem = trace_stem(name)
    return stem + ROWS_END, stem + IMAGE_END


def trace_names():
    """The names of all captured traces, sorted."""
    paths = glob.glob(f"{TIPS}/*/*{ROWS_END}")
    return sorted(os.path.basename(path).removesuffix(ROWS_END) for path in paths)
