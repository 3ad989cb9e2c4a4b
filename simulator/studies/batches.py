"""A batch: consecutive games of one variant with the same players, played in one go. A pure function of its fields."""

from dataclasses import dataclass

import numpy as np
import polars as pl

from simulator.engine.state import COUNTS, ENDS, NOBODY, new_games
from simulator.players import player_codes
from simulator.players.playing import OUTCOME, play_games
from simulator.studies.columns import SCHEMA
from simulator.variants import Variant


@dataclass(frozen=True)
class Batch:
    """Games ``first_game … first_game + games - 1`` of ``seed``, with the named player in each of ``seats``."""

    variant: Variant
    seats: tuple[str, ...]
    seed: int
    first_game: int
    games: int


def play_batch(batch: Batch) -> pl.DataFrame:
    """Play a batch: one row a game, the columns of :data:`simulator.studies.columns.COLUMNS`.

    The same batch gives the same frame on any thread, process and machine; two batches that follow one another give the
    rows of the one that joins them. The lock is released while the games run.
    """
    outcomes = np.zeros(batch.games, OUTCOME).view(np.recarray)
    play_games(
        batch.variant.rules,
        np.int64(len(batch.seats)),
        player_codes(batch.seats),
        np.uint64(batch.seed),
        np.int64(batch.first_game),
        new_games(1)[0],
        outcomes,
    )
    return _frame(batch, outcomes)


def _frame(batch: Batch, outcomes: np.ndarray) -> pl.DataFrame:
    """Turn the compiled rows into the documented columns; what a column lacks is null, never a magic number."""
    players = len(batch.seats)
    columns: dict[str, pl.Series | pl.Expr] = {
        "variant": pl.lit(batch.variant.name),
        "players": pl.lit(players),
        "seats": pl.lit(pl.Series([list(batch.seats)])).first(),
        "seed": pl.lit(batch.seed, pl.UInt64),
        "game": pl.Series(batch.first_game + np.arange(batch.games)),
        "end": pl.Series(outcomes["end"]).cast(pl.Int32).replace_strict(range(len(ENDS)), ENDS),
    }
    for name in OUTCOME.names or ():
        values = np.ascontiguousarray(outcomes[name])
        if name == "counts":
            columns |= {count: pl.Series(values[:, position].copy()) for position, count in enumerate(COUNTS)}
        elif name != "end":
            columns[name] = pl.Series(values[:, :players] if values.ndim == 2 else values)
    unknown = pl.lit(None)
    taken = pl.col("double_seven_seat") != NOBODY
    return (
        pl.DataFrame({"game": columns["game"]})
        .with_columns(**columns)
        .with_columns(
            pl.when(taken).then(pl.col(name)).otherwise(unknown).alias(name)
            for name in ("double_seven_seat", "double_seven_turn")
        )
        .select(pl.col(name).cast(dtype) for name, dtype in SCHEMA.items())
    )
