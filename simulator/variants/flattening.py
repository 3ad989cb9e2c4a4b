"""Turns a variant into the engine's flat record. Mechanical: what a value means is the engine's business."""

from collections.abc import Callable
from typing import Any

import numpy as np

from simulator.engine.rules import MAX_PLAYERS, NO_LIMIT, READINGS, RULES
from simulator.variants.schema import RULE_KEYS


def flatten(value: Callable[[str], Any], tiles_dealt: tuple[int, ...]) -> np.record:
    """Return one record of :data:`~simulator.engine.rules.RULES`, read-only; seats nobody can take get 0.

    Parameters
    ----------
    value
        Gives the value of a rule by its dotted key.
    tiles_dealt
        How many tiles each seat is dealt, for as many seats as the variant allows.
    """
    # A record array, so that the engine run without compiling reads fields by name, as compiled code does.
    record = np.zeros(1, RULES).view(np.recarray)
    for key in RULE_KEYS:
        name = key.replace(".", "_")
        if key == "setup.stand":
            record[name] = tiles_dealt + (0,) * (MAX_PLAYERS - len(tiles_dealt))
        else:
            record[name] = _code(name, value(key))
    record.flags.writeable = False
    filled: np.record = record[0]
    return filled


def _code(name: str, value: Any) -> int:
    if name in READINGS:
        return READINGS[name].index(value)
    return NO_LIMIT if value == "none" else value
