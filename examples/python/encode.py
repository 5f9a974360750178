#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""encode CONFIG TIP: the packets of a tip trace, one a line, with the reason of each."""

import sys

import rvt


def main():
    """Reads the command line and prints the packets."""
    config = rvt.Configuration.load(sys.argv[1])
    with rvt.TipReader(sys.argv[2], config) as rows:
        for sent in rvt.encode(config, rows):
            print(f"{sent.payload.hex()}  {sent.packet.line(config)}  ({sent.reason or 'data'})")


main()
