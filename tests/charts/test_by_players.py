"""The chart of a few metrics by number of players and skill, by its dictionary and drawn."""

import polars as pl
import pytest

from simulator.charts import by_players_chart, to_png, to_svg
from simulator.charts.theme import COLOURS


def values(levels: int = 3) -> pl.DataFrame:
    rows = [
        {"level": level, "players": players, "metric": metric, "title": metric.title(), "value": float(players)}
        for metric in ("turns", "minutes")
        for level in [f"level {place}" for place in range(levels)]
        for players in (2, 3, 4)
    ]
    return pl.DataFrame(rows).with_columns(lo=pl.col("value") - 0.5, hi=pl.col("value") + 0.5)


def test_a_panel_is_a_metric_and_a_line_a_level_told_apart_by_more_than_colour() -> None:
    chart = by_players_chart(values(), title="A finding")
    spec = chart.to_dict()
    assert spec["title"]["text"] == "A finding"
    assert [panel["layer"][0]["encoding"]["y"]["title"] for panel in spec["hconcat"]] == ["Turns", "Minutes"]
    line, _, point = (layer["encoding"] for layer in spec["hconcat"][0]["layer"])
    levels = ["level 0", "level 1", "level 2"]
    assert line["color"]["scale"]["domain"] == line["strokeDash"]["scale"]["domain"] == levels
    assert point["shape"]["scale"]["domain"] == levels
    assert to_png(chart, scale=0.5).startswith(b"\x89PNG")
    svg = to_svg(chart)
    assert "NaN" not in svg
    assert all(svg.count(f">{level}<") == 1 for level in levels)  # one legend for all panels


def test_what_people_report_lies_behind_the_values() -> None:
    chart = by_players_chart(values(), bands={"minutes": (2.5, 3.5)}).to_dict()
    turns, minutes = chart["hconcat"]
    assert (len(turns["layer"]), len(minutes["layer"])) == (3, 4)
    assert minutes["layer"][0]["mark"]["type"] == "rect"
    assert "Shaded: what people report." in chart["title"]["subtitle"]
    assert chart["title"]["text"] == "What does skill do?"


def test_levels_that_cannot_be_told_apart_are_refused() -> None:
    by_players_chart(values(len(COLOURS)))
    with pytest.raises(ValueError, match="5 levels are too many to tell apart"):
        by_players_chart(values(len(COLOURS) + 1))
