"""Threads, processes and a Dask cluster keep the same bytes, also when a worker dies."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from simulator import Variant
from simulator.studies import ExecutorError, Match, Store, cluster, fill, lacking, processes, threads

GAMES = 600


@pytest.fixture
def match(rulebook: Variant) -> Match:
    return Match(rulebook, ("house", "random", "greedy"), 2)


@pytest.fixture
def expected(match: Match, tmp_path: Path) -> dict[str, bytes]:
    return filled(Store(tmp_path / "expected"), match, threads(1))


def filled(store: Store, match: Match, playing, games: int = GAMES) -> dict[str, bytes]:
    """The files of a store after an executor has filled it."""
    with playing as (executor, at_once):
        fill(store, lacking(store, [match], games), executor=executor, at_once=at_once)
    return content(store)


def content(store: Store) -> dict[str, bytes]:
    return {str(path.relative_to(store.folder)): path.read_bytes() for path in store.folder.rglob("*.*")}


def test_any_number_of_threads_keeps_the_same_bytes(match: Match, expected: dict[str, bytes], tmp_path: Path) -> None:
    assert filled(Store(tmp_path / "threads"), match, threads(3)) == expected


def test_processes_keep_the_same_bytes(match: Match, expected: dict[str, bytes], tmp_path: Path) -> None:
    assert filled(Store(tmp_path / "processes"), match, processes(2)) == expected


def test_a_process_that_dies_is_told_and_the_same_study_goes_on(
    match: Match, expected: dict[str, bytes], tmp_path: Path
) -> None:
    store = Store(tmp_path / "processes")
    with pytest.raises(ExecutorError, match="a process ended before its batch was done"), processes(1) as (executor, _):
        executor.submit(os._exit, 9).result()
    assert filled(store, match, processes(1)) == expected


@contextmanager
def workers(number: int) -> Iterator[tuple[str, list[subprocess.Popen]]]:
    """The address of a Dask scheduler of its own, and its worker processes."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=0, processes=False, dashboard_address=None, protocol="tcp", host="127.0.0.1", silence_logs=50
    ) as here:
        options = ("--nthreads=1", "--no-nanny", "--no-dashboard")
        started = [
            subprocess.Popen(
                [sys.executable, "-m", "distributed.cli.dask_worker", *options, here.scheduler_address],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            for _ in range(number)
        ]
        try:
            yield here.scheduler_address, started
        finally:
            for worker in started:
                worker.terminate()
            for worker in started:
                worker.wait()


def test_a_cluster_keeps_the_same_bytes_although_one_of_two_workers_is_killed(
    rulebook: Variant, tmp_path: Path
) -> None:
    games = 6_000
    match = Match(rulebook, ("greedy", "house"), 3)
    expected = filled(Store(tmp_path / "expected"), match, threads(2), games)
    store = Store(tmp_path / "cluster")
    killed = []
    with workers(2) as (address, (first, _)), cluster(address) as (executor, at_once):
        executor._client.wait_for_workers(2, timeout=60)

        def kill_once(batch, data) -> None:
            if not killed:
                first.send_signal(signal.SIGKILL)
                killed.append(batch)

        batches = lacking(store, [match], games)
        fill(store, batches, executor=executor, at_once=max(4, at_once), kept=kill_once)
        assert first.wait(10) == -signal.SIGKILL
    assert len(killed) == 1
    assert content(store) == expected


def test_a_cluster_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("simulator.studies.executors._SECONDS_TO_CONNECT", 1)
    with (
        pytest.raises(ExecutorError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:9"),
        cluster("tcp://127.0.0.1:9"),
    ):
        pass


def test_a_cluster_without_workers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simulator.studies.executors._SECONDS_FOR_WORKERS", 0.5)
    with workers(0) as (address, _), pytest.raises(ExecutorError, match="has no workers"), cluster(address):
        pass


def test_without_dask_a_cluster_is_refused_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ExecutorError, match=r"a cluster needs Dask: install double-seven\[cluster\]"), cluster("x"):
        pass


# kill -9

STUDY = """
import sys
from simulator.studies import Match, Store, fill, lacking, threads
from simulator import load_variant
store = Store(sys.argv[1])
matches = [Match(load_variant(name), ("greedy",) * 3, 7) for name in ("rulebook", "rainbow-off")]
batches = lacking(store, matches, int(sys.argv[2]))
print(sum(batch.games for batch in batches), flush=True)
with threads(2) as (executor, at_once):
    fill(store, batches, executor=executor, at_once=at_once)
"""


def start(folder: Path, games: int) -> subprocess.Popen:
    return subprocess.Popen([sys.executable, "-c", STUDY, str(folder), str(games)], stdout=subprocess.PIPE, text=True)


def run(folder: Path, games: int) -> int:
    """Play in a process of its own and return how many games it planned to play."""
    process = start(folder, games)
    planned, _ = process.communicate()
    assert process.returncode == 0
    return int(planned)


def number_of_files(folder: Path) -> int:
    return sum(1 for _ in folder.rglob("[0-9]*/[0-9]*.parquet")) if folder.is_dir() else 0


def test_a_study_that_is_killed_loses_no_more_than_the_batches_in_flight(tmp_path: Path) -> None:
    games = 20_000
    assert run(tmp_path / "undisturbed", games) == 2 * games
    disturbed = tmp_path / "disturbed"
    process = start(disturbed, games)
    while number_of_files(disturbed) < 10 and process.poll() is None:
        time.sleep(0.002)
    process.kill()
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    kept = number_of_files(disturbed)
    assert 10 <= kept < 2 * 40
    assert run(disturbed, games) == 2 * games - kept * 1_000
    for part in disturbed.rglob(".*.part"):  # what was being written
        part.unlink()
    assert content(Store(disturbed)) == content(Store(tmp_path / "undisturbed"))


def test_two_processes_share_a_store(tmp_path: Path) -> None:
    games = 10_000
    assert run(tmp_path / "alone", games) == 2 * games
    both = [start(tmp_path / "shared", games) for _ in range(2)]
    assert [process.wait() for process in both] == [0, 0]
    for process in both:
        process.communicate()
    assert content(Store(tmp_path / "shared")) == content(Store(tmp_path / "alone"))
    assert run(tmp_path / "shared", games) == 0
