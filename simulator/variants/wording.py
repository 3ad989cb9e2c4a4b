"""Every rule in a sentence that a player understands: one line a reading, one pattern a number."""

from collections.abc import Sequence
from typing import Any

NUMBER = "number"
"""Stands for every number that has no sentence of its own."""

SENTENCES: dict[str, dict[Any, str]] = {
    "players.min": {NUMBER: "At least {n:player} take part."},
    "players.max": {NUMBER: "At most {n:player} take part."},
    "tiles.animals": {NUMBER: "The box holds {n} different {animal}."},
    "tiles.per_animal": {NUMBER: "The box holds {n:tile} of each animal."},
    "tiles.jokers": {0: "The box holds no joker.", NUMBER: "The box holds {n:joker}."},
    "setup.stand": {NUMBER: "Every stand starts with {n:tile}."},
    "draw.tiles": {NUMBER: "A player with a tile on the stand draws {n:tile}."},
    "draw.tiles_when_empty": {NUMBER: "A player whose stand is empty draws {n:tile}."},
    "rainbow.enabled": {
        True: "A player may announce Rainbow.",
        False: "Nobody may announce Rainbow.",
    },
    "rainbow.min_tiles": {NUMBER: "A Rainbow takes {n} different {animal} on the stand."},
    "rainbow.stand": {
        "all_different": "A Rainbow needs a stand on which all animals are different.",
        "hold_enough_different": "A Rainbow needs enough different animals on the stand, duplicates or not.",
        "exactly_min": "A Rainbow needs a stand of just the tiles that it takes, all different.",
    },
    "rainbow.joker_bars": {
        True: "A joker on the stand bars the Rainbow.",
        False: "A joker on the stand does not bar the Rainbow; it is left out of the count.",
    },
    "rainbow.repeat": {
        "once_per_turn": "Rainbow may be announced once in a turn.",
        "while_it_holds": "Rainbow may be announced again in the same turn, while the stand qualifies.",
    },
    "rainbow.extra_tiles": {NUMBER: "A Rainbow draws {n} extra {tile}."},
    "start.min_tiles": {NUMBER: "A family is started with {n:tile}."},
    "start.min_animals": {NUMBER: "Besides jokers, a new family needs at least {n} real {animal}."},
    "start.one_family_per_animal": {
        True: "A player who has a family of an animal may not start another of it.",
        False: "A player may start a second family of an animal.",
    },
    "trade.enabled": {
        True: "Families of equal size may be traded.",
        False: "Nobody may trade families.",
    },
    "trade.max_per_turn": {
        "none": "A player may trade any number of times in a turn.",
        NUMBER: "A player may trade at most {n:time} in a turn.",
    },
    "reclaim.from": {
        "any": "A joker may be reclaimed from anybody's family.",
        "own": "A joker may be reclaimed from one's own families only.",
        "others": "A joker may be reclaimed from other players' families only.",
        "nobody": "Nobody may reclaim a joker.",
    },
    "two_for_one.max_per_turn": {
        0: "Nobody may play Two for One.",
        NUMBER: "A player may play Two for One at most {n:time} in a turn.",
    },
    "two_for_one.may_retake": {
        True: "Two for One may draw one of the two tiles just laid down.",
        False: "Two for One may not draw one of the two tiles just laid down.",
    },
    "stand_limit.tiles": {
        0: "A player keeps no tile without discarding.",
        NUMBER: "A player keeps up to {n:tile} without discarding.",
    },
    "stand_limit.excess": {
        "discard_one": "A player with too many tiles discards one of them.",
        "discard_down": "A player with too many tiles discards down to the limit.",
    },
    "stand_limit.goes_to": {
        "out_of_game": "A discarded tile leaves the game.",
        "draw_pile": "A discarded tile goes face up to the draw pile, for anybody to draw.",
    },
    "seven.size": {NUMBER: "A family is big from {n:tile} on."},
    "seven.claim": {
        "on_reaching": "A 7 token goes to a growth that takes a family from below the big size to it.",
        "on_every_growth": "A 7 token goes to every growth that leaves a family at the big size or above it.",
    },
    "seven.tokens": {0: "There are no 7 tokens.", NUMBER: "The supply of 7 tokens holds {n}."},
    "seven.points": {NUMBER: "A 7 token scores {n:point}."},
    "double_seven.when": {
        "second_family": "The Double Seven token goes to the first who grows a second family that counts.",
        "second_claim": "The Double Seven token goes to the first who claims a second 7 token.",
    },
    "double_seven.family_counts": {
        "at_least": "A family counts for the Double Seven token at the big size or above it.",
        "exactly": "A family that has grown beyond the big size no longer counts for the Double Seven token.",
    },
    "double_seven.points": {NUMBER: "The Double Seven token scores {n:point}."},
    "double_seven.ends_game": {
        True: "Taking the Double Seven token brings the end of the game.",
        False: "The game goes on when the Double Seven token is taken.",
    },
    "end.on_last_tile": {
        True: "Drawing the very last tile brings the end of the game.",
        False: "The game goes on when the very last tile is drawn.",
    },
    "end.final_turns": {
        0: "The game is over with the turn that brings the end; nobody has a final turn.",
        NUMBER: "Every other player has {n} final {turn} after the turn that brings the end.",
    },
    "scoring.tile": {NUMBER: "A tile in one's families scores {n:point}."},
    "scoring.tie_break": {
        "double_seven_holder": "The holder of the Double Seven token wins a tie; other ties are shared.",
        "shared": "Tied players share the win.",
    },
}
"""What each value of each rule means. ``{n:tile}`` is the number with its noun, ``{tile}`` the noun alone."""


def in_words(key: str, value: Any) -> str:
    """Return the sentence that says what ``value`` means for the rule ``key`` (or for ``tiles.names``)."""
    if key == "tiles.names":
        return f"The animals are called {listed(value)}." if value else "The animals have the names of the box."
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"The stands start with {listed(value)} tiles, by seat."
    sentences = SENTENCES[key]
    return sentences[value] if value in sentences else sentences[NUMBER].format_map(_Numbered(value))


def in_words_instead(key: str, before: Any, after: Any) -> str:
    """Return the sentence for ``after``, with the number that it replaces where both are numbers."""
    sentence = in_words(key, after)
    has_number = NUMBER in SENTENCES[key] and after not in SENTENCES[key]
    return f"{sentence.removesuffix('.')} (instead of {_short(before)})." if has_number else sentence


def _short(value: int | str | Sequence[int]) -> str:
    if isinstance(value, str):
        return "any number"
    return str(value) if isinstance(value, int) else listed(value)


def listed(items: Sequence[object]) -> str:
    """Return ``"3, 3, 4 and 4"``."""
    texts = [str(item) for item in items]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"


class _Numbered(dict[str, object]):
    """Fills a pattern in for one number: ``n``, and any other name as a noun that agrees with it."""

    def __init__(self, number: int) -> None:
        super().__init__(n=_Count(number))
        self.number = number

    def __missing__(self, noun: str) -> str:
        return noun if self.number == 1 else f"{noun}s"


class _Count(int):
    """A number that prints with its noun: ``f"{_Count(2):tile}"`` is ``"2 tiles"``."""

    def __format__(self, noun: str) -> str:
        return f"{int(self)} {noun if self == 1 else noun + 's'}" if noun else str(int(self))
