"""Comparisons from games to words: headlines, frames, the terminal, the page."""

import re
from dataclasses import replace
from html.parser import HTMLParser

import polars as pl
import pytest
from reports.synthetic import synthetic_results
from rich.console import Console

from simulator import Study, read_results
from simulator.reports import Comparison, compare
from simulator.statistics import UnpairedDecksError, Verdict, find_metric
from simulator.telling.headlines import headlines
from simulator.telling.numbers import listed, shown_interval, shown_number, shown_value
from simulator.variants import load_variant

NAMES = ["rulebook", "rainbow-off"]


def variants(*names):
    return [load_variant(name) for name in names]


@pytest.fixture(scope="module")
def comparison():
    results = synthetic_results(NAMES, games=4000)
    return Comparison.from_results(variants(*NAMES), results, command="double-seven compare rulebook rainbow-off")


@pytest.fixture(scope="module")
def several():
    names = ["rulebook", "rainbow-off", "online-zh", "family-6", "no-trade"]
    return Comparison.from_results(variants(*names), synthetic_results(names, games=300, players=(2, 5)))


@pytest.fixture(scope="module")
def html(comparison):
    return comparison.to_html()


@pytest.fixture(scope="module")
def html_of_several(several):
    return several.to_html()


def printed(comparison, width):
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(comparison)
    return capture.get()


def made_row(metric="turns", players=3, verdict=Verdict.MATTERS, difference=1.2, lo=1.1, hi=1.3, note=None):
    return {
        "metric": metric,
        "players": players,
        "variant": "rainbow-off",
        "verdict": verdict.value,
        "difference": difference,
        "lo": lo,
        "hi": hi,
        "note": note,
    }


def said(*rows):
    schema = {"metric": pl.String, "players": pl.Int32, "variant": pl.String, "verdict": pl.String}
    schema |= dict.fromkeys(("difference", "lo", "hi"), pl.Float64) | {"note": pl.String}
    return headlines(pl.DataFrame(rows, schema=schema))


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        (
            made_row(),
            "With 3 players a game lasts 1.20 turns longer (95 % interval 1.10 to 1.30); that matters.",
        ),
        (
            made_row(difference=-1.2, lo=-1.3, hi=-1.1),
            "With 3 players a game is 1.20 turns shorter (95 % interval 1.10 to 1.30); that matters.",
        ),
        (
            made_row("double_seven_share", 4, Verdict.DIFFERS, -0.03, -0.05, -0.01),
            "With 4 players the Double Seven token is taken less often, by 3.0 percentage points (95 % interval 1.0 to "
            "5.0); whether that is enough to matter is not settled.",
        ),
        (
            made_row("first_seat_advantage", 2, Verdict.SMALL, 0.001, -0.002, 0.004),
            "With 2 players any change of the first seat's win share is too small to matter: +0.1 percentage points "
            "(95 % interval −0.2 to 0.4).",
        ),
        (
            made_row("double_seven_turn", 2, Verdict.UNDECIDED, -0.5, -2.0, 1.0),
            "With 2 players these games do not settle whether the turn in which the Double Seven token is taken "
            "changes by as much as matters: −0.50 turns (95 % interval −2.00 to 1.00).",
        ),
        (
            made_row(verdict=Verdict.SAME, difference=0.0, lo=0.0, hi=0.0),
            "With 3 players the length of a game is the same on every deck.",
        ),
        (
            made_row("double_seven_turn", 3, Verdict.UNAVAILABLE, None, None, None, "the token was never taken"),
            "With 3 players the turn in which the Double Seven token is taken cannot be compared: the token was never "
            "taken.",
        ),
    ],
)
def test_headline_says_what_the_row_says(row, sentence):
    assert said(row) == [sentence]


def test_tables_of_which_the_same_is_true_share_a_headline():
    assert said(made_row(players=2), made_row(players=3, difference=1.4, lo=1.3, hi=1.5)) == [
        "With 2 and 3 players a game lasts 1.20 and 1.40 turns longer (95 % intervals 1.10 to 1.30 and 1.30 to 1.50); "
        "that matters."
    ]


def test_opposite_directions_have_a_headline_each():
    sentences = said(made_row(players=2), made_row(players=4, difference=-1.2, lo=-1.3, hi=-1.1))
    assert [re.sub(r" \(.*", "", each) for each in sentences] == [
        "With 2 players a game lasts 1.20 turns longer",
        "With 4 players a game is 1.20 turns shorter",
    ]


def test_what_matters_comes_first():
    sentences = said(
        made_row(verdict=Verdict.UNDECIDED), made_row("double_seven_share", difference=0.1, lo=0.08, hi=0.12)
    )
    assert "that matters" in sentences[0]


def test_several_variants_are_named_and_told_of_where_they_differ(several):
    sentences = several.headlines()
    assert {sentence.split(":")[0] for sentence in sentences} == {"rainbow-off", "online-zh", "family-6", "no-trade"}
    assert any(sentence.startswith("no-trade: with 2 and 5 players a game lasts") for sentence in sentences)
    assert not any("too small" in sentence for sentence in sentences)


def test_table_holds_every_metric_and_number_of_players(comparison):
    table = comparison.table
    for column in ("players", "metric", "variant", "unit", "base", "base_lo", "base_hi", "value", "difference", "lo"):
        assert column in table.columns
    for column in ("hi", "variance_reduction", "p", "p_holm", "verdict"):
        assert column in table.columns
    assert table["players"].unique().sort().to_list() == [2, 3, 4]
    assert set(table["variant"]) == {"rainbow-off"}


def test_differences_are_in_words(comparison):
    assert list(comparison.differences) == ["rainbow-off"]
    assert [difference.key for difference in comparison.differences["rainbow-off"]] == ["rainbow.enabled"]


def test_summary_is_rounded_and_in_shown_units(comparison):
    summary = comparison.summary(players=3)
    assert summary.columns == ["metric", "unit", "base", "value", "difference", "lo", "hi", "verdict"]
    share = summary.row(by_predicate=pl.col("metric") == "Token taken", named=True)
    exact = comparison.table.row(
        by_predicate=(pl.col("metric") == "double_seven_share") & (pl.col("players") == 3), named=True
    )
    assert share["unit"] == "%"
    assert share["base"] == round(100 * exact["base"], 1)
    assert share["difference"] == round(100 * exact["difference"], 1)


def test_summary_tells_tables_and_variants_apart_where_there_are_several(comparison, several):
    assert comparison.summary(metrics=["turns"]).columns[:2] == ["players", "metric"]
    assert comparison.summary(metrics=["turns"]).height == 3
    assert several.summary(metrics=["turns"]).columns[:3] == ["players", "variant", "metric"]
    assert several.summary(players=2, metrics=["turns"]).columns[:2] == ["variant", "metric"]


def test_summary_refuses_what_was_not_played_or_is_not_known(comparison):
    with pytest.raises(ValueError, match="no game has 5 players; the numbers of players are 2, 3 and 4"):
        comparison.summary(players=5)
    with pytest.raises(KeyError, match="no metric is called 'trun'"):
        comparison.summary(metrics=["trun"])


@pytest.mark.parametrize("width", [80, 100])
def test_terminal_report_fits_and_nothing_is_cut(comparison, width):
    text = printed(comparison, width)
    assert max(map(len, text.splitlines())) <= width
    assert "…" not in text
    for players in (2, 3, 4):
        assert f"{players} players: rainbow-off against rulebook" in text
    assert "Nobody may announce Rainbow." in text
    assert "Left out, since they never happened: stalled and cut off." in text
    assert "house in every seat; seed 1." in text


def test_terminal_report_of_several_variants_shows_the_key_metrics(several):
    text = printed(several, 80)
    assert max(map(len, text.splitlines())) <= 80
    assert "Turn of the token" in text
    assert "Passes" not in text


class Outline(HTMLParser):
    """What a page loads, and whether its tags close in order."""

    VOID = frozenset(("meta", "br", "link", "img", "input", "hr"))

    def __init__(self):
        super().__init__()
        self.open, self.identifiers, self.loaded, self.tags = [], [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        for name, value in attrs:
            if name == "id":
                self.identifiers.append(value)
            if name in ("src", "href", "xlink:href") and not value.startswith("#"):
                self.loaded.append(value)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize("which", ["html", "html_of_several"])
def test_page_is_whole_and_needs_no_network(which, request):
    html = request.getfixturevalue(which)
    outline = Outline()
    outline.feed(html)
    assert outline.open == []
    assert outline.loaded == []
    assert "script" not in outline.tags
    assert "@import" not in html
    assert re.findall(r"url\((?!#)", html) == []
    assert len(outline.identifiers) == len(set(outline.identifiers))
    assert outline.tags.count("svg") == 4
    assert "prefers-color-scheme: dark" in html
    assert "@media print" in html


def test_page_holds_words_numbers_meanings_and_provenance(comparison, html):
    assert "<h1>rainbow-off against rulebook</h1>" in html
    assert "Nobody may announce Rainbow." in html
    for sentence in comparison.headlines():
        assert sentence.replace("'", "&#39;") in html
    for verdict in Verdict:
        assert verdict.meaning in html
    for variant in comparison.variants:
        assert f"{variant.name} ({variant.digest})" in html
    assert "<code>double-seven compare rulebook rainbow-off</code>" in html
    assert "4,000 with each of 2, 3 and 4 players" in html
    assert "polars" in html
    assert "numba" in html
    assert find_metric("turns").margin_reason in html


def test_page_is_the_same_each_time(comparison, html):
    again = Comparison.from_results(comparison.variants, comparison.results, command=comparison.provenance.command)
    assert again.to_html() == html


def test_page_quotes_what_a_variant_says():
    odd = load_variant("rainbow-off").model_copy(update={"title": "<b>&"})
    results = synthetic_results(NAMES, games=5, players=(2,))
    html = Comparison.from_results([load_variant("rulebook"), odd], results).to_html()
    assert "&lt;b&gt;&amp;" in html
    assert "<b>&" not in html


def test_page_is_written_whole_or_not_at_all(comparison, html, tmp_path, monkeypatch):
    path = tmp_path / "page.html"
    path.write_text("what was there before")
    monkeypatch.setattr(Comparison, "to_html", lambda self: "\ud800")  # cannot be written as UTF-8
    with pytest.raises(UnicodeEncodeError):
        comparison.write_html(path)
    assert path.read_text() == "what was there before"
    monkeypatch.setattr(Comparison, "to_html", lambda self: html)
    comparison.write_html(path)
    assert path.read_text(encoding="utf-8") == html
    assert list(tmp_path.iterdir()) == [path]


def test_ones_own_margins_are_used_and_told():
    results = synthetic_results(NAMES, games=500, players=(3,))
    found = Comparison.from_results(variants(*NAMES), results, margins={"turns": 40.0})
    assert found.summary(metrics=["turns"])["verdict"].to_list() == [Verdict.SMALL]
    assert "as asked for in this comparison" in found.to_html()
    with pytest.raises(ValueError, match="the margin of turns is 0; a margin that matters is above zero"):
        Comparison.from_results(variants(*NAMES), results, margins={"turns": 0})


def test_equal_rules_differ_in_nothing():
    rulebook = load_variant("rulebook")
    twin = rulebook.model_copy(update={"name": "twin"})
    base = synthetic_results(["rulebook"], games=200, players=(3,))
    results = pl.concat([base, base.with_columns(pl.lit("twin").alias("variant"))])
    found = Comparison.from_results([rulebook, twin], results)
    assert found.differences == {"twin": []}
    assert set(found.table["verdict"]) == {Verdict.SAME}
    assert "None: twin has the rules of rulebook." in found.to_html()
    assert "In nothing: the rules are the same." in printed(found, 80)
    assert all(sentence.endswith("is the same on every deck.") for sentence in found.headlines())


def test_one_game_gives_a_report_without_intervals():
    found = Comparison.from_results(variants(*NAMES), synthetic_results(NAMES, games=1, players=(2,)))
    assert "one deck has no interval" in found.to_html()
    assert "undecided" in printed(found, 80)


def test_variants_are_needed_and_told_apart():
    with pytest.raises(ValueError, match="at least one other variant, not only rulebook"):
        compare(variants("rulebook"), decks=1)
    with pytest.raises(ValueError, match="rulebook stands there more than once"):
        compare(variants("rulebook", "rulebook"), decks=1)


def test_variants_that_unlike_players_played_are_not_compared():
    results = synthetic_results(NAMES, games=5, players=(2,)).with_columns(
        pl.when(pl.col("variant") == "rulebook")
        .then(pl.lit(["house", "house"]))
        .otherwise(pl.lit(["greedy", "house"]))
        .alias("seats")
    )
    message = "not played by the same players: house, house against greedy, house"
    with pytest.raises(UnpairedDecksError, match=message):
        Comparison.from_results(variants(*NAMES), results)


def test_a_lazy_frame_with_other_variants_too_will_do(comparison):
    more = pl.concat([comparison.results, synthetic_results(["family-6"], games=10)])
    found = Comparison.from_results(comparison.variants, more.lazy())
    assert found.table.equals(comparison.table)


def test_compare_plays_the_games_it_was_asked_for():
    calls = []
    found = compare(
        variants(*NAMES),
        players=[2],
        seats="greedy",
        decks=40,
        seed=7,
        progress=lambda now: calls.append((now.done, now.planned)),
    )
    assert found.results.height == 80
    assert set(found.results["seed"]) == {7}
    assert dict(found.provenance_lines())["Players in the seats"] == "greedy in every seat"
    assert calls[-1] == (80, 80)


def test_numbers_are_written_as_people_write_them():
    assert shown_number(-0.04, 1, signed=True) == "0.0"
    assert shown_number(-1.25, 2, signed=True) == "−1.25"
    assert shown_number(1234.5, 1, signed=True) == "+1,234.5"
    assert shown_number(None, 2) == "—"
    assert shown_value(find_metric("double_seven_share"), 0.7065) == "70.7 %"
    assert shown_interval(find_metric("turns"), -0.5, 1) == "−0.50 to 1.00"
    assert listed([2, 3, 4]) == "2, 3 and 4"
    assert listed([2]) == "2"


def test_a_file_of_results_alone_is_compared_as_its_games_were(tmp_path):
    study = Study(NAMES, players=[2, 3], seats=["greedy", "house"], decks=60)
    results = study.run(command="double-seven study mine.yaml")
    results.write_parquet(tmp_path / "games.parquet")
    read = read_results(tmp_path / "games.parquet")
    older = replace(read, provenance=replace(read.provenance, engine="of long ago"))
    found = Comparison.of_study(older)
    asked = compare(NAMES, players=[2, 3], seats=["greedy", "house"], decks=60)
    assert found.table.equals(asked.table)
    assert [each.line_up for each in (found, *found.others)] == ["greedy", "house"]
    told = dict(found.select(["rainbow-off"]).provenance_lines())
    assert (told["Engine and players"], told["Command"]) == ("of long ago", "double-seven study mine.yaml")
    assert told["Players in the seats"] == "greedy in every seat"


def test_games_that_were_looked_at_while_they_were_played_have_the_intervals_of_a_sequence():
    results = Study(NAMES, players=2, seats="greedy", precision={"turns": 1.0}, most_decks=500).run()
    found = Comparison.of_study(results)
    assert found.table.equals(results.differences().drop("line_up"))
    plain = Comparison.from_results(results.provenance.variants, results.collect())
    looked, fixed = (each.table.filter(metric="turns").row(0, named=True) for each in (found, plain))
    assert looked["lo"] < fixed["lo"] < fixed["hi"] < looked["hi"]
