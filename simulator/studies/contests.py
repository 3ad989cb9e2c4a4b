"""Contests: one challenger against equal others, the seats rotated over the same decks."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

import polars as pl

from simulator.players import STYLES, OwnPlayer, seat_name
from simulator.studies.batches import Batch
from simulator.studies.columns import SCHEMA
from simulator.studies.simulating import Progress, plan, run, threads
from simulator.variants import Variant

BATCH_DECKS = 100
"""Games in a batch of a contest: few, since a player that searches may need a second for each."""

RESTRICTIONS: tuple[str, ...] = tuple(style.name for style in STYLES)
"""What a player can be forbidden or made to do: every style."""

CONTEST_SCHEMA: dict[str, pl.DataType] = {
    **SCHEMA,
    "challenger": pl.String(),
    "field": pl.String(),
    "challenger_seat": pl.Int32(),
    "challenger_share": pl.Float64(),
}
"""Columns of a contest's games: those of any game, who was challenger and who the field, where the challenger sat, and
its share of the win."""


@dataclass(frozen=True)
class Contest:
    """One ``challenger`` against ``players − 1`` times ``field``, over ``decks`` decks from number ``first_deck`` on.

    Each deck is played ``players`` times, with the challenger in each seat once: deck ``i`` of a seed has its tiles in
    the same order whoever plays. With two players the two simply meet.
    """

    variant: Variant
    players: int
    challenger: str | OwnPlayer
    field: str | OwnPlayer
    decks: int
    seed: int = 1
    first_deck: int = 0

    @property
    def games(self) -> int:
        """Games to play: each deck once a seat."""
        return self.decks * self.players

    def batches(self) -> list[tuple[int, Batch]]:
        """The batches, each with the challenger's seat in it, seat by seat.

        Raises
        ------
        PlanError, UnknownPlayer, OwnPlayerError, WeightsError
            If the contest cannot be played.
        """
        seatings = [
            [self.challenger if seat == taken else self.field for seat in range(self.players)]
            for taken in range(self.players)
        ]
        return [
            (taken, batch)
            for taken, seating in enumerate(seatings or [[]])  # no seat at all: let the plan refuse it
            for batch in plan(
                [self.variant],
                players=[self.players],
                seats=seating,
                games=self.decks,
                seed=self.seed,
                first_game=self.first_deck,
                batch_games=BATCH_DECKS,
            )
        ]


def run_contests(
    contests: Sequence[Contest], *, executor: Executor, at_once: int, progress: Progress | None = None
) -> Iterator[pl.DataFrame]:
    """Play contests on an executor and give the frame of each, in order: see :func:`play_contest`."""
    planned = [contest.batches() for contest in contests]
    batches = [batch for each in planned for _, batch in each]
    frames = run(batches, executor=executor, at_once=at_once, progress=progress)
    for contest, each in zip(contests, planned, strict=True):
        parts = [
            next(frames).with_columns(
                pl.lit(seat_name(contest.challenger)).alias("challenger"),
                pl.lit(seat_name(contest.field)).alias("field"),
                pl.lit(seat, pl.Int32).alias("challenger_seat"),
                pl.col("win_share").list.get(seat).alias("challenger_share"),
            )
            for seat, _ in each
        ]
        yield pl.concat(parts, rechunk=True)
    next(frames, None)  # lets the run tell the progress of its last batch


def play_contests(
    contests: Sequence[Contest], *, number_of_threads: int | None = None, progress: Progress | None = None
) -> pl.DataFrame:
    """Play several contests into one frame, in their order: see :func:`play_contest`."""
    with threads(number_of_threads) as (executor, at_once):
        return pl.concat(run_contests(contests, executor=executor, at_once=at_once, progress=progress))


def play_contest(
    variant: Variant,
    *,
    players: int,
    challenger: str | OwnPlayer,
    field: str | OwnPlayer,
    decks: int,
    seed: int = 1,
    first_deck: int = 0,
    number_of_threads: int | None = None,
    progress: Progress | None = None,
) -> pl.DataFrame:
    """Play one challenger against ``players − 1`` times the field, with the challenger in each seat once a deck.

    Parameters
    ----------
    variant
        The rules.
    players
        Number of players; with 2 the challenger meets one opponent.
    challenger, field
        Two players, as seats are written or functions of one's own.
    decks, seed, first_deck
        How many decks, and which: deck ``i`` of a seed has the same tiles whoever plays.
    number_of_threads
        By default one a core. The result does not depend on it.
    progress
        Called with games done and games planned.

    Returns
    -------
    polars.DataFrame
        ``players × decks`` rows, one a game, in the order of the challenger's seat and the deck, with the columns of
        :data:`CONTEST_SCHEMA`. :func:`simulator.statistics.contest_table` says what they come to.

    Raises
    ------
    PlanError, UnknownPlayer, OwnPlayerError, WeightsError
        If the contest cannot be played.
    """
    contest = Contest(variant, players, challenger, field, decks, seed, first_deck)
    return play_contests([contest], number_of_threads=number_of_threads, progress=progress)


def play_restrictions(
    variant: Variant,
    *,
    players: Sequence[int],
    bases: Sequence[str],
    restrictions: Sequence[str] = RESTRICTIONS,
    decks: int,
    seed: int = 1,
    number_of_threads: int | None = None,
    progress: Progress | None = None,
) -> pl.DataFrame:
    """Play one restricted player against equal free ones (restricted play, Jaffe et al. 2012).

    Parameters
    ----------
    variant
        The rules.
    players
        Numbers of players.
    bases
        Players, as seats are written: each is the field against itself under each restriction.
    restrictions
        Names of styles, such as ``no-trade``; all of them by default.
    decks, seed, number_of_threads, progress
        As in :func:`play_contest`.

    Returns
    -------
    polars.DataFrame
        The games of all contests, for :func:`simulator.statistics.restriction_table`.
    """
    contests = [
        Contest(variant, number, f"{base}/{restriction}", base, decks, seed)
        for number in players
        for base in bases
        for restriction in restrictions
    ]
    return play_contests(contests, number_of_threads=number_of_threads, progress=progress)
