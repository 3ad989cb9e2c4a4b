"""The search for weights: the same for the same seed, within its bounds, on decks that no check uses."""

from typing import Any

import numpy as np
import pytest

from simulator import Variant
from simulator.errors import Mistake
from simulator.players import UnknownPlayer
from simulator.players.weights import WEIGHTS, find_weights
from simulator.studies import Contest, tuning
from simulator.studies.tuning import Search, TuningError, search_weights

BOUND = [list(WEIGHTS).index(name) for name in tuning.BOUNDED]


def search(variant: Variant, **asked: Any) -> Search:
    usual = {"players": 2, "start": find_weights(variant, 2, "untuned"), "against": ["house"], "decks": 3, "seed": 5}
    return search_weights(variant, **{**usual, **({} if "minutes" in asked else {"generations": 2}), **asked})


def test_generations_and_a_seed_fix_what_is_found(rulebook: Variant) -> None:
    found = [search(rulebook, threads=threads) for threads in (1, 2)]
    assert (found[0].weights == found[1].weights).all()
    assert (found[0].generations, found[0].ended_by) == (2, "generations")
    assert (search(rulebook, seed=6).weights != found[0].weights).any()
    assert (found[0].weights != find_weights(rulebook, 2, "untuned")).any()
    assert (found[0].weights == found[0].weights.round(tuning.DECIMALS)).all()


def test_numpys_own_random_numbers_are_left_alone(rulebook: Variant) -> None:
    np.random.seed(4)  # noqa: NPY002 — the very generator that must not be touched
    expected = np.random.random(3)  # noqa: NPY002
    np.random.seed(4)  # noqa: NPY002
    search(rulebook, generations=1)
    assert (np.random.random(3) == expected).all()  # noqa: NPY002


@pytest.fixture
def contests(monkeypatch: pytest.MonkeyPatch) -> list[list[Contest]]:
    """The contests of each generation, as they are played."""
    played: list[list[Contest]] = []
    run = tuning.play_contests

    def noted(contests: list[Contest], **named: Any) -> Any:
        played.append(contests)
        return run(contests, **named)

    monkeypatch.setattr(tuning, "play_contests", noted)
    return played


def test_a_generation_plays_new_decks_the_same_for_all_its_candidates(
    rulebook: Variant, contests: list[list[Contest]]
) -> None:
    search(rulebook, against=["planner", "house"], generations=3)
    assert [{(contest.first_deck, contest.decks, contest.seed) for contest in each} for each in contests] == [
        {(0, 3, 5)},
        {(3, 3, 5)},
        {(6, 3, 5)},
    ]
    for each in contests:
        assert [contest.field for contest in each] == ["planner", "house"] * tuning.POPULATION
        candidates = [contest.challenger for contest in each]
        assert candidates[::2] == candidates[1::2]
        assert len(set(candidates)) == tuning.POPULATION


def test_tiles_left_on_the_stand_are_never_worth_more_than_the_bound(
    rulebook: Variant, contests: list[list[Contest]]
) -> None:
    start = find_weights(rulebook, 2, "untuned")
    start[BOUND] = 5.0
    found = search(rulebook, start=start)
    assert (found.weights[BOUND] <= tuning.MOST_LEFT).all()
    for contest in contests[0]:
        weights = find_weights(rulebook, 2, str(contest.challenger).partition("@")[2])
        assert (weights[BOUND] <= tuning.MOST_LEFT).all()


def test_a_search_by_time_ends_with_the_generation_in_which_the_time_is_up(
    rulebook: Variant, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter(range(0, 1000, 25))  # seconds: a generation takes 25
    monkeypatch.setattr(tuning.time, "monotonic", lambda: float(next(clock)))
    told: list[tuple[int, float, float]] = []
    found = search(rulebook, minutes=1, told=lambda *each: told.append(each))
    assert (found.generations, found.ended_by) == (3, "time")
    assert [(generation, done) for generation, _, done in told] == [(1, 25 / 60), (2, 50 / 60), (3, 1.0)]
    assert all(0 <= share <= 1 for _, share, _ in told)


def interrupted_in(generation: int, monkeypatch: pytest.MonkeyPatch) -> None:
    run, generations = tuning.play_contests, iter(range(1, 100))

    def interrupted(contests: list[Contest], **named: Any) -> Any:
        if next(generations) == generation:
            raise KeyboardInterrupt
        return run(contests, **named)

    monkeypatch.setattr(tuning, "play_contests", interrupted)


def test_an_interrupt_leaves_what_was_found_before(rulebook: Variant, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = search(rulebook, generations=2)
    interrupted_in(3, monkeypatch)
    found = search(rulebook, generations=50)
    assert (found.generations, found.ended_by) == (2, "interrupt")
    assert (found.weights == whole.weights).all()


def test_an_interrupt_before_anything_is_found_ends_all(rulebook: Variant, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupted_in(1, monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        search(rulebook)


@pytest.mark.parametrize(
    ("wrong", "kind", "message"),
    [
        ({"generations": None}, TuningError, "after a number of generations or of minutes: give one of the two"),
        ({"generations": 2, "minutes": 1}, TuningError, "give one of the two"),
        ({"generations": 0}, TuningError, "0 is no length of a search: it is above 0"),
        ({"minutes": 0.0}, TuningError, "0.0 is no length of a search"),
        ({"player": "house"}, UnknownPlayer, "house has no weights; planner and search have"),
        ({"players": 9}, Mistake, "rulebook is for 2 to 4 players, not 9"),
    ],
)
def test_a_search_that_cannot_be_made_is_refused(
    rulebook: Variant, wrong: dict[str, Any], kind: type[Mistake], message: str
) -> None:
    with pytest.raises(kind) as caught:
        search(rulebook, **wrong)
    assert message in str(caught.value)
