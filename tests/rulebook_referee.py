"""A second reading of the rulebook, written from its text alone: plain lists and counters, nothing of ``simulator``.

It judges whole records: :func:`judge` returns the final line or raises :class:`Refused`. The records' tests hold the
engine to it, event by event.
"""

from collections import Counter
from typing import Any

ANIMALS = ("bird", "squirrel", "fox", "butterfly", "swan", "frog", "deer", "rabbit")
JOKER = "joker"
KEYS = {
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


class Refused(Exception):
    """A record that breaks a rule at ``event``; ``None`` if only its final line is wrong."""

    def __init__(self, event: int | None, rule: str) -> None:
        self.event = event
        super().__init__(f"event {event}: {rule}")


def judge(record: dict[str, Any]) -> dict[str, Any]:
    """Play a record of the printed game through, and return the final line that its events come to."""
    table = _Table(record["players"], record["events"])
    table.play()
    final = table.final()
    if record["final"] != final:
        raise Refused(None, f"the final line is {final}")
    return final


class _Table:
    def __init__(self, players: int, events: list[dict[str, Any]]) -> None:
        self.players, self.events, self.at = players, events, 0
        self.box = Counter(dict.fromkeys(ANIMALS, 11) | {JOKER: 3})  # tiles that nobody has seen
        self.up: Counter[str] = Counter()
        self.stands: list[Counter[str]] = [Counter() for _ in range(players)]
        self.families: list[dict[str, Any]] = []
        self.tokens = [0] * players
        self.holder: int | None = None
        self.end: str | None = None
        self.turns = 0
        self.turns_left: int | None = None

    def demand(self, condition: bool, rule: str) -> None:
        if not condition:
            raise Refused(self.at, rule)

    def look(self) -> dict[str, Any]:
        """The event that must come next, well formed."""
        self.demand(self.at < len(self.events), "the game goes on")
        event = self.events[self.at]
        self.demand(event["event"] in KEYS and set(event) == KEYS[event["event"]] | {"event"}, "an event has its keys")
        return event

    def expect(self, name: str, seat: int | None = None) -> dict[str, Any]:
        event = self.look()
        self.demand(event["event"] == name, f"{name} must follow")
        self.demand(seat is None or event["player"] == seat, f"it is the turn of {seat}")
        return event

    def done(self) -> None:
        self.at += 1

    def play(self) -> None:
        for seat in range(self.players):
            event = self.expect("deal", seat)
            self.demand(len(event["tiles"]) == 3, "three tiles are dealt")
            for tile in event["tiles"]:
                self.unseen(tile)
                self.stands[seat][tile] += 1
            self.done()
        seat = 0
        while True:
            self.turns += 1
            self.turn(seat)
            if self.end is not None:
                self.turns_left = self.players - 1 if self.turns_left is None else self.turns_left - 1
                if self.turns_left == 0:
                    break
            seat = (seat + 1) % self.players
        self.demand(self.at == len(self.events), "the game is over")

    def unseen(self, tile: str) -> None:
        self.demand(self.box[tile] > 0, f"a {tile} is left in the box")
        self.box[tile] -= 1

    def draw(self, seat: int) -> None:
        event = self.expect("draw", seat)
        tile = event["tile"]
        if event["from"] == "face_down":
            self.unseen(tile)
        else:
            self.demand(event["from"] == "face_up" and self.up[tile] > 0, f"a {tile} is face up")
            self.up[tile] -= 1
        self.stands[seat][tile] += 1
        if self.box.total() + self.up.total() == 0 and self.end is None:
            self.end = "last_tile"
        self.done()

    def turn(self, seat: int) -> None:
        stand = self.stands[seat]
        if self.up.total() == 0 and self.box.total() > 0:
            tile = self.expect("reveal")["tile"]
            self.unseen(tile)
            self.up[tile] += 1
            self.done()
        for _ in range(2 if stand.total() else 3):
            if self.box.total() + self.up.total():
                self.draw(seat)
        held = list(stand.elements())
        all_different = len(held) >= 5 and len(set(held)) == len(held) and JOKER not in held
        if all_different and self.box.total() + self.up.total() and self.look()["event"] == "rainbow":
            self.expect("rainbow", seat)
            self.done()
            self.draw(seat)
        used_two_for_one = False
        while stand.total():
            event = self.look()
            self.demand(event.get("player") == seat, f"it is the turn of {seat}")
            name = event["event"]
            if name == "pass":
                break
            self.demand(name in ("start", "grow", "trade", "reclaim", "two_for_one"), "an action or a pass follows")
            if name == "two_for_one":
                self.demand(not used_two_for_one, "Two for One is played once a turn")
                used_two_for_one = True
            getattr(self, name)(seat, event)
        self.expect("pass" if stand.total() else "empty", seat)
        self.done()
        very_last = self.turns_left == 1
        if stand.total() > 5 and not (very_last and self.at == len(self.events)):
            event = self.expect("discard", seat)
            self.give_up(seat, event["tile"])
            self.done()

    def give_up(self, seat: int, tile: str) -> None:
        self.demand(self.stands[seat][tile] > 0, f"a {tile} is on the stand")
        self.stands[seat][tile] -= 1

    def family(self, number: int) -> dict[str, Any]:
        self.demand(0 <= number < len(self.families), f"there is a family {number}")
        return self.families[number]

    def start(self, seat: int, event: dict[str, Any]) -> None:
        animal, animals, jokers = event["animal"], event["animals"], event["jokers"]
        self.demand(animal in ANIMALS, "a family is of an animal")
        self.demand(animals + jokers == 2 and animals >= 1 and jokers >= 0, "two tiles, one an animal, start a family")
        self.demand(event["family"] == len(self.families), "families are numbered as they are started")
        own = [family["animal"] for family in self.families if family["owner"] == seat]
        self.demand(animal not in own, f"there is no {animal} family in front of the player yet")
        for tile in [animal] * animals + [JOKER] * jokers:
            self.give_up(seat, tile)
        self.families.append({"owner": seat, "animal": animal, "tiles": 2, "jokers": jokers})
        self.done()

    def grow(self, seat: int, event: dict[str, Any]) -> None:
        family = self.family(event["family"])
        self.demand(family["owner"] == seat, "one grows one's own families")
        self.demand(event["tile"] in (family["animal"], JOKER), "a tile joins its like")
        self.give_up(seat, event["tile"])
        family["tiles"] += 1
        family["jokers"] += event["tile"] == JOKER
        if family["tiles"] == 7 and sum(self.tokens) < 8:
            self.tokens[seat] += 1
        big = [family for family in self.families if family["owner"] == seat and family["tiles"] >= 7]
        if len(big) >= 2 and self.holder is None:
            self.holder = seat
            self.end = self.end or "double_seven"
        self.done()

    def trade(self, seat: int, event: dict[str, Any]) -> None:
        mine, theirs = self.family(event["give"]), self.family(event["take"])
        self.demand(mine["owner"] == seat != theirs["owner"], "one trades an own family for another's")
        self.demand(mine["tiles"] == theirs["tiles"], "equal sizes are traded")
        mine["owner"], theirs["owner"] = theirs["owner"], mine["owner"]
        self.done()

    def reclaim(self, seat: int, event: dict[str, Any]) -> None:
        family = self.family(event["family"])
        self.demand(family["jokers"] > 0, "a joker is in the family")
        self.give_up(seat, family["animal"])
        self.stands[seat][JOKER] += 1
        family["jokers"] -= 1
        self.done()

    def two_for_one(self, seat: int, event: dict[str, Any]) -> None:
        self.demand(len(event["tiles"]) == 2, "two tiles are laid down")
        for tile in event["tiles"]:
            self.give_up(seat, tile)
        for tile in event["tiles"]:
            self.up[tile] += 1
        self.done()
        self.draw(seat)

    def final(self) -> dict[str, Any]:
        scores = [
            sum(family["tiles"] for family in self.families if family["owner"] == seat)
            + self.tokens[seat]
            + 2 * (self.holder == seat)
            for seat in range(self.players)
        ]
        winners = [seat for seat in range(self.players) if scores[seat] == max(scores)]
        return {
            "turns": self.turns,
            "end": self.end,
            "scores": scores,
            "seven_tokens": self.tokens,
            "double_seven": self.holder,
            "winners": [self.holder] if self.holder in winners else winners,
        }
