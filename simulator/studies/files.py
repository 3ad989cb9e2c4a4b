"""Study files: the fields of a study as YAML, checked as variant files are, every mistake with its place."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, ConfigDict, Field, TypeAdapter

from simulator.errors import Mistake
from simulator.players import check_seat, is_own, load_own
from simulator.studies.line_ups import Seat
from simulator.studies.precision import FIRST_LOOK, read_precision
from simulator.studies.study import Study
from simulator.variants import Variant, VariantError, bundled_variants, load_variant
from simulator.variants.checking import Layer, accepted
from simulator.variants.documents import Document, Entry, Node, described, holds_refused, plain, read_file
from simulator.variants.errors import Place, Problem, did_you_mean, nearest, shown, suggestion
from simulator.variants.loading import is_name, load_changed
from simulator.variants.schema import MAX_PLAYERS, Text, integral

__all__ = ["StudyFileError", "load_study"]

_MOST = 10**12


def _whole(least: int, most: int) -> Any:
    return Annotated[int, Field(strict=True, ge=least, le=most), BeforeValidator(integral)]


_Players = _whole(2, MAX_PLAYERS)
_Words = Annotated[str, Field(strict=True, min_length=1)]

_KEYS: dict[str, Any] = {
    "title": Text,
    "variants": None,
    "players": _Players | Annotated[tuple[_Players, ...], Field(min_length=1, max_length=MAX_PLAYERS)],  # type: ignore[valid-type]
    "seats": None,
    "seed": _whole(0, 2**64 - 1),
    "decks": _whole(1, _MOST),
    "precision": None,
    "most_decks": _whole(FIRST_LOOK, _MOST),
}
"""The keys of a study file, those of `Study`, with what the plain ones may be."""

_RENAMED = {"games": "decks", "most_games": "most_decks"}
"""What keys were called before; a study counts in decks, each played once by every rotation of the seats."""

_VARIANTS = "a name, a path, or what is changed, such as {extends: rulebook, seven: {size: 6}}"
_SEATS = "a player for all seats such as house, or one a seat such as 'planner,house'"
_PRECISION = "such as ±0.2 turns, or a list of such"


class StudyFileError(VariantError):
    """A study file that cannot be used. It holds every problem found; as text, one line a problem."""


def load_study(path: str | Path, **changes: Any) -> Study:
    """Load a study file: the fields of `Study` as YAML.

    Variants are names of bundled ones, paths beside the file, or what is changed in another:
    ``{extends: rulebook, seven: {size: 6}}``, with a ``name`` if it is to have one of its own.

    Parameters
    ----------
    path
        The file.
    changes
        Fields that are to be other than the file says; ``decks`` takes the place of a ``precision``, and vice versa.

    Raises
    ------
    StudyFileError
        If anything is wrong, with every problem of the file and of the variant files that it names.
    """
    path = Path(path)
    document = read_file(path, "study")
    reading = _Reading(document)
    fields = dict(reading.fields())
    problems = dict.fromkeys(reading.layer.problems)
    if problems:
        own = [problem for problem in problems if problem.file == document.file]
        own.sort(key=lambda problem: (problem.line or 0, problem.column or 0))
        raise StudyFileError([*own, *(problem for problem in problems if problem.file != document.file)])
    if changes.keys() & {"decks", "precision"}:
        fields = {name: value for name, value in fields.items() if name not in ("decks", "precision")}
    try:
        return Study(**{**fields, **changes})
    except Mistake as error:
        raise StudyFileError([Problem(Place(document.file), None, str(error))]) from error


class _Reading:
    """Reads one study file; what is wrong goes into the problems of its layer."""

    def __init__(self, document: Document) -> None:
        self.layer = Layer(document.file, problems=list(document.problems))
        self.folder = Path(document.file).parent
        self.entries = document.top or {}
        self.loaded: list[Variant] = []
        self.numbers: list[tuple[int, Place]] = []

    def fields(self) -> Iterator[tuple[str, Any]]:
        """Give the fields that can be read."""
        for name in self.entries:
            if name not in _KEYS:
                near = suggestion(_RENAMED.get(name) or nearest(name, _KEYS), f"keys of a study: {', '.join(_KEYS)}")
                self._note(self.entries[name].key_place, name, f"unknown key {shown(name)}{near}")
        if self.entries and "variants" not in self.entries:
            self._note(Place(self.layer.file), "variants", f"variants is missing: a list, each {_VARIANTS}")
        if "decks" in self.entries and "precision" in self.entries:
            message = "decks and precision are both given: a precision decides itself how many decks it takes"
            self._note(self.entries["precision"].key_place, "precision", message)
        for name, schema in _KEYS.items():
            entry = self.entries.get(name)
            if entry is None or holds_refused(entry.node):
                continue
            if schema is None:
                value = getattr(self, f"_{name}")(entry)
            else:
                adapter = TypeAdapter(schema, config=ConfigDict(regex_engine="python-re"))
                given = accepted(self.layer, name, entry.node, entry.key_place, adapter)
                value = given and given.value
            if name == "players" and value is not None:
                nodes = entry.node.value if isinstance(entry.node.value, list) else [entry.node]
                self.numbers = [(int(node.value), node.place) for node in nodes]
                self._check_players()
            yield name, value

    def _note(self, place: Place, key: str, message: str) -> None:
        self.layer.note(place, key, message)

    def _items(self, key: str, entry: Entry, allowed: str) -> list[Node]:
        """The items of a list, or the one that stands for it."""
        nodes = entry.node.value if isinstance(entry.node.value, list) else [entry.node]
        if nodes == [] or entry.node.value is None:
            self._note(entry.key_place, key, f"{key} is empty; allowed: {allowed}, or a list of such")
            return []
        return [node for node in nodes if not holds_refused(node)]

    def _variants(self, entry: Entry) -> list[Variant]:
        self.loaded = [loaded for node in self._items("variants", entry, _VARIANTS) for loaded in self._variant(node)]
        return self.loaded

    def _variant(self, node: Node) -> Iterator[Variant]:
        try:
            if isinstance(node.value, dict):
                yield self._changed(node)
            elif not isinstance(node.value, str):
                self._note(node.place, "variants", f"variants cannot hold {described(node)}; allowed: {_VARIANTS}")
            elif is_name(node.value):
                names = bundled_variants()
                if node.value in names:
                    yield load_variant(node.value)
                else:
                    near = did_you_mean(node.value, names, f"bundled are {', '.join(names)}")
                    message = f"no bundled variant is called {shown(node.value)}{near}"
                    self._note(node.place, "variants", f"{message}; a file is given by its path, ./{node.value}.yaml")
            else:
                path = self.folder / node.value
                if path.exists():
                    yield load_variant(path)
                else:
                    near = did_you_mean(path.name, [sibling.name for sibling in path.parent.glob("*.y*ml")])
                    self._note(node.place, "variants", f"there is no file {path}{near}")
        except VariantError as error:
            self.layer.problems += error.problems

    def _changed(self, node: Node) -> Variant:
        entries = dict(node.value)
        named = entries.pop("name", None)
        name = None
        if named is not None:
            name = accepted(self.layer, "name", named.node, named.key_place, TypeAdapter(_Words))
        return load_changed(Document(self.layer.file, entries), None if name is None else str(name.value))

    def _check_players(self) -> None:
        for number, place in self.numbers:
            for variant in self.loaded:
                if not variant.players.min <= number <= variant.players.max:
                    span = f"{variant.players.min} to {variant.players.max}"
                    self._note(place, "players", f"{variant.name} is for {span} players, not {number}")

    def _seats(self, entry: Entry) -> list[tuple[Seat, ...]]:
        return [line_up for node in self._items("seats", entry, _SEATS) for line_up in self._line_up(node)]

    def _line_up(self, node: Node) -> Iterator[tuple[Seat, ...]]:
        texts = plain(node) if isinstance(node.value, list) else [node.value]
        if not texts or not all(isinstance(text, str) for text in texts):
            self._note(node.place, "seats", f"seats cannot hold {described(node)}; allowed: {_SEATS}")
            return
        seats = [self._seat(seat.strip()) for text in texts for seat in text.split(",")]
        for seat in seats:
            try:
                if is_own(seat):
                    load_own(seat)
                else:
                    check_seat(seat)
            except Mistake as error:
                self._note(node.place, "seats", str(error))
        wrong = [number for number, _ in self.numbers if len(seats) not in (1, number)]
        if wrong:
            message = f"{len(seats)} players are named for {wrong[0]} seats: name one for all, or one a seat"
            self._note(node.place, "seats", message)
        yield tuple(seats)

    def _seat(self, seat: str) -> str:
        """A seat, the file of a player of one's own being looked for beside the study file."""
        return str(self.folder / seat) if is_own(seat) else seat

    def _precision(self, entry: Entry) -> dict[str, float]:
        found: dict[str, float] = {}
        for node, name in self._amounts(entry):
            amount = plain(node)
            if isinstance(amount, bool) or not isinstance(amount, str if name is None else str | int | float):
                self._note(node.place, "precision", f"precision cannot hold {described(node)}; allowed: {_PRECISION}")
                continue
            try:
                found |= read_precision(amount if name is None else {name: amount})
            except Mistake as error:
                self._note(node.place, "precision", str(error))
        return found

    def _amounts(self, entry: Entry) -> Iterator[tuple[Node, str | None]]:
        """The nodes that say how well something is to be known, and of what where that stands before them as a key."""
        if isinstance(entry.node.value, dict) and entry.node.value:
            yield from ((inner.node, name) for name, inner in entry.node.value.items())
        else:
            yield from ((node, None) for node in self._items("precision", entry, _PRECISION))
