# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The comparison of an encoder with the model."""

import json
import xml.etree.ElementTree as ET

import pytest

import rvt


def compare(config, program, rows, *, seeded=None, **options):
    """Compares the model's encoder with itself; seeded: the number of a packet of which a bit is
    inverted. Returns the comparison after its end."""
    comparison = rvt.Comparison(config, program, **options)
    sent = 0
    with rvt.Encoder(config) as device:

        def send(packets, cycle):
            """Shows packets to the comparison."""
            nonlocal sent
            for packet in packets:
                flip = 8 if sent == seeded else 0
                comparison.payload(cycle, bytes([packet.payload[0] ^ flip]) + packet.payload[1:])
                sent += 1

        comparison.control(rows[0].cycle)
        send(device.enable(rows[0].cycle), rows[0].cycle)
        for row in rows:
            comparison.row(row)
            send(device.row(row), row.cycle)
        end = rows[-1].cycle + 1
        comparison.control(end, enable=False)
        send(device.disable(end), end)
        comparison.end(end)
    assert comparison.counts.packets == sent
    return comparison


def test_equal(config, program, rows):
    """Equal packets pass both verdicts, and every packet is compared."""
    with compare(config, program, rows) as comparison:
        counts = comparison.counts
        assert comparison.passed and comparison.findings() == []
        assert counts.rows == len(rows)
        assert counts.comparisons == counts.decoded == counts.packets == 243
        assert comparison.first_cycle is None and comparison.undecodable() == []
        assert comparison.has(rvt.Verdict.DECODE_EXACT)
        points = comparison.coverage()
        assert any(point.count for point in points) and any(point.impossible for point in points)


def test_report(config, program, rows, tmp_path):
    """A report as JSON and as JUnit, with the requirements that packets exercised."""
    with compare(config, program, rows, seeded=2, requirements=True) as comparison:
        comparison.report(tmp_path / "report.json", "encoder")
        comparison.report(tmp_path / "report.xml", "encoder")
        with pytest.raises(rvt.RvtError) as caught:
            comparison.report(tmp_path / "no" / "report.json", "encoder")
        assert caught.value.status is rvt.Status.ERR_IO
    report = json.loads((tmp_path / "report.json").read_text())
    assert report["schema"] == "rvt-report/1" and "ETR-ALG-028" in str(report)
    suite = ET.parse(tmp_path / "report.xml").getroot().find("testsuite")
    assert (suite.get("name"), suite.get("failures")) == ("encoder", "1")


def test_seeded_difference(config, program, rows):
    """A seeded difference is found, in its cycle, and the comparison goes on after it."""
    with compare(config, program, rows, seeded=2, findings_max=8) as comparison:
        assert not comparison.passed
        (finding,) = comparison.findings(rvt.Verdict.BIT_EXACT)
        assert finding.title == "cycle 6: packet 2 (F3/2) differs [ETR-ALG-035]"
        assert "subformat: expected 0x2, observed 0x0" in finding.text
        assert str(finding).startswith("bit-exact: cycle 6")
        assert finding.kind is rvt.FindingKind.DIFFERS and finding.kind.label == "differs"
        assert finding.verdict is rvt.FindingVerdict.BIT_EXACT and finding.cycle == 6
        assert (finding.packet, finding.packet_kind, finding.clause) == (2, "F3/2", "ETR-ALG-035")
        assert (finding.field, finding.expected, finding.observed) == ("subformat", 2, 0)
        assert (finding.expected_bytes, finding.observed_bytes) == (b"\xfb", b"\xf3")
        assert finding.decision == "imprecise context change" and finding.item_cycle == 5
        assert [block.cycle for block in finding.blocks] == list(range(7))
        assert finding.blocks[2].itype == 5 and finding.blocks[2].last == 0x80000028
        decode = comparison.findings(rvt.Verdict.DECODE_EXACT)
        assert decode and str(decode[0]).startswith("decode-exact: ")
        assert comparison.findings() == [finding, *decode]
        assert comparison.findings(rvt.Verdict.BIT_EXACT, first=1) == []
        assert comparison.first_cycle == 6
        assert comparison.counts.comparisons == 243


def test_same_fields(config, program, rows):
    """The verdict same-fields takes the place of bit-exact."""
    with compare(config, program, rows, same_fields=True) as comparison:
        assert comparison.passed and comparison.counts.comparisons == 243
        assert comparison.has(rvt.Verdict.SAME_FIELDS)
        assert not comparison.has(rvt.Verdict.BIT_EXACT)
    with compare(config, program, rows, seeded=2, same_fields=True, findings_max=8) as comparison:
        (finding,) = comparison.findings(rvt.Verdict.SAME_FIELDS)
        assert finding.verdict is rvt.FindingVerdict.SAME_FIELDS
        assert str(finding).startswith("same-fields: cycle 6")
        assert comparison.findings(rvt.Verdict.BIT_EXACT) == [] and not comparison.passed


def test_ingress(config, program, rows):
    """Without packets and bytes, only the rows are checked."""
    with pytest.raises(rvt.RvtError):
        rvt.Comparison(config, packets=False)
    for wrong, clauses in ((None, []), (len(rows) // 2, ["ETR-ING-004"])):
        with rvt.Comparison(config, program, packets=False) as comparison:
            comparison.control(rows[0].cycle)
            for number, row in enumerate(rows):
                if number != wrong:
                    comparison.row(row)
            comparison.end(rows[-1].cycle + 1)
            assert comparison.passed == (wrong is None)
            assert [verdict for verdict in rvt.Verdict if comparison.has(verdict)] == [
                rvt.Verdict.INGRESS
            ]
            assert [found.clause for found in comparison.findings()] == clauses
            assert comparison.summary()[-2].startswith("only the ingress was checked: ")
            assert comparison.summary()[-1] == "compared with profile v2.0.4"


def test_decode_exact(config, program, rows):
    """The verdict that decides is the one that was chosen; without a program it is not there."""
    with pytest.raises(rvt.RvtError):
        rvt.Comparison(config, decode_exact=True)
    with compare(config, program, rows, decode_exact=True) as comparison:
        assert comparison.passed
    with compare(config, None, rows) as comparison:
        assert not comparison.has(rvt.Verdict.DECODE_EXACT) and comparison.counts.decoded == 0


def test_missing_packet(config, program, rows):
    """An encoder that sends nothing fails, and so does a run in which nothing was compared."""
    with rvt.Comparison(config, program) as comparison:
        comparison.control(0)
        for row in rows[:100]:
            comparison.row(row)
        comparison.end(rows[99].cycle + 1)
        assert not comparison.passed
    with rvt.Comparison(config) as comparison:
        comparison.end(1)
        assert not comparison.passed and "nothing" in comparison.findings()[0].text


def test_bytes(config, rows):
    """Encapsulated bytes are compared as well."""
    for broken in (False, True):
        comparison = rvt.Comparison(config, packets=False, bytes=True)
        with rvt.Encoder(config) as device, rvt.EncapSender(config) as sender, comparison:
            comparison.control(0)
            for packet in device.enable(0):
                data = bytearray(sender.payload(packet.payload))
                data[-1] ^= broken
                comparison.bytes(0, bytes(data), last=True)
            for row in rows[:200]:
                comparison.row(row)
                for packet in device.row(row):
                    comparison.bytes(row.cycle, sender.payload(packet.payload), last=True)
            end = rows[199].cycle + 1
            comparison.control(end, enable=False)
            for packet in device.disable(end):
                comparison.bytes(end, sender.payload(packet.payload), last=True)
            comparison.end(end)
            assert comparison.counts.comparisons > 0
            assert comparison.passed is not broken


def test_rows_alone(config, program, rows):
    """A row that the program cannot retire is a finding of both verdicts."""
    with rvt.Comparison(config, program, findings_max=2) as comparison:
        comparison.control(0)
        for row in rows[:50]:
            comparison.row(row)
        cycle = rows[49].cycle + 1
        comparison.row(rvt.Row(cycle, block=[rvt.Block(iaddr=rows[0].block[0].iaddr, iretire=2)]))
        assert "ingress" in comparison.findings()[0].title


def test_fault(config):
    """A fault that the program found itself."""
    with rvt.Comparison(config) as comparison:
        comparison.fault(7, "pkt_valid is x [Known]")
        assert comparison.findings()[0].title == "cycle 7: pkt_valid is x [Known]"


def test_waiver(config, program, rows, tmp_path):
    """A waived finding fails nothing; a waiver that matches nothing is a finding."""
    config.save(tmp_path / "config.yaml")
    text = (tmp_path / "config.yaml").read_text()
    waiver = "waivers:\n  - {clause: ETR-ALG-035, field: subformat, reason: known}\n"
    config = rvt.Configuration.parse(text + waiver)
    with compare(config, None, rows, seeded=2) as comparison:
        assert comparison.passed and comparison.findings() == []
        (used,) = comparison.waivers()
        assert used.reason == "known" and "ETR-ALG-035" in used.text
        assert (used.bit_exact, used.count) == (1, 0)
        assert any("known" in line or "ETR-ALG-035" in line for line in comparison.summary())
    with compare(config, None, rows) as comparison:
        assert [finding.kind for finding in comparison.findings()] == [rvt.FindingKind.WAIVER]
    with compare(rvt.Configuration.parse(text), program, rows) as comparison:
        assert comparison.waivers() == [] and comparison.counts.proven > 60000
