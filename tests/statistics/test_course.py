"""How the lead goes, worked by hand where leader and last fare differently; and seconds shared out over turns."""

import polars as pl
import pytest
from reports.synthetic import synthetic_results
from scipy import stats

from simulator.statistics import (
    beside_fair_walk,
    deck_sums,
    estimate,
    fair_last_wins,
    fair_lead_changes,
    fair_leader_wins,
    find_metric,
    seconds_per,
    seconds_per_turn,
)
from simulator.studies.columns import SCHEMA

# Five games of three players.
#   game  at half-time   win shares   leads alone, wins   last alone, wins
#   0     9 5 1          1   0   0    seat 0: 1           seat 2: 0
#   1     9 5 1          ½   ½   0    seat 0: ½           seat 2: 0
#   2     2 8 4          1   0   0    seat 1: 0           seat 0: 1
#   3     7 7 1          0   1   0    nobody              seat 2: 0
#   4     1 1 6          0   0   1    seat 2: 1           nobody
AT_HALF = [[9, 5, 1], [9, 5, 1], [2, 8, 4], [7, 7, 1], [1, 1, 6]]
WINS = [[1, 0, 0], [0.5, 0.5, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
CHANGES = [0, 1, 2, 3, 9]
TURNS = [6, 6, 8, 9, 6]


def games(variant="rulebook", **columns):
    given = {"scores_at_half": AT_HALF, "win_share": WINS, "lead_changes": CHANGES, "turns": TURNS, **columns}
    made = synthetic_results([variant], players=[3], games=5)
    return made.with_columns(pl.Series(name, values, SCHEMA[name]) for name, values in given.items())


def value(name, frame):
    metric = find_metric(name)
    return estimate(metric, deck_sums(frame, [metric])).value


def test_a_runaway_is_a_leader_who_wins_and_a_comeback_a_last_who_does():
    assert value("runaway", games()) == pytest.approx((1 + 1 / 2 + 0 + 1) / 4)
    assert value("comeback", games()) == pytest.approx((0 + 0 + 1 + 0) / 4)


def test_beside_the_games_stands_the_fair_race_of_each_metric():
    table = beside_fair_walk(games())
    assert table.columns == ["players", "variant", "metric", "title", "value", "lo", "hi", "fair"]
    found = {row["metric"]: row for row in table.to_dicts()}
    runaway, comeback, changes = (found[name] for name in ("runaway", "comeback", "lead_changes"))
    assert (runaway["value"], comeback["value"]) == pytest.approx((5 / 8, 1 / 4))
    assert (runaway["fair"], comeback["fair"]) == (fair_leader_wins(3), fair_last_wins(3))
    assert runaway["fair"] > 1 / 3 > comeback["fair"]
    assert changes["value"] == 3
    # Three games of 6 turns, one of 8, one of 9.
    fair = (3 * fair_lead_changes(3, 6) + fair_lead_changes(3, 8) + fair_lead_changes(3, 9)) / 5
    assert changes["fair"] == pytest.approx(fair)
    lo, hi = stats.binomtest(1, 4).proportion_ci(method="wilson")  # four games with a last, whole wins of theirs
    assert (comeback["lo"], comeback["hi"]) == pytest.approx((lo, hi))
    assert [row["title"] for row in (runaway, comeback, changes)] == [
        find_metric(row["metric"]).title for row in (runaway, comeback, changes)
    ]


def test_games_that_were_cut_off_have_no_course():
    cut = pl.when(pl.col("game") == 4).then(pl.lit("cut_off")).otherwise(pl.lit("last_tile")).alias("end")
    table = beside_fair_walk(games().with_columns(cut))
    found = {row["metric"]: row for row in table.to_dicts()}
    assert found["runaway"]["value"] == pytest.approx((1 + 1 / 2 + 0) / 3)
    assert found["lead_changes"]["value"] == (0 + 1 + 2 + 3) / 4
    fair = (2 * fair_lead_changes(3, 6) + fair_lead_changes(3, 8) + fair_lead_changes(3, 9)) / 4
    assert found["lead_changes"]["fair"] == pytest.approx(fair)


def test_each_variant_and_table_is_held_against_races_of_its_own_lengths():
    short, long = games("short", turns=[6] * 5), games("long", turns=[9] * 5)
    two = synthetic_results(["long"], players=[2], games=3).with_columns(pl.lit(7, SCHEMA["turns"]).alias("turns"))
    every = pl.concat([short, long, two])
    table = beside_fair_walk(every.filter(pl.col("players") == 3), variants=["long", "short"])
    fair = table.filter(metric="lead_changes").select("variant", "fair").rows()
    assert fair == [("long", fair_lead_changes(3, 9)), ("short", fair_lead_changes(3, 6))]
    assert beside_fair_walk(short)["variant"].unique().to_list() == ["short"]
    both = beside_fair_walk(every.filter(variant="long"))
    assert dict(both.filter(metric="lead_changes").select("players", "fair").rows()) == {
        2: fair_lead_changes(2, 7),
        3: fair_lead_changes(3, 9),
    }
    by = beside_fair_walk(every.filter(pl.col("players") == 3).with_columns(line_up="variant"), by="line_up")
    assert by.filter(metric="lead_changes").select("line_up", "fair").rows() == [
        ("short", fair_lead_changes(3, 6)),
        ("long", fair_lead_changes(3, 9)),
    ]


def lasting(*turns, players=3, variant="rulebook"):
    made = synthetic_results([variant], players=[players], games=len(turns))
    return made.with_columns(pl.Series("turns", turns, SCHEMA["turns"]))


def test_seconds_of_a_turn_are_those_of_a_game_over_its_turns():
    # Means of 20 and 40 turns, and of 30 for all tables alike: 8½ minutes are 510 seconds.
    frame = pl.concat([lasting(40), lasting(10, 30, players=2)])
    found = seconds_per_turn(frame)
    assert found.columns == ["variant", "players", "turns", "seconds_per_turn"]
    assert found.rows() == [
        ("rulebook", 2, 20.0, 510 / 20), ("rulebook", 3, 40.0, 510 / 40), ("rulebook", None, 30.0, 510 / 30),
    ]  # fmt: skip
    assert seconds_per_turn(frame, minutes=1)["seconds_per_turn"].to_list() == [3.0, 1.5, 2.0]


def test_variants_stand_in_the_order_of_the_games_each_with_all_its_tables_last():
    frame = pl.concat(
        [
            lasting(20, variant="b"),
            lasting(10, variant="a"),
            lasting(10, 10, players=2, variant="b"),
            lasting(30, 30, players=2, variant="a"),
        ]
    )
    found = seconds_per(frame, "turns", minutes=1)
    assert found.rows() == [
        ("b", 2, 10.0, 6.0), ("b", 3, 20.0, 3.0), ("b", None, 15.0, 4.0),
        ("a", 2, 30.0, 2.0), ("a", 3, 10.0, 6.0), ("a", None, 20.0, 3.0),
    ]  # fmt: skip
    swapped = seconds_per(frame.with_columns(line_up="variant", variant=pl.lit("v")), "turns", minutes=1, by="line_up")
    assert swapped.rename({"line_up": "variant"}).equals(found)


def test_a_game_takes_some_time():
    for minutes in (0, -1, float("nan")):
        with pytest.raises(ValueError, match="it lasts more than none"):
            seconds_per(lasting(10), "turns", minutes=minutes)
    assert seconds_per(lasting(10), "turns", minutes=0.5)["seconds"][0] == 3.0
    assert seconds_per(lasting(9), "rounds", minutes=1)["value"][0] == 3.0
