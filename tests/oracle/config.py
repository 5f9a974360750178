# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Configurations (docs/files.md) and the readings of an ambiguous text.

Defaults of parameters are those of the specification's chapter Parameters and Discovery. Defaults
of readings are the letter of version 2.0.4; readings.yaml names each with its AMB number.
"""

import os

import yaml

HERE = os.path.dirname(os.path.abspath(__file__))
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

# Parameter tables of the chapter Parameters and Discovery; where a discoverable attribute exists,
# its default. An attribute X - 1 with default d makes d + 1 the default of the parameter.
PARAMETERS = {
    "iaddress_width_p": 32,
    "iaddress_lsb_p": 1,
    "itype_width_p": 4,
    "ecause_width_p": 4,
    "privilege_width_p": 2,
    "context_width_p": 1,
    "time_width_p": 1,
    "ctype_width_p": 1,
    "iretire_width_p": 2,
    "ilastsize_width_p": 1,
    "return_stack_size_p": 0,
    "call_counter_size_p": 0,
    "bpred_size_p": 0,
    "cache_size_p": 0,
    "f0s_width_p": 0,
    "blocks_p": 1,
    "retires_p": 1,
    "impdef_width_p": 1,
    "comparators_p": 1,
    "filters_p": 1,
    "ecause_choice_p": 5,
    "filter_excint_p": 1,
    "filter_context_p": True,
    "filter_time_p": True,
    "filter_privilege_p": True,
    "filter_tval_p": True,
    "nocontext_p": True,
    "notime_p": True,
    "sijump_p": False,
    "notval_p": False,
    "ntkn_width_p": 0,
    "daddress_width_p": 32,
    "data_width_p": 32,
    "dtype_width_p": 1,
    "dsize_width_p": 3,
    "dblock_width_p": 1,
    "iaddr_lsbs_width_p": 1,
    "lrid_width_p": 1,
    "lresp_width_p": 1,
    "ldata_width_p": 32,
    "sdata_width_p": 32,
}
OPTIONS = (
    "implicit_return",
    "implicit_exception",
    "full_address",
    "jump_target_cache",
    "branch_prediction",
    "sequentially_inferred_jumps",
    "data_trace",
    "no_address",
    "no_data",
    "full_data_address",
    "full_data",
)
ENCAPSULATION = {
    "srcid_bits": 0,
    "srcid": 0,
    "type_bits": 0,
    "type_inst": 0,
    "type_data": 1,
    "flow": 0,
    "timestamp_bytes": 0,
    "framing": "standard",
    "nulls": "any",
    "sync_period": 0,
    "sync_unit": "packets",
    "block_bytes": 0,
    "unaligned": False,
}


class ConfigError(ValueError):
    """A configuration that cannot be read or has an unknown key."""


class Undecided(Exception):
    """A case that the text does not decide, and for which no reading is chosen."""

    def __init__(self, where, why):
        """where: AMB number or clause; why: what would have to be decided."""
        super().__init__(f"{where}: {why}")
        self.where, self.why = where, why


class Unsupported(Exception):
    """A configuration or reading that is beyond this implementation; the text names it."""


def load_readings():
    """The readings: name to a dictionary with amb, default, choices."""
    with open(os.path.join(HERE, "readings.yaml"), encoding="utf-8") as file:
        return yaml.load(file, LOADER)["readings"]


READINGS = load_readings()


class Config:
    """One configuration: parameters and options as attributes, and the chosen readings.

    p: parameters; o: options; resync, encapsulation, transport, switches, registers: sections.
    """

    def __init__(self, data, overrides=None):
        """data: the mapping of a configuration file; overrides: values by their key alone."""
        data = dict(data or {})
        self.title = data.get("title", "")
        self.profile = data.get("spec_profile", "v2.0.4")
        self.p = dict(PARAMETERS)
        self.o = dict.fromkeys(OPTIONS, False)
        self.resync = {"mode": "off", "max": 0}
        self.encapsulation = dict(ENCAPSULATION)
        self.transport = dict(data.get("transport") or {})
        self.switches = {}
        self.registers = dict(data.get("registers") or {})
        self.support_layout = data.get("support_layout")
        self._merge(self.p, data.get("parameters"), "parameters")
        self._merge(self.o, data.get("options"), "options")
        self._merge(self.resync, data.get("resync"), "resync")
        self._merge(self.encapsulation, data.get("encapsulation"), "encapsulation")
        self.switches.update(data.get("switches") or {})
        for key, value in (overrides or {}).items():
            self._override(key, value)
        # YAML reads the word off as false.
        if self.resync["mode"] is False:
            self.resync["mode"] = "off"

    @staticmethod
    def _merge(section, values, name):
        """Puts values into a section; refuses unknown keys."""
        for key, value in (values or {}).items():
            if key not in section:
                raise ConfigError(f"{name}: unknown key '{key}'")
            section[key] = value

    def _override(self, key, value):
        """Sets one value, wherever it belongs."""
        if key in ("mode", "max", "resync_mode", "resync_max"):
            self.resync[key.removeprefix("resync_")] = value
            return
        if key == "spec_profile":
            self.profile = value
            return
        for section in (self.p, self.o, self.encapsulation):
            if key in section:
                section[key] = value
                return
        self.switches[key] = value

    def reading(self, name):
        """The chosen reading: the configuration's switch of this name, or the letter of the text.

        Raises Unsupported if this implementation does not have it.
        """
        entry = READINGS[name]
        value = self.switches.get(name, entry["default"])
        if value not in entry["choices"]:
            raise Unsupported(f"{entry['amb']}: {name}: {value}")
        return value

    def check(self):
        """Refuses what is beyond this implementation: other profiles, unknown switches."""
        if self.profile != "v2.0.4":
            raise Unsupported(f"profile {self.profile}")
        for name in self.switches:
            if name not in READINGS:
                raise Unsupported(f"switch {name}")
            self.reading(name)


def load(path, overrides=None):
    """Reads a configuration file."""
    with open(path, encoding="utf-8") as file:
        data = yaml.load(file, LOADER)
    if not isinstance(data, dict) or data.get("schema") != "rvt-config/1":
        raise ConfigError(f"{path}: schema rvt-config/1 is needed")
    return Config(data, overrides)
