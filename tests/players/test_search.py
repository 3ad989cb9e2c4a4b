"""``search``: it knows what its seat has seen and no more, and its playouts lead where the rules do."""

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from engine.positions import choice, dealt, decisions, outcomes, played_variants, rulebook
from hypothesis import given, settings
from hypothesis import strategies as st
from players.choosing_at import chosen
from sizes import COMPILED, games

from simulator import Game, Variant
from simulator.engine.moves import MOVES_BUFFER, apply_move, list_moves
from simulator.games import Move
from simulator.players import seat_records
from simulator.players.desk import SEARCH_NOTES
from simulator.players.search import _drop_hopeless, _sort_by_results

EXAMPLES = settings(max_examples=games(25, 2), deadline=None, derandomize=True)


def with_other_hidden_tiles(state: np.record, seed: int) -> np.record:
    """A copy in which what ``state.player`` has not seen lies elsewhere: on the others' stands and face down."""
    changed = state.copy()
    hidden: list[int] = []
    for seat in range(state.players):
        if seat != state.player:
            unknown = state.stand[seat] - state.stand_seen[seat]
            hidden += np.repeat(np.arange(unknown.size), unknown).tolist()
            changed.stand[seat] = state.stand_seen[seat]
    hidden += state.pile[state.pile_next : state.pile_end].tolist()
    np.random.default_rng(seed).shuffle(hidden)
    for seat in range(state.players):
        if seat != state.player:
            for _ in range(state.stand_tiles[seat] - state.stand_seen[seat].sum()):
                changed.stand[seat, hidden.pop()] += 1
    changed.pile[state.pile_next : state.pile_end] = hidden
    changed.pile[: state.pile_next] = 0  # what has left the face-down part is of no use to anybody
    return changed


def deciding(variant: Variant, players: int, seed: int, number: int) -> Iterator[tuple[np.record, np.ndarray]]:
    """Up to ``number`` decisions, spread over a game that house plays."""
    state = dealt(variant, players, seed)
    seats = seat_records(variant, ["house"] * players)
    for step, moves in enumerate(decisions(state, variant)):
        if len(moves) > 1 and step % 7 == 0 and number > 0:
            number -= 1
            yield state, moves.copy()
        move = choice(state, variant.rules, seats, moves, len(moves)) if len(moves) > 1 else moves[0]
        apply_move(state, variant.rules, int(move))


@EXAMPLES
@given(played_variants(), st.data(), st.integers(0, 2**40))
def test_changing_the_hidden_tiles_does_not_change_the_choice(variant: Variant, data: st.DataObject, seed: int) -> None:
    players = data.draw(st.integers(variant.players.min, variant.players.max))
    seats = seat_records(variant, [f"search:{games(30, 1)}"] * players)
    for state, moves in deciding(variant, players, seed, games(20, 1)):
        once = choice(state.copy(), variant.rules, seats, moves, len(moves))
        for other in range(2):
            changed = with_other_hidden_tiles(state, other)
            buffer = np.zeros(MOVES_BUFFER, np.int64)
            assert buffer[: list_moves(changed, variant.rules, buffer)].tolist() == moves.tolist()
            assert choice(changed, variant.rules, seats, moves, len(moves)) == once


def test_the_hidden_tiles_of_the_test_above_do_change() -> None:
    changed = [
        bool((with_other_hidden_tiles(state, 0).stand != state.stand).any())
        for state, _ in deciding(rulebook(), 3, 5, 20)
    ]
    assert sum(changed) > len(changed) / 2


def seen_by_all(events: list[dict], players: int) -> list[Counter]:
    """Tiles that all have seen go onto each stand, told from the events of a game alone."""
    animals: dict[int, str] = {}
    seen = [Counter() for _ in range(players)]
    for event in events:
        kind = event["event"]
        left: list[str] = []
        if kind == "start":
            animals[event["family"]] = event["animal"]
            left = [event["animal"]] * event["animals"] + ["joker"] * event["jokers"]
        elif kind in ("grow", "discard"):
            left = [event["tile"]]
        elif kind == "two_for_one":
            left = event["tiles"]
        elif kind == "reclaim":
            left = [animals[event["family"]]]
        for tile in left:
            seen[event["player"]] -= Counter([tile])
        if kind == "reclaim":
            seen[event["player"]]["joker"] += 1
        if kind == "draw" and event["from"] == "face_up":
            seen[event["player"]][event["tile"]] += 1
    return seen


@EXAMPLES
@given(played_variants(), st.data(), st.integers(0, 2**40))
def test_what_all_have_seen_on_a_stand_is_what_the_record_tells(
    variant: Variant, data: st.DataObject, seed: int
) -> None:
    players = data.draw(st.integers(variant.players.min, variant.players.max))
    game = Game(variant, players=players, seed=seed)
    generator = np.random.default_rng(seed)
    for _ in range(games(150, 40)):
        if game.is_over:
            break
        moves: list[Move] = game.legal_moves()
        game.apply(moves[int(generator.integers(len(moves)))])
        expected = seen_by_all(game.events, players)
        for seat in range(players):
            assert game.stand_seen(seat) == +expected[seat]
            assert Counter(game.stand_seen(seat)) <= Counter(game.stand(seat))


def ranked(values: list[float], won: list[float], trust: float, squares: float, hopeless: float) -> list[int]:
    """The candidates that are not hopeless, best first; they are numbered by the moves that they stand for."""
    notes = np.zeros(1, SEARCH_NOTES).view(np.recarray)[0]
    number = len(values)
    notes.moves[:number] = range(number)
    notes.values[:number], notes.won[:number], notes.squares[:number] = values, won, squares
    _sort_by_results(notes, number, trust)
    return notes.moves[: _drop_hopeless(notes, number, hopeless)].tolist()


def test_what_the_network_likes_less_has_to_win_more() -> None:
    assert ranked([5.0, 4.0], [3.0, 4.0], trust=0.5, squares=1.0, hopeless=1.0) == [1, 0]
    assert ranked([5.0, 4.0], [3.0, 4.0], trust=1.5, squares=1.0, hopeless=1.0) == [0, 1]


def test_what_lies_behind_by_more_than_luck_is_dropped_and_the_rest_keeps_its_order() -> None:
    won = [4.0, 1.0, 3.0, 2.5]
    assert ranked([0.0] * 4, won, trust=1.5, squares=0.5, hopeless=2.0) == [0, 2, 3]
    assert ranked([0.0] * 4, won, trust=1.5, squares=0.5, hopeless=3.0) == [0, 2, 3, 1]
    assert ranked([0.0] * 4, won, trust=1.5, squares=0.0, hopeless=3.0) == [0]


# The draw pile is gone and this is the last turn: only points on the table count, and the growth brings one.
def test_in_the_last_turn_it_takes_the_points() -> None:
    line = "action | fox deer [0:fox*4] | swan [1:swan*4 2:deer*6] | up - | end last_tile turn 8 seat 1 left 1"
    assert chosen("search:20", line) in ("grow 0 fox", "trade 0 1")


@pytest.mark.skipif(not COMPILED, reason="interpreted, it takes minutes")
def test_the_seer_alone_looks_at_the_hidden_tiles() -> None:
    seats = seat_records(rulebook(), ["seer"] * 3)
    changed = 0
    for state, moves in deciding(rulebook(), 3, 5, 20):
        once = choice(state, rulebook().rules, seats, moves, len(moves))
        others = (with_other_hidden_tiles(state, seed) for seed in range(5))
        changed += any(choice(other, rulebook().rules, seats, moves, len(moves)) != once for other in others)
    assert changed > 0


@pytest.mark.skipif(not COMPILED, reason="interpreted, it takes minutes")
def test_more_playouts_change_the_play() -> None:
    few = outcomes(rulebook(), ["search:6", "planner"], games=10, seed=3)
    more = outcomes(rulebook(), ["search:60", "planner"], games=10, seed=3)
    assert few.tobytes() != more.tobytes()


@pytest.mark.verification
@pytest.mark.parametrize(("stronger", "weaker"), [("search:100", "trained"), ("search:120", "search:12")])
def test_a_search_beats_the_planner_and_one_with_fewer_playouts(stronger: str, weaker: str) -> None:
    number = 60
    shares = sum(
        outcomes(rulebook(), seats, games=number, seed=23).win_share[:, place]
        for place, seats in enumerate(([stronger, weaker], [weaker, stronger]))
    )
    # More than 60 % is expected; a deck's mean over both seatings has a standard deviation of some 0.35.
    assert shares.mean() / 2 > 0.5
