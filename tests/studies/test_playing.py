"""The one way to get games: what is kept is never played again, and nothing about how they are played changes them."""

import tempfile
from pathlib import Path
from typing import Any

import pytest
from polars.testing import assert_frame_equal

from simulator import Store, Study, simulate
from simulator.errors import Mistake
from simulator.studies import Batch, Progress, filling, play


def study(decks: int = 100, **asked: Any) -> Study:
    return Study(**{"variants": ["rulebook", "family-6"], "players": 2, "seats": "greedy", "decks": decks, **asked})


def games_of(played: list[Batch]) -> int:
    return sum(batch.games for batch in played)


def content(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.*")}


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filling, "_SIZES", (1, 10))


# Played once


def test_the_second_of_two_equal_runs_plays_nothing(store: Store, played: list[Batch]) -> None:
    first = study().run(store=store)
    assert games_of(played) == 200
    played.clear()
    told: list[Progress] = []
    second = study().run(store=Store(store.folder), progress=told.append)
    assert played == []
    assert [(now.done, now.planned) for now in told] == [(200, 200)]
    assert_frame_equal(first.collect(), second.collect(), check_exact=True)


def test_twice_as_many_decks_play_only_the_new_half(store: Store, played: list[Batch]) -> None:
    study(100).run(store=store)
    played.clear()
    study(200).run(store=store)
    assert games_of(played) == 2 * 100
    assert min(batch.first_game for batch in played) == 100


def test_decks_that_begin_later_find_those_they_share(store: Store, played: list[Batch]) -> None:
    study(100).run(store=store)
    played.clear()
    found = study(100, first_deck=40).run(store=store).collect()
    assert games_of(played) == 2 * 40
    assert found["game"].to_list() == [*range(40, 140)] * 2
    assert_frame_equal(found, study(100, first_deck=40).run(store=False).collect(), check_exact=True)


def test_one_more_variant_number_or_line_up_plays_only_its_own_games(store: Store, played: list[Batch]) -> None:
    study(20).run(store=store)
    for more, new in (
        ({"variants": ["rulebook", "family-6", "rainbow-off"]}, 20),
        ({"players": [2, 3]}, 2 * 20),
        ({"seats": ["greedy", "random"]}, 2 * 20),
    ):
        played.clear()
        study(20, **more).run(store=store)
        assert games_of(played) == new


def test_studies_that_share_games_play_them_once(store: Store, played: list[Batch]) -> None:
    asked = [study(100), study(150, variants="family-6"), study(60, first_deck=120), study(50, seats="random")]
    told: list[Progress] = []
    found = play(asked, store=store, progress=told.append)
    new = (100 + 60) + (150 + 30) + 2 * 50  # rulebook, family-6 up to deck 180, and the other players
    assert games_of(played) == new
    assert {now.planned for now in told} == {new}
    assert (told[0].done, told[-1].done) == (0, new)
    for each, results in zip(asked, found, strict=True):
        assert results.provenance == each.provenance(each.decks)
        assert_frame_equal(results.collect(), each.run(store=False).collect(), check_exact=True)


def test_progress_reckons_with_every_deck_wherever_the_studies_begin(store: Store) -> None:
    study(20, variants="rulebook", first_deck=1_010).run(store=store)
    told: list[Progress] = []
    asked = [study(100, variants="rulebook", first_deck=1_000), study(50, variants="rulebook")]
    play(asked, store=store, progress=told.append)
    assert {now.planned for now in told} == {150}
    assert (told[0].done, told[-1].done) == (20, 150)


def test_a_study_with_a_precision_and_one_without_are_played_together(store: Store, played: list[Batch]) -> None:
    precise = study(decks=None, precision="±0.5 turns")
    plain = study(600)
    found = play([precise, plain], store=store)
    alone = precise.run(store=False)
    assert [results.provenance for results in found] == [alone.provenance, plain.provenance(600)]
    assert found[0].is_precise
    (decks,) = {table.decks for table in alone.provenance.tables}
    assert decks > 600
    assert_frame_equal(found[0].collect(), alone.collect(), check_exact=True)


def test_nothing_to_play_gives_nothing() -> None:
    assert play([]) == []


# Kept, or not


def test_without_a_store_nothing_stays_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "passing").mkdir()
    monkeypatch.setenv("DOUBLE_SEVEN_STORE", str(tmp_path / "usual"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "passing"))
    results = study(20).run(store=False)
    assert results.collect().height == 40
    assert list((tmp_path / "passing").rglob("*.parquet")) != []
    del results
    assert list((tmp_path / "passing").iterdir()) == []
    assert simulate("rulebook", players=2, games=3, store=False).height == 3
    assert [path.name for path in tmp_path.iterdir()] == ["passing"]
    assert list((tmp_path / "passing").iterdir()) == []


def test_the_usual_store_is_where_the_environment_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, played: list[Batch]
) -> None:
    monkeypatch.setenv("DOUBLE_SEVEN_STORE", str(tmp_path / "usual"))
    study(20).run()
    assert games_of(played) == 40
    for same in (None, Store(), tmp_path / "usual", str(tmp_path / "usual")):
        study(20).run(store=same)
    assert games_of(played) == 40


def test_games_of_a_function_are_played_anew_and_those_of_others_kept(store: Store, played: list[Batch]) -> None:
    def last(view: Any, moves: list[Any]) -> Any:
        return moves[-1]

    for own, others in ((10, 40), (10, 0)):
        played.clear()
        play([study(5, seats=last), study(20)], store=store)
        assert games_of(played) == own + others
    assert [entry.match.seats for entry in store.entries() if entry.match] == [("greedy", "greedy")] * 2


def test_an_interrupted_run_keeps_what_was_played(small_batches: None, store: Store, played: list[Batch]) -> None:
    def interrupt(now: Progress) -> None:
        if now.done >= 60:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        study(100).run(store=store, threads=1, progress=interrupt)
    kept = {entry.match.variant.name: entry.games for entry in store.entries() if entry.match}
    assert sum(kept.values()) == 60
    assert set(kept) == {"rulebook", "family-6"}  # all begin soon
    played.clear()
    results = study(100).run(store=store)
    assert games_of(played) == 200 - 60
    assert_frame_equal(results.collect(), study(100).run(store=False).collect(), check_exact=True)


# Who plays


def test_threads_and_processes_keep_and_give_the_same_bytes(small_batches: None, tmp_path: Path) -> None:
    ways: dict[str, dict[str, int]] = {"one": {"threads": 1}, "three": {"threads": 3}, "processes": {"processes": 2}}
    asked = study(40, seats=["greedy", "house,random"])
    for name, way in ways.items():
        asked.run(store=tmp_path / name, **way).write_parquet(tmp_path / f"{name}.parquet")
    kept = [content(tmp_path / name) for name in ways]
    written = [(tmp_path / f"{name}.parquet").read_bytes() for name in ways]
    assert kept[0] != {}
    assert kept[0] == kept[1] == kept[2]
    assert written[0] == written[1] == written[2]


@pytest.mark.parametrize("sizes", [(1,), (1, 7)])
def test_the_size_of_batches_changes_no_game(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sizes: tuple[int, ...]
) -> None:
    asked = study(50, seats="greedy,random")
    whole = asked.run(store=store)
    monkeypatch.setattr(filling, "_SIZES", sizes)
    pieces = asked.run(store=tmp_path / "pieces")
    assert len(content(tmp_path / "pieces")) > len(content(store.folder))
    assert_frame_equal(pieces.collect(), whole.collect(), check_exact=True)
    for name, results in (("whole", whole), ("pieces", pieces)):
        results.write_parquet(tmp_path / f"{name}.parquet")
    assert (tmp_path / "whole.parquet").read_bytes() == (tmp_path / "pieces.parquet").read_bytes()


# Refused


@pytest.mark.parametrize(
    ("playing", "message"),
    [
        ({"store": True}, "store is True: a store, its folder, None for the one of this user, or False for none"),
        ({"store": 3}, "store is 3: a store, its folder, None for the one of this user, or False for none"),
        ({"threads": 2, "processes": 2}, "threads and processes are given: who plays is one of threads, processes, "),
        ({"processes": 2, "cluster": "x"}, "processes and cluster are given: who plays is one of threads, processes, "),
        ({"threads": 0}, "threads is 0: a whole number from 1"),
        ({"processes": -1}, "processes is -1: a whole number from 1"),
        ({"at_once": 0}, "at_once is 0: a whole number from 1"),
    ],
)
def test_a_way_of_playing_that_cannot_be_meant_is_refused(playing: dict[str, Any], message: str) -> None:
    with pytest.raises(Mistake) as caught:
        study(2).run(**playing)
    assert str(caught.value).startswith(message)


def test_an_unknown_word_is_refused_with_those_that_are_known() -> None:
    for call in (study(2).run, lambda **given: simulate("rulebook", games=2, **given), lambda **g: play([], **g)):
        with pytest.raises(
            TypeError, match="no argument is called theads; how games are got is said by store, threads"
        ):
            call(theads=2)
