from typing import Literal, get_args, get_origin

import pytest
from hypothesis import given
from strategies import variants

from simulator.variants import RULE_KEYS, in_words
from simulator.variants.schema import SECTIONS, field_name
from simulator.variants.wording import NUMBER, SENTENCES


def kinds_of_value(key: str) -> set[object]:
    section, name = field_name(key)
    annotation = SECTIONS[section].model_fields[name].annotation
    if annotation is bool:
        return {True, False}
    return set(get_args(annotation)) if get_origin(annotation) is Literal else {NUMBER}


def test_every_rule_has_words_and_nothing_else_has():
    assert tuple(SENTENCES) == RULE_KEYS


@pytest.mark.parametrize("key", RULE_KEYS)
def test_every_reading_has_words_of_its_own(key):
    special = {"none", 0} if NUMBER in SENTENCES[key] else set()
    assert set(SENTENCES[key]) - special == kinds_of_value(key)
    assert len(set(SENTENCES[key].values())) == len(SENTENCES[key])


@given(variants())
def test_words_are_one_plain_sentence(variant):
    said = [in_words(key, variant.value(key)) for key in RULE_KEYS]
    assert len(set(said)) == len(said)
    for sentence in said:
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert not set(sentence) & set("{}_\n")


def test_numbers_agree_with_their_nouns():
    assert in_words("stand_limit.tiles", 1) == "A player keeps up to 1 tile without discarding."
    assert in_words("seven.tokens", 1) == "The supply of 7 tokens holds 1."
    assert in_words("seven.tokens", 2) == "The supply of 7 tokens holds 2."
    assert in_words("tiles.names", ("cat",)) == "The animals are called cat."
    assert in_words("tiles.names", ()) == "The animals have the names of the box."
