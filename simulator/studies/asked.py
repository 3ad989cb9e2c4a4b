"""What is asked of a study, in whatever form it comes: variants, numbers of players."""

import operator
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from simulator.errors import listed
from simulator.studies.line_ups import PlanError
from simulator.variants import Variant, load_variant

__all__ = ["Rules", "read_players", "read_variant", "read_variants", "whole"]

Rules = Variant | str | Path
"""A variant, a bundled name or the path of a file."""


def read_variant(rules: Rules) -> Variant:
    """The variant that is meant; see `simulator.load_variant`."""
    return rules if isinstance(rules, Variant) else load_variant(rules)


def read_variants(rules: Rules | Sequence[Rules]) -> tuple[Variant, ...]:
    """The variants that are meant, one or several.

    Raises
    ------
    PlanError
        If there is none, or two have the same name.
    VariantError
        If one cannot be loaded.
    """
    given = [rules] if isinstance(rules, str | Path | Variant) else rules
    variants = tuple(read_variant(each) for each in given)
    names = [variant.name for variant in variants]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise PlanError(f"each variant needs a name of its own; {listed(twice)} stands there more than once")
    if not variants:
        raise PlanError("there is nothing to play: name at least one variant")
    return variants


def read_players(players: int | Sequence[int] | None, variants: Sequence[Variant]) -> tuple[int, ...]:
    """The numbers of players that are meant, from few to many: one or several, or all that every variant allows.

    Raises
    ------
    PlanError
        If there is none, or a variant is for other numbers.
    """
    if players is None:
        fewest = max(variant.players.min for variant in variants)
        most = min(variant.players.max for variant in variants)
        if fewest > most:
            raise PlanError("no number of players suits all these variants (players.min, players.max)")
        return tuple(range(fewest, most + 1))
    given = players if isinstance(players, Iterable) and not isinstance(players, str) else [players]
    found = {whole(number) for number in given}
    if not found:
        raise PlanError("there is nothing to play: name at least one number of players")
    if not all(isinstance(number, int) for number in found):
        raise PlanError(f"players is {players!r}: a whole number, or a list of such")
    numbers = tuple(sorted(found))
    for number in numbers:
        for variant in variants:
            if not variant.players.min <= number <= variant.players.max:
                span = f"{variant.players.min} to {variant.players.max}"
                raise PlanError(f"{variant.name} is for {span} players, not {number} (players.min, players.max)")
    return numbers


def whole(number: Any) -> Any:
    """A whole number of any kind, such as one of NumPy, as Python's own; anything else as it is."""
    return operator.index(number) if hasattr(number, "__index__") else number
