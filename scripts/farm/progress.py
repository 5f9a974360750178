# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Waits for a runner, and says how far it is."""

import time

from farm import merge

SHOWN = 10  # seconds between two lines
STEP = 0.5


def duration(seconds):
    """A duration as text."""
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"


def line(plan, store, before, elapsed):
    """How far a run is. before: the shards that had a result when the runner started."""
    total, left = len(plan["shards"]), len(store.missing(plan["shards"]))
    done, failed = total - left, len(merge.failed(store, plan))
    text = f"farm: {done} of {total} shards ({100 * done // total} %), {failed} failed"
    text += f", {duration(elapsed)}"
    if left and done > before:
        text += f", about {duration(elapsed * left / (done - before))} left"
    return text


def wait(runner, plan, store):
    """Waits until a runner has executed its shards."""
    before = len(plan["shards"]) - len(store.missing(plan["shards"]))
    started = shown = time.monotonic()
    while runner.running():
        time.sleep(STEP)
        if time.monotonic() > shown + SHOWN:
            shown = time.monotonic()
            print(line(plan, store, before, shown - started), flush=True)
    print(line(plan, store, before, time.monotonic() - started), flush=True)
