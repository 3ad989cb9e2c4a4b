"""A variant that has been read and checked: every rule of a game, with the variant's name and reasons."""

import hashlib
import json
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from pydantic import model_validator

from simulator.variants.checking import unknown_key
from simulator.variants.playable import impossibilities
from simulator.variants.schema import (
    FILE_KEYS,
    RULE_KEYS,
    SECTIONS,
    Header,
    Rules,
    default_names,
    field_name,
    keys_of,
)

if TYPE_CHECKING:
    import numpy as np


class Variant(Header, Rules):
    """One complete rule set, read-only.

    The sections are attributes (``variant.seven.size``); :meth:`value` takes a key as a file writes it. Two
    variants are equal if all that they say is equal, and play alike if their :attr:`digest` is equal.
    """

    name: str
    """The file's name without its suffix, with ``+ key=value`` for each override."""

    @model_validator(mode="after")
    def _can_be_played(self) -> Self:
        for impossibility in impossibilities({key: self.value(key) for key in FILE_KEYS}):
            raise ValueError(impossibility.message)
        return self

    def value(self, key: str) -> Any:
        """Return the value of a rule (or of ``tiles.names``) by its dotted key, such as ``"seven.size"``.

        Raises
        ------
        KeyError
            If there is no such key; the message names the nearest.
        """
        if key not in FILE_KEYS:
            raise KeyError(unknown_key(key))
        section, name = field_name(key)
        return getattr(getattr(self, section), name)

    @property
    def animal_names(self) -> list[str]:
        """The animals' names, in order: those of the file, or those of the box and then ``animal9``, …."""
        return list(self.tiles.names) or default_names(self.tiles.animals)

    @property
    def tiles_dealt(self) -> tuple[int, ...]:
        """How many tiles each seat is dealt, for ``players.max`` seats."""
        stand = self.setup.stand
        return (stand,) * self.players.max if isinstance(stand, int) else stand

    @property
    def digest(self) -> str:
        """Sixteen hexadecimal digits, equal for equal rules, whatever the files, names and titles are."""
        rules = {**{key: self.value(key) for key in RULE_KEYS}, "setup.stand": self.tiles_dealt}
        text = json.dumps(rules, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @cached_property
    def rules(self) -> "np.record":
        """The engine's record of these rules (:data:`simulator.engine.rules.RULES`), read-only."""
        from simulator.variants.flattening import flatten

        return flatten(self.value, self.tiles_dealt)

    def to_yaml(self) -> str:
        """Return the resolved file: every rule, nothing inherited. Loaded again, it gives the same rules."""
        return "\n".join(_lines(self)) + "\n"

    def __hash__(self) -> int:
        return hash((self.name, self.digest))

    def __repr__(self) -> str:
        return f"<Variant {self.name!r}, digest {self.digest}>"

    __str__ = __repr__


def written(value: Any) -> str:
    """Return a rule's value as a variant file writes it."""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)


def _lines(variant: Variant) -> Iterator[str]:
    yield "# Every rule, with all that the file extends filled in."
    yield f"title: {_quoted(variant.title)}"
    for name in ("summary", "source"):
        if getattr(variant, name):
            yield f"{name}: {_quoted(getattr(variant, name))}"
    if variant.reasons:
        yield "reasons:"
        yield from (f"  {key}: {_quoted(reason)}" for key, reason in variant.reasons.items())
    for section in SECTIONS:
        yield f"\n{section}:"
        for name in keys_of(section):
            value = variant.value(f"{section}.{name}")
            if value != ():
                yield f"  {name}: {written(value)}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
