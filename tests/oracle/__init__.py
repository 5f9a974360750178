# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""A third implementation of E-Trace, written from the specification alone."""
