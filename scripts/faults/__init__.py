# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Faults seeded into the RTL, and proofs that a fault changes nothing."""
