"""Panels: their widths, what lies outside the picture, and what is told apart how."""

import altair as alt
import polars as pl
import pytest

from simulator.charts import (
    LEVEL_COLUMNS,
    by_players_chart,
    dial_chart,
    difference_chart,
    effect_chart,
    heat_map,
    incidence_chart,
    length_chart,
    level_chart,
    round_chart,
    seat_chart,
    value_chart,
    walk_chart,
    worth_chart,
)
from simulator.charts.panels import TOGETHER, by_tooltip, facetted, in_panels, panel_width, width_of_one_in
from simulator.charts.theme import COLOURS, FONT, GRID, INK, MUTED, styled, theme_config
from simulator.charts.verdicts import by_verdict, margin_axis
from simulator.statistics import Verdict


def data(chart):
    return next(iter(chart.to_dict()["datasets"].values()))


# 740 pixels a row, 22 between two panels, none narrower than 130 or wider than 460.
@pytest.mark.parametrize(
    ("columns", "beside", "width"),
    [
        (1, 0, 460),
        (2, 0, (740 - 22) // 2),
        (3, 0, (740 - 2 * 22) // 3),
        (4, 0, (740 - 3 * 22) // 4),
        (2, 150, (740 - 150 - 22) // 2),
        (3, 150, (740 - 150 - 2 * 22) // 3),
        (6, 0, 130),
    ],
)
def test_panels_share_a_row_of_a_page(columns, beside, width):
    assert width_of_one_in(columns, beside=beside) == width


def test_a_panel_is_a_number_of_players_beside_the_labels_of_rows():
    frame = pl.DataFrame({"players": [2, 3, 3]})
    assert panel_width(frame) == 359
    assert panel_width(frame.with_columns(panel=pl.lit(""))) == 359
    assert panel_width(frame.with_columns(panel=pl.Series(["a", "a", "b"]))) == 284
    assert panel_width(frame.with_columns(panel=pl.lit("a"))) == 284


def names(count, by="variant"):
    return pl.DataFrame({by: ["base", *(f"v{number}" for number in range(1, count))], "players": [2] * count})


@pytest.mark.parametrize(("by", "other"), [("variant", "the variant"), ("line_up", "the line-up")])
def test_of_more_than_four_each_stands_in_its_row_beside_the_base(by, other):
    found = in_panels(names(TOGETHER + 1, by), by)
    assert found.select("panel", by, "role", "table").rows() == [
        row
        for name in ("v1", "v2", "v3", "v4")
        for row in ((name, "base", "base", "2 players"), (name, name, other, "2 players"))
    ]
    four = in_panels(names(TOGETHER, by), by)
    assert four.select("panel", "role").rows() == [("", name) for name in ("base", "v1", "v2", "v3")]


def test_rows_of_panels_are_named_at_their_left():
    layers = alt.layer(alt.Chart().mark_point())
    facet = facetted(layers, in_panels(names(5))).to_dict()["facet"]
    assert (facet["row"]["field"], facet["row"]["type"], facet["row"]["sort"]) == (
        "panel",
        "nominal",
        ["v1", "v2", "v3", "v4"],
    )
    assert facet["row"]["header"] == {"title": None, "labelAngle": 0, "labelAlign": "left", "labelLimit": 170}
    assert (facet["column"]["field"], facet["column"]["sort"]) == ("table", ["2 players"])
    assert "row" not in facetted(layers, in_panels(names(4))).to_dict()["facet"]


def test_a_tooltip_says_who_plays_or_which_variant_it_is():
    assert by_tooltip("line_up").to_dict() == {"field": "line_up", "type": "nominal", "title": "Who plays"}
    assert by_tooltip("variant").to_dict() == {"field": "variant", "type": "nominal", "title": "Variant"}
    assert by_tooltip("variant", "Which").to_dict()["title"] == "Which"


# What lies outside the picture.


def test_lengths_a_hundredth_as_common_as_the_commonest_are_the_last_to_be_shown():
    frame = pl.DataFrame(
        {
            "variant": "rulebook",
            "players": [2] * 5 + [3] * 3,
            "turns": [5.0, 6.0, 7.0, 8.0, 9.0, 7.0, 8.0, 11.0],
            # At the second table lengths are half as common, and so is the least that is shown.
            "share": [0.0039, 0.004, 0.4, 0.0, 0.004, 0.2, 0.00199, 0.00199],
            "mean": 7.0,
        }
    )
    chart = length_chart(frame)
    assert [(row["players"], row["turns"]) for row in data(chart)] == [
        (2, 6.0), (2, 7.0), (2, 8.0), (2, 9.0), (3, 7.0), (3, 8.0),
    ]  # fmt: skip
    for layer in chart.to_dict()["spec"]["layer"]:
        assert layer["encoding"]["x"]["scale"]["domain"] == [6.0, 9.0]


def test_rounds_as_common_as_two_in_a_thousand_are_the_first_and_last_at_their_table():
    frame = pl.DataFrame(
        {
            "variant": "rulebook",
            "players": [2] * 5 + [3] * 2,
            "round": [4, 5, 6, 7, 8, 8, 9],
            "share": [0.0019, 0.002, 0.0, 0.002, 0.0019, 0.5, 0.4],
            "lo": 0.0,
            "hi": 1.0,
            "by": 0.5,
        }
    )
    chart = round_chart(frame)
    rows = data(chart)
    assert [(row["players"], row["round"]) for row in rows] == [(2, 5), (2, 6), (2, 7), (3, 8), (3, 9)]
    assert {"first", "last"}.isdisjoint(rows[0])
    assert chart.to_dict()["resolve"]["scale"] == {"x": "independent"}


def curve(values, **columns):
    return pl.DataFrame({"turn": range(len(values)), "incidence": values}).with_columns(
        *(pl.lit(value).alias(name) for name, value in columns.items()), lo="incidence", hi="incidence"
    )


def test_endings_are_drawn_until_every_curve_is_within_two_in_a_thousand_of_its_end():
    # The first lacks 0.003 of its end at turn 2 and 0.001 at turn 3; the second, lower, rises until turn 1 only.
    late = curve([0.0, 0.2, 0.497, 0.499, 0.5, 0.5], variant="rulebook", players=2, cause="last_tile")
    early = curve([0.0, 0.1, 0.1, 0.1, 0.1, 0.1], variant="rulebook", players=2, cause="stalled")
    assert {row["turn"] for row in data(incidence_chart(pl.concat([late, early])))} == {0, 1, 2, 3}
    assert {row["turn"] for row in data(incidence_chart(early))} == {0, 1}
    flat = curve([0.3, 0.3, 0.3], variant="rulebook", players=2, cause="stalled")
    assert {row["turn"] for row in data(incidence_chart(flat))} == {0, 1}


def test_each_curve_of_each_table_and_variant_has_its_own_end():
    slow = curve([0.0, 0.1, 0.2, 0.2], variant="rulebook", players=2, cause="stalled")
    for other in ({"players": 3}, {"variant": "other"}):
        high = curve([0.9] * 4, **{"variant": "rulebook", "players": 2, "cause": "stalled", **other})
        assert {row["turn"] for row in data(incidence_chart(pl.concat([slow, high])))} == {0, 1, 2}


def test_every_ending_has_its_words_colour_and_dash():
    causes = ["token", "cut_off", "stalled", "last_tile", "double_seven"]
    frame = pl.concat(curve([0.0, 0.2], variant="rulebook", players=2, cause=cause) for cause in causes)
    chart = incidence_chart(frame)
    _, line, _ = chart.to_dict()["spec"]["layer"]
    words = [
        "ended by Double Seven", "ended by the last tile", "stalled", "cut off", "token taken, ending the game or not",
    ]  # fmt: skip
    for channel in ("color", "strokeDash"):
        assert line["encoding"][channel]["scale"]["domain"] == line["encoding"][channel]["sort"] == words
    assert line["encoding"]["color"]["scale"]["range"] == [COLOURS[1], COLOURS[0], COLOURS[3], MUTED, INK]
    assert {row["cause"]: row["ending"] for row in data(chart)} == dict(zip(reversed(causes), words, strict=True))


def test_a_course_keeps_what_compares_with_a_race_by_lot():
    frame = pl.DataFrame(
        {
            "variant": "rulebook",
            "players": 2,
            "metric": ["runaway", "comeback", "lead_changes", "runaway"],
            "title": ["A", "B", "C", "D"],
            "value": [0.5, 0.2, 3.0, None],
            "lo": 0.1,
            "hi": 0.6,
            "fair": 0.5,
        }
    )
    assert [row["title"] for row in data(walk_chart(frame))] == ["A", "B"]
    assert walk_chart(frame).to_dict()["spec"]["height"] == 2 * 64  # as high as it has rows


def values(**columns):
    return pl.DataFrame(
        {"label": ["a", "b", "c", "d"], "players": 2, "variant": "rulebook", "value": 1.0, "lo": 0.0, "hi": 2.0}
    ).with_columns(**columns)


def test_values_without_an_interval_are_not_drawn():
    holes = values(
        value=pl.Series([1.0, None, 1.0, 1.0]), lo=pl.Series([0.0, 0.0, None, 0.0]), hi=pl.Series([2.0, 2.0, 2.0, None])
    )
    chart = value_chart(holes, measure="Turns", title="?")
    assert [row["label"] for row in data(chart)] == ["a"]
    assert chart.to_dict()["spec"]["height"] == {"for": "offset", "step": 17}


def test_lengths_of_names_leave_a_level_chart_as_high_as_its_rows():
    rows = [(item, level, "p", 1.0, 0.0, 2.0) for item in "abcd" for level in ("x", "y")]
    frame = pl.DataFrame(rows, schema=LEVEL_COLUMNS, orient="row")

    def height(frame, **options):
        return level_chart(frame, axis="%", title="?", **options).to_dict()["spec"]["height"]

    assert height(frame) == 4 * (2 * 17 + 10)
    assert height(frame, beside=False) == 4 * (17 + 10)
    assert height(frame.filter(item="a")) == 60
    assert level_chart(frame, axis="%", title="?").to_dict()["resolve"]["scale"] == {"x": "shared"}
    assert level_chart(frame, axis="%", title="?").to_dict()["spec"]["width"] == 460
    assert level_chart(frame, axis="%", title="?", reference=2.5).to_dict()["spec"]["layer"][0]["encoding"] == {
        "x": {"datum": 2.5}
    }
    assert level_chart(frame, axis="%", title="?", subtitle="As seen.").to_dict()["title"]["subtitle"] == "As seen."


def test_as_many_levels_as_colours_can_be_told_apart():
    rows = [("a", f"level {number}", "p", 1.0, 0.0, 2.0) for number in range(len(COLOURS))]
    level_chart(pl.DataFrame(rows, schema=LEVEL_COLUMNS, orient="row"), axis="%", title="?")


# Differences in margins.


def differences(verdicts, **columns):
    return pl.DataFrame({"verdict": verdicts}).with_columns(
        variant=pl.lit("other"),
        players=2,
        title=pl.int_range(pl.len()).cast(pl.String),
        shown=pl.lit("+1"),
        difference=columns.get("difference", 1.0),
        lo=columns.get("lo", -1.0),
        hi=columns.get("hi", 1.0),
        margin=columns.get("margin", 1.0),
    )


def test_every_verdict_has_a_colour_and_a_shape_of_its_own():
    every = [Verdict.SAME, Verdict.UNDECIDED, Verdict.DIFFERS, Verdict.SMALL, Verdict.MATTERS]
    colour, shape = (each.to_dict() for each in by_verdict(pl.DataFrame({"verdict": [each.value for each in every]})))
    assert colour["scale"]["domain"] == shape["scale"]["domain"] == [each.value for each in reversed(every)]
    assert colour["scale"]["range"] == [COLOURS[1], COLOURS[0], COLOURS[3], MUTED, COLOURS[2]]
    assert shape["scale"]["range"] == ["diamond", "circle", "triangle-up", "square", "cross"]
    assert colour["title"] is shape["title"] is None
    assert (colour["field"], shape["field"]) == ("verdict", "verdict")


@pytest.mark.parametrize(
    ("reach", "steps", "expected"),
    [
        (1.5, 7, [-1, 0, 1]),
        (3.0, 7, [-3, -1, 0, 1, 3]),
        (99.0, 7, [-30, -10, -3, -1, 0, 1, 3, 10, 30]),
        # Of 1, 3, 10 and 30 every second, with room for two; then 0 goes unnamed.
        (99.0, 2, [-10, -1, 1, 10]),
        (10.0, 2, [-10, -1, 1, 10]),
        (3.0, 2, [-3, -1, 0, 1, 3]),
        (5000.0, 7, [-1000, -300, -100, -30, -10, -3, -1, 0, 1, 3, 10, 30, 100, 300, 1000]),
    ],
)
def test_the_axis_of_margins_names_ones_and_threes_as_far_as_it_reaches(reach, steps, expected):
    across = margin_axis("difference", reach, steps=steps).to_dict()
    assert across["axis"]["values"] == expected
    assert across["axis"]["tickCount"] == len(expected)
    assert across["axis"]["labelOverlap"] is False
    assert across["axis"]["labelExpr"] == "datum.value == 0 ? '0' : format(datum.value, '+~r')"
    assert across["scale"]["domain"] == pytest.approx([-1.3 * reach, 1.3 * reach])
    assert (across["field"], across["title"]) == ("difference", "in margins")


def x_of(chart):
    return chart.to_dict()["spec"]["layer"][3]["encoding"]["x"]


def drawn_by_both(frame):
    yield difference_chart(frame)
    yield effect_chart(
        frame.with_columns(label=pl.col("title"), panel=pl.lit("Turns"), part=pl.lit("2")), parts="players"
    )


@pytest.mark.parametrize(
    ("lo", "hi", "margin", "reach"), [(-1.0, 8.0, 2.0, 4.0), (-8.0, 1.0, 2.0, 4.0), (-0.1, 0.2, 1.0, 1.5)]
)
def test_the_axis_of_margins_reaches_as_far_as_intervals_and_a_margin_and_a_half_at_least(lo, hi, margin, reach):
    frame = differences([Verdict.MATTERS.value], lo=lo, hi=hi, margin=margin)
    for chart in drawn_by_both(frame):
        assert x_of(chart)["scale"]["domain"] == pytest.approx([-1.3 * reach, 1.3 * reach])


@pytest.mark.parametrize("missing", ["difference", "lo", "hi"])
def test_a_difference_without_an_end_is_left_out(missing):
    both = differences([Verdict.MATTERS.value, Verdict.SMALL.value], difference=0.5)
    frame = both.with_columns(pl.when(pl.col("title") == "0").then(missing).alias(missing))
    for chart in drawn_by_both(frame):
        assert [row["verdict"] for row in data(chart)] == [Verdict.MATTERS.value]
    empty = frame.filter(pl.col("title") == "1")
    with pytest.raises(ValueError, match="no difference has an interval to draw"):
        difference_chart(empty)


def test_one_variant_is_asked_for_by_name_and_needs_no_rows():
    spec = difference_chart(differences([Verdict.SMALL.value])).to_dict()
    assert spec["title"]["text"] == "What does other change?"
    assert "row" not in spec["facet"]
    assert spec["facet"]["column"]["field"] == "table"


def test_the_axis_in_a_unit_has_room_for_intervals_and_margins():
    frame = differences([Verdict.SMALL.value] * 2, lo=-3.0, hi=1.0, margin=2.0).with_columns(
        label=pl.col("title"), panel=pl.lit("Turns"), part=pl.lit("2")
    )
    chart = effect_chart(frame, parts="players", unit="turns")
    # From the interval's −3 to the margin's 2, and a twenty-fifth of that on either side.
    assert x_of(chart)["scale"] == {"domain": pytest.approx([-3.2, 2.2]), "nice": False}
    assert x_of(chart)["title"] == "turns"
    assert x_of(chart)["axis"]["labelExpr"] == "datum.value == 0 ? '0' : format(datum.value, '+~r')"
    wide = effect_chart(frame.with_columns(lo=-1.0, hi=8.0), parts="players", unit="turns")
    assert x_of(wide)["scale"]["domain"] == pytest.approx([-2.4, 8.4])
    assert "Paired differences with 95 % intervals, in turns." in chart.to_dict()["title"]["subtitle"]


@pytest.mark.parametrize(("panels", "width"), [(1, 560), (2, 274), (3, 178)])
def test_panels_of_effects_share_a_page_beside_their_names(panels, width):
    frame = differences([Verdict.SMALL.value] * panels).with_columns(
        label=pl.lit("one + two"), panel=pl.format("Panel {}", "title"), part=pl.lit("2")
    )
    spec = effect_chart(frame, parts="players").to_dict()
    assert spec["spec"]["width"] == width
    assert spec["spec"]["height"] == {"step": 11}
    assert spec["spacing"] == {"row": 7, "column": 12}
    for side in ("row", "column"):
        assert spec["facet"][side]["header"]["labelExpr"] == "split(datum.label, ' + ')"
    assert (spec["facet"]["row"]["header"]["labelAngle"], spec["facet"]["row"]["header"]["labelAlign"]) == (0, "left")


def test_a_number_of_a_difference_stands_at_the_right_edge_above_its_row():
    label = difference_chart(differences([Verdict.SMALL.value])).to_dict()["spec"]["layer"][4]
    assert label["mark"]["align"] == "right"
    assert label["mark"]["dy"] < 0
    assert label["mark"]["color"] == INK
    assert label["encoding"]["x"] == {"value": 460}


# Maps and dials.


def cells(*rows):
    schema = {"across": pl.String, "up": pl.String, "value": pl.Float64, "marked": pl.String}
    return pl.DataFrame(rows, schema=schema, orient="row").with_columns(
        players=2, lo=pl.col("value"), hi=pl.col("value"), shown=pl.lit("1")
    )


def test_a_map_of_one_value_has_a_scale_about_it_and_letters_that_stand_out():
    def colour(*rows):
        cell = heat_map(cells(*rows), across="a", up="b", metric="Turns").to_dict()["spec"]["layer"][0]
        return cell["encoding"]["color"]

    assert colour(("1", "x", 7.0, None))["scale"]["domain"] == [6.0, 8.0]
    assert colour(("1", "x", 7.0, None), ("2", "x", 7.5, None))["scale"] == {"domain": [7.0, 7.5], "scheme": "cividis"}
    assert colour(("1", "x", 7.0, None))["legend"] == {"gradientLength": 180, "tickCount": 4}


def test_a_setting_that_was_not_played_keeps_its_place_and_every_frame_its_reason():
    chart = heat_map(
        cells(
            ("1", "x", None, None), ("2", "y", 5.0, "the base"), ("3", "y", 6.0, "a wish"), ("4", "y", 6.0, "a wish")
        ),
        across="a",
        up="b",
        metric="Turns",
    ).to_dict()
    cell, framed, _ = chart["spec"]["layer"]
    assert cell["encoding"]["x"]["sort"] == ["1", "2", "3", "4"]
    assert cell["encoding"]["y"]["sort"] == ["y", "x"]
    assert [row["across"] for row in next(iter(chart["datasets"].values()))] == ["2", "3", "4"]
    assert chart["title"]["subtitle"] == "Turns at every setting. Framed: a wish. Framed: the base."
    assert framed["transform"] == [{"filter": "isValid(datum.marked)"}]
    assert chart["spec"]["height"] == 2 * 34  # a cell for each of the two values
    assert chart["spec"]["width"] == 460


def test_a_dial_without_its_base_has_one_colour():
    frame = pl.DataFrame(
        {
            "setting": ["1", "2"], "base": [False, False], "players": 2, "metric": "turns", "title": "Turns",
            "value": [1.0, None], "lo": 0.5, "hi": 2.0,
        }
    )  # fmt: skip
    chart = dial_chart(frame, dial="size", title="A finding")
    spec = chart.to_dict()
    (row,) = spec["vconcat"]
    point = row["spec"]["layer"][2]["encoding"]
    assert point["color"]["scale"] == {"domain": ["value"], "range": [COLOURS[0]]}
    assert point["shape"]["scale"] == {"domain": ["value"], "range": ["circle"]}
    assert [each["setting"] for each in data(chart)] == ["1"]
    assert spec["title"] == {"text": "A finding", "subtitle": "Points: values with 95 % intervals."}
    assert (row["spec"]["width"], row["spec"]["height"]) == (460, 140)


def test_the_base_among_the_values_of_a_dial_is_marked():
    frame = pl.DataFrame(
        {
            "setting": ["1", "2"], "base": [False, True], "players": 2, "metric": "turns", "title": "Turns",
            "value": 1.0, "lo": 0.5, "hi": 2.0,
        }
    )  # fmt: skip
    assert [(row["setting"], row["role"]) for row in data(dial_chart(frame, dial="size"))] == [
        ("1", "value"),
        ("2", "base"),
    ]


# Seats and rules.


def test_seats_of_the_largest_table_lead_and_lie_flat_where_each_has_room():
    def seats(*tables):
        words = ("first", "second", "third", "fourth", "fifth", "sixth")
        rows = [
            {"variant": "v", "players": n, "seat": word, "even": 1 / n, "share": 0.3, "lo": 0.2, "hi": 0.4}
            for n in tables
            for word in words[:n]
        ]
        spec = seat_chart(pl.DataFrame(rows)).to_dict()
        return spec["spec"]["layer"][2]["encoding"]["x"], spec

    x, spec = seats(2, 4)
    assert x["sort"] == ["first", "second", "third", "fourth"]
    assert x["axis"]["labelAngle"] == 0
    assert spec["resolve"]["scale"] == {"x": "independent", "xOffset": "independent"}
    assert (spec["spec"]["width"], spec["spec"]["height"]) == (359, 210)
    # Five tables have panels of 130 pixels: six words of 34 have no room.
    assert seats(2, 3, 4, 5, 6)[0]["axis"]["labelAngle"] == -45
    assert x_expression(spec) == "datum.value == 0 ? 'even' : format(datum.value, '+~r')"


def x_expression(spec):
    return spec["spec"]["layer"][2]["encoding"]["y"]["axis"]["labelExpr"]


def test_a_rule_is_worth_points_and_its_rows_are_who_plays_in_the_order_given():
    frame = pl.DataFrame(
        {
            "variant": "rulebook", "players": [3, 2], "player": ["planner", "house"], "rule": "Trade",
            "worth": 0.031, "lo": 0.01, "hi": 0.05,
        }
    )  # fmt: skip
    spec = worth_chart(frame, title="A finding").to_dict()
    assert spec["facet"]["row"]["sort"] == ["planner", "house"]
    assert spec["title"]["text"] == "A finding"
    assert spec["spec"]["height"] == {"step": 15}
    assert spec["spec"]["width"] == 359


def test_players_side_by_side_share_a_page_in_panels_of_metrics():
    def frame(metrics):
        return pl.DataFrame(
            {"level": "house", "players": 2, "metric": metrics, "title": metrics, "value": 1.0, "lo": 0.5, "hi": 2.0}
        )

    for metrics, width in ((["a"], 740 - 62), (["a", "b"], 370 - 62), (["a", "b", "c"], 246 - 62)):
        spec = by_players_chart(frame(metrics)).to_dict()
        assert [(panel["width"], panel["height"]) for panel in spec["hconcat"]] == [(width, 210)] * len(metrics)
        assert [panel["layer"][2]["encoding"]["y"]["title"] for panel in spec["hconcat"]] == metrics
        assert spec["title"]["subtitle"] == "Points: means with 95 % intervals, most of them smaller than the points."


# The theme.


def test_the_theme_says_how_text_and_lines_look():
    config = theme_config()
    assert config["background"] == "transparent"  # one picture for light and dark pages
    assert config["font"] == FONT
    for part in ("axis", "legend"):
        assert (config[part]["labelColor"], config[part]["titleColor"]) == (INK, INK)
        assert config[part]["titleFontWeight"] == "normal"
    assert config["header"]["labelColor"] == INK
    assert (config["axis"]["domainColor"], config["axis"]["tickColor"]) == (MUTED, MUTED)
    assert (config["axis"]["gridColor"], config["axis"]["gridOpacity"]) == (GRID, 0.25)
    assert (config["axisX"], config["axisY"]) == ({"grid": False}, {"domain": False, "ticks": False})
    assert config["range"] == {"category": list(COLOURS)}
    assert (config["title"]["color"], config["title"]["subtitleColor"]) == (INK, MUTED)
    assert (config["title"]["anchor"], config["legend"]["orient"]) == ("start", "top")
    assert config["legend"]["direction"] == "horizontal"
    assert config["view"]["stroke"] is config["header"]["title"] is None
    # A title is larger than what is under it, that than labels; all of it can be read on paper.
    sizes = [
        config["title"]["fontSize"],
        config["header"]["labelFontSize"],
        config["title"]["subtitleFontSize"],
        config["axis"]["labelFontSize"],
    ]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] >= 11


def test_vega_lite_knows_every_word_of_the_theme():
    chart = styled(alt.Chart(pl.DataFrame({"x": [1]})).mark_point().encode(x="x:Q"), "A question?", "How to read it.")
    spec = chart.to_dict(validate=True)
    assert spec["title"] == {"text": "A question?", "subtitle": "How to read it."}
    assert spec["config"] == theme_config()
