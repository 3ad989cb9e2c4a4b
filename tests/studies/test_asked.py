"""What a study is asked: one variant or several in any form, one number of players, several or all."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simulator import Study, Variant, VariantError, load_variant
from simulator.studies import PlanError, read_players, read_variant, read_variants


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.yaml"
    path.write_text("title: Mine\nseven:\n  size: 6\n", encoding="utf-8")
    return path


def test_a_variant_is_one_a_name_or_a_path(rulebook: Variant, file: Path) -> None:
    assert read_variant(rulebook) is rulebook
    assert read_variant("rulebook") == rulebook
    assert read_variant(file) == read_variant(str(file)) == load_variant(file)


def test_variants_are_one_or_several_in_the_order_given(rulebook: Variant, file: Path) -> None:
    for one in (rulebook, "rulebook"):
        assert read_variants(one) == read_variants([one]) == (rulebook,)
    mine = load_variant(file)
    assert read_variants(file) == (mine,)
    assert read_variants(["family-6", rulebook, file]) == (load_variant("family-6"), rulebook, mine)


def test_no_variant_an_unknown_one_and_one_named_twice_are_refused(rulebook: Variant) -> None:
    with pytest.raises(PlanError, match="there is nothing to play: name at least one variant"):
        read_variants([])
    with pytest.raises(VariantError, match="no bundled variant is called 'rulebok'; did you mean rulebook"):
        read_variants(["rulebook", "rulebok"])
    with pytest.raises(PlanError, match="each variant needs a name of its own; rulebook stands there more than once"):
        read_variants([rulebook, "family-6", "rulebook"])


@pytest.mark.parametrize(
    ("asked", "numbers"),
    [
        (3, (3,)),
        ([3], (3,)),
        ((4, 2), (2, 4)),
        (range(2, 5), (2, 3, 4)),
        ([3, 2, 3], (2, 3)),
        (None, (2, 3, 4)),
        (np.int64(3), (3,)),
        (np.arange(2, 4), (2, 3)),
    ],
)
def test_players_are_one_number_several_or_all(rulebook: Variant, asked: Any, numbers: tuple[int, ...]) -> None:
    found = read_players(asked, [rulebook])
    assert found == numbers
    assert {type(number) for number in found} == {int}


def test_all_numbers_are_those_that_every_variant_allows() -> None:
    few, many, others = (
        load_variant("rulebook", [f"players.min={least}", f"players.max={most}"])
        for least, most in ((2, 3), (3, 4), (4, 5))
    )
    assert read_players(None, [few, many]) == (3,)
    with pytest.raises(PlanError, match="no number of players suits all these variants"):
        read_players(None, [few, others])
    with pytest.raises(PlanError, match=r"is for 3 to 4 players, not 2 \(players.min, players.max\)"):
        read_players(2, [few, many])


@pytest.mark.parametrize("asked", [2.5, [2.5], "3", ["3"], [2, None]])
def test_players_that_are_no_whole_numbers_are_refused(rulebook: Variant, asked: Any) -> None:
    with pytest.raises(PlanError) as caught:
        read_players(asked, [rulebook])
    assert str(caught.value) == f"players is {asked!r}: a whole number, or a list of such"


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"decks": 1.5}, "decks is 1.5: a whole number from 1"),
        ({"decks": "5"}, "decks is '5': a whole number from 1"),
        ({"seed": 1.5}, "seed is 1.5: it is a whole number from 0 to 2**64 - 1"),
        ({"seed": None}, "seed is None: it is a whole number from 0 to 2**64 - 1"),
        ({"first_deck": 0.5}, "the first deck is 0.5: decks are numbered from 0 to 2**63 - 1"),
    ],
)
def test_decks_and_seeds_that_are_no_whole_numbers_are_refused(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(PlanError) as caught:
        Study("rulebook", **asked)
    assert str(caught.value) == message


def test_whole_numbers_of_numpy_are_whole_numbers() -> None:
    given = {"decks": np.int64(5), "seed": np.uint64(2**63), "first_deck": np.int32(7)}
    study = Study("rulebook", **given)
    assert study == Study("rulebook", decks=5, seed=2**63, first_deck=7)
    assert {type(each) for each in (study.decks, study.seed, study.first_deck)} == {int}
