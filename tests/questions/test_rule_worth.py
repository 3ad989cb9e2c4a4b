"""What each rule is worth: who plays what, and the sentences that the figures give."""

import polars as pl
import pytest

from simulator import load_variant, play_contest
from simulator.questions import RuleWorth, rule_worth, rules_off
from simulator.reports import Standing
from simulator.statistics import contest_table

SKILLS = ("greedy", "house")


@pytest.fixture(scope="module")
def found():
    return rule_worth(load_variant("rulebook"), players=[2, 3], skills=SKILLS, decks={"greedy": 20, "house": 40})


def test_each_variant_lacks_one_rule_and_is_the_bundled_one_of_its_name():
    variants = rules_off("rulebook")
    names = [variant.name for variant in variants]
    assert names == ["rulebook", "no-trade", "no-reclaim", "no-two-for-one", "rainbow-off", "hand-limit-6"]
    for name in ("no-trade", "rainbow-off", "hand-limit-6"):
        assert variants[names.index(name)].digest == load_variant(name).digest
    assert variants[2].reclaim.from_ == "nobody"
    assert variants[3].two_for_one.max_per_turn == 0


def test_a_rule_that_the_base_lacks_is_left_out():
    assert "no-trade" not in [variant.name for variant in rules_off("no-trade")[1:]]
    assert rules_off("hand-limit-6")[-1].stand_limit.tiles == 7


def test_each_skill_plays_its_decks_freely_and_with_one_restricted_player(found):
    free = found.free.group_by("players", pl.col("seats").list.unique().list.join(" ")).len().sort("players", "seats")
    assert free.rows() == [(2, "greedy", 20), (2, "house", 40), (3, "greedy", 20), (3, "house", 40)]
    alone = play_contest(load_variant("rulebook"), players=3, challenger="house/no-trade", field="house", decks=40)
    row = found.worth.filter(players=3, player="house", restriction="no-trade").row(0, named=True)
    assert row["worth"] == pytest.approx(1 / 3 - contest_table(alone)["share"][0])
    assert row["decks"] == 40


def test_use_is_that_of_the_skill_alone(found):
    game = found.free.filter(pl.col("players") == 2, pl.col("seats").list.first() == "house")
    row = found.use.filter(skill="house", players=2, option="trade", measure="chance").row(0, named=True)
    assert row["value"] == pytest.approx(game["trade_turns_possible"].sum() / game["turns"].sum())


def test_tables_have_a_row_a_rule_and_every_skill(found):
    use, worth = str(found.use_quote(3)).splitlines(), str(found.worth_quote()).splitlines()
    assert len(use) == 2 + 5 * len(SKILLS)
    assert len(worth) == 2 + 4 * 2
    assert worth[0] == "| points of win share | players | greedy | house | together |"


def made(worth, *, players=(3,)):
    """Rules' worth as told: by restriction, (skill, worth, verdict) each."""
    rows = [
        {
            "players": count,
            "player": skill,
            "restriction": restriction,
            "worth": value,
            "lo": value - 0.01,
            "hi": value + 0.01,
            "verdict": verdict,
            "p_holm": 0.001 if verdict in ("matters", "differs, size unclear") else 0.5,
        }
        for restriction, each in worth.items()
        for count in players
        for skill, value, verdict in each
    ]
    skills = tuple(dict.fromkeys(row["player"] for row in rows))
    frame = pl.DataFrame({"players": list(players), "seats": [["house"]] * len(players)})
    result = RuleWorth(load_variant("rulebook"), skills, frame, frame)
    result.__dict__["worth"] = pl.DataFrame(rows).with_columns(pl.col("players").cast(pl.Int32))
    options = ("trade", "reclaim", "two_for_one", "rainbow", "discard")
    shares = [
        {"skill": skill, "players": count, "option": option, "measure": measure, "value": 0.5, "lo": 0.4, "hi": 0.6}
        for skill in skills
        for count in players
        for option in options
        for measure in ("chance", "use", "winner")
    ]
    result.__dict__["use"] = pl.DataFrame(shares).with_columns(pl.col("players").cast(pl.Int32))
    return result


HELPS = [("house", 0.3, "matters"), ("planner", 0.31, "matters")]
NOTHING = [("house", 0.001, "too small to matter"), ("planner", 0.0, "too small to matter")]
BURDEN = [("house", -0.1, "matters"), ("planner", 0.001, "too small to matter")]
SKILLED = [("house", 0.001, "too small to matter"), ("planner", 0.06, "matters")]


def test_the_answer_puts_the_rules_in_order_and_says_who_is_hurt():
    told = made({"no-trade": HELPS, "no-reclaim": NOTHING, "no-two-for-one": BURDEN, "no-rainbow": SKILLED})
    text = str(told.answer())
    assert text.startswith("**Trade and Rainbow matter to a player**, in the order of what the strongest player here")
    titles = ("Trade", "Rainbow", "Two for One", "Reclaim", "Stand limit")
    places = [text.index(f"- **{title}**") for title in titles]
    assert places == sorted(places)
    assert "**Trade**: possible in 50 % of the turns and used in 50 % of these." in text
    assert "loses 31.0 (30.0 to 32.0) points of win share with 3 players. The same holds at every skill." in text
    assert "But house would win more by leaving it alone." in text
    assert "How much that is depends on the skill." in text


def test_nothing_that_matters_is_said_to_be_dispensable():
    told = made(dict.fromkeys(("no-trade", "no-reclaim", "no-two-for-one", "no-rainbow"), NOTHING))
    assert str(told.answer()).startswith("**A player can do without any one of the rules**")
    assert set(told.standings.values()) == {Standing.NOTHING}


def test_the_reading_says_what_is_robust_and_what_is_whose():
    told = made(
        {"no-trade": HELPS, "no-reclaim": NOTHING, "no-two-for-one": BURDEN, "no-rainbow": SKILLED}, players=(2, 3)
    )
    lines = str(told.reading()).splitlines()
    assert lines == [
        "- **Trade** (with 2 and 3 players): worth something at every skill. That is robust.",
        "- **Reclaim** (with 2 and 3 players): worth nothing that matters, whoever plays. That is robust.",
        "- **Two for One** (with 2 and 3 players): not robust: house (wins more without it), "
        "planner (nothing that matters).",
        "- **Rainbow** (with 2 and 3 players): not robust: house (nothing that matters), planner (wins more with it).",
    ]


def test_charts_have_a_row_a_rule(found):
    use, worth = found.use_chart(3).to_dict(), found.worth_chart().to_dict()
    rows = next(iter(use["datasets"].values()))
    assert list(dict.fromkeys(row["panel"] for row in rows)) == [
        "possible, of all turns",
        "used, of these",
        "winner's part, over even",
    ]
    rows = next(iter(worth["datasets"].values()))
    assert list(dict.fromkeys(row["item"] for row in rows)) == ["Trade", "Reclaim", "Two for One", "Rainbow"]
    assert {row["panel"] for row in rows} == {"2 players", "3 players"}
