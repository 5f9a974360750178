# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""rvt: the golden reference for RISC-V trace hardware, in Python.

The model of librvt: configurations, the trace encoder and decoder, packets and their
encapsulation, files of them, and the comparison of a hardware encoder with the model. rvt.cocotb
attaches the comparison to a simulation.

Errors of the library are RvtError. Objects that hold something of the library are closed by
close(), at the end of a with block, or when nothing refers to them.
"""

from rvt._version import VERSION as __version__
from rvt.config import Configuration, ConfigurationKey
from rvt.decoder import (
    DataAccess,
    Decoder,
    Element,
    Event,
    EventKind,
    Fault,
    Loss,
    Range,
    Trap,
    decode,
)
from rvt.encap import EncapElement, EncapPacket, EncapReceiver, EncapSender, EncapType
from rvt.encoder import Doubt, EncodedPacket, Encoder, encode
from rvt.finding import Finding, FindingBlock, FindingKind, FindingVerdict, Verdict, Waiver
from rvt.lockstep import Comparison, Counts, CoveragePoint
from rvt.packets import PAYLOAD_BYTES, Field, TeData, TeInst
from rvt.program import InsnClass, InsnInfo, Program
from rvt.status import RvtError, Status
from rvt.tip import Access, Block, Row, TipReader, TipWriter
from rvt.trace_file import (
    RuleFinding,
    RuleSeverity,
    TraceForm,
    TraceItem,
    TraceReader,
    TraceWriter,
)

__all__ = [
    "Access",
    "Block",
    "Comparison",
    "Configuration",
    "ConfigurationKey",
    "Counts",
    "CoveragePoint",
    "DataAccess",
    "Decoder",
    "Doubt",
    "Element",
    "EncapElement",
    "EncapPacket",
    "EncapReceiver",
    "EncapSender",
    "EncapType",
    "EncodedPacket",
    "Encoder",
    "Event",
    "EventKind",
    "Fault",
    "Field",
    "Finding",
    "FindingBlock",
    "FindingKind",
    "FindingVerdict",
    "InsnClass",
    "InsnInfo",
    "Loss",
    "PAYLOAD_BYTES",
    "Program",
    "Range",
    "Row",
    "RuleFinding",
    "RuleSeverity",
    "RvtError",
    "Status",
    "TeData",
    "TeInst",
    "TipReader",
    "TipWriter",
    "TraceForm",
    "TraceItem",
    "TraceReader",
    "TraceWriter",
    "Trap",
    "Verdict",
    "Waiver",
    "__version__",
    "decode",
    "encode",
]
