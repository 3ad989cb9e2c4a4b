"""Whether the seats are fair, what remedies do, and the course of games, in words."""

import polars as pl
import pytest
from reports.synthetic import synthetic_results

from simulator.questions import fairness_answer, remedy_advice, remedy_frame, remedy_table, walk_chart, walk_reading
from simulator.reports import Comparison, Robustness
from simulator.statistics import Verdict, fair_leader_wins
from simulator.variants import load_variant

NAMES = ["rulebook", "late-seat-bonus", "family-6"]


def wins(share):
    """Of each hundred games the first seat wins ``share``, and the others the rest in turn."""
    place = pl.col("game") % 100
    seat = pl.when(place < share).then(0).otherwise(1 + place % (pl.col("players") - 1))
    return pl.int_ranges("players").list.eval(pl.element()).alias("seat_list"), seat.alias("winner")


def with_first_seat(results, shares):
    """Let the first seat win a share of each variant's games at every table."""
    frames = []
    for variant, share in shares.items():
        games = results.filter(pl.col("variant") == variant).with_columns(*wins(share))
        rows = [
            [1.0 if seat == winner else 0.0 for seat in seats]
            for seats, winner in games.select("seat_list", "winner").iter_rows()
        ]
        frames.append(games.drop("seat_list", "winner").with_columns(pl.Series("win_share", rows)))
    return pl.concat(frames)


def by(player, results):
    """The same games, played by another player."""
    return results.with_columns(pl.col("seats").list.eval(pl.lit(player)), pl.lit(player).alias("line_up"))


def levels(house, greedy, *, players=(2,), games=2000, longer=0.0):
    """The same rules by two levels of skill, each given by the first seat's wins of a hundred games by variant."""
    found = []
    for player, shares in (("house", house), ("greedy", greedy)):
        names = list(shares)
        results = synthetic_results(names, players=players, games=games, longer=longer)
        results = by(player, with_first_seat(results, shares))
        found.append(Comparison.from_results([load_variant(name) for name in names], results))
    return Robustness(found)


def of_all(share, *others):
    return dict(zip(NAMES, (share, *others), strict=False))


@pytest.fixture(scope="module")
def remedied():
    """The base at 70 %, a remedy at 55 % and another at 52 % that makes games longer by five turns."""
    return levels(of_all(70, 55, 52), of_all(72, 54, 52), longer=2.5)


def test_seats_are_unfair_if_surely_further_apart_than_the_margin_whoever_plays():
    text = str(fairness_answer(levels(of_all(60, 50), of_all(65, 50))))
    assert text.startswith("**No: with 2 players the seat decides too much, whoever plays.**")
    assert (
        "- Best and worst seat by **house**: with 2 players the first wins 60.0 % and the second wins 40.0 %." in text
    )
    assert text.endswith("- Even would be 50.0 % with 2 players.")


def test_seats_are_fair_if_surely_nearer_than_the_margin_whoever_plays():
    # Every deck is played twice, and each seat wins one of the two games.
    results = synthetic_results(NAMES[:2], players=(2,), games=100).with_columns(pl.col("game") // 2)
    results = results.with_columns(pl.Series("win_share", [[1.0, 0.0], [0.0, 1.0]] * 100))
    played = [by(player, results) for player in ("house", "greedy")]
    rules = [load_variant(name) for name in NAMES[:2]]
    text = str(fairness_answer(Robustness([Comparison.from_results(rules, each) for each in played])))
    assert text.startswith("**Yes: no seat is better than another by as much as matters, whoever plays.**")


def test_one_level_of_skill_settles_nothing():
    text = str(fairness_answer(levels(of_all(60, 50), of_all(50, 50))))
    assert text.startswith("**Not settled")


def test_a_remedy_is_told_by_its_worst_table_and_by_what_else_it_changes(remedied):
    found = remedy_frame(remedied, elsewhere=["turns", "double_seven_share"])
    assert found["variant"].to_list() == NAMES
    assert found["worst"].to_list() == pytest.approx([1 - 0.44, 1 - 0.1, 1 - 0.04])
    assert found["level"].to_list() == ["greedy", "house", "greedy"]
    for row in found.to_dicts():
        matter = {
            each["metric"]
            for comparison in remedied.comparisons
            for each in comparison.table.filter(variant=row["variant"], verdict=Verdict.MATTERS.value).to_dicts()
        }
        assert set(row["changes"]) == matter & {"turns", "double_seven_share"}
        assert not set(row["unsettled"]) & matter
    assert "turns" in found["changes"][2]


def test_remedies_are_listed_fairest_first(remedied):
    lines = str(remedy_table(remedied)).splitlines()
    assert [line.split(" | ")[0] for line in lines[2:]] == ["| family-6", "| late-seat-bonus", "| rulebook"]
    assert lines[4].endswith("| 56.0 % | 2 players, greedy | nothing | nothing |")


def test_least_harm_is_the_fairest_of_those_that_change_little_else(remedied):
    text = str(remedy_advice(remedied, most_changes=0, elsewhere=["winning_score"]))
    assert text.startswith(
        "**The fairest that changes little else: family-6.** It lifts the seat balance of the worst table "
        "from 56 % to 96 %"
    )
    assert "Fairest of all" not in text
    text = str(remedy_advice(remedied, most_changes=0, elsewhere=["rounds"]))
    changed = remedy_frame(remedied, elsewhere=["rounds"])["changes"].to_list()
    assert changed == [[], ["rounds"], ["rounds"]]
    assert text.startswith("**Every remedy that helps changes more than 0 other things.**")
    assert "Fairest of all is family-6, with 96 % (2 players, greedy)" in text


def test_the_fairest_is_named_beside_the_gentlest():
    found = levels(of_all(70, 55, 52), of_all(70, 55, 52), longer=0.9)
    assert remedy_frame(found, elsewhere=["turns"])["changes"].to_list() == [[], [], ["turns"]]
    text = str(remedy_advice(found, most_changes=0, elsewhere=["turns"]))
    assert text.startswith(
        "**The fairest that changes little else: late-seat-bonus.** It lifts the seat balance of the worst "
        "table from 60 % to 90 %"
    )
    assert text.endswith(
        "Fairest of all is family-6, with 96 % (2 players, greedy), but it changes more. "
        "What else changes by as much as matters: turns."
    )


def test_a_remedy_that_does_not_help_is_not_recommended():
    text = str(remedy_advice(levels(of_all(55, 60), of_all(55, 60)), most_changes=7))
    assert text == "**None of these remedies makes the worst table fairer than 90 %.**"


def half_time(leader_wins):
    """Two players, the first leading at half-time; of a hundred games it wins so many."""
    results = synthetic_results(NAMES[:2], players=(2,), games=1000)
    results = with_first_seat(results, dict.fromkeys(NAMES[:2], leader_wins))
    results = results.with_columns(pl.Series("scores_at_half", [[9, 5]] * results.height, dtype=pl.List(pl.Int32)))
    found = [by(player, results) for player in ("house", "greedy")]
    return Robustness([Comparison.from_results([load_variant(name) for name in NAMES[:2]], each) for each in found])


@pytest.mark.parametrize(
    ("share", "leader", "last"),
    [
        (90, "more often than in", "less often than in"),
        (60, "less often than in", "more often than in"),
        (75, "as often, as far as these games tell, as in", "as often, as far as these games tell, as in"),
    ],
)
def test_leaders_are_held_against_a_fair_race(share, leader, last):
    lines = str(walk_reading(half_time(share))).splitlines()
    assert lines[0] == f"- **Half-time leader wins**, by house: {leader} a fair race with 2 players."
    assert lines[3] == f"- **Half-time last wins**, by greedy: {last} a fair race with 2 players."


def test_chart_of_the_course_has_the_fair_race_beside_each_value():
    rows = next(iter(walk_chart(half_time(60), title="?").to_dict()["datasets"].values()))
    leaders = [row for row in rows if row["label"] == "Half-time leader wins"]
    assert {row["line_up"] for row in leaders} == {"house", "greedy"}
    assert all(row["a fair race"] == pytest.approx(100 * fair_leader_wins(2)) for row in leaders)


def test_what_few_games_leave_open_is_named():
    found = levels(of_all(70, 50), of_all(70, 50), games=100)
    assert remedy_frame(found, elsewhere=["turns", "winning_score"])["unsettled"].to_list()[1] == ["turns"]
    assert str(remedy_advice(found, most_changes=0, elsewhere=["turns"])).endswith("Not settled: turns.")
