# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Good streams: random programs in every configuration and form, the committed captures, and what
these do not have."""

import subprocess

from accesses import SPLIT
from choices import with_lost_row
from drafts import PREDICTS
from paths import PASSAGES
from streams import CONFIGS, ROOT, Base
from vectors import valid_messages

FORMS = ("hex", "encap", "frame", "stp")
# Configuration, changes of it, form, options of rvt random, seed.
SORTS = (
    ("golden-data", {"options": {"no_data": True}}, "hex", (), 10),
    ("golden-data", {"options": {"no_address": True}}, "hex", (), 10),
    ("golden-data", SPLIT, "hex", (), 10),
    ("golden-draft", PREDICTS, "hex", PASSAGES, 2),
    ("golden-flow", {"switches": {"report_last_trap": True}}, "hex", ("--storms",), 10),
    ("golden-flow", {"switches": {"support_on_restart": True}}, "hex", ("--storms",), 10),
    ("golden-flow", {}, "hex", PASSAGES, 10),
    ("golden-modes-predictor", {}, "hex", PASSAGES, 10),
    ("golden-modes-series", {"switches": {"jtc_choose": "shorter_bytes"}}, "hex", (), 10),
    ("rv64-delta", {"encapsulation": {"block_bytes": 64}}, "encap", (), 10),
    ("rv64-delta", {"encapsulation": {"unaligned": True, "sync_period": 16}}, "encap", (), 10),
    ("rv64-delta", {"transport": {"frame_stream": True}}, "frame", (), 10),
)


def against(base):
    """The arguments of a check of a stream with its program and rows."""
    rows = ["-p", base.program, "--against", base.rows]
    return ["-c", base.config, "--as", base.form, *rows, base.path]


def programs(rvt, folder):
    """Random programs in every configuration and form, and what the configurations do not have."""
    for path in sorted(CONFIGS.glob("*.yaml")):
        for form in FORMS:
            yield against(Base(rvt, folder, path.stem, 9, form))
    for config, changes, form, sort, seed in SORTS:
        yield against(Base(rvt, folder, config, seed, form, changes, sort))
    yield against(with_lost_row(Base(rvt, folder, "golden-flow", 14, "hex")))
    yield against(handlers(rvt, folder))


def handlers(rvt, folder):
    """A stream in implicit exception mode, with the addresses of the handlers."""
    path = folder / "handlers.json"
    changes = {"options": {"implicit_exception": True}}
    base = Base(rvt, folder, "golden-flow", 13, "hex", changes, ("--handlers", path))
    vectors = path.read_text(encoding="utf-8")
    base.config.write_text(f"{base.config.read_text(encoding='utf-8')}trap_vectors: {vectors}\n")
    return base


def indexed(folder):
    """Packets with an index."""
    path = folder / "indexed"
    path.write_bytes(b"".join(bytes([4, index, 0, 0x1F]) for index in range(4)))
    yield ["-c", CONFIGS / "dialects/esp32-c6.yaml", "--as", "encap", path]


def captures(rvt, folder):
    """The committed captures, encoded."""
    for width, config in ((64, "rv64-delta"), (32, "rv32-itype3")):
        config = CONFIGS / f"{config}.yaml"
        for rows in sorted((ROOT / f"vectors/tip/rv{width}").glob(f"*-rv{width}.csv.gz")):
            stream = folder / f"{rows.name}.bin"
            command = [rvt, "encode", "-c", config, rows, "--as", "encap", "-o", stream]
            subprocess.run(command, check=True)
            program = rows.with_name(rows.name.replace(".csv.gz", ".elf"))
            yield ["-c", config, "--as", "encap", "-p", program, "--against", rows, stream]


def good_streams(rvt, folder):
    """The arguments of checks that find nothing."""
    yield from programs(rvt, folder)
    yield from captures(rvt, folder)
    yield from indexed(folder)


def messages(_, folder):
    """The arguments of checks of messages of the vectors, in packets that may break rules of
    sequences; there are no packets of the source."""
    for i, stream in enumerate(valid_messages()):
        path = folder / f"message-{i}.stp"
        path.write_bytes(stream)
        yield ["-c", CONFIGS / "rv64-delta.yaml", "--as", "stp", "--allow-empty", path]
