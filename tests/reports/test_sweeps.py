"""Sweeps from dials to words: frames, the recommendation, the terminal, the page."""

import re

import numpy as np
import polars as pl
import pytest
from reports.synthetic import synthetic_results
from rich.console import Console

from simulator import load_variant, simulate, sweep
from simulator.reports.sweeps.dials import SweepError, combined
from simulator.reports.sweeps.sweep import Sweep
from simulator.statistics import Verdict, estimate_table, read_aim
from simulator.studies import PlanError, Provenance


def made(dials, *, aims=(), games=300, players=(2, 3), slope=2):
    """A sweep whose games last ``slope`` turns longer a step of the first dial, and one a step of the second."""
    found, left_out = combined(load_variant("rulebook"), dials, [])
    rng = np.random.default_rng(1)
    frames = []
    for values, variant in found.items():
        steps = [each.index(value) for each, value in zip(dials.values(), values, strict=True)]
        longer = slope * steps[0] + sum(steps[1:])
        games_of_it = synthetic_results([variant.name], players=players, games=games)
        noise = rng.integers(0, 3, size=games_of_it.height)
        frames.append(games_of_it.with_columns((pl.col("turns") + longer + noise).cast(pl.Int32).alias("turns")))
    wishes = tuple(map(read_aim, aims))
    games_of_all = pl.concat(frames)
    provenance = Provenance.of(frames[0], list(found.values()), command="double-seven sweep")
    return Sweep(load_variant("rulebook"), tuple(dials), found, left_out, games_of_all, provenance, wishes)


@pytest.fixture(scope="module")
def one():
    return made({"seven.size": ["6", "7", "8"]}, aims=["turns nearest 42", "first_seat_advantage within 30%"])


@pytest.fixture(scope="module")
def two():
    return made({"seven.size": ["2", "6", "7"], "draw.tiles": ["1", "2"]})


def printed(found, width=100):
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(found)
    return capture.get()


def test_the_design_names_every_setting_with_its_values(one, two):
    assert one.design.rows() == [(f"rulebook + seven.size={size}", size) for size in (6, 7, 8)]
    assert one.design.schema["seven.size"] == pl.Int64
    assert two.design.select("seven.size", "draw.tiles").rows() == [(6, 1), (6, 2), (7, 1), (7, 2)]
    switch = made({"rainbow.enabled": ["true", "false"]}, games=5)
    assert switch.design["rainbow.enabled"].to_list() == ["true", "false"]


def test_the_setting_that_plays_as_the_base_is_known(one, two):
    assert one.base_setting == "rulebook + seven.size=7"
    assert two.base_setting == "rulebook + seven.size=7 + draw.tiles=2"
    assert made({"seven.size": ["5", "6"]}, games=5).base_setting is None


def test_the_table_holds_every_metric_of_every_setting_with_its_interval(one):
    plain = estimate_table(one.results)
    assert one.table.height == plain.height
    joined = one.table.join(plain, on=["variant", "players", "metric"])
    assert joined["lo"].equals(joined["lo_right"].alias("lo"), null_equal=True)
    assert set(one.table["seven.size"]) == {6, 7, 8}


def test_the_effects_are_those_of_the_steps(one, two):
    steps = one.effects.filter(metric="turns")
    assert steps.select("before", "after").unique(maintain_order=True).rows() == [("6", "7"), ("7", "8")]
    assert steps["difference"].to_list() == pytest.approx([2.0] * 4, abs=0.4)
    assert set(steps["verdict"]) == {Verdict.MATTERS}
    second = two.effects.filter(dial="draw.tiles", metric="turns")
    assert second["settings"].to_list() == [2, 2]


def test_importance_needs_a_whole_grid_of_two_dials(one, two):
    assert one.importance is None
    assert two.importance is None  # seven.size=2 cannot be played
    whole = made({"seven.size": ["6", "7"], "draw.tiles": ["1", "2"]}).importance
    turns = whole.filter(metric="turns", players=2)
    assert turns["first"].to_list() == pytest.approx([0.8, 0.2], abs=0.1)  # variances 1 and 1/4


def test_the_setting_that_serves_the_aim_is_recommended(one):
    longest = one.table.filter(metric="turns").group_by("seven.size").agg((pl.col("value") - 42).abs().max())
    nearest = longest.sort("value")["seven.size"][0]
    assert one.choice.recommended == f"rulebook + seven.size={nearest}"
    text = printed(one)
    assert f"Recommended for “turns nearest 42” and “first_seat_advantage within 0.3”: seven.size={nearest}." in text
    assert "It keeps every bound, and did so in 100 % of the draws of the decks." in text


def test_without_an_aim_nothing_is_recommended(two):
    assert two.choice is None
    assert "Recommended" not in printed(two)


def test_the_terminal_fits_its_width_and_names_what_is_left_out(two):
    text = printed(two)
    assert max(map(len, text.splitlines())) <= 100
    left_out = "cannot be played: seven.size=2 with draw.tiles=1 and seven.size=2 with draw.tiles=2. The reason: seven"
    assert left_out in " ".join(text.split())
    assert "What does each step of draw.tiles change?" in text
    assert "300 with each of 2 and 3 players" in text


def test_bounds_that_nobody_keeps_are_told_as_such():
    strict = made({"seven.size": ["6", "7"]}, aims=["turns under 10"], games=50)
    assert "No setting keeps every bound at every number of players; this one misses them by least." in " ".join(
        printed(strict).split()
    )


def test_the_summary_is_what_people_read(one):
    summary = one.summary()
    assert summary.columns == ["seven.size", "players", "Turns", "First-seat advantage (%)", "Token taken (%)"]
    assert summary.height == 6
    value = one.table.filter((pl.col("metric") == "turns") & (pl.col("players") == 2))["value"][0]
    assert summary["Turns"][0] == round(value, 2)
    assert one.summary(["shared_wins"]).columns[-1] == "Shared wins (%)"


def test_one_dial_and_two_have_their_pictures_and_three_have_none(one, two):
    assert len(one.chart().to_dict()["vconcat"]) == 3
    assert len(one.chart("turns").to_dict()["vconcat"]) == 1
    assert two.chart().to_dict()["title"]["text"] == "What do seven.size and draw.tiles do to “Turns”?"
    assert "Framed: the base." in two.chart("shared_wins").to_dict()["title"]["subtitle"]
    three = made({"seven.size": ["6", "7"], "draw.tiles": ["1", "2"], "rainbow.enabled": ["true", "false"]}, games=5)
    with pytest.raises(SweepError, match="there is no picture of 3 dials"):
        three.chart()


def test_the_page_needs_nothing_else_and_is_the_same_each_time(one, two, tmp_path):
    for found in (one, two):
        html = found.to_html()
        assert html == found.to_html()
        assert not re.search(r'(src|href)="(?!#)', html)
        assert html.count("<svg") == (1 if found is one else 3)
        assert "What does each setting give?" in html
        assert "double-seven sweep" in html
        found.write_html(tmp_path / "page.html")
        assert (tmp_path / "page.html").read_text(encoding="utf-8") == html


def test_a_sweep_plays_its_settings_over_the_same_decks():
    found = sweep("rulebook", {"seven.size": [6, 7]}, settings=["rainbow.enabled=false"], players=[2], decks=60, seed=3)
    plain = load_variant("rulebook", overrides=["rainbow.enabled=false", "seven.size=7"])
    alone = simulate(plain, players=2, games=60, seed=3)
    assert found.results.filter(variant=plain.name).equals(alone)
    assert found.base_setting == plain.name
    every = sweep("rulebook", {"seven.size": [6, 7]}, decks=2)
    assert every.players == [2, 3, 4]


def test_settings_that_share_no_number_of_players_are_refused():
    with pytest.raises(PlanError, match="no number of players suits all these variants"):
        sweep("rulebook", {"players.max": [2, 4], "players.min": [2, 4]}, decks=2)


def test_a_chart_may_state_the_finding(one, two):
    assert one.chart("turns", title="Longer and longer").to_dict()["title"]["text"] == "Longer and longer"
    assert two.chart("turns", title="Both").to_dict()["title"]["text"] == "Both"
