# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The report as HTML pages: reading of results, their model, plots, and the templates."""
