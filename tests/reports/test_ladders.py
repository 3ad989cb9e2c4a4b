"""The ladder: who meets whom on which decks, what is kept and taken up again, and how it is shown."""

import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from rich.console import Console

from simulator import Ladder, Variant, ladder, load_variant, play_contest
from simulator.errors import Mistake
from simulator.files import FileError
from simulator.players.weights import UNTUNED
from simulator.reports import ladders, pairs
from simulator.statistics import contest_table
from simulator.studies import Contest


@pytest.fixture(scope="module")
def rulebook() -> Variant:
    return load_variant("rulebook")


@pytest.fixture
def quick_timing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Speeds from the first games."""
    monkeypatch.setattr(ladders, "_SECONDS", 1e-6)


def climb(variant: Variant, **asked: Any) -> Ladder:
    return ladder(
        variant, **{"players": [2], "rungs": ["random", "greedy", "house"], "decks": 6, "speeds": False, **asked}
    )


def met(climbed: Ladder) -> list[tuple[Any, ...]]:
    return climbed.table.select("players", "challenger", "field", "decks").rows()


def test_each_rung_meets_the_one_below(rulebook: Variant) -> None:
    climbed = climb(rulebook, players=[3, 2])
    expected = [(players, *pair, 6) for players in (3, 2) for pair in (("greedy", "random"), ("house", "greedy"))]
    assert met(climbed) == expected
    alone = play_contest(rulebook, players=3, challenger="house", field="greedy", decks=6)
    assert contest_table(alone).equals(climbed.table[1:2])


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
    told: list[tuple[int, int]] = []
    climb(rulebook, progress=lambda done, total: told.append((done, total)))
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1] == (24, 24)


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
    monkeypatch.setattr(pairs, "play_contests", lambda *_, **__: pytest.fail("a game was played"))
    with pytest.raises(Mistake) as caught:
        climb(rulebook, **wrong)
    assert message in str(caught.value)


# Keeping


class Played(list[str]):
    """The pairs that are played, not taken from the folder."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__()
        play = pairs.play_contests

        def counted(contests: Sequence[Contest], **named: Any) -> pl.DataFrame:
            self.append(f"{contests[0].challenger} {contests[0].players}")
            return play(contests, **named)

        monkeypatch.setattr(pairs, "play_contests", counted)


def test_a_ladder_goes_on_where_it_was_broken_off(
    rulebook: Variant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = climb(rulebook, players=[2, 3])

    def interrupt(done: int, total: int) -> None:
        if done > total / 2:
            raise KeyboardInterrupt

    folder = tmp_path / "kept" / "here"
    played = Played(monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        climb(rulebook, players=[2, 3], folder=folder, progress=interrupt)
    assert played == ["greedy 2", "house 2", "greedy 3"]
    assert len(list(folder.iterdir())) == 2
    played.clear()
    told: list[tuple[int, int]] = []
    resumed = climb(rulebook, players=[2, 3], folder=folder, progress=lambda *counts: told.append(counts))
    assert played == ["greedy 3", "house 3"]
    assert told[:2] == [(12, 60), (24, 60)]
    assert resumed.decks.equals(whole.decks)
    assert resumed.ratings.equals(whole.ratings)
    played.clear()
    assert climb(rulebook, players=[2, 3], folder=folder).decks.equals(whole.decks)
    assert played == []


def test_what_was_played_with_anything_else_is_played_anew(
    rulebook: Variant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = Played(monkeypatch)
    monkeypatch.chdir(tmp_path)
    weights = Path("mine.json")
    weights.write_text(json.dumps({"players": {"2": {"weights": UNTUNED}}}))
    own = Path("own.py")
    own.write_text("def mine(view, moves):\n    return 'pass' if view.phase == 'action' else moves[0]\n")
    asked: dict[str, Any] = {"rungs": [f"{own}:mine", f"planner@{weights}"], "decks": 2, "folder": tmp_path / "kept"}
    climb(rulebook, **asked)
    climb(rulebook, **asked)
    assert len(played) == 1
    climb(rulebook, **{**asked, "decks": 3})
    climb(rulebook, **{**asked, "seed": 2})
    climb(load_variant("rulebook", ["seven.size=6"]), **asked)
    assert len(played) == 4
    weights.write_text(json.dumps({"players": {"2": {"weights": {**UNTUNED, "reach": 0.2}}}}))
    climb(rulebook, **asked)
    assert len(played) == 5
    own.write_text("def mine(view, moves):\n    return 'pass' if view.phase == 'action' else moves[-1]\n")
    climb(rulebook, **asked)
    assert len(played) == 6


def test_a_kept_pair_says_what_it_was_played_with(rulebook: Variant, tmp_path: Path) -> None:
    climb(rulebook, rungs=["random", "greedy"], folder=tmp_path)
    (file,) = tmp_path.iterdir()
    assert file.name.startswith("rulebook-2-players-greedy-against-random-")
    with_it = json.loads(pl.read_parquet_metadata(file)["played_with"])
    assert (with_it["rules"], with_it["challenger"], with_it["decks"]) == (rulebook.digest, "greedy", 6)


def test_a_damaged_pair_and_a_file_in_the_folders_place_are_told(rulebook: Variant, tmp_path: Path) -> None:
    climb(rulebook, rungs=["random", "greedy"], folder=tmp_path)
    (file,) = tmp_path.iterdir()
    file.write_bytes(b"half a file")
    with pytest.raises(pairs.PairError, match="delete it, and the pair is played again"):
        climb(rulebook, rungs=["random", "greedy"], folder=tmp_path)
    with pytest.raises(FileError, match="is no folder, nor can it become one"):
        climb(rulebook, folder=file)


# Showing


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
