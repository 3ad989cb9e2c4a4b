"""A comparison in prose, as a notebook shows it."""

import re

import polars as pl
import pytest
from reports.synthetic import synthetic_results

from simulator.reports import Comparison, compare
from simulator.statistics import Verdict
from simulator.telling import bundled_rules
from simulator.telling.prose import escaped
from simulator.variants import bundled_variants, load_variant

NAMES = ["rulebook", "rainbow-off"]


def compared(names=NAMES, **dials):
    return Comparison.from_results([load_variant(name) for name in names], synthetic_results(names, **dials))


def cells(prose):
    """The words of a table of Markdown, row by row, without the line that aligns them."""
    lines = [line for line in str(prose).splitlines() if line.startswith("|")]
    rows = [[word.strip() for word in line.strip("|").split("|")] for line in lines]
    assert len({len(row) for row in rows}) == 1
    return [rows[0], *rows[2:]]


@pytest.fixture(scope="module")
def comparison():
    return compared(games=4000, longer=2.5)


@pytest.fixture(scope="module")
def several():
    return compared(["rulebook", "rainbow-off", "family-6"], games=300)


def test_prose_is_markdown_in_a_notebook_and_itself_elsewhere(comparison):
    prose = comparison.answer()
    assert prose._repr_markdown_() == str(prose) == repr(prose)


def test_answer_tells_the_rules_the_verdict_and_the_findings(comparison):
    text = str(comparison.answer())
    assert text.startswith("**rainbow-off** instead of **rulebook**:\n\n- Nobody may announce Rainbow.\n\n**")
    assert "**Yes, it matters: a game lasts longer; the Double Seven token, where taken, comes later" in text
    assert "\n- With 2, 3 and 4 players a game lasts " in text


def test_answer_says_no_where_every_change_is_too_small():
    found = compared(games=40)
    table = found.table.with_columns(pl.lit(Verdict.SMALL.value).alias("verdict"))
    found.__dict__["table"] = table
    text = str(found.answer())
    assert "**No difference that matters, in length, Double Seven or the first seat.**" in text
    assert "Too small to matter: the length of a game; how often the Double Seven token is taken;" in text
    assert "Yes" not in text


def test_answer_asks_for_more_games_where_nothing_is_settled():
    text = str(compared(games=4, players=(3,)).answer())
    assert "**These games do not settle whether it matters. More games would.**" in text
    assert "Not settled by these games: " in text


def test_answer_says_where_numbers_of_players_part(comparison):
    found = compared(games=40)
    verdict = pl.when(pl.col("players") == 3).then(pl.lit("matters")).otherwise(pl.lit("too small to matter"))
    found.__dict__["table"] = comparison.table.with_columns(
        verdict.alias("verdict"), pl.lit(-1.5).alias("difference"), pl.lit(-2.0).alias("lo"), pl.lit(-1.0).alias("hi")
    )
    text = str(found.answer())
    assert "**Yes, it matters: a game is shorter (with 3 players); the Double Seven token is taken less often" in text
    assert "Too small to matter: the length of a game (with 2 and 4 players)" in text


def test_equal_rules_are_said_to_be_equal():
    rulebook = load_variant("rulebook")
    twin = rulebook.model_copy(update={"name": "twin"})
    base = synthetic_results(["rulebook"], games=50, players=(3,))
    results = pl.concat([base, base.with_columns(pl.lit("twin").alias("variant"))])
    text = str(Comparison.from_results([rulebook, twin], results).answer())
    assert "- Nothing: the rules are the same." in text
    assert "**No difference on any deck, in length, Double Seven or the first seat.**" in text


def test_each_of_several_variants_has_its_answer(several):
    text = str(several.answer())
    assert text.index("**rainbow-off** instead of **rulebook**") < text.index("**family-6** instead of **rulebook**")


def test_quoted_table_holds_the_numbers_of_the_summary(comparison):
    rows = cells(comparison.quote(["turns", "double_seven_share"]))
    assert rows[0] == ["", "players", "rulebook", "rainbow-off", "difference", "95 % interval", "verdict"]
    assert [row[0] for row in rows[1:]] == ["Turns", "", "", "Token taken", "", ""]
    summary = comparison.summary(metrics=["turns"]).row(0, named=True)
    assert rows[1][1:5] == ["2", f"{summary['base']:.2f}", f"{summary['value']:.2f}", f"+{summary['difference']:.2f}"]
    assert rows[1][5] == f"{summary['lo']:.2f} to {summary['hi']:.2f}"
    assert all(row[4].endswith("% pts") for row in rows[4:])


def test_tables_keep_to_the_order_and_players_asked_for(comparison, several):
    assert [row[:2] for row in cells(comparison.quote(["rounds", "turns"], players=3))[1:]] == [
        ["Rounds", "3"],
        ["Turns", "3"],
    ]
    rows = cells(several.quote(["turns"], players=2))
    assert [row[1] for row in rows] == ["rules", "rainbow-off", "family-6"]
    with pytest.raises(ValueError, match="no game has 5 players"):
        comparison.quote(players=5)
    with pytest.raises(KeyError, match="no metric is called 'trun'"):
        comparison.reading(["trun"])


def test_overview_has_a_column_a_number_of_players_and_what_matters_in_bold(comparison, several):
    rows = cells(comparison.overview(["turns", "shared_wins"]))
    assert rows[0] == ["", "2 players", "3 players", "4 players"]
    assert [row[0] for row in rows[1:]] == ["Turns", "Shared wins (% pts)"]
    for players, cell in zip((2, 3, 4), rows[1][1:], strict=True):
        row = comparison.table.row(
            by_predicate=(pl.col("metric") == "turns") & (pl.col("players") == players), named=True
        )
        assert cell.startswith("**") == cell.endswith("**") == (row["verdict"] == "matters")
        assert f"{row['difference']:+.2f} ({row['lo']:.2f} to {row['hi']:.2f})" in cell
    assert [row[:2] for row in cells(several.overview(["turns"]))] == [
        ["", "variant"],
        ["Turns", "rainbow-off"],
        ["", "family-6"],
    ]


def test_reading_says_from_what_to_what_and_whether_that_matters(comparison):
    found = compared(games=40)
    rows = pl.DataFrame(
        {
            "players": [2, 3, 4],
            "base": [20.0, 24.0, 28.0],
            "value": [21.5, 24.1, 26.0],
            "verdict": [Verdict.MATTERS.value, Verdict.SMALL.value, Verdict.MATTERS.value],
        },
        schema_overrides={"players": pl.Int32},
    )
    turns = comparison.table.filter(pl.col("metric") == "turns").drop("base", "value", "verdict")
    found.__dict__["table"] = turns.join(rows, on="players")
    assert str(found.reading(["turns"])) == (
        "- **Turns**: from 20.00 to 21.50 with 2 and from 28.00 to 26.00 with 4 players, which matters; "
        "from 24.00 to 24.10 with 3 players, too small to matter."
    )


@pytest.mark.parametrize(
    ("verdict", "words"),
    [
        (Verdict.DIFFERS, "a sure difference, but perhaps too small to matter"),
        (Verdict.UNDECIDED, "which these games do not settle"),
        (Verdict.SAME, "the same on every deck with 3 players"),
        (Verdict.UNAVAILABLE, "nothing to compare with 3 players"),
    ],
)
def test_reading_has_words_for_every_verdict(verdict, words):
    found = compared(games=40, players=(3,))
    found.__dict__["table"] = found.table.with_columns(pl.lit(verdict.value).alias("verdict"))
    assert words in str(found.reading(["turns"]))


def test_certainty_names_games_players_pairing_and_margins(comparison):
    text = str(comparison.certainty())
    assert "4,000 with each of 2, 3 and 4 players; house in every seat; seed 1." in text
    factors = comparison.table.filter(pl.col("metric") == "turns")["variance_reduction"]
    for factor in (factors.min(), factors.max()):
        assert f"{factor:.1f}" in text
    assert cells(comparison.certainty())[1][:2] == ["Turns", "1 turn"]
    own = Comparison.from_results(comparison.variants, comparison.results, margins={"turns": 2.5})
    assert cells(own.certainty())[1] == ["Turns", "2.5 turns", "as asked for in this comparison"]


def test_a_game_is_told_as_it_was_played():
    found = compare([load_variant(name) for name in NAMES], players=[2, 3], decks=5, seed=7)
    lines = str(found.tell_game(found.variants[1], players=3, game=4)).splitlines()
    assert (lines[0], lines[-1]) == ("```text", "```")
    assert lines[1] == "Rainbow off, 3 players, seed 7, game 4"
    turns = found.results.row(
        by_predicate=(pl.col("variant") == "rainbow-off") & (pl.col("players") == 3) & (pl.col("game") == 4), named=True
    )["turns"]
    assert any(line.startswith(f"The game is over after {turns} turns") for line in lines)
    first = str(found.tell_game(lines=3)).splitlines()
    assert first[1] == "Rulebook, 2 players, seed 7, game 0"
    assert first[4:] == ["…", "```"]
    with pytest.raises(ValueError, match="no game of rulebook with 2 players has the number 5"):
        found.tell_game(game=5)


def test_bundled_rules_are_listed_with_their_summaries():
    rows = cells(bundled_rules())
    assert [row[0] for row in rows[1:]] == list(bundled_variants())
    assert ["rainbow-off", "Nobody may announce Rainbow."] in rows


def test_what_a_variant_says_is_not_read_as_markdown():
    assert escaped("a|b *c* $x$ <b> `d` 100 % −1 family-6") == r"a\|b \*c\* \$x\$ \<b\> \`d\` 100 % −1 family-6"
    odd = load_variant("rainbow-off").model_copy(update={"name": "a|b*"})
    results = synthetic_results(games=20, players=(2,)).with_columns(pl.col("variant").replace("rainbow-off", "a|b*"))
    found = Comparison.from_results([load_variant("rulebook"), odd], results)
    assert r"**a\|b\*** instead of" in str(found.answer())
    assert r"a\|b\*" in str(found.quote(["turns"])).splitlines()[0]
    assert not re.search(r"(?<!\\)\*b", str(found.overview()))


def test_a_metric_is_named_once_however_many_variants_there_are(several):
    rows = cells(several.overview(["turns", "double_seven_share"]))
    assert [row[0] for row in rows[1:]] == ["Turns", "", "Token taken (% pts)", ""]
