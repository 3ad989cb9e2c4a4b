"""A game in words."""

import re
from pathlib import Path
from typing import Any

import pytest

from simulator import RecordError, Variant, bundled_variants, load_variant, play_game, record_of, tell

VARIANTS = {name: load_variant(name) for name in bundled_variants()}
EVERY_TABLE = [
    (name, players)
    for name, variant in VARIANTS.items()
    for players in range(variant.players.min, variant.players.max + 1)
]


def test_a_short_game_reads_well(tiny: Variant, tiny_record: dict[str, Any]) -> None:
    expected = Path(__file__).with_name("tiny.txt").read_text(encoding="utf-8").splitlines()
    assert list(tell(tiny_record, tiny)) == expected


def test_the_short_game_shows_every_event(tiny_record: dict[str, Any]) -> None:
    assert {event["event"] for event in tiny_record["events"]} == {
        *("deal", "reveal", "draw", "rainbow", "start", "grow", "trade", "reclaim", "two_for_one"),
        *("pass", "empty", "discard"),
    }


def test_a_record_without_names_and_seed_is_told_by_seat(tiny: Variant, tiny_record: dict[str, Any]) -> None:
    for key in ("seats", "seed", "game"):
        del tiny_record[key]
    lines = list(tell(tiny_record, tiny))
    assert lines[0] == "Tiny box, 2 players"
    assert lines[1] == "  seat 0 is dealt a bird and a joker"
    assert lines[-1] == "Seat 0 wins."


@pytest.mark.parametrize(("name", "players"), EVERY_TABLE)
def test_every_bundled_variant_can_be_told_with_every_number_of_players(name: str, players: int) -> None:
    variant = VARIANTS[name]
    seats = ["random", "house", "greedy", "house"][:players]
    record = record_of(play_game(variant, seats, seed=5, number=players), seats, seed=5, number=players)
    lines = list(tell(record, variant))
    final = record["final"]
    turns = [line for line in lines if line.startswith("Turn ")]
    assert turns == [
        f"Turn {turn}, seat {seat} ({seats[seat]})"
        for turn, seat in enumerate((int(re.search(r"seat (\d)", line)[1]) for line in turns), 1)
    ]
    assert len(turns) == final["turns"]
    assert sum(line.startswith("  Seven!") for line in lines) == sum(final["seven_tokens"])
    assert sum(line.startswith("  Double Seven!") for line in lines) == (final["double_seven"] is not None)
    assert sum("The end is triggered" in line for line in lines) == 1
    assert len([line for line in lines if not line.startswith("  ") and not line.startswith("Turn ")]) == 3
    for seat, score in enumerate(final["scores"]):
        (line,) = (line for line in lines if line.startswith(f"  seat {seat} ({seats[seat]}): "))
        assert f": {score} points (" in line
    for seat in final["winners"]:
        assert str(seat) in lines[-1]


def test_each_line_but_the_frame_tells_one_event(tiny: Variant, tiny_record: dict[str, Any]) -> None:
    told = [line for line in tell(tiny_record, tiny) if line.startswith("  ")]
    frame = ("  Seven!", "  Double Seven!", "  The end is triggered")
    score = re.compile(r"  seat \d \(\w+\): ")
    assert len([line for line in told if not line.startswith(frame) and not score.match(line)]) == len(
        tiny_record["events"]
    )


def test_the_end_is_told_with_the_turn_that_triggers_it(rulebook: Variant, legal_records: list) -> None:
    # The engine that played these records says which turns followed the last tile: every other player's one.
    record = legal_records[8]
    assert record["final"]["end"] == "last_tile"
    lines = list(tell(record, rulebook))
    (at,) = (number for number, line in enumerate(lines) if "The end is triggered" in line)
    assert lines[at] == "  The end is triggered: the last tile was drawn."
    assert sum(line.startswith("Turn ") for line in lines[at:]) == record["players"] - 1


def test_shared_wins_are_told(rulebook: Variant, legal_records: list) -> None:
    (record,) = (record for record in legal_records if record["final"]["winners"] == [1, 3])
    assert list(tell(record, rulebook))[-1] == "Seats 1 and 3 share the win."


def test_a_record_that_breaks_a_rule_is_told_up_to_there(rulebook: Variant, illegal_records: list) -> None:
    told: list[str] = []
    with pytest.raises(RecordError, match=r"^event 33: .*two_for_one\.max_per_turn"):
        told.extend(tell(illegal_records[0], rulebook))
    this_turn = told[max(number for number, line in enumerate(told) if line.startswith("Turn ")) :]
    assert sum(line.startswith("  plays Two for One") for line in this_turn) == 1
    assert not any(line.startswith("The game is over") for line in told)
