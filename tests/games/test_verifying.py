"""Verifying: a legal game is accepted with its final line; whatever is not is refused at its event, with the rule."""

import copy
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from record_mutations import changed, changes, first_difference, mutants, with_other_final
from rulebook_referee import ANIMALS, JOKER, Refused, judge
from sizes import games

from simulator import RecordError, Variant, bundled_variants, load_variant, play_game, record_of, verify
from simulator.games.moves import EVENT_KEYS

KINDS = (*ANIMALS, JOKER)
RULEBOOK = load_variant("rulebook")
LEGAL = Path(__file__).parents[1] / "data" / "records-legal.jsonl"
FOREIGN = [json.loads(line) for line in LEGAL.read_text(encoding="utf-8").splitlines()]

Record = dict[str, Any]


@cache
def own_records() -> list[tuple[Record, Variant]]:
    """One record of our own for each bundled variant: header complete, so that every fact of it is determined."""
    seats = [["house", "random"], ["random", "greedy", "house"], ["greedy", "random", "random", "house"]]
    records = []
    for number, name in enumerate(bundled_variants()):
        variant, names = load_variant(name), seats[number % 3]
        record = own_record(variant, names, seed=11, number=number)
        if len(record["events"]) > 600:  # long games take their time and say no more
            record = own_record(variant, ["house", "greedy"], seed=11, number=number)
        records.append((record, variant))
    return records


def own_record(variant: Variant, seats: list[str], *, seed: int = 11, number: int = 0) -> Record:
    return record_of(play_game(variant, seats, seed=seed, number=number), seats, seed=seed, number=number)


def refusal(record: Any, variant: Variant = RULEBOOK) -> RecordError:
    """The error with which a record is refused: one line."""
    with pytest.raises(RecordError) as caught:
        verify(record, variant)
    assert len(str(caught.value).splitlines()) == 1
    return caught.value


# What an independent engine played


@pytest.mark.parametrize("number", range(len(FOREIGN)))
def test_a_game_of_an_independent_engine_is_accepted_with_its_final_line(number: int) -> None:
    assert verify(FOREIGN[number], RULEBOOK).final() == FOREIGN[number]["final"]


def test_the_referee_of_these_tests_accepts_the_same_games() -> None:
    assert len(FOREIGN) == 54
    for record in FOREIGN:
        assert judge(record) == record["final"]


def second_two_for_one(record: Record) -> int:
    """The event at which a player lays down two tiles for the second time in a turn."""
    used = False
    for number, happening in enumerate(record["events"]):
        if happening["event"] in ("pass", "empty"):
            used = False
        elif happening["event"] == "two_for_one":
            if used:
                return number
            used = True
    raise AssertionError("no turn has two")


def test_a_second_two_for_one_in_a_turn_is_refused_at_its_event_and_names_the_rule(illegal_records: list) -> None:
    assert len(illegal_records) == 4
    for record in illegal_records:
        error = refusal(record)
        assert error.event == second_two_for_one(record)
        assert str(error).startswith(f"event {error.event}: two_for_one: ")
        assert "once a turn" in str(error)
        assert "two_for_one.max_per_turn" in str(error)


def test_what_the_rulebook_refuses_a_variant_that_allows_it_accepts(illegal_records: list) -> None:
    lenient = load_variant("rulebook", overrides=["two_for_one.max_per_turn=9"])
    for record in illegal_records:
        assert verify(record, lenient).final() == record["final"]


# One fact changed in a game played elsewhere: nothing but the rules can tell, so a second reading of them decides.


def verdict(record: Record) -> tuple[int | None, dict[str, Any] | None]:
    """Where the engine refuses a record, or the final line to which it plays it."""
    try:
        return None, verify(record, RULEBOOK).final()
    except RecordError as error:
        return error.event, None


def verdict_of_referee(record: Record) -> tuple[int | None, dict[str, Any] | None]:
    try:
        return None, judge(record)
    except Refused as error:
        return error.event, None


@settings(derandomize=True, deadline=None, max_examples=games(150, 30))
@given(st.data())
def test_a_changed_game_from_elsewhere_is_refused_at_the_event_at_which_a_second_reading_refuses_it(
    data: st.DataObject,
) -> None:
    record = data.draw(st.sampled_from(FOREIGN))
    change, number, mutant = data.draw(mutants(record, KINDS))
    expected = verdict_of_referee(mutant)
    event("still a legal game" if expected[1] else f"refused: {change[0]}")
    assert verdict(mutant) == expected, f"{change} at event {number}"
    if expected[1] is None and expected[0] is not None:
        assert expected[0] >= first_difference(record, mutant), "a fault cannot lie before the change"


def test_dropped_and_swapped_events_all_along_one_game_are_judged_as_by_a_second_reading() -> None:
    record = min(FOREIGN, key=lambda record: len(record["events"]))
    accepted = 0
    for number in range(0, len(record["events"]), games(2, 10)):
        for change in changes(record, number, KINDS):
            if change[0] in ("drop", "swap"):
                mutant = changed(record, number, change)
                ours = verdict(mutant)
                assert ours == verdict_of_referee(mutant), f"{change} at event {number}"
                accepted += ours[1] is not None
    # Some changes leave a legal game: two starts in the other order are one, numbered as they are started.
    assert accepted > 0


# The tiny game of tiny.jsonl, in which one event becomes another. It goes, by number:
#   2 reveal fox, 3 and 4 draws, 5 starts family 0 (2 fox), 6 grows it with a joker, 7 pass       seat 0
#   8 reveal fox, 9 and 10 draws, 11 pass, 12 discards a fox                                     seat 1
#   13 reveal, 14 and 15 draws, 16 Rainbow, 17 its draw, 18 starts family 1, 19 Two for One with
#   bird and squirrel, 20 its draw, 21 reclaims from family 0, 22 grows family 1, 23 empty       seat 0
#   24 and 25 draws, 26 starts family 2, 27 grows it, 28 trades it for family 1, 29 pass         seat 1
SURELY_ILLEGAL: list[tuple[int, dict[str, Any], str]] = [
    (4, {"tile": "bird"}, "draw: no bird is face up"),
    (5, {"player": 1}, "it is the turn of seat 0, not of seat 1"),
    (5, {"family": 1}, "families are numbered in the order of their starts: this is family 0, not 1"),
    (5, {"jokers": 1}, "a start lays exactly 2 tiles (start.min_tiles), not 3; more are growths"),
    (5, {"animals": 0, "jokers": 2}, "start: a start needs 1 real animal (start.min_animals)"),
    (5, {"animal": "bird"}, "start: the stand does not hold 2 bird: it holds 1 bird, 2 fox, 1 joker"),
    (5, {"animal": "joker"}, "start: a family is never made up of jokers only"),
    (6, {"family": 9}, "grow: there is no family 9"),
    (6, {"tile": "bird"}, "grow: family 0 is of fox: a bird cannot join it"),
    (6, {"tile": "fox"}, "grow: no fox is on the stand: it holds 1 bird, 1 joker"),
    (7, {"event": "empty"}, "empty: not possible here: it is time for actions"),
    (12, {"tile": "bird"}, "discard: no bird is on the stand: it holds 1 fox, 2 butterfly, 1 joker"),
    (19, {"tiles": ["bird", "bird"]}, "two_for_one: the stand holds only one bird"),
    (19, {"tiles": ["bird", "fox"]}, "two_for_one: no fox is on the stand: it holds 1 bird, 1 squirrel"),
    (21, {"family": 1}, "reclaim: no joker is in family 1"),
    (23, {"event": "pass"}, "pass: not possible here: the stand is empty, so the turn ends at once"),
    (27, {"family": 1}, "grow: family 1 lies in front of seat 0, not of seat 1"),
    (28, {"give": 1}, "trade: family 1 lies in front of seat 0, not of seat 1"),
    (28, {"take": 2}, "trade: family 2 is the player's own: a trade needs another player's"),
    (28, {"take": 3}, "trade: there is no family 3"),
]


@pytest.mark.parametrize(("number", "facts", "rule"), SURELY_ILLEGAL)
def test_a_broken_rule_is_named_at_its_event(
    tiny: Variant, tiny_record: Record, number: int, facts: dict[str, Any], rule: str
) -> None:
    tiny_record["events"][number].update(facts)
    error = refusal(tiny_record, tiny)
    assert str(error) == f"event {number}: {rule}"
    assert error.event == number


def test_a_tile_is_refused_that_the_box_does_not_hold_any_more() -> None:
    # Three jokers are in the box. The last of them that comes to light becomes a fourth.
    record = copy.deepcopy(FOREIGN[50])
    hidden = [
        number
        for number, happening in enumerate(record["events"])
        if happening["event"] == "reveal" or happening.get("from") == "face_down"
    ]
    jokers = sum(happening["tiles"].count(JOKER) for happening in record["events"] if happening["event"] == "deal")
    for number in hidden:
        if jokers == 3:
            record["events"][number]["tile"] = JOKER
            break
        jokers += record["events"][number]["tile"] == JOKER
    error = refusal(record)
    assert error.event == number
    assert "all 3 tiles of kind joker have been seen before" in str(error)


# One fact changed in a game of our own: seed, game and players determine every event, so the first that differs is it.


@settings(derandomize=True, deadline=None, max_examples=games(150, 30))
@given(st.data())
def test_a_changed_event_of_our_own_game_is_refused_at_that_very_event(data: st.DataObject) -> None:
    record, variant = data.draw(st.sampled_from(own_records()))
    change, _, mutant = data.draw(mutants(record, (*variant.animal_names, JOKER)))
    if mutant["events"] == record["events"][:-1] and record["events"][-1]["event"] == "discard":
        assert verify(mutant, variant).final() == record["final"]  # the very last turn may lack its discard
        return
    event(change[0])
    assert refusal(mutant, variant).event == first_difference(record, mutant)


def test_every_record_of_our_own_is_accepted() -> None:
    for record, variant in own_records():
        assert verify(record, variant).final() == record["final"]


def test_every_small_change_of_a_final_line_is_refused_and_named() -> None:
    shortest = [(min(FOREIGN, key=lambda record: len(record["events"])), RULEBOOK)]
    shortest += sorted(own_records(), key=lambda own: len(own[0]["events"]))[:1]
    for record, variant in shortest:
        for key, mutant in with_other_final(record):
            error = refusal(mutant, variant)
            assert error.event is None
            assert str(error).startswith(f"final: {key} is "), (key, mutant["final"])


def test_a_final_line_is_an_object_with_no_other_keys() -> None:
    for final in (None, [], "double_seven", 3):
        assert str(refusal({**FOREIGN[1], "final": final})).startswith("final is ")
    final = {**FOREIGN[1]["final"], "points": 3}
    assert str(refusal({**FOREIGN[1], "final": final})).startswith("final has the unknown key 'points'")
    missing = {key: value for key, value in FOREIGN[1].items() if key != "final"}
    assert str(refusal(missing)).startswith("final is None")


HEADER_CHANGES: dict[str, tuple[Any, str]] = {
    "format": ("double-seven-game/2", "format is 'double-seven-game/2', not 'double-seven-game/1'"),
    "variant_digest": ("0123456789abcdef", "played under rules with digest '0123456789abcdef'"),
    "seed": (12, "event 0: under the record's seed the next tile is a "),
    "game": (77, "event 0: under the record's seed the next tile is a "),
    "players": (3, "seats is "),
}


@pytest.mark.parametrize(("key", "value", "message"), [(key, *change) for key, change in HEADER_CHANGES.items()])
def test_a_changed_header_of_our_own_game_is_refused(key: str, value: Any, message: str) -> None:
    record = own_record(RULEBOOK, ["house", "random"])
    assert record[key] != value
    assert str(refusal({**record, key: value})).startswith(message)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("name", ["random", "greedy"])
def test_another_player_in_a_seat_is_refused_at_a_choice_of_that_seat(seat: int, name: str) -> None:
    record = own_record(RULEBOOK, ["house", "house"])
    seats = [name if other == seat else "house" for other in range(2)]
    error = refusal({**record, "seats": seats})
    assert f"the player in seat {seat} chooses " in str(error)
    assert record["events"][error.event]["player"] == seat


def test_more_or_fewer_players_than_events_are_refused() -> None:
    assert str(refusal({**FOREIGN[0], "players": 3})).startswith("event 2: seat 2 must be dealt its tiles first")
    assert str(refusal({**FOREIGN[8], "players": 2})).startswith("event 2: player is 2; seats are 0 to 1")


def test_the_digest_decides_whose_rules_they_are_not_the_name() -> None:
    record = {**own_record(RULEBOOK, ["house", "random"]), "variant": "rainbow-off"}
    assert verify(record, RULEBOOK).final() == record["final"]
    assert str(refusal(record, load_variant("rainbow-off"))).startswith("played under rules with digest ")


# The form of a record


def without(record: Record, key: str) -> Record:
    return {name: value for name, value in record.items() if name != key}


def with_event(number: int, happening: Any) -> Record:
    events = list(FOREIGN[0]["events"])
    events[number] = happening
    return {**FOREIGN[0], "events": events}


def fact(number: int, key: str, value: Any) -> Record:
    return with_event(number, {**FOREIGN[0]["events"][number], key: value})


START, GROW = 5, 17
assert [FOREIGN[0]["events"][number]["event"] for number in (2, 3, START, 7, GROW)] == [
    *("reveal", "draw", "start", "pass", "grow")
]

MALFORMED: dict[str, tuple[Any, int | None, str]] = {
    "no format": (without(FOREIGN[0], "format"), None, "format is None, not 'double-seven-game/1'"),
    "a format of another type": ({**FOREIGN[0], "format": ["x"]}, None, "format is ['x']"),
    "no players": (without(FOREIGN[0], "players"), None, "players is None; rulebook is for 2 to 4"),
    "negative players": ({**FOREIGN[0], "players": -2}, None, "players is -2; "),
    "huge players": ({**FOREIGN[0], "players": 10**400}, None, "players is 1000"),
    "players as text": ({**FOREIGN[0], "players": "2"}, None, "players is '2'; "),
    "players as a fraction": ({**FOREIGN[0], "players": 2.0}, None, "players is 2.0; "),
    "players as a truth value": ({**FOREIGN[0], "players": True}, None, "players is True; "),
    "no events": (without(FOREIGN[0], "events"), None, "events is NoneType, not a list"),
    "events as an object": ({**FOREIGN[0], "events": {}}, None, "events is dict, not a list"),
    "no event at all": ({**FOREIGN[0], "events": []}, None, "the record has 0 events, too few to deal to 2 players"),
    "deals are missing": ({**FOREIGN[0], "events": FOREIGN[0]["events"][2:]}, 0, "seat 0 must be dealt its tiles"),
    "one deal is missing": ({**FOREIGN[0], "events": FOREIGN[0]["events"][1:]}, 0, "dealt in seat order: seat 0, not"),
    "only deals": ({**FOREIGN[0], "events": FOREIGN[0]["events"][:2]}, 2, "the record stops before the game is over"),
    "cut short": ({**FOREIGN[0], "events": FOREIGN[0]["events"][:90]}, 90, "the record stops before the game is over"),
    "an event too many": (
        {**FOREIGN[0], "events": [*FOREIGN[0]["events"], {"event": "pass", "player": 1}]},
        len(FOREIGN[0]["events"]),
        "the game was over before it: double_seven ended it",
    ),
    "a second deal": (with_event(7, FOREIGN[0]["events"][0]), 7, "stands are dealt once, before the first turn"),
    "an event that is null": (with_event(7, None), 7, "None is no event; there are deal, reveal, draw, "),
    "an event that is text": (with_event(7, "pass"), 7, "'pass' is no event"),
    "an event that is a list": (with_event(7, ["pass", 0]), 7, "['pass', 0] is no event"),
    "an event without a name": (with_event(7, {"player": 0}), 7, "None is no event"),
    "an unknown event": (fact(7, "event", "skip"), 7, "'skip' is no event; there are deal, reveal, draw, rainbow"),
    "a key missing": (with_event(7, {"event": "pass"}), 7, "pass has keys player: see player"),
    "a key too many": (fact(7, "tile", "fox"), 7, "pass has keys player: see tile"),
    "a negative seat": (fact(7, "player", -1), 7, "player is -1; seats are 0 to 1"),
    "a seat that is not there": (fact(7, "player", 2), 7, "player is 2; seats are 0 to 1"),
    "a seat as a truth value": (fact(7, "player", False), 7, "player is False; seats are 0 to 1"),
    "a seat as a fraction": (fact(7, "player", 0.0), 7, "player is 0.0; seats are 0 to 1"),
    "a seat as text": (fact(7, "player", "0"), 7, "player is '0'; seats are 0 to 1"),
    "no seat": (fact(7, "player", None), 7, "player is None; seats are 0 to 1"),
    "a huge seat": (fact(7, "player", 10**100), 7, "player is 1000"),
    "an unknown tile": (fact(2, "tile", "wolf"), 2, "'wolf' is no tile; there are bird, squirrel, "),
    "a tile as a number": (fact(2, "tile", 0), 2, "0 is no tile"),
    "a tile as a list": (fact(2, "tile", ["fox"]), 2, "['fox'] is no tile"),
    "tiles as text": (fact(0, "tiles", "fox"), 0, "tiles is 'fox', not a list of bird, "),
    "tiles as an object": (fact(0, "tiles", {}), 0, "tiles is {}, not a list of bird, "),
    "an unknown tile dealt": (fact(0, "tiles", ["fox", "wolf", "fox"]), 0, "tiles is ['fox', 'wolf', 'fox']"),
    "drawn from elsewhere": (fact(3, "from", "box"), 3, "drawn from face_down or face_up, not 'box'"),
    "drawn from nowhere": (fact(3, "from", None), 3, "drawn from face_down or face_up, not None"),
    "a negative family": (fact(GROW, "family", -1), GROW, "family is -1, not a number from 0 to "),
    "a huge family": (fact(GROW, "family", 10**100), GROW, "family is 1000"),
    "a family as a truth value": (fact(GROW, "family", True), GROW, "family is True, not a number from 0 to "),
    "a family as a fraction": (fact(GROW, "family", 1.0), GROW, "family is 1.0, not a number from 0 to "),
    "a family that is no byte": (fact(GROW, "family", 257), GROW, "family is 257, not a number from 0 to "),
    "negative jokers": (fact(START, "jokers", -1), START, "jokers is -1, not a number from 0 to "),
    "jokers as a truth value": (fact(START, "jokers", False), START, "jokers is False, not a number from 0 to "),
    "animals as text": (fact(START, "animals", "2"), START, "animals is '2', not a number from 0 to "),
    "many animals": (fact(START, "animals", 255), START, "a start lays exactly 2 tiles (start.min_tiles), not 255"),
    "two jokers for the two animals": (
        with_event(START, {**FOREIGN[0]["events"][START], "animals": 0, "jokers": 2}),
        START,
        "(start.min_animals)",
    ),
    "one tile for one": (
        with_event(7, {"event": "two_for_one", "player": 0, "tiles": ["fox"]}),
        7,
        "Two for One lays down two tiles, not 1",
    ),
    "seats of another number": ({**FOREIGN[0], "seats": ["house"]}, None, "seats is ['house'], not a list of 2"),
    "seats as text": ({**FOREIGN[0], "seats": "ab"}, None, "seats is 'ab', not a list of 2 players"),
    "a seed without a game": ({**FOREIGN[0], "seed": 1}, None, "seed is 1 and game None: both are whole numbers"),
    "a game without a seed": ({**FOREIGN[0], "game": 1}, None, "seed is None and game 1: both are whole numbers"),
    "a negative seed": ({**FOREIGN[0], "seed": -1, "game": 0}, None, "seed is -1 and game 0: "),
    "a huge seed": ({**FOREIGN[0], "seed": 2**64, "game": 0}, None, "seed is 18446744073709551616 and game 0: "),
    "a huge game": ({**FOREIGN[0], "seed": 1, "game": 2**63}, None, "seed is 1 and game 9223372036854775808: "),
    "a seed as a truth value": ({**FOREIGN[0], "seed": True, "game": 0}, None, "seed is True and game 0: "),
    "a seed as text": ({**FOREIGN[0], "seed": "1", "game": 0}, None, "seed is '1' and game 0: "),
    "a digest of another type": ({**FOREIGN[0], "variant_digest": 5}, None, "played under rules with digest 5; "),
}


@pytest.mark.parametrize(("record", "number", "message"), MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_record_is_refused_in_one_line(record: Any, number: int | None, message: str) -> None:
    error = refusal(record)
    assert error.event == number
    assert message in str(error)


WRONG_TYPES: dict[str, tuple[Callable[[], Any], int | None, str]] = {
    "an event name that is a list": (lambda: fact(7, "event", []), 7, "[] is no event; there are deal, reveal"),
    "an event name that is an object": (lambda: fact(7, "event", {}), 7, "{} is no event; there are deal, reveal"),
    "seats that are numbers": (lambda: with_seats([1, 2]), None, "seats is [1, 2], not a list of 2 players' names"),
    "seats that are lists": (lambda: with_seats([[], []]), None, "seats is [[], []], not a list of 2 players' names"),
    "seats that are null": (lambda: with_seats(None), None, "seats is None, not a list of 2 players' names"),
    "turns as a fraction": (
        lambda: with_final("turns", float(FOREIGN[0]["final"]["turns"])),
        None,
        f"final: turns is {float(FOREIGN[0]['final']['turns'])} in the record, but",
    ),
    "scores as fractions": (
        lambda: with_final("scores", [float(score) for score in FOREIGN[0]["final"]["scores"]]),
        None,
        "final: scores is [",
    ),
    "a winner as a truth value": (lambda: with_final("winners", [True]), None, "final: winners is [True] in the"),
    "a record that is a list": (list, None, "a record is a JSON object, not list"),
}


def with_seats(seats: Any) -> Record:
    return {**own_record(RULEBOOK, ["house", "random"]), "seats": seats}


def with_final(key: str, value: Any) -> Record:
    assert FOREIGN[0]["final"][key] == value
    return {**FOREIGN[0], "final": {**FOREIGN[0]["final"], key: value}}


@pytest.mark.parametrize(("make", "number", "message"), WRONG_TYPES.values(), ids=WRONG_TYPES)
def test_a_record_with_a_value_of_the_wrong_type_is_refused(
    make: Callable[[], Any], number: int | None, message: str
) -> None:
    error = refusal(make())
    assert error.event == number
    assert message in str(error)


# Any JSON is answered with one line, never with a traceback of something else.

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@settings(derandomize=True, deadline=None, max_examples=games(150, 30))
@given(key=st.sampled_from(["format", "players", "events", "final", "variant_digest", "seats"]), value=JSON)
def test_any_value_in_the_header_is_accepted_or_refused_in_one_line(key: str, value: Any) -> None:
    record = {**FOREIGN[1], key: value}
    if record[key] == FOREIGN[1].get(key) or (key == "variant_digest" and value is None):
        return
    if key == "seats" and isinstance(value, list) and [type(name) for name in value] == [str] * record["players"]:
        return  # players of another project may be called anything
    refusal(record)


@settings(derandomize=True, deadline=None, max_examples=games(150, 30))
@given(st.data())
def test_any_value_in_an_event_is_accepted_or_refused_at_that_event(data: st.DataObject) -> None:
    number = data.draw(st.integers(0, 40))
    happening = FOREIGN[0]["events"][number]
    key = data.draw(st.sampled_from(sorted(happening)))
    value = data.draw(JSON.filter(lambda value: value != happening[key]))
    assert refusal(fact(number, key, value)).event == number


def test_every_event_has_the_keys_of_the_record_form() -> None:
    assert {name: set(keys) for name, keys in EVENT_KEYS.items()} == {
        "deal": {"player", "tiles"},
        "reveal": {"tile"},
        "draw": {"player", "from", "tile"},
        "rainbow": {"player"},
        "start": {"player", "family", "animal", "animals", "jokers"},
        "grow": {"player", "family", "tile"},
        "trade": {"player", "give", "take"},
        "reclaim": {"player", "family"},
        "two_for_one": {"player", "tiles"},
        "pass": {"player"},
        "empty": {"player"},
        "discard": {"player", "tile"},
    }


# What a record may leave out, and what it may say besides


@cache
def game_with_last_discards(number: int, *settings: str) -> tuple[Record, Variant]:
    """A game whose very last turn ends with at least so many discards."""
    variant = load_variant("rulebook", overrides=settings)
    for game in range(1000):
        record = own_record(variant, ["greedy", "greedy"], number=game)
        if all(happening["event"] == "discard" for happening in record["events"][-number:]):
            return record, variant
    raise AssertionError("no game ends so")


@pytest.mark.parametrize("keep", ["every key", "rules only"])
def test_the_very_last_turn_may_lack_its_discard(keep: str) -> None:
    record, variant = game_with_last_discards(1, "stand_limit.tiles=1")
    if keep == "rules only":
        record = {key: record[key] for key in ("format", "variant", "players", "events", "final")}
    shorter = {**record, "events": record["events"][:-1]}
    assert verify(shorter, variant).final() == record["final"]
    # Nothing else may be missing: the turn still ends with a pass.
    assert refusal({**record, "events": record["events"][:-2]}, variant).event == len(record["events"]) - 2


def test_the_very_last_turn_may_lack_all_its_discards() -> None:
    record, variant = game_with_last_discards(2, "stand_limit.excess=discard_down", "stand_limit.tiles=0")
    for missing in (1, 2):
        assert verify({**record, "events": record["events"][:-missing]}, variant).final() == record["final"]


def test_without_final_turns_the_triggering_turn_may_lack_its_discard() -> None:
    record, variant = game_with_last_discards(1, "end.final_turns=0", "stand_limit.tiles=0")
    assert verify({**record, "events": record["events"][:-1]}, variant).final() == record["final"]


def test_no_earlier_turn_may_lack_its_discard() -> None:
    record, variant = game_with_last_discards(1, "stand_limit.tiles=1")
    discards = [n for n, happening in enumerate(record["events"]) if happening["event"] == "discard"][:-1]
    assert discards
    for number in discards:
        error = refusal(changed(record, number, ("drop", None)), variant)
        assert error.event == number
        if record["events"][number + 1].get("player") == record["events"][number]["player"]:
            assert "the stand holds more than the limit, so the player must discard" in str(error)


def test_a_declined_rainbow_leaves_no_event() -> None:
    # The random player declines half of its Rainbows.
    for number in range(200):
        game = play_game(RULEBOOK, ["random", "random"], seed=2, number=number)
        announced = sum(happening["event"] == "rainbow" for happening in game.events)
        if int(game.state.counts[3]) > announced:
            break
    assert int(game.state.counts[3]) > announced  # possible, and not announced
    record = record_of(game, ["random", "random"], seed=2, number=number)
    assert verify(record, RULEBOOK).final() == record["final"]
    assert judge(record) == record["final"]


def test_more_header_keys_are_welcome() -> None:
    record = {**FOREIGN[1], "table": "7", "played": {"at": "home"}, "seats": ["Ada", "Bo"]}
    assert verify(record, RULEBOOK).final() == record["final"]


def test_a_record_of_another_version_of_the_players_is_held_to_the_rules_and_the_tiles_alone() -> None:
    record = own_record(RULEBOOK, ["house", "greedy"])
    other = {**record, "sources_digest": "0" * 16, "seats": ["greedy", "house"]}
    assert verify(other, RULEBOOK).final() == record["final"]
    assert "under the record's seed" in str(refusal({**other, "seed": 12}))


def test_two_for_one_names_its_tiles_in_any_order() -> None:
    record = copy.deepcopy(FOREIGN[42])
    pairs = [happening for happening in record["events"] if happening["event"] == "two_for_one"]
    assert any(pair["tiles"][0] != pair["tiles"][1] for pair in pairs)
    for pair in pairs:
        pair["tiles"].reverse()
    assert verify(record, RULEBOOK).final() == record["final"]


# Our own games under the second reading


@settings(derandomize=True, deadline=None, max_examples=games(30, 6))
@given(
    seats=st.lists(st.sampled_from(["random", "greedy", "house"]), min_size=2, max_size=4),
    seed=st.integers(0, 2**64 - 1),
    number=st.integers(0, 2**63 - 1),
)
def test_a_second_reading_of_the_rulebook_accepts_what_we_play(seats: list[str], seed: int, number: int) -> None:
    record = own_record(RULEBOOK, seats, seed=seed, number=number)
    assert judge(json.loads(json.dumps(record))) == record["final"]
