"""The same comparison by players of different skill."""

import re

import polars as pl
import pytest
from reports.synthetic import synthetic_results

from simulator.reports import Comparison, Robustness, Standing
from simulator.statistics import Verdict
from simulator.variants import load_variant

NAMES = ["rulebook", "rainbow-off"]


def played_by(player, names=NAMES, **dials):
    results = synthetic_results(names, **{"games": 60, **dials})
    results = results.with_columns(pl.col("seats").list.eval(pl.lit(player)), pl.lit(player).alias("line_up"))
    return Comparison.from_results([load_variant(name) for name in names], results)


def judged(player, verdict, difference, p_holm):
    """A comparison of turns at three players with a given outcome."""
    found = played_by(player, players=(3,))
    found.__dict__["table"] = found.table.filter(pl.col("metric") == "turns").with_columns(
        pl.lit(verdict.value).alias("verdict"),
        pl.lit(difference, dtype=pl.Float64).alias("difference"),
        pl.lit(difference - 0.1, dtype=pl.Float64).alias("lo"),
        pl.lit(difference + 0.1, dtype=pl.Float64).alias("hi"),
        pl.lit(p_holm, dtype=pl.Float64).alias("p_holm"),
    )
    return found


UP = (Verdict.MATTERS, 2.0, 0.001)
PERHAPS = (Verdict.DIFFERS, 1.0, 0.001)
DOWN = (Verdict.MATTERS, -2.0, 0.001)
SLIGHTLY_UP = (Verdict.SMALL, 0.2, 0.001)
SLIGHTLY_DOWN = (Verdict.SMALL, -0.2, 0.001)
HARDLY = (Verdict.SMALL, 0.05, 0.7)
SAME = (Verdict.SAME, 0.0, None)
OPEN = (Verdict.UNDECIDED, 0.5, 0.3)


@pytest.mark.parametrize(
    ("first", "second", "standing"),
    [
        (UP, UP, Standing.ROBUST),
        (DOWN, DOWN, Standing.ROBUST),
        (UP, PERHAPS, Standing.ROBUST),
        (UP, SLIGHTLY_UP, Standing.DIRECTION),
        (SLIGHTLY_UP, UP, Standing.DIRECTION),
        (UP, HARDLY, Standing.PARTIAL),
        (UP, SAME, Standing.PARTIAL),
        (UP, OPEN, Standing.SURE_WITH_SOME),
        (UP, DOWN, Standing.OPPOSITE),
        (UP, SLIGHTLY_DOWN, Standing.OPPOSITE),
        (HARDLY, SAME, Standing.NOTHING),
        (SLIGHTLY_UP, SLIGHTLY_DOWN, Standing.NOTHING),
        (HARDLY, OPEN, Standing.UNSETTLED),
        (UP, (Verdict.UNAVAILABLE, 0.0, None), Standing.UNSETTLED),
    ],
)
def test_a_finding_is_robust_only_with_a_sure_sign_at_every_level(first, second, standing):
    found = Robustness([judged("house", *first), judged("greedy", *second)])
    assert found.table["standing"].to_list() == [standing]


def test_one_dissenting_level_of_three_is_enough():
    found = Robustness([judged("house", *UP), judged("greedy", *UP), judged("random", *HARDLY)])
    assert found.table["standing"].to_list() == [Standing.PARTIAL]
    assert found.levels == ["house", "greedy", "random"]


def test_quoted_table_sets_the_levels_side_by_side():
    lines = str(Robustness([judged("house", *UP), judged("greedy", *DOWN)]).quote()).splitlines()
    assert lines[0] == "|  | players | house | greedy | together |"
    assert lines[2] == (
        "| Turns | 3 | +2.00 (1.90 to 2.10) | −2.00 (−2.10 to −1.90) | not robust: opposite directions |"
    )
    assert len(lines) == 3


def test_reading_groups_what_stands_alike():
    found = Robustness([judged("house", *UP), judged("greedy", *SLIGHTLY_UP)])
    assert str(found.reading()) == (
        "- **Same direction** whoever plays, but too small to matter with some: Turns (with 3 players)."
    )


def test_several_variants_and_tables_are_told_apart():
    names = [*NAMES, "family-6"]
    found = Robustness([played_by("house", names), played_by("greedy", names)])
    assert found.table.height == found.comparisons[0].table.height
    lines = str(found.quote(metrics=["turns"])).splitlines()
    assert lines[0] == "|  | rules | players | house | greedy | together |"
    assert len(lines) == 2 + 2 * 3
    assert "Turns of family-6 (with " in str(found.reading(metrics=["turns"]))


def test_comparisons_that_do_not_belong_together_are_refused():
    house = played_by("house")
    with pytest.raises(ValueError, match="two sets of players or more"):
        Robustness([house])
    with pytest.raises(ValueError, match="the same players are there twice: house and house"):
        Robustness([house, played_by("house")])
    with pytest.raises(ValueError, match="not of the same variants at the same numbers of players"):
        Robustness([house, played_by("greedy", players=(2,))])
    with pytest.raises(ValueError, match="not of the same variants at the same numbers of players"):
        Robustness([house, played_by("greedy", ["rulebook", "family-6"])])


def test_a_metric_is_drawn_at_each_level_in_its_shown_unit():
    both = Robustness([played_by("house"), played_by("greedy", seed=2)])
    spec = both.chart("double_seven_share").to_dict()
    rows = next(iter(spec["datasets"].values()))
    assert [row["level"] for row in rows] == ["house"] * 3 + ["greedy"] * 3
    assert {row["item"] for row in rows} == {"rainbow-off"}
    table = both.comparisons[0].table.filter(metric="double_seven_share")
    assert [row["value"] for row in rows[:3]] == pytest.approx((100 * table["difference"]).to_list())
    assert spec["title"]["text"] == "What does each variant change in “Token taken”?"


@pytest.fixture(scope="module")
def two_levels():
    names = [*NAMES, "family-6"]
    return Robustness([played_by("house", names, games=200), played_by("greedy", names, games=80, seed=2)])


def test_games_of_a_variant_are_told_apart_by_who_plays(two_levels):
    counts = dict(two_levels.games().group_by("line_up").len().iter_rows())
    assert counts == {"house": 3 * 200, "greedy": 3 * 80}
    base, other = two_levels.games(), two_levels.games("family-6")
    assert base["turns"].mean() < other["turns"].mean()


def test_values_are_those_of_the_games_level_by_level(two_levels):
    lines = str(two_levels.values(["turns", "third_seat_advantage"])).splitlines()
    assert lines[0] == "|  | players | house | greedy |"
    assert [line.split(" | ")[1] for line in lines[2:]] == ["2", "3", "4", "3", "4"]
    mean = two_levels.games().filter(pl.col("players") == 2, pl.col("line_up") == "house")["turns"].mean()
    assert lines[2].startswith(f"| Turns | 2 | {mean:.2f} (")


def test_description_has_a_line_a_metric_with_its_unit(two_levels):
    turns, share = str(two_levels.description(["turns", "double_seven_share"])).splitlines()
    assert re.fullmatch(
        r"- \*\*Turns\*\*, with 2, 3 and 4 players: [\d.]+, [\d.]+ and [\d.]+ by house; .+ by greedy\.", turns
    )
    assert " % by house;" in share
    assert " points by house;" in str(two_levels.description(["winning_margin"]))


def test_value_chart_has_a_row_a_variant_and_the_levels_in_it(two_levels):
    chart = two_levels.value_chart("double_seven_share", variants=["family-6", "rulebook"], title="How often?")
    rows = next(iter(chart.to_dict()["datasets"].values()))
    assert [(row["label"], row["line_up"]) for row in rows if row["players"] == 2] == [
        (label, level) for level in ("house", "greedy") for label in ("family-6", "rulebook")
    ]
    assert all(0 <= row["lo"] <= row["value"] <= row["hi"] <= 100 for row in rows)


def test_some_variants_alone_can_be_held_against_the_base(two_levels):
    found = two_levels.select(["family-6"])
    assert [variant.name for variant in found.comparisons[0].variants] == ["rulebook", "family-6"]
    whole = two_levels.comparisons[0].table.filter(variant="family-6").select("difference", "lo", "hi")
    assert found.comparisons[0].table.select("difference", "lo", "hi").equals(whole)
    with pytest.raises(ValueError, match="no-trade is not held against rulebook; rainbow-off and family-6 can be"):
        two_levels.select(["no-trade"])
