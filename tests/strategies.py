"""Hypothesis strategies that the tests of every layer share."""

from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin

from hypothesis import strategies as st

from simulator.variants import RULE_KEYS, Variant
from simulator.variants.schema import MAX_ANIMALS, MAX_PLAYERS, MAX_TILES, SECTIONS, field_name

_NUMBERS: dict[str, st.SearchStrategy[Any]] = {
    "draw.tiles": st.integers(1, 4),
    "draw.tiles_when_empty": st.integers(1, 5),
    "rainbow.min_tiles": st.integers(1, 8),
    "rainbow.extra_tiles": st.integers(1, 3),
    "trade.max_per_turn": st.just("none") | st.integers(1, 3),
    "two_for_one.max_per_turn": st.integers(0, 3),
    "stand_limit.tiles": st.integers(0, 9),
    "seven.tokens": st.integers(0, 9),
    "seven.points": st.integers(0, 3),
    "double_seven.points": st.integers(0, 4),
    "end.final_turns": st.integers(0, 3),
    "scoring.tile": st.integers(0, 2),
}
"""Numbers that stand alone, in the range where they matter to play."""


def _any_value(key: str) -> st.SearchStrategy[Any]:
    if key in _NUMBERS:
        return _NUMBERS[key]
    section, name = field_name(key)
    annotation = SECTIONS[section].model_fields[name].annotation
    return st.sampled_from(get_args(annotation)) if get_origin(annotation) is Literal else st.booleans()


@st.composite
def rule_values(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a value for every rule so that the whole can be played, often far from the rulebook."""
    most = draw(st.integers(2, MAX_PLAYERS))
    animals = draw(st.integers(1, MAX_ANIMALS))
    jokers = draw(st.integers(0, 6))
    per_animal = draw(st.integers(1, min(14, (MAX_TILES - jokers) // animals)))
    tiles_a_seat = st.integers(0, min(6, (animals * per_animal + jokers) // most))
    start_tiles = draw(st.integers(1, 4))
    claim = draw(st.sampled_from(["on_reaching", "on_every_growth"]))
    linked = {
        "players.min": draw(st.integers(2, most)),
        "players.max": most,
        "tiles.animals": animals,
        "tiles.per_animal": per_animal,
        "tiles.jokers": jokers,
        "setup.stand": draw(tiles_a_seat | st.tuples(*[tiles_a_seat] * most)),
        "start.min_tiles": start_tiles,
        "start.min_animals": draw(st.integers(1, start_tiles)),
        "seven.claim": claim,
        "seven.size": draw(st.integers(start_tiles + 1 if claim == "on_reaching" else 1, 10)),
    }
    return {key: linked[key] if key in linked else draw(_any_value(key)) for key in RULE_KEYS}


def variant_of(values: Mapping[str, Any], **header: Any) -> Variant:
    """Return the variant with these rules, by dotted key."""
    sections: dict[str, dict[str, Any]] = {}
    for key, value in values.items():
        section, name = key.split(".")
        sections.setdefault(section, {})[name] = value
    return Variant.model_validate({"name": "drawn", "title": "Drawn", **header, **sections})


def variants() -> st.SearchStrategy[Variant]:
    """Draw a variant that can be played."""
    return rule_values().map(variant_of)
