# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Reports of the scoreboards of the transports (+rvt_transport_report) against what they print."""

import glob
import os
import re
from collections import Counter

from lib.records import RecordError, load

SCHEMA = "rvt-transport-report/1"
PRINTED = re.compile(r"^rvt: \w+: (passed|FAILED), (.*), (\d+) cycles$", re.M)
INSTANCE = re.compile(r"^  instance  (.*)$", re.M)


def report_fault_of(path, output):
    """What is wrong with the reports of a run, or None. path: what +rvt_transport_report named; a
    scoreboard beside others inserts its name before the ending. output: what the run printed."""
    stem, ending = os.path.splitext(path)
    found = sorted(glob.glob(f"{glob.escape(stem)}*{ending}"))
    verdicts, findings = Counter(), Counter()
    for name in found:
        try:
            report = load(name, SCHEMA).data
        except RecordError as error:
            return str(error)
        instance, listed = report["instance"], report["findings"]
        if name not in (f"{stem}.{instance}{ending}", *([path] if len(found) == 1 else [])):
            return f"{name} is the report of {instance}"
        (verdict,) = report["verdicts"]
        results = {report["passed"], verdict["result"] == "passed"}
        if len(results) != 1 or verdict["findings"] != len(listed):
            return f"{name}: passed {report['passed']}, {len(listed)} findings, {verdict}"
        result = "passed" if report["passed"] else "FAILED"
        verdicts[(result, report["summary"], str(report["counts"]["cycles"]))] += 1
        findings[instance] += len(listed)
        missing = [
            one["text"]
            for one in listed
            if f": {one['text']}\n  instance  {instance}\n" not in output
        ]
        if missing:
            return f"{name}: the scoreboard did not print {missing}"
    if verdicts != Counter(PRINTED.findall(output)):
        return f"the reports say {sorted(verdicts.elements())}"
    if +findings != Counter(INSTANCE.findall(output)):
        return f"the reports have findings of {dict(findings)}"
    return None
