"""The ladder: players against one another, rung by rung, with win shares, ratings and speeds."""

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Unpack

import polars as pl
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from simulator.engine.compiling import SOURCES_DIGEST
from simulator.errors import Mistake
from simulator.files import write_whole
from simulator.statistics import contest_decks, contest_table, rating_table
from simulator.studies import Contest, Playing, Rules, contest_games, play, read_players, read_variant, simulate
from simulator.telling.numbers import NOTHING, share_cell, shown_number
from simulator.telling.tables import terminal_table
from simulator.variants import Variant

__all__ = ["RUNGS", "Ladder", "LadderError", "ladder"]

RUNGS = ("random", "greedy", "house", "planner", "trained")
"""The rungs of the usual ladder, weakest first."""

ANCHOR = "house"
"""The player whose rating is 0 if it is on the ladder; else the lowest rung's is."""

_SECONDS = 0.5
"""How long one measurement of speed plays, at least, in processor time: others on the machine do not disturb it."""

_FEWEST_GAMES = 8


class LadderError(Mistake):
    """A ladder that cannot be climbed as asked."""


@dataclass(frozen=True, eq=False)
class Ladder:
    """A ladder that was played.

    Parameters
    ----------
    variant
        The rules.
    rungs
        The players, weakest first.
    players
        The numbers of players.
    decks
        The challenger's win share on each deck of each pair: :func:`simulator.statistics.contest_decks`.
    speeds
        Games of each rung against itself a second of one thread's processor time: columns player, players,
        games_per_second. Timings, no part of the results; None if they were not measured.
    """

    variant: Variant
    rungs: tuple[str, ...]
    players: tuple[int, ...]
    decks: pl.DataFrame
    speeds: pl.DataFrame | None = None

    @cached_property
    def table(self) -> pl.DataFrame:
        """Each pair's win share: :func:`simulator.statistics.contest_table`, the challenger being the higher rung."""
        return contest_table(self.decks)

    @cached_property
    def ratings(self) -> pl.DataFrame:
        """Each rung's rating at each number of players: :func:`simulator.statistics.rating_table`."""
        return rating_table(self.decks, anchor=self.anchor)

    @property
    def anchor(self) -> str:
        """The rung whose rating is 0."""
        return ANCHOR if ANCHOR in self.rungs else self.rungs[0]

    def write_json(self, path: str | Path) -> None:
        """Write the pairs and ratings, with what they rest on, whole or not at all. Speeds are left out."""
        content = {
            "variant": self.variant.name,
            "digest": self.variant.digest,
            "sources": SOURCES_DIGEST,
            "seeds": self.decks["seed"].unique().sort().to_list(),
            "pairs": self.table.to_dicts(),
            "ratings": self.ratings.to_dicts(),
        }
        with write_whole(path) as file:
            file.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")

    def __rich__(self) -> RenderableType:
        """Draw the tables for the terminal."""
        parts: list[RenderableType] = [_pairs(self), Text(), _ratings(self), Text()]
        return Group(*parts, *(Text(note, style="dim") for note in _notes(self)))


def ladder(
    variant: Rules = "rulebook",
    *,
    players: int | Sequence[int] | None = (2, 3),
    rungs: Sequence[str] = RUNGS,
    decks: int = 2_000,
    decks_of: Mapping[str, int] | None = None,
    every_pair: bool = False,
    seed: int = 1,
    speeds: bool = False,
    **playing: Unpack[Playing],
) -> Ladder:
    """Play each rung against the one below it, or every pair: one of the higher against equal ones of the lower.

    Parameters
    ----------
    variant
        The rules: a variant, a bundled name or a file.
    players
        Numbers of players, one or several; all that the variant allows if None.
    rungs
        The players, weakest first, as seats are written.
    decks
        Decks of each pair, the same for all; each is played once for each seat of the challenger.
    decks_of
        Numbers of decks of single rungs, where they should differ: a pair plays the fewer of its two rungs'.
    every_pair
        Whether every rung meets every lower one, not only the next.
    seed
        Of the decks.
    speeds
        Whether to measure speeds too, half a second or more a rung and number of players.
    **playing
        Store, executor, progress: see `simulator.studies.Playing`. Decks of a pair are never played twice.

    Raises
    ------
    LadderError
        If there are not two different rungs, or ``decks_of`` names none of them.
    PlanError, UnknownPlayer, NetworkError
        If a pair cannot be played.
    """
    rungs = tuple(rungs)
    rules = read_variant(variant)
    numbers = read_players(players, [rules])
    _check(rungs, decks_of or {})
    number = {rung: (decks_of or {}).get(rung, decks) for rung in rungs}
    pairs = [
        (challenger, field)
        for place, challenger in enumerate(rungs)
        for field in (rungs[:place] if every_pair else rungs[max(0, place - 1) : place])
    ]
    contests = [
        Contest(rules, at_table, challenger, field, min(number[challenger], number[field]), seed)
        for at_table in numbers
        for challenger, field in pairs
    ]
    results = play([contest.study() for contest in contests], **playing)
    found = [contest_decks(contest_games(*each)) for each in zip(contests, results, strict=True)]
    measured = _speeds(rules, rungs, numbers) if speeds else None
    return Ladder(rules, rungs, numbers, pl.concat(found), measured)


def _check(rungs: Sequence[str], decks_of: Mapping[str, int]) -> None:
    if len(rungs) < 2:
        raise LadderError(f"a ladder needs two rungs, and this has {len(rungs)}: name players, weakest first")
    twice = sorted({rung for rung in rungs if rungs.count(rung) > 1})
    if twice:
        raise LadderError(f"{', '.join(twice)} stands on two rungs: name each player once")
    for rung in decks_of:
        if rung not in rungs:
            raise LadderError(f"decks are given for {rung}, which is no rung; the rungs are {', '.join(rungs)}")


def _speeds(variant: Variant, rungs: Sequence[str], players: Sequence[int]) -> pl.DataFrame:
    rows = [
        {"player": rung, "players": number, "games_per_second": _games_per_second(variant, rung, number)}
        for number in players
        for rung in rungs
    ]
    return pl.DataFrame(rows, schema={"player": pl.String, "players": pl.Int32, "games_per_second": pl.Float64})


def _games_per_second(variant: Variant, rung: str, players: int) -> float:
    """Time a rung against itself on one thread, over as many games as make a steady figure."""
    games = 1
    while True:
        start = time.process_time()
        simulate(variant, players=players, seats=rung, games=games, store=False, threads=1)
        seconds = time.process_time() - start
        # The first game loads the compiled code, and a few alone may be long or short.
        if games >= _FEWEST_GAMES and seconds >= _SECONDS:
            return games / seconds
        games *= 2 if seconds > _SECONDS / 10 else 8


def _table(title: str, *headings: str) -> Table:
    table = terminal_table(title)
    for heading in headings:
        words = heading in ("player", "challenger", "against", "win share (95 %)", "")
        table.add_column(heading, justify="left" if words else "right", no_wrap=heading != "")
    return table


def _pairs(ladder: Ladder) -> Table:
    table = _table(
        f"Win shares: one challenger, {ladder.variant.name}",
        *("players", "challenger", "against", "win share (95 %)", "even", "decks"),
    )
    last = None
    for row in ladder.table.to_dicts():
        if last not in (None, row["players"]):
            table.add_section()
        last = row["players"]
        others = row["players"] - 1
        table.add_row(
            str(row["players"]),
            row["challenger"],
            row["field"] if others == 1 else f"{others} × {row['field']}",
            share_cell(row["share"], row["lo"], row["hi"]),
            f"{shown_number(100 * row['even'], 1)} %",
            f"{row['decks']:,}",
        )
    return table


def _ratings(ladder: Ladder) -> Table:
    speeds = {} if ladder.speeds is None else {(row[0], row[1]): row[2] for row in ladder.speeds.iter_rows()}
    table = _table("Ratings", "players", "player", "rating", "95 %", *(("games/s",) if speeds else ()), "")
    last = None
    for row in ladder.ratings.to_dicts():
        if last not in (None, row["players"]):
            table.add_section()
        last = row["players"]
        span = [NOTHING if row[end] is None else shown_number(row[end], 0, signed=True) for end in ("lo", "hi")]
        speed = speeds.get((row["player"], row["players"]), 0.0)
        table.add_row(
            str(row["players"]),
            row["player"],
            shown_number(row["rating"], 0, signed=True),
            NOTHING if row["rating"] is None or row["player"] == ladder.anchor else " to ".join(span),
            *((shown_number(speed, 0 if speed >= 10 else 1),) if speeds else ()),
            row["note"] or "",
        )
    return table


def _notes(ladder: Ladder) -> list[str]:
    seeds = ", ".join(map(str, ladder.decks["seed"].unique().sort()))
    notes = [
        "The challenger sits in each seat once a deck; intervals allow for games of the same deck being alike. "
        f"Seed {seeds}.",
        f"Ratings count from {ladder.anchor}: 100 points more are 1.78 times the wins of any one other at the table.",
    ]
    if ladder.speeds is not None:
        notes.append("Games a second are those of the rung against itself on one core of this machine.")
    return notes
