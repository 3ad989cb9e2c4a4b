"""The weights of planner and forecast: those set by judgement, and those that tuning has found, kept as data.

A file of tuned weights is ``tuned/VARIANT.json`` beside this module, or one of one's own: the rules' digest, and for
each number of players the planner's weights by name and how they were found, and beside them the forecast that was
fitted to games with these weights.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from simulator.errors import Mistake
from simulator.files import write_whole
from simulator.players.forecast import BOXES, CLUES

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
        itself, ``untuned`` for those set by judgement, the name or path of a file of weights, or weights written out
        (:func:`written_out`).

    Raises
    ------
    WeightsError
        If there are no such weights, or ``tuned`` ones were found under other rules of the same name.
    """
    if name == "untuned":
        return np.array(list(UNTUNED.values()))
    if name is not None and _is_written_out(name):
        return _written(name)
    tuned = _find_file(variant, name)
    nearest = tuned.nearest(players)
    return np.array([tuned.players[nearest]["weights"][weight] for weight in WEIGHTS])


def find_forecast(variant: "Variant", players: int, name: str | None = None) -> np.ndarray:
    """The weights of the forecast that goes with weights of that ``name``: float64, ``(len(CLUES), 2)``.

    Parameters and errors are those of :func:`find_weights`. Where a file has no forecast, and for weights that stand in
    none, the rulebook's serves.
    """
    if name is not None and name != "untuned" and not _is_written_out(name):
        tuned = _find_file(variant, name)
        nearest = tuned.nearest(players)
        if "forecast" in tuned.players[nearest]:
            return _forecast_of(tuned, nearest)
    base = read_weights(_path(BASE))
    return _forecast_of(base, base.nearest(players))


def _forecast_of(tuned: "TunedWeights", players: int) -> np.ndarray:
    weights = tuned.players[players]["forecast"]["weights"]
    return np.array([[weights[clue][box] for box in BOXES] for clue in CLUES])


def _find_file(variant: "Variant", name: str | None) -> "TunedWeights":
    tuned = read_weights(_path(variant.name if name == "tuned" else name or BASE))
    if name == "tuned" and tuned.digest != variant.digest:
        raise WeightsError(
            f"the weights tuned for {variant.name} are for other rules of that name (digest {tuned.digest}, not "
            f"{variant.digest}): find some with double-seven tune, and play with planner@FILE.json"
        )
    return tuned


def _is_written_out(name: str) -> bool:
    return ":" in name and not name.endswith(".json")


def written_out(weights: np.ndarray) -> str:
    """Weights as a seat can give them in full, ``planner@0.8:0.2:…``, in the order of :data:`WEIGHTS`."""
    return ":".join(repr(float(weight)) for weight in weights)


def _written(text: str) -> np.ndarray:
    try:
        weights = np.array([float(weight) for weight in text.split(":")])
    except ValueError as error:
        raise WeightsError(f"{text!r} are no weights: numbers are joined by colons") from error
    if len(weights) != len(WEIGHTS) or not np.isfinite(weights).all():
        raise WeightsError(f"{text!r} are not {len(WEIGHTS)} finite numbers: {', '.join(WEIGHTS)}")
    return weights


@dataclass(frozen=True)
class TunedWeights:
    """What a file of weights says.

    Parameters
    ----------
    variant, digest
        The rules that the weights were tuned for: the variant's name and its :attr:`~simulator.Variant.digest`. None
        where the file does not say.
    players
        For each number of players ``weights`` by name and, if the file says it, how they were ``found``, and a
        ``forecast``, again with ``weights`` by clue and how they were ``found``.
    """

    variant: str | None
    digest: str | None
    players: dict[int, dict[str, Any]]

    def nearest(self, players: int) -> int:
        """The number of players nearest to ``players`` that the file has weights for, the lower one of two."""
        return min(self.players, key=lambda number: (abs(number - players), number))


def tuned_file(variant: "Variant") -> Path:
    """Where the bundled weights of a variant stand, if there are any."""
    return FOLDER / f"{variant.name}.json"


def _path(name: str) -> Path:
    return Path(name) if name.endswith(".json") else FOLDER / f"{name}.json"


def read_weights(path: str | Path) -> TunedWeights:
    """Read a file of weights.

    Raises
    ------
    WeightsError
        If there is none, it is damaged, or its weights are not those of :data:`WEIGHTS`.
    """
    path = Path(path)
    try:
        content: Any = json.loads(path.read_text(encoding="utf-8"))
        players = {int(number): dict(tuned) for number, tuned in content["players"].items()}
        for number, tuned in players.items():
            _check_names(path, f"the weights for {number} players", tuned["weights"], WEIGHTS)
            tuned["weights"] = {name: float(weight) for name, weight in tuned["weights"].items()}
            if "forecast" in tuned:
                clues = tuned["forecast"]["weights"]
                _check_names(path, f"the forecast for {number} players", clues, CLUES)
                tuned["forecast"]["weights"] = {
                    clue: {box: float(ends[box]) for box in BOXES} for clue, ends in clues.items()
                }
        read = TunedWeights(content.get("variant"), content.get("digest"), players)
    except FileNotFoundError as error:
        known = ", ".join(sorted(each.stem for each in FOLDER.glob("*.json")))
        wanted = f"tuned for {path.stem}" if path.parent == FOLDER else f"at {path}"
        raise WeightsError(
            f"there are no weights {wanted}; there are for {known}: find some with double-seven tune, and play with "
            "planner@FILE.json"
        ) from error
    except WeightsError:
        raise
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise WeightsError(f"{path}: the file of weights is damaged ({error})") from error
    if not players:
        raise WeightsError(f"{path}: the file holds no weights")
    return read


def _check_names(path: Path, what: str, given: dict[str, Any], known: dict[str, str]) -> None:
    if set(given) != set(known):
        raise WeightsError(f"{path}: {what}: missing or unknown are {', '.join(sorted(set(given) ^ set(known)))}")


def write_weights(
    path: str | Path,
    variant: "Variant",
    players: int,
    weights: dict[str, float],
    found: dict[str, Any],
    forecast: dict[str, Any] | None = None,
) -> None:
    """Write weights for one number of players into a file, whole or not at all; those for other numbers stay.

    ``found`` says how they were found, and ``forecast`` holds the forecast that goes with them: ``weights`` by clue and
    how they in turn were ``found``.

    Raises
    ------
    WeightsError
        If the file that is there is damaged or for other rules (:func:`check_same_rules`).
    """
    path = Path(path)
    check_same_rules(path, variant)
    others = read_weights(path).players if path.exists() else {}
    tuned = {"weights": weights, "found": found}
    every = {**others, players: tuned if forecast is None else {**tuned, "forecast": forecast}}
    content = {
        "variant": variant.name,
        "digest": variant.digest,
        "players": {str(number): every[number] for number in sorted(every)},
    }
    with write_whole(path) as file:
        file.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def check_same_rules(path: str | Path, variant: "Variant") -> None:
    """Raise :class:`WeightsError` if there is a file of weights at ``path``, and it is for other rules."""
    path = Path(path)
    if path.exists() and (tuned := read_weights(path)).digest != variant.digest:
        raise WeightsError(
            f"{path} holds weights for other rules ({tuned.variant}, digest {tuned.digest}) than {variant.name} "
            f"(digest {variant.digest}): name another file"
        )
