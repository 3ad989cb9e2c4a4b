"""Where games came from, as a value: rules, players, decks, versions. What is shown of it is made elsewhere."""

import json
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Self

import polars as pl

from simulator.players.networks import network_in_use
from simulator.players.seats import asks_for_network
from simulator.studies.matches import ENGINE_VERSION
from simulator.studies.precision import BEST_AT
from simulator.variants import Variant

__all__ = ["PACKAGES", "Provenance", "Table", "TableKey", "borrowed_networks", "versions"]

PACKAGES = ("double-seven", "numba", "numpy", "polars", "scipy", "altair")
"""The packages that decide what a report says."""

TableKey = tuple[int, str]
"""A number of players, and the name of a line-up at it."""


@dataclass(frozen=True)
class Table:
    """A line-up at one number of players.

    Parameters
    ----------
    players, line_up
        The number of players and the line-up's name, as in the columns of a frame of games.
    seatings
        The player in each seat, once for each rotation that was played.
    decks
        Decks played by each variant in each seating.
    """

    players: int
    line_up: str
    seatings: tuple[tuple[str, ...], ...]
    decks: int


@dataclass(frozen=True)
class Provenance:
    """How games came about: with it anyone can play them again, and read them without any other file.

    Parameters
    ----------
    variants
        The rules, in full; the one that others are held against first.
    tables
        Who played, and how much.
    seed, first_deck
        What fixed the order of the tiles, and the number of the first deck.
    precision, most_decks
        What was to be known how well, by metric, and where to stop in any case; None if a number of decks was given.
    title
        What the study is called.
    command
        The command that asked for it, if one did.
    networks
        By whose network ``trained`` and ``search`` judged, where there was none of the very rules: the name of the
        variant it was trained on, by the name of the variant that was played and the number of players.
    engine
        Digest of the code that played: equal digests give equal games.
    versions
        Of Python and the packages that decide what a report says.
    """

    variants: tuple[Variant, ...]
    tables: tuple[Table, ...]
    seed: int = 1
    first_deck: int = 0
    precision: Mapping[str, float] | None = None
    most_decks: int | None = None
    title: str = ""
    command: str | None = None
    networks: Mapping[str, str] | None = None
    engine: str = ENGINE_VERSION
    versions: Mapping[str, str] | None = None

    @property
    def best_at(self) -> float | None:
        """For which number of looks intervals hold; None where the number of decks was fixed before.

        A study that stopped at a precision has looked at its numbers before: only a confidence sequence is right then.
        """
        return BEST_AT if self.precision else None

    @classmethod
    def of(cls, games: pl.DataFrame, variants: Sequence[Variant], *, command: str | None = None) -> Self:
        """What a frame of games says of itself, with the rules of its variants."""
        counted = games.group_by("players", "line_up", maintain_order=True).agg(
            pl.col("seats").unique(maintain_order=True), pl.struct("seed", "game").n_unique().alias("decks")
        )
        tables = [
            Table(players, line_up, tuple(map(tuple, seatings)), decks)
            for players, line_up, seatings, decks in counted.sort("players", maintain_order=True).iter_rows()
        ]
        seed, first = games.select(pl.col("seed").first(), pl.col("game").min()).row(0)
        return cls(
            tuple(variants),
            tuple(tables),
            seed=seed,
            first_deck=first,
            command=command,
            networks=borrowed_networks(variants, tables),
            versions=versions(*PACKAGES),
        )

    def to_json(self) -> str:
        """As text, for the metadata of a file of results."""
        content = {**vars(self), "tables": [asdict(table) for table in self.tables]}
        content["variants"] = [variant.model_dump(mode="json", by_alias=True) for variant in self.variants]
        return json.dumps(content, ensure_ascii=False, sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read what `to_json` wrote.

        Raises
        ------
        ValueError, KeyError, TypeError
            If it is something else.
        """
        content: dict[str, Any] = json.loads(text)
        content["variants"] = tuple(Variant.model_validate(each) for each in content["variants"])
        content["tables"] = tuple(
            Table(**{**each, "seatings": tuple(map(tuple, each["seatings"]))}) for each in content["tables"]
        )
        return cls(**content)


def borrowed_networks(variants: Sequence[Variant], tables: Sequence[Table]) -> dict[str, str]:
    """By whose network seats judge that ask for one of the rules they play, where there is none: see `Provenance`."""
    return {
        f"{variant.name}, {table.players} players": found.variant
        for table in tables
        if any(asks_for_network(seat) for seating in table.seatings for seat in seating)
        for variant in variants
        if (found := network_in_use(variant, table.players)).digest != variant.digest
    }


def versions(*packages: str) -> dict[str, str]:
    """Versions of Python and of ``packages``, by name."""
    return {"python": platform.python_version(), **{name: _version(name) for name in packages}}


@cache
def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed, run from its sources"
