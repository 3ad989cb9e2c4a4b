import pytest
from hypothesis import given
from strategies import variants

from simulator.variants import RULE_KEYS, Variant, differences, load_variant


def sentences(*overrides: str) -> list[str]:
    return [item.sentence for item in differences(load_variant("rulebook"), load_variant("rulebook", overrides))]


@pytest.mark.parametrize(
    ("override", "sentence"),
    [
        ("rainbow.enabled=false", "Nobody may announce Rainbow."),
        ("stand_limit.tiles=6", "A player keeps up to 6 tiles without discarding (instead of 5)."),
        ("setup.stand=[3,3,4,4]", "The stands start with 3, 3, 4 and 4 tiles, by seat (instead of 3)."),
        ("setup.stand=1", "Every stand starts with 1 tile (instead of 3)."),
        ("trade.max_per_turn=1", "A player may trade at most 1 time in a turn (instead of any number)."),
        ("two_for_one.max_per_turn=0", "Nobody may play Two for One."),
        (
            "end.final_turns=2",
            "Every other player has 2 final turns after the turn that brings the end (instead of 1).",
        ),
        ("tiles.jokers=0", "The box holds no joker."),
        ("seven.tokens=1", "The supply of 7 tokens holds 1 (instead of 8)."),
        ("start.min_animals=2", "Besides jokers, a new family needs at least 2 real animals (instead of 1)."),
        ("tiles.names=[a,b,c,d,e,f,g,h]", "The animals are called a, b, c, d, e, f, g and h."),
    ],
)
def test_a_difference_says_what_the_second_variant_plays(override, sentence):
    assert sentences(override) == [sentence]


def test_the_way_back_from_a_special_number_says_both():
    off, rulebook = load_variant("rulebook", "two_for_one.max_per_turn=0"), load_variant("rulebook")
    assert [item.sentence for item in differences(off, rulebook)] == [
        "A player may play Two for One at most 1 time in a turn (instead of 0)."
    ]
    listed = load_variant("late-seat-bonus")
    assert [item.sentence for item in differences(listed, rulebook)] == [
        "Every stand starts with 3 tiles (instead of 3, 3, 4 and 4)."
    ]


def test_a_difference_gives_key_both_values_and_the_second_variants_reason():
    (claim, when) = differences(load_variant("rulebook"), load_variant("claim-every-growth"))
    assert (claim.key, claim.before, claim.after) == ("seven.claim", "on_reaching", "on_every_growth")
    assert claim.reason is not None
    assert str(claim) == f"{claim.sentence} ({claim.reason})"
    assert when.key == "double_seven.when"
    (back, _) = differences(load_variant("claim-every-growth"), load_variant("rulebook"))
    assert back.reason is None
    assert str(back) == back.sentence


def test_a_list_that_deals_all_seats_the_same_is_no_difference():
    assert sentences("setup.stand=[3,3,3,3]") == []
    assert sentences("players.max=3") == ["At most 3 players take part (instead of 4)."]


def test_more_or_fewer_animals_are_no_new_names():
    assert sentences("tiles.animals=7") == ["The box holds 7 different animals (instead of 8)."]
    assert sentences("tiles.animals=9") == ["The box holds 9 different animals (instead of 8)."]
    assert len(sentences("tiles.animals=9", "tiles.names=[bird,squirrel,fox,butterfly,swan,frog,deer,rabbit,cat]")) == 2


@given(variants(), variants())
def test_variants_without_differences_are_those_of_one_digest(a: Variant, b: Variant):
    assert differences(a, a) == []
    assert (differences(a, b) == []) == (a.digest == b.digest)
    keys = [item.key for item in differences(a, b)]
    assert keys == [key for key in RULE_KEYS if key in keys]
