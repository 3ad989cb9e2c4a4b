"""The setting that serves a stated aim best, and how sure that choice is: who else might be the best."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import polars as pl
from numpy.typing import NDArray

from simulator.errors import Mistake
from simulator.statistics.decks import Measured, check_pairing, deck_sums, games_of, measured
from simulator.statistics.intervals import CONFIDENCE
from simulator.statistics.metrics import SHARE, Metric, find_metric, metrics_for
from simulator.statistics.resampling import RESAMPLES, deck_weights, resampled_values

__all__ = ["Aim", "AimError", "Choice", "Wish", "choose", "read_aim", "surely_behind"]

_VARIANT = "variant"

_SURELY = 0.99
"""A setting that keeps the bounds in this share of draws surely does."""

_NO_VALUE = 1e6
"""Margins by which a setting misses where its metric has no value."""


class AimError(Mistake):
    """An aim that cannot be understood or held against these games."""


class Wish(StrEnum):
    """What an aim asks of a metric."""

    NEAREST = "nearest"
    LOWEST = "lowest"
    HIGHEST = "highest"
    UNDER = "under"
    OVER = "over"
    WITHIN = "within"

    @property
    def is_bound(self) -> bool:
        """Whether it is met or not, while the others are served more or less."""
        return self in (Wish.UNDER, Wish.OVER, Wish.WITHIN)

    @property
    def has_target(self) -> bool:
        """Whether a number belongs to it."""
        return self not in (Wish.LOWEST, Wish.HIGHEST)


@dataclass(frozen=True)
class Aim:
    """What is wished of a metric, at every number of players.

    Parameters
    ----------
    metric
        Name of the metric.
    wish
        ``nearest`` to the target, ``lowest``, ``highest``; or a bound to keep: ``under`` or ``over`` the target, or
        ``within`` it on either side of 0.
    target
        In the metric's stored unit (shares from 0 to 1); None for lowest and highest.
    """

    metric: str
    wish: Wish
    target: float | None = None

    def __str__(self) -> str:
        return f"{self.metric} {self.wish.value}" + ("" if self.target is None else f" {self.target:g}")

    def misses(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """How far ``values`` are from the aim, in margins that matter; by a million where there is no value."""
        target = 0.0 if self.target is None else self.target
        by = {
            Wish.NEAREST: abs(values - target),
            Wish.LOWEST: values,
            Wish.HIGHEST: -values,
            Wish.UNDER: np.maximum(0.0, values - target),
            Wish.OVER: np.maximum(0.0, target - values),
            Wish.WITHIN: np.maximum(0.0, abs(values) - target),
        }[self.wish]
        return np.where(np.isnan(values), _NO_VALUE, by / find_metric(self.metric).margin)


_WORDS = "METRIC nearest|under|over|within NUMBER, or METRIC lowest|highest"


def read_aim(text: str) -> Aim:
    """Read an aim such as ``turns nearest 30``, ``first_seat_advantage within 2%`` or ``shared_wins lowest``.

    Raises
    ------
    AimError
        It cannot be understood; the message says what can.
    """
    words = text.split()
    if len(words) not in (2, 3) or words[1] not in list(Wish):
        raise AimError(f"aim {text!r}: write {_WORDS}, such as 'turns nearest 30'")
    try:
        metric = find_metric(words[0])
    except KeyError as error:
        raise AimError(f"aim {text!r}: {error.args[0]}") from None
    wish = Wish(words[1])
    if wish.has_target != (len(words) == 3):
        needed = "needs a number behind it" if wish.has_target else "takes no number"
        raise AimError(f"aim {text!r}: {wish.value} {needed}")
    if not wish.has_target:
        return Aim(metric.name, wish)
    number = re.fullmatch(r"([-+]?\d+(?:\.\d+)?)(%?)", words[2].replace("−", "-"))
    if number is None or (number[2] and metric.unit is not SHARE):
        allowed = "a number such as 0.02, or 2%" if metric.unit is SHARE else "a number such as 30"
        raise AimError(f"aim {text!r}: {words[2]!r} is not {allowed}")
    return Aim(metric.name, wish, float(number[1]) / (100 if number[2] else 1))


@dataclass(frozen=True, eq=False)
class Choice:
    """The setting that is recommended for some aims, and what speaks for the others.

    Parameters
    ----------
    aims
        The aims.
    recommended
        Name of the variant.
    table
        A row a setting, the best first: the columns of the design; ``metric/players`` for the value of each aim's
        metric at each number of players; ``shortfall`` (by how many margins the bounds are missed, 0 where all are
        kept), ``miss`` (by how many margins the other aims are); ``kept`` (share of draws in which it kept all bounds),
        ``chosen`` (share of draws in which it was the best; settings that play alike share a draw) and ``verdict``:
        recommended, 'not told apart' from the best, or 'worse'.
    """

    aims: tuple[Aim, ...]
    recommended: str
    table: pl.DataFrame

    @property
    def keeps_bounds(self) -> bool:
        """Whether the recommended setting keeps all bounds, as far as its values tell."""
        return bool(self.table["shortfall"][0] == 0)


def choose(results: pl.DataFrame, design: pl.DataFrame, aims: Sequence[Aim], *, resamples: int = RESAMPLES) -> Choice:
    """Choose the setting that serves the aims best, and draw the decks anew to see how sure that is.

    An aim counts by its worst number of players, in margins that matter, so that turns and shares can be added up. Of
    the settings that keep all bounds (or, if none does, that miss them by least) that one is recommended which misses
    the other aims by least in all. Over drawn decks every setting, at every number of players, is valued over the same
    decks, so that what they have in common does not blur the choice.

    A setting is called worse if another one is better by more than luck explains: if it misses the bounds by less, or
    surely keeps them (in 99 % of the draws) and misses the other aims by less. The luck of the luckiest of all others
    is allowed for: the largest of their standardised leads is held against the 95 % quantile of the largest of their
    errors over drawn decks (comparison with the best, Hsu 1981), or 97.5 % where there are bounds and other aims. So
    the truly best setting is among the recommended and those not told apart with 95 % confidence, however many were
    tried.

    Parameters
    ----------
    results
        Games, with the columns of ``simulator.studies.columns``; every variant over the same decks.
    design
        A row a variant: a column ``variant`` and any others, which go into the table.
    aims
        One aim or more.
    resamples
        How often decks are drawn anew.

    Raises
    ------
    AimError
        There is no aim, or a metric does not exist at a number of players.
    simulator.statistics.UnpairedDecksError
        The variants, or the numbers of players, did not play the same decks.
    """
    if not aims:
        raise AimError(f"there is no aim: write {_WORDS}")
    names = design[_VARIANT].to_list()
    counts = sorted(results["players"].unique().to_list())
    metrics = {players: _metrics_of(aims, players) for players in counts}
    sums = {
        (name, players): deck_sums(games_of(results, name, players), list(dict.fromkeys(metrics[players])))
        for name in names
        for players in counts
    }
    decks = sums[names[0], counts[0]]
    for (name, players), each in sums.items():
        check_pairing(decks, each, base_name=names[0], other_name=name, players=players)
    found = {key: [measured(metric, each) for metric in metrics[key[1]]] for key, each in sums.items()}

    def values(weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Value of each aim's metric, shape (draws, settings, players, aims); NaN where there is none."""
        by_setting = [
            [[_valued(*pair, weights) for pair in zip(metrics[n], found[name, n], strict=True)] for n in counts]
            for name in names
        ]
        return np.moveaxis(np.array(by_setting), -1, 0)

    at_hand = values(np.ones((1, decks.height)))
    shortfall, miss = (each[0] for each in _judged(aims, at_hand))
    best = int(np.lexsort((miss, shortfall))[0])
    drawn = [_judged(aims, values(weights)) for weights in deck_weights(decks.height, resamples=resamples)]
    shortfalls, misses = (np.vstack(each) for each in zip(*drawn, strict=True))
    first = np.lexsort((misses, shortfalls), axis=1)[:, :1]
    # Settings that play alike share the draw.
    tied = np.logical_and(*(each == np.take_along_axis(each, first, axis=1) for each in (shortfalls, misses)))
    chosen = (tied / tied.sum(axis=1, keepdims=True)).mean(axis=0)
    level = 1 - (1 - CONFIDENCE) / len({aim.wish.is_bound for aim in aims})
    keepers = (shortfalls == 0).mean(axis=0) >= _SURELY
    everybody = np.ones(len(names), bool)
    worse = surely_behind(shortfall, shortfalls, everybody, level) | surely_behind(miss, misses, keepers, level)
    verdicts = ["worse" if each else "not told apart" for each in worse]
    verdicts[best] = "recommended"
    columns = {
        f"{aim.metric}/{players}": at_hand[0, :, place, which]
        for which, aim in enumerate(aims)
        for place, players in enumerate(counts)
    }
    table = design.with_columns(
        *(pl.Series(name, each, nan_to_null=True) for name, each in columns.items()),
        pl.Series("shortfall", shortfall),
        pl.Series("miss", miss),
        pl.Series("kept", (shortfalls == 0).mean(axis=0)),
        pl.Series("chosen", chosen),
        pl.Series("verdict", verdicts),
    )
    return Choice(tuple(aims), names[best], table[np.lexsort((miss, shortfall)).tolist()])


def _metrics_of(aims: Sequence[Aim], players: int) -> list[Metric]:
    known = {metric.name: metric for metric in metrics_for(players)}
    for aim in aims:
        if aim.metric not in known:
            raise AimError(f"aim '{aim}': {aim.metric} does not exist with {players} players")
    return [known[aim.metric] for aim in aims]


def _valued(metric: Metric, found: Measured | None, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.full(len(weights), np.nan) if found is None else resampled_values(metric, found, weights)


def _judged(aims: Sequence[Aim], values: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Shortfall of the bounds and miss of the other aims, shape (draws, settings) each."""
    worst = [aim.misses(values[..., which]).max(axis=2) for which, aim in enumerate(aims)]
    bounds, others = (
        [each for aim, each in zip(aims, worst, strict=True) if aim.wish.is_bound == bound] for bound in (True, False)
    )
    nothing = np.zeros(values.shape[:2])
    return sum(bounds, nothing), sum(others, nothing)


def surely_behind(
    losses: NDArray[np.float64], drawn: NDArray[np.float64], rivals: NDArray[np.bool_], level: float = CONFIDENCE
) -> NDArray[np.bool_]:
    """Whether each setting is behind one of its rivals by more than the luck of the luckiest of them explains.

    Parameters
    ----------
    losses
        By how much each setting misses, shape (settings,).
    drawn
        The same over drawn decks, shape (draws, settings).
    rivals
        Which settings count as rivals, shape (settings,).
    level
        Confidence that a setting behind nobody is not called so.
    """
    behind_any = np.zeros(len(losses), bool)
    if not rivals.any():
        return behind_any
    for place in range(len(losses)):
        behind = losses[place] - losses[rivals]
        errors = drawn[:, [place]] - drawn[:, rivals] - behind
        spread = errors.std(axis=0)
        # Where nothing varies, as against a setting that plays alike, any lead is sure and no lead is none.
        lead = np.divide(behind, spread, out=np.where(behind > 0, np.inf, 0.0), where=spread > 0)
        luck = np.divide(errors, spread, out=np.zeros_like(errors), where=spread > 0)
        behind_any[place] = lead.max() > max(0.0, np.quantile(luck.max(axis=1), level))
    return behind_any
