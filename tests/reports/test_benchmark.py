"""The benchmark's figures: what is counted is right, and is shown. No time is judged."""

import json
from pathlib import Path

import pytest
from rich.console import Console
from sizes import games

from simulator.reports.benchmark import Benchmark, Speed, _plans_cut_short
from simulator.variants import load_variant


def benchmark() -> Benchmark:
    speeds = [Speed("house", 3, 20_000.0, 3e6, 38_000.0), Speed("search", 3, 2.5, 300.0, 4.75)]
    return Benchmark({"processor": "a processor"}, speeds, {3: 0.0475}, 20.0, 1.0, {100_000: 315.2})


def test_a_slow_player_shows_its_games_on_one_thread_and_on_two() -> None:
    console = Console(width=100, record=True)
    console.print(benchmark())
    text = console.export_text()
    (search,) = [line for line in text.splitlines() if "search" in line]
    assert [cell.strip() for cell in search.split("│")[1:-1]] == ["search", "3", "2.5", "", "4.8", "1.90 ×"]
    assert "plans cut short at 32 tables, 3 players" in text
    assert "4.8%" in text
    assert "None" not in text


def test_the_figures_are_written_whole(tmp_path: Path) -> None:
    benchmark().write_json(tmp_path / "bench.json")
    content = json.loads((tmp_path / "bench.json").read_text(encoding="utf-8"))
    assert content["speeds"][1]["games_per_second_two_threads"] == 4.75
    assert content["plans_cut_short"] == {"3": 0.0475}


# With no more than one tile drawn and none to start with, stands stay small; with ten, hardly a plan sees all tables.
@pytest.mark.parametrize(
    ("settings", "least", "most"),
    [(("setup.stand=1", "draw.tiles=1", "draw.tiles_when_empty=1"), 0.0, 0.02), (("setup.stand=10",), 0.06, 1.0)],
)
def test_large_stands_cut_more_plans_short(
    settings: tuple[str, ...], least: float, most: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simulator.reports.benchmark._PLANNED_GAMES", games(100, 2))
    assert least <= _plans_cut_short(load_variant("rulebook", overrides=settings), 2) <= most
