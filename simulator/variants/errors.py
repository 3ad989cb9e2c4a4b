"""What is wrong with a variant, said to the person who wrote it: places, problems, the nearest known name."""

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from simulator.errors import Mistake


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands: line and column (from 1) of a file, or a whole file or override."""

    file: str
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        return printable(self.file) + ("" if self.line is None else f":{self.line}:{self.column}")


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake: its place, the key it is about (None if it is about none) and a message of one line."""

    place: Place
    key: str | None
    message: str

    @property
    def file(self) -> str:
        """The file, or the override as it is written on the command line."""
        return self.place.file

    @property
    def line(self) -> int | None:
        """The line, from 1; None where the whole file is meant."""
        return self.place.line

    @property
    def column(self) -> int | None:
        """The column, from 1; None where the whole file is meant."""
        return self.place.column

    def __str__(self) -> str:
        return f"{self.place}: {printable(self.message)}"


class VariantError(Mistake):
    """A variant that cannot be used. It holds every problem found; as text, one line a problem."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(tuple(problems))
        self.problems: tuple[Problem, ...] = tuple(problems)

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)


def printable(text: str) -> str:
    """Return ``text`` with everything that is not printable escaped, so that it stays on its line."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text)


def shown(value: object) -> str:
    """Return ``repr(value)``, cut where it is long."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the name among ``known`` that ``name`` was probably meant to be, or None."""
    return next(iter(difflib.get_close_matches(name, list(known), n=1)), None)


def did_you_mean(name: str, known: Iterable[str], then: str = "") -> str:
    """Return ``"; did you mean …?"`` with the nearest of ``known`` if one is near, then ``then``."""
    return suggestion(nearest(name, known), then)


def suggestion(meant: str | None, then: str = "") -> str:
    """Return ``"; did you mean …?"`` (nothing without ``meant``), and then the clause ``then``."""
    if meant is None:
        return f"; {then}" if then else ""
    return f"; did you mean {meant}? {then[:1].upper()}{then[1:]}".rstrip()
