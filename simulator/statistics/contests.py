"""What contests come to: the challenger's win share beside the even share, and the worth of what a player forgoes.

The deck is the unit: its games, one for each seat of the challenger, are one observation.
"""

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from simulator.statistics.decks import DECK, UnpairedDecksError
from simulator.statistics.intervals import ConstantEvidence, MeanEvidence, evidence_of_mean, share_interval
from simulator.statistics.paired import tests_of_difference
from simulator.statistics.verdicts import judged

__all__ = ["CONTEST", "WORTH_MARGIN", "contest_decks", "contest_table", "restriction_table", "share_difference"]

WORTH_MARGIN = 0.02
"""The least worth of a rule to a player that matters: one game in fifty, about one a year of weekly play."""

CONTEST = ("variant", "players", "challenger", "field")
"""The columns that name a contest."""


def contest_decks(games: pl.DataFrame) -> pl.DataFrame:
    """The challenger's win share on each deck, averaged over the rotations of the seats.

    Parameters
    ----------
    games
        Games of contests, from :func:`simulator.studies.play_contest`.

    Returns
    -------
    One row a contest and deck, contests in the order of ``games`` and decks sorted; columns variant, players,
    challenger, field, seed, game, challenger_share.
    """
    decks = games.group_by(*CONTEST, *DECK, maintain_order=True).agg(pl.col("challenger_share").mean())
    order = decks.select(CONTEST).unique(maintain_order=True).with_row_index("_order")
    return decks.join(order, on=CONTEST).sort("_order", *DECK).drop("_order")


def contest_table(games: pl.DataFrame) -> pl.DataFrame:
    """The challenger's win share in each contest, with its 95 % interval.

    The standard error is that of the mean over decks, each deck's rotations averaged first, so that it is right however
    much a deck's games resemble one another. Where all decks gave 0, or all 1, the interval is Wilson's with the deck
    as the trial.

    Parameters
    ----------
    games
        Games of contests, from :func:`simulator.studies.play_contest`, or their :func:`contest_decks`.

    Returns
    -------
    Columns variant, players, challenger, field, share, lo, hi, standard_error, even (1/players), above_even (share −
    even), decks. ``even − share`` is the worth of what the challenger lacks against the field. The ends of the interval
    are null where one deck is all there is.
    """
    rows = []
    for names, decks in contest_decks(games).group_by(CONTEST, maintain_order=True):
        row = dict(zip(CONTEST, names, strict=True))
        found = _mean_share(decks["challenger_share"].to_numpy())
        even = 1 / row["players"]
        row |= {**vars(found), "even": even, "above_even": found.share - even, "decks": decks.height}
        rows.append(row)
    schema = {"variant": pl.String, "players": pl.Int32, "challenger": pl.String, "field": pl.String}
    schema |= dict.fromkeys(("share", "lo", "hi", "standard_error", "even", "above_even"), pl.Float64)
    return pl.DataFrame(rows, schema={**schema, "decks": pl.Int64})


def restriction_table(games: pl.DataFrame) -> pl.DataFrame:
    """What each rule is worth to a player: the even share less the win share of one who forgoes it.

    Restricted play (Jaffe et al. 2012): one restricted player against equal free ones, seats rotated. A restriction is
    worth less than nothing where it helps.

    Parameters
    ----------
    games
        Contests of ``player/restriction`` against ``player``, from :func:`simulator.studies.play_restrictions`.

    Returns
    -------
    Columns variant, players, player, restriction, worth (even share − win share), lo, hi, standard_error, even, decks,
    and as in :func:`difference_table` margin, p, p_holm, p_screened, p_beyond, p_beyond_holm, p_within and verdict. All
    rows are one family of tests.
    """
    restriction = pl.struct("challenger", "field").map_elements(
        lambda each: each["challenger"].removeprefix(each["field"]).lstrip("/"), return_dtype=pl.String
    )
    tests = [
        {"margin": WORTH_MARGIN, **_tests_of_worth(decks["challenger_share"].to_numpy(), 1 / names[1])}
        for names, decks in contest_decks(games).group_by(CONTEST, maintain_order=True)
    ]
    schema = {**dict.fromkeys(("margin", "p", "p_beyond", "p_within"), pl.Float64), "same": pl.Boolean}
    table = contest_table(games).select(
        "variant",
        "players",
        pl.col("field").alias("player"),
        restriction.alias("restriction"),
        (-pl.col("above_even")).alias("worth"),
        (pl.col("even") - pl.col("hi")).alias("lo"),
        (pl.col("even") - pl.col("lo")).alias("hi"),
        "standard_error",
        "even",
        "decks",
    )
    rows = table.hstack(pl.DataFrame(tests, schema=schema)).with_columns(pl.col("worth").alias("difference"))
    return judged(rows).drop("difference")


def _tests_of_worth(shares: NDArray[np.float64], even: float) -> dict[str, float | bool]:
    """The tests of a `Difference`, of the even share less the mean of the decks' shares, shape (decks,)."""
    worth = even - float(shares.mean())
    evidence = evidence_of_mean(worth, shares.mean() - shares)
    if evidence is None:
        return {"same": False}
    return {**tests_of_difference(evidence, WORTH_MARGIN), "same": bool((shares == even).all())}


def share_difference(first: pl.DataFrame, second: pl.DataFrame) -> pl.DataFrame:
    """The paired difference of two challengers' win shares over the same decks, the first less the second.

    Parameters
    ----------
    first, second
        One contest each: its games or its :func:`contest_decks`.

    Returns
    -------
    One row; columns difference, lo, hi (95 %; null with one deck), decks.

    Raises
    ------
    UnpairedDecksError
        The two did not play the same decks.
    """
    decks, others = (contest_decks(games) for games in (first, second))
    if not decks.select(DECK).equals(others.select(DECK)):
        raise UnpairedDecksError("the two contests did not play the same decks: give both the same seed and decks")
    differences = decks["challenger_share"].to_numpy() - others["challenger_share"].to_numpy()
    mean = float(differences.mean())
    evidence = evidence_of_mean(mean, differences - mean)
    lo, hi = (evidence.interval() if evidence is not None else None) or (None, None)
    schema = {**dict.fromkeys(("difference", "lo", "hi"), pl.Float64), "decks": pl.Int64}
    return pl.DataFrame({"difference": [mean], "lo": [lo], "hi": [hi], "decks": [len(differences)]}, schema=schema)


@dataclass(frozen=True)
class _Share:
    share: float
    lo: float | None = None
    hi: float | None = None
    standard_error: float | None = None


def _mean_share(shares: NDArray[np.float64]) -> _Share:
    """Mean of the decks' shares, shape (decks,), with Student's interval, kept within 0 and 1."""
    mean = float(shares.mean())
    evidence = evidence_of_mean(mean, shares - mean)
    if isinstance(evidence, ConstantEvidence) and mean in (0.0, 1.0):
        return _Share(mean, *share_interval(round(mean * len(shares)), len(shares)))
    interval = evidence.interval() if evidence is not None else None
    if interval is None:
        return _Share(mean)
    error = evidence.error if isinstance(evidence, MeanEvidence) else None
    return _Share(mean, max(0.0, interval[0]), min(1.0, interval[1]), error)
