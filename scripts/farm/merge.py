# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The results of all shards as one.

It follows from the plan and the results alone, and not from where, when or in which order they were
made: the same plan gives the same bytes.
"""

import collections

SCHEMA = "rvt-farm-merged/1"


def failed(store, plan):
    """The results that have failed cases."""
    results = (store.result(shard) for shard in plan["shards"])
    return [result for result in results if result and result["failed"]]


def findings_of(shard, result):
    """What is wrong with a shard: its failed cases, or that it has no result."""
    if result is None:
        lack = {"suite": "", "case": "", "message": "the shard has no result"}
        return [dict(lack, job=shard["job"], shard=shard["name"])]
    return [dict(each, job=shard["job"], shard=shard["name"]) for each in result["failures"]]


def job_of(name, wanted, pairs):
    """The sums of a job. wanted: its amount and unit; pairs: its shards, each with its result or
    None."""
    counts, numbers = collections.Counter(), collections.Counter()
    for _, result in pairs:
        if result:
            counts.update({key: result[key] for key in ("passed", "failed", "skipped")})
            numbers.update(result["numbers"])
    return {
        "job": name,
        "amount": wanted["amount"],
        "unit": wanted["unit"],
        "shards": len(pairs),
        "missing": sum(result is None for _, result in pairs),
        "passed": counts["passed"],
        "failed": counts["failed"],
        "skipped": counts["skipped"],
        "numbers": dict(numbers),
    }


def merge(store, plan):
    """The merged result. It passed if every shard has a result, and none has a failed case."""
    pairs = [(shard, store.result(shard)) for shard in plan["shards"]]
    jobs = [
        job_of(each["job"], each, [pair for pair in pairs if pair[0]["job"] == each["job"]])
        for each in plan["amounts"]
    ]
    findings = [each for pair in pairs for each in findings_of(*pair)]
    compared = all(job["passed"] + job["failed"] > 0 for job in jobs)
    return {
        "schema": SCHEMA,
        "seed": plan["seed"],
        "commit": plan["commit"],
        "passed": bool(jobs) and compared and not findings,
        "jobs": jobs,
        "findings": findings,
    }
