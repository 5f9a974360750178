# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Results whose texts would break a page, or run a script in it, if a page did not escape them."""

import json

ATTACK = (
    "</td></script><script>window.hit=1</script><img src=x onerror=window.hit=1>\"'`&<b>{{7*7}}"
)
NAME = "a\"b'<b onload=window.hit=1>&#x41; %41"


def attacked(data):
    """Data with the attack in the place of each text that a schema leaves free."""
    free = ("text", "line", "instance", "field", "decision", "reason", "retired", "decoded", "kind")
    free += (
        "waiver",
        "key",
        "value",
        "default",
        "packet_kind",
        "stream_name",
        "sentence",
        "clause",
    )
    free += ("name", "config", "program", "against", "waived", "version_text")
    if isinstance(data, dict):
        return {
            key: ATTACK if key in free and isinstance(value, str) else attacked(value)
            for key, value in data.items()
        }
    return [attacked(value) for value in data] if isinstance(data, list) else data


def write(folder, report, check):
    """Writes hostile results, made from a report of a run and one of rvt check; and files that
    cannot be used."""
    folder.mkdir(parents=True)
    hostile = attacked(report)
    hostile["waivers"] = [
        {key: 1 for key in ("bit_exact", "decode_exact", "same_fields", "ingress")}
        | {"waiver": ATTACK, "reason": ATTACK}
    ]
    for finding in hostile["findings"]:
        finding.pop("stream", None)
    hostile["verdicts"][1]["clauses"] = [
        {"clause": clause, "found": 1, "waived": 0} for clause in ("main", "ETR FMT 001", "a b")
    ]
    transport = {
        "schema": "rvt-transport-report/1",
        "version": report["version"],
        "instance": ATTACK,
        "passed": False,
        "summary": ATTACK,
        "verdicts": [report["verdicts"][0] | {"verdict": "bit-exact", "decides": True}],
        "counts": {"cycles": 9, "comparisons": 3},
        "findings": [
            {
                "verdict": "bit-exact",
                "compared": "bit-exact",
                "kind": ATTACK,
                "cycle": 7,
                "reason": ATTACK,
                "text": ATTACK,
            }
        ],
        "waivers": [],
    }
    checked = attacked(check) | {"stream": ATTACK}
    coverage = {
        "schema": "rvt-coverage/1",
        "runs": 1,
        "groups": [
            {"kind": "line", "group": ATTACK, "points": 3, "reached": 1, "excused": 1, "missed": 1}
        ],
        "unreached": [
            {"kind": "line", "group": ATTACK, "reason": ATTACK, "names": [ATTACK]},
            {"kind": "line", "group": ATTACK, "reason": "", "names": [ATTACK]},
        ],
    }
    cosim = [{"run": ATTACK, "configuration": ATTACK, "program": ATTACK, "verdict": ATTACK}]
    cosim.append(cosim[0] | {"run": "smooth", "verdict": "passed", "instructions": 8, "bytes": 3})
    mutants = [{"file": ATTACK, "caught": None, "breaks": ATTACK, "clause": ATTACK}]
    for name, data in (
        (f"{NAME}.json", hostile),
        (f"check {NAME}.json", checked),
        (f"coverage {NAME}.json", coverage),
        (f"transport {NAME}.json", transport),
        ("cosim/results.json", cosim),
        ("mutants/results.json", mutants),
        (f"broken {NAME}.json", {"schema": "rvt-report/1", "findings": [ATTACK]}),
    ):
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(data), encoding="utf-8")
    (folder / f"cut {NAME}.json").write_text('{"schema": "rvt-report/1",', encoding="utf-8")
    (folder / f"{NAME}.fst").write_bytes(b"")
    record = folder / NAME
    record.mkdir()
    (record / "config.yaml").write_text(
        f"schema: rvt-config/1\nparameters:\n  a: {ATTACK.replace(' ', '')}  # default {ATTACK}\n",
        encoding="utf-8",
    )
    (record / "replay.sh").write_text("", encoding="utf-8")
    (record / "trace.csv").write_text(f"cycle,itype_0,iretire_0,iaddr_0\n24,0,1,{ATTACK}\n")
    (record / "packets.hex").write_text("zz # cycle 24\n1f02 # cycle 24\n", encoding="utf-8")
