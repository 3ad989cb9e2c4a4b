"""Training: the same seed and rounds give the same network, and one that was cut off goes on."""

from pathlib import Path

import pytest

from simulator import Variant, load_variant
from simulator.players.networks import kept_file, read_networks
from simulator.reports import train
from simulator.studies import Study, training
from simulator.studies.training import Round, TrainingError, train_network


@pytest.fixture
def rulebook() -> Variant:
    return load_variant("rulebook")


@pytest.fixture(autouse=True)
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Networks are kept in a folder of the test, and rounds are judged by few games."""
    use(tmp_path / "first", monkeypatch)
    monkeypatch.setattr(training, "CHECK_DECKS", 4)


def use(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOUBLE_SEVEN_STORE", str(folder))


def bytes_of(found: training.Training) -> list[bytes]:
    return [read_networks(each.path).players[found.players].tobytes() for each in found.rounds]


def test_a_training_that_was_cut_off_goes_on_to_the_same_network(
    rulebook: Variant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = train_network(rulebook, players=2, rounds=2, games=60, threads=1)
    use(tmp_path / "second", monkeypatch)

    def cut_off(done: Round, part: float) -> None:
        if done.number == 1:
            raise KeyboardInterrupt

    first = train_network(rulebook, players=2, rounds=2, games=60, threads=2, told=cut_off)
    assert (first.ended_by, len(first.rounds)) == ("interrupt", 2)
    second = train_network(rulebook, players=2, rounds=2, games=60, threads=2)
    assert (second.ended_by, len(second.rounds)) == ("rounds", 3)
    assert bytes_of(second) == bytes_of(whole)
    assert len(set(bytes_of(whole))) == 3  # it has learned something
    assert [each.shares for each in second.rounds] == [each.shares for each in whole.rounds]


def test_a_round_whose_file_is_damaged_is_played_again(rulebook: Variant) -> None:
    found = train_network(rulebook, players=2, rounds=1, games=60)
    before = bytes_of(found)
    found.rounds[1].path.write_bytes(b"no network")
    assert bytes_of(train_network(rulebook, players=2, rounds=1, games=60)) == before


def test_it_can_begin_with_nothing(rulebook: Variant) -> None:
    found = train_network(rulebook, players=3, rounds=1, games=60, from_nothing=True)
    assert found.began_with == "the planner's games"
    assert found.rounds[0].shares.keys() == {"planner", "house", "beginning"}


def test_an_interrupt_before_the_first_round_keeps_nothing(rulebook: Variant) -> None:
    def at_once(done: Round, part: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_network(rulebook, players=2, rounds=1, games=60, told=at_once)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({}, "give one of the two"),
        ({"rounds": 1, "minutes": 1.0}, "give one of the two"),
        ({"rounds": 0}, "0 is no length of a training"),
        ({"minutes": 0.0}, r"0\.0 is no length of a training"),
        ({"rounds": 1, "games": 10}, "a round takes at least 20"),
    ],
)
def test_a_training_that_cannot_be_made_is_refused(rulebook: Variant, asked: dict[str, float], message: str) -> None:
    with pytest.raises(TrainingError, match=message):
        train_network(rulebook, players=2, **asked)  # type: ignore[arg-type]


def test_what_is_surely_better_is_kept_and_played_by(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = load_variant("rulebook", ["seven.points=5"])
    study = Study(changed, players=2, seats="trained", decks=1)
    assert study.provenance(1).networks == {"rulebook + seven.points=5, 2 players": "rulebook"}
    monkeypatch.setattr(training.Training, "best", property(lambda self: self.rounds[1]))
    monkeypatch.setattr("simulator.reports.training.Trained.better", True)
    (trained,) = train(changed, players=2, rounds=1, games=60, check_decks=4)
    assert trained.file == kept_file(changed)
    kept = read_networks(kept_file(changed))
    assert kept.players[2].tobytes() == bytes_of(trained.training)[1]
    assert kept.found[2]["began_with"]["variant"] == "rulebook"
    assert kept.found[2]["check"]["shares"].keys() == {"planner", "house", "beginning"}
    assert study.provenance(1).networks == {}
