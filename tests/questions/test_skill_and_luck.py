"""Deck luck by pool, skill of a pool, and figures for other games: what is played, read and said."""

import json
from pathlib import Path

import polars as pl
import pytest

from simulator import load_variant, simulate
from simulator.questions import Luck, luck_of, read_published, skill_of
from simulator.questions.skill_and_luck import PublishedError
from simulator.statistics import deck_luck, line_ups, points_of_step, skill, steps_of_skill

RULEBOOK = load_variant("rulebook")
PUBLISHED = Path(__file__).resolve().parents[2] / "notebooks" / "data" / "published-skill.json"


@pytest.fixture(scope="module")
def luck():
    return luck_of(RULEBOOK, [["greedy", "house"], ["house", "house/rush"]], decks={2: 30, 3: 20})


@pytest.fixture(scope="module")
def measured():
    return {"two": skill_of(RULEBOOK, ["greedy", "house"], decks=40)}


def test_luck_is_that_of_every_line_up_over_the_same_decks(luck):
    games = [
        simulate(RULEBOOK, players=3, seats=each, games=20, rotate=False) for each in line_ups(["greedy", "house"], 3)
    ]
    found = deck_luck(pl.concat(games))
    rows = {row["part"]: row for row in luck.table.filter(players=3, pool="greedy and house").to_dicts()}
    assert (rows["luck"]["share"], rows["players"]["share"]) == (found.luck, found.players)
    assert (rows["rest"]["lo"], rows["rest"]["hi"]) == (found.rest_lo, found.rest_hi)
    assert (rows["rest"]["decks"], rows["rest"]["line_ups"]) == (20, 8)


def test_luck_has_a_row_a_pool_and_number_of_players(luck):
    lines = str(luck.quote()).splitlines()
    assert lines[0] == "| line-ups of | players | the deck | who plays | how it fell out | decks × line-ups |"
    assert [line.rsplit("|", 2)[1].strip() for line in lines[2:]] == ["30 × 4", "20 × 8"] * 2
    rows = next(iter(luck.chart().to_dict()["datasets"].values()))
    assert len(rows) == 2 * 2 * 3


def made(**pools):
    """Shares by pool: the deck's and the players', the rest being the rest; intervals of 2 points on either side."""
    rows = [
        {"pool": pool, "players": 2, "part": part, "share": share, "lo": share - 0.02, "hi": share + 0.02}
        for pool, (deck, players) in pools.items()
        for part, share in (("luck", deck), ("players", players), ("rest", 1 - deck - players))
    ]
    return Luck(pl.DataFrame(rows).with_columns(pl.lit(9).alias("decks"), pl.lit(4).alias("line_ups")))


def test_the_answer_spans_the_pools_and_the_reading_compares_them():
    told = made(unlike=(0.03, 0.18), alike=(0.08, 0.18))
    assert str(told.answer()) == (
        "- With 2 players the deck decides 3 to 8 % of who wins, the difference between the players 18 %, and how "
        "these players' choices happened to meet it 74 to 79 %."
    )
    assert str(told.reading()).splitlines() == [
        "- What the deck decides is surely larger with 2 players, among alike than among unlike.",
        "- What the difference between the players decides is not surely larger or smaller, among alike than among "
        "unlike.",
    ]


def test_skill_is_that_of_all_meetings(measured):
    games = [
        simulate(RULEBOOK, players=2, seats=pair, games=40, rotate=False)
        for pair in (("greedy", "house"), ("house", "greedy"))
    ]
    expected = skill(pl.concat(games))
    found = measured["two"]
    assert (found.p, found.p_lo, found.p_hi, found.decks) == (expected.p, expected.p_lo, expected.p_hi, 40)


def test_every_published_figure_has_its_source_and_address():
    published = read_published(PUBLISHED)
    for table in (published.shares, published.steps):
        assert table["source"].str.len_chars().min() > 20
        assert table["address"].str.starts_with("https://").all()
    assert all(address in str(published.addresses()) for address in published.steps["address"])


def test_a_figure_without_a_source_is_refused(tmp_path):
    content = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    del content["steps"][1]["source"]
    (tmp_path / "x.json").write_text(json.dumps(content))
    with pytest.raises(PublishedError, match="source or its address is missing for Chess"):
        read_published(tmp_path / "x.json")
    for text in ("{", '{"steps": []}', "[]"):
        (tmp_path / "x.json").write_text(text)
        with pytest.raises(PublishedError, match="has not the two lists of figures shares_of_chess and steps"):
            read_published(tmp_path / "x.json")
    with pytest.raises(PublishedError, match="cannot be read"):
        read_published(tmp_path / "missing.json")


def test_measured_and_published_stand_on_one_scale(measured):
    published = read_published(PUBLISHED)
    rows = next(iter(published.scale_chart(measured).to_dict()["datasets"].values()))
    assert [row["item"] for row in rows] == [
        *("flipping coins", "Poker", "Double Seven: two", "chess; the better always wins")
    ]
    assert rows[2]["value"] == pytest.approx(100 * measured["two"].p)
    assert "| Double Seven: two |" in str(published.scale_quote(measured))


def test_steps_are_counted_from_the_range_of_ratings():
    published = read_published(PUBLISHED)
    points = (4 * points_of_step(), 3 * points_of_step(), 5 * points_of_step())
    rows = next(iter(published.steps_chart(points).to_dict()["datasets"].values()))
    ours = {row["item"]: row["value"] for row in rows if row["level"] == "measured here"}
    assert ours["Double Seven: a single game"] == pytest.approx(4)
    assert ours["Double Seven: best of 5"] == pytest.approx(steps_of_skill(points[0], 5))
    assert [row["value"] for row in rows] == sorted((row["value"] for row in rows), reverse=True)
    assert "| Double Seven: a single game | 4.0 (3.0 to 5.0) |" in str(published.steps_quote(points))
