"""Dials as they are typed, and the settings that they make."""

import pytest

from simulator.reports.sweeps.dials import SweepError, checked_values, combined, read_dial, read_dials
from simulator.variants import VariantError, load_variant


@pytest.mark.parametrize(
    ("text", "dial"),
    [
        ("seven.size=5..8", ("seven.size", ["5", "6", "7", "8"])),
        ("stand_limit.tiles = 4, 6,9", ("stand_limit.tiles", ["4", "6", "9"])),
        ("rainbow.enabled=true,false", ("rainbow.enabled", ["true", "false"])),
        ("setup.stand=2,[3,3,4,4]", ("setup.stand", ["2", "[3,3,4,4]"])),
    ],
)
def test_dials_are_read(text, dial):
    assert read_dial(text) == dial


@pytest.mark.parametrize(
    "text", ["seven.size", "seven.size=", "=5..9", "seven.size=9..5", "seven.size=5..5", "a=1..9999"]
)
def test_dials_that_make_no_sense_are_refused(text):
    with pytest.raises(SweepError, match="dial "):
        read_dial(text)


def test_a_dial_is_turned_once():
    assert read_dials(["seven.size=5..6", "draw.tiles=1,2"]) == {"seven.size": ["5", "6"], "draw.tiles": ["1", "2"]}
    with pytest.raises(SweepError, match=r"seven\.size is turned twice"):
        read_dials(["seven.size=5..6", "seven.size=8,9"])


def test_wrong_dials_give_all_the_loaders_own_errors_at_once():
    with pytest.raises(VariantError) as caught:
        checked_values({"seven.sise": [5, 6], "draw.tiles": [0, 1]})
    assert "did you mean seven.size?" in str(caught.value)
    assert "draw.tiles" in str(caught.value)


def test_values_are_written_as_in_a_file():
    assert checked_values({"rainbow.enabled": [True, False]}) == {"rainbow.enabled": ["true", "false"]}


@pytest.mark.parametrize("values", [[5], [5, 5], [5, 6, 5]])
def test_a_dial_has_two_values_or_more_each_once(values):
    with pytest.raises(SweepError, match="a dial has two or more, each once"):
        checked_values({"seven.size": values})
    with pytest.raises(SweepError, match="there is no dial"):
        checked_values({})


def test_impossible_combinations_are_left_out_with_their_reason():
    found, left_out = combined(load_variant("rulebook"), {"seven.size": ["2", "5"], "start.min_tiles": ["2", "3"]}, [])
    assert list(found) == [("5", "2"), ("5", "3")]
    assert found["5", "3"].value("start.min_tiles") == 3
    assert list(left_out) == [("2", "2"), ("2", "3")]
    assert "seven.size (2) must be above start.min_tiles (3)" in left_out["2", "3"]


def test_a_sweep_of_nothing_but_impossible_rules_is_refused_and_so_is_an_endless_one():
    with pytest.raises(SweepError, match=r"no combination of these values can be played: seven.size \(2\)"):
        combined(load_variant("rulebook"), {"seven.size": ["2"]}, [])
    numbers = [str(number) for number in range(1, 31)]
    with pytest.raises(SweepError, match="900 settings are too many"):
        combined(load_variant("rulebook"), {"seven.size": numbers, "draw.tiles": numbers}, [])


def test_other_rules_are_set_at_every_setting():
    found, _ = combined(load_variant("rulebook"), {"seven.size": ["5", "6"]}, ["rainbow.enabled=false"])
    assert {variant.value("rainbow.enabled") for variant in found.values()} == {False}
