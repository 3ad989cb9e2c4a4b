"""Reads the YAML of a variant or study file into values that know their place. What the keys mean is not its business.

Only the plain part of YAML 1.2 is read: sections, lists, texts, numbers, true, false and null. Anchors,
aliases, merge keys and tags are refused, and so is whatever a short hand-written file would not hold, before
it can do harm.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    MappingEndEvent,
    MappingStartEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from simulator.variants.errors import Place, Problem, shown

MAX_BYTES = 64 * 1024
MAX_DEPTH = 8
_DEPTH_NEEDED = {"variant": 3, "study": 5}

REFUSED = object()
"""The value of a node that has been reported already and must not be reported again."""


@dataclass(frozen=True, slots=True)
class Node:
    """A value and its place: a scalar, a list of nodes, a dict of entries, or :data:`REFUSED`."""

    value: Any
    place: Place


@dataclass(frozen=True, slots=True)
class Entry:
    """One key of a section, with the place of the key and the node it leads to."""

    key_place: Place
    node: Node


@dataclass
class Document:
    """A file as read: its keys, or None if there are none to speak of, and what is wrong with the YAML."""

    file: str
    top: dict[str, Entry] | None = None
    problems: list[Problem] = field(default_factory=list)


def read_file(path: Path, kind: str = "variant") -> Document:
    """Read a file. Every problem, from a missing file to a second document, is in the result.

    Parameters
    ----------
    path
        The file.
    kind
        What problems call it: a file of a ``variant`` or of a ``study``.
    """
    file = str(path)
    document = Document(file)

    def refuse(message: str, line: int | None = None, column: int | None = None) -> Document:
        document.problems.append(Problem(Place(file, line, column), None, message))
        return document

    try:
        if path.is_dir():
            return refuse(f"is a folder; a {kind} is a .yaml file")
        if path.exists() and not path.is_file():
            return refuse("is not a regular file")
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        other = _with_suffix(path)
        return refuse("there is no such file" + (f"; did you mean {other}?" if other else ""))
    except (OSError, ValueError) as error:
        return refuse(f"cannot be read: {getattr(error, 'strerror', None) or error}")
    if len(data) > MAX_BYTES:
        return refuse(f"is larger than {MAX_BYTES // 1024} kB; a {kind} file is far smaller")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line, column = _position(data[: error.start].decode("utf-8", "replace"))
        byte = data[error.start]
        return refuse(f"byte {error.start} (0x{byte:02x}) is not UTF-8; save the file as UTF-8", line, column)
    return read_text(text, file, kind)


def read_text(text: str, file: str, kind: str = "variant") -> Document:
    """Read the text of a file; ``file`` is what problems name, ``kind`` as in :func:`read_file`."""
    node, problems = _read(text, file, kind)
    if node is not None and isinstance(node.value, dict) and node.value:
        return Document(file, node.value, problems)
    if not problems:
        if node is None or not node.value:
            problem = Problem(Place(file), None, f"is empty; a {kind} file gives at least one key")
        else:
            message = f"a {kind} file is made of keys like 'title:', not {described(node)}"
            problem = Problem(node.place, None, message)
        problems.append(problem)
    return Document(file, None, problems)


def read_override(text: str, label: str) -> tuple[Node, list[Problem]]:
    """Read the value of an override. Problems name ``label`` as a whole, since an override has no lines."""
    node, problems = _read(text, label, "variant")
    place = Place(label)
    flattened = [Problem(place, None, problem.message) for problem in problems]
    return (_moved(node, place) if node else Node(None, place)), flattened


def described(node: Node) -> str:
    """Return what a node is, in an error: a section, a list, nothing, or the value as it was given."""
    if isinstance(node.value, dict):
        return "a section"
    if isinstance(node.value, list):
        return shown(plain(node))
    return "nothing" if node.value is None else shown(node.value)


def plain(node: Node) -> Any:
    """Return the value of a node without places."""
    if isinstance(node.value, dict):
        return {key: plain(entry.node) for key, entry in node.value.items()}
    if isinstance(node.value, list):
        return [plain(item) for item in node.value]
    return node.value


def holds_refused(node: Node) -> bool:
    """Return whether a part of the node has been reported already."""
    if isinstance(node.value, list):
        return any(holds_refused(item) for item in node.value)
    return node.value is REFUSED


class _UnreadableError(Exception):
    """Reading cannot go on; the reason is among the reader's problems."""


def _read(text: str, file: str, kind: str) -> tuple[Node | None, list[Problem]]:
    reader = _Reader(text.removeprefix("\ufeff"), file, kind)
    try:
        return reader.document(), reader.problems
    except _UnreadableError:
        return None, reader.problems


class _Reader:
    """Turns the parser's events into nodes. It goes no deeper than :data:`MAX_DEPTH` and follows no alias."""

    def __init__(self, text: str, file: str, kind: str) -> None:
        self.file = file
        self.kind = kind
        self.problems: list[Problem] = []
        self._events = self._parsed(text)

    def document(self) -> Node | None:
        """Return the only document, or None if there is none."""
        self._next()  # the start of the stream
        start = self._next()
        if isinstance(start, StreamEndEvent):
            return None
        if start.version not in (None, (1, 2)):
            self._note(start.start_mark, f"{self.kind} files are YAML 1.2; leave the %YAML line out")
        node = self._node(self._next(), depth=1)
        self._next()  # the end of the document
        after = self._next()
        if not isinstance(after, StreamEndEvent):
            self._note(after.start_mark, f"a second document begins here; a {self.kind} file holds one")
        return node

    def _parsed(self, text: str) -> Iterator[Any]:
        unprintable = _UNPRINTABLE.search(text)
        if unprintable:
            line, column = _position(text[: unprintable.start()])
            code = f"U+{ord(unprintable.group()):04X}"
            self._stop(Place(self.file, line, column), f"the control character {code} is not allowed")
        try:
            yield from YAML(typ="safe", pure=True).parse(text)
        except MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            place = Place(self.file) if mark is None else self._place(mark)
            self._stop(place, f"not YAML: {_in_words(error)}")
        except (YAMLError, ValueError, OverflowError):
            self._stop(Place(self.file), "not YAML: it cannot be read (is an escape such as \\U right?)")

    def _node(self, event: Any, depth: int, key: str | None = None) -> Node:
        """Return the node that begins with ``event``; ``key`` is the dotted key that it is the value of."""
        place = self._place(event.start_mark)
        if depth > MAX_DEPTH:
            self._stop(place, f"nested more than {MAX_DEPTH} deep; a {self.kind} file needs {_DEPTH_NEEDED[self.kind]}")
        if isinstance(event, AliasEvent):
            self._note(event.start_mark, f"aliases (*{event.anchor}) are not used here; write the value out", key)
            return Node(REFUSED, place)
        if event.anchor is not None:
            self._note(event.start_mark, f"anchors (&{event.anchor}) are not used here; leave it out", key)
        if event.tag is not None:
            self._note(event.start_mark, f"tags ({event.tag}) are not used here; write the plain value", key)
        if isinstance(event, MappingStartEvent):
            value: Any = self._entries(depth, key)
        elif isinstance(event, SequenceStartEvent):
            value = list(self._items(depth, key))
        else:
            value = event.value if event.style else scalar(event.value)
        return Node(REFUSED if event.tag is not None else value, place)

    def _items(self, depth: int, key: str | None) -> Iterator[Node]:
        while not isinstance(event := self._next(), SequenceEndEvent):
            yield self._node(event, depth + 1, key)

    def _entries(self, depth: int, section: str | None) -> Any:
        """Return the entries of a section, or :data:`REFUSED` if it holds none because each was reported."""
        entries: dict[str, Entry] = {}
        known = len(self.problems)
        while not isinstance(event := self._next(), MappingEndEvent):
            mark, merges = event.start_mark, getattr(event, "value", None) == "<<" and not event.style
            key = self._node(event, depth + 1)
            full_key = f"{section}.{key.value}" if section else str(key.value)
            node = self._node(self._next(), depth + 1, full_key)
            if merges:
                self._note(mark, "merge keys (<<) are not used here; a file builds on another with extends:")
            elif key.value is REFUSED:
                pass  # reported where it was read
            elif not isinstance(key.value, str):
                self._note(mark, f"a key is a word, not {described(key)}")
            elif key.value in entries:
                first = entries[key.value].key_place.line
                self._note(mark, f"{full_key} is given twice; the first is on line {first}", full_key)
            else:
                entries[key.value] = Entry(key.place, node)
        return REFUSED if not entries and len(self.problems) > known else entries

    def _next(self) -> Any:
        return next(self._events)

    def _place(self, mark: Any) -> Place:
        return Place(self.file, mark.line + 1, mark.column + 1)

    def _note(self, mark: Any, message: str, key: str | None = None) -> None:
        self.problems.append(Problem(self._place(mark), key, message))

    def _stop(self, place: Place, message: str) -> NoReturn:
        self.problems.append(Problem(place, None, message))
        raise _UnreadableError


# What YAML calls printable, but for the tab, the line ends and what lies outside the basic plane.
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_NULL = re.compile(r"|~|null|Null|NULL")
_TRUE = re.compile(r"true|True|TRUE")
_FALSE = re.compile(r"false|False|FALSE")
_DECIMAL = re.compile(r"[-+]?[0-9]+")
_OCTAL = re.compile(r"0o[0-7]+")
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_INFINITY = re.compile(r"[-+]?\.(inf|Inf|INF)")
_NOT_A_NUMBER = re.compile(r"\.(nan|NaN|NAN)")
_LONGEST_INTEGER = 300


def scalar(text: str) -> bool | int | float | str | None:
    """Return what an unquoted scalar means in YAML 1.2's core schema, where ``yes`` and ``on`` are texts."""
    if _NULL.fullmatch(text):
        return None
    if _TRUE.fullmatch(text):
        return True
    if _FALSE.fullmatch(text):
        return False
    if len(text) <= _LONGEST_INTEGER:
        if _DECIMAL.fullmatch(text):
            return int(text)
        if _OCTAL.fullmatch(text):
            return int(text[2:], 8)
        if _HEXADECIMAL.fullmatch(text):
            return int(text[2:], 16)
    if _FLOAT.fullmatch(text):
        return float(text)
    if _INFINITY.fullmatch(text):
        return float(text.replace(".", ""))
    return float("nan") if _NOT_A_NUMBER.fullmatch(text) else text


def _in_words(error: MarkedYAMLError) -> str:
    """Return the parser's complaint as one line, with a hint for the mistakes that people make."""
    complaint = " ".join(str(error.problem or error.context or "it cannot be read").split())
    for sign, hint in _HINTS.items():
        if sign in complaint:
            return f"{complaint} ({hint})"
    return complaint


_HINTS = {
    "'\\t'": "indent with spaces, not tabs",
    "mapping values are not allowed": "is the indent right? A text with ': ' in it needs quotes",
    "<block end>": "is the indent right? The keys of a section stand under each other",
    "cannot start any token": "put the text in quotes",
    "unexpected end of stream": "is a quote or a bracket left open?",
    "could not find expected ':'": "a key is followed by a colon",
}


def _position(before: str) -> tuple[int, int]:
    """Return the line and column, from 1, of what follows the text ``before``."""
    return before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1


def _with_suffix(path: Path) -> Path | None:
    """Return the file that was meant if only its suffix was forgotten or mixed up."""
    candidates = (path.with_name(f"{path.stem}{suffix}") for suffix in (".yaml", ".yml")) if path.name else ()
    return next((candidate for candidate in candidates if candidate.is_file()), None)


def _moved(node: Node, place: Place) -> Node:
    """Return the node with ``place`` as the place of all its parts."""
    if isinstance(node.value, dict):
        entries = {key: Entry(place, _moved(entry.node, place)) for key, entry in node.value.items()}
        return Node(entries, place)
    if isinstance(node.value, list):
        return Node([_moved(item, place) for item in node.value], place)
    return Node(node.value, place)
