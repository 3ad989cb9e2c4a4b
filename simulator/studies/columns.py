"""The columns of a results file, one row a game: names, types and meanings, in the order in which they are written.

The batch runner, the Parquet writer, ``double-seven columns`` and the tests all read this one table.
"""

from dataclasses import dataclass

import polars as pl


@dataclass(frozen=True)
class Column:
    """One column: its ``name``, polars ``dtype`` and ``meaning`` (with the unit where there is one)."""

    name: str
    dtype: pl.DataType
    meaning: str


def _count(name: str, meaning: str) -> Column:
    return Column(name, pl.Int32(), f"{meaning}, over all players.")


def _by_seat(name: str, inner: pl.DataType, meaning: str) -> Column:
    return Column(name, pl.List(inner), f"{meaning}, a list by seat.")


_OPTIONS = (
    ("rainbow", "a Rainbow could be announced", "the seat announced a Rainbow"),
    ("trade", "a trade was a legal action at some moment", "the seat traded"),
    ("reclaim", "a joker could be reclaimed at some moment", "the seat reclaimed a joker"),
    ("two_for_one", "Two for One was a legal action at some moment", "the seat played Two for One"),
    ("discard", "the stand held more than its limit while actions were chosen", "the seat had to discard"),
)
"""What a turn is asked about: the option, what makes it possible and what it is to take it.

Possible is what the variant allows, also to a player that forbids it to itself.
"""

COLUMNS: tuple[Column, ...] = (
    Column("variant", pl.String(), "Name of the variant."),
    Column("players", pl.Int32(), "Number of players."),
    Column(
        "line_up",
        pl.String(),
        "Who sits at the table: one player for all seats, or one a seat as they sit before the seats rotate.",
    ),
    _by_seat("seats", pl.String(), "The player in each seat"),
    Column("seed", pl.UInt64(), "Seed of the run. With the game number it fixes the order of the tiles."),
    Column(
        "game",
        pl.Int64(),
        "Game number. The same seed and game number are the same deck under every variant.",
    ),
    Column("turns", pl.Int32(), "Turns played, final turns included."),
    Column("decisions", pl.Int32(), "Decisions with more than one legal move."),
    Column("end", pl.String(), "What ended the game: double_seven, last_tile, stalled or cut_off."),
    Column("end_turn", pl.Int32(), "Turn in which the end was triggered, from 1."),
    Column("double_seven_seat", pl.Int32(), "Seat that took the Double Seven token; null if nobody did."),
    Column(
        "double_seven_turn",
        pl.Int32(),
        "Turn in which the Double Seven token was taken, from 1; null if it was not.",
    ),
    _by_seat("scores", pl.Int32(), "Final score in points"),
    _by_seat("seven_tokens", pl.Int32(), "7 tokens held at the end"),
    _by_seat("win_share", pl.Float64(), "1 for the winner, 0 for the others, 1/k for each of k winners that share"),
    _by_seat("tiles_placed", pl.Int32(), "Tiles that the seat put into families, by starting and growing"),
    _by_seat("stand_left", pl.Int32(), "Tiles left on the stand at the end"),
    _by_seat("scores_at_half", pl.Int32(), "Table score in points after turn ⌊turns / 2⌋"),
    Column(
        "lead_changes",
        pl.Int32(),
        "Changes of the sole leader by table score, read after each turn; the first leader is no change.",
    ),
    Column(
        "winner_deficit",
        pl.Float64(),
        "Best table score less the winner's, in points, read after each turn before the last and averaged over them; "
        "of k winners each weighs 1/k; 0 in a game of one turn.",
    ),
    _count("reveals", "Tiles turned face up because none was"),
    _count("draws_face_down", "Face-down tiles drawn"),
    _count("draws_face_up", "Face-up tiles drawn"),
    _count("rainbows_possible", "Times a Rainbow could be announced"),
    _count("rainbows_announced", "Rainbows announced"),
    _count("starts", "Families started"),
    _count("growths_by_animal", "Growths by an animal tile"),
    _count("growths_by_joker", "Growths by a joker"),
    _count("trades", "Trades"),
    _count("reclaims", "Jokers reclaimed, from own and others' families"),
    _count("reclaims_from_others", "Jokers reclaimed from another player's family"),
    _count("two_for_ones", "Two for Ones"),
    _count("discards", "Tiles discarded at the end of a turn"),
    _count("empty_stands", "Turns ended by an empty stand"),
    _count("passes", "Turns ended by a pass"),
    _count(
        "points_by_trade",
        "Points of tiles put on families that their owner had by a trade, with the 7 tokens and the Double Seven token "
        "that these growths brought",
    ),
    *(_count(f"{option}_turns_possible", f"Turns in which {could}") for option, could, _ in _OPTIONS),
    *(_by_seat(f"{option}_turns", pl.Int32(), f"Turns in which {did}") for option, _, did in _OPTIONS),
)
"""Every column, in file order."""

SCHEMA: dict[str, pl.DataType] = {column.name: column.dtype for column in COLUMNS}
"""Name to polars type, in file order."""
