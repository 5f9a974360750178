# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The report of a run: the merged result with date, runner and durations, as JSON and text."""

import datetime

from farm.merge import merge
from farm.progress import duration
from farm.store import publish, text_of

SCHEMA = "rvt-farm/1"
SHOWN = 50  # findings in the text


def times_of(store, plan, job):
    """Seconds of the shards of a job: of all, of the longest, and of processor time."""
    times = [store.seconds(shard) for shard in plan["shards"] if shard["job"] == job]
    seconds = [each["seconds"] for each in times if each]
    return {
        "seconds": round(sum(seconds), 1),
        "longest": round(max(seconds, default=0), 1),
        "processor": round(sum(each["processor"] for each in times if each), 1),
    }


def report(store, plan, merged, runner, elapsed):
    """The report as data. elapsed: seconds of this call."""
    jobs = [dict(job, **times_of(store, plan, job["job"])) for job in merged["jobs"]]
    now = datetime.datetime.now(datetime.timezone.utc)
    return dict(
        merged,
        schema=SCHEMA,
        date=now.strftime("%Y-%m-%dT%H:%M:%SZ"),
        runner=runner,
        elapsed=round(elapsed, 1),
        processor=round(sum(job["processor"] for job in jobs), 1),
        jobs=jobs,
    )


def numbers_text(numbers):
    """Numbers as text."""
    return ", ".join(f"{number} {name}" for name, number in sorted(numbers.items()))


def text(data):
    """The report as text."""
    lines = [f"{data['date']}, commit {data['commit']}, seed {data['seed']}", ""]
    lines.append(
        f"{'job':16} {'shards':>7} {'missing':>8} {'passed':>9} {'failed':>7} {'processor':>10}"
    )
    for job in data["jobs"]:
        lines.append(
            f"{job['job']:16} {job['shards']:7} {job['missing']:8} {job['passed']:9} "
            f"{job['failed']:7} {duration(job['processor']):>10}"
        )
        amount = f"{job['amount']} {job['unit']}"
        lines.append("  " + "; ".join(filter(None, (amount, numbers_text(job["numbers"])))))
    lines.append("")
    for each in data["findings"][:SHOWN]:
        where = " ".join(filter(None, (each["shard"], each["suite"], each["case"])))
        lines += [f"{where}:", *(f"    {line}" for line in each["message"].splitlines())]
    left = len(data["findings"]) - SHOWN
    lines += [f"and {left} more findings"] if left > 0 else []
    total, missing = (sum(job[key] for job in data["jobs"]) for key in ("shards", "missing"))
    lines.append(
        f"farm: {total} shards, {missing} missing, {len(data['findings'])} findings: "
        f"{'passed' if data['passed'] else 'FAILED'} ({data['runner']}, "
        f"{duration(data['elapsed'])}, {duration(data['processor'])} of processor time)"
    )
    return "\n".join(lines) + "\n"


def write(store, plan, runner, elapsed):
    """Merges the results and writes merged.json, report.json and report.txt. Returns the report."""
    merged = merge(store, plan)
    publish(store.path("merged.json"), text_of(merged))
    data = report(store, plan, merged, runner, elapsed)
    publish(store.path("report.json"), text_of(data))
    publish(store.path("report.txt"), text(data))
    return data
