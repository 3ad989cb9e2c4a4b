"""A match: games of one variant by the same players in the same seats under one seed, and what identifies them.

Equal identities mean equal games, whatever files, variants and players are called. What is kept of games is kept by it.
"""

import ast
import hashlib
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numba
import numpy as np

from simulator.engine.compiling import SOURCES_DIGEST
from simulator.players import is_own, seat_name, seat_records
from simulator.studies.batches import Batch
from simulator.studies.line_ups import Seat, line_up_name
from simulator.variants import Variant

_SOURCES = ("games/game.py", "games/playing.py", "studies/batches.py", "studies/columns.py", "variants/flattening.py")
"""What decides the rows of a game beside compiled code: from a variant's rules to a frame's columns."""

_KNOWN_MODULES = frozenset({*sys.stdlib_module_names, "numpy", "simulator"})
"""What the file of a player of one's own may import without its games depending on code that nobody keeps track of."""


def _engine_version() -> str:
    package = Path(__file__).resolve().parents[1]
    digest = hashlib.sha256()
    for version in (SOURCES_DIGEST, numba.__version__, np.__version__):
        digest.update(version.encode())
    for source in _SOURCES:
        digest.update((package / source).read_bytes())
    return digest.hexdigest()[:16]


ENGINE_VERSION = _engine_version()
"""Digest of all code that decides the rows of a game: equal digests give equal rows."""


@dataclass(frozen=True)
class Match:
    """All games of ``seed`` under ``variant`` with the given player in each of ``seats``.

    ``line_up`` is what these players are called together, in every rotation: their names if it is empty.
    """

    variant: Variant
    seats: tuple[Seat, ...]
    seed: int
    line_up: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "line_up", self.line_up or line_up_name(self.seats))

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.seats)

    @property
    def seat_names(self) -> list[str]:
        """What the players are called in results."""
        return [seat_name(seat) for seat in self.seats]

    @property
    def identity(self) -> dict[str, Any]:
        """What decides the games, as plain data.

        A player that comes with the package counts with its weights, one of a file with the file's content.
        """
        records = seat_records(self.variant, ["random" if is_own(seat) else seat_name(seat) for seat in self.seats])
        return {
            "variant": self.variant.digest,
            "players": self.players,
            "seats": [
                _own_identity(seat) if is_own(seat) else _sha256(record.tobytes())
                for seat, record in zip(self.seats, records, strict=False)
            ],
            "seed": self.seed,
            "engine": ENGINE_VERSION,
        }

    @cached_property
    def digest(self) -> str:
        """Sixteen hexadecimal digits of the identity, as it is when they are first asked for."""
        return _sha256(json.dumps(self.identity, sort_keys=True).encode())[:16]

    @cached_property
    def may_be_kept(self) -> bool:
        """Whether the identity says all: not with a function, or with a file that imports other files of one's own."""
        return all(not is_own(seat) or (isinstance(seat, str) and _stands_alone(_file_of(seat))) for seat in self.seats)

    def batch(self, first_game: int, games: int) -> Batch:
        """A batch of these games."""
        return Batch(self.variant, self.seats, self.seed, first_game, games)


def _own_identity(seat: Seat) -> str:
    if isinstance(seat, str):
        function = seat.rpartition(":")[2]
        return f"{function} of {_sha256(_file_of(seat).read_bytes())}"
    return f"function {id(seat)}"


def _file_of(seat: str) -> Path:
    return Path(seat.rpartition(":")[0])


def _stands_alone(file: Path) -> bool:
    """Whether a Python file imports nothing but the standard library, NumPy and this package."""
    return _KNOWN_MODULES.issuperset(_imports(file))


def _imports(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_bytes())):
        match node:
            case ast.Import(names):
                yield from (alias.name.partition(".")[0] for alias in names)
            case ast.ImportFrom(module=module, level=level):
                yield "." if level else str(module).partition(".")[0]


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
