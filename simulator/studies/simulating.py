"""Many games into one frame or one file."""

from collections.abc import Sequence
from pathlib import Path
from typing import Unpack

import polars as pl

from simulator.files import check_writable
from simulator.studies.asked import Rules
from simulator.studies.line_ups import SeatsAsked
from simulator.studies.playing import Playing
from simulator.studies.study import Study

__all__ = ["simulate", "simulate_to_file"]


def simulate(
    variants: Rules | Sequence[Rules],
    *,
    players: int | Sequence[int] | None = None,
    seats: SeatsAsked = "house",
    games: int,
    seed: int = 1,
    first_game: int = 0,
    rotate: bool = True,
    **playing: Unpack[Playing],
) -> pl.DataFrame:
    """Play games and return them, one row a game, in the order players, line-up, variant, seating, game.

    Parameters
    ----------
    variants
        The rule sets, one or several: variants, bundled names or files. Game ``i`` has the same tiles in the same order
        under each.
    players
        Numbers of players, one or several; all that every variant allows if None.
    seats
        One line-up or a list of them: one player for all seats, or one a seat.
    games, first_game
        How many games of each, and the first one's number.
    seed
        With a game's number, what fixes all its random numbers.
    rotate
        Whether unlike players rotate: each game is then played once by each rotation of the seats.
    **playing
        Store, executor, progress: see `simulator.studies.Playing`.

    Returns
    -------
    polars.DataFrame
        The columns of :data:`simulator.studies.COLUMNS`.

    Raises
    ------
    PlanError, VariantError, UnknownPlayer, OwnPlayerError, NetworkError
        If the games cannot be played.
    """
    study = Study(variants, players=players, seats=seats, decks=games, seed=seed, first_deck=first_game, rotate=rotate)
    return study.run(**playing).collect()


def simulate_to_file(
    path: str | Path,
    variants: Rules | Sequence[Rules],
    *,
    players: int | Sequence[int] | None = None,
    seats: SeatsAsked = "house",
    games: int,
    seed: int = 1,
    first_game: int = 0,
    rotate: bool = True,
    **playing: Unpack[Playing],
) -> int:
    """Play games into a Parquet file: the rows of :func:`simulate`, in flat memory. Returns the rows written.

    The file appears whole when all is done, or not at all; one that was there before stays until then. It carries its
    provenance: `simulator.studies.read_results` reads it with the rules.
    """
    check_writable(path)
    study = Study(variants, players=players, seats=seats, decks=games, seed=seed, first_deck=first_game, rotate=rotate)
    results = study.run(**playing)
    results.write_parquet(path)
    return results.number_of_games
