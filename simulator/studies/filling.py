"""Playing what a store lacks: which batches, on any executor, each kept as soon as it is done."""

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, replace
from typing import Self

from simulator.players import batch_of
from simulator.studies.matches import Match
from simulator.studies.store import Store, encode_batch

__all__ = ["Lacking", "Work", "fill", "lacking"]

_SIZES = (1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000)
"""Games in a batch, each a multiple of some smaller ones, so that batches begin and end at the same games."""

_BATCHES = 32
"""How many batches to cut the work into, at least: there may be many workers, and progress is to move."""

_FEWEST = 20
"""A batch has at least one of so many parts of what its players play in a moment, since keeping it takes some time."""


@dataclass(frozen=True)
class Lacking:
    """Games ``first_game … first_game + games - 1`` of a match, to be played as one batch."""

    match: Match
    first_game: int
    games: int


@dataclass(frozen=True)
class Work:
    """What is to be played: ranges of games by match, cut into batches only as they are asked for.

    The first games of all matches come first, so that an interrupted study knows something of each.

    Parameters
    ----------
    ranges
        What is to be played.
    asked
        Games that were asked for, those that are there included: an interrupted study goes on in batches of equal size.
    """

    ranges: tuple[Lacking, ...]
    asked: int

    @classmethod
    def of(cls, works: Sequence["Work"]) -> Self:
        """Join what several ask for: where two lack games of one match, what both lack is played once."""
        ranges = [each for work in works for each in work.ranges]
        joined: dict[str, list[Lacking]] = {}
        for each in sorted(ranges, key=lambda each: each.first_game):
            its = joined.setdefault(each.match.digest, [])
            end = each.first_game + each.games
            if its and (last := its[-1]).first_game + last.games >= each.first_game:
                its[-1] = replace(last, games=max(end, last.first_game + last.games) - last.first_game)
            else:
                its.append(each)
        return cls(tuple(each for its in joined.values() for each in its), sum(work.asked for work in works))

    @property
    def games(self) -> int:
        """Games to play."""
        return sum(each.games for each in self.ranges)

    def __iter__(self) -> Iterator[Lacking]:
        """Give the batches."""
        return heapq.merge(*(_cut(each, self.asked) for each in self.ranges), key=lambda batch: batch.first_game)


def lacking(store: Store, matches: Iterable[Match], games: int, first_game: int = 0) -> Work:
    """What must be played so that a store holds ``games`` games of each match from ``first_game`` on."""
    # Variants of different names may have the same rules, and then are the same match.
    different = {match.digest: match for match in matches}.values()
    return Work(
        tuple(
            Lacking(match, first, end - first)
            for match in different
            for first, end in store.missing(match, games, first_game)
        ),
        games * len(different),
    )


def _cut(whole: Lacking, games: int) -> Iterator[Lacking]:
    """Cut a range into batches, of which so many ``games`` were asked for in all."""
    most = min(map(batch_of, whole.match.seats))
    wanted = max(most // _FEWEST, min(most, games // _BATCHES))
    size = max(size for size in _SIZES if size == 1 or size <= wanted)
    first, end = whole.first_game, whole.first_game + whole.games
    while first < end:
        after = min(end, first - first % size + size)
        yield Lacking(whole.match, first, after - first)
        first = after


Kept = Callable[[Lacking, bytes | None], None]
"""Told of each batch when it has been kept, with the bytes of its Parquet file; without, if another process kept it."""


def fill(
    store: Store, batches: Iterable[Lacking], *, executor: Executor, at_once: int, kept: Kept | None = None
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
