# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Co-simulation of RTL and model: lists of runs, one run, what a list covers."""
