"""Estimates and paired differences from whole results frames."""

import numpy as np
import polars as pl
import pytest
from reports.synthetic import synthetic_results
from scipy import stats

from simulator.statistics import (
    UnpairedDecksError,
    Verdict,
    deck_sums,
    difference,
    difference_rows,
    difference_table,
    estimate,
    estimate_table,
    find_metric,
    judged,
    metrics_for,
)


@pytest.fixture(scope="module")
def results():
    return synthetic_results(games=800)


def row(table, metric, players=3):
    return table.filter(metric=metric, players=players).row(0, named=True)


def renamed(results, name):
    return results.with_columns(pl.lit(name).alias("variant"))


def test_a_variant_against_itself_differs_by_exactly_nothing(results):
    base = results.filter(variant="rulebook")
    table = difference_table(pl.concat([base, renamed(base, "again")]))
    assert (table["difference"] == 0).all()
    assert (table["lo"] == 0).all()
    assert (table["hi"] == 0).all()
    assert set(table["verdict"]) == {Verdict.SAME}


def test_differences_of_means_are_those_of_the_paired_t_test(results):
    found = row(difference_table(results), "turns")
    base, other = (
        results.filter(variant=name, players=3).sort("game")["turns"].to_numpy() for name in ("rulebook", "rainbow-off")
    )
    expected = stats.ttest_rel(other, base)
    assert found["difference"] == pytest.approx((other - base).mean())
    assert (found["lo"], found["hi"]) == pytest.approx(tuple(expected.confidence_interval(0.95)))
    assert found["p"] == pytest.approx(expected.pvalue, rel=1e-6)
    assert found["variance_reduction"] == pytest.approx((base.var() + other.var()) / (other - base).var())


def test_pairing_reduces_variance_as_much_as_decks_agree(results):
    rng = np.random.default_rng(3)
    shuffled = results.with_columns(
        pl.when(pl.col("variant") == "rainbow-off")
        .then(pl.Series(rng.permutation(results["turns"].to_numpy())))
        .otherwise("turns")
        .alias("turns")
    )
    assert row(difference_table(results), "turns")["variance_reduction"] > 1.5
    assert row(difference_table(shuffled), "turns")["variance_reduction"] == pytest.approx(1, abs=0.25)


def test_the_order_of_the_rows_is_of_no_account(results):
    shuffled = results.sample(fraction=1.0, shuffle=True, seed=5)
    names = ["rulebook", "rainbow-off"]
    assert difference_table(shuffled, variants=names).equals(difference_table(results, variants=names))


def test_rotations_of_a_deck_are_one_cluster(results):
    """Every game written three times over: nothing is learnt, and nothing is claimed to be."""
    tripled = pl.concat([results] * 3)
    once, thrice = difference_table(results), difference_table(tripled)
    linear = pl.col("metric") != "seat_balance"
    assert thrice.filter(linear)["lo"].to_list() == pytest.approx(once.filter(linear)["lo"].to_list(), abs=1e-9)
    assert set(thrice["decks"]) == {800}
    assert set(thrice["games"]) == {2400}


def test_missing_decks_are_named(results):
    gap = results.filter(~((pl.col("variant") == "rainbow-off") & pl.col("game").is_in([17, 18])))
    message = (
        r"'rulebook' and 'rainbow-off' with 2 players did not play the same decks: 'rainbow-off' lacks 2 decks of the "
        r"other, the first of them seed 1 game 17"
    )
    with pytest.raises(UnpairedDecksError, match=message):
        difference_table(gap)


def test_decks_missing_on_either_side_are_named(results):
    gap = results.filter(~((pl.col("variant") == "rulebook") & (pl.col("game") == 3)))
    with pytest.raises(
        UnpairedDecksError, match="'rulebook' lacks 1 deck of the other, the first of them seed 1 game 3"
    ):
        difference_table(gap)


def test_decks_played_unequally_often_are_named(results):
    extra = pl.concat([results, results.filter(variant="rulebook", game=5)])
    with pytest.raises(UnpairedDecksError, match="seed 1 game 5 was played 2 times by 'rulebook' and 1 times by"):
        difference_table(extra)


def test_a_number_of_players_that_a_variant_lacks_is_named(results):
    gap = results.filter(~((pl.col("variant") == "rainbow-off") & (pl.col("players") == 4)))
    with pytest.raises(UnpairedDecksError, match="no game of variant 'rainbow-off' with 4 players"):
        difference_table(gap)


def test_a_token_never_taken_has_no_turn(results):
    never = results.with_columns(
        pl.when(pl.col("variant") == "rulebook").then(name).otherwise(None).alias(name)
        for name in ("double_seven_seat", "double_seven_turn")
    )
    table = difference_table(never)
    turn = row(table, "double_seven_turn")
    assert turn["base"] is not None
    assert turn["value"] is turn["difference"] is turn["lo"] is turn["p"] is turn["variance_reduction"] is None
    assert turn["verdict"] == Verdict.UNAVAILABLE
    assert turn["note"] == "the Double Seven token was never taken under rainbow-off"
    assert row(table, "double_seven_share")["value"] == 0.0


def test_one_deck_has_values_but_no_intervals():
    table = difference_table(synthetic_results(games=1))
    known = table.drop_nulls("difference")
    assert known["lo"].null_count() == known.height
    assert known["p"].null_count() == known.height
    assert set(known["note"]) == {"one deck has no interval"}


def test_a_share_of_none_has_wilsons_interval_by_deck(results):
    for games in (results, pl.concat([results] * 3)):
        found = row(estimate_table(games, variants=["rulebook"]), "end_stalled")
        assert found["value"] == 0
        assert found["lo"] == 0
        assert found["hi"] == pytest.approx(stats.binomtest(0, 800).proportion_ci(method="wilson").high)


def test_an_equal_difference_on_every_deck_says_so(results):
    base = results.filter(variant="rulebook")
    later = renamed(base, "two-turns-more").with_columns(pl.col("turns") + 2)
    found = row(difference_table(pl.concat([base, later])), "turns")
    assert (found["lo"], found["hi"]) == (2.0, 2.0)
    assert found["variance_reduction"] is None
    assert found["note"] == "every deck gave the same difference"
    assert found["verdict"] == Verdict.MATTERS


def test_few_decks_are_mentioned():
    table = estimate_table(synthetic_results(games=12), metrics=["turns"])
    assert set(table["note"]) == {"rests on 12 decks only"}


def test_ones_own_margin_decides_the_verdict(results):
    table = difference_table(results, metrics=["turns"], margins={"turns": 50.0})
    assert set(table["verdict"]) == {Verdict.SMALL}
    assert set(table["margin"]) == {50.0}


def test_metrics_can_be_chosen_and_misspelt(results):
    assert set(difference_table(results, metrics=["turns", "seat_balance"])["metric"]) == {"turns", "seat_balance"}
    with pytest.raises(KeyError, match="no metric is called turnz"):
        estimate_table(results, metrics=["turnz"])


def test_balance_of_equal_seats_includes_perfect_balance():
    rng = np.random.default_rng(11)
    winners = np.eye(3)[rng.integers(3, size=2000)].tolist()
    games = synthetic_results(["rulebook"], players=[3], games=2000).with_columns(pl.Series("win_share", winners))
    metric = next(each for each in metrics_for(3) if each.name == "seat_balance")
    found = estimate(metric, deck_sums(games, [metric]))
    assert found.value < 1
    assert found.hi == 1


def test_a_single_difference_needs_no_table(results):
    metric = find_metric("turns")
    base, other = (deck_sums(results.filter(variant=name, players=2), [metric]) for name in ("rulebook", "rainbow-off"))
    assert difference(metric, base, other).difference == row(difference_table(results), "turns", 2)["difference"]
    assert difference(metric, base, base).same


def test_rows_of_several_tables_are_judged_as_one_family():
    results = synthetic_results(games=40)
    asked = {"metrics": ["turns", "trades"]}
    rows = [difference_rows(results.filter(players=players), **asked) for players in (2, 3, 4)]
    assert "verdict" not in rows[0].columns
    together = judged(pl.concat(rows).select(pl.lit("house").alias("line_up"), pl.all()))
    whole = difference_table(results, **asked)
    assert together.columns == ["line_up", *whole.columns]
    assert together.drop("line_up").equals(whole)
