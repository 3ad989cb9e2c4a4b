"""The planner's weights: what they mean, those set by judgement, and those that tuning has found, kept as data.

A file of tuned weights is ``tuned/VARIANT.json`` beside this module: for each number of players the weights by name and
how they were found.
"""

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from simulator.errors import Mistake

if TYPE_CHECKING:
    from simulator.variants import Variant

WEIGHTS: dict[str, str] = {
    "empty_stand": "an empty stand at the end of the turn: three draws instead of two come next",
    "left_with_family": "a tile left on the stand, if a family of its animal lies on the table",
    "left_without_family": "a tile left on the stand, if none does",
    "left_joker": "a joker left on the stand",
    "over_limit": "each tile above the stand limit",
    "one_below_seven": "a family one tile below seven",
    "two_below_seven": "a family two tiles below seven",
    "three_below_seven": "a family three tiles below seven",
    "joker_laid": "a joker put into a family, for anybody to reclaim",
    "reach": "each family on the table that is as large as one of the player's own",
    "reach_of_next": "each family that is as large as one of the next player's",
    "end_lead": "bringing the end, times how clearly ahead (from −2 to 2)",
    "end_margin": "the points by which the others' last turns shrink a lead",
}
"""Name and meaning of each weight, in points on the table."""

UNTUNED: dict[str, float] = dict(
    zip(WEIGHTS, (0.8, 0.2, 0.1, 0.9, -0.2, 0.5, 0.25, 0.1, -0.2, 0.05, -0.02, 3.0, 3.0), strict=True)
)
"""Weights set by judgement."""

FOLDER = Path(__file__).parent / "tuned"
BASE = "rulebook"


class WeightsError(Mistake):
    """Weights that are not there, or a file of weights that is damaged."""


def find_weights(variant: "Variant", players: int, name: str | None = None) -> np.ndarray:
    """The weights for a game, in the order of :data:`WEIGHTS`: float64.

    Parameters
    ----------
    variant
        The rules that are played.
    players
        How many play; where a file has none for that number, those of the nearest number serve.
    name
        None for the rulebook's weights (players unchanged by a change of rules), ``tuned`` for those of ``variant``
        itself, ``untuned`` for those set by judgement, or the name or path of a file of weights.
    """
    if name == "untuned":
        return np.array(list(UNTUNED.values()))
    by_players = _read(variant.name if name == "tuned" else name or BASE)
    nearest = min(by_players, key=lambda number: (abs(number - players), number))
    return np.array([by_players[nearest][weight] for weight in WEIGHTS])


@cache
def _read(name: str) -> dict[int, dict[str, float]]:
    path = Path(name) if name.endswith(".json") else FOLDER / f"{name}.json"
    try:
        content: Any = json.loads(path.read_text(encoding="utf-8"))
        read = {int(players): tuned["weights"] for players, tuned in content["players"].items()}
    except FileNotFoundError as error:
        known = ", ".join(sorted(each.stem for each in FOLDER.glob("*.json")))
        raise WeightsError(f"there are no weights tuned for {name}; there are for {known}") from error
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise WeightsError(f"{path}: the file of weights is damaged ({error})") from error
    for players, weights in read.items():
        if set(weights) != set(WEIGHTS):
            wrong = ", ".join(sorted(set(weights) ^ set(WEIGHTS)))
            raise WeightsError(f"{path}: the weights for {players} players miss, or do not know, {wrong}")
    if not read:
        raise WeightsError(f"{path}: the file holds no weights")
    return read
