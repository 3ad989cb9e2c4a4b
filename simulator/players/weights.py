"""The planner's weights, tuned to the printed game once and for all, and how they were found."""

import json
from functools import cache
from pathlib import Path

import numpy as np

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

FILE = Path(__file__).parent / "planner.json"
"""The weights by number of players, with how they were found and what they win."""


def find_weights(players: int) -> np.ndarray:
    """The weights for so many players, in the order of :data:`WEIGHTS`: float64.

    Where there are none for that number, those of the nearest number serve, of the lower one of two.
    """
    known = _read()
    return known[min(known, key=lambda number: (abs(number - players), number))]


@cache
def _read() -> dict[int, np.ndarray]:
    content = json.loads(FILE.read_text(encoding="utf-8"))
    return {
        int(number): np.array([tuned["weights"][weight] for weight in WEIGHTS])
        for number, tuned in content["players"].items()
    }
