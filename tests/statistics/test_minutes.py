"""Seconds a turn, reckoned from games: by hand, and anew for the constant that the metric states."""

import polars as pl
import pytest
from sizes import games

from simulator import load_variant, simulate
from simulator.statistics import REPORTED_MINUTES, SECONDS_PER_TURN, seconds_per, seconds_per_turn
from simulator.studies import SCHEMA

RULEBOOK = load_variant("rulebook")


def test_seconds_are_those_of_a_game_shared_out_over_its_turns() -> None:
    # Two games of 10 and 30 turns with two players, one of 40 with three: tables weigh alike, whatever their games.
    played = simulate([RULEBOOK], players=[2, 3], games=2, seed=1).filter(
        (pl.col("players") == 2) | (pl.col("game") == 0)
    )
    lengths = pl.Series("turns", [10, 30, 40], SCHEMA["turns"])
    found = seconds_per_turn(played.with_columns(lengths), minutes=10)
    assert found.columns == ["variant", "players", "turns", "seconds_per_turn"]
    assert found.rows() == [
        ("rulebook", 2, 20.0, 600 / 20),
        ("rulebook", 3, 40.0, 600 / 40),
        ("rulebook", None, 30.0, 600 / 30),
    ]
    with pytest.raises(ValueError, match="a game lasts 0 minutes"):
        seconds_per_turn(played, minutes=0)


def test_any_count_of_a_game_may_be_the_clock() -> None:
    # Two games of 10 and 30 turns with two players are of 5 and 15 rounds, one of 40 with four of 10.
    played = simulate([RULEBOOK], players=[2, 4], games=2, seed=1).filter(
        (pl.col("players") == 2) | (pl.col("game") == 0)
    )
    found = seconds_per(played.with_columns(pl.Series("turns", [10, 30, 40], SCHEMA["turns"])), "rounds", minutes=10)
    assert found.columns == ["variant", "players", "value", "seconds"]
    assert found.rows() == [("rulebook", 2, 10.0, 60.0), ("rulebook", 4, 10.0, 60.0), ("rulebook", None, 10.0, 60.0)]


@pytest.mark.skipif(games(1, 0) == 0, reason="too many games to interpret")
def test_the_stated_seconds_are_those_of_the_standing_default_player() -> None:
    # 4,000 games a table: the standard error of the mean of 24 turns is 0.04, of the seconds 0.03; the constant is
    # rounded to whole seconds, and 21.3 lies five standard errors inside 20.5 to 21.5.
    played = simulate([RULEBOOK], players=[2, 3, 4], seats="house", games=4_000, seed=5)
    found = seconds_per_turn(played).row(-1, named=True)
    assert found["players"] is None
    assert round(found["seconds_per_turn"]) == SECONDS_PER_TURN
    assert 8 < REPORTED_MINUTES < 9
