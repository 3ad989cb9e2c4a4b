"""What dials do at several levels of skill: effects, shares of the spread, the setting to choose, and what is said."""

import polars as pl
import pytest
from reports.test_sweeps import made

from simulator.questions import Choices, DialLevels
from simulator.statistics import dial_importance, factorial_effects

DIALS = {"seven.size": ["6", "8"], "draw.tiles": ["1", "2"]}
AIMS = ["turns nearest 37", "first_seat_advantage within 30%"]


@pytest.fixture(scope="module")
def levels():
    """The family makes a game two turns longer for the one player and four for the other, the draw one for both."""
    return DialLevels({"house": made(DIALS, slope=2), "planner": made(DIALS, slope=4)})


def lines(prose):
    return [line for line in str(prose).splitlines() if line.startswith("|")]


def test_effects_are_those_of_each_player(levels):
    sweep = levels.sweeps["planner"]
    expected = factorial_effects(sweep.results, sweep.design, highest_order=2)
    assert levels.effects.filter(skill="planner").drop("skill").equals(expected)
    assert levels.effects["skill"].unique(maintain_order=True).to_list() == levels.skills == ["house", "planner"]


def test_a_row_an_effect_and_number_of_players(levels):
    rows = lines(levels.effects_quote("turns"))
    assert rows[0] == "| Turns (turns) | players | house | planner | together |"
    assert [row.split("|")[1].strip() for row in rows[2:]] == [
        *("seven.size", "", "draw.tiles", "", "seven.size × draw.tiles", "")
    ]
    assert rows[2].endswith("| robust |")


def test_the_answer_names_the_largest_effect_first(levels):
    text = str(levels.answer("turns"))
    assert text.startswith("**Turns: seven.size comes first, then draw.tiles.** Effects in games of planner")
    assert "- **seven.size** from 6 to 8: +4.0" in text
    assert " turns with 2 and 3 players." in text


def test_the_reading_gathers_the_effects_by_what_the_players_say_together(levels):
    text = str(levels.effects_reading("turns"))
    assert text.startswith("- **Robust**: seven.size (with 2 and 3 players: +4.0")
    assert "- **Robust: nothing that matters**: seven.size × draw.tiles (with 2 and 3 players)." in text


def test_charts_have_both_players_and_every_effect(levels):
    rows = next(iter(levels.effects_chart("double_seven_share").to_dict()["datasets"].values()))
    assert len(rows) == 2 * 2 * 3
    shown = [row["value"] for row in rows if row["level"] == "house" and row["item"] == "seven.size"]
    found = levels.effects.filter(skill="house", metric="double_seven_share", effect="seven.size")["estimate"]
    assert shown == pytest.approx((100 * found).to_list())
    rows = next(iter(levels.importance_chart("turns").to_dict()["datasets"].values()))
    assert {(row["item"], row["level"]) for row in rows} == {
        (dial, who) for dial in DIALS for who in ("house", "planner")
    }


def test_shares_of_the_spread_are_those_of_each_player(levels):
    sweep = levels.sweeps["house"]
    its = levels.importance("turns").filter(skill="house").drop("skill")
    assert its.equals(dial_importance(sweep.results, sweep.design, metrics=["turns"]))
    rows = lines(levels.importance_quote("turns"))
    assert rows[0] == "| alone / with interactions (%) | players | house | planner |"
    assert len(rows) == 2 + 2 * 2


def test_one_player_or_other_dials_are_refused(levels):
    with pytest.raises(ValueError, match="need sweeps by two players or more"):
        DialLevels({"house": levels.sweeps["house"]})
    other = made({"seven.size": ["6", "8"]}, games=5)
    with pytest.raises(ValueError, match="not of the same dials, values, base and numbers of players"):
        DialLevels({"house": levels.sweeps["house"], "planner": other})


def test_a_setting_that_all_players_recommend_is_said_to_be_so():
    dials = {"seven.size": ["6", "7", "8"]}
    both = Choices({who: made(dials, aims=AIMS, slope=3) for who in ("house", "planner")})
    best = both.sweeps["planner"].choice.recommended.removeprefix("rulebook + ")
    text = str(both.answer())
    assert text.startswith(f"**{best}** is recommended for “turns nearest 37” and “first_seat_advantage within 0.3”, ")
    assert "no player's games speak against it." in text
    assert f"- house: {best} keeps every bound; the best in 100 % of the draws of the decks; " in text
    rows = lines(both.quote(settings=2))
    assert rows[0].startswith("| by | seven.size | Turns | First-seat advantage | keeps bounds | is the best |  |")
    assert [row.split("|")[1].strip() for row in rows[2:]] == ["house", "", "planner", ""]


def test_players_who_do_not_agree_are_told():
    dials = {"seven.size": ["6", "7", "8"]}
    apart = Choices({"house": made(dials, aims=AIMS, slope=9), "planner": made(dials, aims=AIMS, slope=-9)})
    house, planner = (sweep.choice.table for sweep in apart.sweeps.values())
    open_to = [set(table.filter(pl.col("verdict") != "worse")["variant"]) for table in (house, planner)]
    text = str(apart.answer())
    assert ("**The players do not agree**" in text) == (not open_to[0] & open_to[1])


def test_choices_need_the_same_aims():
    dials = {"seven.size": ["6", "7"]}
    aimed, aimless = made(dials, aims=AIMS, games=20), made(dials, games=20)
    for sweeps in ({"a": aimed, "b": aimless}, {"a": aimless, "b": aimless}):
        with pytest.raises(ValueError, match="have not all the same aims, one or more"):
            Choices(sweeps)
