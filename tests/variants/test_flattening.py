from typing import Literal, get_args, get_origin

import numpy as np
import pytest
from hypothesis import given
from strategies import variants

from simulator.engine import rules as engine
from simulator.variants import RULE_KEYS, load_variant, schema
from simulator.variants.schema import SECTIONS, field_name


def test_the_record_has_a_field_for_every_rule_and_no_other():
    assert engine.RULES.names == tuple(key.replace(".", "_") for key in RULE_KEYS)


def test_the_engines_readings_are_the_schemas():
    readings = {}
    for key in RULE_KEYS:
        section, name = field_name(key)
        annotation = SECTIONS[section].model_fields[name].annotation
        if get_origin(annotation) is Literal:
            readings[key.replace(".", "_")] = get_args(annotation)
    assert readings == engine.READINGS


def test_the_schema_allows_what_the_engine_is_built_for():
    assert schema.MAX_PLAYERS == engine.MAX_PLAYERS
    assert schema.MAX_ANIMALS == engine.MAX_ANIMALS
    assert schema.MAX_TILES == engine.MAX_TILES
    assert schema.MAX_START_TILES == engine.MAX_START_TILES


@given(variants())
def test_every_field_says_what_the_variant_says(variant):
    for key in RULE_KEYS:
        value, code = variant.value(key), variant.rules[key.replace(".", "_")]
        if key == "setup.stand":
            stands = [value] * variant.players.max if isinstance(value, int) else list(value)
            assert code[: variant.players.max].tolist() == stands
            assert not code[variant.players.max :].any()
        elif value == "none":
            assert code == engine.NO_LIMIT
        elif isinstance(value, str):
            assert engine.READINGS[key.replace(".", "_")][code] == value
        else:
            assert code == value


def test_the_record_is_one_read_only_row():
    record = load_variant("rulebook").rules
    assert isinstance(record, np.void)
    assert record.dtype == engine.RULES
    with pytest.raises(ValueError, match="read-only"):
        record["seven_size"] = 8


def test_the_record_is_made_once():
    variant = load_variant("rulebook")
    assert variant.rules is variant.rules


def test_the_largest_numbers_that_a_file_may_give_fit_the_record():
    largest = [
        "trade.max_per_turn=1000",
        "two_for_one.max_per_turn=1000",
        "seven.tokens=100",
        "stand_limit.tiles=100",
    ]
    record = load_variant("rulebook", largest).rules
    assert record["trade_max_per_turn"] == record["two_for_one_max_per_turn"] == 1000
    assert engine.NO_LIMIT > 1000
