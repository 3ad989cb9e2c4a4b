"""Where games came from: told in full, and the same after it has been written and read."""

import json
from typing import Any

import pytest

from simulator import Study, load_variant, simulate
from simulator.studies import ENGINE_VERSION, Provenance, Table


def first(view: Any, moves: list[Any]) -> Any:
    return moves[0]


STUDIES = {
    "plain": Study("rulebook", decks=5),
    "several of each": Study(
        ["rulebook", load_variant("rulebook", ["seven.size=6", "setup.stand=[2,3]", "players.max=2"])],
        players=2,
        seats=["house", "planner,search:20"],
        decks=7,
        seed=2**64 - 1,
        first_deck=10**15,
        title="Größe ±1 “quoted”",
    ),
    "precision": Study("family-6", players=[2, 3], precision="±0.2 turns", most_decks=9_000),
    "fixed seats": Study("rulebook", players=3, seats=(first, "house", "greedy"), decks=3, rotate=False),
}


@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
def test_what_was_written_is_read_as_it_was(study: Study) -> None:
    provenance = study.provenance(700, command="double-seven study x.yaml")
    again = Provenance.from_json(provenance.to_json())
    assert again == provenance
    assert [variant.digest for variant in again.variants] == [variant.digest for variant in study.variants]


def test_a_study_tells_who_played_and_how_much() -> None:
    provenance = Study(
        ["rulebook", "family-6"], players=[2, 3], seats="house", decks=9, seed=4, first_deck=6, title="Why"
    ).provenance(9, command="as typed")
    assert [variant.name for variant in provenance.variants] == ["rulebook", "family-6"]
    assert provenance.tables == (
        Table(2, "house", (("house", "house"),), 9),
        Table(3, "house", (("house", "house", "house"),), 9),
    )
    assert (provenance.seed, provenance.first_deck, provenance.title, provenance.command) == (4, 6, "Why", "as typed")
    assert (provenance.precision, provenance.most_decks, provenance.engine) == (None, None, ENGINE_VERSION)
    assert provenance.versions is not None
    assert {"python", "double-seven", "numba", "numpy", "polars"} <= provenance.versions.keys()


def test_a_precision_is_told_with_where_it_would_have_been_given_up() -> None:
    provenance = STUDIES["precision"].provenance(500)
    assert (provenance.precision, provenance.most_decks) == ({"turns": 0.2}, 9_000)


def test_a_frame_of_games_says_what_its_study_would() -> None:
    given: dict[str, Any] = {"players": [2, 3], "seed": 3, "seats": ["house", "greedy"]}
    study = Study(["rulebook", "family-6"], decks=4, first_deck=8, **given)
    games = simulate(["rulebook", "family-6"], games=4, first_game=8, **given)
    assert Provenance.of(games, study.variants) == study.provenance(4)


def test_a_frame_of_rotated_games_tells_every_seating() -> None:
    games = simulate("rulebook", players=3, seats="house,greedy,greedy", games=4)
    assert Provenance.of(games, [load_variant("rulebook")]).tables == (
        Table(
            3,
            "house,greedy,greedy",
            (("house", "greedy", "greedy"), ("greedy", "greedy", "house"), ("greedy", "house", "greedy")),
            4,
        ),
    )


@pytest.mark.parametrize("change", [{"variants": [{}]}, {"variants": 3}, {"tables": [{}]}, {"more": 1}])
def test_a_provenance_of_another_kind_is_refused(change: dict[str, Any]) -> None:
    content = {**json.loads(STUDIES["plain"].provenance(5).to_json()), **change}
    with pytest.raises((ValueError, KeyError, TypeError)):
        Provenance.from_json(json.dumps(content))
