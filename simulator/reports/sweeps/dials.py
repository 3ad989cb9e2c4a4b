"""Dials and their values: read, held against the schema, and combined into variants."""

import re
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from simulator.errors import Mistake
from simulator.telling.numbers import listed
from simulator.variants import Variant, VariantError, change_variant, written
from simulator.variants.checking import check_override

__all__ = ["SweepError", "checked_values", "combined", "read_dial", "read_dials"]

_MOST_SETTINGS = 400
"""More settings than this are hardly meant."""


class SweepError(Mistake):
    """A sweep that cannot be made as asked."""


def read_dial(text: str) -> tuple[str, list[str]]:
    """Read a dial such as ``seven.size=5..9``, ``stand_limit.tiles=4,6,8`` or ``rainbow.enabled=true,false``.

    Raises
    ------
    SweepError
        It cannot be understood. (Whether there is such a rule, the loader of variants says.)
    """
    key, equals, values = (part.strip() for part in text.partition("="))
    if not (key and equals and values):
        raise SweepError(f"dial {text!r}: write KEY=FROM..TO or KEY=VALUE,VALUE,…, such as seven.size=5..9")
    span = re.fullmatch(r"(-?\d+)\.\.(-?\d+)", values)
    if span is not None:
        first, last = int(span[1]), int(span[2])
        if not first < last < first + _MOST_SETTINGS:
            raise SweepError(f"dial {text!r}: {values} does not rise from a number to a larger one near it")
        return key, [str(value) for value in range(first, last + 1)]
    # A comma within brackets belongs to a value, such as [3,3,4,4].
    return key, [value.strip() for value in re.split(r",(?![^\[]*\])", values)]


def read_dials(texts: Sequence[str]) -> dict[str, list[str]]:
    """Read several dials, each another rule, as `read_dial` does one."""
    dials: dict[str, list[str]] = {}
    for key, values in map(read_dial, texts):
        if key in dials:
            raise SweepError(f"{key} is turned twice; give all its values at once")
        dials[key] = values
    return dials


def checked_values(dials: Mapping[str, Sequence[Any]]) -> dict[str, list[str]]:
    """Every value as a variant file writes it, once all of them have been held against the schema.

    Raises
    ------
    SweepError
        There is no dial, or one has not two values that differ.
    simulator.variants.VariantError
        There is no such rule, or a value is none of it: the loader's own problems, all of them.
    """
    texts = {key: [written(value) for value in values] for key, values in dials.items()}
    if not texts:
        raise SweepError("there is no dial to turn: name one, such as seven.size=5..9")
    layers = [check_override(f"{key}={value}") for key, values in texts.items() for value in values]
    problems = [problem for layer in layers for problem in layer.problems]
    if problems:
        raise VariantError(problems)
    for key, values in texts.items():
        if len(set(values)) < max(2, len(values)):
            raise SweepError(f"{key} has the values {listed(values)}; a dial has two or more, each once")
    return texts


def combined(
    base: Variant, dials: Mapping[str, Sequence[str]], settings: Sequence[str]
) -> tuple[dict[tuple[str, ...], Variant], dict[tuple[str, ...], str]]:
    """The variant of every combination that can be played, and why the others cannot, by the dials' values.

    Raises
    ------
    SweepError
        No combination can be played, or there are too many.
    """
    combinations = list(product(*dials.values()))
    if len(combinations) > _MOST_SETTINGS:
        raise SweepError(f"{len(combinations):,} settings are too many; a sweep has at most {_MOST_SETTINGS}")
    found: dict[tuple[str, ...], Variant] = {}
    left_out: dict[tuple[str, ...], str] = {}
    for values in combinations:
        overrides = [f"{key}={value}" for key, value in zip(dials, values, strict=True)]
        try:
            found[values] = change_variant(base, [*settings, *overrides])
        except VariantError as error:
            left_out[values] = "; ".join(problem.message for problem in error.problems)
    if not found:
        raise SweepError(f"no combination of these values can be played: {next(iter(left_out.values()))}")
    return found, left_out
