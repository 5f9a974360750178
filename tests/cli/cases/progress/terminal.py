# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Runs a command with a terminal as stderr; prints what was shown there, a line for each text."""

import os
import pty
import subprocess
import sys

outer, inner = pty.openpty()
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=inner, check=False)
os.close(inner)
try:
    shown = os.read(outer, 65536).decode()
except OSError:  # nothing was shown
    shown = ""
print(shown.replace("\r", "\n"), end="")
print(f"exit {done.returncode}")
