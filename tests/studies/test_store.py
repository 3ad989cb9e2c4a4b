"""The store: games are found again and never played twice, damage is noticed, the bytes are always the same."""

import json
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from simulator import Variant, load_variant, simulate
from simulator.studies import SCHEMA, Match, Store, StoreWarning, fill, filling, lacking, play_batch
from simulator.studies.store import GamesGoneError, OtherCodeError, encode_batch


@pytest.fixture
def match(rulebook: Variant) -> Match:
    return Match(rulebook, ("greedy", "greedy"), 4)


def play(store: Store, match: Match, games: int) -> int:
    """Fill the store and return how many games were played for it."""
    batches = lacking(store, [match], games)
    with ThreadPoolExecutor(2) as executor:
        fill(store, batches, executor=executor, at_once=4)
    return sum(batch.games for batch in batches)


def content(store: Store) -> dict[str, bytes]:
    return {str(path.relative_to(store.folder)): path.read_bytes() for path in store.folder.rglob("*.*")}


def files(store: Store, match: Match) -> list[Path]:
    return sorted(store.folder_of(match).glob("*.parquet"))


PLACING = """
def placing(view, moves):
    return next((move for move in moves if move.text.startswith(("start", "grow"))), moves[-1])
"""


# Found again


def test_a_store_gives_the_rows_of_games_that_went_through_none(store: Store, match: Match) -> None:
    play(store, match, 730)
    expected = play_batch(match.batch(0, 730))
    found = store.scan(match, 730)
    assert dict(found.collect_schema()) == SCHEMA
    assert_frame_equal(found.collect(), expected, check_exact=True)
    assert_frame_equal(found.select("turns").collect(), expected.select("turns"), check_exact=True)


@pytest.fixture(autouse=True)
def batches_of_fifty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many files without many games."""
    monkeypatch.setattr(filling, "_SIZES", (1, 50))


def test_what_is_there_is_not_played_again(store: Store, match: Match) -> None:
    assert play(store, match, 300) == 300
    assert play(store, match, 300) == 0
    assert play(Store(store.folder), match, 200) == 0
    assert play(Store(store.folder), match, 1_234) == 934
    assert_frame_equal(
        Store(store.folder).scan(match, 1_000).collect(),
        simulate([match.variant], players=[2], seats="greedy", games=1_000, seed=4),
        check_exact=True,
    )


def test_studies_of_different_lengths_share_what_they_have_in_common(store: Store, match: Match) -> None:
    for games in (170, 60, 5_000, 3_333, 9_000):
        play(store, match, games)
        assert_frame_equal(
            store.scan(match, games).collect(),
            simulate([match.variant], players=[2], seats="greedy", games=games, seed=4),
            check_exact=True,
        )
    assert sum(pl.read_parquet(file).height for file in files(store, match)) == 9_000


def test_a_gap_in_the_middle_is_filled(store: Store, match: Match) -> None:
    play(store, match, 1_000)
    removed = files(store, match)[3]
    removed.unlink()
    assert store.missing(match, 1_000) == [(150, 200)]
    assert play(store, match, 1_000) == 50
    assert removed.is_file()


def test_variants_of_equal_rules_share_their_games_under_their_own_names(store: Store, match: Match) -> None:
    same = Match(load_variant("rulebook", ["seven.size=7"]), match.seats, match.seed)
    assert lacking(store, [match, same], 100).games == lacking(store, [match], 100).games == 100
    play(store, match, 100)
    assert play(store, same, 100) == 0
    assert store.scan(same, 5).collect()["variant"].unique().to_list() == ["rulebook + seven.size=7"]


def test_a_file_that_came_meanwhile_is_not_played_again(store: Store, match: Match) -> None:
    batches = lacking(store, [match], 200)
    play(Store(store.folder), match, 200)
    told = []
    with ThreadPoolExecutor(1) as executor:
        executor.submit = lambda *_, **__: pytest.fail("a batch was played again")  # type: ignore[method-assign]
        fill(store, batches, executor=executor, at_once=2, kept=lambda batch, data: told.append((batch, data)))
    assert told == [(batch, None) for batch in batches]


def test_all_matches_advance_together(store: Store, match: Match) -> None:
    matches = [match, Match(match.variant, match.seats, 5)]
    order = [(batch.match.seed, batch.first_game) for batch in lacking(store, matches, 150)]
    assert order == [(4, 0), (5, 0), (4, 50), (5, 50), (4, 100), (5, 100)]


# The same bytes


def test_a_store_has_the_same_bytes_however_it_came_about(store: Store, tmp_path: Path, match: Match) -> None:
    play(store, match, 2_000)
    other = Store(tmp_path / "other")
    batches = list(lacking(other, [match], 2_000))[::-1]
    with ThreadPoolExecutor(1) as executor:
        fill(other, batches, executor=executor, at_once=1)
    assert content(other) == content(store)


def test_other_code_is_refused(match: Match) -> None:
    with pytest.raises(
        OtherCodeError, match="games of rulebook by greedy, greedy: the engine, a player or its weights"
    ):
        encode_batch(match.batch(0, 2), "0123456789abcdef")


def test_a_players_file_that_changes_while_it_plays_is_not_kept(
    store: Store, rulebook: Variant, tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(PLACING, encoding="utf-8")
    match = Match(rulebook, (f"{file}:placing", "house"), 1)
    batches = lacking(store, [match], 3)
    file.write_text(f"# Changed\n{PLACING}", encoding="utf-8")
    with ThreadPoolExecutor(1) as executor, pytest.raises(OtherCodeError):
        fill(store, batches, executor=executor, at_once=1)
    assert not store.folder.exists()


# Damage


def shorten(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-7])


def flip_a_bit(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 3] ^= 1
    file.write_bytes(data)


def empty(file: Path) -> None:
    file.write_bytes(b"")


@pytest.mark.parametrize("damage", [shorten, flip_a_bit, empty])
def test_a_damaged_file_is_named_set_aside_and_played_again(store: Store, match: Match, damage) -> None:
    play(store, match, 200)
    before = content(store)
    file = files(store, match)[2]
    damage(file)
    damaged = file.read_bytes()
    with pytest.warns(StoreWarning) as told:
        assert play(Store(store.folder), match, 200) == 50
    aside = file.with_name(f"{file.name}.set-aside")
    assert [str(warning.message) for warning in told] == [
        f"{file}: is damaged; it is set aside as {aside.name}, and its games are played again"
    ]
    assert aside.read_bytes() == damaged
    aside.unlink()
    assert content(store) == before


def test_what_is_set_aside_never_takes_the_place_of_what_was_set_aside_before(store: Store, match: Match) -> None:
    for _ in range(3):
        play(store, match, 50)
        empty(files(store, match)[0])
        with pytest.warns(StoreWarning, match="is damaged"):
            Store(store.folder).missing(match, 50)
    assert len(list(store.folder.rglob("*.set-aside*"))) == 3


def test_a_file_of_another_match_is_set_aside(store: Store, match: Match) -> None:
    other = Match(match.variant, match.seats, 5)
    play(store, match, 50)
    play(store, other, 50)
    (foreign,) = files(store, other)
    (own,) = files(store, match)
    own.unlink()
    foreign.rename(own.with_name(foreign.name))
    with pytest.warns(StoreWarning, match="holds games of another match; it is set aside"):
        assert play(Store(store.folder), match, 50) == 50


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("notes.parquet", "is no file of this store"),
        ("000000000000-000000000050-e3b0c44298fc1c14.parquet", "is no Parquet file"),
    ],
)
def test_a_foreign_file_is_set_aside(store: Store, match: Match, name: str, why: str) -> None:
    play(store, match, 50)
    (store.folder_of(match) / name).write_bytes(b"")  # the second name is the digest of no bytes
    with pytest.warns(StoreWarning, match=f"{name}: {why}; it is set aside as {name}.set-aside"):
        assert play(Store(store.folder), match, 50) == 0


def test_whoever_uses_a_store_can_be_told_instead_of_warned(store: Store, match: Match) -> None:
    play(store, match, 50)
    empty(files(store, match)[0])
    told: list[str] = []
    Store(store.folder, say=told.append).missing(match, 50)
    assert len(told) == 1


def test_games_that_go_while_a_study_runs_are_missed(store: Store, match: Match) -> None:
    play(store, match, 100)
    files(store, match)[0].unlink()
    with pytest.raises(GamesGoneError, match="games have gone from the store while it was in use"):
        store.scan(match, 100)


# The list


def test_the_list_tells_what_there_is(store: Store, match: Match) -> None:
    assert store.entries() == []
    play(store, match, 130)
    play(store, Match(load_variant("rainbow-off"), ("house", "greedy", "random"), 1), 60)
    first, second = store.entries()
    assert first.match is not None
    assert (first.match.variant.name, first.match.seats, first.match.seed) == (
        "rainbow-off",
        ("house", "greedy", "random"),
        1,
    )
    assert second.match == match
    assert [(entry.games, entry.valid) for entry in (first, second)] == [(60, True), (130, True)]
    assert second.size == sum(path.stat().st_size for path in store.folder_of(match).iterdir())
    assert time.time() - 100 < second.changed < time.time() + 100


def test_games_that_are_there_twice_count_once(store: Store, match: Match) -> None:
    play(store, match, 60)
    store.keep(match, 30, 50, encode_batch(match.batch(30, 50), match.digest))
    assert store.entries()[0].games == 80
    assert store.missing(match, 100) == [(80, 100)]
    play(store, match, 100)
    expected = simulate([match.variant], players=[2], seats="greedy", games=100, seed=4)
    assert_frame_equal(store.scan(match, 100).collect(), expected, check_exact=True)


def test_games_of_another_engine_weights_or_file_are_stale(store: Store, match: Match, tmp_path: Path) -> None:
    play(store, match, 50)
    about = store.folder_of(match) / "about.json"
    told = json.loads(about.read_text(encoding="utf-8"))
    for change in ({"digest": "0123456789abcdef"}, {"seats": ["wizard", "greedy"]}, {"seats": ["gone.py:f", "greedy"]}):
        about.write_text(json.dumps({**told, **change}), encoding="utf-8")
        assert [entry.valid for entry in store.entries()] == [False]


def test_a_damaged_note_is_listed_as_stale_and_written_anew(store: Store, match: Match) -> None:
    play(store, match, 50)
    about = store.folder_of(match) / "about.json"
    before = about.read_bytes()
    about.write_bytes(b"{")
    (entry,) = store.entries()
    assert (entry.match, entry.games, entry.valid) == (None, 50, False)
    about.unlink()
    store.missing(match, 50)
    assert about.read_bytes() == before


def test_what_a_killed_process_left_half_written_goes_after_an_hour(store: Store, match: Match) -> None:
    play(store, match, 50)
    before = content(store)
    old, new = (store.folder_of(match) / f".x.{name}.part" for name in ("old", "new"))
    for part in (old, new):
        part.write_bytes(b"half")
    os.utime(old, (0, 0))
    assert store.missing(match, 50) == []
    store.remove_left_overs()
    assert (old.exists(), new.exists()) == (False, True)
    new.unlink()
    assert content(store) == before


def test_tests_leave_the_store_of_their_user_alone(tmp_path_factory: pytest.TempPathFactory) -> None:
    assert Store().folder.is_relative_to(tmp_path_factory.getbasetemp())


def test_the_store_is_where_the_environment_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOUBLE_SEVEN_STORE", str(tmp_path / "elsewhere"))
    assert Store().folder == tmp_path / "elsewhere"
    monkeypatch.delenv("DOUBLE_SEVEN_STORE")
    assert Store().folder.name == "store"


def test_a_temporary_store_goes_when_nothing_refers_to_it(match: Match) -> None:
    store = Store.temporary()
    play(store, match, 50)
    folder = store.folder
    assert files(store, match)
    del store
    assert not folder.exists()
