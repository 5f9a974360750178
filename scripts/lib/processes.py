# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Programs that start programs of their own, and a time limit that ends them all."""

import os
import signal
import subprocess


def run_group(command, timeout, **options):
    """subprocess.run in a session of its own, with captured output unless the options say where it
    goes. After timeout seconds, or if the caller is interrupted, ends the program and all that it
    started. Raises subprocess.TimeoutExpired."""
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    with subprocess.Popen(command, start_new_session=True, **options) as process:
        try:
            output, errors = process.communicate(timeout=timeout)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    return subprocess.CompletedProcess(command, process.returncode, output, errors)
