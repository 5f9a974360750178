# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Columns of loads and stores for programs of this folder, if the configuration has data trace."""

import random

LOAD, STORE = 0, 1
OKAY, ERROR = 2, 3
BASE = 0x20000000
UNIFIED = ",dretire_0,dtype_0,dsize_0,daddr_0,iaddr_lsbs_0,data_0"
SPLIT = UNIFIED.replace("data_0", "sdata_0") + ",lrid_0,lresp_0,lid_0,ldata_0"


class Accesses:
    """The accesses of a hart with a configuration."""

    def __init__(self, config):
        """No load is in progress."""
        params = config["parameters"]
        self.random = random.Random(1)
        self.lsbs = (1 << params.get("iaddr_lsbs_width_p", 0)) - 1
        self.free = list(range(1 << params.get("lrid_width_p", 0)))
        self.loads = []
        self.split = config.get("switches", {}).get("dat_signalling") == "split"
        self.built = config.get("options", {}).get("data_trace", False)
        self.columns = (SPLIT if self.split else UNIFIED) if self.built else ""

    def row(self, iaddr=0, possible=False):
        """The columns of a row. possible: an instruction at iaddr may access data."""
        if not self.built:
            return ""
        access = possible and self.random.random() < 0.6
        kind = self.random.choice((LOAD, STORE)) if self.free else STORE
        size, place = self.random.randrange(3), BASE + 4 * self.random.randrange(64)
        data, lsbs = self.random.getrandbits(8 << size), iaddr & self.lsbs
        words = f",{int(access)},{kind},{size},{place:x},{lsbs:x},{data:x}"
        return words + self._load(access and kind == LOAD) if self.split else words

    def _load(self, begins):
        """The columns of the load that a row begins, and of the response to an earlier one."""
        answered = self.loads.pop(0) if self.loads and self.random.random() < 0.6 else None
        lrid = self.free.pop(0) if begins else 0
        response = ",0,0,0"
        if answered is not None:
            code, data = self.random.choice((OKAY, OKAY, ERROR)), self.random.getrandbits(8)
            response = f",{code},{answered},{data:x}"
            self.free.append(answered)
        if begins:
            self.loads.append(lrid)
        return f",{lrid}{response}"
