"""Precision: said in words or numbers, measured by intervals that may be looked at, reached before a study stops."""

import math

import numpy as np
import polars as pl
import pytest

from simulator import load_variant, simulate
from simulator.statistics.sequential import confidence_sequence_half_width
from simulator.studies.precision import (
    BEST_AT,
    FIRST_LOOK,
    PrecisionError,
    half_widths,
    next_look,
    read_precision,
)


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("±0.2 turns", {"turns": 0.2}),
        ("+/-.5 turns", {"turns": 0.5}),
        ("0.2 Turns", {"turns": 0.2}),
        ("±0.2 of the length of a game", {"turns": 0.2}),
        ("±1 point of win share", {"first_seat_advantage": 0.01}),
        ("±1.5 percentage points of the first seat's win share", {"first_seat_advantage": 0.015}),
        ("±1 % pts first_seat_share", {"first_seat_advantage": 0.01}),
        ("±2 % of shared wins", {"shared_wins": 0.02}),
        ("±0.5 points of best score", {"winning_score": 0.5}),
        ("±0.1 rounds", {"rounds": 0.1}),
        (["±0.2 turns", "±1 point of win share"], {"turns": 0.2, "first_seat_advantage": 0.01}),
        ({"turns": 0.2, "first_seat_share": 0.01}, {"turns": 0.2, "first_seat_advantage": 0.01}),
        ({"turns": "±0.2", "first_seat_share": "±1 point"}, {"turns": 0.2, "first_seat_advantage": 0.01}),
    ],
)
def test_a_precision_is_read_from_words_and_numbers(said, read) -> None:
    assert read_precision(said) == pytest.approx(read)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("turns", "'turns' is no precision: write for example ±0.2 turns or ±1 point of win share"),
        ("±0.2", "'±0.2' is no precision"),
        ("±0.2 turn", "no metric is called 'turn'; did you mean turns? Metrics are turns, rounds, "),
        ("±1 win share", "'±1 win share': first-seat advantage is in per cent: write ±1 points of it"),
        ("±0 turns", "the precision of turns is 0.0: it is a number above 0"),
        ({"turns": -1.0}, "the precision of turns is -1.0: it is a number above 0"),
        ({"turns": math.nan}, "the precision of turns is nan"),
        (["±1 turns", "±2 turns"], "the precision of turns is given twice"),
        ({"win share": 0.1, "first_seat_share": 0.1}, "the precision of first_seat_advantage is given twice"),
        ("±1 point of seat balance", "seat_balance is made of several numbers; ask for first_seat_advantage instead"),
        ([], "the precision names no metric"),
    ],
)
def test_a_precision_that_cannot_be_meant_is_refused(said, message: str) -> None:
    with pytest.raises(PrecisionError) as caught:
        read_precision(said)
    assert str(caught.value).startswith(message)


def test_half_widths_are_confidence_sequences_of_each_value_and_each_difference() -> None:
    variants = [load_variant("rulebook"), load_variant("family-6")]
    games = simulate(variants, players=[3], seats="greedy", games=400)
    found = half_widths(games, players=3, variants=["rulebook", "family-6"], precision={"turns": 0.5})
    base, other = (games.filter(pl.col("variant") == each.name)["turns"].to_numpy() for each in variants)
    expected = [
        (name, against, confidence_sequence_half_width(float(np.std(values, ddof=1)), 400, best_at=BEST_AT))
        for name, against, values in (
            ("rulebook", None, base),
            ("family-6", None, other),
            ("family-6", "rulebook", other.astype(float) - base),
        )
    ]
    assert [(each.variant, each.base) for each in found] == [(name, against) for name, against, _ in expected]
    assert [each.half_width for each in found] == pytest.approx([width for *_, width in expected])
    assert [each.ratio for each in found] == pytest.approx([width / 0.5 for *_, width in expected])


def test_a_share_that_never_happened_is_not_taken_for_known() -> None:
    games = simulate([load_variant("rulebook")], players=[2], seats="greedy", games=FIRST_LOOK)
    assert (games["end"] != "cut_off").all()
    (found,) = half_widths(games, players=2, variants=["rulebook"], precision={"end_cut_off": 0.001})
    assert found.half_width is not None
    # At 95 % a share of three in so many games can go unseen.
    assert found.half_width > 3 / FIRST_LOOK


def test_a_number_that_nothing_tells_about_is_unknown() -> None:
    games = simulate([load_variant("rainbow-off")], players=[2], seats="greedy", games=100)
    (found,) = half_widths(games, players=2, variants=["rainbow-off"], precision={"rainbow_use": 0.01})
    assert (found.half_width, found.ratio) == (None, math.inf)


def test_the_next_look_is_where_the_precision_is_expected_and_never_near_or_beyond_the_most() -> None:
    assert next_look(10_000, 1.2, 1_000_000) == 15_000  # 14,400 in steps of a tenth
    assert next_look(10_000, 1.001, 1_000_000) == 11_000
    assert next_look(10_000, math.inf, 1_000_000) == 20_000
    assert next_look(500, 1.01, 1_000_000) == 1_000
    assert next_look(10_000, 2.0, 12_345) == 12_345


def test_a_confidence_sequence_is_tightest_where_it_is_meant_to_be() -> None:
    errors = [
        confidence_sequence_half_width(2.0, decks, best_at=10_000) * decks**0.5 / 2
        for decks in range(1_000, 100_000, 500)
    ]
    assert min(errors) == pytest.approx(3.03, abs=0.01)  # against 1.96 of an interval for one look
    assert range(1_000, 100_000, 500)[int(np.argmin(errors))] == 10_000
