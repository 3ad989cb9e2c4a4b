"""The network: what it sees is the table as it lies when the turn ends, and its value is what its numbers say."""

import numpy as np
import pytest
from engine.positions import choice, dealt, decisions, outcomes, rulebook, table
from players.test_search import deciding, with_other_hidden_tiles
from sizes import COMPILED, games

from simulator import Variant, load_variant
from simulator.engine.moves import PASS, apply_move, move_of
from simulator.engine.state import ACTING, OVER
from simulator.players import new_desks, seat_records
from simulator.players.network import DISTANCES, HIDDEN, OF_GAME, OF_PLAYER, OF_STAND, inputs_for
from simulator.players.networks import new_network
from simulator.players.trained import look, plan_trained, value_between_turns, value_of_end

VARIANTS = ("rulebook", "no-trade", "family-8", "exactly-seven", "discard-down", "short-box", "online-zh")


def ends(variant: Variant, players: int, seed: int, number: int):
    """Tables at which the trained player passes, with the game before and after."""
    state = dealt(variant, players, seed)
    seats = seat_records(variant, ["trained"] * players)
    for moves in decisions(state, variant):
        move = choice(state, variant.rules, seats, moves, len(moves)) if len(moves) > 1 else int(moves[0])
        if number > 0 and state.phase == ACTING and move == move_of(PASS, 0, 0):
            after = state.copy()
            apply_move(after, variant.rules, move)
            if after.turn != state.turn and after.phase != OVER:
                number -= 1
                yield state, after, seats[int(state.player)]
        apply_move(state, variant.rules, move)


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("players", [2, 4])
def test_the_copy_that_is_judged_equals_the_game_in_every_input(name: str, players: int) -> None:
    variant = load_variant(name)
    desk, judge, _ = new_desks(seat_records(variant, ["trained"] * players))
    seen = 0
    for before, after, seat in ends(variant, players, 5, games(12, 1)):
        look(before, variant.rules, seat, desk, judge)
        plan_trained(before, variant.rules, seat, desk, judge)
        planned = value_of_end(desk.tables[desk.notes.best_place], before, variant.rules, seat.network, judge)
        inputs = judge.sight.inputs.copy()
        real = value_between_turns(after, variant.rules, int(before.player), seat.network, judge)
        assert inputs.tolist() == judge.sight.inputs.tolist()
        assert planned == pytest.approx(real, abs=1e-5)
        seen += 1
    assert seen >= games(5, 1)


@pytest.mark.parametrize("name", VARIANTS[:3])
def test_the_trained_player_does_not_look_at_hidden_tiles(name: str) -> None:
    variant = load_variant(name)
    changed = 0
    for players in (2, 3, 4):
        seats = seat_records(variant, ["trained"] * players)
        for seed in range(games(12, 1)):
            for state, moves in deciding(variant, players, seed, games(10, 2)):
                once = choice(state, variant.rules, seats, moves, len(moves))
                other = with_other_hidden_tiles(state, seed)
                changed += other.tobytes() != state.tobytes()
                assert choice(other, variant.rules, seats, moves, len(moves)) == once
    assert changed > games(12, 1) * games(10, 2)


def test_the_value_is_what_the_numbers_say() -> None:
    state = dealt(rulebook(), 2, 3)
    _, judge, _ = new_desks(seat_records(rulebook(), ["trained"] * 2))
    random = np.random.default_rng(7)
    network = new_network(2)
    count = inputs_for(2)
    network.weights[:count] = random.normal(size=(count, HIDDEN))
    network.thresholds[:] = random.normal(size=HIDDEN)
    network.worths[:] = random.normal(size=HIDDEN)
    network.level = 0.5
    value = value_between_turns(state, rulebook().rules, 1, network, judge)
    hidden = judge.sight.inputs[:count].astype(float) @ network.weights[:count] + network.thresholds
    assert value == pytest.approx(0.5 + np.maximum(hidden, 0) @ network.worths, abs=1e-4)


def seen_of(line: str, *settings: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What seat 0 sees: of the game, of its stand, and of itself and the next player."""
    game = table(line, *settings)
    _, judge, _ = new_desks(seat_records(game.variant, ["trained"] * game.players))
    value_between_turns(game.state, game.rules, 0, new_network(game.players), judge)
    inputs = judge.sight.inputs
    players = inputs[OF_GAME + OF_STAND :][: 2 * OF_PLAYER].reshape(2, OF_PLAYER)
    return inputs[:OF_GAME], inputs[OF_GAME : OF_GAME + OF_STAND], players


def test_a_table_is_told_by_its_families_and_what_they_lack() -> None:
    game, stand, players = seen_of("turn 9 seat 0 action | fox fox frog [0:fox*5] | swan [1:swan*6] | up fox")
    assert game[0] > 0.5
    assert game[6] == 1  # nobody has the Double Seven token
    own, other = players
    assert own[7] == pytest.approx(0.75)  # three tiles on the stand
    assert own[11:][:DISTANCES].tolist() == [0, 0, 1, 0, 0]  # a family two tiles below seven
    assert own[11 + DISTANCES :][:DISTANCES].tolist() == [0, 0, 1, 0, 0]  # and a face-up tile for it
    assert other[11:][:DISTANCES].tolist() == [0, 1, 0, 0, 0]  # one tile below seven
    assert stand[13:][:DISTANCES].tolist() == [0, 0, 2, 0, 0]  # two tiles for the own family


@pytest.mark.skipif(not COMPILED, reason="interpreted, it takes minutes")
@pytest.mark.parametrize("players", [5, 6])
def test_a_network_for_fewer_players_serves_more(players: int) -> None:
    variant = load_variant("rulebook", ["players.max=6", "tiles.per_animal=14"])
    rows = outcomes(variant, ["trained"] * players, games=2, seed=1)
    assert rows.win_share.sum(axis=1).tolist() == pytest.approx([1.0, 1.0])
