"""From games to decks: each metric's sums and influences by deck, and the check that variants played the same decks.

The deck, named by seed and game number, is the unit of every study here. Games of the same deck, such as the rotations
of unlike players over the seats, are summed before anything is estimated.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from simulator.statistics.intervals import linearise
from simulator.statistics.metrics import SHARE, Balance, Metric, Ratio

__all__ = ["DECK", "Measured", "UnpairedDecksError", "check_pairing", "deck_sums", "games_of", "measured", "names_of"]

DECK = ("seed", "game")
"""The columns that name a deck."""

_GAMES = "games"


class UnpairedDecksError(ValueError):
    """Two variants cannot be compared deck by deck, because they did not play the same decks."""


@dataclass(frozen=True, eq=False)
class Measured:
    """A metric's means over the games of one variant, and how each deck pulls on them.

    Parameters
    ----------
    means
        Shape (parts,): the ratio, or the win share of each seat.
    influences
        Shape (decks, parts); each column sums to 0.
    informed
        Decks that enter the metric at all.
    whole
        Whether it is a share of independent trials: one game a deck, each 0 or 1 of 0 or 1.
    """

    means: NDArray[np.float64]
    influences: NDArray[np.float64]
    informed: int
    whole: bool


def names_of(results: pl.DataFrame, by: str = "variant") -> list[str]:
    """Names in ``results`` of the variants, or of what else the column ``by`` tells apart, in order of appearance."""
    return results[by].unique(maintain_order=True).to_list()


def games_of(results: pl.DataFrame, name: str, players: int, by: str = "variant") -> pl.DataFrame:
    """Games of one variant, or of one ``name`` in the column ``by``, at one number of players.

    Raises
    ------
    UnpairedDecksError
        There are none.
    """
    games = results.filter((pl.col(by) == name) & (pl.col("players") == players))
    if games.is_empty():
        raise UnpairedDecksError(f"the results hold no game of {by.replace('_', '-')} {name!r} with {players} players")
    return games


def _numerator(metric: Metric, part: int) -> str:
    return f"{metric.name}/{part}"


def _denominator(metric: Metric) -> str:
    return (
        f"{metric.name}/of" if isinstance(metric.measure, Ratio) and metric.measure.denominator is not None else _GAMES
    )


def deck_sums(games: pl.DataFrame, metrics: Sequence[Metric]) -> pl.DataFrame:
    """Sum what ``metrics`` read over the games of each deck.

    Parameters
    ----------
    games
        Games of one variant at one number of players.
    metrics
        The metrics that `measured` will be asked for.

    Returns
    -------
    One row a deck, sorted by `DECK`; besides these a column ``games`` and columns that only `measured` reads.
    """
    columns: list[pl.Expr] = []
    for metric in metrics:
        match metric.measure:
            case Ratio(numerator, denominator):
                columns.append(numerator.cast(pl.Float64).alias(_numerator(metric, 0)))
                if denominator is not None:
                    columns.append(denominator.cast(pl.Float64).alias(_denominator(metric)))
            case Balance(shares):
                columns += [share.cast(pl.Float64).alias(_numerator(metric, part)) for part, share in enumerate(shares)]
    # A lazy frame computes once what several metrics share.
    entries = games.lazy().select(*DECK, pl.lit(1.0).alias(_GAMES), *columns).collect()
    if entries.select(DECK).is_duplicated().any():
        entries = entries.group_by(DECK).sum()
    return entries.sort(DECK)


def measured(metric: Metric, sums: pl.DataFrame) -> Measured | None:
    """Means and influences of a ``metric`` from its `deck_sums`; None where no game enters it."""
    parts = len(metric.measure.shares) if isinstance(metric.measure, Balance) else 1
    numerators = [sums[_numerator(metric, part)].to_numpy() for part in range(parts)]
    denominators = sums[_denominator(metric)].to_numpy()
    known = [each for each in (linearise(part, denominators) for part in numerators) if each is not None]
    if not known:
        return None
    return Measured(
        means=np.array([mean for mean, _ in known]),
        influences=np.column_stack([influences for _, influences in known]),
        informed=int(np.count_nonzero(denominators)),
        whole=metric.unit is SHARE and parts == 1 and _all_whole(numerators[0], denominators, sums[_GAMES].to_numpy()),
    )


def _all_whole(numerators: NDArray[np.float64], denominators: NDArray[np.float64], games: NDArray[np.float64]) -> bool:
    return games.max() <= 1 and all(bool(((each == 0) | (each == 1)).all()) for each in (numerators, denominators))


def check_pairing(base: pl.DataFrame, other: pl.DataFrame, *, base_name: str, other_name: str, players: int) -> None:
    """Check that two variants played the same decks, each the same number of times.

    Parameters
    ----------
    base, other
        Their `deck_sums`.
    base_name, other_name, players
        What to call them in the error.

    Raises
    ------
    UnpairedDecksError
        They did not; the message names the decks that are missing and who lacks them.
    """
    if base.height == other.height and base.select(*DECK, _GAMES).equals(other.select(*DECK, _GAMES)):
        return
    problems = []
    for having, lacking, lacking_name in ((base, other, other_name), (other, base, base_name)):
        missing = having.join(lacking, on=DECK, how="anti")
        if not missing.is_empty():
            seed, game = missing.select(DECK).row(0)
            count = "1 deck" if missing.height == 1 else f"{missing.height:,} decks"
            problems.append(f"{lacking_name!r} lacks {count} of the other, the first of them seed {seed} game {game}")
    if not problems:
        both = base.select(*DECK, _GAMES).join(other.select(*DECK, _GAMES), on=DECK)
        seed, game, times, other_times = both.filter(pl.col(_GAMES) != pl.col(f"{_GAMES}_right")).row(0)
        problems.append(
            f"the deck of seed {seed} game {game} was played {times:.0f} times by {base_name!r} and {other_times:.0f} "
            f"times by {other_name!r}"
        )
    raise UnpairedDecksError(
        f"{base_name!r} and {other_name!r} with {players} players did not play the same decks: {'; '.join(problems)}. "
        "Simulate both with the same seed, number of games and seats."
    )
