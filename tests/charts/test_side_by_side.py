"""Players side by side: told apart by the column ``line_up``, as variants are by theirs, in frames and in pictures."""

import json

import polars as pl
import pytest
from reports.synthetic import synthetic_results

from simulator.charts import (
    by_players_chart,
    incidence_chart,
    length_chart,
    round_chart,
    seat_chart,
    value_chart,
    walk_chart,
)
from simulator.statistics import (
    beside_fair_walk,
    cumulative_incidence,
    estimate_table,
    length_distribution,
    seat_shares,
    seconds_per,
    token_by_seat,
    token_rounds,
)

PLAYERS = ["planner", "house"]
FRAMES = {
    "estimates": lambda games, **options: estimate_table(games, metrics=["turns", "seat_balance"], **options),
    "incidence": cumulative_incidence,
    "rounds": token_rounds,
    "tokens": token_by_seat,
    "seats": seat_shares,
    "walk": beside_fair_walk,
    "lengths": length_distribution,
    "seconds": lambda games, **options: seconds_per(games, "rounds", **options),
}
CHARTS = {
    "incidence": incidence_chart,
    "rounds": round_chart,
    "tokens": lambda frame, **options: seat_chart(frame.drop_nulls("share"), what="share of tokens", **options),
    "seats": seat_chart,
    "walk": walk_chart,
    "lengths": length_chart,
    "estimates": lambda frame, **options: value_chart(
        frame.with_columns(pl.col("title").alias("label")), measure="Turns", title="How long?", **options
    ),
}


def side_by_side(names):
    """The same games twice: with who plays in ``line_up`` beside one variant, and written over ``variant``."""
    over = synthetic_results(names, games=60, players=(2, 3))
    return over.with_columns(pl.lit("rulebook").alias("variant"), pl.col("variant").alias("line_up")), over


def spelt(chart):
    """A chart's dictionary without the hashes that name its frames."""
    spec = chart.to_dict()
    text = json.dumps([spec, *spec["datasets"].values()])
    for place, name in enumerate(spec["datasets"]):
        text = text.replace(name, f"frame {place}")
    return text


@pytest.mark.parametrize("name", FRAMES)
def test_who_plays_stands_where_the_variant_stands_otherwise(name):
    games, over = side_by_side(PLAYERS)
    assert FRAMES[name](games, by="line_up").equals(FRAMES[name](over).rename({"variant": "line_up"}))


@pytest.mark.parametrize("name", ["estimates", "tokens", "seats", "walk"])
def test_names_that_are_asked_for_are_those_of_who_plays(name):
    found = FRAMES[name](side_by_side(PLAYERS)[0], by="line_up", variants=["house"])
    assert found["line_up"].unique().to_list() == ["house"]
    with pytest.raises(ValueError, match="no game of line-up 'random' with 2 players"):
        FRAMES[name](side_by_side(PLAYERS)[0], by="line_up", variants=["random"])


@pytest.mark.parametrize("names", [PLAYERS, [f"player {number}" for number in range(5)]], ids=["two", "many"])
@pytest.mark.parametrize("name", CHARTS)
def test_the_picture_is_that_of_variants_in_which_who_plays_is_said(name, names):
    games, over = side_by_side(names)
    own = spelt(CHARTS[name](FRAMES[name](games, by="line_up"), by="line_up"))
    plain = spelt(CHARTS[name](FRAMES[name](over)))
    which = "Which" if name == "estimates" else "Variant"
    worded = (
        plain.replace('"variant"', '"line_up"')
        .replace(f'"title": "{which}"', '"title": "Who plays"')
        .replace("the variant", "the line-up")
    )
    assert own == worded != plain


def test_metrics_by_number_of_players_are_drawn_by_the_column_that_is_named():
    values = estimate_table(side_by_side(PLAYERS)[0], by="line_up", metrics=["turns"])
    plain = spelt(by_players_chart(values.rename({"line_up": "level"})))
    assert spelt(by_players_chart(values, by="line_up")) == plain.replace('"level"', '"line_up"')
