"""Dossiers: any variant gives one, with what is to be known first, and the page needs nothing else."""

import re
from html.parser import HTMLParser
from pathlib import Path

import polars as pl
import pytest

from simulator.reports import DossierError, dossier
from simulator.reports.dossiers.chapters import SECTIONS
from simulator.reports.dossiers.describing import worth_reading
from simulator.reports.dossiers.dossier import _affordable
from simulator.statistics import Verdict
from simulator.variants import load_variant
from simulator.variants.options import OPTIONS, options_of

GAMES = 40
NEVER_ENDS = ["double_seven.ends_game=false", "end.on_last_tile=false"]
ROUND_AND_ROUND = [
    *("start.min_tiles=10", "start.min_animals=10", "seven.size=12", "two_for_one.max_per_turn=0"),
    *("stand_limit.tiles=0", "stand_limit.excess=discard_down", "stand_limit.goes_to=draw_pile"),
]
BARE = [
    *("tiles.jokers=0", "trade.enabled=false", "two_for_one.max_per_turn=0", "rainbow.enabled=false"),
    "reclaim.from=nobody",
]


def gather(*overrides, **given):
    variant = load_variant("rulebook", overrides=overrides)
    return dossier(variant, **{"decks": GAMES, "players": [2, 3], **given})


@pytest.fixture(scope="module")
def gathered():
    return dossier(["exactly-seven", "rainbow-off"], players=[2, 3], decks=GAMES, command="double-seven dossier a b")


@pytest.fixture(scope="module")
def html(gathered):
    return gathered.to_html()


class Outline(HTMLParser):
    """What a page refers to, and whether its tags close in order."""

    VOID = frozenset(("meta", "br", "link", "img", "input", "hr"))

    def __init__(self):
        super().__init__()
        self.open, self.identifiers, self.loaded, self.tags, self.within = [], [], [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        for name, value in attrs:
            if name == "id":
                self.identifiers.append(value)
            if name in ("src", "href", "xlink:href"):
                (self.within if value.startswith("#") else self.loaded).append(value)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def outline_of(html):
    outline = Outline()
    outline.feed(html)
    return outline


def test_page_is_whole_and_needs_no_network(html):
    outline = outline_of(html)
    assert outline.open == []
    assert outline.loaded == []
    assert "script" not in outline.tags
    assert "@import" not in html
    assert re.findall(r"url\((?!#)", html) == []
    assert len(outline.identifiers) == len(set(outline.identifiers))
    assert {target[1:] for target in outline.within} <= set(outline.identifiers)
    assert outline.tags.count("svg") == 2 * 6
    assert "prefers-color-scheme: dark" in html
    assert "@media print" in html


def test_page_has_every_section_of_every_chapter_with_a_table_or_a_text(html):
    for place in (1, 2):
        for section in SECTIONS:
            found = re.search(rf'<section id="{place}-{section.name}">(.*?)</section>', html, re.DOTALL)
            assert found is not None, section.name
            assert section.heading in found[1]
            assert re.search(r"<table>|<pre>|<li>", found[1]), section.name
    for identifier in ("words", "provenance"):
        assert f'<section id="{identifier}">' in html


def test_page_says_what_differs_what_the_words_mean_and_where_it_comes_from(gathered, html):
    assert "Nobody may announce Rainbow." in html
    for verdict in Verdict:
        assert verdict.meaning in html
    for name in ("rulebook", "exactly-seven", "rainbow-off"):
        assert f"{name} ({load_variant(name).digest})" in html
    assert "<code>double-seven dossier a b</code>" in html
    assert dict(gathered.provenance_lines())["Games"].endswith("40 by house and 10 by planner, in every seat")
    assert "numba" in dict(gathered.provenance_lines())["Made with"]


def test_page_is_the_same_each_time_and_on_any_number_of_threads(gathered, html):
    given = {"players": [2, 3], "decks": GAMES, "store": False, "command": gathered.command}
    assert dossier(["exactly-seven", "rainbow-off"], threads=1, **given).to_html() == html


def test_a_chapter_is_the_same_alone_as_in_company(gathered):
    alone = dossier("rainbow-off", players=[2, 3], decks=GAMES).chapters[0]
    together = gathered.chapters[1]
    for section in SECTIONS:
        assert alone.quote(section.name) == together.quote(section.name)
        assert alone.reading(section.name) == together.reading(section.name)


def test_frames_say_who_played(gathered):
    chapter = gathered.chapters[0]
    assert chapter.table["player"].unique(maintain_order=True).to_list() == ["house", "planner"]
    assert chapter.estimates["player"].unique(maintain_order=True).to_list() == ["house", "planner"]
    assert set(chapter.worth["variant"]) == {"rulebook", "exactly-seven"}
    assert set(chapter.worth["rule"]) == {option.title for option in OPTIONS if option.style}
    assert chapter.case.course.columns == ["players", "variant", "metric", "title", "value", "lo", "hi", "fair"]


def test_page_quotes_what_a_variant_says():
    odd = load_variant("rainbow-off").model_copy(update={"title": "<b>&", "name": "a<i>b|c*d"})
    html = dossier(odd, players=2, decks=4).to_html()
    assert "&lt;b&gt;&amp;" in html
    assert "<i>" not in html
    assert "a&lt;i&gt;b|c*d" in html
    assert outline_of(html).open == []


def test_a_notebook_and_a_terminal_show_what_is_to_be_known_first(gathered):
    assert gathered._repr_markdown_() == gathered.gist().markdown
    assert gathered.gist().markdown.startswith("exactly-seven: ")
    assert gathered.title == "exactly-seven and rainbow-off against rulebook"


# Variants that nobody had in mind


def complete(gathered):
    """A dossier's first chapter, once its page is drawn and whole and each section says something."""
    outline = outline_of(gathered.to_html())
    assert outline.open == []
    assert outline.loaded == []
    chapter = gathered.chapters[0]
    for section in SECTIONS:
        assert chapter.quote(section.name).markdown.strip(), section.name
        assert chapter.reading(section.name).markdown.strip(), section.name
    return chapter


def test_games_that_only_stall_are_told_of_first():
    chapter = complete(gather(*NEVER_ENDS))
    assert chapter.gist().markdown.startswith("**No game comes to an end of its own under rulebook + ")
    assert "100.0 % of the games stalled" in chapter.gist().markdown
    assert chapter.answer().markdown.startswith("**No game comes to an end of its own")
    assert "| Stalled | 2 | 0.0 % | 100.0 % |" in chapter.quote("double_seven").markdown


def test_games_that_are_cut_off_are_told_of_first():
    chapter = complete(gather(*ROUND_AND_ROUND, decks=4, players=[2]))
    assert "100.0 % of the games were cut off after 2,000 turns" in chapter.gist().markdown
    assert chapter.reading("course").markdown.startswith("No game came to an end, so that there is no half-time")


def test_some_games_without_an_end_are_told_of_too():
    chapter = complete(dossier("online-sv", players=[4], decks=200))
    assert chapter.gist().markdown.startswith("**Not every game comes to an end of its own under online-sv:**")


def test_tables_that_the_base_does_not_allow_are_described_alone():
    chapter = complete(gather("players.max=6", players=[4, 6]))
    assert "with 6 players rulebook + players.max=6 stands alone" in chapter.gist().markdown
    assert chapter.case.compared == [4]
    assert chapter.case.alone == [6]
    assert set(chapter.table["players"]) == {4}
    assert set(chapter.estimates["players"]) == {4, 6}
    assert re.search(
        r"\|  \| 6 \| — \| [\d.]+ \([\d.]+ to [\d.]+\) \| — \| — \| not compared \|", str(chapter.quote("length"))
    )


def test_a_variant_for_other_tables_than_the_base_stands_alone():
    chapter = complete(gather("players.min=5", "players.max=6", players=None, decks=10))
    assert chapter.gist().markdown.startswith("**Not compared.** rulebook is for 2 to 4 players")
    assert chapter.table is None
    assert chapter.robustness is None
    assert chapter.chart("differences") is None
    assert "At least 5 players take part (instead of 2)." in chapter.answer().markdown


def test_the_base_itself_is_described_on_its_own():
    gathered = dossier("rulebook", players=2, decks=GAMES)
    chapter = complete(gathered)
    assert gathered.title == "rulebook"
    assert chapter.gist().markdown == (
        "This is the base itself: there is nothing to compare, and it is described on its own."
    )
    assert "| Turns | 2 |" in chapter.quote("differences").markdown


def test_equal_rules_of_another_name_have_nothing_to_compare():
    twin = load_variant("rulebook").model_copy(update={"name": "twin"})
    chapter = complete(dossier(twin, players=2, decks=4))
    assert chapter.gist().markdown.startswith("**twin** plays exactly as rulebook")


def test_rules_that_are_not_there_are_worth_nothing_to_ask_about():
    variant = load_variant("rulebook", overrides=BARE)
    assert options_of(variant) == []
    assert options_of(load_variant("rulebook")) == [option for option in OPTIONS if option.style]
    without = options_of(load_variant("rulebook", overrides=["tiles.jokers=0"]))
    assert "no-reclaim" not in [option.style for option in without]
    chapter = complete(gather(*BARE, decks=10, players=[2]))
    assert chapter.reading("worth").markdown == "- **Not in these rules**: Trade, Reclaim, Two for One and Rainbow."
    alone = complete(dossier(variant, variant, players=2, decks=4))
    assert alone.chart("worth") is None
    assert alone.reading("rules").markdown == "Nothing of this ever happened."
    assert alone.quote("worth").markdown == "There is no rule here that a player could forgo."


def test_what_rules_are_worth_is_sorted_by_who_gains():
    rows = [
        ("Trade", 2, "house", 0.1, 0.05, 0.2),
        ("Trade", 2, "planner", 0.2, 0.1, 0.3),
        ("Reclaim", 2, "house", -0.1, -0.2, -0.05),
        ("Reclaim", 2, "planner", 0.1, 0.05, 0.2),
        ("Rainbow", 2, "house", 0.0, -0.1, 0.1),
        ("Rainbow", 2, "planner", 0.1, 0.05, 0.2),
        ("Rainbow", 3, "house", 0.0, -0.1, 0.1),
        ("Rainbow", 3, "planner", 0.0, -0.1, 0.1),
        ("Two for One", 2, "house", -0.1, -0.2, -0.05),
        ("Two for One", 2, "planner", 0.0, -0.1, 0.1),
    ]
    frame = pl.DataFrame(rows, schema=["rule", "players", "player", "worth", "lo", "hi"], orient="row")
    assert worth_reading(frame, missing=[]).markdown.splitlines() == [
        "- **Surely worth something whoever plays**: Trade (with 2 players).",
        "- **Surely worth something to planner only**: Rainbow (with 2 players).",
        "- **Worth something to planner, better left alone by house**: Reclaim (with 2 players).",
        "- **Better left alone by house**: Two for One (with 2 players).",
        "- **Not settled by these games**: Rainbow (with 3 players).",
    ]


# What is asked for


def test_long_games_are_played_less_often_by_default():
    short, long = load_variant("rulebook"), load_variant("rulebook", overrides=ROUND_AND_ROUND)
    rules = [(short, [2]), (long, [2])]
    assert _affordable(rules, [[short.name]], "house", 1, {}) == 12_000
    assert _affordable(rules, [[long.name, short.name]], "house", 1, {}) == 840
    assert _affordable(rules, [[short.name], [long.name, short.name]], "house", 1, {}) == 840


def test_the_base_may_be_among_the_variants(gathered):
    among = dossier(["rulebook", "rainbow-off"], players=[2, 3], decks=GAMES)
    assert among.chapters[0].case.comparison is None
    for section in SECTIONS:
        assert among.chapters[1].quote(section.name) == gathered.chapters[1].quote(section.name)


def test_mistakes_say_what_is_wrong_and_what_is_allowed(tmp_path):
    with pytest.raises(DossierError, match="name one, such as rainbow-off"):
        dossier([])
    with pytest.raises(DossierError, match="rainbow-off is named twice"):
        dossier(["rainbow-off", "rainbow-off"])
    with pytest.raises(DossierError, match=r"rainbow-off is for 2, 3 and 4 players, not for 5 and 6 \(players.min"):
        dossier("rainbow-off", players=[5, 6])
    with pytest.raises(DossierError, match="house and house tells no second opinion"):
        dossier("rainbow-off", seats=["house", "house"])
    mine = Path(tmp_path) / "rulebook.yaml"
    mine.write_text("title: Mine\nsummary: Six.\nextends: rulebook\nseven: {size: 6}\n")
    with pytest.raises(DossierError, match=r"give its file another name, such as my-rulebook\.yaml"):
        dossier(mine)


def test_a_section_that_is_not_there_is_named(gathered):
    with pytest.raises(KeyError, match="a chapter has no section 'lenght'; it has differences, length"):
        gathered.chapters[0].quote("lenght")
    with pytest.raises(KeyError, match="no section 'lenght'"):
        gathered.chapters[0].chart("lenght")


def test_page_is_written_whole(gathered, html, tmp_path):
    path = tmp_path / "page.html"
    gathered.write_html(path)
    assert path.read_text(encoding="utf-8") == html
    assert list(tmp_path.iterdir()) == [path]


def test_progress_counts_to_the_end():
    seen = []
    dossier("rainbow-off", players=2, decks=4, progress=lambda now: seen.append((now.done, now.planned)))
    assert seen == sorted(seen)
    assert seen[-1][0] == seen[-1][1]
    assert len({total for _, total in seen}) == 1
