"""What is to be played: only what the store lacks, in batches that suit the players, however much it is."""

import tracemalloc
from itertools import islice

import pytest

from simulator import Store, Variant, load_variant
from simulator.studies import Match, lacking
from simulator.studies.filling import Lacking, Work

BILLIONS = 10**12


def sizes(store: Store, variant: Variant, seats: str, games: int, *, first: int = 10) -> list[int]:
    """Sizes of the first batches."""
    work = lacking(store, [Match(variant, tuple(seats.split(",")), 1)], games)
    return [batch.games for batch in islice(work, first)]


@pytest.mark.parametrize("seats", ["search:200,search:200", "house,search:200", "search:200,greedy", "seer,planner"])
def test_batches_of_players_that_search_are_of_a_few_games(store: Store, rulebook: Variant, seats: str) -> None:
    for games in (10, 1_000, BILLIONS):
        assert max(sizes(store, rulebook, seats, games)) <= 4


def test_a_larger_budget_makes_smaller_batches(store: Store, rulebook: Variant) -> None:
    found = [sizes(store, rulebook, f"search:{budget},house", BILLIONS, first=1) for budget in (20, 200, 2_000)]
    assert found == sorted(found, reverse=True)
    assert found[-1] == [1]


def test_a_few_games_of_a_slow_player_are_several_batches(store: Store, rulebook: Variant) -> None:
    found = sizes(store, rulebook, "planner,planner", 50)
    assert len(found) >= 2
    assert sum(found) == 50


def test_batches_of_fast_players_are_large_and_neither_all_nor_tiny(store: Store, rulebook: Variant) -> None:
    assert min(sizes(store, rulebook, "house,greedy", BILLIONS)) == 5_000
    assert sizes(store, rulebook, "house,greedy", 100) == [100]
    assert len(sizes(store, rulebook, "house,greedy", 20_000, first=100)) >= 32


def test_the_batches_are_the_games_that_lack_each_once_and_the_first_of_all_first(
    store: Store, rulebook: Variant
) -> None:
    matches = [Match(rulebook, ("house", "greedy"), seed) for seed in (1, 2)]
    work = lacking(store, matches, 3_210, 123)
    assert work.games == 2 * 3_210
    batches = list(work)
    for match in matches:
        its = [batch for batch in batches if batch.match == match]
        assert its[0].first_game == 123
        assert [batch.first_game + batch.games for batch in its] == [
            *(batch.first_game for batch in its[1:]),
            123 + 3_210,
        ]
    firsts = [batch.first_game for batch in batches]
    assert firsts == sorted(firsts)


def test_batches_end_at_the_same_games_wherever_they_begin(store: Store, rulebook: Variant) -> None:
    match = Match(rulebook, ("house", "greedy"), 1)
    first, later = ({b.first_game + b.games for b in lacking(store, [match], 10_000, at)} for at in (0, 777))
    assert later - {10_777} - first == {10_250, 10_500, 10_750}
    assert {end for end in first if end > 777} <= later


def test_a_plan_of_any_length_takes_no_memory(store: Store, rulebook: Variant) -> None:
    variants = [rulebook, load_variant("family-6")]
    matches = [Match(variant, seats, 1) for variant in variants for seats in (("house",) * 2, ("search:200",) * 3)]
    for match in matches:
        assert match.digest  # what identifies them is worked out once, and is not what is measured
    tracemalloc.start()
    try:
        work = lacking(store, matches, BILLIONS)
        few = list(islice(work, 100))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert work.games == 4 * BILLIONS
    assert len(few) == 100
    assert most < 1_000_000


def ranges(work: Work) -> list[tuple[int, int]]:
    return [(each.first_game, each.first_game + each.games) for each in work.ranges]


@pytest.mark.parametrize(
    ("given", "joined"),
    [
        ([(0, 100), (0, 100)], [(0, 100)]),
        ([(0, 100), (50, 200)], [(0, 200)]),
        ([(50, 200), (0, 100)], [(0, 200)]),
        ([(0, 100), (100, 200)], [(0, 200)]),
        ([(0, 200), (50, 100)], [(0, 200)]),
        ([(0, 100), (150, 200)], [(0, 100), (150, 200)]),
        ([(0, 100), (150, 200), (90, 160)], [(0, 200)]),
    ],
)
def test_what_several_lack_of_one_match_is_joined(
    rulebook: Variant, given: list[tuple[int, int]], joined: list[tuple[int, int]]
) -> None:
    match = Match(rulebook, ("house", "greedy"), 1)
    works = [Work((Lacking(match, first, end - first),), end - first) for first, end in given]
    assert ranges(Work.of(works)) == joined
    assert Work.of(works).games == sum(end - first for first, end in joined)


def test_what_several_lack_of_different_matches_stays_apart(store: Store, rulebook: Variant) -> None:
    matches = [Match(rulebook, ("house", "greedy"), seed) for seed in (1, 2)]
    work = Work.of([lacking(store, [match], 100) for match in matches])
    assert [(each.match, each.first_game, each.games) for each in work.ranges] == [(match, 0, 100) for match in matches]
