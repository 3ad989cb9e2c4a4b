import pytest

from simulator.variants import bundled_variants, differences, load_variant, variants_folder

CHANGES = {
    "rulebook": [],
    "online-sv": ["double_seven.family_counts=exactly", "end.on_last_tile=false"],
    "online-zh": [
        "rainbow.stand=hold_enough_different",
        "rainbow.repeat=while_it_holds",
        "stand_limit.excess=discard_down",
        "double_seven.family_counts=exactly",
        "end.on_last_tile=false",
        "scoring.tie_break=shared",
    ],
    "rainbow-off": ["rainbow.enabled=false"],
    "rainbow-five-among": ["rainbow.stand=hold_enough_different"],
    "hand-limit-6": ["stand_limit.tiles=6"],
    "discard-down": ["stand_limit.excess=discard_down"],
    "family-6": ["seven.size=6"],
    "family-8": ["seven.size=8"],
    "claim-every-growth": ["seven.claim=on_every_growth", "double_seven.when=second_claim"],
    "exactly-seven": ["double_seven.family_counts=exactly"],
    "strict-start": ["start.min_animals=2"],
    "no-retake": ["two_for_one.may_retake=false"],
    "no-trade": ["trade.enabled=false"],
    "own-reclaim": ["reclaim.from=own"],
    "no-last-tile": ["end.on_last_tile=false"],
    "shared-ties": ["scoring.tie_break=shared"],
    "short-box": ["tiles.per_animal=9"],
    "late-seat-bonus": ["setup.stand=[3,3,4,4]"],
}


def test_all_of_them_are_here():
    assert set(bundled_variants()) == set(CHANGES)


@pytest.mark.parametrize("name", CHANGES)
def test_each_changes_what_it_is_for_and_nothing_else(name):
    assert load_variant(name).digest == load_variant("rulebook", CHANGES[name]).digest


@pytest.mark.parametrize("name", CHANGES)
def test_each_has_a_title_a_summary_and_a_source_and_shows_editors_the_schema(name):
    variant = load_variant(name)
    assert variant.title != name
    assert variant.summary
    assert variant.source
    first = (variants_folder() / f"{name}.yaml").read_text(encoding="utf-8").splitlines()[0]
    assert first == "# yaml-language-server: $schema=variant.schema.json"


def test_no_two_have_the_same_title_or_rules():
    variants = [load_variant(name) for name in CHANGES]
    assert len({variant.title for variant in variants}) == len(variants)
    assert len({variant.digest for variant in variants}) == len(variants)


@pytest.mark.parametrize("name", ["online-sv", "online-zh", "claim-every-growth"])
def test_the_readings_of_the_pages_are_explained_where_they_differ(name):
    assert all(item.reason for item in differences(load_variant("rulebook"), load_variant(name)))


def test_the_rulebook_is_the_printed_game():
    rulebook = load_variant("rulebook")
    assert rulebook.tiles.animals * rulebook.tiles.per_animal + rulebook.tiles.jokers == 91
    expected = {
        "players.min": 2, "players.max": 4, "tiles.animals": 8, "tiles.per_animal": 11, "tiles.jokers": 3,
        "setup.stand": 3, "draw.tiles": 2, "draw.tiles_when_empty": 3, "rainbow.enabled": True,
        "rainbow.min_tiles": 5, "rainbow.stand": "all_different", "rainbow.joker_bars": True,
        "rainbow.repeat": "once_per_turn", "rainbow.extra_tiles": 1, "start.min_tiles": 2,
        "start.min_animals": 1, "start.one_family_per_animal": True, "trade.enabled": True,
        "trade.max_per_turn": "none", "reclaim.from": "any", "two_for_one.max_per_turn": 1,
        "two_for_one.may_retake": True, "stand_limit.tiles": 5, "stand_limit.excess": "discard_one",
        "stand_limit.goes_to": "out_of_game", "seven.size": 7, "seven.claim": "on_reaching",
        "seven.tokens": 8, "seven.points": 1, "double_seven.when": "second_family",
        "double_seven.family_counts": "at_least", "double_seven.points": 2, "double_seven.ends_game": True,
        "end.on_last_tile": True, "end.final_turns": 1, "scoring.tile": 1,
        "scoring.tie_break": "double_seven_holder",
    }  # fmt: skip
    assert {key: rulebook.value(key) for key in expected} == expected
