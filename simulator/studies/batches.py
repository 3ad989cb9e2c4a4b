"""A batch: consecutive games of one variant with the same players, played in one go. A pure function of its fields."""

from dataclasses import dataclass

import numpy as np
import polars as pl

from simulator.engine.rules import MAX_PLAYERS
from simulator.engine.state import COUNTS, ENDS, NOBODY, OPTIONS, new_games
from simulator.games import play_game
from simulator.players import is_own, new_desks, seat_name, seat_records
from simulator.players.playing import OUTCOME, play_games, tell
from simulator.studies.columns import SCHEMA
from simulator.studies.line_ups import Seat, line_up_name
from simulator.variants import Variant


@dataclass(frozen=True)
class Batch:
    """Games ``first_game … first_game + games - 1`` of ``seed``, with the given player in each of ``seats``."""

    variant: Variant
    seats: tuple[Seat, ...]
    seed: int
    first_game: int
    games: int


def play_batch(batch: Batch) -> pl.DataFrame:
    """Play a batch: one row a game, the columns of :data:`simulator.studies.columns.COLUMNS`.

    The same batch gives the same frame on any thread, process and machine; two batches that follow one another give the
    rows of the one that joins them. The lock is released while the games run, unless a seat has a player of one's own.
    """
    outcomes = np.zeros(batch.games, OUTCOME).view(np.recarray)
    if any(is_own(seat) for seat in batch.seats):
        _play_one_by_one(batch, outcomes)
    else:
        seats = seat_records(batch.variant, [seat_name(seat) for seat in batch.seats])
        play_games(
            batch.variant.rules,
            np.int64(len(batch.seats)),
            seats,
            np.uint64(batch.seed),
            np.int64(batch.first_game),
            new_games(1)[0],
            *new_desks(seats),
            outcomes,
        )
    return _frame(batch, outcomes)


def _play_one_by_one(batch: Batch, outcomes: np.recarray) -> None:
    """Play the games of a batch in which a player written in Python takes part."""
    for row in range(batch.games):
        game = play_game(batch.variant, batch.seats, seed=batch.seed, number=batch.first_game + row)
        scores = np.zeros((game.turn + 1, MAX_PLAYERS), np.int32)
        scores[:, : game.players] = game.scores_by_turn
        tell(game.state, game.rules, scores, outcomes[row])


def _frame(batch: Batch, outcomes: np.ndarray) -> pl.DataFrame:
    """Turn the compiled rows into the documented columns; what a column lacks is null, never a magic number."""
    players = len(batch.seats)
    columns: dict[str, pl.Series | pl.Expr] = {
        "variant": pl.lit(batch.variant.name),
        "players": pl.lit(players),
        "line_up": pl.lit(line_up_name(batch.seats)),
        "seats": pl.lit(pl.Series([[seat_name(seat) for seat in batch.seats]])).first(),
        "seed": pl.lit(batch.seed, pl.UInt64),
        "game": pl.Series(batch.first_game + np.arange(batch.games)),
        "end": pl.Series(outcomes["end"]).cast(pl.Int32).replace_strict(range(len(ENDS)), ENDS),
    }
    for name in OUTCOME.names or ():
        values = np.ascontiguousarray(outcomes[name])
        if name == "counts":
            columns |= {count: pl.Series(values[:, position].copy()) for position, count in enumerate(COUNTS)}
        elif name == "option_turns":
            columns |= {
                f"{option}_turns": pl.Series(values[:, position, :players]) for position, option in enumerate(OPTIONS)
            }
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
