"""The JSON Schema by which editors complete, explain and check a variant file, made from the loader's models.

``python -m simulator.variants.editor_schema`` writes it beside the bundled variants. It checks every key by
itself; YAML's own rules, names of files, and the rules between keys (``playable``) are the loader's alone.
"""

import json
from pathlib import Path
from typing import Any

from simulator.variants.loading import BASE, load_variant, variants_folder
from simulator.variants.schema import FILE_KEYS, HEADER_KEYS, SECTIONS, VariantFile
from simulator.variants.wording import SENTENCES

FILE_NAME = "variant.schema.json"


def editor_schema() -> dict[str, Any]:
    """Return the JSON Schema of a variant file: every key may be left out, and no other may be given."""
    made = VariantFile.model_json_schema()
    header = {name: _without_title(made["properties"][name]) for name in HEADER_KEYS}
    reason = header["reasons"].pop("additionalProperties")
    header["reasons"] |= _closed({key: {"$ref": "#/$defs/reason"} for key in FILE_KEYS})
    sections = {name: _section(name, made["$defs"][model.__name__]) for name, model in SECTIONS.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Double Seven variant",
        "description": made["description"],
        "$defs": {"reason": reason},
        **_closed(header | sections),
    }


def as_text() -> str:
    """Return the JSON Schema as the text of its file."""
    return json.dumps(editor_schema(), indent=2) + "\n"


def write() -> Path:
    """Write the JSON Schema beside the bundled variants and return its path."""
    path = variants_folder() / FILE_NAME
    path.write_text(as_text(), encoding="utf-8")
    return path


def _section(section: str, made: dict[str, Any]) -> dict[str, Any]:
    fields = {name: _field(f"{section}.{name}", field) for name, field in made["properties"].items()}
    return {"description": made["description"], **_closed(fields)}


def _field(key: str, made: dict[str, Any]) -> dict[str, Any]:
    """Return a field with what each of its named values means, and with what the rulebook has."""
    field = _without_title(made)
    if key in SENTENCES:
        named = field.get("enum", ["none"])
        meanings = [f"- {name}: {text}" for name, text in SENTENCES[key].items() if name in named]
        field["description"] = "\n".join([field["description"], *meanings])
        field["default"] = load_variant(BASE).value(key)
    return field


def _closed(properties: dict[str, Any]) -> dict[str, Any]:
    """Return an object that has one or more of ``properties`` and nothing else."""
    return {"type": "object", "properties": properties, "additionalProperties": False, "minProperties": 1}


def _without_title(made: dict[str, Any]) -> dict[str, Any]:
    """Drop the title, which only repeats the key, and a default that is empty."""
    return {name: value for name, value in made.items() if name != "title" and not (name == "default" and not value)}


if __name__ == "__main__":
    print(write())
