"""How long a game is, by who plays and how many, in words, tables and charts."""

import pytest

from simulator import Store, Study
from simulator.questions import Lengths
from simulator.statistics import SECONDS_PER_TURN


@pytest.fixture(scope="module")
def lengths(tmp_path_factory):
    study = Study(["rulebook", "family-6"], players=[2, 3], seats=["greedy", "house"], decks=40)
    return Lengths(study.run(store=Store(tmp_path_factory.mktemp("games"))))


def cells(prose):
    return [[word.strip() for word in line.strip("|").split("|")] for line in str(prose).splitlines()]


def mean(lengths, level, players, column="turns"):
    return lengths.games.filter(line_up=level, players=players)[column].mean()


def test_only_the_first_variant_is_measured_level_by_level(lengths):
    assert (lengths.levels, lengths.players) == (["greedy", "house"], [2, 3])
    assert lengths.games.height == 2 * 2 * 40
    estimates = lengths.results.estimates(["turns"]).filter(variant="rulebook", line_up="house", players=3)
    assert lengths.table.filter(line_up="house", players=3, metric="turns")["value"].item() == estimates["value"].item()


def test_the_answer_spans_all_levels_and_tables(lengths):
    lead, *points = [line for line in str(lengths.answer()).splitlines() if line]
    turns = [mean(lengths, level, players) for level in ("greedy", "house") for players in (2, 3)]
    assert f"a game lasts {min(turns):.0f} to {max(turns):.0f} turns" in lead
    assert f"if a turn takes {SECONDS_PER_TURN:g} seconds" in lead
    shown = " and ".join(f"{mean(lengths, 'house', players):.1f}" for players in (2, 3))
    assert points[1].startswith(f"- **house**, with 2 and 3 players: {shown} turns; ")


def test_tables_hold_what_the_games_say(lengths):
    rows = cells(lengths.quote())
    assert rows[0] == ["who plays", "players", "Turns", "Rounds", "Decisions", "Estimated minutes (minutes)"]
    assert [row[:2] for row in rows[2:]] == [["greedy", "2"], ["", "3"], ["house", "2"], ["", "3"]]
    assert rows[5][2].startswith(f"{mean(lengths, 'house', 3):.2f} (")
    ends = (lengths.games.filter(line_up="house", players=2)["end"] == "last_tile").mean()
    assert cells(lengths.quote(["end_last_tile"]))[4][2].startswith(f"{100 * ends:.1f} % (")
    turns = sorted(lengths.games.filter(line_up="greedy", players=2)["turns"])
    short, middle, long = (int(cell) for cell in cells(lengths.spread())[2][2:])
    assert sum(each <= short for each in turns) >= 4
    assert sum(each <= middle for each in turns) >= 20
    assert sum(each >= long for each in turns) >= 4
    assert short < middle < long


def test_seconds_share_out_the_minutes(lengths):
    found = lengths.seconds([8, 9], of="rounds").filter(line_up="house", players=3)
    assert found["seconds"].to_list() == pytest.approx([60 * each / (mean(lengths, "house", 3) / 3) for each in (8, 9)])
    rows = cells(lengths.pace([8]))
    assert [row[1] for row in rows[2:5]] == ["2", "3", "all together"]
    together = (mean(lengths, "greedy", 2) + mean(lengths, "greedy", 3)) / 2
    assert rows[4][2:] == [f"{together:.1f}", f"{480 / together:.1f}"]


def test_clocks_say_how_far_tables_are_apart(lengths):
    rows = cells(lengths.clocks(8.5, level="house"))
    assert [row[0] for row in rows[2:]] == ["seconds a turn", "seconds a round", "seconds a decision"]
    seconds = [510 / mean(lengths, "house", players) for players in (2, 3)]
    assert rows[2][1:] == [*(f"{each:.1f}" for each in seconds), f"{max(seconds) / min(seconds):.2f} ×"]


def test_charts_are_of_the_levels(lengths):
    chart = lengths.chart(reported=(8, 9)).to_dict()
    assert [panel["layer"][-1]["encoding"]["y"]["title"] for panel in chart["hconcat"]] == [
        *("Turns", "Rounds", "Decisions", "Estimated minutes")
    ]
    assert len(chart["hconcat"][3]["layer"]) == 4
    curves = lengths.distribution_chart().to_dict()["spec"]["layer"][1]["encoding"]
    assert curves["color"]["scale"]["domain"] == ["greedy", "house"]
    assert curves["tooltip"][0]["title"] == "Who plays"
