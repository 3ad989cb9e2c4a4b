"""Aims in words, and the choice of a setting with its uncertainty."""

import numpy as np
import polars as pl
import pytest
from reports.synthetic import synthetic_results

from simulator.statistics import Aim, AimError, UnpairedDecksError, Wish, choose, read_aim
from simulator.statistics.aims import surely_behind
from simulator.statistics.resampling import deck_weights


def settings(turns, *, games=200, seed=1, players=(2, 3), spread=4.0):
    """Results and design of settings that last ``turns`` on average, one a name, with luck that decks share."""
    rng = np.random.default_rng(seed)
    deck = rng.normal(scale=spread, size=games)
    model = synthetic_results(["x"], players=players, games=games)
    frames = []
    for name, mean in turns.items():
        for count in players:
            lasts = 100 * (mean + deck + rng.normal(scale=2.0, size=games))
            frames.append(
                model.filter(players=count).with_columns(
                    pl.lit(name).alias("variant"), pl.Series("turns", lasts.round().astype(np.int32))
                )
            )
    return pl.concat(frames), pl.DataFrame({"variant": list(turns)})


@pytest.mark.parametrize(
    ("text", "aim"),
    [
        ("turns nearest 30", Aim("turns", Wish.NEAREST, 30.0)),
        ("first_seat_advantage within 2%", Aim("first_seat_advantage", Wish.WITHIN, 0.02)),
        ("first_seat_advantage over -0.02", Aim("first_seat_advantage", Wish.OVER, -0.02)),
        ("shared_wins lowest", Aim("shared_wins", Wish.LOWEST)),
    ],
)
def test_aims_are_read_and_written(text, aim):
    assert read_aim(text) == aim
    assert read_aim(str(aim)) == aim


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("turns", "write METRIC nearest|under|over|within NUMBER, or METRIC lowest|highest"),
        ("turns about 30", "write METRIC nearest"),
        ("turnz nearest 30", "no metric is called 'turnz'"),
        ("turns nearest", "nearest needs a number behind it"),
        ("turns lowest 3", "lowest takes no number"),
        ("turns nearest 30%", "'30%' is not a number such as 30"),
        ("shared_wins under few", "'few' is not a number such as 0.02, or 2%"),
    ],
)
def test_aims_that_cannot_be_understood_say_what_can(text, complaint):
    with pytest.raises(AimError, match=complaint.replace("|", r"\|")):
        read_aim(text)


@pytest.mark.parametrize(
    ("wish", "target", "misses"),
    [
        (Wish.NEAREST, 0.02, [3, 1, 2]),
        (Wish.LOWEST, None, [-1, 1, 4]),
        (Wish.HIGHEST, None, [1, -1, -4]),
        (Wish.UNDER, 0.02, [0, 0, 2]),
        (Wish.OVER, 0.02, [3, 1, 0]),
        (Wish.WITHIN, 0.005, [0.5, 0.5, 3.5]),
    ],
)
def test_a_miss_is_counted_in_margins_that_matter(wish, target, misses):
    aim = Aim("first_seat_advantage", wish, target)  # whose margin is 0.01
    assert aim.misses(np.array([-0.01, 0.01, 0.04])) == pytest.approx(np.array(misses))
    assert aim.misses(np.array([np.nan]))[0] == 1e6


def test_the_setting_nearest_to_the_aim_is_recommended_and_the_far_ones_are_worse():
    results, design = settings({"a": 20, "b": 28, "c": 31, "d": 40})
    found = choose(results, design, [read_aim("turns nearest 3000")], resamples=300)
    assert found.recommended == "c"
    assert found.table["variant"].to_list() == ["c", "b", "d", "a"]
    assert found.table["verdict"].to_list() == ["recommended", "worse", "worse", "worse"]
    assert found.table["chosen"].to_list() == [1, 0, 0, 0]
    assert found.table["turns/2"][0] == pytest.approx(3100, abs=100)
    assert found.keeps_bounds


def test_bounds_come_before_all_else_and_are_missed_by_least_where_none_can_be_kept():
    results, design = settings({"a": 20, "b": 28, "c": 31})
    nearest = read_aim("turns nearest 3100")
    kept = choose(results, design, [nearest, read_aim("turns under 2950")], resamples=200)
    assert kept.recommended == "b"
    assert kept.keeps_bounds
    assert kept.table["kept"].to_list() == [1, 1, 0]
    missed = choose(results, design, [nearest, read_aim("turns under 1000")], resamples=200)
    assert missed.recommended == "a"
    assert not missed.keeps_bounds
    assert set(missed.table["kept"]) == {0.0}


def test_a_bound_that_is_kept_in_all_but_a_few_draws_hides_no_difference():
    """Two settings keep the bound, one of them barely: the far one is still plainly worse."""
    results, design = settings({"near": 30, "far": 25, "barely": 31}, games=400)
    lasts = results.filter(variant="barely").group_by("players").agg(pl.col("turns").mean())["turns"].max()
    bound = Aim("turns", Wish.UNDER, lasts + 35)  # the standard error of a mean is 22
    table = choose(results, design, [read_aim("turns nearest 3000"), bound], resamples=500).table
    barely = table.filter(variant="barely").row(0, named=True)
    assert 0.9 < barely["kept"] < 1
    assert dict(table.select("variant", "verdict").rows())["far"] == "worse"


def test_a_setting_that_breaks_the_bound_is_worse_however_near_its_aim():
    results, design = settings({"a": 20, "b": 30})
    table = choose(results, design, [read_aim("turns nearest 3000"), read_aim("turns under 2500")], resamples=300).table
    assert table.select("variant", "verdict").rows() == [("a", "recommended"), ("b", "worse")]


def test_an_aim_counts_by_its_worst_number_of_players():
    results, design = settings({"a": 30, "b": 34})
    moved = results.with_columns(
        pl.when((pl.col("variant") == "a") & (pl.col("players") == 3))
        .then(pl.col("turns") + 1000)
        .otherwise("turns")
        .cast(pl.Int32)
        .alias("turns")
    )
    aim = [read_aim("turns nearest 3000")]
    assert choose(results, design, aim, resamples=50).recommended == "a"
    assert choose(moved, design, aim, resamples=50).recommended == "b"


def test_settings_that_play_alike_share_the_draws_and_are_not_told_apart():
    results, _ = settings({"a": 30, "b": 40})
    twin = pl.concat([results, results.filter(variant="a").with_columns(pl.lit("twin").alias("variant"))])
    names = pl.DataFrame({"variant": ["b", "a", "twin"]})
    found = choose(twin, names, [read_aim("turns nearest 3000")], resamples=100).table
    assert dict(found.select("variant", "chosen").rows()) == {"a": 0.5, "twin": 0.5, "b": 0.0}
    assert dict(found.select("variant", "verdict").rows())["twin"] == "not told apart"


@pytest.mark.parametrize("number", [2, 6])
def test_the_truly_best_setting_is_seldom_called_worse_however_many_were_tried(number):
    """All settings are equally good but for luck, the hardest case; any of them is the best in truth."""
    rng = np.random.default_rng(1)
    studies, decks, wrong = 1000, 300, 0
    weights = np.vstack(list(deck_weights(decks, resamples=1000)))
    means = np.resize([29.0, 31.0], number)
    for _ in range(studies):
        turns = means + rng.normal(size=(decks, 1)) + 2 * rng.normal(size=(decks, number))
        losses, drawn = (abs(values - 30) for values in (turns.mean(axis=0), weights @ turns / decks))
        wrong += surely_behind(losses, drawn, np.ones(number, bool))[1]
    assert wrong / studies <= 0.05 + 4 * np.sqrt(0.05 * 0.95 / studies)


def test_what_is_plainly_worse_is_found_among_many():
    results, design = settings({"best": 30, **{f"{n}": 30 + n / 2 for n in range(2, 12)}}, games=500)
    table = choose(results, design, [read_aim("turns nearest 3000")], resamples=300).table
    assert table["verdict"].to_list() == ["recommended", *["worse"] * 10]


def test_a_setting_without_a_value_is_never_the_best():
    results, design = settings({"a": 30, "b": 40})
    never = results.with_columns(
        pl.when(pl.col("variant") == "b").then("double_seven_seat").alias("double_seven_seat"),
        pl.when(pl.col("variant") == "b").then("double_seven_turn").alias("double_seven_turn"),
    )
    found = choose(never, design, [read_aim("double_seven_turn lowest")], resamples=50)
    assert found.recommended == "b"
    assert found.table["double_seven_turn/2"].to_list()[1] is None


def test_choices_that_cannot_be_made_are_refused():
    results, design = settings({"a": 30, "b": 40}, games=10)
    with pytest.raises(AimError, match="there is no aim"):
        choose(results, design, [])
    with pytest.raises(AimError, match="does not exist with 2 players"):
        choose(results, design, [Aim("third_seat_score", Wish.HIGHEST)])
    with pytest.raises(UnpairedDecksError):
        choose(
            results.filter(~((pl.col("variant") == "b") & (pl.col("game") == 2))), design, [read_aim("turns lowest")]
        )
