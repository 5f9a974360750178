# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Finds the source files of the RTL by name, in whatever folder of rtl/ they are."""

import glob
import os


def rtl_files(folder, proofs=False):
    """The paths of the modules below a folder, by file name; with proofs set, those of the proof
    benches (formal/) as well."""
    paths = sorted(glob.glob(f"{folder}/*/*.sv"))
    chosen = [
        path for path in paths if proofs or os.path.basename(os.path.dirname(path)) != "formal"
    ]
    return {os.path.basename(path): path for path in chosen}
