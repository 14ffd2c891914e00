#!/usr/bin/env python3
"""Writes python/oxmca/views.py and loops.py, a class for each definition of the schemas of reports and of loops.

    generate_views.py            writes them
    generate_views.py --check    fails if they are not up to date
"""

from __future__ import annotations

import json
import keyword
import pathlib
import sys
import textwrap
from typing import Any, NamedTuple

HERE = pathlib.Path(__file__).resolve().parent


class Module(NamedTuple):
    """A module that is written from a schema."""

    path: pathlib.Path
    schema: pathlib.Path
    root: str
    """The definition of all that is read."""
    title: str
    command: str


MODULES = [
    Module(
        HERE / "python/oxmca/views.py",
        HERE.parent / "oxmca/schema/oxmca-report.schema.json",
        "region",
        "Sections of reports as values.",
        "the full document, `oxmca --generate=json-schema`",
    ),
    Module(
        HERE / "python/oxmca/loops.py",
        HERE.parent / "oxmca-loops/schema/oxmca-loops.schema.json",
        "file",
        "Loops as values.",
        "`oxmca loops --json`, `oxmca --generate=loops-schema`",
    ),
]

HEADER = '''"""{title}

Written by `generate_views.py` from the JSON Schema of {command}: every name is
the one that documents have.
"""

# The names of documents are not changed.
# ruff: noqa: E501

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, Dict, List, Optional, Union

'''


def class_name(definition: str) -> str:
    if definition == "warning":
        return "RegionWarning"  # Warning is Python's.
    return "".join(word.capitalize() for word in definition.split("_"))


class Schema:
    def __init__(self, document: dict[str, Any]) -> None:
        self.definitions: dict[str, Any] = document["$defs"]

    def resolve(self, schema: dict[str, Any]) -> tuple[dict[str, Any], str | None]:
        if "$ref" in schema:
            name = schema["$ref"].removeprefix("#/$defs/")
            return self.definitions[name], name
        return schema, None

    def type_and_reader(self, schema: dict[str, Any], value: str) -> tuple[str, str]:
        """The annotation of a schema, and the expression that reads `value`."""
        schema, name = self.resolve(schema)
        for key in ("anyOf", "oneOf"):
            if key in schema and "properties" not in schema:
                options = [it for it in schema[key] if it.get("type") != "null"]
                nullable = len(options) < len(schema[key])
                read = [self.type_and_reader(it, value) for it in options]
                if len({it for it in read}) == 1 and nullable:
                    annotation, reader = read[0]
                    return f"Optional[{annotation}]", optional(reader, value)
                types = list(dict.fromkeys(it for it, _ in read))
                annotation = types[0] if len(types) == 1 else "Union[" + ", ".join(types) + "]"
                return (f"Optional[{annotation}]" if nullable else annotation), value
        kind = schema.get("type")
        if isinstance(kind, list):
            others = [it for it in kind if it != "null"]
            if len(others) == 1:
                annotation, reader = self.type_and_reader({**schema, "type": others[0]}, value)
                return f"Optional[{annotation}]", optional(reader, value)
            return "Any", value
        if kind == "object" and name and "properties" in schema:
            return class_name(name), f"{class_name(name)}._read({value})"
        if kind == "object":
            values = schema.get("additionalProperties")
            if isinstance(values, dict):
                annotation, reader = self.type_and_reader(values, "it")
                read = value if reader == "it" else f"{{key: {reader} for key, it in {value}.items()}}"
                return f"Dict[str, {annotation}]", read
            return "Dict[str, Any]", value
        if kind == "array":
            annotation, reader = self.type_and_reader(schema.get("items", {}), "it")
            return f"List[{annotation}]", value if reader == "it" else f"[{reader} for it in {value}]"
        simple = {"integer": "int", "number": "float", "string": "str", "boolean": "bool"}
        if kind in simple:
            return simple[kind], value
        constants = schema.get("enum", [schema["const"]] if "const" in schema else [])
        if constants and all(isinstance(it, str) for it in constants):
            return "str", value
        if constants and all(it is None or isinstance(it, str) for it in constants):
            return "Optional[str]", value
        return "Any", value


def optional(reader: str, value: str) -> str:
    return value if reader == value else f"None if {value} is None else {reader}"


def paragraph(text: str, indent: str) -> list[str]:
    text = text.replace("\\", "\\\\").replace('"""', "'''")
    lines = textwrap.wrap(text, 110 - len(indent), break_long_words=False, break_on_hyphens=False)
    if len(lines) == 1:
        return [f'{indent}"""{lines[0]}"""']
    return [f'{indent}"""{lines[0]}', *(indent + line for line in lines[1:]), f'{indent}"""']


def class_text(schema: Schema, name: str, definition: dict[str, Any]) -> str:
    lines = ["@dataclasses.dataclass(frozen=True)", f"class {class_name(name)}:"]
    lines += paragraph(definition.get("description", f"A {name.replace('_', ' ')}."), "    ")
    lines.append("")
    required = definition.get("required", [])
    fields = sorted(definition["properties"].items(), key=lambda it: it[0] not in required)
    reads = []
    for field, field_schema in fields:
        assert field.isidentifier(), field
        attribute = f"{field}_" if keyword.iskeyword(field) else field
        resolved, _ = schema.resolve(field_schema)
        if field in required:
            annotation, reader = schema.type_and_reader(field_schema, f'value["{field}"]')
            lines.append(f"    {attribute}: {annotation}")
        else:
            annotation, reader = schema.type_and_reader(field_schema, f'value["{field}"]')
            if not annotation.startswith("Optional["):
                annotation = f"Optional[{annotation}]"
            lines.append(f"    {attribute}: {annotation} = None")
            reader = f'None if value.get("{field}") is None else {reader}'
            if f'None else None if value["{field}"] is None' in reader:
                reader = reader.replace(f'None else None if value["{field}"] is None else', "None else", 1)
            if reader == f'None if value.get("{field}") is None else value["{field}"]':
                reader = f'value.get("{field}")'
        description = field_schema.get("description", resolved.get("description"))
        if description:
            lines += paragraph(description, "    ")
        reads.append(f"            {attribute}={reader},")
    lines += ["", "    @classmethod", f"    def _read(cls, value: Mapping[str, Any]) -> {class_name(name)}:"]
    lines += ["        return cls(", *reads, "        )"]
    return "\n".join(lines) + "\n"


def generate(module: Module) -> str:
    schema = Schema(json.loads(module.schema.read_text(encoding="utf-8")))
    reachable: list[str] = []

    def visit(value: Any) -> None:
        if isinstance(value, dict):
            if "$ref" in value:
                name = value["$ref"].removeprefix("#/$defs/")
                if name not in reachable:
                    reachable.append(name)
                    visit(schema.definitions[name])
            for it in value.values():
                visit(it)
        elif isinstance(value, list):
            for it in value:
                visit(it)

    visit({"$ref": f"#/$defs/{module.root}"})
    classes = [
        class_text(schema, name, definition)
        for name, definition in schema.definitions.items()
        if name in reachable and definition.get("type") == "object" and "properties" in definition
    ]
    header = HEADER.format(title=module.title, command=module.command)
    return header + "\n" + "\n\n".join(classes)


def main() -> None:
    for module in MODULES:
        text = generate(module)
        if sys.argv[1:] == ["--check"]:
            if not module.path.exists() or module.path.read_text(encoding="utf-8") != text:
                sys.exit(f"{module.path.name} is stale: run crates/oxmca-python/generate_views.py")
        else:
            module.path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
