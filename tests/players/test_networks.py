"""Files of networks: where they are found, and what is refused."""

from pathlib import Path

import numpy as np
import pytest

from simulator import Variant, load_variant
from simulator.players import NetworkError
from simulator.players.network import OF_GAME, OF_OPPONENT, OF_PLAYER, OF_STAND, inputs_for
from simulator.players.networks import (
    FOLDER,
    adapted,
    find_network,
    kept_file,
    network_in_use,
    new_network,
    read_networks,
    write_networks,
)


@pytest.fixture(scope="module")
def rulebook() -> Variant:
    return load_variant("rulebook")


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in place of the user's."""
    monkeypatch.setenv("DOUBLE_SEVEN_STORE", str(tmp_path))
    (tmp_path / "networks").mkdir()
    return tmp_path


def network_of(level: float, players: int = 2) -> np.record:
    network = new_network(players)
    network.level = level
    return network


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.npz")), ids=lambda path: path.stem)
def test_the_networks_of_the_package_are_for_the_rules_of_that_name(path: Path) -> None:
    variant = load_variant(path.stem)
    networks = read_networks(path)
    assert (networks.variant, networks.digest) == (variant.name, variant.digest)
    assert all(networks.found[players]["check"] for players in networks.players)
    assert path.stat().st_size < 250_000


def test_trained_plays_by_the_network_of_its_rules_else_of_the_nearest(rulebook: Variant, kept: Path) -> None:
    changed = load_variant("rulebook", ["seven.points=3"])
    assert network_in_use(changed, 2).variant == "rulebook"
    write_networks(kept_file(changed), changed, network_of(0.25), {"how": "by hand"})
    assert find_network(changed, 2).level == 0.25
    assert find_network(changed, 2, "rulebook").level == find_network(rulebook, 2).level != 0.25
    assert network_in_use(changed, 3).variant == "rulebook"  # there is none of its own for three


def test_a_file_keeps_the_networks_of_several_numbers_of_players(rulebook: Variant, tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    for players in (3, 2):
        write_networks(path, rulebook, network_of(players, players), {"round": players})
    networks = read_networks(path)
    assert list(networks.players) == [2, 3]
    assert [networks.found[players]["round"] for players in (2, 3)] == [2, 3]
    assert find_network(rulebook, 3, str(path)).level == 3.0


def test_the_same_network_gives_the_same_bytes(rulebook: Variant, tmp_path: Path) -> None:
    for name in ("a.npz", "b.npz"):
        write_networks(tmp_path / name, rulebook, network_of(0.5), {})
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()


def test_a_file_of_other_rules_is_left_as_it_is(rulebook: Variant, tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    write_networks(path, rulebook, network_of(0.5), {})
    before = path.read_bytes()
    with pytest.raises(NetworkError, match=r"holds networks for other rules \(rulebook, digest .*name another file"):
        write_networks(path, load_variant("no-trade"), network_of(0.5), {})
    assert path.read_bytes() == before


@pytest.mark.parametrize(("players", "others"), [(3, 4), (4, 2), (2, 6)])
def test_a_network_adapted_to_other_numbers_sees_what_both_see_alike(players: int, others: int) -> None:
    network = new_network(players)
    network.weights[: inputs_for(players)] = np.arange(inputs_for(players))[:, None]
    changed = adapted(network, others)
    assert changed.players == others
    seen = network.weights[: OF_GAME + OF_STAND + min(players, others) * OF_PLAYER, 0]
    assert changed.weights[: len(seen), 0].tolist() == seen.tolist()
    opponents = changed.weights[OF_GAME + OF_STAND + others * OF_PLAYER :][: (others - 1) * OF_OPPONENT, 0]
    first = OF_GAME + OF_STAND + players * OF_PLAYER
    known = (min(players, others) - 1) * OF_OPPONENT
    assert opponents[:known].tolist() == list(range(first, first + known))
    assert not opponents[known:].any()
    assert adapted(network, players) is network


def damaged(tmp_path: Path, change: str) -> Path:
    """A file of a network for two that is damaged in a way."""
    path = tmp_path / "mine.npz"
    network = network_of(np.nan if change == "not a number" else 0.5)
    write_networks(path, load_variant("rulebook"), network, {})
    parts = dict(np.load(path))
    if change == "cut off":
        path.write_bytes(path.read_bytes()[:-200])
    elif change == "text":
        path.write_text("no network", encoding="utf-8")
    elif change == "empty":
        path.write_bytes(b"")
    elif change == "another version":
        parts["about"] = np.array(str(parts["about"]).replace("network/1", "network/0"))
        np.savez(path, **parts)
    elif change == "another size":
        parts["2/weights"] = parts["2/weights"][:-1]
        np.savez(path, **parts)
    elif change == "a part missing":
        np.savez(path, **{name: part for name, part in parts.items() if name != "2/worths"})
    return path


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("cut off", r"mine\.npz: the file of networks is damaged"),
        ("text", r"mine\.npz: the file of networks is damaged"),
        ("empty", r"mine\.npz: the file of networks is damaged"),
        ("a part missing", r"mine\.npz: the file of networks is damaged"),
        ("not a number", r"mine\.npz: level for 2 players are not all numbers"),
        ("another version", r"of another version \(double-seven-network/0, here it is .*train it anew"),
        ("another size", rf"weights for 2 players have the shape \({inputs_for(2) - 1}, "),
    ],
)
def test_a_damaged_file_is_named_and_left_untouched(
    rulebook: Variant, tmp_path: Path, change: str, message: str
) -> None:
    path = damaged(tmp_path, change)
    before = path.read_bytes()
    with pytest.raises(NetworkError, match=message):
        find_network(rulebook, 2, str(path))
    assert path.read_bytes() == before


def test_a_network_for_another_number_of_players_is_refused(rulebook: Variant, tmp_path: Path) -> None:
    path = damaged(tmp_path, "")
    with pytest.raises(NetworkError, match=r"mine\.npz: the network is for 2 players, and 3 play"):
        find_network(rulebook, 3, str(path))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("none.npz", r"none\.npz: there is no file of networks"),
        ("nobody", r"no network of that name .*: nobody; there"),
    ],
)
def test_a_network_that_is_not_there_is_told(rulebook: Variant, name: str, message: str) -> None:
    with pytest.raises(NetworkError, match=message):
        find_network(rulebook, 2, name)
