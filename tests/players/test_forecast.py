"""The forecast counts its clues as it says, and its chances are those of its model."""

import numpy as np
import pytest
from engine.positions import dealt, decisions, played_variants, rulebook, table
from hypothesis import given, settings
from hypothesis import strategies as st
from sizes import games

from simulator import Game, load_variant
from simulator.engine.score import write_scores
from simulator.players import seat_records
from simulator.players.forecast import CLUES, count_clues, share_of_box, write_forecast
from simulator.players.weights import find_forecast, written_out


def clues_of(game: Game, seat: int) -> dict[str, float]:
    """The clues of a seat that are not 0."""
    scores = np.zeros(8, np.int64)
    write_scores(game.state, game.rules, scores)
    clues = np.zeros(len(CLUES))
    count_clues(game.state, game.rules, np.int64(seat), scores[seat], clues)
    return {clue: count for clue, count in zip(CLUES, clues.tolist(), strict=True) if count != 0}


def chances(state: np.record, rules: np.record, weights: np.ndarray) -> np.ndarray:
    shares = np.zeros(state.players)
    write_forecast(state, rules, weights, np.zeros(8, np.int64), np.zeros(len(CLUES)), shares)
    return shares


HELD = (
    "turn 9 seat 0 draw | fox*2 deer swan bird*3 joker [0:fox*4 1:frog*6] "
    "| - [2:deer*4 3:swan*7] 7x1 | up fox | draws 2"
)


def test_clues_of_a_table_counted_by_hand() -> None:
    game = table(HELD)
    assert clues_of(game, 0) == {
        "point": 10,
        "held_for_own": 2,  # foxes
        "held_to_trade_for": 1,  # the deer: both have a family of four
        "held_for_others": 1,  # the swan
        "held_for_none": 3,  # birds
        "held_joker": 1,
        "one_below_seven": 1,
        "three_below_seven": 1,
    }
    assert clues_of(game, 1) == {
        "point": 11 + game.rules.seven_points,
        "empty_stand": 1,
        "three_below_seven": 1,
        "turns_away": 1,
    }


def test_without_trade_nothing_is_held_to_trade_for() -> None:
    clues = clues_of(table(HELD, "trade.enabled=false"), 0)
    assert "held_to_trade_for" not in clues
    assert clues["held_for_others"] == 2


def test_sizes_follow_the_variants_seven() -> None:
    clues = clues_of(table(HELD, "seven.size=9"), 0)
    assert {clue: count for clue, count in clues.items() if clue.endswith("below_seven")} == {
        "three_below_seven": 1,
        "far_below_seven": 1,
    }


def test_chances_are_those_of_the_model() -> None:
    game = table(HELD)
    full = float(share_of_box(game.state, game.rules))
    assert full == pytest.approx(len(game.state.pile[game.state.pile_next : game.state.pile_end]) / 91, abs=2 / 91)
    weights = np.zeros((len(CLUES), 2))
    weights[0] = (0.2, 0.6)  # a point
    weights[-1] = (-0.5, -0.5)  # each turn away
    worth = (0.6 - 0.4 * full) * np.array([10, 11 + game.rules.seven_points]) - np.array([0, 0.5])
    assert chances(game.state, game.rules, weights) == pytest.approx(np.exp(worth) / np.exp(worth).sum())


@settings(max_examples=games(60, 5), deadline=None, derandomize=True)
@given(played_variants(), st.data(), st.integers(0, 2**40))
def test_chances_sum_to_one_under_any_rules(variant, data, seed) -> None:
    players = data.draw(st.integers(variant.players.min, variant.players.max))
    weights = find_forecast(variant, players)
    state = dealt(variant, players, seed)
    for step, _ in enumerate(decisions(state, variant)):
        if step > 60:
            break
        shares = chances(state, variant.rules, weights)
        assert shares.min() >= 0
        assert shares.sum() == pytest.approx(1)


def test_who_leads_is_likelier_to_win_by_the_bundled_weights() -> None:
    game = table("turn 9 seat 0 draw | - [0:fox*6] | fox frog [1:deer*2] | up fox | draws 2")
    assert chances(game.state, game.rules, find_forecast(game.variant, 2))[0] > 0.6


def test_a_search_takes_the_forecast_that_goes_with_its_weights() -> None:
    no_trade = load_variant("no-trade")
    base = find_forecast(rulebook(), 3)
    for seat, expected in (
        ("search", base),
        ("search@untuned", base),
        (f"search@{written_out(np.zeros(13))}", base),
        ("search@tuned", find_forecast(no_trade, 3, "tuned")),
        ("seer@no-trade", find_forecast(no_trade, 3, "tuned")),
        ("planner", np.zeros_like(base)),
    ):
        assert (seat_records(no_trade, [seat] * 3)[0].forecast == expected).all()
    assert (find_forecast(no_trade, 3, "tuned") != base).any()
