# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Branch predictor and jump target cache, of which encoder and decoder have identical copies.

Spec: Branch prediction mode, Jump target cache mode.
"""

from .bits import mask

# state: (predicted taken, next state if taken, next state if not taken)
STATES = {
    0b00: (False, 0b01, 0b00),
    0b01: (False, 0b11, 0b00),
    0b11: (True, 0b11, 0b10),
    0b10: (True, 0b11, 0b00),
}


def index_of(config, address, size):
    """The bits of an address that index a table of 2^size entries.

    size:1 of the address, or size + 1:2 if compressed instructions are not supported.
    """
    return address >> config.p["iaddress_lsb_p"] & mask(size)


class Predictor:
    """The lookup table of branch prediction."""

    def __init__(self, config):
        """All entries begin at 01."""
        self.config, self.size = config, config.p["bpred_size_p"]
        self.states = {}

    def reset(self):
        """Sets all entries to 01, as a synchronization packet does."""
        self.states.clear()

    def state(self, address):
        """The state of the entry for this address."""
        return self.states.get(index_of(self.config, address, self.size), 0b01)

    def predict(self, address):
        """True if the branch at this address is predicted taken."""
        return STATES[self.state(address)][0]

    def train(self, address, taken):
        """Notes the outcome of the branch at this address."""
        index = index_of(self.config, address, self.size)
        self.states[index] = STATES[self.states.get(index, 0b01)][1 if taken else 2]


class JumpCache:
    """The jump target cache, direct mapped; entries that are not there are invalid."""

    def __init__(self, config):
        """All entries begin invalid."""
        self.config, self.size = config, config.p["cache_size_p"]
        self.entries = {}

    def reset(self):
        """Invalidates all entries, as a synchronization packet does."""
        self.entries.clear()

    def index(self, address):
        """The index of the entry for this address."""
        return index_of(self.config, address, self.size)

    def hit(self, address):
        """True if the address is in the cache."""
        return self.entries.get(self.index(address)) == address

    def store(self, address):
        """Replaces the entry for this address."""
        self.entries[self.index(address)] = address

    def invalidate(self, address):
        """Invalidates the entry for this address."""
        self.entries.pop(self.index(address), None)
