"""The store: games kept on disk as Parquet, by the match that they belong to, found again and never played twice.

A match has a folder, and in it files of consecutive games. A file's name says which games it holds and carries the
digest of its bytes, so that whatever is not exactly what was written is noticed. Files appear whole or not at all;
several processes may use a store at once, since what they write under one name is the same.
"""

import hashlib
import io
import json
import os
import re
import shutil
import tempfile
import time
import warnings
import weakref
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import platformdirs
import polars as pl

from simulator.errors import Mistake
from simulator.files import write_whole
from simulator.studies.batches import Batch, play_batch
from simulator.studies.columns import SCHEMA
from simulator.studies.matches import Match
from simulator.variants import Variant

__all__ = ["Entry", "GamesGoneError", "OtherCodeError", "Store", "StoreWarning", "encode_batch"]

_OF_THE_MATCH = ("variant", "players", "line_up", "seats", "seed")
"""Columns that are the same in all games of a match: not in the files, but put in front when they are read."""

_STORED = {name: dtype for name, dtype in SCHEMA.items() if name not in _OF_THE_MATCH}

_ABOUT = "about.json"

_NAME = re.compile(r"(?P<first>\d{12,})-(?P<end>\d{12,})-(?P<digest>[0-9a-f]{16})\.parquet")

_SET_ASIDE = ".set-aside"

_LEFT_OVER_SECONDS = 3600
"""Age at which a half-written file was left by a process that is gone, since writing one takes a moment."""


class StoreWarning(UserWarning):
    """Something in a store is not as it was written; it has been set aside and its games are played again."""


class GamesGoneError(Mistake):
    """Games that were in the store a moment ago are not there any more."""


class OtherCodeError(Mistake):
    """A worker whose engine, players or weights are not those of the process that asked it to play."""


@dataclass(frozen=True)
class Entry:
    """One match in a store, for the list.

    Parameters
    ----------
    folder
        Where it is.
    match
        What was played, with the names that it had then; None if the note of it is damaged.
    games
        Games kept.
    size
        Bytes on disk, with files that were set aside.
    changed
        When a file was last added, in seconds since 1970.
    valid
        Whether today's engine, players and weights would play the same games; if not, the entry is never read again.
    """

    folder: Path
    match: Match | None
    games: int
    size: int
    changed: float
    valid: bool


@dataclass(frozen=True)
class _Kept:
    """A file of games ``first … end - 1``."""

    first: int
    end: int
    path: Path


def encode_batch(batch: Batch, digest: str, *, check: bool = True) -> bytes:
    """Play a batch and give the bytes of its Parquet file. A pure function of the batch, on any machine.

    Parameters
    ----------
    batch
        What to play.
    digest
        Of the match, in the process that asks.
    check
        Whether the match must have the same digest here; a function of one's own has another in each process.

    Raises
    ------
    OtherCodeError
        If the code here would give the match another digest.
    """
    frame = play_batch(batch)
    match = Match(batch.variant, batch.seats, batch.seed)
    # After playing, so that a player's file that was changed meanwhile is noticed too.
    if check and match.digest != digest:
        raise OtherCodeError(
            f"games of {match.variant.name} by {', '.join(match.seat_names)}: the engine, a player or its weights have "
            "changed since the study began, or a worker has others. Start the workers and the study again"
        )
    buffer = io.BytesIO()
    about = {"match": digest, "first": batch.first_game, "games": batch.games}
    frame.select(*_STORED).write_parquet(buffer, compression="zstd", metadata={"double-seven": json.dumps(about)})
    return buffer.getvalue()


def _default_folder() -> Path:
    named = os.environ.get("DOUBLE_SEVEN_STORE")
    return Path(named) if named else Path(platformdirs.user_cache_dir("double-seven", appauthor=False)) / "store"


class Store:
    """Games kept on disk.

    Parameters
    ----------
    folder
        Where; made when the first games are kept. By default what the environment variable ``DOUBLE_SEVEN_STORE`` says,
        or else a folder of the user's cache.
    say
        Told of each file that is set aside; by default a :class:`StoreWarning` is given.
    """

    def __init__(self, folder: str | Path | None = None, *, say: Callable[[str], None] | None = None) -> None:
        self.folder = _default_folder() if folder is None else Path(folder)
        self._say = say or (lambda message: warnings.warn(message, StoreWarning, stacklevel=3))
        self._checked: set[tuple[Path, int, int]] = set()

    @classmethod
    def temporary(cls) -> "Store":
        """A store that goes when nothing refers to it any more."""
        store = cls(tempfile.mkdtemp(prefix="double-seven-"))
        weakref.finalize(store, shutil.rmtree, store.folder, ignore_errors=True)
        return store

    def __repr__(self) -> str:
        return f"Store({str(self.folder)!r})"

    def folder_of(self, match: Match) -> Path:
        """Where the games of a match are kept."""
        return self.folder / f"{match.variant.digest}-{match.players}-{match.seed}-{match.digest}"

    def missing(self, match: Match, games: int, first_game: int = 0) -> list[tuple[int, int]]:
        """Which of ``games`` games from ``first_game`` on are not there, as ranges ``(first, end)``.

        Damaged files are set aside.
        """
        folder = self.folder_of(match)
        if folder.is_dir() and not (folder / _ABOUT).is_file():
            self._begin(match, folder)
        ranges = []
        reached, end = first_game, first_game + games
        for kept in self._pieces(match, reached, end):
            if kept.first > reached:
                ranges.append((reached, kept.first))
            reached = kept.end
        return [*ranges, (reached, end)] if reached < end else ranges

    def keep(self, match: Match, first_game: int, games: int, data: bytes) -> None:
        """Keep what :func:`encode_batch` gave for games ``first_game …`` of a match."""
        folder = self.folder_of(match)
        if not (folder / _ABOUT).is_file():
            self._begin(match, folder)
        path = folder / f"{first_game:012}-{first_game + games:012}-{_digest(data)}.parquet"
        with write_whole(path) as part:
            part.write_bytes(data)
        self._remember(path)

    def scan(self, match: Match, games: int, first_game: int = 0) -> pl.LazyFrame:
        """``games`` games of a match from ``first_game`` on, all of them kept: read when collected, in order."""
        if self.missing(match, games, first_game):
            raise GamesGoneError(f"{self.folder_of(match)}: games have gone from the store while it was in use")
        whole: list[Path] = []
        parts: list[pl.LazyFrame] = []
        reached = first_game
        for kept in self._pieces(match, first_game, first_game + games):
            end = min(kept.end, first_game + games)
            if (kept.first, kept.end) == (reached, end):
                whole.append(kept.path)
            else:
                parts += _scanned(whole)
                whole = []
                parts += [each.slice(reached - kept.first, end - reached) for each in _scanned([kept.path])]
            reached = end
        parts += _scanned(whole)
        seats = pl.Series([match.seat_names], dtype=SCHEMA["seats"])
        same: dict[str, pl.Expr] = {
            "variant": pl.lit(match.variant.name),
            "players": pl.lit(match.players),
            "line_up": pl.lit(match.line_up),
            "seats": pl.lit(seats).first(),
            "seed": pl.lit(match.seed, pl.UInt64),
        }
        # Without a cast, so that a filter or a choice of columns still reaches the files.
        return (
            pl.concat(parts)
            .with_columns(same[name].cast(SCHEMA[name]).alias(name) for name in _OF_THE_MATCH)
            .select(*SCHEMA)
        )

    def holds(self, match: Match, first_game: int, end: int) -> bool:
        """Whether a file for exactly these games has come, perhaps from another process."""
        return any(self.folder_of(match).glob(f"{first_game:012}-{end:012}-*.parquet"))

    def entries(self) -> list[Entry]:
        """What is in the store, by variant, number of players, seats and seed."""
        folders = self.folder.iterdir() if self.folder.is_dir() else ()
        return sorted((_entry(folder) for folder in folders if (folder / _ABOUT).is_file()), key=_order)

    def remove(self, entry: Entry) -> None:
        """Delete one entry."""
        shutil.rmtree(entry.folder)

    def remove_left_overs(self) -> None:
        """Delete what processes that were killed left half-written."""
        for part in self.folder.glob("*/.*.part"):
            try:
                if time.time() - part.stat().st_mtime > _LEFT_OVER_SECONDS:
                    part.unlink()
            except FileNotFoundError:
                pass  # it was not left over: its process has just finished it

    def _begin(self, match: Match, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        about = {
            "variant": match.variant.model_dump(mode="json", by_alias=True),
            "seats": match.seat_names,
            "seed": match.seed,
            "digest": match.digest,
        }
        with write_whole(folder / _ABOUT) as part:
            part.write_text(json.dumps(about, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

    def _pieces(self, match: Match, reached: int, end: int) -> Iterator[_Kept]:
        """Sound files that together give the games from ``reached`` to ``end``, as far as they go; they may overlap."""
        for kept in sorted(self._sound(match), key=lambda kept: (kept.first, -kept.end)):
            if kept.first >= end:
                return
            if kept.end > reached:
                yield kept
                reached = kept.end

    def _sound(self, match: Match) -> Iterator[_Kept]:
        folder = self.folder_of(match)
        if not folder.is_dir():
            return
        for path in sorted(folder.glob("*.parquet")):
            if path.name.startswith("."):
                continue
            named = _NAME.fullmatch(path.name)
            if named is None:
                self._put_aside(path, "is no file of this store")
                continue
            kept = _Kept(int(named["first"]), int(named["end"]), path)
            try:
                wrong = None if self._is_known(path) else _what_is_wrong(kept, named["digest"], match)
            except FileNotFoundError:
                continue  # another process has just set it aside
            if wrong is None:
                self._remember(path)
                yield kept
            else:
                self._put_aside(path, wrong)

    def _put_aside(self, path: Path, why: str) -> None:
        aside = next(
            name
            for number in count()
            if not (name := path.with_name(f"{path.name}{_SET_ASIDE}{number or ''}")).exists()
        )
        try:
            path.rename(aside)
        except FileNotFoundError:
            return  # another process was faster, and has said so
        self._say(f"{path}: {why}; it is set aside as {aside.name}, and its games are played again")

    def _stamp(self, path: Path) -> tuple[Path, int, int]:
        status = path.stat()
        return path, status.st_size, status.st_mtime_ns

    def _is_known(self, path: Path) -> bool:
        return self._stamp(path) in self._checked

    def _remember(self, path: Path) -> None:
        self._checked.add(self._stamp(path))


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _what_is_wrong(kept: _Kept, digest: str, match: Match) -> str | None:
    """Why a file cannot be used, or None."""
    data = kept.path.read_bytes()
    if _digest(data) != digest:
        return "is damaged"
    try:
        told = json.loads(pl.read_parquet_metadata(io.BytesIO(data)).get("double-seven", "null"))
    except pl.exceptions.PolarsError:
        return "is no Parquet file"
    if told != {"match": match.digest, "first": kept.first, "games": kept.end - kept.first}:
        return "holds games of another match"
    return None


def _scanned(paths: list[Path]) -> list[pl.LazyFrame]:
    # A path may hold signs that would be read as a pattern, or look like column=value.
    if not paths:
        return []
    return [pl.scan_parquet(paths, schema=_STORED, glob=False, hive_partitioning=False)]


def _entry(folder: Path) -> Entry:
    files = [path.stat() for path in folder.iterdir()]
    ranges = sorted(
        (int(named["first"]), int(named["end"])) for path in folder.iterdir() if (named := _NAME.fullmatch(path.name))
    )
    games = reached = 0
    for first, end in ranges:
        games += max(0, end - max(first, reached))
        reached = max(reached, end)
    match, valid = _told_about(folder / _ABOUT)
    return Entry(
        folder=folder,
        match=match,
        games=games,
        size=sum(status.st_size for status in files),
        changed=max(status.st_mtime for status in files),
        valid=valid,
    )


def _told_about(file: Path) -> tuple[Match | None, bool]:
    """The match that a folder's note tells of (None if it cannot be read), and whether it would be found today."""
    try:
        about: dict[str, Any] = json.loads(file.read_bytes())
        match = Match(Variant.model_validate(about["variant"]), tuple(about["seats"]), about["seed"])
        digest = about["digest"]
    except (ValueError, KeyError, TypeError):
        return None, False
    try:
        return match, match.digest == digest
    except (Mistake, OSError):
        return match, False  # a player, or the file of one or of its weights, is gone


def _order(entry: Entry) -> tuple[Any, ...]:
    match = entry.match
    if match is None:
        return (1, entry.folder.name)
    return (0, match.variant.name, match.players, match.seat_names, match.seed, entry.folder.name)
