"""Two effects of a rule change, side by side: players unchanged, and players trained."""

from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from simulator import load_variant, simulate
from simulator.players.networks import find_network, kept_file, write_networks
from simulator.questions import two_effects, two_effects_chart, two_effects_quote, two_effects_reading
from simulator.statistics import Verdict, difference_table, find_metric, metrics_for

PLAYERS_ARE = ("unchanged", "trained")
RULEBOOK, CHANGED = load_variant("rulebook"), load_variant("rainbow-off")


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The changed rules have a network of their own, which likes other tables."""
    monkeypatch.setenv("DOUBLE_SEVEN_STORE", str(tmp_path))
    kept_file(CHANGED).parent.mkdir()
    network = find_network(RULEBOOK, 2).copy()
    network.worths[:] = -network.worths
    write_networks(kept_file(CHANGED), CHANGED, network, {})


def test_each_effect_is_the_paired_difference_of_its_players(own: None) -> None:
    table = two_effects(RULEBOOK, CHANGED, players=[2], decks=60, seed=3)
    assert table["players_are"].unique(maintain_order=True).to_list() == list(PLAYERS_ARE)
    key = [metric.name for metric in metrics_for(2) if metric.key]
    seats = {"unchanged": ("trained@rulebook", "trained@rulebook"), "trained": ("trained", "trained")}
    for players_are, (before, after) in seats.items():
        alone = simulate(RULEBOOK, players=2, seats=before, games=60, seed=3)
        alone = alone.vstack(simulate(CHANGED, players=2, seats=after, games=60, seed=3))
        expected = difference_table(alone, metrics=key)
        its = table.filter(players_are=players_are).drop("players_are")
        assert_frame_equal(its, expected)
    first, second = (table.filter(players_are=each)["value"].to_list() for each in PLAYERS_ARE)
    assert first != second


def test_metrics_can_be_chosen(own: None) -> None:
    table = two_effects(RULEBOOK, CHANGED, players=2, decks=5, metrics=["turns"], trained="planner")
    assert table["metric"].to_list() == ["turns", "turns"]


def told(players_are: str, metric: str, difference: float, verdict: Verdict, players: int = 2) -> dict[str, object]:
    found = find_metric(metric)
    row = {"players_are": players_are, "players": players, "metric": metric, "title": found.title}
    ends = {"difference": difference, "lo": difference - 0.1, "hi": difference + 0.1, "margin": found.margin}
    return {**row, **ends, "verdict": verdict.value}


EFFECTS = pl.DataFrame(
    [
        told("unchanged", "turns", 2.0, Verdict.MATTERS),
        told("unchanged", "shared_wins", 0.1, Verdict.DIFFERS),
        told("trained", "turns", 1.9, Verdict.MATTERS),
        told("trained", "shared_wins", -0.1, Verdict.DIFFERS),
    ]
)


def test_both_effects_stand_in_a_row_and_are_drawn_in_margins() -> None:
    assert str(two_effects_quote(EFFECTS)).splitlines() == [
        "|  | players | players unchanged | players trained |",
        "| :-- | --: | --: | --: |",
        "| Turns | 2 | +2.00 (1.90 to 2.10) | +1.90 (1.80 to 2.00) |",
        "| Shared wins (% pts) | 2 | +10.0 (0.0 to 20.0) | −10.0 (−20.0 to 0.0) |",
    ]
    rows = next(iter(two_effects_chart(EFFECTS).to_dict()["datasets"].values()))
    assert [row["value"] for row in rows] == pytest.approx([2.0, 5.0, 1.9, -5.0])
    assert {row["level"] for row in rows} == set(PLAYERS_ARE)


def test_what_trained_players_change_is_said() -> None:
    assert str(two_effects_reading(EFFECTS)).splitlines() == [
        "- The same verdict either way: Turns.",
        "- **Shared wins** with 2 players: +10.0 with players unchanged (differs, size unclear) and −10.0 with players "
        "trained (differs, size unclear).",
    ]
