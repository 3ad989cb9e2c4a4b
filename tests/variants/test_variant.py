import copy
import pickle
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import rule_values, variant_of, variants

from simulator.variants import ANIMALS, RULE_KEYS, check_file, load_variant

PROSE = st.text(
    alphabet=st.characters(exclude_categories=("Cc", "Cs"), exclude_characters="\ufeff\ufffe\uffff"),
    max_size=40,
).map(lambda text: " ".join(text.split()))


def test_a_variant_cannot_be_changed():
    variant = load_variant("rulebook")
    with pytest.raises(ValueError, match="frozen"):
        variant.seven.size = 8
    with pytest.raises(ValueError, match="frozen"):
        variant.title = "Mine"


def test_a_value_is_asked_for_by_its_key():
    variant = load_variant("own-reclaim")
    assert variant.value("reclaim.from") == "own"
    assert variant.value("seven.size") == variant.seven.size == 7
    assert variant.value("tiles.names") == ()


def test_an_unknown_key_is_answered_with_the_nearest():
    with pytest.raises(KeyError, match=r"unknown key seven\.sise; did you mean seven\.size\?"):
        load_variant("rulebook").value("seven.sise")


def test_animals_are_named_by_the_file_or_by_the_box_and_then_by_number():
    assert load_variant("rulebook").animal_names == list(ANIMALS)
    assert load_variant("rulebook", ["tiles.animals=3"]).animal_names == ["bird", "squirrel", "fox"]
    assert load_variant("rulebook", ["tiles.animals=10"]).animal_names == [*ANIMALS, "animal9", "animal10"]
    named = load_variant("rulebook", ["tiles.animals=2", "tiles.names=[cat, dog]"])
    assert named.animal_names == ["cat", "dog"]


def test_equal_rules_have_an_equal_digest_whatever_the_file_says_of_itself(write):
    path = write("title: Other\nsummary: words\nreasons: {seven.size: why}\nseven: {size: 6.0}\n")
    assert check_file(path).digest == load_variant("family-6").digest
    assert load_variant("rulebook", ["seven.size=6"]).digest == load_variant("family-6").digest


def test_a_list_that_deals_all_seats_the_same_is_the_number():
    assert load_variant("rulebook", ["setup.stand=[3,3,3,3]"]).digest == load_variant("rulebook").digest


def test_names_of_animals_do_not_change_the_digest():
    names = "tiles.names=[a, b, c, d, e, f, g, h]"
    assert load_variant("rulebook", [names]).digest == load_variant("rulebook").digest


def test_the_digest_is_the_same_for_ever():
    # Results are stored under it. Where it must change, so must the record of what was played.
    assert load_variant("rulebook").digest == "60ae2260d868af85"


def test_every_changed_rule_changes_the_digest():
    base = load_variant("rulebook")
    changed = {key: load_variant("rulebook", [f"{key}={other}"]) for key, other in ANOTHER_VALUE.items()}
    assert set(changed) == set(RULE_KEYS)
    assert len({base.digest, *(variant.digest for variant in changed.values())}) == len(RULE_KEYS) + 1


ANOTHER_VALUE = {
    "players.min": "3", "players.max": "3",
    "tiles.animals": "7", "tiles.per_animal": "12", "tiles.jokers": "0",
    "setup.stand": "[3, 3, 4, 4]",
    "draw.tiles": "1", "draw.tiles_when_empty": "2",
    "rainbow.enabled": "false", "rainbow.min_tiles": "4", "rainbow.stand": "exactly_min",
    "rainbow.joker_bars": "false", "rainbow.repeat": "while_it_holds", "rainbow.extra_tiles": "2",
    "start.min_tiles": "3", "start.min_animals": "2", "start.one_family_per_animal": "false",
    "trade.enabled": "false", "trade.max_per_turn": "1",
    "reclaim.from": "nobody",
    "two_for_one.max_per_turn": "0", "two_for_one.may_retake": "false",
    "stand_limit.tiles": "6", "stand_limit.excess": "discard_down", "stand_limit.goes_to": "draw_pile",
    "seven.size": "6", "seven.claim": "on_every_growth", "seven.tokens": "2", "seven.points": "0",
    "double_seven.when": "second_claim", "double_seven.family_counts": "exactly",
    "double_seven.points": "3", "double_seven.ends_game": "false",
    "end.on_last_tile": "false", "end.final_turns": "2",
    "scoring.tile": "2", "scoring.tie_break": "shared",
}  # fmt: skip


@given(values=rule_values(), title=PROSE, summary=PROSE, reason=PROSE)
def test_the_resolved_file_loads_to_the_same_variant(tmp_path_factory, values, title, summary, reason):
    variant = variant_of(values, title=title or "drawn", summary=summary, reasons={"seven.claim": reason})
    path = tmp_path_factory.mktemp("resolved") / "drawn.yaml"
    path.write_text(variant.to_yaml(), encoding="utf-8")
    assert check_file(path) == variant


def test_the_resolved_file_keeps_names_that_look_like_other_things(write):
    names = 'tiles.names=["true", "no", "null", "none", "y", "räv", "a-b", "e1"]'
    variant = load_variant("rulebook", [names])
    assert check_file(write(variant.to_yaml())).animal_names == variant.animal_names


def test_the_resolved_file_gives_every_rule_and_extends_nothing():
    text = load_variant("online-zh").to_yaml()
    assert not re.search("^extends", text, re.MULTILINE)
    for key in RULE_KEYS:
        section, name = key.split(".")
        assert re.search(rf"^{section}:\n(  .*\n)*  {name}: ", text, re.MULTILINE)


@given(variants())
def test_a_variant_survives_pickling_copying_and_hashing(variant):
    _ = variant.rules  # a cached record must not come between equals
    again = pickle.loads(pickle.dumps(variant))
    assert again == variant
    assert hash(again) == hash(variant)
    assert copy.deepcopy(variant) == variant
    assert again.rules == variant.rules


def test_a_variant_prints_its_name_and_digest():
    assert repr(load_variant("rulebook")) == "<Variant 'rulebook', digest 60ae2260d868af85>"
