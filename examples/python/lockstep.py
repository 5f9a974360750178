#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""lockstep CONFIG ELF TIP [PACKET]: an encoder compared with the model, without a simulator.

The device here is the library's own encoder; bit 3 of the given PACKET is inverted on its way.
"""

import sys

import rvt


def damaged(payload):
    """A payload with bit 3 inverted."""
    return bytes([payload[0] ^ 8]) + payload[1:]


def run(comparison, device, rows, broken):
    """A row goes to the model first, then to the device, which sends packets."""
    sent = 0

    def send(packets, cycle):
        """The device sends packets: each is compared with the model's."""
        nonlocal sent
        for packet in packets:
            sent += 1
            payload = damaged(packet.payload) if sent == broken else packet.payload
            comparison.payload(cycle, payload, te_data=packet.is_data)

    cycle = None
    for row in rows:
        if cycle is None:
            comparison.control(row.cycle, enable=True)
            send(device.enable(row.cycle), row.cycle)
        cycle = row.cycle
        comparison.row(row)
        send(device.row(row), cycle)
    comparison.control(cycle + 1, enable=False)
    send(device.disable(cycle + 1), cycle + 1)
    comparison.end(cycle + 1)


def main():
    """Reads the command line, prints the result. Returns the exit status."""
    config = rvt.Configuration.load(sys.argv[1])
    program = rvt.Program(config, sys.argv[2])
    broken = int(sys.argv[4]) if len(sys.argv) > 4 else None
    with (
        rvt.TipReader(sys.argv[3], config) as rows,
        rvt.Comparison(config, program, findings_max=3) as comparison,
        rvt.Encoder(config) as device,
    ):
        run(comparison, device, rows, broken)
        counts = comparison.counts
        print(
            f"{counts.rows} rows, {counts.comparisons} packets compared, {counts.decoded} decoded: "
            f"{'equal' if comparison.passed else 'different'}"
        )
        for finding in comparison.findings(rvt.Verdict.BIT_EXACT)[:1]:
            print(finding.text)
        return 0 if comparison.passed else 1


sys.exit(main())
