"""Runs: planned with clear refusals, equal on any number of threads, in flat memory, written whole or not at all."""

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal
from sizes import games

from simulator import Variant, load_variant, simulate, simulate_to_file
from simulator.errors import Mistake
from simulator.files import FileError
from simulator.players import PLAYERS
from simulator.studies import SCHEMA, Batch, Match, PlanError, Progress, Store, fill, filling, lacking, results, store

KNOWN = ", ".join(player.name for player in PLAYERS)


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many batches and several row groups without many games."""
    monkeypatch.setattr(filling, "_SIZES", (1, 7))
    monkeypatch.setattr(results, "ROWS_OF_A_GROUP", 20)


@pytest.fixture
def two_variants() -> list[Variant]:
    return [load_variant("rulebook"), load_variant("rainbow-off")]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"games": 0}, "decks is 0: a whole number from 1"),
        ({"games": -5}, "decks is -5: a whole number from 1"),
        ({"seed": -1}, "seed is -1: it is a whole number from 0 to 2**64 - 1"),
        ({"seed": 2**64}, "seed is 18446744073709551616: it is a whole number from 0 to 2**64 - 1"),
        ({"first_game": -1}, "the first deck is -1: decks are numbered from 0 to 2**63 - 1"),
        ({"players": [1]}, "rulebook is for 2 to 4 players, not 1 (players.min, players.max)"),
        ({"players": [2, 5]}, "rulebook is for 2 to 4 players, not 5 (players.min, players.max)"),
        ({"seats": "house,random"}, "2 players are named for 3 seats: name one for all, or one a seat"),
        ({"seats": ("house",) * 3 + ("random",)}, "4 players are named for 3 seats: name one for all, or one a seat"),
        ({"seats": []}, "there is nobody to play: name a player for all seats, such as house, or one a seat"),
        ({"seats": "hose"}, f"unknown player 'hose': did you mean house? known are {KNOWN}"),
        ({"seats": "house,house,wizzard"}, f"unknown player 'wizzard': known are {KNOWN}"),
        ({"seats": "house,,random"}, f"unknown player '': known are {KNOWN}"),
    ],
)
def test_a_run_that_cannot_be_played_is_refused_in_plain_words(
    rulebook: Variant, tmp_path: Path, wrong: dict[str, Any], message: str
) -> None:
    asked = {"players": [3], "seats": "house", "games": 10, **wrong}
    calls: list[Callable[[], object]] = [
        lambda: simulate([rulebook], **asked),
        lambda: simulate_to_file(tmp_path / "results.parquet", [rulebook], **asked),
    ]
    for call in calls:
        with pytest.raises(Mistake) as caught:
            call()
        assert str(caught.value) == message
        assert isinstance(caught.value, PlanError) or "unknown player" in message
    assert list(tmp_path.iterdir()) == []


NOTHING = "there is nothing to play: name at least one "
BEYOND = "decks are numbered from 0 to 2**63 - 1"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"players": []}, f"{NOTHING}number of players"),
        ({"variants": []}, f"{NOTHING}variant"),
        ({"first_game": 2**63 - 1, "games": 2}, f"the first deck is {2**63 - 1}: {BEYOND}"),
        ({"first_game": 2**70}, f"the first deck is {2**70}: {BEYOND}"),
    ],
)
def test_a_run_without_games_or_beyond_all_numbers_is_refused(
    rulebook: Variant, wrong: dict[str, Any], message: str
) -> None:
    asked = {"variants": [rulebook], "players": [3], "games": 10, **wrong}
    with pytest.raises(PlanError) as caught:
        simulate(**asked)
    assert str(caught.value) == message


def test_a_fraction_of_a_game_is_refused(rulebook: Variant) -> None:
    with pytest.raises(PlanError) as caught:
        simulate([rulebook], players=[3], games=1.5)
    assert str(caught.value) == "decks is 1.5: a whole number from 1"


def test_rows_come_in_the_order_players_variant_game(small_batches: None, two_variants: list[Variant]) -> None:
    frame = simulate(two_variants, players=[3, 2], games=15, first_game=4)
    expected = [(v.name, p, g) for p in (2, 3) for v in two_variants for g in range(4, 19)]
    assert frame.select("variant", "players", "game").rows() == expected


def test_the_number_of_threads_changes_nothing(small_batches: None, two_variants: list[Variant]) -> None:
    frames = [
        simulate(two_variants, players=[2, 3, 4], seats="random", games=games(60, 8), threads=number, store=False)
        for number in (1, 2, 5, None)
    ]
    for frame in frames[1:]:
        assert_frame_equal(frame, frames[0], check_exact=True)


def test_the_size_of_batches_changes_nothing(rulebook: Variant, monkeypatch: pytest.MonkeyPatch) -> None:
    number = games(300, 6)
    whole = simulate(rulebook, games=number, store=False)
    monkeypatch.setattr(filling, "_SIZES", (1, 11))
    assert_frame_equal(simulate(rulebook, games=number, store=False), whole, check_exact=True)


def test_progress_counts_up_to_all_games(small_batches: None, rulebook: Variant) -> None:
    told: list[Progress] = []
    simulate(rulebook, players=[2, 3], games=10, threads=1, store=False, progress=told.append)
    assert {now.planned for now in told} == {20}
    done = [now.done for now in told]
    assert done == sorted(done)
    assert (done[0], done[-1], len(done)) == (0, 20, 5)


class CountingExecutor(Executor):
    """Runs a batch when it is handed over, and counts how many results nobody has asked for yet."""

    def __init__(self) -> None:
        self.held = self.most = self.submitted = 0

    def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Future:
        executor = self
        self.submitted += 1
        self.held += 1
        self.most = max(self.most, self.held)

        class Taken(Future):
            def result(self, timeout: float | None = None) -> Any:
                executor.held -= 1
                return super().result(timeout)

        future = Taken()
        future.set_result(function(*arguments, **named))
        return future


@pytest.mark.parametrize("at_once", [1, 2, 4, 100])
def test_no_more_batches_are_held_than_asked_for(
    small_batches: None, rulebook: Variant, at_once: int, tmp_path: Path
) -> None:
    executor = CountingExecutor()
    found = simulate(rulebook, players=2, games=70, executor=executor, at_once=at_once, store=tmp_path)
    assert (executor.most, executor.submitted, executor.held) == (min(at_once, 10), 10, 0)
    assert found.height == 70


def test_a_run_that_is_given_up_cancels_what_waits(small_batches: None, rulebook: Variant, tmp_path: Path) -> None:
    cancelled: list[Future] = []

    class Waiting(CountingExecutor):
        def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Future:
            if self.submitted == 0:
                return super().submit(function, *arguments, **named)
            self.submitted += 1
            future: Future = Future()
            cancelled.append(future)
            return future

    def give_up(*_: Any) -> None:
        raise KeyboardInterrupt

    kept = Store(tmp_path)
    work = lacking(kept, [Match(rulebook, ("house",) * 2, 1)], 70)
    with pytest.raises(KeyboardInterrupt):
        fill(kept, work, executor=Waiting(), at_once=4, kept=give_up)
    assert len(cancelled) == 3
    assert all(future.cancelled() for future in cancelled)


def test_a_file_holds_the_rows_of_the_same_run_in_memory(
    small_batches: None, tmp_path: Path, two_variants: list[Variant]
) -> None:
    file = tmp_path / "results.parquet"
    asked: dict[str, Any] = {
        "players": [2, 3],
        "seats": "random",
        "games": 33,
        "seed": 4,
        "first_game": 5,
        "store": False,
    }
    assert simulate_to_file(file, two_variants, **asked) == 4 * 33
    frame = pl.read_parquet(file)
    assert dict(frame.schema) == SCHEMA
    assert_frame_equal(frame, simulate(two_variants, **asked), check_exact=True)
    assert [path.name for path in tmp_path.iterdir()] == ["results.parquet"]


def test_a_file_is_read_lazily(small_batches: None, tmp_path: Path, two_variants: list[Variant]) -> None:
    file = tmp_path / "results.parquet"
    simulate_to_file(file, two_variants, players=[2], games=50)
    lazy = pl.scan_parquet(file)
    assert dict(lazy.collect_schema()) == SCHEMA
    few = lazy.filter(pl.col("variant") == "rainbow-off", pl.col("game") < 5).select("game", "rainbows_announced")
    assert few.collect().rows() == [(game, 0) for game in range(5)]


def test_a_file_has_the_same_bytes_on_one_thread_and_two(
    small_batches: None, tmp_path: Path, two_variants: list[Variant]
) -> None:
    for number in (1, 2):
        simulate_to_file(tmp_path / str(number), two_variants, games=games(60, 25), threads=number, store=False)
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()


def interrupt(now: Progress) -> None:
    if now.done >= now.planned / 2:
        raise KeyboardInterrupt


@pytest.mark.parametrize("before", [None, b"an older file"])
def test_an_interrupt_leaves_the_folder_as_it_was(
    small_batches: None, tmp_path: Path, rulebook: Variant, before: bytes | None
) -> None:
    file = tmp_path / "results.parquet"
    if before is not None:
        file.write_bytes(before)
    with pytest.raises(KeyboardInterrupt):
        simulate_to_file(file, rulebook, players=2, games=200, store=False, progress=interrupt)
    assert [path.read_bytes() for path in tmp_path.iterdir()] == ([] if before is None else [before])


@pytest.mark.parametrize("before", [None, b"an older file"])
def test_a_batch_that_fails_leaves_the_folder_as_it_was(
    small_batches: None, tmp_path: Path, rulebook: Variant, monkeypatch: pytest.MonkeyPatch, before: bytes | None
) -> None:
    play = store.play_batch

    def failing(batch: Batch) -> pl.DataFrame:
        if batch.first_game > 100:
            raise MemoryError("no room")
        return play(batch)

    monkeypatch.setattr(store, "play_batch", failing)
    file = tmp_path / "results.parquet"
    if before is not None:
        file.write_bytes(before)
    with pytest.raises(MemoryError, match="no room"):
        simulate_to_file(file, rulebook, players=2, games=200, store=False)
    assert [path.read_bytes() for path in tmp_path.iterdir()] == ([] if before is None else [before])


def test_a_finished_run_takes_the_place_of_an_older_file(
    small_batches: None, tmp_path: Path, rulebook: Variant
) -> None:
    file = tmp_path / "results.parquet"
    file.write_bytes(b"an older file")
    simulate_to_file(file, [rulebook], players=[2], games=9)
    assert pl.read_parquet(file).height == 9


def test_a_file_gets_the_permissions_of_any_new_file(small_batches: None, tmp_path: Path, rulebook: Variant) -> None:
    (tmp_path / "plain").write_text("")
    simulate_to_file(tmp_path / "results.parquet", [rulebook], players=[2], games=3)
    assert (tmp_path / "results.parquet").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_a_missing_folder_is_told_before_a_game_is_played(
    tmp_path: Path, rulebook: Variant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ThreadPoolExecutor, "submit", lambda *_, **__: pytest.fail("a game was played"))
    file = tmp_path / "none" / "results.parquet"
    with pytest.raises(FileError) as caught:
        simulate_to_file(file, [rulebook], games=10)
    assert str(caught.value) == f"{file}: there is no folder {file.parent}"
    assert list(tmp_path.iterdir()) == []
