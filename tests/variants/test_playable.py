import pytest
from hypothesis import given
from strategies import rule_values, variant_of

from simulator.variants import RULE_KEYS, Variant, check_file, load_variant
from simulator.variants.playable import impossibilities


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("players:\n  max: 3\n  min: 4\n", "mine.yaml:3:8: players.min (4) is above players.max (3)"),
        (
            "setup:\n  stand: [3, 3]\n",
            "mine.yaml:2:10: setup.stand lists 2 seats, but players.max is 4; give as many numbers as "
            "players.max (fewer players use the first)",
        ),
        (
            "players:\n  max: 6\nsetup:\n  stand: [3, 3, 4, 4]\n",
            "mine.yaml:4:10: setup.stand lists 4 seats, but players.max is 6; give as many numbers as "
            "players.max (fewer players use the first)",
        ),
        (
            "tiles:\n  animals: 16\n  per_animal: 15\n  jokers: 1\n",
            "mine.yaml:3:15: the box holds 16 × 15 animals + 1 jokers = 241 tiles; at most 240 are allowed",
        ),
        (
            "setup:\n  stand: 4\ntiles:\n  animals: 1\n",
            "mine.yaml:2:10: 4 players are dealt 16 tiles, but the box holds only 14",
        ),
        (
            "setup:\n  stand: [20, 20, 20, 32]\n",
            "mine.yaml:2:10: 4 players are dealt 92 tiles, but the box holds only 91",
        ),
        (
            "start:\n  min_animals: 3\n",
            "mine.yaml:2:16: start.min_animals (3) is above start.min_tiles (2); no family could start",
        ),
        (
            "start:\n  min_tiles: 7\n",
            "mine.yaml:2:14: seven.size (7) must be above start.min_tiles (7): a new family is that big "
            "already, so no growth could ever take it from below the size to it",
        ),
        (
            "seven:\n  size: 2\n",
            "mine.yaml:2:9: seven.size (2) must be above start.min_tiles (2): a new family is that big "
            "already, so no growth could ever take it from below the size to it",
        ),
        (
            "tiles:\n  names: [cat, dog]\n",
            "mine.yaml:2:10: tiles.names has 2 names, but tiles.animals is 8; give one name an animal",
        ),
    ],
)
def test_a_set_that_cannot_be_played_is_refused_at_the_key_that_the_file_sets(refusal, text, expected):
    assert refusal(text) == expected


def test_a_conflict_with_a_parent_is_the_childs(refusal, write):
    write("start:\n  min_tiles: 3\n  min_animals: 3\n", "parent.yaml")
    assert refusal("extends: parent\nstart:\n  min_tiles: 2\n") == (
        "mine.yaml:3:14: start.min_animals (3) is above start.min_tiles (2); no family could start"
    )


def test_a_conflict_inside_a_parent_is_the_parents(refusal, write):
    write("start:\n  min_animals: 3\n", "parent.yaml")
    assert refusal("extends: parent\n") == (
        "parent.yaml:2:16: start.min_animals (3) is above start.min_tiles (2); no family could start"
    )


def test_a_refused_value_raises_no_further_alarm(refusal):
    assert len(refusal("players:\n  min: 4\n  max: two\n").splitlines()) == 1


@pytest.mark.parametrize(
    "overrides",
    [
        ["players.max=6", "players.min=6"],
        ["tiles.jokers=0"],
        ["tiles.animals=1"],
        ["tiles.animals=16"],
        ["tiles.animals=1", "tiles.per_animal=237"],
        ["end.on_last_tile=false"],
        ["rainbow.min_tiles=60"],
        ["seven.size=60"],
        ["seven.tokens=0"],
        ["setup.stand=0"],
        ["setup.stand=[20, 20, 20, 31]"],
        ["stand_limit.tiles=0"],
        ["start.min_tiles=1"],
        ["start.min_tiles=6", "start.min_animals=6"],
        ["seven.size=1", "seven.claim=on_every_growth"],
        ["end.final_turns=0", "scoring.tile=0"],
    ],
)
def test_whatever_can_be_played_loads(overrides):
    assert load_variant("rulebook", overrides)


@given(rule_values())
def test_drawn_rules_can_be_played(values):
    assert list(impossibilities({**values, "tiles.names": ()})) == []
    assert {key: variant_of(values).value(key) for key in RULE_KEYS} == values


def test_a_variant_that_cannot_be_played_cannot_be_made_in_code_either():
    rules = load_variant("rulebook").model_dump(by_alias=True)
    rules["players"]["min"] = 5
    with pytest.raises(ValueError, match=r"players\.min \(5\) is above players\.max \(4\)"):
        Variant.model_validate(rules)


def test_a_variant_with_a_name_an_animal_is_complete(write):
    variant = check_file(write("tiles:\n  animals: 2\n  per_animal: 40\n  names: [räv, red-fox]\n"))
    assert variant.animal_names == ["räv", "red-fox"]
