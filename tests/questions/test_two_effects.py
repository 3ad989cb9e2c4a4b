"""Two effects of a rule change, side by side: players unchanged, and players re-tuned."""

from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from simulator import load_variant, simulate
from simulator.players import WeightsError, weights
from simulator.players.weights import UNTUNED, write_weights
from simulator.questions import two_effects, two_effects_chart, two_effects_quote, two_effects_reading
from simulator.statistics import Verdict, difference_table, find_metric, metrics_for

PLAYERS_ARE = ("unchanged", "re-tuned")
RULEBOOK, CHANGED = load_variant("rulebook"), load_variant("rainbow-off")


@pytest.fixture
def tuned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both variants have weights of their own: the one by judgement, the other with hoarding in mind."""
    rulebook = (weights.FOLDER / "rulebook.json").read_bytes()
    monkeypatch.setattr(weights, "FOLDER", tmp_path)
    (tmp_path / "rulebook.json").write_bytes(rulebook)
    write_weights(tmp_path / "rainbow-off.json", CHANGED, 2, {**UNTUNED, "empty_stand": -2.0}, {})


def test_each_effect_is_the_paired_difference_of_its_players(tuned: None) -> None:
    table = two_effects(RULEBOOK, CHANGED, players=[2], decks=60, seed=3)
    assert table["players_are"].unique(maintain_order=True).to_list() == list(PLAYERS_ARE)
    key = [metric.name for metric in metrics_for(2) if metric.key]
    seats = {"unchanged": ("planner", "planner"), "re-tuned": ("planner@tuned", "planner@tuned")}
    for players_are, (before, after) in seats.items():
        alone = simulate(RULEBOOK, players=2, seats=before, games=60, seed=3)
        alone = alone.vstack(simulate(CHANGED, players=2, seats=after, games=60, seed=3))
        expected = difference_table(alone, metrics=key)
        its = table.filter(players_are=players_are).drop("players_are")
        assert_frame_equal(its, expected)
    first, second = (table.filter(players_are=each)["value"].to_list() for each in PLAYERS_ARE)
    assert first != second


def test_metrics_can_be_chosen(tuned: None) -> None:
    table = two_effects(RULEBOOK, CHANGED, players=2, decks=5, metrics=["turns"], retuned="planner@untuned")
    assert table["metric"].to_list() == ["turns", "turns"]


def test_a_variant_without_weights_of_its_own_is_told() -> None:
    with pytest.raises(WeightsError, match="there are no weights tuned for short-box"):
        two_effects(RULEBOOK, load_variant("short-box"), players=[2], decks=2)


def told(players_are: str, metric: str, difference: float, verdict: Verdict, players: int = 2) -> dict[str, object]:
    found = find_metric(metric)
    row = {"players_are": players_are, "players": players, "metric": metric, "title": found.title}
    ends = {"difference": difference, "lo": difference - 0.1, "hi": difference + 0.1, "margin": found.margin}
    return {**row, **ends, "verdict": verdict.value}


EFFECTS = pl.DataFrame(
    [
        told("unchanged", "turns", 2.0, Verdict.MATTERS),
        told("unchanged", "shared_wins", 0.1, Verdict.DIFFERS),
        told("re-tuned", "turns", 1.9, Verdict.MATTERS),
        told("re-tuned", "shared_wins", -0.1, Verdict.DIFFERS),
    ]
)


def test_both_effects_stand_in_a_row_and_are_drawn_in_margins() -> None:
    assert str(two_effects_quote(EFFECTS)).splitlines() == [
        "|  | players | players unchanged | players re-tuned |",
        "| :-- | --: | --: | --: |",
        "| Turns | 2 | +2.00 (1.90 to 2.10) | +1.90 (1.80 to 2.00) |",
        "| Shared wins (% pts) | 2 | +10.0 (0.0 to 20.0) | −10.0 (−20.0 to 0.0) |",
    ]
    rows = next(iter(two_effects_chart(EFFECTS).to_dict()["datasets"].values()))
    assert [row["value"] for row in rows] == pytest.approx([2.0, 5.0, 1.9, -5.0])
    assert {row["level"] for row in rows} == set(PLAYERS_ARE)


def test_what_re_tuned_players_change_is_said() -> None:
    assert str(two_effects_reading(EFFECTS)).splitlines() == [
        "- The same verdict either way: Turns.",
        "- **Shared wins** with 2 players: +10.0 with players unchanged (differs, size unclear) and −10.0 with players "
        "re-tuned (differs, size unclear).",
    ]
