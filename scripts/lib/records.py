# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Record files: YAML that names its schema, validated against scripts/schemas.

A file begins with `schema: rvt-NAME/VERSION`; its schema is rvt-NAME-VERSION.json there, or in its
folder records.
"""

import json
import os

import jsonschema
import yaml

SCHEMAS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "schemas")
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class RecordError(Exception):
    """A record file that cannot be read, or breaks its schema; the text names file and line."""


class RecordFile:
    """A validated record file. data: its content; line(*place): where a part of it is."""

    def __init__(self, path, data, node):
        """Keeps the content with the parsed nodes, which know their lines."""
        self.path, self.data, self._node = path, data, node

    def line(self, *place):
        """The line, from 1, of what is at these keys and indices."""
        return _line(self._node, place)

    def where(self, *place):
        """The same as FILE:LINE."""
        return f"{self.path}:{self.line(*place)}"


def _line(node, place):
    """The line of the part of a node at these keys and indices; of the closest part around it if
    there is none."""
    mark = node.start_mark
    for step in place:
        if isinstance(node, yaml.SequenceNode) and isinstance(step, int):
            node = node.value[step]
            mark = node.start_mark
            continue
        pairs = node.value if isinstance(node, yaml.MappingNode) else []
        found = next((pair for pair in pairs if pair[0].value == str(step)), None)
        if found is None:
            break
        mark, node = found[0].start_mark, found[1]
    return mark.line + 1


def _check_keys(path, node):
    """Refuses a key that occurs twice in a mapping, which YAML loaders accept in silence."""
    if isinstance(node, yaml.SequenceNode):
        for part in node.value:
            _check_keys(path, part)
    elif isinstance(node, yaml.MappingNode):
        seen = set()
        for key, value in node.value:
            if key.value in seen:
                line = key.start_mark.line + 1
                raise RecordError(f"{path}:{line}: key '{key.value}' is repeated")
            seen.add(key.value)
            _check_keys(path, value)


def schema_of(name):
    """The JSON Schema with this name, as rvt-runs/1."""
    file = f"{name.replace('/', '-')}.json"
    own = f"{SCHEMAS}/records/{file}"
    with open(own if os.path.exists(own) else f"{SCHEMAS}/{file}", encoding="utf-8") as content:
        return json.load(content)


def parse(path):
    """The content of a YAML file and its nodes. Raises RecordError."""
    try:
        with open(path, encoding="utf-8") as file:
            loader = LOADER(file.read())
    except (OSError, UnicodeDecodeError) as error:
        raise RecordError(f"{path}: {error}") from error
    try:
        node = loader.get_single_node()
        if node is None:
            raise RecordError(f"{path}:1: the file is empty")
        return loader.construct_document(node), node
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = f":{mark.line + 1}" if mark else ""
        raise RecordError(f"{path}{line}: {error.problem or error}") from error
    except (yaml.YAMLError, ValueError) as error:
        raise RecordError(f"{path}: {error}") from error
    finally:
        loader.dispose()


def load(path, *schemas):
    """Reads a record file that has to follow one of these schemas, as rvt-runs/1.

    Raises RecordError if it cannot be read, is no YAML, repeats a key, or breaks the schema.
    """
    data, node = parse(path)
    _check_keys(path, node)
    name = data.get("schema") if isinstance(data, dict) else None
    if name not in schemas:
        wanted = " or ".join(schemas)
        raise RecordError(f"{path}:{_line(node, ['schema'])}: schema {wanted} is needed")
    validator = jsonschema.Draft7Validator(schema_of(name))
    faults = sorted(
        (_line(node, error.absolute_path), "/".join(map(str, error.absolute_path)), error.message)
        for error in validator.iter_errors(data)
    )
    if faults:
        line, place, message = faults[0]
        raise RecordError(f"{path}:{line}: {place + ': ' if place else ''}{message}")
    return RecordFile(path, data, node)
