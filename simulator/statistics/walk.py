"""The course of a fair race, in which points fall by pure chance: what runaways, comebacks and lead changes it has.

A real game is held against it: more comebacks than chance gives, or fewer, is what the rules and the players do.
"""

from collections.abc import Sequence
from functools import cache
from math import ceil, comb, sqrt

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy import special

from simulator.statistics.decks import names_of
from simulator.statistics.paired import estimate_table

__all__ = ["beside_fair_walk", "fair_last_wins", "fair_lead_changes", "fair_leader_wins"]

_NODES = 60
"""Nodes of the quadrature in each direction; from 40 to 60 the results move in the tenth decimal."""

_NEGLIGIBLE = 1e-18
"""Probability, relative to the largest, below which a term adds nothing to a sum of doubles."""


@cache
def fair_leader_wins(players: int, played: float = 0.5) -> float:
    """Probability that who leads when ``played`` of a fair race is over also wins it.

    Every player's score is a random walk of many small independent steps, so that scores are normal, and those at the
    two moments have the correlation √played. With two players the answer is ½ + arcsin(√played)/π, ¾ at half-time.
    With n players it is n ∫∫ φ(u) φ(v) Φ₂(u, w; √played)ⁿ⁻¹ du dv with w = √played·u + √(1 − played)·v: one player
    has u now and w in the end, and each other has less at both times. The integral is taken by Gauss–Hermite
    quadrature; nothing is sampled.

    Parameters
    ----------
    players
        Number of players, from 2.
    played
        The part of the race that is over, between 0 and 1.
    """
    return _wins_from(players, played, last=False)


@cache
def fair_last_wins(players: int, played: float = 0.5) -> float:
    """Probability that who is last when ``played`` of a fair race is over still wins it.

    As `fair_leader_wins`, with each other player having more now and less in the end; a quarter for two players at
    half-time.
    """
    return _wins_from(players, played, last=True)


def _wins_from(players: int, played: float, *, last: bool) -> float:
    if players < 2 or not 0 < played < 1:
        raise ValueError(f"a race has 2 players or more and is looked at on its way, not {players} at {played}")
    correlation = sqrt(played)
    nodes, weights = np.polynomial.hermite_e.hermegauss(_NODES)
    weights /= weights.sum()
    now, rest = np.meshgrid(nodes, nodes, indexing="ij")
    end = correlation * now + sqrt(1 - played) * rest
    less_at_both = _both_less(now, end, correlation)
    beaten = special.ndtr(end) - less_at_both if last else less_at_both
    return float(players * (weights[:, None] * weights * beaten ** (players - 1)).sum())


def _both_less(first: NDArray[np.float64], second: NDArray[np.float64], correlation: float) -> NDArray[np.float64]:
    """P(X ≤ first, Y ≤ second) of two standard normal numbers, by Owen's T function.

    Owen, "Tables for computing bivariate normal probabilities", 1956. The first bound is not 0.
    """
    second = second + 0.0  # a nought below nought would turn the sign of a quotient
    spread = sqrt(1 - correlation**2)
    own = special.owens_t(first, (second / first - correlation) / spread)
    with np.errstate(divide="ignore"):
        other = special.owens_t(second, (first / second - correlation) / spread)
    apart = (first * second < 0) | ((second == 0) & (first < 0))
    return 0.5 * (special.ndtr(first) + special.ndtr(second) - apart) - own - other


def fair_lead_changes(players: int, turns: int) -> float:
    """Expected changes of the sole leader in a race of ``turns`` in which each gives one point to a player by lot.

    The first leader is no change, as in the ``lead_changes`` of a game. Whoever of k tied leaders came there first was
    the sole leader last; the next turn gives the lead to another of them with probability (k − 1)/players. So the
    expectation is Σ (E[K_t] − 1)/players over the turns t before the last, K_t being how many are in front after turn
    t. With two players this is ½ [(2m + 1) C(2m, m)/4ᵐ − 1], m = ⌊(turns − 1)/2⌋: half the expected returns of the
    simple symmetric random walk to 0 (Feller, An Introduction to Probability Theory and Its Applications I, chapter
    III). With more, E[K_t] is summed exactly from the multinomial distribution.
    """
    if players == 2:
        returns = max(0, turns - 1) // 2
        return ((2 * returns + 1) * comb(2 * returns, returns) / 4**returns - 1) / 2
    return sum(_tied_in_front(players, turn) - 1 for turn in range(1, turns)) / players


@cache
def _tied_in_front(players: int, turn: int) -> float:
    """Expected number of players with the highest score after ``turn`` points were given out by lot.

    It is players · P(the first has m points and no other has more), summed over m; the scores are independent Poisson
    numbers given that they add up to ``turn``.
    """
    scores = _poisson(np.arange(turn + 1), turn / players)
    total = 0.0
    for most in range(ceil(turn / players), turn + 1):
        if scores[most] < _NEGLIGIBLE * scores.max():
            break
        others = np.ones(1)
        for _ in range(players - 1):
            others = np.convolve(others, scores[: most + 1])[: turn + 1]
        left = turn - most
        total += scores[most] * (others[left] if left < len(others) else 0.0)
    return float(players * total / _poisson(np.array(turn), turn))


def _poisson(counts: NDArray[np.int64], mean: float) -> NDArray[np.float64]:
    """Probabilities of the counts, the logarithms added up first so that none is too large for a double."""
    return np.exp(special.xlogy(counts, mean) - special.gammaln(counts + 1) - mean)


def beside_fair_walk(
    results: pl.DataFrame, *, variants: Sequence[str] | None = None, by: str = "variant"
) -> pl.DataFrame:
    """How the lead goes in games, beside the same in a fair race of as many players and turns.

    Leading at half-time compares directly. Lead changes do so between variants only: at a table turns go round and each
    brings some points, so that the lead swings with whoever has just played, which a race by lot does not know.

    Parameters
    ----------
    results
        Games, with the columns of ``simulator.studies.columns``. Those that were cut off are left out: they have no
        half-time.
    variants
        Values of the column ``by``, in order; all, in order of appearance, if None.
    by
        The column that tells apart what stands side by side: ``variant`` or ``line_up``.

    Returns
    -------
    Columns players, ``by``, metric (``runaway``, ``comeback``, ``lead_changes``), title, value, lo, hi (95 %
    interval), fair (`fair_leader_wins`, `fair_last_wins`, and `fair_lead_changes` averaged over the games' lengths).
    """
    finished = results.filter(pl.col("end") != "cut_off")
    names = names_of(finished, by) if variants is None else list(variants)
    table = estimate_table(finished, variants=names, by=by, metrics=["runaway", "comeback", "lead_changes"])
    lengths = finished.group_by(by, "players", "turns").len()
    fair = [
        _fair(row["metric"], row["players"], lengths.filter(pl.col(by) == row[by], players=row["players"]))
        for row in table.to_dicts()
    ]
    shown = table.select("players", by, "metric", "title", "value", "lo", "hi")
    return shown.with_columns(pl.Series("fair", fair, dtype=pl.Float64))


def _fair(metric: str, players: int, lengths: pl.DataFrame) -> float:
    if metric == "runaway":
        return fair_leader_wins(players)
    if metric == "comeback":
        return fair_last_wins(players)
    found = lengths.sort("turns").select("turns", "len").rows()
    changes = [games * fair_lead_changes(players, turns) for turns, games in found]
    return sum(changes) / int(lengths["len"].sum())
