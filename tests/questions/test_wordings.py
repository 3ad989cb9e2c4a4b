"""Texts clause by clause, and what each reading plays."""

from simulator import load_variant
from simulator.questions import clauses, readings
from simulator.questions.wordings import short_name
from simulator.variants import differences

RULEBOOK = load_variant("rulebook")
PAGES = [load_variant("online-sv"), load_variant("online-zh")]


def cells(prose):
    return [[word.strip() for word in line.strip("|").split(" | ")] for line in str(prose).splitlines()]


def test_every_clause_with_a_reason_has_a_row_and_every_change_is_marked():
    rows = {row[0].strip("`"): row for row in cells(clauses(RULEBOOK, PAGES, []))[2:]}
    assert set(rows) == {key for page in PAGES for key in page.reasons}
    for place, page in enumerate(PAGES, start=2):
        changed = {difference.key for difference in differences(RULEBOOK, page)}
        assert changed == {key for key, row in rows.items() if row[place].startswith("**Differs.** ")}
    assert rows["rainbow.joker_bars"][2:] == ["As the others.", "The page allows no joker, as the rulebook.", "—"]


def test_readings_stand_beside_their_clause_the_plainest_first():
    singles = [
        load_variant("claim-every-growth"),
        load_variant("rulebook", overrides=["double_seven.when=second_claim"]),
    ]
    rows = {row[0].strip("`"): row for row in cells(clauses(RULEBOOK, PAGES, singles))[2:]}
    assert rows["double_seven.when"][4] == "double\\_seven.when=second\\_claim, claim-every-growth"
    assert rows["seven.claim"][4] == "claim-every-growth"
    assert rows["seven.tokens"][4] == "—"


def test_readings_say_what_they_play_and_whose_they_are():
    override = load_variant("rulebook", overrides=["seven.tokens=2"])
    rows = cells(readings(RULEBOOK, [load_variant("shared-ties"), override]))
    assert rows[2] == ["shared-ties", "Tied players share the win.", "The Chinese page names no tie-break."]
    assert rows[3][:2] == ["seven.tokens=2", "The supply of 7 tokens holds 2 (instead of 8)."]
    assert "printed rulebook" not in str(readings(RULEBOOK, [override]))


def test_an_override_is_called_by_what_it_overrides():
    assert short_name(load_variant("rulebook", overrides=["seven.size=5"]), RULEBOOK) == "seven.size=5"
    assert short_name(load_variant("family-6", overrides=["seven.points=2"]), RULEBOOK) == "family-6 + seven.points=2"
