"""Forecasting: the clues' weights, fitted to games of the planner, and how well they foretell other games.

The forecast itself is :mod:`simulator.players.forecast`.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import log_softmax

from simulator.engine.state import new_games
from simulator.errors import Mistake
from simulator.players import new_desks, seat_records
from simulator.players.forecast import CLUES
from simulator.players.seats import SEARCH, SEER
from simulator.players.watching import watch_games
from simulator.studies.simulating import simulate
from simulator.variants import Variant

__all__ = ["ForecastingError", "Watched", "fit_forecast", "log_losses", "watch"]

MOST_ROWS = 200_000
"""Turns' ends that are noted, at most; of longer runs every second is, or every third …"""

RIDGE = 1e-4
"""Weight of the squares of the standardised weights, beside the mean log loss: holds those of clues that never come."""

DECIMALS = 3
"""Digits after the point of weights that are fitted."""


class ForecastingError(Mistake):
    """Games to which no forecast can be fitted."""


@dataclass(frozen=True, eq=False)
class Watched:
    """Games watched from turn to turn.

    Parameters
    ----------
    numbers, clues, full, shares
        A row a turn: see :func:`simulator.players.watching.watch_games`.
    """

    numbers: NDArray[np.int64]
    clues: NDArray[np.float64]
    full: NDArray[np.float64]
    shares: NDArray[np.float64]

    @property
    def columns(self) -> NDArray[np.float64]:
        """Each clue times the share of the box that is left, and times the share that is gone.

        float64, ``(rows, players, clues × 2)``: with the flattened weights as factors it gives the sums of weighted
        clues.
        """
        full = self.full[:, None, None]
        both = np.stack([self.clues * full, self.clues * (1 - full)], axis=-1)
        return both.reshape(*self.clues.shape[:2], -1)


def watch(variant: Variant, *, players: int, player: str, games: int, seed: int, first_game: int = 0) -> Watched:
    """Watch one player play against itself.

    Parameters
    ----------
    variant, players, player
        The rules, how many play, and the player in each seat; not one that searches.
    games, seed, first_game
        Which games.

    Raises
    ------
    ForecastingError
        If the player searches, or no turn ends before the end of the game has come.
    PlanError, UnknownPlayer, WeightsError
        If the games cannot be played.
    """
    seats = seat_records(variant, [player] * players)
    if np.isin(seats.player, (SEARCH, SEER)).any():
        raise ForecastingError(f"{player} itself asks a forecast: watch a planner, or a simpler player")
    played = simulate(variant, players=players, seats=player, games=games, seed=seed, first_game=first_game)
    turns = int(played["turns"].sum())
    every = math.ceil(turns / MOST_ROWS)
    rows = turns // every + games
    noted = Watched(
        np.zeros(rows, np.int64),
        np.zeros((rows, players, len(CLUES))),
        np.zeros(rows),
        np.zeros((rows, players)),
    )
    rows = watch_games(
        variant.rules,
        np.int64(players),
        seats,
        np.uint64(seed),
        np.int64(first_game),
        np.int64(games),
        np.int64(every),
        new_games(1)[0],
        new_desks(seats)[0],
        noted.numbers,
        noted.clues,
        noted.full,
        noted.shares,
    )
    if rows == 0:
        raise ForecastingError(f"under {variant.name} no turn ends before the end of the game has come")
    return Watched(noted.numbers[:rows], noted.clues[:rows], noted.full[:rows], noted.shares[:rows])


def fit_forecast(watched: Watched) -> NDArray[np.float64]:
    """The clues' weights under which the wins that were watched are likeliest: float64, ``(clues, 2)``.

    Maximum likelihood of a multinomial logistic model by L-BFGS-B, with a slight ridge. A shared win counts in parts.
    """
    columns = watched.columns
    spread = columns.reshape(-1, columns.shape[-1]).std(axis=0)
    spread[spread == 0] = 1.0
    columns /= spread
    rows = len(columns)

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        chances = log_softmax(columns @ weights, axis=1)
        missed = np.exp(chances) - watched.shares
        value = -(watched.shares * chances).sum() / rows + RIDGE * (weights @ weights)
        return value, np.tensordot(missed, columns, 2) / rows + 2 * RIDGE * weights

    found = minimize(loss, np.zeros(columns.shape[-1]), jac=True, method="L-BFGS-B", options={"maxiter": 1_000})
    return (found.x / spread).reshape(-1, 2).round(DECIMALS)


def log_losses(watched: Watched, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far a forecast was from each turn's outcome: minus the logarithm of the chance that it gave the winner.

    float64, ``(rows,)``, in nats; an even forecast among ``n`` loses ``ln n``.
    """
    chances = log_softmax(watched.columns @ weights.ravel(), axis=1)
    return -(watched.shares * chances).sum(axis=1)
