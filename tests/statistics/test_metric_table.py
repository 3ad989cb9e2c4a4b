"""The table of metrics as a reader finds it: names, titles, groups, units, margins and digits."""

import polars as pl
import pytest
from reports.synthetic import synthetic_results

from simulator.statistics import GROUPS, METRICS, deck_sums, estimate, metrics_for
from simulator.statistics.metrics import Balance, Unit

# Name and title by group; an asterisk marks what is shown where there is room for a few only.
TITLES = {
    "Length": """
        turns Turns*
        rounds Rounds
        decisions Decisions
        minutes Estimated minutes
    """,
    "Double Seven": """
        double_seven_share Token taken*
        no_token Nobody took the token
        double_seven_turn Turn of the token*
        double_seven_round Round of the token
        holder_win_share Holder's win share
        wins_by_holder Wins by the holder
    """,
    "Seat balance": """
        seat_balance Seat balance*
        first_seat_advantage First-seat advantage*
        second_seat_advantage Second-seat advantage
        first_seat_score First-seat score
        second_seat_score Second-seat score
    """,
    "Scores": """
        mean_score Score of a player
        winning_score Best score*
        seven_tokens 7 tokens
    """,
    "Closeness": """
        winning_margin First ahead of second*
        shared_wins Shared wins*
        tie_breaks Wins by the tie-break
    """,
    "Course of the game": """
        lead_changes Changes of the leader
        drama Winner's deficit
        runaway Half-time leader wins*
        comeback Half-time last wins
    """,
    "Endings": """
        end_double_seven Ended by Double Seven
        end_last_tile Ended by the last tile
        end_stalled Stalled
        end_cut_off Cut off
    """,
    "Interaction": """
        trades Trades
        reclaims_from_others Reclaims from others
        points_by_trade Points by trade*
    """,
    "Rule use": """
        reveals Reveals
        draws_face_down Face-down tiles drawn
        draws_face_up Face-up tiles drawn
        rainbows_possible Rainbows possible
        rainbows_announced Rainbows announced
        starts Families started
        growths_by_animal Growths by an animal
        growths_by_joker Growths by a joker
        reclaims Jokers reclaimed
        two_for_ones Two for Ones
        discards Tiles discarded
        empty_stands Turns ended empty
        passes Passes
        rainbow_chance Rainbow: possible
        rainbow_use Rainbow: taken
        rainbow_winner Rainbow: winner's
        trade_chance Trade: possible
        trade_use Trade: taken
        trade_winner Trade: winner's
        reclaim_chance Reclaim: possible
        reclaim_use Reclaim: taken
        reclaim_winner Reclaim: winner's
        two_for_one_chance Two for One: possible
        two_for_one_use Two for One: taken
        two_for_one_winner Two for One: winner's
        discard_chance Stand limit: possible
        discard_use Stand limit: discards
        discard_winner Stand limit: winner's
    """,
}
LISTED = [(group, *line.split(maxsplit=1)) for group, lines in TITLES.items() for line in lines.strip().splitlines()]

# A share counts by one in fifty and shows a digit of its per cent; a seat's wins count by one in a hundred.
TURNS = ["turns", "double_seven_turn"]
ROUNDS = ["rounds", "double_seven_round"]
POINTS = ["mean_score", "winning_score", "winning_margin", "first_seat_score", "second_seat_score"]
MARGINS = {
    **dict.fromkeys([*TURNS, *POINTS, "minutes"], 1.0),
    **dict.fromkeys(ROUNDS, 1 / 3),
    **dict.fromkeys(["first_seat_advantage", "second_seat_advantage"], 0.01),
    "decisions": 5.0,
    "drama": 0.25,
}
UNITS = {
    **dict.fromkeys(TURNS, "turns"),
    **dict.fromkeys(ROUNDS, "rounds"),
    **dict.fromkeys([*POINTS, "drama"], "points"),
    "minutes": "minutes",
    "decisions": "decisions",
}
COUNTS = [
    *("seven_tokens", "lead_changes", "trades", "reclaims_from_others"),
    *(metric.name for metric in METRICS if metric.group == "Rule use" and ":" not in metric.title),
]


def test_metrics_stand_in_their_groups_under_their_titles():
    assert list(TITLES) == list(GROUPS)
    found = [(each.group, each.name, each.title + "*" * each.key) for each in metrics_for(2)]
    assert found == LISTED


@pytest.mark.parametrize("metric", metrics_for(2), ids=lambda metric: metric.name)
def test_units_margins_and_digits_are_those_of_what_is_counted(metric):
    unit = "a game" if metric.name in COUNTS else UNITS.get(metric.name, "share")
    assert metric.unit.name == unit
    assert metric.margin == pytest.approx(MARGINS.get(metric.name, 0.25 if unit == "a game" else 0.02))
    assert metric.decimals == (1 if unit in ("share", "minutes", "decisions") else 2)
    if unit == "share":
        assert metric.unit == Unit("share", "%", "percentage points", "% pts", 100.0)
    else:
        assert metric.unit == Unit(unit, unit, unit, unit)


def test_headlines_speak_of_what_rises_and_falls_by_an_amount():
    spoken = {metric.name: metric.phrases for metric in metrics_for(6) if metric.phrases}
    assert set(spoken) == {"turns", "double_seven_share", "double_seven_turn", "first_seat_advantage"}
    for phrases in spoken.values():
        assert phrases.more.count("{amount}") == phrases.less.count("{amount}") == 1
        assert phrases.topic.startswith(("the ", "how "))
    rises = {
        "turns": "longer",
        "double_seven_share": "more",
        "double_seven_turn": "later",
        "first_seat_advantage": "higher",
    }
    falls = {
        "turns": "shorter",
        "double_seven_share": "less",
        "double_seven_turn": "earlier",
        "first_seat_advantage": "lower",
    }
    for name, phrases in spoken.items():
        assert rises[name] in phrases.more
        assert falls[name] in phrases.less


# What a metric says where no game enters it.
ABSENT = {
    **dict.fromkeys(
        ["double_seven_turn", "double_seven_round", "holder_win_share"], "the Double Seven token was never taken"
    ),
    "runaway": "nobody led alone at half-time",
    "comeback": "nobody was last alone at half-time",
    "points_by_trade": "nobody scored",
    **{
        f"{option}_use": "it was never possible" for option in ("rainbow", "trade", "reclaim", "two_for_one", "discard")
    },
    **{f"{option}_winner": "it was never done" for option in ("rainbow", "trade", "reclaim", "two_for_one", "discard")},
}


def test_what_never_came_to_pass_has_no_value_and_says_why():
    nothing = synthetic_results(["rulebook"], players=[3], games=4)
    nothing = nothing.with_columns(
        pl.lit(None, nothing.schema["double_seven_seat"]).alias("double_seven_seat"),
        pl.lit(None, nothing.schema["double_seven_turn"]).alias("double_seven_turn"),
        *(pl.Series(name, [[0, 0, 0]] * 4, nothing.schema[name]) for name in ("scores", "scores_at_half")),
        pl.lit(0, nothing.schema["points_by_trade"]).alias("points_by_trade"),
        *(
            pl.Series(name, [[0, 0, 0]] * 4, nothing.schema[name])
            for name in nothing.columns
            if name.endswith("_turns")
        ),
        *(pl.lit(0, nothing.schema[name]).alias(name) for name in nothing.columns if name.endswith("_turns_possible")),
    )
    wanted = metrics_for(3)
    sums = deck_sums(nothing, wanted)
    found = {metric.name: estimate(metric, sums) for metric in wanted}
    assert {name: each.note for name, each in found.items() if each.value is None} == ABSENT


def test_names_and_titles_are_those_of_the_seats():
    six = {metric.name: metric for metric in metrics_for(6)}
    for place, word in enumerate(("first", "second", "third", "fourth", "fifth", "sixth")):
        assert six[f"{word}_seat_advantage"].title == f"{word.capitalize()}-seat advantage"
        assert six[f"{word}_seat_score"].title == f"{word.capitalize()}-seat score"
        assert six[f"{word}_seat_advantage"].key == (place == 0)
    assert isinstance(six["seat_balance"].measure, Balance)
    assert len(six["seat_balance"].measure.shares) == 6


def test_a_metric_says_what_it_is_in_whole_sentences():
    for metric in metrics_for(6):
        assert not metric.definition[0].islower()
        assert metric.definition.endswith(".")
        assert metric.margin_reason[0].islower()
