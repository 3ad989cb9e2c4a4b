"""Menus of a notebook: the chart follows what is chosen, what was played is kept, and nothing is left behind."""

import pytest

from simulator import studies
from simulator.questions.menus import PICTURES, menus
from simulator.reports import compare
from simulator.reports.dossiers.case import Case
from simulator.variants import load_variant


@pytest.fixture(scope="module")
def comparison():
    return compare([load_variant("rulebook"), load_variant("exactly-seven")], players=[2, 3], decks=30)


@pytest.fixture
def played(monkeypatch):
    """The variants that have been played since."""
    names = []
    play = studies.play

    def counted(asked, **given):
        names.extend(variant.name for study in asked for variant in study.variants)
        return play(asked, **given)

    monkeypatch.setattr("simulator.questions.menus.play", counted)
    return names


class Handle:
    """What a notebook keeps of a shown chart."""

    def __init__(self, shown, status):
        self.shown, self.status = shown, status

    def update(self, chart):
        self.shown.append((chart, self.status.value))


def opened(shown, **given):
    found = menus(shown, **{"decks": 20, **given})
    updates = []
    found._handle = Handle(updates, found.status)
    return found, updates


def variants_drawn(chart):
    rows = next(iter(chart.to_dict()["datasets"].values()))
    return {row["variant"] for row in rows}, {row["players"] for row in rows}


def test_the_first_choice_is_what_has_been_played(comparison, played):
    found, updates = opened(comparison, picture="Seats")
    assert (found.variant.value, found.base.value, found.player.value) == ("exactly-seven", "rulebook", "house")
    assert found.players.value == "all"
    assert found.drawn.to_dict() == comparison.seat_chart().to_dict()
    assert played == []
    assert updates == []


def test_the_chart_follows_and_what_was_played_is_kept(comparison, played):
    found, updates = opened(comparison)
    found.variant.value = "no-trade"
    assert variants_drawn(found.drawn) == ({"rulebook", "no-trade"}, {2, 3, 4})
    assert played == ["no-trade", "rulebook"]
    found.players.value = "2"
    assert variants_drawn(found.drawn) == ({"rulebook", "no-trade"}, {2})
    found.variant.value = "exactly-seven"
    found.variant.value = "no-trade"
    assert played == ["no-trade", "rulebook"]
    found.player.value = "greedy"
    assert played == 2 * ["no-trade", "rulebook"]
    assert [chart for chart, _ in updates][-1] is found.drawn


def test_it_says_that_it_is_playing_and_leaves_nothing_behind(comparison):
    found, updates = opened(comparison)
    found.variant.value = "family-6"
    found.picture.value = "Endings"
    assert [status for _, status in updates] == ["Playing 20 games of each, with each number of players …", ""]
    assert found.status.value == ""


@pytest.mark.parametrize("picture", PICTURES)
def test_every_picture_can_be_drawn(comparison, picture):
    found, _ = opened(comparison, picture=picture)
    assert found.drawn.to_dict()["title"]["text"]


def test_what_cannot_be_drawn_is_said(comparison):
    found, _ = opened(comparison)
    found.picture.value = "Differences"
    found.base.value = "exactly-seven"
    assert str(found.drawn) == "These rules have nothing to compare: choose others."
    found.picture.value = "Length"
    assert variants_drawn(found.drawn)[0] == {"exactly-seven"}


def test_a_table_that_the_rules_do_not_allow_is_said():
    variant = load_variant("rulebook", overrides=["players.max=6"])
    case = Case(variant, None, studies.simulate(variant, players=[2, 6], games=5))
    found, _ = opened(case)
    found.players.value = "6"
    assert variants_drawn(found.drawn) == ({"rulebook + players.max=6"}, {6})
    found.variant.value = "rainbow-off"
    assert str(found.drawn) == "rainbow-off is for 2, 3 and 4 players: choose one of these, or all."


def test_a_mistake_is_shown_beside_the_menus(comparison, monkeypatch):
    def broken(name):
        return load_variant("rulebook", overrides=["seven.size=1"])

    found, updates = opened(comparison)
    monkeypatch.setattr("simulator.questions.menus.load_variant", broken)
    found.variant.value = "no-trade"
    assert "seven.size" in found.status.value
    assert updates == []
