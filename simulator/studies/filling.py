"""Playing what a store lacks: which batches, on any executor, each kept as soon as it is done."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass

from simulator.studies.matches import Match
from simulator.studies.simulating import BATCH_GAMES
from simulator.studies.store import Store, encode_batch

__all__ = ["Lacking", "fill", "lacking"]

_SIZES = (50, 100, 250, 500, 1_000, 2_500, BATCH_GAMES)
"""Games in a batch, each a multiple of some smaller ones, so that batches begin and end at the same games."""

_BATCHES_OF_A_MATCH = 32
"""How many batches to cut a match into, at least: who plays few games may have slow players, and many workers."""


@dataclass(frozen=True)
class Lacking:
    """Games ``first_game … first_game + games - 1`` of a match, to be played as one batch."""

    match: Match
    first_game: int
    games: int


Kept = Callable[[Lacking, bytes | None], None]
"""Told of each batch when it has been kept, with the bytes of its Parquet file; without, if another process kept it."""


def lacking(store: Store, matches: Iterable[Match], games: int) -> list[Lacking]:
    """The batches that must be played so that a store holds the first ``games`` games of each match.

    The first games of all matches come first, so that an interrupted study knows something of each.
    """
    size = next((size for size in reversed(_SIZES) if size * _BATCHES_OF_A_MATCH <= games), _SIZES[0])
    # Variants of different names may have the same rules, and then are the same match.
    different = {match.digest: match for match in matches}.values()
    batches = [
        Lacking(match, at, min(at - at % size + size, end) - at)
        for match in different
        for first, end in store.missing(match, games)
        for at in (first, *range(first - first % size + size, end, size))
    ]
    return sorted(batches, key=lambda batch: batch.first_game)


def fill(
    store: Store, batches: Sequence[Lacking], *, executor: Executor, at_once: int, kept: Kept | None = None
) -> None:
    """Play batches and keep each when it is done. What is kept does not depend on the executor.

    Parameters
    ----------
    store
        Where the games go.
    batches
        What to play; a batch that another process has kept meanwhile is not played again.
    executor
        Who plays. The batches can be pickled, but for functions of one's own.
    at_once
        Batches that are under way or waiting to be taken, at most.
    kept
        Told of each batch.
    """
    under_way: dict[Future[bytes], Lacking] = {}
    remaining = iter(batches)
    try:
        while True:
            for each in remaining:
                if store.holds(each.match, each.first_game, each.first_game + each.games):
                    if kept is not None:
                        kept(each, None)
                    continue
                batch = each.match.batch(each.first_game, each.games)
                future = executor.submit(encode_batch, batch, each.match.digest, check=each.match.may_be_kept)
                under_way[future] = each
                if len(under_way) >= at_once:
                    break
            if not under_way:
                return
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                each = under_way.pop(future)
                data = future.result()
                store.keep(each.match, each.first_game, each.games, data)
                if kept is not None:
                    kept(each, data)
    finally:
        for future in under_way:
            future.cancel()
