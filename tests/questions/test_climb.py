"""A ladder that was kept, read again and told beside one that was played."""

import json

import polars as pl
import pytest

from simulator import ladder, load_variant
from simulator.questions import Climb, read_ladder
from simulator.reports import LadderError


@pytest.fixture(scope="module")
def played():
    rungs = ["greedy", "house", "house/rush"]
    return ladder(load_variant("rulebook"), players=[2, 3], rungs=rungs[:2], decks=30, speeds=False)


@pytest.fixture(scope="module")
def higher():
    rungs = ["greedy", "house", "house/rush"]
    return ladder(load_variant("rulebook"), players=[2], rungs=rungs, decks=50, speeds=False)


@pytest.fixture
def climb(played, higher, tmp_path):
    higher.write_json(tmp_path / "kept.json")
    return Climb(played, read_ladder(tmp_path / "kept.json"))


def test_what_was_written_is_read_again(higher, tmp_path):
    higher.write_json(tmp_path / "kept.json")
    kept = read_ladder(tmp_path / "kept.json")
    assert kept.table.equals(higher.table)
    assert kept.ratings.equals(higher.ratings)
    assert (kept.variant, kept.digest, kept.seeds) == ("rulebook", higher.variant.digest, (1,))


@pytest.mark.parametrize("text", ["{", "[]", '{"pairs": []}'])
def test_a_file_that_is_no_ladder_is_refused(text, tmp_path):
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(LadderError, match="double-seven ladder --json writes it"):
        read_ladder(tmp_path / "x.json")
    with pytest.raises(LadderError, match="cannot be read"):
        read_ladder(tmp_path / "missing.json")


def test_a_ladder_of_other_rules_is_refused(played, higher, tmp_path):
    higher.write_json(tmp_path / "kept.json")
    content = json.loads((tmp_path / "kept.json").read_text()) | {"digest": "0" * 16}
    (tmp_path / "kept.json").write_text(json.dumps(content))
    with pytest.raises(ValueError, match="of other rules"):
        Climb(played, read_ladder(tmp_path / "kept.json"))


def test_the_answer_takes_each_pair_from_the_longer_run(climb, higher):
    share = higher.table.row(0, named=True)["share"]
    text = str(climb.answer())
    assert f"house {100 * share:.1f} % (" in text
    assert "With 2 players, where an even share is 50.0 %: " in text
    assert "house/rush" in text.splitlines()[2]
    assert "house/rush" not in text.splitlines()[3]


def test_skill_that_does_not_show_is_said(climb):
    row = climb.kept.table.filter(challenger="house/rush").row(0, named=True)
    shows = row["lo"] > row["even"]
    assert str(climb.answer()).startswith("**Skill shows on every rung" if shows else "**Skill does not show on every")


def test_charts_and_table_have_both_ladders(climb):
    rows = next(iter(climb.chart().to_dict()["datasets"].values()))
    assert [(row["item"], row["level"], row["panel"]) for row in rows] == [
        ("house against greedy", "played here", "2 players"),
        ("house against greedy", "played here", "3 players"),
        ("house against greedy", "longer run", "2 players"),
        ("house/rush against house", "longer run", "2 players"),
    ]
    rows = next(iter(climb.ratings_chart(without=["greedy"]).to_dict()["datasets"].values()))
    assert {row["item"] for row in rows} == {"house", "house/rush"}
    lines = str(climb.quote()).splitlines()[2:]
    assert [line.split("|")[1].strip() for line in lines] == ["2", "2", "2", "3"]
    assert "| 2 × greedy |" in lines[-1]


def test_agreement_names_what_only_the_longer_run_has(climb, played):
    assert str(climb.agreement()) == (
        "Both ladders played 1 pair, and the intervals overlap. Only in the longer run: house/rush against house "
        "with 2 players."
    )
    assert "no ladder from a longer run" in str(Climb(played).agreement())


def test_the_range_is_from_a_player_to_the_best(climb):
    ratings = climb.kept.ratings.drop_nulls("rating")
    best = ratings.sort("rating").row(-1, named=True)
    low = ratings.filter(pl.col("player") == "greedy").row(0, named=True)
    expected = (best["rating"] - low["rating"], best["lo"] - low["hi"], best["hi"] - low["lo"])
    assert climb.range_of_ratings("greedy") == pytest.approx(expected)
    with pytest.raises(ValueError, match="random has no rating with two players"):
        climb.range_of_ratings("random")
