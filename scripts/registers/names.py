# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Names of registers and fields in the styles of the languages, and what files begin with."""

import re

WORD = re.compile("[A-Z]+[a-z0-9]*")
PREFIX = "tr"
LICENCE = ("SPDX-License-Identifier: Apache-2.0", "SPDX-FileCopyrightText: rvt contributors")
ORIGIN = "Made of rtl/registers/rvt_encoder.rdl by `make registers-update`: do not edit."


def camel(name):
    """TeInstSyncMode of trTeInstSyncMode."""
    return name.removeprefix(PREFIX)


def snake(name):
    """te_inst_sync_mode of trTeInstSyncMode; a single capital belongs to the word after it."""
    return "_".join(WORD.findall(camel(name))).lower()


def of_unit(unit, register):
    """The name of a register, with that of its unit before it if there is one."""
    return (unit.name if unit else "") + register.name


def title(unit, register):
    """The register as the specification writes it, and what it is."""
    number = "<i>" if unit else ""
    return f"{unit.name if unit else ''}{number}{register.name}: {register.text}"
