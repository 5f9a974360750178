# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The coverage report as data (scripts/schemas/rvt-coverage-1.json): what is reached by kind and
group, and what is not, with its reason."""

import collections

from coverage import bits, page


def by_group(points, kinds):
    """The points of these kinds by kind and group, in the order of the kinds."""
    groups = collections.defaultdict(list)
    for point in points.values():
        if point.kind in kinds:
            groups[point.kind, point.group].append(point)
    return sorted(groups.items(), key=lambda item: kinds.index(item[0][0]))


def group_record(kind, group, members):
    """A group in numbers."""
    reached, excused, missed = page.tally(members)
    return {
        "kind": kind,
        "group": group,
        "points": len(members),
        "reached": reached,
        "excused": excused,
        "missed": missed,
    }


def unreached_records(kind, group, members):
    """What a group does not reach, by reason; bits as ranges."""
    reasons = collections.defaultdict(list)
    for point in members:
        if not point.count:
            reasons[point.reason].append(point.name)
    return [
        {
            "kind": kind,
            "group": group,
            "reason": reason,
            "names": bits.join(names) if kind == "toggle" else names,
        }
        for reason, names in reasons.items()
    ]


def summary(points, kinds, runs):
    """The report. kinds: those that were counted, in their order; runs: how many there were."""
    groups = by_group(points, kinds)
    return {
        "schema": "rvt-coverage/1",
        "runs": runs,
        "groups": [group_record(*key, members) for key, members in groups],
        "unreached": [
            record for key, members in groups for record in unreached_records(*key, members)
        ],
    }
