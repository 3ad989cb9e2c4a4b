"""Pairs of a ladder, kept in a folder as they are finished, so that hours of play go on where they were broken off."""

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import polars as pl

from simulator.engine.compiling import SOURCES_DIGEST
from simulator.errors import Mistake
from simulator.files import FileError, check_writable, write_whole
from simulator.players import is_own, seat_records
from simulator.statistics import contest_decks
from simulator.studies import Contest, play_contests
from simulator.studies.simulating import Progress

__all__ = ["PairError", "decks_of_pair", "make_folder"]


class PairError(Mistake):
    """A kept pair that cannot be read."""


def make_folder(folder: str | Path) -> None:
    """Make the folder in which pairs are kept, if it is not there; say so if none can be."""
    folder = Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        raise FileError(f"{folder} is no folder, nor can it become one") from error
    check_writable(folder / "pair.parquet")


def decks_of_pair(
    contest: Contest, folder: str | Path | None, number_of_threads: int | None, progress: Progress | None
) -> pl.DataFrame:
    """A pair's decks: those kept in the folder, or played now and kept."""
    file = None if folder is None else Path(folder) / _file_name(contest)
    if file is not None and file.exists():
        return _kept(file)
    games = play_contests([contest], number_of_threads=number_of_threads, progress=progress)
    decks = contest_decks(games)
    if file is not None:
        with write_whole(file) as whole:
            decks.write_parquet(whole, metadata={"played_with": json.dumps(_played_with(contest), sort_keys=True)})
    return decks


def _kept(file: Path) -> pl.DataFrame:
    """Read a pair's decks. The file's name says what was played, so that the content need not be doubted."""
    try:
        return pl.read_parquet(file)
    except (pl.exceptions.PolarsError, OSError) as error:
        raise PairError(f"{file} cannot be read ({error}); delete it, and the pair is played again") from error


def _file_name(contest: Contest) -> str:
    """A name that people can read, and a digest of all that the result depends on."""
    text = json.dumps(_played_with(contest), sort_keys=True)
    words = f"{contest.variant.name}-{contest.players}-players-{contest.challenger}-against-{contest.field}"
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    return f"{re.sub(r'[^A-Za-z0-9]+', '-', words)[:100].strip('-')}-{digest}.parquet"


def _played_with(contest: Contest) -> dict[str, Any]:
    """All that a pair's result depends on. Weights count by their values, a player of one's own by its source."""
    seats = [str(contest.challenger), str(contest.field)]
    compiled = [seat for seat in seats if not is_own(seat)]
    own = [Path(seat.rpartition(":")[0]) for seat in seats if is_own(seat)]
    content = seat_records(contest.variant, compiled * contest.players).tobytes()
    return {
        "variant": contest.variant.name,
        "rules": contest.variant.digest,
        "players": contest.players,
        "challenger": seats[0],
        "field": seats[1],
        "decks": contest.decks,
        "seed": contest.seed,
        "first_deck": contest.first_deck,
        "sources": SOURCES_DIGEST,
        "seats": hashlib.sha256(content + b"".join(path.read_bytes() for path in own)).hexdigest()[:16],
    }
