"""The one way to get games: what studies ask for is found in a store, or played and kept there."""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypedDict, Unpack

import polars as pl

from simulator.errors import Mistake, listed
from simulator.studies.executors import cluster, cores, processes, threads
from simulator.studies.filling import Work, fill, lacking
from simulator.studies.matches import Match
from simulator.studies.precision import FIRST_LOOK, next_look
from simulator.studies.progress import Tell, Tracker
from simulator.studies.provenance import Provenance, TableKey
from simulator.studies.results import Results
from simulator.studies.store import Store

__all__ = ["Playable", "Playing", "play"]


class Playing(TypedDict, total=False):
    """How games are got: what every function takes that plays many, by name; none of it changes a game.

    Parameters
    ----------
    store
        Where games are kept and found again: a store or its folder; by default the one of this user. False keeps them
        as long as the results are there. So are, always, those of a function of one's own, or of a file that imports
        others.
    threads, processes, cluster
        Who plays: so many threads of this process (by default one a core), so many processes, or the workers of the
        Dask scheduler at an address. One of them.
    executor, at_once
        Instead of these anything with the interface of `concurrent.futures.Executor`, and how many batches to hand to
        it at once (by default two a core of this machine).
    progress
        Told of the progress after each batch.
    command
        The command that asked for it, for the provenance.
    """

    store: Store | str | Path | bool | None
    threads: int | None
    processes: int | None
    cluster: str | None
    executor: Executor | None
    at_once: int | None
    progress: Tell | None
    command: str | None


class Playable(Protocol):
    """What can be played: a `simulator.studies.Study`."""

    @property
    def decks(self) -> int | None:
        """Decks of each match; None if a precision decides."""

    @property
    def precision(self) -> Mapping[str, float] | None:
        """What is to be known how well, by metric."""

    @property
    def most_decks(self) -> int:
        """Decks at which a precision is given up."""

    @property
    def first_deck(self) -> int:
        """Number of the first deck."""

    @property
    def matches(self) -> Mapping[TableKey, list[Match]]:
        """What is played, by number of players and name of the line-up."""

    @property
    def may_be_kept(self) -> bool:
        """Whether a store may keep the games."""

    def provenance(self, decks: int, *, command: str | None = None) -> Provenance:
        """Say how the results of so many decks came about."""


def play(studies: Sequence[Playable], **playing: Unpack[Playing]) -> list[Results]:
    """Play what the store lacks of several studies, and give the results of each.

    Interrupted, it goes on where it was; what it gives depends neither on that nor on who plays.

    Parameters
    ----------
    studies
        What to play. Games that two ask for are played once.
    **playing
        See `Playing`.

    Raises
    ------
    ExecutorError, OtherCodeError
        If workers fail, or are not of this version.
    """
    unknown = playing.keys() - Playing.__annotations__.keys()
    if unknown:
        known = listed(list(Playing.__annotations__))
        hint = "; how many is said by decks" if "games" in unknown else ""
        raise TypeError(f"no argument is called {listed(sorted(unknown))}{hint}; how games are got is said by {known}")
    command = playing.get("command")
    progress = playing.get("progress")
    tracker = None if progress is None else Tracker(progress)
    asked = [_Asked(study, _first_look(study)) for study in studies]
    stores = _Stores(playing.get("store"))
    results: list[Results | None] = [None] * len(asked)
    with _executing(playing) as (executor, at_once):
        while None in results:
            open_ = [place for place, found in enumerate(results) if found is None]
            _fill([asked[place] for place in open_], stores, executor, at_once, tracker)
            for place in open_:
                study, decks = asked[place].study, asked[place].decks
                found = _found(study, decks, stores.of(study), command)
                if study.precision is None or decks >= study.most_decks or found.is_precise:
                    results[place] = found
                else:
                    widest = max(width.ratio for width in found.half_widths)
                    asked[place].decks = next_look(decks, widest, study.most_decks)
    return [found for found in results if found is not None]


@dataclass
class _Asked:
    """A study, and how many decks it is to have next."""

    study: Playable
    decks: int


@dataclass
class _Stores:
    """The store that was asked for, and one for games that cannot be kept."""

    given: Store | str | Path | bool | None
    _kept: Store | None = field(default=None, init=False)
    _passing: Store | None = field(default=None, init=False)

    def of(self, study: Playable) -> Store:
        """Where a study's games are."""
        if self.given is False or not study.may_be_kept:
            self._passing = self._passing or Store.temporary()
            return self._passing
        if self._kept is None:
            self._kept = self.given if isinstance(self.given, Store) else Store(_folder(self.given))
        return self._kept


def _folder(given: Store | str | Path | bool | None) -> str | Path | None:
    if given is None or isinstance(given, str | Path):
        return given
    raise Mistake(f"store is {given!r}: a store, its folder, None for the one of this user, or False for none")


def _first_look(study: Playable) -> int:
    return min(FIRST_LOOK, study.most_decks) if study.decks is None else study.decks


def _fill(asked: Sequence[_Asked], stores: _Stores, executor: Executor, at_once: int, tracker: Tracker | None) -> None:
    """Play what the stores lack: studies that share a store in one go, so that all begin soon."""
    lacked: dict[Store, list[Work]] = {}
    for each in asked:
        store = stores.of(each.study)
        matches = [match for matches in each.study.matches.values() for match in matches]
        lacked.setdefault(store, []).append(lacking(store, matches, each.decks, each.study.first_deck))
        if tracker is not None:
            tracker.plan(store, matches, each.decks, each.study.first_deck)
    if tracker is not None:
        tracker.tell()
    for store, works in lacked.items():
        fill(store, Work.of(works), executor=executor, at_once=at_once, kept=None if tracker is None else tracker.kept)


def _found(study: Playable, decks: int, store: Store, command: str | None) -> Results:
    def games(matches: Sequence[Match]) -> pl.LazyFrame:
        return pl.concat([store.scan(match, decks, study.first_deck) for match in matches])

    parts = {table: games(matches) for table, matches in study.matches.items()}
    return _Kept(study.provenance(decks, command=command), parts, store=store)


@dataclass(frozen=True, eq=False)
class _Kept(Results):
    """Results that hold on to the store in which their games are, since a temporary one goes with the last of them."""

    store: Store = field(kw_only=True, repr=False)


@contextmanager
def _executing(playing: Playing) -> Iterator[tuple[Executor, int]]:
    """Who plays, and how many batches to keep on the way."""
    asked = [name for name in ("threads", "processes", "cluster", "executor") if playing.get(name) is not None]
    if len(asked) > 1:
        raise Mistake(f"{' and '.join(asked)} are given: who plays is one of threads, processes, cluster and executor")
    for name in ("threads", "processes", "at_once"):
        if isinstance(given := playing.get(name), int) and given < 1:
            raise Mistake(f"{name} is {given}: a whole number from 1")
    executor, number, address = playing.get("executor"), playing.get("processes"), playing.get("cluster")
    context: AbstractContextManager[tuple[Executor, int]]
    if executor is not None:
        context = nullcontext((executor, playing.get("at_once") or 2 * cores()))
    elif number is not None:
        context = processes(number)
    elif address is not None:
        context = cluster(address)
    else:
        context = threads(playing.get("threads"))
    with context as made:
        yield made
