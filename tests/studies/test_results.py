"""Results: what a file of them holds is what the study gave, and no other file is taken for one."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from simulator import Results, Store, Study, read_results, simulate_to_file
from simulator.files import FileError
from simulator.statistics import difference_table, estimate_table
from simulator.studies import ResultsError, results
from simulator.studies.precision import BEST_AT
from simulator.studies.results import _METADATA

STUDIES: dict[str, dict[str, Any]] = {
    "several of each": {"players": [2, 3], "seats": ["greedy", "random"], "decks": 40, "title": "Large & small"},
    "unlike players": {"players": 3, "seats": "greedy,random,random", "decks": 30},
    "later decks": {"players": 2, "seats": "greedy", "decks": 50, "first_deck": 777, "seed": 9},
    "precision": {"players": 2, "seats": "greedy", "precision": "±1 turns", "most_decks": 600},
}


@pytest.mark.parametrize("asked", STUDIES.values(), ids=STUDIES)
def test_results_that_are_read_back_are_those_that_were_written(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: dict[str, Any]
) -> None:
    monkeypatch.setattr(results, "ROWS_OF_A_GROUP", 64)
    given = Study(["rulebook", "family-6"], **asked).run(store=store, command="as typed")
    given.write_parquet(tmp_path / "results.parquet")
    found = read_results(tmp_path / "results.parquet")
    assert found.provenance == given.provenance
    assert (found.line_ups, found.players, list(found.parts)) == (given.line_ups, given.players, list(given.parts))
    assert found.number_of_games == given.number_of_games == given.collect().height
    assert_frame_equal(found.collect(), given.collect(), check_exact=True)
    for table in given.parts:
        assert_frame_equal(found.parts[table].collect(), given.parts[table].collect(), check_exact=True)
    names = ["turns", "first_seat_advantage"]
    assert_frame_equal(found.estimates(names), given.estimates(names), check_exact=True)
    assert_frame_equal(found.differences(names), given.differences(names), check_exact=True)
    assert found.half_widths == given.half_widths


def test_a_file_of_simulate_is_one_of_results(tmp_path: Path) -> None:
    simulate_to_file(tmp_path / "r.parquet", "rulebook", players=2, seats="greedy", games=20, first_game=5, seed=2)
    study = Study("rulebook", players=2, seats="greedy", decks=20, first_deck=5, seed=2)
    assert read_results(tmp_path / "r.parquet").provenance == study.provenance(20)


def test_a_study_that_looked_has_the_intervals_of_a_confidence_sequence(store: Store, tmp_path: Path) -> None:
    asked: dict[str, Any] = {"players": 2, "seats": "greedy"}
    Study(["rulebook", "family-6"], precision="±1 turns", **asked).run(store=store).write_parquet(
        tmp_path / "r.parquet"
    )
    looked = read_results(tmp_path / "r.parquet")
    games = looked.collect()
    (decks,) = {table.decks for table in looked.provenance.tables}
    once = Study(["rulebook", "family-6"], decks=decks, **asked).run(store=store)
    for found, best_at in ((looked, BEST_AT), (once, None)):
        estimates = estimate_table(games, metrics=["turns"], best_at=best_at)
        assert_frame_equal(found.estimates(["turns"]).drop("line_up"), estimates)
        differences = difference_table(games, metrics=["turns"], best_at=best_at)
        assert_frame_equal(found.differences(["turns"]).drop("line_up"), differences)
    wide, narrow = (
        found.estimates(["turns"]).select(pl.col("hi") - pl.col("lo")).item(0, 0) for found in (looked, once)
    )
    assert wide > 1.3 * narrow


def test_tables_begin_with_the_line_up(store: Store) -> None:
    found = Study(["rulebook", "family-6"], players=[2, 3], seats=["greedy", "random"], decks=20).run(store=store)
    for table in (found.estimates(["turns"]), found.differences(["turns"])):
        assert table.columns[0] == "line_up"
        assert table.select("players", "line_up").unique(maintain_order=True).rows() == list(found.parts)


def test_one_variant_differs_from_nothing(store: Store) -> None:
    found = Study("rulebook", players=2, seats=["greedy", "random"], decks=20).run(store=store)
    assert found.differences().height == 0
    assert found.half_widths == []
    assert found.is_precise


def test_results_go_into_no_folder_that_is_not_there(store: Store, tmp_path: Path) -> None:
    found = Study("rulebook", players=2, seats="greedy", decks=2).run(store=store)
    with pytest.raises(FileError, match="there is no folder"):
        found.write_parquet(tmp_path / "none" / "results.parquet")


# Files that hold no results


@pytest.fixture(scope="module")
def sound() -> Results:
    return Study("rulebook", players=2, seats="greedy", decks=20).run()


def nothing(file: Path, sound: Results) -> None:
    file.write_bytes(b"")


def text(file: Path, sound: Results) -> None:
    file.write_text("title: A study\n", encoding="utf-8")


def folder(file: Path, sound: Results) -> None:
    file.mkdir()


def cut_off(file: Path, sound: Results) -> None:
    sound.write_parquet(file)
    file.write_bytes(file.read_bytes()[:-1])


def half(file: Path, sound: Results) -> None:
    sound.write_parquet(file)
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def other_table(file: Path, sound: Results) -> None:
    pl.DataFrame({"turns": [1, 2]}).write_parquet(file)


def without_provenance(file: Path, sound: Results) -> None:
    sound.collect().write_parquet(file)


def told(provenance: str) -> Callable[[Path, Results], None]:
    def other_provenance(file: Path, sound: Results) -> None:
        sound.collect().write_parquet(file, metadata={_METADATA: provenance})

    return other_provenance


def fewer_columns(file: Path, sound: Results) -> None:
    sound.collect().drop("turns").write_parquet(file, metadata={_METADATA: sound.provenance.to_json()})


UNTOLD = "does not say by which rules its games were played: it is no file of results of this version"


@pytest.mark.parametrize(
    ("write", "message"),
    [
        (None, "{file}: there is no such file"),
        (nothing, "{file} is no Parquet file"),
        (text, "{file} is no Parquet file"),
        (folder, "{file} is no Parquet file"),
        (cut_off, "{file} is no Parquet file"),
        (half, "{file} is no Parquet file"),
        (other_table, f"{{file}} {UNTOLD}"),
        (without_provenance, f"{{file}} {UNTOLD}"),
        (told("{"), f"{{file}} {UNTOLD}"),
        (told("[]"), f"{{file}} {UNTOLD}"),
        (told('{"variants": [{}], "tables": []}'), f"{{file}} {UNTOLD}"),
        (fewer_columns, "{file} has other columns than a file of results of this version"),
    ],
)
def test_a_file_without_results_is_refused_by_name(
    sound: Results, tmp_path: Path, write: Callable[[Path, Results], None] | None, message: str
) -> None:
    file = tmp_path / "results.parquet"
    if write is not None:
        write(file, sound)
    with pytest.raises(ResultsError) as caught:
        read_results(file)
    assert str(caught.value) == message.format(file=file)
