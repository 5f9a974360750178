# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Which requirements of data trace and encapsulation the random comparison exercises.

Each number needs all of its counts (those that differential_data prints), so that it is exercised
as often as the rarest of them. The run fails if a number that is listed here was not exercised.
"""

# Shows: by te_data and encapsulated packets that are equal, or read alike, on both sides
COUNTS = {
    "ETR-DAT-001": ("load_store", "load_response", "csr", "atomic", "atomic_response"),
    "ETR-DAT-002": (
        "te_data, data_width_p 32",
        "te_data, data_width_p 64",
        "te_data, data_width_p 128",
    ),
    "ETR-DAT-003": ("load_store",),
    "ETR-DAT-004": ("load_store_address",),
    "ETR-DAT-005": ("load_store_data",),
    "ETR-DAT-006": ("load_request", "load_response"),
    "ETR-DAT-007": ("atomic", "atomic_address", "atomic_data"),
    "ETR-DAT-008": ("atomic_request", "atomic_response"),
    "ETR-DAT-009": ("csr", "csr_read_only", "csr_address"),
    "ETR-DAT-010": ("code 0", "code 1", "code 2", "code 3"),
    "ETR-DAT-011": ("first of a size after a sync packet", "differential address"),
    "ETR-DAT-012": ("aligned", "unaligned"),
    "ETR-DAT-013": ("value cut to fewer bytes",),
    "ETR-DAT-014": ("support packets",),
    "ETR-DAT-015": tuple(
        f"access {kind}"
        for kind in ("load store csrrw csrrs csrrc swap add and or xor max min scfail").split()
    ),
    "ETR-DAT-016": ("packets unwrapped", "packets wrapped"),
    "ETR-CTL-012": ("programs with filters",),
    "ENC-001": ("packets wrapped", "packets unwrapped"),
    "ENC-002": ("flow 0", "flow 1", "flow 2", "flow 3", "extend 0", "extend 1"),
    "ENC-003": (
        "packet, srcID remainder 0",
        "packet, srcID remainder 3",
        "packet, srcID remainder 6",
    ),
    "ENC-004": ("packet, srcID bytes 0", "packet, srcID bytes 1"),
    "ENC-005": ("extend 0", "extend 1"),
    "ENC-007": ("packet, type bits 1", "packet, type bits 2", "packet, type bits 3"),
    "ENC-009": ("null.idle", "null.alignment"),
    "ENC-010": ("synchronisation sequences",),
    "ENC-011": ("null.alignment",),
    "ENC-012": ("packets in bits",),
    "ENC-017": ("packet in blocks",),
    "ENC-020": ("packet, encap_compress joint", "packet, encap_compress separate"),
}


def totals(counts):
    """How often each listed number was exercised."""
    return {number: min(counts[name] for name in names) for number, names in COUNTS.items()}
