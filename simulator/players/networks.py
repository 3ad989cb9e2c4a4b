"""Networks on disk: those that come with the package, those that were trained here, and files of one's own.

A file ``NAME.npz`` holds the numbers of one network for each number of players, and as a JSON text how they were found.
Those of the package lie in ``networks/`` beside this module under the name of their variant, those that were trained
here in the user's folder under the digest of their rules.
"""

import json
import os
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import platformdirs

from simulator.engine.rules import RULES
from simulator.errors import Mistake, listed
from simulator.files import write_whole
from simulator.players.network import HIDDEN, NETWORK, OF_GAME, OF_OPPONENT, OF_PLAYER, OF_STAND, inputs_for

if TYPE_CHECKING:
    from simulator.variants import Variant

FORMAT = "double-seven-network/1"
"""What the inputs mean: changes whenever :func:`simulator.players.network.write_inputs` does."""

FOLDER = Path(__file__).parent / "networks"
"""The networks that come with the package."""

BASE = "rulebook"

_PARTS = {"weights": (HIDDEN,), "thresholds": (HIDDEN,), "worths": (HIDDEN,), "level": ()}


class NetworkError(Mistake):
    """A network that is not there, is damaged, or is for another game."""


@dataclass(frozen=True, eq=False)
class Networks:
    """What a file of networks says.

    Parameters
    ----------
    path
        Where it is.
    variant, digest
        The rules that they were trained on: the variant's name and its :attr:`~simulator.Variant.digest`.
    rules
        These rules in full, by key.
    players
        For each number of players a record of :data:`simulator.players.network.NETWORK`.
    found
        For each number of players how it was found.
    """

    path: Path
    variant: str
    digest: str
    rules: Mapping[str, Any]
    players: Mapping[int, np.record]
    found: Mapping[int, Mapping[str, Any]]

    def nearest(self, players: int) -> int:
        """The number of players nearest to ``players`` that there is a network for, the lower one of two."""
        return min(self.players, key=lambda number: (abs(number - players), number))


def kept_folder() -> Path:
    """Where networks lie that were trained here: beside the games of this user's store."""
    named = os.environ.get("DOUBLE_SEVEN_STORE")
    store = Path(named) if named else Path(platformdirs.user_cache_dir("double-seven", appauthor=False)) / "store"
    return store / "networks"


def kept_file(variant: "Variant") -> Path:
    """Where the networks lie, if there are any, that were trained here on a variant's rules."""
    return kept_folder() / f"{variant.digest}.npz"


def find_network(variant: "Variant", players: int, name: str | None = None) -> np.record:
    """The numbers of the network for a game: a record of :data:`simulator.players.network.NETWORK`.

    Parameters
    ----------
    variant, players
        The rules that are played, and how many play.
    name
        None for the network of these rules (:func:`network_in_use`), the name of a variant that comes with the package
        for the habits of its rules, or the path of a file ending in ``.npz``.

    Raises
    ------
    NetworkError
        If there is no such network, it is damaged, or a file of one's own has none for so many players.
    """
    if name is None:
        networks = network_in_use(variant, players)
    elif name.endswith(".npz"):
        networks = read_networks(name)
        if players not in networks.players:
            raise NetworkError(
                f"{name}: the network is for {listed(list(map(str, networks.players)))} players, and {players} play"
            )
    else:
        networks = _bundled_as(name)
    return networks.players[networks.nearest(players)]


def network_in_use(variant: "Variant", players: int) -> Networks:
    """The networks by which ``trained`` plays: those of the very rules, else those of the nearest rules there are.

    Rules are the nearer, the fewer of their keys differ; of equally near ones those of the printed game are taken.
    """
    own = kept_file(variant)
    if own.exists() and players in (kept := read_networks(own)).players:
        return kept
    rules = flat_rules(variant)
    known = [networks for networks in map(read_networks, sorted(FOLDER.glob("*.npz"))) if networks.players]
    if not known:
        raise NetworkError("no network comes with this package: train one with double-seven train")
    return min(
        known,
        key=lambda networks: (
            players not in networks.players,
            networks.digest != variant.digest,
            sum(networks.rules.get(key) != value for key, value in rules.items()),
            networks.variant != BASE,
            networks.variant,
        ),
    )


def flat_rules(variant: "Variant") -> dict[str, Any]:
    """A variant's rules by key, as plain data."""
    rules = variant.rules
    return {key: np.asarray(rules[key]).tolist() for key in RULES.names or ()}


def _bundled_as(name: str) -> Networks:
    path = FOLDER / f"{name}.npz"
    if not path.exists():
        known = listed(sorted(each.stem for each in FOLDER.glob("*.npz")))
        raise NetworkError(
            f"no network of that name comes with this package: {name}; there are {known}. One of your own is trained "
            "by double-seven train, and plays as trained@FILE.npz"
        )
    return read_networks(path)


def read_networks(path: str | Path) -> Networks:
    """Read a file of networks.

    Raises
    ------
    NetworkError
        If there is none, it is damaged, or was written by another version.
    """
    path = Path(path)
    try:
        stamp = path.stat()
    except OSError as error:
        raise NetworkError(f"{path}: there is no file of networks ({error.strerror})") from error
    return _read(path, stamp.st_mtime_ns, stamp.st_size)


@lru_cache(maxsize=64)
def _read(path: Path, changed: int, size: int) -> Networks:
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            about = json.loads(str(file["about"]))
            if about["format"] != FORMAT:
                raise NetworkError(
                    f"{path}: the network is of another version ({about['format']}, here it is {FORMAT}): train it "
                    "anew with double-seven train"
                )
            players = {int(number): _record(path, int(number), file) for number in about["players"]}
        found = {int(number): how for number, how in about["players"].items()}
        return Networks(path, about["variant"], about["digest"], about["rules"], players, found)
    except NetworkError:
        raise
    except (OSError, ValueError, KeyError, TypeError, AttributeError, EOFError, zipfile.BadZipFile) as error:
        raise NetworkError(f"{path}: the file of networks is damaged ({error})") from error


def _record(path: Path, players: int, file: Mapping[str, np.ndarray]) -> np.record:
    record = new_network(players)
    for part, shape in _PARTS.items():
        numbers = file[f"{players}/{part}"]
        wanted = (inputs_for(players), HIDDEN) if part == "weights" else shape
        if numbers.shape != wanted:
            raise NetworkError(f"{path}: {part} for {players} players have the shape {numbers.shape}, not {wanted}")
        if not np.isfinite(numbers).all():
            raise NetworkError(f"{path}: {part} for {players} players are not all numbers")
        if part == "weights":
            record.weights[: len(numbers)] = numbers
        else:
            record[part] = numbers
    return record


def new_network(players: int) -> np.record:
    """A network for so many players that knows nothing."""
    record: np.record = np.zeros(1, NETWORK).view(np.recarray)[0]
    record.players = players
    return record


def adapted(network: np.record, players: int) -> np.record:
    """A network for another number of players that sees the nearest of the others as before, and more not at all."""
    if network.players == players:
        return network
    other = new_network(players)
    fewer = min(players, int(network.players))
    of_all = OF_GAME + OF_STAND
    for begin, size, seen in ((0, of_all, 1), (of_all, OF_PLAYER, fewer), (None, OF_OPPONENT, fewer - 1)):
        old = of_all + int(network.players) * OF_PLAYER if begin is None else begin
        new = of_all + players * OF_PLAYER if begin is None else begin
        other.weights[new : new + seen * size] = network.weights[old : old + seen * size]
    for part in ("thresholds", "worths", "level"):
        other[part] = network[part]
    return other


def write_networks(path: str | Path, variant: "Variant", network: np.record, found: Mapping[str, Any]) -> None:
    """Write a network into a file, whole or not at all; those for other numbers of players stay.

    Parameters
    ----------
    path, variant
        The file, and the rules that the network was trained on.
    network, found
        Its numbers, and how they were found, as plain data.

    Raises
    ------
    NetworkError
        If the file that is there is damaged or for other rules (:func:`check_same_rules`).
    FileError
        If it cannot be written.
    """
    path = Path(path)
    check_same_rules(path, variant)
    others = read_networks(path) if path.exists() else None
    records = {**(others.players if others else {}), int(network.players): network}
    how = {**(others.found if others else {}), int(network.players): found}
    about = {
        "format": FORMAT,
        "variant": variant.name,
        "digest": variant.digest,
        "rules": flat_rules(variant),
        "players": {str(number): how[number] for number in sorted(how)},
    }
    parts: dict[str, Any] = {"about": json.dumps(about, ensure_ascii=False, sort_keys=True)}
    for number in sorted(records):
        for part in _PARTS:
            numbers = np.asarray(records[number][part])
            parts[f"{number}/{part}"] = numbers[: inputs_for(number)] if part == "weights" else numbers
    with write_whole(path) as written, written.open("wb") as file:
        np.savez_compressed(file, **parts)


def check_same_rules(path: str | Path, variant: "Variant") -> None:
    """Raise :class:`NetworkError` if there is a file of networks at ``path``, and it is for other rules."""
    path = Path(path)
    if path.exists() and (kept := read_networks(path)).digest != variant.digest:
        raise NetworkError(
            f"{path} holds networks for other rules ({kept.variant}, digest {kept.digest}) than {variant.name} "
            f"(digest {variant.digest}): name another file"
        )
