"""Charts by their dictionaries, as JSON, and drawn."""

import itertools
import json

import altair as alt
import polars as pl
import pytest
from reports.synthetic import synthetic_results

from simulator.charts import (
    LEVEL_COLUMNS,
    THEME,
    dial_chart,
    difference_chart,
    heat_map,
    incidence_chart,
    length_chart,
    level_chart,
    round_chart,
    seat_chart,
    styled,
    to_png,
    to_svg,
    value_chart,
    walk_chart,
    worth_chart,
)
from simulator.charts.panels import TOGETHER, in_panels, panel_width
from simulator.charts.theme import BASE_COLOUR, COLOURS, DASHES, FONT, INK, MUTED, SHAPES
from simulator.statistics import (
    Verdict,
    beside_fair_walk,
    cumulative_incidence,
    difference_table,
    estimate_table,
    length_distribution,
    seat_shares,
    token_rounds,
)

MANY = ["rulebook", "online-sv", "online-zh", "rainbow-off", "family-6"]


def draw_all(results):
    shown = difference_table(results, metrics=["turns", "double_seven_share", "seat_balance"])
    return {
        "length": length_chart(length_distribution(results)),
        "incidence": incidence_chart(cumulative_incidence(results)),
        "seats": seat_chart(seat_shares(results)),
        "walk": walk_chart(beside_fair_walk(results)),
        "rounds": round_chart(token_rounds(results)),
        "values": value_chart(labelled(results), measure="Turns", title="How long?", reference="even"),
        "differences": difference_chart(shown.with_columns(pl.lit("+1").alias("shown"))),
    }


def labelled(results):
    """Values as a chart of rows takes them: two rows, of which the second has nothing to be held against."""
    values = estimate_table(results, metrics=["turns"])
    return pl.concat(
        values.with_columns(pl.lit(label).alias("label"), pl.lit(even, pl.Float64).alias("even"))
        for label, even in (("one", 30.0), ("other", None))
    )


@pytest.fixture(scope="module")
def two():
    return draw_all(synthetic_results(games=300))


@pytest.fixture(scope="module")
def many():
    return draw_all(synthetic_results(MANY, games=30, players=(2, 6)))


@pytest.fixture(scope="module")
def smallest():
    return draw_all(synthetic_results(games=2, players=(3,)))


@pytest.mark.parametrize("size", ["two", "many", "smallest"])
@pytest.mark.parametrize("name", ["length", "incidence", "seats", "walk", "rounds", "values", "differences"])
def test_chart_is_valid_and_drawn(name, size, request):
    chart = request.getfixturevalue(size)[name]
    spec = json.loads(chart.to_json())
    assert spec["config"]["font"] == FONT
    assert spec["title"]["text"]
    assert spec["title"]["subtitle"]
    rows = next(iter(spec["datasets"].values()))
    assert 0 < len(rows) <= 5000
    assert to_png(chart, scale=0.5).startswith(b"\x89PNG")
    svg = to_svg(chart)
    assert svg.startswith("<svg")
    assert "NaN" not in svg
    assert "undefined" not in svg


def sweep_values(settings, names):
    """What a sweep gives its charts: three numbers of players, a value a setting, the second one the base."""
    rows = [
        {
            **dict(zip(names, setting, strict=True)),
            "players": players,
            "metric": metric,
            "title": f"{metric} (%)",
            "value": 10.0 * place + players,
            "lo": 10.0 * place,
            "hi": 10.0 * place + 5,
            "shown": f"{10 * place + players}",
            "base": place == 1,
            "marked": "the base" if place == 1 else None,
        }
        for metric in ("turns", "shares")
        for place, setting in enumerate(settings)
        for players in (2, 3, 4)
    ]
    return pl.DataFrame(rows)


def test_a_dial_is_drawn_value_by_value_with_its_aim_and_its_base():
    values = sweep_values([("5",), ("7",), ("10",)], ["setting"])
    chart = dial_chart(values, dial="seven.size", aims={"turns": 12.0})
    spec = chart.to_dict()
    assert spec["title"]["text"] == "What does seven.size do?"
    first, second = spec["vconcat"]
    assert [len(row["spec"]["layer"]) for row in (first, second)] == [4, 3]  # the aim is a layer of the first alone
    point = first["spec"]["layer"][2]["encoding"]
    assert point["x"]["sort"] == ["5", "7", "10"]
    assert point["shape"]["scale"]["domain"] == point["color"]["scale"]["domain"] == ["value", "base"]
    assert to_png(chart, scale=0.5).startswith(b"\x89PNG")
    assert "NaN" not in to_svg(chart)


def test_two_dials_are_a_map_that_says_its_numbers():
    values = sweep_values([("5", "4"), ("5", "6"), ("9", "6")], ["across", "up"]).filter(metric="turns")
    chart = heat_map(values, across="seven.size", up="stand_limit.tiles", metric="Turns")
    cell, framed, number = chart.to_dict()["spec"]["layer"]
    assert cell["encoding"]["color"]["scale"] == {"scheme": "cividis", "domain": [2.0, 24.0]}
    assert number["encoding"]["text"]["field"] == "shown"
    assert framed["transform"]
    assert "Framed: the base." in chart.to_dict()["title"]["subtitle"]
    assert to_svg(chart).count(">12<") == 1
    alike = values.with_columns(pl.lit(7.0).alias("value"))
    assert "NaN" not in to_svg(heat_map(alike, across="a", up="b", metric="Turns"))


def test_a_fair_race_is_drawn_once_beside_every_variant(two):
    fair, interval, point = two["walk"].to_dict()["spec"]["layer"]
    assert "yOffset" not in fair["encoding"]
    assert fair["encoding"]["x"] == {"aggregate": "mean", "field": "fair", "type": "quantitative"}
    assert (
        point["encoding"]["yOffset"]["sort"] == interval["encoding"]["yOffset"]["sort"] == ["rulebook", "rainbow-off"]
    )
    rows = next(iter(two["walk"].to_dict()["datasets"].values()))
    assert {row["metric"] for row in rows} == {"runaway", "comeback"}


def test_a_walk_that_no_game_tells_of_is_not_drawn():
    course = beside_fair_walk(synthetic_results(games=2, players=(2,))).with_columns(
        pl.lit(None, pl.Float64).alias("value")
    )
    with pytest.raises(ValueError, match="nobody ever led or was last alone"):
        walk_chart(course)


def worth(levels=("house", "planner"), variants=("rulebook", "no-trade")):
    rows = [
        {"variant": name, "players": players, "player": level, "rule": rule, "worth": 0.1, "lo": 0.05, "hi": 0.15}
        for name in variants
        for players in (2, 3)
        for level in levels
        for rule in ("Trade", "Reclaim")
        if not (rule == "Trade" and name == "no-trade")
    ]
    return pl.DataFrame(rows)


def test_what_rules_are_worth_is_drawn_in_points_a_row_who_plays():
    chart = worth_chart(worth())
    spec = chart.to_dict()
    assert spec["facet"]["row"]["sort"] == ["house", "planner"]
    assert spec["facet"]["column"]["sort"] == ["2 players", "3 players"]
    rows = next(iter(spec["datasets"].values()))
    assert {row["worth"] for row in rows} == {10.0}
    point = spec["spec"]["layer"][2]["encoding"]
    assert point["shape"]["scale"]["domain"] == point["color"]["scale"]["domain"] == ["rulebook", "no-trade"]
    assert to_png(chart, scale=0.5).startswith(b"\x89PNG")
    assert "NaN" not in to_svg(chart)


def test_seats_are_named_aslant_where_there_is_no_room():
    def angle(players):
        shares = seat_shares(synthetic_results(games=20, players=players))
        return seat_chart(shares).to_dict()["spec"]["layer"][2]["encoding"]["x"]["axis"]["labelAngle"]

    assert angle((2, 3, 4)) == 0
    assert angle((2, 3, 4, 5, 6)) == -45


def levels(count=3, items=("Trade", "Rainbow")):
    rows = [
        {"item": item, "level": f"player {level}", "panel": panel, "value": level + 0.5, "lo": level - 1.0, "hi": None}
        for panel in ("2 players", "3 players")
        for item in items
        for level in range(count)
    ]
    rows[1]["value"] = None  # never used: a gap
    return pl.DataFrame(rows, schema=LEVEL_COLUMNS)


def test_levels_stand_side_by_side_by_colour_and_shape():
    chart = level_chart(levels(), axis="worth (%)", title="What is it worth?")
    spec = chart.to_dict()
    rule, interval, point = spec["spec"]["layer"]
    assert rule["encoding"]["x"] == {"datum": 0.0}
    assert interval["encoding"]["x2"] == {"field": "hi"}
    assert point["encoding"]["color"]["scale"]["domain"] == ["player 0", "player 1", "player 2"]
    assert point["encoding"]["shape"]["scale"]["range"] == list(SHAPES[:3])
    assert point["encoding"]["x"]["title"] == "worth (%)"
    assert point["encoding"]["y"]["sort"] == ["Trade", "Rainbow"]
    assert len(next(iter(spec["datasets"].values()))) == 11
    assert "NaN" not in to_svg(chart)
    assert to_png(chart, scale=0.5).startswith(b"\x89PNG")


def test_a_level_chart_may_have_no_line_and_scales_of_its_own():
    spec = level_chart(levels(), axis="%", title="?", reference=None, same_scale=False).to_dict()
    assert len(spec["spec"]["layer"]) == 2
    assert spec["resolve"]["scale"]["x"] == "independent"


def test_items_of_one_level_each_stand_on_their_lines():
    spec = level_chart(levels(2), axis="%", title="?", beside=False).to_dict()["spec"]
    assert all("yOffset" not in layer["encoding"] for layer in spec["layer"])
    assert spec["height"] < level_chart(levels(2), axis="%", title="?").to_dict()["spec"]["height"]


def test_more_levels_than_colours_are_refused():
    with pytest.raises(ValueError, match="5 levels are too many to tell apart; a chart has at most 4"):
        level_chart(levels(5), axis="%", title="?")


def test_charts_are_told_apart_by_more_than_colour(two):
    """Each encoding of colour has a shape or a dash beside it."""
    for name, other in (
        ("length", "strokeDash"),
        ("incidence", "strokeDash"),
        ("seats", "shape"),
        ("walk", "shape"),
        ("rounds", "shape"),
        ("values", "shape"),
        ("differences", "shape"),
    ):
        layers = two[name].to_dict()["spec"]["layer"]
        assert any("color" in layer["encoding"] and other in layer["encoding"] for layer in layers), name


def test_no_interval_is_computed_in_the_browser(two):
    for chart in two.values():
        text = chart.to_json()
        assert "errorbar" not in text
        assert "errorband" not in text
        assert '"extent"' not in text


def test_the_base_keeps_its_colour_in_every_panel(many):
    for name in ("length", "seats", "walk", "rounds", "values"):
        scale = next(
            layer["encoding"]["color"]["scale"]
            for layer in many[name].to_dict()["spec"]["layer"]
            if "color" in layer["encoding"]
        )
        assert scale == {"domain": ["rulebook", "the variant"], "range": [BASE_COLOUR, COLOURS[1]]}


def test_many_variants_have_a_row_each_beside_the_base():
    frame = pl.DataFrame({"variant": MANY, "players": [2] * 5})
    assert len(MANY) > TOGETHER
    rows = in_panels(frame).select("panel", "role").rows()
    assert rows == [pair for name in MANY[1:] for pair in ((name, "rulebook"), (name, "the variant"))]


def test_few_variants_share_a_panel():
    frame = pl.DataFrame({"variant": MANY[:TOGETHER], "players": [2] * TOGETHER})
    assert set(in_panels(frame)["panel"]) == {""}


def test_panels_leave_room_for_the_labels_of_their_rows():
    frame = pl.DataFrame({"variant": MANY, "players": [2, 3, 4, 2, 3]})
    few = frame.filter(pl.col("variant").is_in(MANY[:TOGETHER]))
    assert 3 * (panel_width(in_panels(few)) - panel_width(in_panels(frame))) >= 140


def test_title_may_state_the_finding():
    chart = length_chart(length_distribution(synthetic_results(games=50)), title="Games last a turn longer")
    assert chart.to_dict()["title"]["text"] == "Games last a turn longer"


def test_shares_by_seat_say_of_what_they_are():
    chart = seat_chart(seat_shares(synthetic_results(games=50)), what="share of tokens").to_dict()
    assert "Points: share of tokens less the even share" in chart["title"]["subtitle"]
    titles = [layer["encoding"]["y"].get("title") for layer in chart["spec"]["layer"]]
    assert "Share of tokens against even (% points)" in titles


def test_rounds_that_hardly_ever_come_lie_outside_the_picture():
    shares = [0.001, 0.3, 0.0, 0.4, 0.001]
    frame = pl.DataFrame({"round": range(4, 9), "share": shares}).select(
        pl.lit("rulebook").alias("variant"),
        pl.lit(3).alias("players"),
        "round",
        "share",
        lo="share",
        hi="share",
        by="share",
    )
    rows = next(iter(round_chart(frame).to_dict()["datasets"].values()))
    assert [row["round"] for row in rows] == [5, 6, 7]


def test_values_have_a_reference_only_where_one_is_given():
    values = labelled(synthetic_results(games=50))
    with_one = value_chart(values, measure="Turns", title="How long?", reference="even").to_dict()
    assert "Upright: even." in with_one["title"]["subtitle"]
    assert len(with_one["spec"]["layer"]) == 3
    without = value_chart(values, measure="Turns", title="How long?").to_dict()
    assert len(without["spec"]["layer"]) == 2
    assert without["spec"]["layer"][1]["encoding"]["y"]["sort"] == ["one", "other"]


def test_differences_without_an_interval_are_left_out(smallest):
    verdicts = {row["verdict"] for row in next(iter(smallest["differences"].to_dict()["datasets"].values()))}
    assert Verdict.UNAVAILABLE not in verdicts


def test_without_an_interval_there_is_nothing_to_draw():
    one = difference_table(synthetic_results(games=1, players=(3,)), metrics=["turns"])
    with pytest.raises(ValueError, match="no difference has an interval to draw"):
        difference_chart(one.with_columns(pl.lit("").alias("shown")))


def test_a_picture_is_the_same_each_time_and_keeps_its_identifiers_apart():
    frame = pl.DataFrame({"x": [1, 2], "y": [1, 2], "panel": ["a", "b"]})
    clipped = alt.Chart(frame).mark_line(clip=True).encode(x="x", y="y").facet("panel")
    first, second = to_svg(clipped, prefix="first-"), to_svg(clipped, prefix="second-")
    assert to_svg(clipped, prefix="first-") == first
    assert first.replace("first-", "second-") == second
    assert 'id="first-1"' in first
    assert "url(#first-1)" in first


def test_a_background_can_be_painted(two):
    assert to_png(two["seats"], scale=0.5, background="white") != to_png(two["seats"], scale=0.5)


def test_theme_is_registered_and_nothing_is_enabled():
    assert alt.theme.active == "default"
    assert THEME in alt.theme.names()
    with alt.theme.enable(THEME):
        spec = alt.Chart(pl.DataFrame({"x": [1]})).mark_point().encode(x="x:Q").to_dict()
    assert spec["config"]["font"] == FONT


def test_a_styled_chart_looks_the_same_under_any_theme():
    chart = styled(alt.Chart(pl.DataFrame({"x": [1]})).mark_point().encode(x="x:Q"), "A question?", "How to read it.")
    plain = to_svg(chart)
    with alt.theme.enable("dark"):
        assert to_svg(chart) == plain


def luminance(colour):
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first, second):
    """Contrast ratio of WCAG 2."""
    lighter, darker = sorted((luminance(first), luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("page", ["#ffffff", "#111111"])
def test_marks_and_text_stand_out_from_light_and_dark_pages(page):
    for colour in COLOURS:
        assert contrast(colour, page) >= 3
    for colour in (INK, MUTED):
        assert contrast(colour, page) >= 3.6


# How a deuteranope sees linear RGB (Machado, Oliveira & Fernandes 2009, severity 1).
DEUTERANOPIA = ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881))


def test_colours_stay_apart_for_the_colour_blind():
    def seen(colour):
        parts = [(int(colour[place : place + 2], 16) / 255) ** 2.2 for place in (1, 3, 5)]
        return [max(0.0, sum(a * b for a, b in zip(row, parts, strict=True))) ** (1 / 2.2) for row in DEUTERANOPIA]

    for first, second in itertools.combinations(COLOURS, 2):
        assert sum((a - b) ** 2 for a, b in zip(seen(first), seen(second), strict=True)) > 0.2**2


def test_there_is_a_shape_and_a_dash_for_every_colour():
    assert len(set(SHAPES)) == len(set(DASHES)) == len(set(COLOURS)) == TOGETHER
