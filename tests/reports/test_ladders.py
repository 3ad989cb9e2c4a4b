"""The ladder: who meets whom on which decks, what is kept and taken up again, and how it is shown."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from simulator import Ladder, Variant, ladder, load_variant, play_contest
from simulator.errors import Mistake
from simulator.statistics import contest_table
from simulator.studies import Progress


@pytest.fixture(scope="module")
def rulebook() -> Variant:
    return load_variant("rulebook")


@pytest.fixture
def quick_timing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Speeds from the first games."""
    monkeypatch.setattr("simulator.reports.ladders._SECONDS", 1e-6)


def climb(variant: Variant, **asked: Any) -> Ladder:
    return ladder(
        variant, **{"players": [2], "rungs": ["random", "greedy", "house"], "decks": 6, "speeds": False, **asked}
    )


def met(climbed: Ladder) -> list[tuple[Any, ...]]:
    return climbed.table.select("players", "challenger", "field", "decks").rows()


def test_each_rung_meets_the_one_below(rulebook: Variant) -> None:
    climbed = climb(rulebook, players=[2, 3])
    expected = [(players, *pair, 6) for players in (2, 3) for pair in (("greedy", "random"), ("house", "greedy"))]
    assert met(climbed) == expected
    alone = play_contest(rulebook, players=3, challenger="house", field="greedy", decks=6)
    assert contest_table(alone).equals(climbed.table[3:4])


def test_every_pair_meets_if_asked(rulebook: Variant) -> None:
    assert [row[1:3] for row in met(climb(rulebook, every_pair=True))] == [
        ("greedy", "random"),
        ("house", "random"),
        ("house", "greedy"),
    ]


def test_a_pair_plays_the_fewer_decks_of_its_two_rungs(rulebook: Variant) -> None:
    climbed = climb(rulebook, every_pair=True, decks_of={"random": 9, "house": 4})
    assert [row[3] for row in met(climbed)] == [6, 4, 4]


def test_ratings_count_from_house_or_else_from_the_lowest_rung(rulebook: Variant) -> None:
    rungs = ["greedy", "house", "house/no-trade"]
    climbed = climb(rulebook, rungs=rungs, decks=60)
    assert climbed.ratings["player"].to_list() == rungs
    assert dict(climbed.ratings.select("player", "rating").iter_rows())["house"] == 0
    assert climb(rulebook, rungs=["random", "greedy"]).anchor == "random"


def test_progress_counts_up_to_all_games(rulebook: Variant) -> None:
    told: list[Progress] = []
    climb(rulebook, progress=told.append, store=False)
    assert [now.done for now in told] == list(range(0, 25, 6))
    assert {now.planned for now in told} == {24}


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"rungs": ["house"]}, "a ladder needs two rungs, and this has 1: name players, weakest first"),
        ({"rungs": ["house", "random", "house"]}, "house stands on two rungs: name each player once"),
        ({"rungs": ["house", "wizzard"]}, "unknown player 'wizzard'"),
        ({"players": []}, "there is nothing to play: name at least one number of players"),
        ({"players": [7]}, "rulebook is for 2 to 4 players, not 7"),
        ({"decks_of": {"planner": 3}}, "decks are given for planner, which is no rung; the rungs are random, greedy"),
    ],
)
def test_a_ladder_that_cannot_be_climbed_is_refused_before_a_game_is_played(
    rulebook: Variant, monkeypatch: pytest.MonkeyPatch, wrong: dict[str, Any], message: str
) -> None:
    monkeypatch.setattr("simulator.reports.ladders.play", lambda *_, **__: pytest.fail("a game was played"))
    with pytest.raises(Mistake) as caught:
        climb(rulebook, **wrong)
    assert message in str(caught.value)


@pytest.fixture
def own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store in which there is nothing yet."""
    monkeypatch.setenv("DOUBLE_SEVEN_STORE", str(tmp_path / "own-store"))


def test_a_ladder_goes_on_where_it_was_broken_off(rulebook: Variant, own_store: None) -> None:
    whole = climb(rulebook, players=[2, 3], store=False)

    def interrupt(now: Progress) -> None:
        if now.done > now.planned / 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        climb(rulebook, players=[2, 3], progress=interrupt)
    told: list[Progress] = []
    resumed = climb(rulebook, players=[2, 3], progress=told.append)
    assert 30 < told[0].done < told[0].planned == 60
    assert resumed.decks.equals(whole.decks)
    assert resumed.ratings.equals(whole.ratings)
    told.clear()
    assert climb(rulebook, players=[2, 3], progress=told.append).decks.equals(whole.decks)
    assert [(now.done, now.planned) for now in told][-1:] == [(60, 60)]
    assert told[0].done == 60
    told.clear()
    climb(rulebook, players=[2, 3], decks=12, progress=told.append)
    assert (told[-1].done, told[-1].planned) == (120, 120)


def shown(climbed: Ladder) -> str:
    console = Console(width=120, file=io.StringIO())
    console.print(climbed)
    return console.file.getvalue()


def test_the_terminal_shows_shares_ratings_and_speeds(quick_timing: None, rulebook: Variant) -> None:
    text = shown(climb(rulebook, players=[3], decks=20, speeds=True))
    pair = next(line for line in text.splitlines() if "2 × greedy" in line)
    assert "33.3 %" in pair
    assert " to " in pair
    assert "games/s" in text
    assert "Ratings count from house: 100 points more are 1.78 times the wins" in text


def test_speeds_are_no_part_of_the_results(quick_timing: None, rulebook: Variant, tmp_path: Path) -> None:
    asked: dict[str, Any] = {"rungs": ["random", "greedy"], "decks": 20}
    timed, plain = climb(rulebook, speeds=True, **asked), climb(rulebook, **asked)
    assert timed.speeds is not None
    assert (timed.speeds["games_per_second"] > 0).all()
    for climbed in (timed, plain):
        climbed.write_json(tmp_path / f"{climbed.speeds is None}.json")
    assert (tmp_path / "True.json").read_bytes() == (tmp_path / "False.json").read_bytes()
    content = json.loads((tmp_path / "True.json").read_text())
    assert content["digest"] == rulebook.digest
    assert [pair["share"] for pair in content["pairs"]] == plain.table["share"].to_list()
    assert "games/s" not in shown(plain)
