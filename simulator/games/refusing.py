"""Why a move is not legal, in the language of the rules.

Whether a move is legal is decided by the engine's list alone; this only finds the words for a move that is not in it.
"""

from collections.abc import Callable

from simulator.engine import moves
from simulator.engine.moves import first_of, second_of, type_of
from simulator.engine.state import PHASES
from simulator.games.game import Game

_OPEN_DECISION = {
    "reveal": "no tile is face up, so one must be revealed first",
    "draw": "the player still has to draw",
    "rainbow": "the player may announce Rainbow now, or go on",
    "action": "it is time for actions",
    "empty": "the stand is empty, so the turn ends at once",
    "discard": "the stand holds more than the limit, so the player must discard",
    "over": "the game is over",
}

_PHASE_OF_MOVE = {
    moves.REVEAL: "reveal",
    moves.FACE_DOWN: "draw",
    moves.FACE_UP: "draw",
    moves.ANNOUNCE: "rainbow",
    moves.START: "action",
    moves.GROW: "action",
    moves.TRADE: "action",
    moves.RECLAIM: "action",
    moves.TWO_FOR_ONE: "action",
    moves.PASS: "action",
    moves.EMPTY: "empty",
    moves.DISCARD: "discard",
}


def broken_rule(game: Game, code: int) -> str:
    """Say which rule the move with this number would break in the present position, where it is not legal."""
    move_type = type_of(code)
    if _PHASE_OF_MOVE[move_type] != game.phase:
        return f"not possible here: {_OPEN_DECISION[PHASES[game.state.phase]]}"
    explain = _EXPLANATIONS.get(move_type)
    reason = explain(game, first_of(code), second_of(code)) if explain else None
    return reason or f"the rules do not allow it here: {game.notation()}"


def _face_down(game: Game, first: int, second: int) -> str:
    return "no tile of the draw pile is face down"


def _face_up(game: Game, kind: int, second: int) -> str:
    if game.state.face_up[kind] == 0:
        return f"no {game.kinds[kind]} is face up"
    return f"a {game.kinds[kind]} just laid down for Two for One may not be taken back (two_for_one.may_retake)"


def _start(game: Game, animal: int, jokers: int) -> str | None:
    rules, stand, name = game.rules, game.state.stand[game.player], game.kinds[animal]
    if animal == rules.tiles_animals:
        return "a family is never made up of jokers only"
    animals = int(rules.start_min_tiles) - jokers
    if animals < max(1, rules.start_min_animals):
        fewest = max(1, int(rules.start_min_animals))
        return f"a start needs {_number(fewest, 'real animal')} (start.min_animals)"
    if stand[animal] < animals or stand[rules.tiles_animals] < jokers:
        needed = f"{animals} {name}" + (f" and {_number(jokers, 'joker')}" if jokers else "")
        return f"the stand does not hold {needed}: it holds {_stand(game)}"
    if any(family["animal"] == name for family in game.families(game.player)):
        return f"the player already has a family of {name} in front (start.one_family_per_animal)"
    return None


def _grow(game: Game, family: int, kind: int) -> str | None:
    if problem := _not_in_front(game, family, own=True):
        return problem
    animal = int(game.state.family_animal[family])
    if kind not in (animal, game.rules.tiles_animals):
        return f"family {family} is of {game.kinds[animal]}: a {game.kinds[kind]} cannot join it"
    return _not_held(game, kind)


def _trade(game: Game, mine: int, theirs: int) -> str | None:
    state, rules = game.state, game.rules
    if rules.trade_enabled == 0:
        return "there is no trading (trade.enabled)"
    if problem := _not_in_front(game, mine, own=True) or _not_in_front(game, theirs, own=False):
        return problem
    if state.family_tiles[mine] != state.family_tiles[theirs]:
        sizes = f"{state.family_tiles[mine]} and {state.family_tiles[theirs]} tiles"
        return f"only families of the same number of tiles are traded: these have {sizes}"
    if state.trades_this_turn >= rules.trade_max_per_turn:
        return f"the player has traded {_number(int(state.trades_this_turn), 'time')} this turn (trade.max_per_turn)"
    return None


def _reclaim(game: Game, family: int, second: int) -> str | None:
    state = game.state
    if family >= state.families:
        return f"there is no family {family}"
    if state.family_jokers[family] == 0:
        return f"no joker is in family {family}"
    if problem := _not_held(game, int(state.family_animal[family])):
        return problem
    return "jokers may not be reclaimed from this family (reclaim.from)"


def _two_for_one(game: Game, kind: int, other: int) -> str | None:
    state = game.state
    if game.rules.two_for_one_max_per_turn == 0:
        return "there is no Two for One (two_for_one.max_per_turn)"
    if state.two_for_ones_this_turn >= game.rules.two_for_one_max_per_turn:
        limit = int(game.rules.two_for_one_max_per_turn)
        times = "once" if limit == 1 else f"{limit} times"
        return f"Two for One may be played {times} a turn at most (two_for_one.max_per_turn)"
    if kind == other and state.stand[game.player, kind] == 1:
        return f"the stand holds only one {game.kinds[kind]}"
    return _not_held(game, kind) or _not_held(game, other)


def _discard(game: Game, kind: int, second: int) -> str | None:
    return _not_held(game, kind)


def _not_in_front(game: Game, family: int, *, own: bool) -> str | None:
    """What is wrong with naming ``family`` as one that lies, or does not lie, in front of the player."""
    if family >= game.state.families:
        return f"there is no family {family}"
    if own and game.state.family_owner[family] != game.player:
        return f"family {family} lies in front of seat {game.state.family_owner[family]}, not of seat {game.player}"
    if not own and game.state.family_owner[family] == game.player:
        return f"family {family} is the player's own: a trade needs another player's"
    return None


def _not_held(game: Game, kind: int) -> str | None:
    if game.state.stand[game.player, kind] == 0:
        return f"no {game.kinds[kind]} is on the stand: it holds {_stand(game)}"
    return None


def _number(number: int, of: str) -> str:
    return f"{number} {of}{'' if number == 1 else 's'}"


def _stand(game: Game) -> str:
    return ", ".join(f"{number} {kind}" for kind, number in game.stand(game.player).items()) or "nothing"


_EXPLANATIONS: dict[int, Callable[[Game, int, int], str | None]] = {
    moves.FACE_DOWN: _face_down,
    moves.FACE_UP: _face_up,
    moves.START: _start,
    moves.GROW: _grow,
    moves.TRADE: _trade,
    moves.RECLAIM: _reclaim,
    moves.TWO_FOR_ONE: _two_for_one,
    moves.DISCARD: _discard,
}
