"""Holds what one file or override says against the schema, key by key, and words what is wrong with each.

The verdict on a key is the schema's; here is only how it is said. Rules between keys are in ``playable``.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pydantic import ConfigDict, TypeAdapter, ValidationError

from simulator.variants.documents import (
    Document,
    Entry,
    Node,
    described,
    holds_refused,
    plain,
    read_override,
    scalar,
)
from simulator.variants.errors import Place, Problem, nearest, shown, suggestion
from simulator.variants.schema import (
    FILE_KEYS,
    HEADER_KEYS,
    SECTIONS,
    Text,
    VariantFile,
    field_name,
    keys_of,
)


@dataclass(frozen=True, slots=True)
class Given:
    """A value that the schema accepts, and where it was given."""

    value: Any
    place: Place


@dataclass
class Layer:
    """What one file or override gives: accepted values, keys whose value was refused, and the problems."""

    file: str
    rules: dict[str, Given] = field(default_factory=dict)
    header: dict[str, Given] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)

    def note(self, place: Place, key: str | None, message: str) -> None:
        """Add a problem."""
        self.problems.append(Problem(place, key, message))


def check_document(document: Document) -> Layer:
    """Check every key of a file by itself."""
    layer = Layer(document.file, problems=list(document.problems))
    for name, entry in (document.top or {}).items():
        if name in SECTIONS:
            _check_section(layer, name, entry)
        elif name == "reasons":
            _check_reasons(layer, entry)
        elif name in HEADER_KEYS:
            given = _accepted(layer, name, entry.node, entry.key_place)
            if given:
                layer.header[name] = given
        else:
            layer.note(entry.key_place, name, _unknown_at_top(name))
    return layer


def check_override(text: str) -> Layer:
    """Check an override such as ``rainbow.enabled=false``."""
    label = f"--set {text}"
    layer = Layer(label)
    place = Place(label)
    key, equals, value = text.partition("=")
    key = key.strip()
    if not equals:
        layer.note(place, None, "write it as key=value, such as rainbow.enabled=false")
    elif key in SECTIONS:
        layer.note(place, key, f"{key} is a section; set one of its keys: {_full_keys(key)}")
    elif key in HEADER_KEYS:
        layer.note(place, key, f"{key} is no rule; only rules can be set")
    elif key not in FILE_KEYS:
        layer.note(place, key, unknown_key(key))
    else:
        node, problems = read_override(value, label)
        layer.problems.extend(Problem(problem.place, key, problem.message) for problem in problems)
        if problems:
            layer.refused.add(key)
        else:
            _check_rule(layer, key, node, place)
    return layer


def unknown_key(key: str) -> str:
    """Say that there is no rule ``key``, which is the nearest, and what there is."""
    section, _, name = key.partition(".")
    if section in SECTIONS:
        # The right section is the likelier place, so its keys are compared first, without what is common.
        near = nearest(name, keys_of(section))
        meant = f"{section}.{near}" if near else _in_another_section(name)
        known = f"keys of {section}: {_listed(keys_of(section))}"
    else:
        meant = nearest(key, FILE_KEYS)
        known = f"sections: {_listed(SECTIONS)}"
    return f"unknown key {_as_written(key)}{suggestion(meant, known)}"


def _in_another_section(name: str) -> str | None:
    near = nearest(name, [key.split(".")[1] for key in FILE_KEYS])
    return next((key for key in FILE_KEYS if key.split(".")[1] == near), None)


def _unknown_at_top(name: str) -> str:
    if name in FILE_KEYS:
        section, _, inner = name.partition(".")
        return f"unknown key {name}; write {inner}: on a line of its own under {section}:"
    homes = [key for key in FILE_KEYS if key.split(".")[1] == name]
    if homes:
        sections = " or ".join(f"{key.split('.')[0]}:" for key in homes)
        return f"unknown key {name}; did you mean {' or '.join(homes)}? It goes under {sections}"
    top = [*HEADER_KEYS, *SECTIONS]
    meant = nearest(name, top) or nearest(name, FILE_KEYS)
    return f"unknown key {_as_written(name)}{suggestion(meant, f'keys of a file: {_listed(top)}')}"


def _check_section(layer: Layer, section: str, entry: Entry) -> None:
    content = entry.node.value
    known = f"under it go {_listed(keys_of(section))}"
    if not isinstance(content, dict):
        _note_no_section(layer, section, entry, known)
    elif not content:
        layer.note(entry.key_place, section, f"{section} is empty; {known}")
    else:
        for name, inner in content.items():
            key = f"{section}.{name}"
            if key in FILE_KEYS:
                _check_rule(layer, key, inner.node, inner.key_place)
            else:
                layer.note(inner.key_place, key, unknown_key(key))


def _check_reasons(layer: Layer, entry: Entry) -> None:
    content = entry.node.value
    known = "under it go lines like 'seven.claim: why'"
    if not isinstance(content, dict):
        _note_no_section(layer, "reasons", entry, known)
        return
    if not content:
        layer.note(entry.key_place, "reasons", f"reasons is empty; {known}")
    reasons: dict[str, str] = {}
    for key, inner in content.items():
        if key not in FILE_KEYS:
            layer.note(inner.key_place, f"reasons.{key}", unknown_key(key))
            continue
        given = _accepted(layer, f"reasons.{key}", inner.node, inner.key_place)
        if given:
            reasons[key] = given.value
    layer.header["reasons"] = Given(reasons, entry.key_place)


def _note_no_section(layer: Layer, name: str, entry: Entry, known: str) -> None:
    if entry.node.value is None:
        layer.note(entry.key_place, name, f"{name} is empty; {known}")
    elif not holds_refused(entry.node):
        layer.note(entry.node.place, name, f"{name} is a section, not {described(entry.node)}; {known}")


def _check_rule(layer: Layer, key: str, node: Node, key_place: Place) -> None:
    given = _accepted(layer, key, node, key_place)
    if given:
        layer.rules[key] = given
    else:
        layer.refused.add(key)


def _accepted(layer: Layer, key: str, node: Node, key_place: Place) -> Given | None:
    return accepted(layer, key, node, key_place, _adapter(key))


def accepted(layer: Layer, key: str, node: Node, key_place: Place, adapter: TypeAdapter[Any]) -> Given | None:
    """Return the value of ``key`` if the ``adapter``'s schema accepts it; otherwise note why it does not."""
    if holds_refused(node):
        return None
    place = key_place if node.value is None else node.place
    value = plain(node)
    try:
        return Given(adapter.validate_python(value), place)
    except ValidationError as error:
        wrong_items = _wrong_items(error) if isinstance(node.value, list) else []
    for item in (node.value[index] for index in wrong_items):
        layer.note(item.place, key, f"{key} cannot hold {described(item)}; allowed: {_allowed(key, adapter)}")
    if not wrong_items:
        layer.note(place, key, _refusal(key, node, adapter))
    return None


def _wrong_items(error: ValidationError) -> list[int]:
    return sorted({step for problem in error.errors() for step in problem["loc"] if isinstance(step, int)})


def _refusal(key: str, node: Node, adapter: TypeAdapter[Any]) -> str:
    """Say why the value of ``key`` is refused, with the hint that its mistake calls for."""
    value = plain(node)
    if value is None:
        return f"{key} has no value; allowed: {_allowed(key, adapter)}"
    if key == "tiles.names" and isinstance(value, list):
        repeated = next((name for name in value if value.count(name) > 1), None)
        if repeated is not None:
            return f"{key} gives {shown(repeated)} more than once; the names must differ"
    refusal = f"{key} cannot be {described(node)}"
    schema = _json_schema(adapter)
    if schema.get("type") == "boolean" and str(value).lower() in _SPOKEN_SWITCHES:
        return f"{refusal}; write true or false"
    if isinstance(value, str) and _accepts(adapter, scalar(value)):
        return f"{refusal}; write {value} without the quotes"
    if schema.get("type") == "string" and "enum" not in schema and _accepts(adapter, str(value)):
        return f"{refusal}; put it in quotes"
    readings = schema.get("enum", ["none"] if key == "trade.max_per_turn" else [])
    meant = nearest(value, readings) if isinstance(value, str) else None
    return f"{refusal}{suggestion(meant, f'allowed: {_allowed(key, adapter)}')}"


_SPOKEN_SWITCHES = {"yes", "no", "on", "off", "y", "n", "true", "false"}


def _accepts(adapter: TypeAdapter[Any], value: object) -> bool:
    try:
        adapter.validate_python(value)
    except ValidationError:
        return False
    return True


def allowed(key: str) -> str:
    """Return in words what the schema allows for ``key``."""
    return _allowed(key, _adapter(key))


def _allowed(key: str, adapter: TypeAdapter[Any]) -> str:
    if key == "tiles.names":
        return "a list of different lower-case words such as [cat, dog], none of them joker"
    return _in_words(_json_schema(adapter))


def _in_words(schema: dict[str, Any]) -> str:
    if "anyOf" in schema:
        return ", or ".join(_in_words(choice) for choice in schema["anyOf"] if choice != {"type": "null"})
    if "enum" in schema:
        return _listed(schema["enum"])
    if "const" in schema:
        return str(schema["const"])
    match schema["type"]:
        case "boolean":
            return "true or false"
        case "integer":
            return f"a whole number from {schema['minimum']} to {schema['maximum']}"
        case "array":
            item = _in_words(schema["items"])
            return f"a list of {schema['minItems']} to {schema['maxItems']} items, each {item}"
        case _:
            return "text"


@cache
def _adapter(key: str) -> TypeAdapter[Any]:
    """Return what decides on the values of a key of a section, of the header, or of the reasons."""
    config = ConfigDict(regex_engine="python-re")
    if key in FILE_KEYS:
        section, name = field_name(key)
        return TypeAdapter(SECTIONS[section].model_fields[name].rebuild_annotation(), config=config)
    if key in HEADER_KEYS:
        return TypeAdapter(VariantFile.model_fields[key].rebuild_annotation(), config=config)
    return TypeAdapter(Text, config=config)


def _json_schema(adapter: TypeAdapter[Any]) -> dict[str, Any]:
    return adapter.json_schema()


def _as_written(key: str) -> str:
    return key if key.replace(".", "").replace("_", "").isalnum() else shown(key)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def _full_keys(section: str) -> str:
    return _listed(f"{section}.{name}" for name in keys_of(section))
