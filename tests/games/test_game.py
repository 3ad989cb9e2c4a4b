"""Stepping through a game: nobody is asked where there is no choice, and nothing illegal changes the table."""

import copy
import random
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sizes import games
from strategies import variants

from simulator import Game, IllegalMove, Move, Variant, bundled_variants, load_variant, play_game
from simulator.errors import Mistake

Decisions = Callable

ANY_GAME = settings(derandomize=True, deadline=None, max_examples=games(20, 4))
SEEDS = st.integers(0, 2**32)
MOST = games(30, 20)
"""Decisions of a game that are looked at closely."""


def copied(game: Game) -> Game:
    """Another game at the same table."""
    other = copy.copy(game)
    other.state = game.state.copy()
    other.events = list(game.events)
    other._moves = game._moves.copy()
    return other


def table(game: Game) -> tuple[tuple[bytes, ...], int]:
    """All that a move can change, field by field: what lies between the fields means nothing."""
    return tuple(game.state[name].tobytes() for name in game.state.dtype.names), len(game.events)


@ANY_GAME
@given(variant=variants(), seed=SEEDS)
def test_a_decision_has_at_least_two_moves_unless_the_game_is_over(
    decisions: Decisions, variant: Variant, seed: int
) -> None:
    for game in decisions(variant, variant.players.max, seed, 200):
        moves = game.legal_moves()
        assert (len(moves) == 0) if game.is_over else (len(moves) >= 2)
        assert game.phase not in ("reveal", "empty"), "there is nothing to choose there"
        assert len({str(move) for move in moves}) == len({move.code for move in moves}) == len(moves)


@ANY_GAME
@given(variant=variants(), seed=SEEDS)
def test_a_move_is_made_by_its_text_as_well_as_by_itself(decisions: Decisions, variant: Variant, seed: int) -> None:
    for game in decisions(variant, variant.players.min, seed, MOST):
        for move in game.legal_moves():
            by_text, by_move, by_code = copied(game), copied(game), copied(game)
            by_text.apply(str(move))
            by_move.apply(move)
            by_code.apply_code(move.code)
            assert table(by_text) == table(by_move) == table(by_code)
            assert by_text.events == by_move.events == by_code.events
            assert table(by_text) != table(game)


@ANY_GAME
@given(variant=variants(), seed=SEEDS)
def test_an_illegal_move_is_refused_and_changes_nothing(decisions: Decisions, variant: Variant, seed: int) -> None:
    seen: dict[str, Move] = {}
    for game in decisions(variant, variant.players.max, seed, MOST):
        legal = {str(move) for move in game.legal_moves()}
        before = table(game)
        elsewhere = [move for text, move in seen.items() if text not in legal][-4:]
        for move in elsewhere:
            for illegal in (str(move), move):
                with pytest.raises(IllegalMove):
                    game.apply(illegal)
        assert table(game) == before
        assert {str(move) for move in game.legal_moves()} == legal
        seen |= {str(move): move for move in game.legal_moves()}


@pytest.mark.parametrize(
    "text", ["", "draw", "Draw face_down", "draw  face_down", "draw face_down ", "draw wolf", "pass", "reveal", "0"]
)
def test_an_illegal_move_is_told_with_the_table_and_what_is_legal(rulebook: Variant, text: str) -> None:
    game = Game(rulebook, players=2, seed=7)
    legal = [str(move) for move in game.legal_moves()]
    with pytest.raises(IllegalMove) as caught:
        game.apply(text)
    first, second = str(caught.value).splitlines()
    assert first == f"{text!r} is not legal here: {game.notation()}"
    assert second == f"Legal: {', '.join(legal)}"


def test_no_move_is_legal_once_the_game_is_over(rulebook: Variant) -> None:
    game = play_game(rulebook, ["house", "house"])
    assert game.is_over
    assert game.legal_moves() == []
    with pytest.raises(IllegalMove, match="Legal: nothing: the game is over"):
        game.apply("pass")


def test_a_move_that_is_no_move_at_all_is_refused(rulebook: Variant) -> None:
    game = Game(rulebook)
    before = table(game)
    for nonsense in (None, 3, Move(-1, "fly"), ["pass"]):
        with pytest.raises(IllegalMove):
            game.apply(nonsense)
    assert table(game) == before


def test_moves_that_leave_no_choice_are_noted_but_not_asked_for(rulebook: Variant) -> None:
    # Nothing is face up when a game begins: the first tile is revealed before seat 0 is asked for anything.
    game = Game(rulebook, players=3, seed=1)
    assert [event["event"] for event in game.events] == ["deal", "deal", "deal", "reveal"]
    assert (game.turn, game.player, game.phase) == (1, 0, "draw")
    assert game.face_up() == {game.events[-1]["tile"]: 1}


@ANY_GAME
@given(variant=variants(), seed=SEEDS)
def test_the_events_are_the_moves_that_were_made(decisions: Decisions, variant: Variant, seed: int) -> None:
    # Every move leaves one event, a declined Rainbow none; what is done without asking leaves its event too.
    before = -1
    for game in decisions(variant, variant.players.max, seed, 200):
        assert len(game.events) >= before
        before = len(game.events)
        for seat in range(game.players):
            assert sum(game.stand(seat).values()) == game.state.stand_tiles[seat]
        assert game.state.counts[-1] <= len(game.events) + game.state.counts[3]
    deals = [event for event in game.events if event["event"] == "deal"]
    assert [event["player"] for event in deals] == list(range(game.players))
    assert [len(event["tiles"]) for event in deals] == list(variant.tiles_dealt[: game.players])


@ANY_GAME
@given(variant=variants(), seed=SEEDS, number=st.integers(0, 2**63 - 1))
def test_seed_and_number_fix_the_game(variant: Variant, seed: int, number: int) -> None:
    one, other = (Game(variant, seed=seed, number=number) for _ in range(2))
    assert table(one) == table(other)
    assert one.events == other.events


def test_another_seed_or_number_is_another_game(rulebook: Variant) -> None:
    lines = {Game(rulebook, seed=seed, number=number).notation() for seed in range(5) for number in range(5)}
    assert len(lines) == 25


@pytest.mark.parametrize("name", bundled_variants())
def test_a_game_is_for_as_many_players_as_the_variant_says(name: str) -> None:
    variant = load_variant(name)
    assert Game(variant).players == variant.players.min
    for players in range(variant.players.min, variant.players.max + 1):
        game = Game(variant, players=players)
        assert (game.players, len(game.scores()), len(game.win_shares())) == (players,) * 3
    for players in (-1, 0, 1, variant.players.max + 1, 100):
        with pytest.raises(
            Mistake, match=rf"^{name} is for 2 to 4 players, not {players} \(players.min, players.max\)$"
        ):
            Game(variant, players=players)


@pytest.mark.parametrize("what", [{"seed": -1}, {"seed": 2**64}, {"number": -1}, {"number": 2**63}])
def test_a_seed_or_number_out_of_range_is_a_mistake_that_is_told(rulebook: Variant, what: dict[str, int]) -> None:
    with pytest.raises(Mistake) as caught:
        Game(rulebook, **what)
    seed, number = what.get("seed", 1), what.get("number", 0)
    assert str(caught.value) == (
        f"seed is {seed}, game {number}: whole numbers from 0 to 2**64 - 1 and from 0 to 2**63 - 1"
    )


@ANY_GAME
@given(variant=variants(), seed=SEEDS)
def test_what_is_asked_of_a_game_is_what_lies_on_the_table(decisions: Decisions, variant: Variant, seed: int) -> None:
    for game in decisions(variant, variant.players.max, seed, MOST):
        families = game.families()
        assert [family["family"] for family in families] == list(range(len(families)))
        assert sorted(
            (family for seat in range(game.players) for family in game.families(seat)), key=lambda f: f["family"]
        ) == (families)
        for seat in range(game.players):
            assert all(family["owner"] == seat for family in game.families(seat))
            assert all(number > 0 for number in game.stand(seat).values())
        assert sum(game.face_up().values()) == game.state.face_up_tiles
        assert 0 <= game.player < game.players
        assert repr(game) == f"<Game {game.notation()}>"


@ANY_GAME
@given(variant=variants(), seed=SEEDS)
def test_the_score_is_counted_from_families_and_tokens(decisions: Decisions, variant: Variant, seed: int) -> None:
    for game in decisions(variant, variant.players.max, seed, 200):
        final = game.final()
        tokens, holder = final["seven_tokens"], final["double_seven"]
        points = [
            variant.scoring.tile * sum(family["tiles"] for family in game.families(seat))
            + variant.seven.points * tokens[seat]
            + variant.double_seven.points * (holder == seat)
            for seat in range(game.players)
        ]
        assert game.scores() == points
        best = [seat for seat in range(game.players) if points[seat] == max(points)]
        if variant.scoring.tie_break == "double_seven_holder" and holder in best:
            best = [holder]
        assert game.win_shares() == [(seat in best) / len(best) for seat in range(game.players)]
        assert final["winners"] == best
        assert sum(tokens) <= variant.seven.tokens


@pytest.mark.parametrize("name", bundled_variants())
def test_the_final_line_has_the_keys_of_a_record(name: str) -> None:
    game = play_game(load_variant(name), ["house", "random", "greedy"])
    final = game.final()
    assert list(final) == ["turns", "end", "scores", "seven_tokens", "double_seven", "winners"]
    assert final["end"] in ("double_seven", "last_tile", "stalled", "cut_off")
    assert final["turns"] == game.turn
    assert all(type(number) is int for key in ("scores", "seven_tokens", "winners") for number in final[key])
    assert final["double_seven"] is None or type(final["double_seven"]) is int


def test_playing_on_at_a_copied_table_leaves_the_other_alone(rulebook: Variant) -> None:
    game = Game(rulebook, players=2, seed=3)
    other = Game.from_notation(game.notation(), rulebook)
    line = game.notation()
    choose = random.Random(0)
    for _ in range(10):
        other.apply(choose.choice(other.legal_moves()))
    assert game.notation() == line
    assert not np.shares_memory(game.state.stand, other.state.stand)
