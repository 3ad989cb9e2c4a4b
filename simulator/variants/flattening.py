"""Turns a variant into the engine's flat record. Mechanical: what a value means is the engine's business."""

from typing import Any

import numpy as np

from simulator.engine.rules import MAX_PLAYERS, NO_LIMIT, READINGS, RULES
from simulator.variants.schema import RULE_KEYS
from simulator.variants.variant import Variant


def flatten(variant: Variant) -> np.record:
    """Return one record of :data:`~simulator.engine.rules.RULES`, read-only; seats nobody can take get 0."""
    # A record array, so that the engine run without compiling reads fields by name, as compiled code does.
    record = np.zeros(1, RULES).view(np.recarray)
    for key in RULE_KEYS:
        name = key.replace(".", "_")
        if key == "setup.stand":
            record[name] = variant.tiles_dealt + (0,) * (MAX_PLAYERS - variant.players.max)
        else:
            record[name] = _code(name, variant.value(key))
    record.flags.writeable = False
    filled: np.record = record[0]
    return filled


def _code(name: str, value: Any) -> int:
    if name in READINGS:
        return READINGS[name].index(value)
    return NO_LIMIT if value == "none" else value
