"""Contests: the challenger sits in each seat once a deck, and everybody plays the same tiles."""

from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal
from sizes import games

from simulator import Variant, load_variant, play_contest, simulate
from simulator.errors import Mistake
from simulator.players import NetworkError, UnknownPlayer
from simulator.studies import (
    CONTEST_SCHEMA,
    RESTRICTIONS,
    SCHEMA,
    Contest,
    PlanError,
    Progress,
    filling,
    play_contests,
    play_restrictions,
)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_challenger_sits_in_each_seat_once_a_deck(rulebook: Variant, players: int) -> None:
    frame = play_contest(rulebook, players=players, challenger="house", field="greedy", decks=5, seed=3, first_deck=8)
    assert dict(frame.schema) == CONTEST_SCHEMA
    assert frame.select("challenger_seat", "game").rows() == [
        (s, d) for s in (0, *range(players - 1, 0, -1)) for d in range(8, 13)
    ]
    for seat, seats, shares, share in frame.select(
        "challenger_seat", "seats", "win_share", "challenger_share"
    ).iter_rows():
        assert seats == ["house" if each == seat else "greedy" for each in range(players)]
        assert share == shares[seat]
    assert frame.select(pl.col("challenger", "field").unique()).row(0) == ("house", "greedy")


def test_a_rotation_is_the_very_run_that_simulate_plays(rulebook: Variant) -> None:
    number = games(150, 3)
    contest = play_contest(rulebook, players=3, challenger="random", field="house", decks=number, seed=5, store=False)
    second = contest.filter(pl.col("challenger_seat") == 1).select(*SCHEMA)
    alone = simulate(rulebook, players=3, seats="house,random,house", games=number, seed=5, rotate=False, store=False)
    assert_frame_equal(second.drop("line_up"), alone.drop("line_up"), check_exact=True)
    assert set(second["line_up"]) == {"random,house,house"}


def test_threads_and_batches_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(threads: int) -> pl.DataFrame:
        given = {"challenger": "greedy", "field": "random", "decks": 23}
        return play_contest("rulebook", players=2, **given, store=False, threads=threads)

    whole = play(1)
    monkeypatch.setattr(filling, "_SIZES", (1, 4))
    assert_frame_equal(play(1), whole, check_exact=True)
    assert_frame_equal(play(3), whole, check_exact=True)


def test_a_player_against_itself_gets_the_even_share_on_every_deck(rulebook: Variant) -> None:
    frame = play_contest(rulebook, players=3, challenger="house", field="house", decks=games(40, 3))
    shares = frame.group_by("game").agg(pl.col("challenger_share").mean())["challenger_share"]
    assert shares.to_list() == pytest.approx([1 / 3] * len(shares))


def test_progress_counts_up_to_all_games_of_all_contests(rulebook: Variant) -> None:
    told: list[Progress] = []
    played = play_contests(
        [Contest(rulebook, 2, "greedy", "random", 3), Contest(rulebook, 3, "house", "random", 2, seed=9)],
        store=False,
        progress=told.append,
    )
    assert {now.planned for now in told} == {12}
    assert (told[0].done, told[-1].done) == (0, 12)
    assert played.select("players", "seed").unique(maintain_order=True).rows() == [(2, 1), (3, 9)]


def test_a_function_of_ones_own_can_be_the_challenger(rulebook: Variant) -> None:
    def idle(view: Any, moves: list[Any]) -> Any:
        return "pass" if view.phase == "action" else moves[0]

    frame = play_contest(rulebook, players=2, challenger=idle, field="greedy", decks=2)
    assert frame["challenger"].unique().to_list() == ["idle"]
    assert frame["challenger_share"].sum() == 0


@pytest.mark.parametrize(
    ("wrong", "kind", "message"),
    [
        ({"challenger": "hose"}, UnknownPlayer, "unknown player 'hose': did you mean house?"),
        ({"field": "house@rulebook"}, UnknownPlayer, "house asks no network"),
        ({"players": 5}, PlanError, "rulebook is for 2 to 4 players, not 5"),
        ({"players": 0}, PlanError, "rulebook is for 2 to 4 players, not 0"),
        ({"decks": 0}, PlanError, "decks is 0: a whole number from 1"),
        ({"field": "trained@nowhere"}, NetworkError, "no network of that name comes with this package: nowhere"),
    ],
)
def test_a_contest_that_cannot_be_played_is_refused(
    rulebook: Variant, wrong: dict[str, object], kind: type[Mistake], message: str
) -> None:
    asked = {"players": 2, "challenger": "house", "field": "random", "decks": 4, **wrong}
    with pytest.raises(kind) as caught:
        play_contest(rulebook, **asked)
    assert message in str(caught.value)


def test_restrictions_are_played_against_free_ones_of_the_same_player() -> None:
    frame = play_restrictions(load_variant("no-retake"), players=[2, 3], bases=["greedy", "house"], decks=2)
    found = frame.select("players", "challenger", "field").unique(maintain_order=True).rows()
    assert found == [
        (players, f"{base}/{restriction}", base)
        for players in (2, 3)
        for base in ("greedy", "house")
        for restriction in RESTRICTIONS
    ]
    assert RESTRICTIONS == ("no-trade", "no-reclaim", "no-two-for-one", "no-rainbow", "rush", "hoard")
