"""The chart of many changes by its dictionary, and drawn."""

import json

import polars as pl
import pytest

from simulator.charts import effect_chart, to_png, to_svg
from simulator.statistics import Verdict


def effects(size: float = 1.0) -> pl.DataFrame:
    """Three changes in two panels of two parts; one change has a margin of 2."""
    rows = [
        {
            "label": label,
            "panel": panel,
            "part": part,
            "difference": sign * size * place,
            "lo": sign * size * place - 0.5,
            "hi": sign * size * place + 0.5,
            "margin": 2.0 if label == "double" else 1.0,
            "verdict": (Verdict.MATTERS if place > 1 else Verdict.SMALL).value,
        }
        for place, label in enumerate(["one + two", "single", "double"])
        for panel, sign in (("Turns", 1), ("First-seat advantage", -1))
        for part in (2, 3)
    ]
    return pl.DataFrame(rows)


@pytest.mark.parametrize("size", [1.0, 100.0])
@pytest.mark.parametrize("unit", [None, "turns"])
def test_a_row_is_a_change_and_a_column_a_panel_in_the_order_given(size: float, unit: str | None) -> None:
    chart = effect_chart(effects(size), parts="players", unit=unit)
    spec = json.loads(chart.to_json())
    assert spec["facet"]["row"]["sort"] == ["one + two", "single", "double"]
    assert spec["facet"]["column"]["sort"] == ["Turns", "First-seat + advantage"]
    assert "Within a row: players." in spec["title"]["subtitle"]
    assert len(next(iter(spec["datasets"].values()))) == 12
    assert to_png(chart, scale=0.5).startswith(b"\x89PNG")
    svg = to_svg(chart)
    assert "NaN" not in svg
    assert "undefined" not in svg
    for broken in ("one", "two", "First-seat", "advantage"):
        assert f">{broken}<" in svg


def test_differences_are_in_their_own_margins_or_in_the_unit() -> None:
    drawn = {
        unit: next(iter(effect_chart(effects(), parts="players", unit=unit).to_dict()["datasets"].values()))[8]
        for unit in (None, "turns")
    }
    assert (drawn[None]["difference"], drawn[None]["plus"], drawn[None]["minus"]) == (1.0, 1.0, -1.0)
    assert (drawn["turns"]["difference"], drawn["turns"]["plus"], drawn["turns"]["minus"]) == (2.0, 2.0, -2.0)


def test_verdicts_have_a_colour_and_a_shape() -> None:
    point = effect_chart(effects(), parts="players").to_dict()["spec"]["layer"][-1]["encoding"]
    assert point["color"]["scale"]["domain"] == point["shape"]["scale"]["domain"] == ["matters", "too small to matter"]
    assert len(set(point["shape"]["scale"]["range"])) == 2


def test_the_axis_in_a_unit_goes_as_far_as_intervals_and_margins() -> None:
    point = effect_chart(effects(), parts="players", unit="turns").to_dict()["spec"]["layer"][-1]["encoding"]
    low, high = point["x"]["scale"]["domain"]
    assert low < -2.5 < 2.5 < high
    assert high < 3


def test_without_an_interval_there_is_nothing_to_draw() -> None:
    with pytest.raises(ValueError, match="no difference has an interval to draw"):
        effect_chart(effects().with_columns(pl.lit(None, pl.Float64).alias("lo")), parts="players")
