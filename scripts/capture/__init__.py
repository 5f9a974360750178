# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Traces of real programs on an emulator, as ingress signals."""
