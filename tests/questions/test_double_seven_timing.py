"""When the Double Seven token comes, in words."""

import polars as pl
import pytest
from reports.synthetic import synthetic_results

from simulator.questions import (
    timing_answer,
    token_advice,
    token_round_reading,
    token_round_table,
    token_seat_reading,
    token_seat_table,
)
from simulator.reports import Comparison, Robustness
from simulator.variants import load_variant

NAMES = ["rulebook", "family-8"]


def played_by(player, *, games=400, token_share=0.95, change=None):
    results = synthetic_results(NAMES, games=games, token_share=token_share)
    results = results.with_columns(pl.col("seats").list.eval(pl.lit(player)), pl.lit(player).alias("line_up"))
    return Comparison.from_results(
        [load_variant(name) for name in NAMES], results if change is None else change(results)
    )


def always_by(seat):
    """Every token in turn 12, taken by one seat, which wins with it."""

    def change(results):
        return results.with_columns(
            pl.lit(seat, pl.Int32).alias("double_seven_seat"),
            pl.lit(12, pl.Int32).alias("double_seven_turn"),
            pl.int_ranges("players").list.eval((pl.element() == seat).cast(pl.Float64)).alias("win_share"),
        )

    return change


def never(results):
    nothing = pl.lit(None, pl.Int32)
    return results.with_columns(nothing.alias("double_seven_seat"), nothing.alias("double_seven_turn"))


@pytest.fixture(scope="module")
def sure():
    return Robustness([played_by("house", change=always_by(0)), played_by("greedy", change=always_by(1))])


def test_answer_goes_by_the_level_at_which_the_token_comes_least():
    both = Robustness([played_by("house", change=always_by(0)), played_by("greedy", change=never)])
    text = str(timing_answer(both))
    assert text.startswith("**By house and greedy: Double Seven comes seldom with 2, 3 and 4 players.**")
    assert "- **Token taken**, with 2, 3 and 4 players: 100.0 %, 100.0 % and 100.0 % by house; 0.0 %" in text


def test_answer_parts_the_numbers_of_players_where_the_words_part():
    found = Robustness([played_by("house"), played_by("greedy", token_share=0.93)])
    assert str(timing_answer(found)).startswith(
        "**By house and greedy: Double Seven comes nearly always with 2 players and mostly with 3 and 4"
    )


def test_answer_tells_the_turn_the_round_and_the_even_share(sure):
    text = str(timing_answer(sure))
    assert "12.00, 12.00 and 12.00 turns by house" in text
    assert "6.00, 4.00 and 3.00 rounds by house" in text
    assert text.endswith("- An even share of the wins would be 50.0 %, 33.3 % and 25.0 %.")


def test_rounds_are_told_by_share_of_games(sure):
    lines = str(token_round_table(sure)).splitlines()
    assert lines[2] == "| 2 | house | 6 | 6 | 6 |"
    assert "- **Eight games in ten** take it in round 6 with 2 players, in round 4 with 3 players" in str(
        token_round_reading(sure)
    )


def test_rounds_that_never_come_are_said_to():
    found = Robustness([played_by("house", change=always_by(0)), played_by("greedy", change=never)])
    assert "| 2 | greedy | never | never | never |" in str(token_round_table(found))
    assert "fewer games than that have it with 2 players" in str(token_round_reading(found))


def test_seats_are_told_with_what_they_win(sure):
    lines = str(token_seat_table(sure)).splitlines()
    assert lines[0] == (
        "| players | seat | house: takes it | house: wins with it | greedy: takes it | greedy: wins with it |"
    )
    first = [cell.strip() for cell in lines[2].strip("|").split("|")]
    assert first[:2] == ["2", "first"]
    assert [cell.split(" (")[0] for cell in first[2:]] == ["100.0 %", "100.0 %", "0.0 %", "—"]
    text = str(token_seat_reading(sure))
    assert "**Takes it more often than an even share** (greedy): with 2 players the second seat;" in text
    assert "**Wins with it** (house): nothing to compare." in text


def test_best_and_worst_takers_are_told_by_seat():
    text = str(token_seat_reading(Robustness([played_by("house"), played_by("greedy")])))
    assert text.count(" seat and ") == 6


def test_advice_names_the_rules_under_which_the_token_comes_surely(sure):
    text = str(token_advice(sure))
    assert "comes in 95 % of games or more**, by house and greedy alike: rulebook and family-8 with 2, 3" in text
    assert "It does not" not in text
    assert "by who plays: 100 to 100 % with 2, 100 to 100 % with 3 and 100 to 100 % with 4 players." in text


def test_advice_says_where_it_does_not_and_how_seldom():
    both = Robustness([played_by("house", change=always_by(0)), played_by("greedy", change=never)])
    text = str(token_advice(both))
    assert "alike: nowhere." in text
    assert "- **It does not**: rulebook with 2, 3 and 4 players (0 %, 0 % and 0 %); family-8 with" in text
