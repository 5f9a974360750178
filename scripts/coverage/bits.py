# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Names of bits: flag, word[7], and with ranges word[7:4], table[3:0][7:4]."""

import collections
import itertools
import re

NAME = re.compile(r"([^\[\]]+)((?:\[\d+(?::\d+)?\])*)")


def expand(name):
    """The names of the bits that a name with ranges stands for. Raises ValueError if it is no such
    name, or if a range does not begin with its higher end."""
    match = NAME.fullmatch(name)
    if not match:
        raise ValueError(f"not the name of bits: {name}")
    dimensions = []
    for text in re.findall(r"\[(.*?)\]", match.group(2)):
        high, _, low = text.partition(":")
        if low and int(high) <= int(low):
            raise ValueError(f"a range is [HIGH:LOW]: {name}")
        dimensions.append(range(int(low or high), int(high) + 1))
    return [
        match.group(1) + "".join(f"[{index}]" for index in indices)
        for indices in itertools.product(*dimensions)
    ]


def join(names):
    """Names with ranges that together stand for the same bits as the names of bits given, sorted.
    The last index has the widest ranges."""
    groups = collections.defaultdict(list)
    for name in names:
        signal, *indices = name.replace("]", "").split("[")
        groups[signal, len(indices)].append([int(index) for index in indices])
    joined = []
    for (signal, dimensions), members in groups.items():
        for dimension in reversed(range(dimensions)):
            members = _join_dimension(members, dimension)
        joined += [signal + "".join(f"[{index}]" for index in member) for member in members]
    return sorted(joined)


def _join_dimension(members, dimension):
    """The members with the numbers in one dimension replaced by ranges, if all else is equal."""
    alike = collections.defaultdict(list)
    for member in members:
        rest = (*member[:dimension], *member[dimension + 1 :])
        alike[rest].append(member[dimension])
    return [
        [*rest[:dimension], text, *rest[dimension:]]
        for rest, numbers in alike.items()
        for text in _ranges(numbers)
    ]


def _ranges(numbers):
    """The numbers as texts HIGH:LOW, or one number alone."""
    texts = []
    for _, run in itertools.groupby(enumerate(sorted(numbers)), key=lambda pair: pair[1] - pair[0]):
        run = [number for _, number in run]
        texts.append(f"{run[-1]}:{run[0]}" if len(run) > 1 else str(run[0]))
    return texts
