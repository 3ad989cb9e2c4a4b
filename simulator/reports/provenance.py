"""Where results came from: versions, variants, players, seed and command, so that anyone can make them again."""

import platform
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version

import polars as pl

from simulator.reports.formatting import listed

__all__ = ["made_with", "provenance", "rounded", "versions"]

_PACKAGES = ("double-seven", "numba", "numpy", "polars", "scipy", "altair")


def provenance(results: pl.DataFrame, *, digests: dict[str, str], command: str | None) -> list[tuple[str, str]]:
    """Say in labelled lines how ``results`` came about.

    There is no date among them: the same games give the same report, byte for byte.

    Parameters
    ----------
    results
        Games, with the columns of ``simulator.studies.columns``.
    digests
        Digest of each variant by name.
    command
        The command that was given, if one was.
    """
    lines = [("Variants", ", ".join(f"{name} ({digest})" for name, digest in digests.items()))]
    counts = results.group_by("players").len().sort("players")
    lines.append(("Games of each variant", _by_players(counts.with_columns(pl.col("len") // len(digests)))))
    decks = results.select("players", "seed", "game").unique().group_by("players").len().sort("players")
    lines.append(("Decks", _by_players(decks)))
    lines.append(("Players in the seats", "; ".join(_seats(results))))
    lines.append(("Seed", listed(sorted(results["seed"].unique().to_list()))))
    if command is not None:
        lines.append(("Command", command))
    lines.append(("Made with", made_with()))
    return lines


def made_with() -> str:
    """Versions of Python and of the packages that decide what a report says."""
    return ", ".join([f"Python {platform.python_version()}", *(f"{name} {_version(name)}" for name in _PACKAGES)])


def versions(*packages: str) -> dict[str, str]:
    """Versions of Python and of ``packages``, by name, for a file that says how its content was found."""
    return {"python": platform.python_version(), **{name: version(name) for name in packages}}


def rounded(values: Sequence[float | None], name: str) -> dict[str, float | None]:
    """A value called ``name`` and the ends of its interval, for such a file."""
    return {end: None if each is None else round(each, 4) for end, each in zip((name, "lo", "hi"), values, strict=True)}


def _by_players(counts: pl.DataFrame) -> str:
    """Say ``len`` for each of ``players``, once if they are all the same."""
    players, numbers = counts["players"].to_list(), counts["len"].to_list()
    if len(set(numbers)) == 1:
        return f"{numbers[0]:,} with {'each of ' if len(players) > 1 else ''}{listed(players)} players"
    return ", ".join(f"{number:,} with {count} players" for count, number in zip(players, numbers, strict=True))


def _seats(results: pl.DataFrame) -> list[str]:
    seatings = results.select(pl.col("seats").list.join(", ")).unique().sort("seats").to_series().to_list()
    alike = {seating.split(", ")[0] for seating in seatings if len(set(seating.split(", "))) == 1}
    if len(alike) == 1 and all(set(seating.split(", ")) == alike for seating in seatings):
        return [f"{alike.pop()} in every seat"]
    return seatings


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed, run from its sources"
