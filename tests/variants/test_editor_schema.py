"""The editors' JSON Schema and the loader give the same verdict on every key by itself.

Left out are rules between keys (``playable``), names of files, and YAML's own rules, which JSON lacks.
"""

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from ruamel.yaml import YAML
from strategies import rule_values

from simulator.variants import bundled_variants, variants_folder
from simulator.variants.checking import check_document
from simulator.variants.documents import read_text
from simulator.variants.editor_schema import FILE_NAME, as_text, editor_schema, write
from simulator.variants.loading import BASE
from simulator.variants.schema import FILE_KEYS, HEADER_KEYS, SECTIONS

VALIDATOR = jsonschema.Draft202012Validator(editor_schema())


def loader_accepts(fragment: dict[str, Any]) -> bool:
    # JSON is YAML, but for escapes of characters outside the basic plane and the spelling of these numbers.
    text = json.dumps(fragment, ensure_ascii=False)
    for json_name, yaml_name in (("-Infinity", "-.inf"), ("Infinity", ".inf"), ("NaN", ".nan")):
        text = text.replace(json_name, yaml_name)
    return not check_document(read_text(text, "fragment.yaml")).problems


def test_the_file_beside_the_variants_is_up_to_date():
    path = variants_folder() / FILE_NAME
    assert path.read_text(encoding="utf-8") == as_text(), "run python -m simulator.variants.editor_schema"


def test_writing_it_puts_it_beside_the_variants(tmp_path, monkeypatch):
    monkeypatch.setattr("simulator.variants.editor_schema.variants_folder", lambda: tmp_path)
    assert write().read_text(encoding="utf-8") == as_text()


def test_it_is_a_json_schema():
    jsonschema.Draft202012Validator.check_schema(editor_schema())


def test_it_describes_every_key_and_gives_the_rulebooks_value():
    properties = editor_schema()["properties"]
    assert set(properties) == {*HEADER_KEYS, *SECTIONS}
    for key in FILE_KEYS:
        section, name = key.split(".")
        field = properties[section]["properties"][name]
        assert field["description"]
        assert ("default" in field) == (key != "tiles.names")


@pytest.mark.parametrize("name", bundled_variants())
def test_it_accepts_every_bundled_file(name):
    content = YAML(typ="safe").load((variants_folder() / f"{name}.yaml").read_text(encoding="utf-8"))
    VALIDATOR.validate(content)


GOOD = [
    {"seven": {"size": 6}},
    {"seven": {"size": 6.0}},
    {"title": "Mine", "extends": "family-6"},
    {"title": ""},
    {"reasons": {"seven.size": "why", "tiles.names": "why"}},
    {"setup": {"stand": 3}},
    {"setup": {"stand": [3, 3.0]}},
    {"setup": {"stand": [0, 100, 3, 3, 3, 3]}},
    {"trade": {"max_per_turn": None}},
    {"trade": {"max_per_turn": "none"}},
    {"trade": {"max_per_turn": 1000}},
    {"reclaim": {"from": "nobody"}},
    {"tiles": {"names": ["cat"]}},
    {"tiles": {"names": []}},
    {"tiles": {"names": ["räv", "red-fox", "a_1"]}},
    {"summary": "two\nlines"},
    {"two_for_one": {"max_per_turn": 0}},
]
BAD = [
    {},
    {"seven": {}},
    {"seven": None},
    {"seven": 7},
    {"seven": [7]},
    {"seven": {"size": None}},
    {"seven": {"size": True}},
    {"seven": {"size": "6"}},
    {"seven": {"size": 6.5}},
    {"seven": {"size": 0}},
    {"seven": {"size": 61}},
    {"seven": {"size": float("nan")}},
    {"seven": {"size": float("inf")}},
    {"seven": {"size": float("-inf")}},
    {"seven": {"sise": 6}},
    {"seven.size": 6},
    {"titel": "x"},
    {"title": None},
    {"title": 7},
    {"title": "a\x1bb"},
    {"title": "a\x9bb"},
    {"extends": "a\x7fb"},
    {"extends": ""},
    {"extends": None},
    {"reasons": {}},
    {"reasons": None},
    {"reasons": {"seven.sise": "why"}},
    {"reasons": {"seven.size": 7}},
    {"rainbow": {"enabled": 1}},
    {"rainbow": {"enabled": "true"}},
    {"rainbow": {"stand": "all"}},
    {"setup": {"stand": []}},
    {"setup": {"stand": [3]}},
    {"setup": {"stand": [3] * 7}},
    {"setup": {"stand": [3, True]}},
    {"setup": {"stand": [3, None]}},
    {"setup": {"stand": 101}},
    {"trade": {"max_per_turn": 0}},
    {"trade": {"max_per_turn": "None"}},
    {"tiles": {"names": ["Cat"]}},
    {"tiles": {"names": ["joker"]}},
    {"tiles": {"names": ["cat", "cat"]}},
    {"tiles": {"names": ["cat\n"]}},
    {"tiles": {"names": ["x" * 31]}},
    {"tiles": {"names": ["cat"] * 17}},
    {"tiles": {"names": None}},
    {"reclaim": {"from_": "any"}},
    {"name": "x"},
]


@pytest.mark.parametrize("fragment", GOOD, ids=repr)
def test_both_accept_what_is_right(fragment):
    assert loader_accepts(fragment)
    assert VALIDATOR.is_valid(fragment)


@pytest.mark.parametrize("fragment", BAD, ids=repr)
def test_both_refuse_what_is_wrong(fragment):
    assert not loader_accepts(fragment)
    assert not VALIDATOR.is_valid(fragment)


SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 250)
    | st.floats()
    | st.sampled_from([0.0, 1.0, 2.0, 6.0, 60.0, 61.0, 1e300])
    | st.sampled_from(
        [*(value for section in editor_schema()["properties"].values() for field in
           section.get("properties", {}).values() for value in field.get("enum", [])), "none", "yes", "joker"]
    )
    | st.text(max_size=8)
)  # fmt: skip
VALUES = SCALARS | st.lists(SCALARS, max_size=7) | st.dictionaries(st.text(max_size=3), SCALARS, max_size=2)


@given(key=st.sampled_from([*FILE_KEYS, *HEADER_KEYS, *(f"reasons.{key}" for key in FILE_KEYS)]), value=VALUES)
@example(key="tiles.names", value=["cat", "dog"])
def test_both_give_the_same_verdict_on_any_value_of_any_key(key, value):
    section, _, name = key.partition(".")
    fragment = {section: {name: value}} if name else {section: value}
    assert loader_accepts(fragment) == VALIDATOR.is_valid(fragment)


@given(values=rule_values())
def test_both_accept_any_rules_that_can_be_played(values):
    for key, value in values.items():
        section, name = key.split(".")
        plain = list(value) if isinstance(value, tuple) else value
        fragment = {section: {name: plain}}
        assert loader_accepts(fragment)
        assert VALIDATOR.is_valid(fragment)


def test_the_base_gives_every_rule_that_it_describes():
    content = YAML(typ="safe").load((variants_folder() / f"{BASE}.yaml").read_text(encoding="utf-8"))
    given_keys = {f"{section}.{name}" for section in SECTIONS for name in content[section]}
    assert given_keys == set(FILE_KEYS) - {"tiles.names"}
