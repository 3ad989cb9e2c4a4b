"""What every chart draws: the column that each mark and each line of a tooltip reads, and the numbers in it."""

from functools import partial

import polars as pl
import pytest

import simulator.charts as charts
from simulator.charts.theme import BASE_COLOUR, COLOURS, DASHES, GRID, INK, MUTED, SHAPES
from simulator.statistics import Verdict

PLAYERS = (4, 2)
"""Not in the order in which tables stand, so that it shows who sorts them."""
VARIANTS = ("rulebook", "a-variant")
"""Not in alphabetical order: the base comes first whatever it is called."""


def rows(*names, **columns):
    """A row for every variant, number of players and, if given, name of something; the same numbers in each."""
    column, each = names or ("nothing", [None])
    return pl.DataFrame(
        [
            {"variant": variant, "players": players, column: name, **columns}
            for variant in VARIANTS
            for players in PLAYERS
            for name in each
        ]
    )


def by_players():
    frame = rows("metric", ["turns", "minutes"], value=5.0, lo=4.0, hi=7.0)
    return charts.by_players_chart(
        frame.rename({"variant": "level"}).with_columns(title=pl.col("metric").str.to_titlecase()),
        bands={"minutes": (8.0, 9.0)},
    )


def dial():
    frame = rows("setting", ["7", "5"], metric="turns", title="Turns", value=5.0, lo=4.0, hi=7.0)
    one = frame.filter(variant="rulebook").with_columns(base=pl.col("setting") == "5")
    return charts.dial_chart(
        pl.concat([one, one.with_columns(metric=pl.lit("trades"))]), dial="size", aims={"turns": 6}
    )


def difference():
    frame = rows("title", ["Turns", "Rounds"], difference=3.0, lo=1.0, hi=6.0, margin=2.0, shown="+3")
    return charts.difference_chart(frame.with_columns(verdict=pl.lit(Verdict.DIFFERS.value)))


def effect():
    frame = rows("label", ["two + one", "a"], panel="Turns", difference=3.0, lo=1.0, hi=6.0, margin=2.0)
    return charts.effect_chart(
        frame.rename({"players": "part"}).with_columns(verdict=pl.lit(Verdict.DIFFERS.value)), parts="number of players"
    )


def heat():
    frame = rows("across", ["7", "5"], up="b", value=5.0, lo=4.0, hi=7.0, shown="5.0", marked=None)
    upper = frame.with_columns(up=pl.lit("a"), value=9.0, marked=pl.lit("the base"))
    cells = pl.concat([frame.cast({"marked": pl.String}), upper]).filter(variant="rulebook")
    return charts.heat_map(cells, across="size", up="limit", metric="Turns")


def incidence():
    frame = rows("cause", ["token", "last_tile", "double_seven"], incidence=0.4, lo=0.3, hi=0.6)
    return charts.incidence_chart(pl.concat(frame.with_columns(turn=turn) for turn in (0, 1)))


def length():
    return charts.length_chart(rows("turns", [10.0, 11.0], share=0.2, mean=10.5))


def level():
    frame = rows("item", ["Trade", "Joker"], value=5.0, lo=4.0, hi=7.0, panel="2 players")
    return charts.level_chart(frame.rename({"variant": "level"}), axis="worth (%)", title="What is it worth?")


def rounds():
    return charts.round_chart(rows("round", [5, 6], share=0.4, lo=0.3, hi=0.6, by=0.8))


def seat():
    return charts.seat_chart(rows("seat", ["second", "first"], even=0.25, share=0.4, lo=0.3, hi=0.45))


def value():
    frame = rows("label", ["two", "one"], value=5.0, lo=4.0, hi=7.0, even=6.0)
    return charts.value_chart(frame, measure="Turns a game", title="How long?", reference="even")


def walk():
    frame = rows("metric", ["runaway", "comeback"], value=0.4, lo=0.3, hi=0.6, fair=0.5)
    return charts.walk_chart(frame.with_columns(title=pl.col("metric").str.to_titlecase()))


def worth():
    frame = rows("rule", ["Trade", "Joker"], player="house", worth=0.1, lo=0.05, hi=0.2)
    return charts.worth_chart(frame)


DRAWN = {
    "by_players_chart": by_players,
    "dial_chart": dial,
    "difference_chart": difference,
    "effect_chart": effect,
    "heat_map": heat,
    "incidence_chart": incidence,
    "length_chart": length,
    "level_chart": level,
    "round_chart": rounds,
    "seat_chart": seat,
    "value_chart": value,
    "walk_chart": walk,
    "worth_chart": worth,
}

area, line, point, rect, rule, text, tick = (
    partial(dict, mark=mark) for mark in ("area", "line", "point", "rect", "rule", "text", "tick")
)
# A channel reads a column of a type, and is titled; "–" hides the title. No title is that of the column.
ROLE = {"color": "role:N | –"}
ROLES = {**ROLE, "shape": "role:N | –"}
LEVEL = {"x": "players:O | Players", "color": "level:N | –"}
SETTING = {"x": "setting:N | size"}
PART = {"y": "part:N | –", "color": "verdict:N | –"}
CELL = {"x": "across:N | size", "y": "up:N | limit"}
TURN = {"x": "turn:Q | Turn", "color": "ending:N | –"}
SEAT = {"x": "seat:N | Seat, in playing order", "xOffset": "role:N", **ROLE}
ITEM = {"y": "item:N | –", "yOffset": "level:N", "color": "level:N | –"}
LABEL = {"y": "label:N | –", "yOffset": "role:N"}
COURSE = {"y": "title:N | –", "yOffset": "role:N", **ROLE}
RULE = {"y": "rule:N | –", "yOffset": "role:N", **ROLE}


def ends(form):
    return [f"lo:Q | from | {form}", f"hi:Q | to | {form}"]


def panel_of_players(title):
    return [
        line(**LEVEL, y=f"value:Q | {title}", strokeDash="level:N | –"),
        rule(**LEVEL, y="lo:Q", y2="hi"),
        point(
            **LEVEL,
            y=f"value:Q | {title}",
            shape="level:N | –",
            tooltip=["level:N | Who plays", "players:O | Players", f"value:Q | {title} | .2f", *ends(".2f")],
        ),
    ]


def row_of_dial(name):
    setting = {"x": f"setting:N | {name}"}
    return [
        line(**setting, y="value:Q | Turns"),
        rule(**setting, y="lo:Q", y2="hi", color="role:N | –"),
        point(
            **setting,
            **ROLES,
            y="value:Q | Turns",
            tooltip=["setting:N | size", "value:Q | Turns | .2f", *ends(".2f")],
        ),
    ]


def line_of_endings():
    return line(
        **TURN,
        strokeDash="ending:N | –",
        y="incidence:Q | Share of games so far | .0%",
        tooltip=["variant:N | Variant", "ending:N | How", "turn:Q | By turn", "incidence:Q | Share of games | .1%"],
    )


READ = {
    "by_players_chart": [
        *panel_of_players("Turns"),
        rect(y="low:Q", y2="high"),
        *panel_of_players("Minutes"),
    ],
    "dial_chart": [*row_of_dial("–"), rule(y="6"), *row_of_dial("size")],
    "difference_chart": [
        rect(x="min(minus):Q", x2="max(plus)"),
        rule(x="min(zero):Q"),
        rule(x="lo_margins:Q", x2="hi_margins", y="title:N | –", color="verdict:N | –"),
        point(
            x="difference_margins:Q | in margins",
            y="title:N | –",
            color="verdict:N | –",
            shape="verdict:N | –",
            tooltip=["variant:N | Variant", "title:N | Metric", "shown:N | Difference", "verdict:N | Verdict"],
        ),
        text(x="= 359", y="title:N | –", text="shown:N"),
    ],
    "effect_chart": [
        rect(x="min(minus):Q", x2="max(plus)"),
        rule(x="min(zero):Q"),
        rule(**PART, x="lo:Q", x2="hi"),
        point(
            **PART,
            x="difference:Q | in margins",
            shape="verdict:N | –",
            tooltip=[
                "label:N | Change",
                "part:N | Number of players",
                "difference:Q | Difference | +.2f",
                "verdict:N | Verdict",
            ],
        ),
    ],
    "heat_map": [
        rect(
            **CELL,
            color="value:Q | –",
            tooltip=["across:N | size", "up:N | limit", "shown:N | Turns", *ends(".2f")],
        ),
        rect(**CELL),
        # The colours run from dark at 5 to light at 9: dark letters above the middle.
        text(**CELL, text="shown:N", color="= #ffffff, or #111111 if (datum.value > 7.0)"),
    ],
    "incidence_chart": [
        area(**TURN, y="lo:Q | Share of games so far", y2="hi"),
        line_of_endings(),
        line_of_endings(),
    ],
    "length_chart": [
        rule(**ROLE, x="mean(mean):Q", strokeDash="role:N | –"),
        line(
            **ROLE,
            x="turns:Q | Turns in a game",
            y="share:Q | Share of games, per turn | .1~%",
            strokeDash="role:N | –",
            tooltip=["variant:N | Variant", "turns:Q | Turns", "share:Q | Share of games | .2%"],
        ),
    ],
    "level_chart": [
        rule(x="0.0"),
        rule(**ITEM, x="lo:Q", x2="hi"),
        point(
            **ITEM,
            x="value:Q | worth (%)",
            shape="level:N | –",
            tooltip=["item:N | What", "level:N | Who", "value:Q | worth (%) | .1f", *ends(".1f")],
        ),
    ],
    "round_chart": [
        rule(**ROLE, x="round:Q | Round", y="lo:Q", y2="hi"),
        line(**ROLE, x="round:Q | Round", y="share:Q | Share of games | .0%"),
        point(
            **ROLES,
            x="round:Q | Round",
            y="share:Q",
            tooltip=[
                "variant:N | Variant",
                "round:Q | Round",
                "share:Q | Share of games | .1%",
                "by:Q | By then | .1%",
            ],
        ),
    ],
    "seat_chart": [
        rule(y="min(zero):Q"),
        rule(**SEAT, y="lo_above:Q", y2="hi_above"),
        point(
            **SEAT,
            shape="role:N | –",
            y="share_above:Q | Win share against even (% points)",
            tooltip=["variant:N | Variant", "seat:N | Seat", "share:Q | Win share | .1%", *ends(".1%")],
        ),
    ],
    "value_chart": [
        tick(**LABEL, x="even:Q"),
        rule(**LABEL, **ROLE, x="lo:Q", x2="hi"),
        point(
            **LABEL,
            **ROLES,
            x="value:Q | Turns a game",
            tooltip=["label:N | What", "variant:N | Which", "value:Q | Turns a game | .2f", *ends(".2f")],
        ),
    ],
    "walk_chart": [
        tick(y="title:N | –", x="mean(fair):Q"),
        rule(**COURSE, x="lo:Q", x2="hi"),
        point(
            **COURSE,
            shape="role:N | –",
            x="value:Q | Wins | .0%",
            tooltip=["variant:N | Variant", "title:N | Metric", "value:Q | Share | .1%", "fair:Q | Fair race | .1%"],
        ),
    ],
    "worth_chart": [
        rule(x="min(zero):Q"),
        rule(**RULE, x="lo:Q", x2="hi"),
        point(
            **RULE,
            shape="role:N | –",
            x="worth:Q | Win share lost (% points)",
            tooltip=["variant:N | Variant", "rule:N | Rule", "worth:Q | Win share lost | .1f", *ends(".1f")],
        ),
    ],
}


def layers_of(spec):
    """Every layer of a chart, panel after panel."""
    for panel in spec.get("hconcat", spec.get("vconcat", [])):
        yield from layers_of(panel)
    yield from spec.get("spec", spec).get("layer", [])


def read(channel):
    """What a channel reads, its title and its format."""
    if "value" in channel:
        other = channel.get("condition")
        return f"= {channel['value']}" + (f", or {other['value']} if {other['test']}" if other else "")
    what = channel["field"] if "field" in channel else f"{channel['datum']}"
    if "aggregate" in channel:
        what = f"{channel['aggregate']}({what})"
    if "type" in channel and "field" in channel:
        what += f":{channel['type'][0].upper()}"
    title = ["–" if channel["title"] is None else channel["title"]] if "title" in channel else []
    form = channel.get("format", (channel.get("axis") or {}).get("format"))
    return " | ".join([what, *title, *([form] if form else [])])


def all_read(layer):
    """The kind of a layer's mark, and what each of its channels reads."""
    channels = layer.get("encoding", {})
    return {"mark": layer["mark"]["type"]} | {
        name: [read(each) for each in channel] if isinstance(channel, list) else read(channel)
        for name, channel in channels.items()
    }


class Specs(dict):
    """Each chart's dictionary, made when it is first asked for."""

    def __missing__(self, name):
        self[name] = DRAWN[name]().to_dict()
        return self[name]


@pytest.fixture(scope="module")
def specs():
    return Specs()


def test_no_chart_is_forgotten_here():
    every = {name for name in charts.__all__ if name.endswith("_chart") or name == "heat_map"}
    assert every == set(DRAWN) == set(READ)


@pytest.mark.parametrize("name", DRAWN)
def test_every_mark_and_every_tooltip_reads_the_column_that_it_names(name, specs):
    assert [all_read(layer) for layer in layers_of(specs[name])] == READ[name]


@pytest.mark.parametrize("name", sorted(set(DRAWN) - {"heat_map", "length_chart"}))
def test_an_interval_runs_from_its_lower_to_its_upper_end_on_the_axis_of_its_value(name, specs):
    upper = {"lo": "hi", "lo_above": "hi_above", "lo_margins": "hi_margins"}
    found = 0
    for layer in layers_of(specs[name]):
        for axis in "xy":
            lower = layer["encoding"].get(axis, {}).get("field")
            if f"{axis}2" in layer["encoding"] and lower in upper:
                assert layer["encoding"][f"{axis}2"] == {"field": upper[lower]}
                assert "aggregate" not in layer["encoding"][axis]
                found += 1
    assert found == (2 if name in ("by_players_chart", "dial_chart") else 1)


# Of the same numbers in every row, what a chart reckons: percentage points above even, margins, points of a share.
NUMBERS = {
    "by_players_chart": {"value": 5, "lo": 4, "hi": 7},
    "dial_chart": {"value": 5, "lo": 4, "hi": 7},
    "difference_chart": {
        "difference_margins": 1.5,
        "lo_margins": 0.5,
        "hi_margins": 3,
        "minus": -1,
        "zero": 0,
        "plus": 1,
    },
    "effect_chart": {"difference": 1.5, "lo": 0.5, "hi": 3, "minus": -1, "zero": 0, "plus": 1},
    "heat_map": {"value": 5, "lo": 4, "hi": 7, "shown": "5.0"},
    "incidence_chart": {"incidence": 0.4, "lo": 0.3, "hi": 0.6},
    "length_chart": {"share": 0.2, "mean": 10.5},
    "level_chart": {"value": 5, "lo": 4, "hi": 7},
    "round_chart": {"share": 0.4, "lo": 0.3, "hi": 0.6, "by": 0.8},
    "seat_chart": {"share_above": 15, "lo_above": 5, "hi_above": 20, "zero": 0, "share": 0.4, "lo": 0.3, "hi": 0.45},
    "value_chart": {"value": 5, "lo": 4, "hi": 7, "even": 6},
    "walk_chart": {"value": 0.4, "lo": 0.3, "hi": 0.6, "fair": 0.5},
    "worth_chart": {"worth": 10, "lo": 5, "hi": 20, "zero": 0},
}


@pytest.mark.parametrize("name", DRAWN)
def test_the_numbers_in_a_chart_are_those_of_its_frame_in_the_shown_unit(name, specs):
    first = next(iter(specs[name]["datasets"].values()))[0]
    assert {column: first[column] for column in NUMBERS[name]} == pytest.approx(NUMBERS[name])


def test_what_people_report_is_shaded_from_where_to_where(specs):
    spec = specs["by_players_chart"]
    shaded = next(layer for layer in layers_of(spec) if layer["mark"]["type"] == "rect")
    assert spec["datasets"][shaded["data"]["name"]] == [{"low": 8.0, "high": 9.0}]


# Charts in panels: what the columns and the rows are, and in which order they stand.
TWO, FOUR = "2 players", "4 players"
PANELS = {
    "difference_chart": {"column": ("table:N | –", [TWO, FOUR]), "row": ("variant:N | –", list(VARIANTS))},
    "effect_chart": {"column": ("panel:N | –", ["Turns"]), "row": ("label:N | –", ["two + one", "a"])},
    "heat_map": {"column": ("table:N | –", [TWO, FOUR])},
    "incidence_chart": {"column": ("table:N | –", [TWO, FOUR]), "row": ("variant:N | –", list(VARIANTS))},
    "length_chart": {"column": ("table:N | –", [TWO, FOUR])},
    "level_chart": {"column": ("panel:N | –", [TWO])},
    "round_chart": {"column": ("table:N | –", [TWO, FOUR])},
    "seat_chart": {"column": ("table:N | –", [TWO, FOUR])},
    "value_chart": {"column": ("table:N | –", [TWO, FOUR])},
    "walk_chart": {"column": ("table:N | –", [TWO, FOUR])},
    "worth_chart": {"column": ("table:N | –", [TWO, FOUR]), "row": ("player:N | –", ["house"])},
}


def panels_of(facet):
    return {
        name: (f"{side['field']}:{side['type'][0].upper()} | {side['header']['title'] or '–'}", side["sort"])
        for name, side in facet.items()
    }


@pytest.mark.parametrize("name", PANELS)
def test_panels_stand_in_the_order_of_the_tables_and_of_the_rows(name, specs):
    assert panels_of(specs[name]["facet"]) == PANELS[name]


def test_each_row_of_a_dial_has_the_tables_for_columns_and_names_them_once(specs):
    first, second = specs["dial_chart"]["vconcat"]
    for each in (first, second):
        assert panels_of(each["facet"]) == {"column": ("table:N | –", [TWO, FOUR])}
    assert [each["facet"]["column"]["header"]["labels"] for each in (first, second)] == [True, False]


# The order in which names stand along an axis: that of the rows of the frame; of a map, upwards.
SORTED = {
    "dial_chart": {"x": ["7", "5"]},
    "difference_chart": {"y": ["Turns", "Rounds"]},
    "effect_chart": {"y": ["4", "2"]},
    "heat_map": {"x": ["7", "5"], "y": ["a", "b"]},
    "level_chart": {"y": ["Trade", "Joker"], "yOffset": list(VARIANTS)},
    "seat_chart": {"x": ["second", "first"], "xOffset": list(VARIANTS)},
    "value_chart": {"y": ["two", "one"], "yOffset": list(VARIANTS)},
    "walk_chart": {"y": ["Runaway", "Comeback"], "yOffset": list(VARIANTS)},
    "worth_chart": {"y": ["Trade", "Joker"], "yOffset": list(VARIANTS)},
}


@pytest.mark.parametrize("name", SORTED)
def test_names_along_an_axis_stand_in_the_order_given_on_every_layer(name, specs):
    for layer in layers_of(specs[name]):
        for axis, order in SORTED[name].items():
            if layer["encoding"].get(axis, {}).get("type") == "nominal":
                assert layer["encoding"][axis]["sort"] == order


ENDINGS = ["ended by Double Seven", "ended by the last tile", "token taken, ending the game or not"]
TOLD_APART = {
    "by_players_chart": (list(VARIANTS), COLOURS[:2], SHAPES[:2], DASHES[:2]),
    "dial_chart": (["value", "base"], (BASE_COLOUR, COLOURS[1]), ("circle", "diamond"), None),
    "difference_chart": ([Verdict.DIFFERS.value], COLOURS[3:], ["triangle-up"], None),
    "effect_chart": ([Verdict.DIFFERS.value], COLOURS[3:], ["triangle-up"], None),
    "incidence_chart": (ENDINGS, (COLOURS[1], COLOURS[0], INK), None, ([1, 0], [7, 3], [1.5, 2.5])),
    "length_chart": (list(VARIANTS), COLOURS[:2], None, DASHES[:2]),
    "level_chart": (list(VARIANTS), COLOURS[:2], SHAPES[:2], None),
    "round_chart": (list(VARIANTS), COLOURS[:2], SHAPES[:2], None),
    "seat_chart": (list(VARIANTS), COLOURS[:2], SHAPES[:2], None),
    "value_chart": (list(VARIANTS), COLOURS[:2], SHAPES[:2], None),
    "walk_chart": (list(VARIANTS), COLOURS[:2], SHAPES[:2], None),
    "worth_chart": (list(VARIANTS), COLOURS[:2], SHAPES[:2], None),
}


@pytest.mark.parametrize("name", TOLD_APART)
def test_a_name_has_one_colour_shape_and_dash_on_every_layer(name, specs):
    names, *looks = TOLD_APART[name]
    seen = set()
    for layer in layers_of(specs[name]):
        for channel, values in zip(("color", "shape", "strokeDash"), looks, strict=True):
            scale = layer["encoding"].get(channel, {}).get("scale")
            if scale is not None:
                assert values is not None
                assert scale["domain"] == names
                assert [list(v) if isinstance(v, list | tuple) else v for v in scale["range"]] == [
                    list(v) if isinstance(v, tuple) else v for v in values
                ]
                seen.add(channel)
    assert seen == {channel for channel, values in zip(("color", "shape", "strokeDash"), looks, strict=True) if values}


def test_a_legend_of_lines_shows_strokes_and_panels_share_one_legend(specs):
    for name in ("length_chart", "incidence_chart"):
        for layer in layers_of(specs[name]):
            for channel in {"color", "strokeDash"} & set(layer["encoding"]):
                assert layer["encoding"][channel]["legend"]["symbolType"] == "stroke"
    first, second = specs["by_players_chart"]["hconcat"]
    shown = [
        [layer["encoding"].get("shape", {}).get("legend", 0) for layer in each["layer"]] for each in (first, second)
    ]
    assert shown == [[0, 0, {}], [0, 0, 0, None]]


# How a chart is read when nobody says what it finds.
WORDS = {
    "by_players_chart": (
        "What does skill do?",
        "Points: means with 95 % intervals, most of them smaller than the points. Shaded: what people report.",
    ),
    "dial_chart": ("What does size do?", "Points: values with 95 % intervals. Dashed: the aim."),
    "difference_chart": (
        "What does each variant change?",
        "Paired differences from the base with 95 % intervals, in margins that matter, compressed beyond one. "
        "Shaded: too small to matter.",
    ),
    "effect_chart": (
        "What does each change do?",
        "Paired differences with 95 % intervals, in margins that matter, compressed beyond one. "
        "Shaded: too small to matter. Within a row: number of players.",
    ),
    "heat_map": ("What do size and limit do to “Turns”?", "Turns at every setting. Framed: the base."),
    "incidence_chart": (
        "When does a game end, and how?",
        "Share of games ended by each turn, by cause; bands are 95 % intervals.",
    ),
    "length_chart": (
        "How long is a game?",
        "Curves: share of games of each length. Upright lines: the mean length.",
    ),
    "level_chart": ("What is it worth?", "Points: values with 95 % intervals."),
    "round_chart": (
        "In which round does Double Seven come?",
        "Share of games in which the token is taken in that round. Bars: 95 % intervals.",
    ),
    "seat_chart": (
        "Does the seat decide who wins?",
        "Points: win share less the even share 1/players. Bars: 95 % intervals.",
    ),
    "value_chart": ("How long?", "Points: values with 95 % intervals. Upright: even."),
    "walk_chart": (
        "Is the outcome open for long?",
        "Points: games, with 95 % intervals. Upright bars: a fair race by lot.",
    ),
    "worth_chart": (
        "What is each rule worth to a player?",
        "Points: what a player loses who forgoes the rule among others that do not. Bars: 95 % intervals.",
    ),
}


@pytest.mark.parametrize("name", DRAWN)
def test_a_chart_asks_its_question_and_says_how_to_read_it(name, specs):
    assert (specs[name]["title"]["text"], specs[name]["title"]["subtitle"]) == WORDS[name]


def looks(spec, *kinds):
    return [
        {name: value for name, value in layer["mark"].items() if name != "aria"}
        for layer in layers_of(spec)
        if layer["mark"]["type"] in kinds
    ]


@pytest.mark.parametrize("name", DRAWN)
def test_intervals_points_and_lines_of_reference_look_alike_everywhere(name, specs):
    interval, zero = {"type": "rule", "strokeWidth": 2}, {"type": "rule", "color": MUTED, "strokeDash": [3, 3]}
    aim, mean = {**zero, "strokeDash": [5, 4]}, {**interval, "strokeWidth": 1.5}
    assert all(look in (interval, zero, aim, mean) for look in looks(specs[name], "rule"))
    for look in looks(specs[name], "point"):
        size = look.pop("size")
        assert look == {"type": "point", "filled": True, "opacity": 1}
        assert 45 <= size <= 75  # large enough to tell a circle from a square
    for look in looks(specs[name], "line"):
        assert 1.5 <= look["strokeWidth"] <= 2
    assert looks(specs[name], "area") in ([], [{"type": "area", "opacity": 0.2}])


def test_what_is_shaded_is_faint_and_ticks_are_plain_to_see(specs):
    for name in ("difference_chart", "effect_chart"):
        assert looks(specs[name], "rect") == [{"type": "rect", "color": GRID, "opacity": 0.16}]
    assert looks(specs["by_players_chart"], "rect") == [{"type": "rect", "color": GRID, "opacity": 0.25}]
    (even,), (fair,) = (looks(specs[name], "tick") for name in ("value_chart", "walk_chart"))
    assert (even["color"], even["orient"], even["thickness"]) == (MUTED, "vertical", 2.5)
    assert (fair["color"], fair["thickness"]) == (INK, 3)
    assert even["size"] == specs["value_chart"]["spec"]["height"]["step"]  # as high as a row
    cell, framed = looks(specs["heat_map"], "rect")
    assert cell == {"type": "rect", "stroke": "white", "strokeOpacity": 0.6}
    assert framed == {"type": "rect", "filled": False, "stroke": COLOURS[1], "strokeWidth": 3}


# Where an axis begins: at 0 or not, as far as the numbers reach or not.
SCALES = {
    "by_players_chart": ("y", {"zero": True}),
    "dial_chart": ("y", {"zero": False}),
    # One and a half margins and more: 3 margins reach to 1.3 × 3.
    "difference_chart": ("x", {"type": "symlog", "constant": 1, "domain": [-3.9, 3.9], "nice": False}),
    "effect_chart": ("x", {"type": "symlog", "constant": 1, "domain": [-3.9, 3.9], "nice": False}),
    "incidence_chart": ("x", {"nice": False}),
    "length_chart": ("x", {"domain": [10.0, 11.0], "nice": False}),
    "level_chart": ("x", {"zero": False}),
    "round_chart": ("x", {"zero": False, "nice": False, "padding": 8}),
    "value_chart": ("x", {"zero": False}),
    "walk_chart": ("x", {"zero": True}),
}


@pytest.mark.parametrize("name", SCALES)
def test_an_axis_begins_where_it_should(name, specs):
    axis, expected = SCALES[name]
    found = [layer["encoding"].get(axis, {}).get("scale") for layer in layers_of(specs[name])]
    known = [each for each in found if each is not None]
    assert known
    for scale in known:
        assert scale.keys() == expected.keys()
        for key, value in expected.items():
            assert scale[key] == (pytest.approx(value) if key == "domain" else value)


def test_shares_of_games_run_from_none_to_all(specs):
    _, line, again = layers_of(specs["incidence_chart"])
    assert line["encoding"]["y"]["scale"] == again["encoding"]["y"]["scale"] == {"domain": [0, 1]}


def test_the_token_lies_upon_the_endings(specs):
    *below, upper = layers_of(specs["incidence_chart"])
    assert [layer.get("transform") for layer in below] == [None, None]
    assert upper["transform"] == [{"filter": "(datum.cause === 'token')"}]
