# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Damage to encapsulated bytes, alone and in formatter frames."""

import re
import zlib

from packets import spread
from streams import CONFIGS, Base, Damage

FSYNC = bytes.fromhex("ffffff7f")
FRAME = 16
SOURCES = "rv64-context-time"  # its packets have a srcID and timestamps


def encap_damage(rvt, folder):
    """Damage to headers, and cuts."""
    for config in ("rv64-delta", "golden-flow", SOURCES):
        base = Base(rvt, folder, config, 7, "encap")
        places = [item["position"] for item in base.items()]
        ends = places[1:] + [len(base.data)]
        for at, end in spread(list(zip(places, ends)), 16):
            for cut in {at + 1, end - 1}:
                rule = "ENC-015" if config == SOURCES and cut == at + 1 else "ENC-004"
                yield base.damage(rule, base.data[:cut], ("byte", cut), "cut", decode=False)
        if config == SOURCES:
            continue
        for at in spread(places[1:], 16):
            stream = bytearray(base.data)
            stream[at] |= 0x80
            yield base.damage("ENC-005", bytes(stream), ("byte", at), "extend", decode=False)


def field_damage(rvt, folder):
    """Cuts before the type; lengths without payload; gaps of the index."""
    base = Base(rvt, folder, "golden-data", 7, "encap")
    for at in spread([item["position"] for item in base.items()], 8):
        stream = base.data[: at + 1]
        yield base.damage("ENC-007", stream, ("byte", at + 1), "cut before the type", decode=False)
    wide = {"encapsulation": {"type_bits": 8}}
    base = Base(rvt, folder, "golden-flow", 7, "encap", wide)
    for at in spread([item["position"] for item in base.items()], 8):
        stream = base.data[:at] + bytes([1, 0]) + base.data[at:]
        yield base.damage("ENC-006", stream, ("byte", at), "a type alone", decode=False)
    config = CONFIGS / "dialects/esp32-c6.yaml"
    packet = bytes.fromhex("1f")
    for missing in (3, 7):
        indices = [index for index in range(12) if index != missing]
        stream = b"".join(bytes([3 + len(packet), i, 0]) + packet for i in indices)
        place = ("byte", missing * (3 + len(packet)))
        yield Damage("AMB-150", stream, place, "encap", config, what="a packet less")


def memory_damage(base):
    """Damage to frames that follow each other in memory."""
    frames = [at for at in range(0, len(base.data) - FRAME, FRAME)]
    for cut in spread(frames[1:], 16):
        for left in (2, 9):
            stream = base.data[: cut + left]
            yield base.damage("FRM-011", stream, ("byte", cut), "cut", decode=False)
    for at in spread(frames[1:], 12):
        for rule, value in (("FRM-013", 0xFF), ("FRM-007", 0xE3)):
            stream = base.data[:at] + bytes([value] + [0] * 15) + base.data[at:]
            yield base.damage(rule, stream, ("byte", at), "a frame with such an ID", decode=False)
        null = bytes([1, 0, 1] + [0] * 11 + [3, 0])  # ID 0 twice, then ID 1
        stream = base.data[:at] + null + base.data[at:]
        yield base.damage("FRM-006", stream, ("byte", at + 2), "ID 0 again", decode=False)
        stream = base.data[:at] + bytes([0] * 14 + [0x05, 0x80]) + base.data[at:]
        yield base.damage("FRM-004", stream, ("byte", at + 14), "auxiliary bit", decode=False)
    for skipped in (1, 2, 5):
        stream = base.data[skipped * FRAME :]
        yield base.damage("FRM-005", stream, ("byte", 0), "no ID at first", decode=False)


def trace_port_damage(base):
    """Damage to a stream of frames with synchronisation."""
    data = base.data
    for at in spread(list(range(4 + FRAME, len(data) - FRAME, FRAME)), 12):
        stream = data[: at + 6] + FSYNC + data[at + 6 :]
        yield base.damage("FRM-008", stream, ("byte", at + 6), "FSYNC in a frame", decode=False)
    for count in (1, 3, 16, 100):
        stream = bytes(count) + data
        yield base.damage("FRM-014", stream, ("byte", count), "bytes at first", decode=False)
    for cut in (16, 64, 256):
        stream = data[4 : cut + 4]
        yield base.damage("FRM-015", stream, ("byte", 0), "no FSYNC", decode=False)


def frame_damage(rvt, folder):
    """All damage to frames."""
    yield from memory_damage(Base(rvt, folder, "rv64-delta", 5, "frame"))
    streaming = {"transport": {"frame_stream": True}}
    yield from trace_port_damage(Base(rvt, folder, "rv64-delta", 5, "frame", streaming))


def other_config(base, old, new):
    """A configuration that contradicts the stream in one value."""
    text = base.run("config", base.config)
    assert re.search(old, text), old
    changed = re.sub(old, new, text)
    path = base.folder / f"other-{zlib.crc32(changed.encode())}.yaml"
    path.write_text(changed, encoding="utf-8")
    return path


def config_damage(rvt, folder):
    """Good streams, checked with a configuration that they contradict."""
    base = Base(rvt, folder, "rv64-delta", 11, "encap")
    places = [item["position"] for item in base.items()]
    ends = places[1:] + [len(base.data)]
    for block in (32, 64, 128, 256):
        config = other_config(base, "block_bytes: 0", f"block_bytes: {block}")
        crossing = next((a for a, b in zip(places, ends) if a // block != (b - 1) // block), None)
        if crossing is not None and all(a % block for a in places if 0 < a < crossing):
            yield Damage("ENC-017", base.data, ("byte", crossing), "encap", config, what="blocks")
    config = other_config(base, "unaligned: false", "unaligned: true")
    place = ("byte", len(base.data))
    yield Damage("ENC-010", base.data, place, "encap", config, what="no synchronisation")
    yield from support_damage(rvt, folder)


def support_damage(rvt, folder):
    """The first support packet contradicts the configuration."""
    base = Base(rvt, folder, "support-layouts", 11, "hex")
    for size in (1, 2, 4):
        config = other_config(base, r"return_stack_size_p: \d+", f"return_stack_size_p: {size}")
        yield Damage("ETR-FMT-013", base.data, ("line", 1), "hex", config, base.program, "stack")
    for name, size, mode in (
        ("golden-modes-predictor", "bpred_size_p", "branch_prediction"),
        ("golden-modes-cache", "cache_size_p", "jump_target_cache"),
        ("golden-modes-return", "return_stack_size_p", "implicit_return"),
    ):
        base = Base(rvt, folder, name, 11, "hex")
        off = rf"({mode}|{size}): (true|\d+)"
        config = other_config(base, off, lambda m: f"{m[1]}: {'false' if m[2] == 'true' else 0}")
        yield Damage("ETR-DISC-004", base.data, ("line", 1), "hex", config, base.program, mode)
