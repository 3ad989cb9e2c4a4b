"""A fair race against closed forms, against every race of a few turns, and against races played by lot."""

from itertools import pairwise, product
from math import asin, pi, sqrt

import numpy as np
import polars as pl
import pytest

from simulator import load_variant, simulate
from simulator.statistics import (
    beside_fair_walk,
    fair_last_wins,
    fair_lead_changes,
    fair_leader_wins,
    find_metric,
)

FALSE_ALARM = 4.0
"""Standard errors; one false alarm in 16,000, and the seeds are fixed."""


def test_with_two_players_three_quarters_of_the_leaders_at_half_time_win() -> None:
    assert fair_leader_wins(2) == pytest.approx(3 / 4, abs=1e-12)
    assert fair_last_wins(2) == pytest.approx(1 / 4, abs=1e-12)


@pytest.mark.parametrize("played", [0.1, 0.25, 0.5, 0.9])
def test_with_two_players_the_leader_wins_by_the_arcsine_formula(played: float) -> None:
    assert fair_leader_wins(2, played) == pytest.approx(1 / 2 + asin(sqrt(played)) / pi, abs=1e-9)
    assert fair_last_wins(2, played) == pytest.approx(1 / 2 - asin(sqrt(played)) / pi, abs=1e-9)


@pytest.mark.parametrize("players", [3, 4, 6])
def test_with_more_players_leader_and_last_win_as_often_as_in_races_by_lot(players: int) -> None:
    rng = np.random.default_rng(players)
    races = 400_000
    half = rng.normal(size=(races, players))
    winner = (half + rng.normal(size=(races, players))).argmax(axis=1)
    for expected, seat in (
        (fair_leader_wins(players), half.argmax(axis=1)),
        (fair_last_wins(players), half.argmin(axis=1)),
    ):
        error = sqrt(expected * (1 - expected) / races)
        assert abs((seat == winner).mean() - expected) < FALSE_ALARM * error


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_race_just_begun_says_nothing_and_one_nearly_over_says_all(players: int) -> None:
    assert fair_leader_wins(players, 1e-6) == pytest.approx(1 / players, abs=0.01)
    assert fair_last_wins(players, 1e-6) == pytest.approx(1 / players, abs=0.01)
    assert fair_leader_wins(players, 0.999) > 0.95
    with pytest.raises(ValueError, match="2 players or more"):
        fair_leader_wins(1)
    with pytest.raises(ValueError, match="looked at on its way"):
        fair_last_wins(players, 1.0)


def changes_by_trying_all(players: int, turns: int) -> float:
    """Changes of the sole leader, averaged over every race there is."""
    total = 0
    for points in product(range(players), repeat=turns):
        scores = [0] * players
        leaders = []
        for seat in points:
            scores[seat] += 1
            if scores.count(max(scores)) == 1:
                leaders.append(scores.index(max(scores)))
        total += sum(one != other for one, other in pairwise(leaders))
    return total / players**turns


@pytest.mark.parametrize(("players", "most"), [(2, 11), (3, 8), (4, 6), (5, 5)])
def test_lead_changes_are_those_of_every_race_of_a_few_turns(players: int, most: int) -> None:
    for turns in range(1, most + 1):
        assert fair_lead_changes(players, turns) == pytest.approx(changes_by_trying_all(players, turns), abs=1e-12)


def test_lead_changes_with_two_players_follow_the_returns_to_zero() -> None:
    # After 2 turns the scores are level with probability ½, after 4 with ⅜; each tie then breaks either way.
    assert fair_lead_changes(2, 2) == 0
    assert fair_lead_changes(2, 3) == fair_lead_changes(2, 4) == 1 / 2 * 1 / 2
    assert fair_lead_changes(2, 5) == 1 / 2 * (1 / 2 + 3 / 8)
    # Without end they grow as the root of the turns: √(2T/π)/2, less a half.
    assert fair_lead_changes(2, 10_001) == pytest.approx(sqrt(2 * 10_001 / pi) / 2 - 1 / 2, rel=1e-3)


def test_lead_changes_of_a_long_race_are_those_of_races_by_lot() -> None:
    rng = np.random.default_rng(8)
    races, turns, players = 40_000, 40, 4
    scores = (rng.integers(players, size=(races, turns))[:, :, None] == np.arange(players)).cumsum(axis=1)
    alone = (scores == scores.max(axis=2, keepdims=True)).sum(axis=2) == 1
    leader = np.where(alone, scores.argmax(axis=2), -1)
    changes = np.zeros(races)
    last = np.full(races, -1)
    for now in leader.T:
        changes += (now >= 0) & (last >= 0) & (now != last)
        last = np.where(now >= 0, now, last)
    error = changes.std() / sqrt(races)
    assert abs(changes.mean() - fair_lead_changes(players, turns)) < FALSE_ALARM * error


def test_the_definitions_state_what_a_fair_walk_gives() -> None:
    for name, fair in (("runaway", fair_leader_wins), ("comeback", fair_last_wins)):
        two, three, four = (f"{100 * fair(players):.1f}" for players in (2, 3, 4))
        assert f"{two}, {three} and {four} % with two, three and four players" in find_metric(name).definition


def test_games_stand_beside_the_race_of_as_many_players_and_turns() -> None:
    played = simulate([load_variant("rulebook")], players=[2, 3], games=40, seed=2)
    guarded = played.with_columns(pl.when(pl.col("game") == 0).then(pl.lit("cut_off")).otherwise("end").alias("end"))
    table = beside_fair_walk(guarded)
    assert table.columns == ["players", "variant", "metric", "title", "value", "lo", "hi", "fair"]
    assert table["players"].to_list() == [2, 2, 2, 3, 3, 3]
    fair = {(row["players"], row["metric"]): row["fair"] for row in table.to_dicts()}
    assert fair[2, "runaway"] == fair_leader_wins(2)
    assert fair[3, "comeback"] == fair_last_wins(3)
    lengths = guarded.filter((pl.col("players") == 3) & (pl.col("game") > 0))["turns"].to_list()
    expected = sum(fair_lead_changes(3, turns) for turns in lengths) / 39
    assert fair[3, "lead_changes"] == pytest.approx(expected, rel=1e-12)
