"""Forecasts are fitted to games that are played as ever, and find the weights that made the wins."""

import numpy as np
import pytest
from scipy.special import softmax

from simulator import load_variant
from simulator.players.forecast import CLUES
from simulator.studies import simulate
from simulator.studies.forecasting import ForecastingError, Watched, fit_forecast, log_losses, watch

POINT, TURNS_AWAY = 0, len(CLUES) - 1


@pytest.mark.parametrize("player", ["house", "planner/no-trade"])
def test_games_that_are_watched_are_the_games_that_are_played(player: str) -> None:
    variant = load_variant("rulebook")
    watched = watch(variant, players=3, player=player, games=20, seed=4, first_game=7)
    games = simulate([variant], players=[3], seats=player, games=20, seed=4, first_game=7)
    wins = dict(zip(games["game"].to_list(), games["win_share"].to_list(), strict=True))
    assert set(watched.numbers.tolist()) == set(wins)
    for number, shares in zip(watched.numbers.tolist(), watched.shares.tolist(), strict=True):
        assert shares == wins[number]
    # Each turn but those after the trigger: one seat is next, the others are one and two turns away.
    assert (np.sort(watched.clues[:, :, TURNS_AWAY], axis=1) == [0, 1, 2]).all()
    last = games["end_turn"].to_numpy() - 1
    assert np.unique(watched.numbers, return_counts=True)[1].tolist() == last.tolist()
    first = np.unique(watched.numbers, return_index=True)[1]
    assert (np.diff(watched.full)[np.setdiff1d(np.arange(len(watched.full) - 1), first[1:] - 1)] <= 0).all()


def synthetic(rows: int, weights: np.ndarray, seed: int) -> Watched:
    """Turns whose wins are drawn by the model itself."""
    generator = np.random.default_rng(seed)
    clues = generator.poisson(2.0, (rows, 3, len(CLUES))).astype(float)
    clues[:, :, 3] = 0  # a clue that never comes
    full = generator.random(rows)
    watched = Watched(np.arange(rows), clues, full, np.zeros((rows, 3)))
    chances = softmax(watched.columns @ weights.ravel(), axis=1)
    winners = (generator.random(rows)[:, None] > chances.cumsum(axis=1)).sum(axis=1)
    return Watched(watched.numbers, clues, full, np.eye(3)[winners])


def test_the_fit_finds_the_weights_that_made_the_wins() -> None:
    weights = np.random.default_rng(1).normal(0, 0.4, (len(CLUES), 2))
    weights[3] = 0
    fitted = fit_forecast(synthetic(40_000, weights, 2))
    assert fitted == pytest.approx(weights, abs=0.06)
    assert (fitted[3] == 0).all()
    fresh = synthetic(5_000, weights, 3)
    assert log_losses(fresh, fitted).mean() < np.log(3) - 0.1
    assert log_losses(fresh, fitted).mean() == pytest.approx(log_losses(fresh, weights).mean(), abs=0.005)
    assert log_losses(fresh, np.zeros((len(CLUES), 2))) == pytest.approx(np.log(3))


def test_long_runs_are_thinned_out(monkeypatch: pytest.MonkeyPatch) -> None:
    variant = load_variant("rulebook")
    every = watch(variant, players=2, player="house", games=30, seed=4)
    monkeypatch.setattr("simulator.studies.forecasting.MOST_ROWS", 200)
    some = watch(variant, players=2, player="house", games=30, seed=4)
    assert len(every.full) > 400
    assert 120 < len(some.full) < 250


def test_a_player_that_asks_a_forecast_is_not_watched() -> None:
    with pytest.raises(ForecastingError, match="search:5 itself asks a forecast"):
        watch(load_variant("rulebook"), players=2, player="search:5", games=2, seed=1)
