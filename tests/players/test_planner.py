"""``planner``: a planned turn is as good as the best of all turns, tried out one by one."""

from collections.abc import Iterator

import numpy as np
import pytest
from sizes import games

from simulator.engine.moves import MOVES_BUFFER, apply_move, list_moves
from simulator.engine.rules import MAX_PLAYERS
from simulator.engine.score import write_scores
from simulator.engine.state import ACTING, NOT_ENDED, new_games
from simulator.games import Game
from simulator.players import choose, new_desks, seat_records
from simulator.players.desk import PLANNED_POSITIONS
from simulator.players.planner import plan
from simulator.players.weights import WEIGHTS, find_weights
from simulator.variants import Variant, load_variant

PASS, TWO_FOR_ONE = 10, 9
MOST_TABLES = 4_000


class Turn:
    """A turn's end weighed from scratch: what the evaluation says, read off two tables, before and after."""

    def __init__(self, before: np.record, rules: np.record, weights: dict[str, float]) -> None:
        self.before, self.rules, self.weights = before, rules, weights
        self.seat = int(before.player)

    def sizes(self, state: np.record, seat: int | None = None) -> list[int]:
        """Sizes of the families of a seat, or of all."""
        families = range(int(state.families))
        return [int(state.family_tiles[f]) for f in families if seat is None or state.family_owner[f] == seat]

    def scores(self, state: np.record) -> list[int]:
        scores = np.zeros(MAX_PLAYERS, np.int64)
        write_scores(state, self.rules, scores)
        return [int(score) for score in scores[: int(state.players)]]

    def progress(self, tiles: int) -> float:
        names = {1: "one_below_seven", 2: "two_below_seven", 3: "three_below_seven"}
        missing = int(self.rules.seven_size) - tiles
        return self.weights[names[missing]] if missing in names else 0.0

    def value(self, after: np.record) -> float:
        """The value of ending the turn at this table."""
        weights, rules, seat = self.weights, self.rules, self.seat
        won = self.scores(after)[seat] - self.scores(self.before)[seat]
        if self.before.end == NOT_ENDED and after.end != NOT_ENDED:
            others = [score for other, score in enumerate(self.scores(after)) if other != seat]
            lead = self.scores(after)[seat] - max(others) - weights["end_margin"]
            return won + weights["end_lead"] * max(-2.0, min(2.0, lead / 4))
        value = float(won)
        value += sum(map(self.progress, self.sizes(after, seat))) - sum(
            map(self.progress, self.sizes(self.before, seat))
        )
        jokers = int(after.family_jokers[: after.families].sum()) - int(
            self.before.family_jokers[: self.before.families].sum()
        )
        value += weights["joker_laid"] * jokers
        on_table = {int(animal) for animal in after.family_animal[: after.families]}
        joker = int(rules.tiles_animals)
        for kind in range(joker + 1):
            with_family = "left_with_family" if kind in on_table else "left_without_family"
            value += int(after.stand[seat, kind]) * weights["left_joker" if kind == joker else with_family]
        left = int(after.stand_tiles[seat])
        value += weights["empty_stand"] if left == 0 else 0.0
        value += weights["over_limit"] * max(0, left - int(rules.stand_limit_tiles))
        for name, looker in (("reach", seat), ("reach_of_next", (seat + 1) % int(after.players))):
            own = set(self.sizes(after, looker))
            value += weights[name] * sum(size in own for size in self.sizes(after))
        return value


def best_by_trying_all(state: np.record, rules: np.record, weights: dict[str, float]) -> float | None:
    """The best value of all tables that any order of actions but Two for One reaches; None if there are too many."""
    turn = Turn(state, rules, weights)
    tables = [state.copy()]
    seen = {_key(state)}
    best = turn.value(state)
    moves = np.zeros(MOVES_BUFFER, np.int64)
    while tables:
        table = tables.pop()
        if table.phase != ACTING:
            continue
        for move in moves[: list_moves(table, rules, moves)].tolist():
            if move >> 16 in (PASS, TWO_FOR_ONE):
                continue
            after = table.copy()
            apply_move(after, rules, move)
            if (key := _key(after)) not in seen:
                seen.add(key)
                best = max(best, turn.value(after))
                tables.append(after)
        if len(seen) > MOST_TABLES:
            return None
    return best


def _key(state: np.record) -> tuple[bytes, ...]:
    families = int(state.families)
    columns = (state.family_owner, state.family_animal, state.family_tiles, state.family_jokers)
    rest = (state.stand, state.tokens, np.array([state.double_seven_seat, state.end]))
    return (*(column[:families].tobytes() for column in columns), *(part.tobytes() for part in rest))


def positions(variant: Variant, seats: list[str], number: int) -> Iterator[Game]:
    """Positions at which an action is asked for, from recorded games, with stands and tables that can be tried out."""
    records = seat_records(variant, seats)
    desks = new_desks(records)
    for game_number in range(number):
        game = Game(variant, players=len(seats), seed=11, number=game_number)
        while not game.is_over:
            state = game.state
            if state.phase == ACTING and state.stand_tiles[state.player] <= 4 and state.families <= 9:
                yield game
            legal = game.legal_codes(records[game.player].rules)
            asked = len(legal) > 1
            count = np.int64(len(legal))
            code = int(choose(state, game.rules, records, legal, count, *desks)) if asked else int(legal[0])
            game.apply_code(code, asked=asked)


OTHERS = (0.8, 0.2, 0.1, 0.9, -0.2, 0.5, 0.25, 0.1, -0.2, 0.05, -0.02, 3.0, 3.0)
"""Weights unlike those of the planner, of which some are nought or negative: a plan is the best under any."""


@pytest.mark.parametrize(
    ("settings", "seats", "judged"),
    [
        ((), ["planner", "planner", "house"], OTHERS),
        ((), ["house", "planner"], None),
        (("double_seven.family_counts=exactly", "seven.size=4"), ["house"] * 3, OTHERS),
        (("seven.claim=on_every_growth", "double_seven.when=second_claim", "seven.size=4"), ["house"] * 3, None),
        (("reclaim.from=others", "trade.max_per_turn=1", "start.min_animals=2"), ["house"] * 3, OTHERS),
        (("start.one_family_per_animal=false", "reclaim.from=own"), ["house"] * 2, OTHERS),
    ],
)
def test_a_planned_turn_equals_the_best_of_all_turns(
    settings: tuple[str, ...], seats: list[str], judged: tuple[float, ...] | None
) -> None:
    variant = load_variant("rulebook", overrides=settings)
    values = find_weights(len(seats)) if judged is None else np.array(judged)
    weights = dict(zip(WEIGHTS, values.tolist(), strict=True))
    desk, _, _ = new_desks(seat_records(variant, seats))
    rules = variant.rules
    compared = 0
    for game in positions(variant, seats, games(60, 2)):
        state = new_games(1)[0]
        state_array = np.array(game.state)
        for name in state.dtype.names:
            state[name] = state_array[name]
        last_turn = state.end != NOT_ENDED
        expected = best_by_trying_all(
            state, rules, {name: 0.0 if last_turn else value for name, value in weights.items()}
        )
        if expected is None:
            continue
        before = _key(state), state.counts.tobytes(), state.tiles_placed.tobytes()
        planned = plan(state, rules, values, desk)
        assert before == (_key(state), state.counts.tobytes(), state.tiles_placed.tobytes()), "the table was changed"
        if desk.notes.positions < PLANNED_POSITIONS:
            assert planned == pytest.approx(expected, abs=1e-9), game.notation()
            compared += 1
        if compared == games(120, 4):
            break
    assert compared == games(120, 4)
