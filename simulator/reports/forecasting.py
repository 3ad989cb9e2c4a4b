"""Fitting the forecast that goes with a planner's weights, its check on fresh games, and what the file says of it."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulator.engine.compiling import SOURCES_DIGEST
from simulator.players.forecast import BOXES, CLUES
from simulator.statistics.intervals import evidence_of_mean, linearise
from simulator.studies.forecasting import Watched, fit_forecast, log_losses, watch
from simulator.studies.provenance import versions
from simulator.studies.tuning import CHECK_FIRST_DECK
from simulator.telling.numbers import shown_number
from simulator.telling.provenance import rounded
from simulator.variants import Variant

__all__ = ["CHECK_GAMES", "GAMES", "Forecasting", "forecast"]

GAMES = 5_000
"""Games to which a forecast is fitted."""

CHECK_GAMES = 2_000
"""Fresh games on which it is checked."""


@dataclass(frozen=True, eq=False)
class Forecasting:
    """A fitted forecast and its check on fresh games.

    Parameters
    ----------
    variant, players, player, seed
        The rules, how many play, the player that was watched, and the seed of its games.
    fitted, present
        Weights of the clues: those fitted, and those that were to be beaten; None if there were none.
    turns
        Turns' ends to which the forecast was fitted.
    check
        The fresh games.
    """

    variant: Variant
    players: int
    player: str
    seed: int
    fitted: NDArray[np.float64]
    present: NDArray[np.float64] | None
    turns: int
    check: Watched

    @cached_property
    def log_loss(self) -> float:
        """Mean log loss over the fresh games' turns, in nats; an even forecast loses ``ln players``."""
        return float(log_losses(self.check, self.fitted).mean())

    @cached_property
    def gain(self) -> tuple[float, float, float]:
        """How much less it loses than the present forecast, or an even one: the mean and its 95 % interval by game."""
        even = np.full(len(self.check.full), math.log(self.players))
        before = even if self.present is None else log_losses(self.check, self.present)
        gains = before - log_losses(self.check, self.fitted)
        games = np.unique(self.check.numbers, return_inverse=True)[1]
        turns = np.bincount(games).astype(np.float64)
        found = linearise(np.bincount(games, gains).astype(np.float64), turns)
        assert found is not None
        evidence = evidence_of_mean(*found)
        interval = None if evidence is None else evidence.interval()
        return (found[0], *(interval or (-math.inf, math.inf)))

    @property
    def better(self) -> bool:
        """Whether it surely foretells fresh games better than the present forecast."""
        return self.gain[1] > 0

    @cached_property
    def as_data(self) -> dict[str, Any]:
        """What a file of weights says of it: ``weights`` by clue, box full and empty, and how they were ``found``."""
        return {
            "weights": {
                clue: dict(zip(BOXES, weights, strict=True))
                for clue, weights in zip(CLUES, self.fitted.tolist(), strict=True)
            },
            "found": {
                "model": "multinomial logistic, maximum likelihood (scipy, L-BFGS-B)",
                "games": f"0 to {GAMES - 1}, these weights in every seat",
                "turns": self.turns,
                "seed": self.seed,
                "check": {
                    "games": f"{CHECK_FIRST_DECK} to {CHECK_FIRST_DECK + CHECK_GAMES - 1}",
                    "log_loss": round(self.log_loss, 4),
                    "log_loss_of_even": round(math.log(self.players), 4),
                    f"gain_over_{'even' if self.present is None else 'present'}": rounded(self.gain, "gain"),
                },
                "sources": SOURCES_DIGEST,
                "made_with": versions("numba", "numpy", "scipy"),
            },
        }

    def __str__(self) -> str:
        """Tell the result in a sentence."""
        mean, lo, hi = (shown_number(value, 4) for value in self.gain)
        before = "an even one" if self.present is None else "the present one"
        verdict = "it is kept" if self.better else f"{before} stays"
        return (
            f"The forecast fitted to {GAMES:,} games, {self.turns:,} turns, loses "
            f"{shown_number(self.log_loss, 3)} nats on {CHECK_GAMES:,} fresh games, {mean} ({lo} to {hi}) less than "
            f"{before}: {verdict}."
        )


def forecast(
    variant: Variant, *, players: int, player: str, present: NDArray[np.float64] | None, seed: int = 1
) -> Forecasting:
    """Fit a forecast to games of a planner against itself, and check it on fresh ones.

    Parameters
    ----------
    variant, players, player
        The rules, how many play, and the planner with its weights.
    present
        The forecast to be beaten; None if there is none.
    seed
        Of the games.

    Raises
    ------
    ForecastingError
        If no turn ends before the end of the game has come.
    PlanError, UnknownPlayer, WeightsError
        If the games cannot be played.
    """
    watched = watch(variant, players=players, player=player, games=GAMES, seed=seed)
    check = watch(variant, players=players, player=player, games=CHECK_GAMES, seed=seed, first_game=CHECK_FIRST_DECK)
    return Forecasting(variant, players, player, seed, fit_forecast(watched), present, len(watched.full), check)
