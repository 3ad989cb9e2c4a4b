"""The games that show both effects of a rule change: with the players unchanged, and with players re-tuned to it."""

from collections.abc import Sequence

import polars as pl

from simulator.studies.columns import SCHEMA
from simulator.studies.simulating import Progress, plan, run, threads
from simulator.variants import Variant

UNCHANGED, RETUNED = PLAYERS_ARE = ("unchanged", "re-tuned")
"""What the players are: the same under both variants, or each variant's own."""

TWO_EFFECTS_SCHEMA: dict[str, pl.DataType] = {"players_are": pl.String(), **SCHEMA}
"""Columns of the games: what the players are, and those of any game."""


def play_two_effects(
    base: Variant,
    variant: Variant,
    *,
    players: Sequence[int] = (2, 3),
    games: int,
    seed: int = 1,
    unchanged: str = "planner",
    retuned: str = "planner@tuned",
    retuned_base: str = "planner@tuned",
    number_of_threads: int | None = None,
    progress: Progress | None = None,
) -> pl.DataFrame:
    """Play the same decks under two variants, once with unchanged players and once with each variant's own.

    Parameters
    ----------
    base, variant
        The rules before and after the change.
    players
        Numbers of players.
    games, seed
        Decks of each, and their seed.
    unchanged
        The player in all seats under both variants.
    retuned, retuned_base
        The player in all seats under ``variant`` and under ``base``; by default those with each variant's own weights.
    number_of_threads, progress
        As in :func:`simulator.studies.simulate`.

    Returns
    -------
    polars.DataFrame
        Four runs, with the columns of :data:`TWO_EFFECTS_SCHEMA`: players_are ``unchanged`` under the base and the
        variant, then ``re-tuned`` under both.

    Raises
    ------
    WeightsError
        If a variant has no weights of its own, or they are for other rules of its name.
    PlanError, UnknownPlayer
        If the games cannot be played.
    """
    seated = [(UNCHANGED, base, unchanged), (UNCHANGED, variant, unchanged)]
    seated += [(RETUNED, base, retuned_base), (RETUNED, variant, retuned)]
    planned = [
        (players_are, batch)
        for players_are, rules, seat in seated
        for batch in plan([rules], players=players, seats=seat, games=games, seed=seed)
    ]
    with threads(number_of_threads) as (executor, at_once):
        frames = run([batch for _, batch in planned], executor=executor, at_once=at_once, progress=progress)
        labelled = [
            frame.select(pl.lit(players_are).alias("players_are"), pl.all())
            for (players_are, _), frame in zip(planned, frames, strict=True)
        ]
    return pl.concat(labelled, rechunk=True)
