"""Weights: where they come from, which rules they are for, and what is refused."""

import json
from pathlib import Path

import numpy as np
import pytest

from simulator import Variant, load_variant
from simulator.players import WeightsError, seat_records, weights
from simulator.players.weights import (
    FOLDER,
    UNTUNED,
    WEIGHTS,
    check_same_rules,
    find_weights,
    read_weights,
    tuned_file,
    write_weights,
    written_out,
)

OTHER = {name: float(place) for place, name in enumerate(WEIGHTS)}


@pytest.fixture(scope="module")
def rulebook() -> Variant:
    return load_variant("rulebook")


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: path.stem)
def test_the_bundled_weights_are_for_the_bundled_rules_of_that_name(path: Path) -> None:
    variant = load_variant(path.stem)
    tuned = read_weights(path)
    assert (tuned.variant, tuned.digest) == (variant.name, variant.digest)
    assert tuned_file(variant) == path
    for players, each in tuned.players.items():
        assert find_weights(variant, players, "tuned").tolist() == [each["weights"][name] for name in WEIGHTS]
        assert each["found"]


def test_without_a_name_the_rulebooks_weights_serve_under_any_rules(rulebook: Variant) -> None:
    changed = load_variant("rulebook", ["seven.size=6"])
    for players in (2, 3, 4):
        assert (find_weights(changed, players) == find_weights(rulebook, players, "tuned")).all()
    assert find_weights(rulebook, 3, "untuned").tolist() == list(UNTUNED.values())


def test_weights_written_out_in_a_seat_are_taken_to_the_last_digit(rulebook: Variant) -> None:
    random = np.random.default_rng(1).normal(size=len(WEIGHTS))
    records = seat_records(rulebook, [f"planner@{written_out(random)}/no-trade", "planner"])
    assert (records[0].weights == random).all()
    assert records[0].rules.trade_enabled == 0


@pytest.mark.parametrize("text", ["1:2", "1:x:3", ":".join(["nan"] * len(WEIGHTS))])
def test_weights_written_out_that_are_none_are_refused(rulebook: Variant, text: str) -> None:
    with pytest.raises(WeightsError, match=r"are no weights|are not 13 finite numbers: empty_stand"):
        find_weights(rulebook, 2, text)


def test_tuned_weights_of_other_rules_of_that_name_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rulebook: Variant
) -> None:
    monkeypatch.setattr(weights, "FOLDER", tmp_path)
    changed = load_variant("rulebook", ["seven.size=6"]).model_copy(update={"name": "rulebook"})
    write_weights(tmp_path / "rulebook.json", rulebook, 3, OTHER, {})
    assert find_weights(rulebook, 3, "tuned").tolist() == list(OTHER.values())
    with pytest.raises(WeightsError) as caught:
        find_weights(changed, 3, "tuned")
    assert str(caught.value) == (
        f"the weights tuned for rulebook are for other rules of that name (digest {rulebook.digest}, not "
        f"{changed.digest}): find some with double-seven tune, and play with planner@FILE.json"
    )
    assert find_weights(changed, 3, "rulebook").tolist() == list(OTHER.values())  # asked for by name


def test_a_variant_without_tuned_weights_is_told_how_to_get_some() -> None:
    with pytest.raises(WeightsError, match=r"no weights tuned for short-box; there are for .*rulebook.*seven tune"):
        find_weights(load_variant("short-box"), 2, "tuned")


def test_weights_for_another_number_of_players_join_those_in_the_file(tmp_path: Path, rulebook: Variant) -> None:
    path = tmp_path / "mine.json"
    write_weights(path, rulebook, 4, OTHER, {"how": "by hand"})
    write_weights(path, rulebook, 2, UNTUNED, {})
    assert list(json.loads(path.read_text())["players"]) == ["2", "4"]
    assert read_weights(path).players[4] == {"weights": OTHER, "found": {"how": "by hand"}}
    assert find_weights(rulebook, 2, str(path)).tolist() == list(UNTUNED.values())
    assert find_weights(rulebook, 3, str(path)).tolist() == list(UNTUNED.values())  # the nearest, the fewer first
    write_weights(path, rulebook, 2, OTHER, {})
    assert find_weights(rulebook, 2, str(path)).tolist() == list(OTHER.values())


def test_a_file_for_other_rules_is_never_written_into(tmp_path: Path, rulebook: Variant) -> None:
    path = tmp_path / "mine.json"
    write_weights(path, rulebook, 2, UNTUNED, {})
    before = path.read_bytes()
    with pytest.raises(WeightsError, match=r"holds weights for other rules \(rulebook, digest .*name another file"):
        write_weights(path, load_variant("no-trade"), 2, OTHER, {})
    assert path.read_bytes() == before
    check_same_rules(path, rulebook)
    check_same_rules(tmp_path / "none.json", rulebook)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("half a fi", r"the file of weights is damaged"),
        ('{"players": {}}', r"the file holds no weights"),
        ('{"players": {"two": {"weights": {}}}}', r"the file of weights is damaged"),
        (
            '{"players": {"2": {"weights": {"reach": 1}}}}',
            r"weights for 2 players: missing or unknown are .*end_lead",
        ),
        ("[]", r"the file of weights is damaged"),
    ],
)
def test_a_damaged_file_is_told(tmp_path: Path, rulebook: Variant, content: str, message: str) -> None:
    path = tmp_path / "mine.json"
    path.write_text(content)
    with pytest.raises(WeightsError, match=message):
        find_weights(rulebook, 2, str(path))


def test_a_missing_file_is_told(tmp_path: Path, rulebook: Variant) -> None:
    with pytest.raises(WeightsError, match=r"there are no weights at .*none\.json"):
        find_weights(rulebook, 2, str(tmp_path / "none.json"))
