"""The random player's statistics under eleven rule sets equal those of an independent implementation.

This is slow, so it is a verification of its own: ``pytest -m verification``. Every share and mean must lie within four
standard errors of the difference; with a fixed seed there is no false alarm to fear after the first agreement.
``DOUBLE_SEVEN_RANDOM_GAMES`` plays fewer games than the reference has: less sharp, and sooner done.
"""

import math
import os
from pathlib import Path

import polars as pl
import pytest

from simulator.studies import simulate
from simulator.variants import load_variant

REFERENCE = pl.read_csv(Path(__file__).parents[1] / "data" / "random_play.csv")
GAMES = int(os.environ.get("DOUBLE_SEVEN_RANDOM_GAMES", "100000"))
STANDARD_ERRORS = 4

WINNERS = pl.col("win_share").list.eval(pl.element() > 0).list.sum()

SHARES = {
    "end_double_seven": pl.col("end") == "double_seven",
    "end_last_tile": pl.col("end") == "last_tile",
    "end_stalled": pl.col("end") == "stalled",
    "ds_taken": pl.col("double_seven_seat").is_not_null(),
    "shared_wins": WINNERS > 1,
}

MEANS = {
    "turns_mean": pl.col("turns"),
    "ds_turn_mean": pl.col("double_seven_turn"),
    "score_mean": pl.col("scores").list.mean(),
    "win_score_mean": pl.col("scores").list.max(),
    "sevens_per_game": pl.col("seven_tokens").list.sum(),
    "rainbow_per_game": pl.col("rainbows_announced"),
    "discards_per_game": pl.col("discards"),
    "empties_per_game": pl.col("empty_stands"),
    "stand_left_per_game": pl.col("stand_left").list.sum(),
    "start_per_game": pl.col("starts"),
    "grow_animal_per_game": pl.col("growths_by_animal"),
    "grow_joker_per_game": pl.col("growths_by_joker"),
    "trade_per_game": pl.col("trades"),
    "reclaim_per_game": pl.col("reclaims"),
    "two_for_one_per_game": pl.col("two_for_ones"),
    "pass_per_game": pl.col("passes"),
    **{f"seat_{seat}_win": pl.col("win_share").list.get(seat, null_on_oob=True) for seat in range(4)},
}


@pytest.mark.verification
@pytest.mark.parametrize("row", REFERENCE.to_dicts(), ids=lambda row: f"{row['rules']}, {row['players']} players")
def test_random_play_agrees_with_the_independent_implementation(row: dict) -> None:
    variant = load_variant("rulebook", overrides=(row["settings"] or "").split())
    games = simulate([variant], players=[row["players"]], seats="random", games=GAMES, seed=20)
    shares = games.select(**SHARES).mean().row(0, named=True)
    disagreements = []
    for name, share in shares.items():
        # Pooled: a share of which one sample happens to have seen none is no disagreement.
        pooled = (share * GAMES + row[name] * row["games"]) / (GAMES + row["games"])
        spread = pooled * (1 - pooled) * (1 / GAMES + 1 / row["games"])
        if abs(share - row[name]) > STANDARD_ERRORS * math.sqrt(spread):
            disagreements.append((name, share, row[name]))
    for name, values in (
        (name, games.select(expression).to_series().drop_nulls()) for name, expression in MEANS.items()
    ):
        if values.len() == 0:
            assert row[name] is None, name
            continue
        counted = values.len()
        error = values.cast(pl.Float64).std() * math.sqrt((1 + GAMES / row["games"]) / counted)
        if abs(values.mean() - row[name]) > STANDARD_ERRORS * error:
            disagreements.append((name, values.mean(), row[name]))
    turns = games["turns"].cast(pl.Float64)
    deviation = turns.std()
    # The delta method: Var(s) = (fourth central moment − s⁴) / (4 n s²).
    fourth = ((turns - turns.mean()) ** 4).mean()
    error = math.sqrt((fourth - deviation**4) / (4 * deviation**2) * (1 / GAMES + 1 / row["games"]))
    if abs(deviation - row["turns_sd"]) > STANDARD_ERRORS * error:
        disagreements.append(("turns_sd", deviation, row["turns_sd"]))
    assert disagreements == []
