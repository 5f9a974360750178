# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""What PeakRDL makes of the registers."""

import os

from peakrdl_cheader.exporter import CHeaderExporter
from peakrdl_html import HTMLExporter
from peakrdl_ipxact import IPXACTExporter
from peakrdl_uvm import UVMExporter

C_HEADER = "rvt_encoder.h"
RAL = "rvt_encoder_ral_pkg.sv"
IPXACT = "rvt_encoder.xml"
HTML = "html"


def write(registers, folder):
    """Writes a C header, a register model for UVM, IP-XACT, and pages of HTML into a folder."""
    node = registers.node
    os.makedirs(folder, exist_ok=True)
    CHeaderExporter().export(node, f"{folder}/{C_HEADER}")
    UVMExporter().export(node, f"{folder}/{RAL}")
    IPXACTExporter(vendor="rvt", library="rtl").export(node, f"{folder}/{IPXACT}")
    HTMLExporter(generate_source_links=False).export(node, f"{folder}/{HTML}")
