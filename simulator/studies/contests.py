"""Contests: one challenger against equal others, the seats rotated over the same decks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Unpack

import polars as pl

from simulator.players import STYLES, seat_name
from simulator.studies.asked import Rules, read_players, read_variant
from simulator.studies.columns import SCHEMA
from simulator.studies.line_ups import Seat
from simulator.studies.playing import Playing, play
from simulator.studies.results import Results
from simulator.studies.study import Study
from simulator.variants import Variant

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
    challenger: Seat
    field: Seat
    decks: int
    seed: int = 1
    first_deck: int = 0

    @property
    def games(self) -> int:
        """Games to play: each deck once a seat."""
        return self.decks * self.players

    def study(self) -> Study:
        """The contest as a study of one line-up.

        Raises
        ------
        PlanError, UnknownPlayer, OwnPlayerError, NetworkError
            If the contest cannot be played.
        """
        return Study(
            self.variant,
            players=self.players,
            seats=(self.challenger, *[self.field] * (self.players - 1)),
            decks=self.decks,
            seed=self.seed,
            first_deck=self.first_deck,
        )


def play_contests(contests: Sequence[Contest], **playing: Unpack[Playing]) -> pl.DataFrame:
    """Play several contests into one frame, in their order: see :func:`play_contest`."""
    found = play([contest.study() for contest in contests], **playing)
    return pl.concat(
        [contest_games(contest, results) for contest, results in zip(contests, found, strict=True)],
        rechunk=True,
    )


def contest_games(contest: Contest, results: Results) -> pl.DataFrame:
    """Say in each game who was challenger, and where it sat: the seats move on by one from rotation to rotation."""
    games = results.collect()
    alike = games.height == contest.decks  # a player against itself: one seating, in which it sits in every seat
    parts = []
    for turn in range(contest.players):
        seat = (contest.players - turn) % contest.players
        its = games if alike else games.slice(turn * contest.decks, contest.decks)
        parts.append(
            its.with_columns(
                pl.lit(seat_name(contest.challenger)).alias("challenger"),
                pl.lit(seat_name(contest.field)).alias("field"),
                pl.lit(seat, pl.Int32).alias("challenger_seat"),
                pl.col("win_share").list.get(seat).alias("challenger_share"),
            )
        )
    return pl.concat(parts)


def play_contest(
    variant: Rules,
    *,
    players: int,
    challenger: Seat,
    field: Seat,
    decks: int,
    seed: int = 1,
    first_deck: int = 0,
    **playing: Unpack[Playing],
) -> pl.DataFrame:
    """Play one challenger against ``players − 1`` times the field, with the challenger in each seat once a deck.

    Parameters
    ----------
    variant
        The rules: a variant, a bundled name or a file.
    players
        Number of players; with 2 the challenger meets one opponent.
    challenger, field
        Two players, as seats are written or functions of one's own.
    decks, seed, first_deck
        How many decks, and which: deck ``i`` of a seed has the same tiles whoever plays.
    **playing
        Store, executor, progress: see `simulator.studies.Playing`.

    Returns
    -------
    polars.DataFrame
        ``players × decks`` rows, one a game, rotation by rotation, with the columns of :data:`CONTEST_SCHEMA`.
        :func:`simulator.statistics.contest_table` says what they come to.

    Raises
    ------
    PlanError, UnknownPlayer, OwnPlayerError, NetworkError
        If the contest cannot be played.
    """
    contest = Contest(read_variant(variant), players, challenger, field, decks, seed, first_deck)
    return play_contests([contest], **playing)


def restricted(
    variant: Variant,
    *,
    players: Sequence[int],
    bases: Sequence[str],
    restrictions: Sequence[str] = RESTRICTIONS,
    decks: int,
    seed: int = 1,
) -> list[Contest]:
    """The contests of one restricted player against equal free ones (restricted play, Jaffe et al. 2012).

    Parameters
    ----------
    variant, players, decks, seed
        As in :func:`play_contest`, at several numbers of players.
    bases
        Players, as seats are written: each is the field against itself under each restriction.
    restrictions
        Names of styles, such as ``no-trade``; all of them by default.
    """
    return [
        Contest(variant, number, f"{base}/{restriction}", base, decks, seed)
        for number in players
        for base in bases
        for restriction in restrictions
    ]


def play_restrictions(
    variant: Rules,
    *,
    players: int | Sequence[int] | None = None,
    bases: Sequence[str],
    restrictions: Sequence[str] = RESTRICTIONS,
    decks: int,
    seed: int = 1,
    **playing: Unpack[Playing],
) -> pl.DataFrame:
    """Play one restricted player against equal free ones: see :func:`restricted` and :func:`play_contest`.

    Returns
    -------
    polars.DataFrame
        The games of all contests, for :func:`simulator.statistics.restriction_table`.
    """
    rules = read_variant(variant)
    numbers = read_players(players, [rules])
    contests = restricted(rules, players=numbers, bases=bases, restrictions=restrictions, decks=decks, seed=seed)
    return play_contests(contests, **playing)
