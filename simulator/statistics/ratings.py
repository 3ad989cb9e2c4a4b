"""Ratings of fixed players from their contests: how strong each is, on one scale."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy import special

from simulator.errors import Mistake
from simulator.statistics.contests import CONTEST, contest_decks
from simulator.statistics.decks import DECK
from simulator.statistics.intervals import CONFIDENCE
from simulator.statistics.resampling import deck_weights

__all__ = ["POINTS", "UnratedError", "rating_table", "strengths"]

POINTS = 400 / math.log(10)
"""Points of one unit of log strength: 400 points more are ten times the strength, as in chess ratings."""

_RESAMPLES = 1_000
"""Draws of the decks' weights from which intervals come."""

_STEPS = 1_000
"""More than Newton's method needs from strengths of 0 to any that there can be."""

_NEVER_MET = "never met a rated player, nor one that did"
_NO_WIN = "no win that leads to a rated player"
_NO_LOSS = "no loss that leads to a rated player"
_NEITHER = "no wins and losses that lead to a rated player"


class UnratedError(Mistake):
    """Ratings that cannot be had from these contests."""


@dataclass(frozen=True, eq=False)
class _Met:
    """Two players' games, deck by deck: positions of the two, of the decks, and the challenger's share on each."""

    challenger: int
    field: int
    decks: NDArray[np.int64]
    shares: NDArray[np.float64]


def rating_table(games: pl.DataFrame, *, anchor: str | None = None, seed: int = 1) -> pl.DataFrame:
    r"""Rate the players of contests, by maximum likelihood, with 95 % intervals.

    The model is Luce's: a player of strength :math:`w_i` wins a game with probability :math:`w_i / \sum_j w_j` over the
    players at the table (with two, Bradley–Terry). The rating is :math:`400 \log_{10} w`. **100 points more** mean 1.78
    times as many wins as any one other at the table: 64 % of the games against one, 47 % against two, 37 % against
    three. With 400 more a player wins ten times as often as any one other.

    Each win is a win over each other player at the table, a shared win the same fraction of it; the strengths are then
    the maximum-likelihood ones of Bradley–Terry, without regularisation. At tables of two, and where every rung meets
    the next only, that is also the maximum-likelihood estimate of Luce's model; where all meet at larger tables it is a
    consistent one (rank breaking: Azari Soufiani et al. 2013).

    Intervals are the central 95 % of the ratings under random weights of the decks (the Bayesian bootstrap, Rubin
    1981); a deck has the same weight in all contests, so that what they share cancels. A player without wins over those
    that the anchor is compared with, or without losses to them, has no finite rating, nor one that never met them: it
    is null, and the note says why.

    Parameters
    ----------
    games
        Games of contests under one variant, from :func:`simulator.studies.play_contest`, or their decks
        (:func:`simulator.statistics.contest_decks`).
    anchor
        The player whose rating is 0; the first field of the contests if None.
    seed
        Of the weights.

    Returns
    -------
    One row a number of players and player, in the order of first appearance (the field before the challenger); columns
    players, player, rating, lo, hi, note.

    Raises
    ------
    UnratedError
        If the games are of several variants, or the anchor played none.
    """
    decks = contest_decks(games)
    variants = decks["variant"].unique(maintain_order=True).to_list()
    if len(variants) > 1:
        raise UnratedError(f"ratings are of one variant, and these games are of {', '.join(variants)}: rate each alone")
    rows = []
    for players in sorted(decks["players"].unique().to_list()):
        rows += _rated(decks.filter(pl.col("players") == players), players, anchor, seed)
    schema = {"players": pl.Int32, "player": pl.String, **dict.fromkeys(("rating", "lo", "hi"), pl.Float64)}
    return pl.DataFrame(rows, schema={**schema, "note": pl.String})


def _rated(decks: pl.DataFrame, players: int, anchor: str | None, seed: int) -> list[dict[str, object]]:
    """Rate the players at one number of players."""
    contests = decks.group_by(CONTEST, maintain_order=True)
    pairs = [(str(names[2]), str(names[3])) for names, _ in contests]
    known = list(dict.fromkeys(name for challenger, field in pairs for name in (field, challenger)))
    anchor = known[0] if anchor is None else anchor
    if anchor not in known:
        raise UnratedError(f"{anchor!r} played no game with {players} players; there are {', '.join(known)}")
    numbered = decks.select(DECK).unique().sort(DECK).with_row_index("_deck")
    met = [
        _Met(
            known.index(challenger),
            known.index(field),
            its.join(numbered, on=DECK, maintain_order="left")["_deck"].to_numpy(),
            its["challenger_share"].to_numpy(),
        )
        for (challenger, field), (_, its) in zip(pairs, contests, strict=True)
    ]
    wins = _wins(met, len(known), players, np.ones((1, numbered.height)))[0]
    rated, notes = _bounded(wins, known.index(anchor))
    places = np.flatnonzero(rated).tolist()
    start = places.index(known.index(anchor))
    drawn = [
        _wins(met, len(known), players, weights)
        for weights in deck_weights(numbered.height, resamples=_RESAMPLES, seed=seed, bayesian=True)
    ]
    found, *spread = _points(np.vstack([wins[None], *drawn])[:, places][:, :, places], start)
    tail = (1 - CONFIDENCE) / 2
    lo, hi = np.quantile(spread, [tail, 1 - tail], axis=0)
    rows: list[dict[str, object]] = []
    for place, name in enumerate(known):
        row: dict[str, object] = {"players": players, "player": name, "note": notes[place]}
        if rated[place]:
            at = places.index(place)
            row |= {"rating": float(found[at]), "lo": float(lo[at]), "hi": float(hi[at])}
        rows.append(row)
    return rows


def _wins(met: Sequence[_Met], known: int, players: int, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Wins of each player over each other on an average deck, shape (draws, known, known), weights (draws, decks).

    A challenger's win is one over each of ``players − 1`` opponents, a win in the field is one over the challenger.
    """
    wins = np.zeros((len(weights), known, known))
    for each in met:
        if each.challenger != each.field:
            weight = weights[:, each.decks] / weights.shape[1]
            wins[:, each.challenger, each.field] += (players - 1) * (weight @ each.shares)
            wins[:, each.field, each.challenger] += weight @ (1 - each.shares)
    return wins


def _bounded(wins: NDArray[np.float64], anchor: int) -> tuple[NDArray[np.bool_], list[str | None]]:
    """Which players have a finite rating beside the anchor's, and what to say of the others.

    Two ratings are a finite distance apart if chains of wins lead from each to the other (Ford 1957).
    """
    from scipy.sparse.csgraph import connected_components  # slow to load, and seldom needed

    beats = wins > 0
    _, groups = connected_components(beats, directed=True, connection="strong")
    _, islands = connected_components(beats, directed=False)
    reach = np.linalg.matrix_power(beats.astype(float) + np.eye(len(beats)), len(beats)) > 0
    notes: list[str | None] = []
    for place in range(len(beats)):
        if groups[place] == groups[anchor]:
            notes.append(None)
        elif islands[place] != islands[anchor]:
            notes.append(_NEVER_MET)
        elif reach[anchor, place]:
            notes.append(_NO_WIN)
        elif reach[place, anchor]:
            notes.append(_NO_LOSS)
        else:
            notes.append(_NEITHER)
    return groups == groups[anchor], notes


def _points(wins: NDArray[np.float64], anchor: int) -> NDArray[np.float64]:
    """Ratings in points from wins, shape (draws, players, players), the anchor's being 0."""
    found = strengths(wins.sum(axis=-1), wins + wins.swapaxes(-1, -2))
    return POINTS * (found - found[:, [anchor]])


def strengths(scores: NDArray[np.float64], games: NDArray[np.float64]) -> NDArray[np.float64]:
    """Strengths of Bradley–Terry in log-odds, mean 0, by maximum likelihood.

    Where the likelihood is largest, every player's expected score is the one at hand (Zermelo 1929). Newton's steps go
    there, shortened to change no difference by more than 1: so far the likelihood surely rises (Bach 2010).

    Parameters
    ----------
    scores
        Wins of each player, shape (…, players), each row a tournament of its own.
    games
        Games of each two players, shape (…, players, players), 0 on the diagonal; like the wins so scaled that two
        players have about one.
    """
    players = scores.shape[-1]
    found = np.zeros_like(scores)
    for _ in range(_STEPS):
        chances = special.expit(found[..., :, None] - found[..., None, :])
        surprises = scores - (chances * games).sum(axis=-1)
        if abs(surprises).max() < 1e-10:
            break
        slopes = chances * (1 - chances) * games
        curvature = np.eye(players) * slopes.sum(axis=-1)[..., None] - slopes + 1 / players
        step = np.linalg.solve(curvature, surprises[..., None])[..., 0]
        found += step / np.maximum(1.0, np.ptp(step, axis=-1, keepdims=True))
    return found - found.mean(axis=-1, keepdims=True)
