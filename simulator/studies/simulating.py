"""Planning the batches of a run and running them, into memory or into a file, in an order that never varies."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl

from simulator.errors import Mistake
from simulator.files import write_whole
from simulator.players import OwnPlayer, check_seat, is_own, load_own
from simulator.studies.batches import Batch, play_batch
from simulator.studies.columns import SCHEMA
from simulator.variants import Variant

BATCH_GAMES = 5_000
"""Games in a batch: a fraction of a second of work, so that progress moves and an interrupt is heeded soon."""

ROWS_OF_A_GROUP = 100_000
"""Rows of one row group of a Parquet file: what a reader holds in memory at a time."""

Seats = str | OwnPlayer | Sequence[str | OwnPlayer]
"""One player for all seats, or one a seat: names, or functions of one's own."""

Progress = Callable[[int, int], None]
"""Called with the games done and the games planned, after each batch."""


class PlanError(Mistake):
    """A run that cannot be played as asked."""


def seats_for(seats: Seats, players: int) -> tuple[str | OwnPlayer, ...]:
    """The player in each seat: one for all, or a list (or comma-separated names) with one a seat.

    Raises
    ------
    PlanError
        If a list has not one player a seat.
    UnknownPlayer, OwnPlayerError
        If a seat cannot be filled.
    """
    if isinstance(seats, str):
        named: list[str | OwnPlayer] = [name.strip() for name in seats.split(",")]
    else:
        named = [seats] if callable(seats) else list(seats)
    if len(named) == 1:
        named *= players
    if len(named) != players:
        raise PlanError(f"{len(named)} players are named for {players} seats: name one for all, or one a seat")
    for seat in named:
        if is_own(seat):
            load_own(seat)
        else:
            check_seat(str(seat))
    return tuple(named)


def plan(
    variants: Iterable[Variant],
    *,
    players: Sequence[int],
    seats: Seats = "house",
    games: int,
    seed: int = 1,
    first_game: int = 0,
    batch_games: int | None = None,
) -> list[Batch]:
    """List the batches of a run: every variant with every number of players, over the same decks.

    A batch has ``batch_games`` games, by default :data:`BATCH_GAMES`; what is played does not depend on it.

    Raises
    ------
    PlanError
        If a variant is not for a number of players, the seats do not fit, or a number is out of range.
    """
    if not isinstance(games, int) or games < 1:
        raise PlanError(f"games is {games}: a whole number from 1")
    if not 0 <= seed < 2**64:
        raise PlanError(f"seed is {seed}: it is a whole number from 0 to 2**64 - 1")
    if not 0 <= first_game <= 2**63 - games:
        raise PlanError(f"the first game is {first_game}: games are numbered from 0 to 2**63 - 1")
    size = batch_games or BATCH_GAMES
    batches = []
    for variant in variants:
        for number in players:
            if not variant.players.min <= number <= variant.players.max:
                span = f"{variant.players.min} to {variant.players.max}"
                raise PlanError(f"{variant.name} is for {span} players, not {number} (players.min, players.max)")
            names = seats_for(seats, number)
            end = first_game + games
            batches += [
                Batch(variant, names, seed, first, min(size, end - first)) for first in range(first_game, end, size)
            ]
    if not batches:
        raise PlanError("there is nothing to play: name at least one variant and one number of players")
    return batches


def run(
    batches: Sequence[Batch], *, executor: Executor, at_once: int, progress: Progress | None = None
) -> Iterator[pl.DataFrame]:
    """Run batches on an executor and give their frames in the order of the list.

    No more than ``at_once`` batches are under way or waiting to be taken, so that memory does not grow with the run.
    """
    total = sum(batch.games for batch in batches)
    done = 0
    waiting: deque[Future[pl.DataFrame]] = deque()
    remaining = iter(batches)
    try:
        for batch in remaining:
            waiting.append(executor.submit(play_batch, batch))
            if len(waiting) == at_once:
                break
        while waiting:
            frame = waiting.popleft().result()
            for batch in remaining:
                waiting.append(executor.submit(play_batch, batch))
                break
            done += frame.height
            yield frame
            if progress is not None:
                progress(done, total)
    finally:
        for future in waiting:
            future.cancel()


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def threads(number: int | None) -> Iterator[tuple[Executor, int]]:
    """An executor with ``number`` threads, by default one a core, and how many batches to keep on the way."""
    number = number or cores()
    with ThreadPoolExecutor(number, thread_name_prefix="games") as executor:
        yield executor, 2 * number


def simulate(
    variants: Sequence[Variant],
    *,
    players: Sequence[int] = (2, 3, 4),
    seats: Seats = "house",
    games: int,
    seed: int = 1,
    first_game: int = 0,
    number_of_threads: int | None = None,
    progress: Progress | None = None,
) -> pl.DataFrame:
    """Play games and return them, one row a game, in the order variant, players, game.

    Parameters
    ----------
    variants
        The rule sets; game ``i`` has the same tiles in the same order under each.
    players
        Numbers of players.
    seats
        One player for all seats, or one a seat.
    games, first_game
        How many games of each, and the first one's number.
    seed
        With a game's number, what fixes all its random numbers.
    number_of_threads
        By default one a core. The result does not depend on it.
    progress
        Called with games done and games planned.

    Returns
    -------
    polars.DataFrame
        The columns of :data:`simulator.studies.COLUMNS`.
    """
    batches = plan(variants, players=players, seats=seats, games=games, seed=seed, first_game=first_game)
    with threads(number_of_threads) as (executor, at_once):
        return pl.concat(run(batches, executor=executor, at_once=at_once, progress=progress), rechunk=True)


def simulate_to_file(
    path: str | Path,
    variants: Sequence[Variant],
    *,
    players: Sequence[int] = (2, 3, 4),
    seats: Seats = "house",
    games: int,
    seed: int = 1,
    first_game: int = 0,
    number_of_threads: int | None = None,
    progress: Progress | None = None,
) -> int:
    """Play games straight into a Parquet file: the rows of :func:`simulate`, in flat memory. Returns the rows written.

    The file appears whole when all is done, or not at all; one that was there before stays until then.
    """
    batches = plan(variants, players=players, seats=seats, games=games, seed=seed, first_game=first_game)
    path = Path(path)
    rows = 0
    with write_whole(path) as whole, TemporaryDirectory(prefix=f".{path.name}.", dir=path.parent) as folder:
        parts: list[Path] = []
        with threads(number_of_threads) as (executor, at_once):
            for frame in _in_groups(run(batches, executor=executor, at_once=at_once, progress=progress)):
                parts.append(Path(folder) / f"{len(parts):06}.parquet")
                frame.write_parquet(parts[-1])
                rows += frame.height
        pl.scan_parquet(parts, schema=SCHEMA).sink_parquet(whole, row_group_size=ROWS_OF_A_GROUP, maintain_order=True)
    return rows


def _in_groups(frames: Iterable[pl.DataFrame]) -> Iterator[pl.DataFrame]:
    """Join frames until there are enough rows for one row group."""
    group: list[pl.DataFrame] = []
    for frame in frames:
        group.append(frame)
        if sum(part.height for part in group) >= ROWS_OF_A_GROUP:
            yield pl.concat(group)
            group = []
    if group:
        yield pl.concat(group)
