"""The game once more, slowly: the turn and the moves in plain Python, straight from the rules.

It shares nothing with the engine but the numbers of the kinds, so that the two can be held against each other.
"""

from collections import Counter
from collections.abc import Generator, Sequence
from itertools import combinations

from engine.positions import MoveParts

from simulator import Variant

Decisions = Generator[list[MoveParts], MoveParts, None]


class SlowFamily:
    """A family: who owns it, its animal, its tiles by kind."""

    def __init__(self, owner: int, animal: int, tiles: list[int]) -> None:
        self.owner = owner
        self.animal = animal
        self.tiles = tiles


class SlowGame:
    """One game from a given order of the tiles; :meth:`play` is its course, its attributes are the table."""

    def __init__(self, variant: Variant, players: int, tiles: Sequence[int]) -> None:
        self.rule = variant.value
        self.players = players
        self.joker = variant.tiles.animals
        self.down = [int(tile) for tile in tiles]
        self.up: list[int] = []
        self.stands = [[self.down.pop(0) for _ in range(variant.tiles_dealt[seat])] for seat in range(players)]
        self.families: list[SlowFamily] = []
        self.tokens = [0] * players
        self.double_seven: int | None = None
        self.seat = -1
        self.turns = 0
        self.end = ""

    def play(self) -> Decisions:
        """Yield the legal moves of each decision, in order, and be sent the one that is made."""
        idle_turns = 0
        while not self.end:
            self.seat = (self.seat + 1) % self.players
            yield from self._turn()
            idle_turns = 0 if self.moved_on else idle_turns + 1
            if not self.end and idle_turns == self.players:
                self.end = "stalled"
                return
            if not self.end and self.turns == 2_000:
                self.end = "cut_off"
                return
        last_in_turn = self.seat
        for _ in range(self.rule("end.final_turns")):
            for place in range(1, self.players):
                self.seat = (last_in_turn + place) % self.players
                yield from self._turn()

    def _turn(self) -> Decisions:
        self.turns += 1
        self.moved_on = False
        self.trades = self.two_for_ones = 0
        stand = self.stands[self.seat]
        if self.down and not self.up:
            self.up.append(self.down.pop(0))
        yield from self._draw(self.rule("draw.tiles") if stand else self.rule("draw.tiles_when_empty"))
        rainbows = 0
        while self._is_rainbow() and (rainbows == 0 or self.rule("rainbow.repeat") == "while_it_holds"):
            if (yield [("announce", 0, 0), ("decline", 0, 0)])[0] == "decline":
                break
            rainbows += 1
            yield from self._draw(self.rule("rainbow.extra_tiles"))
        while stand:
            move, first, second = yield self._actions()
            if move == "pass":
                yield from self._discard()
                return
            yield from getattr(self, f"_{move}")(first, second)
            self._look_for_double_seven()

    def _draw(self, number: int, barred: Sequence[int] = ()) -> Decisions:
        for _ in range(number):
            moves = [("face_down", 0, 0)] if self.down else []
            moves += [("face_up", kind, 0) for kind in sorted(Counter(self.up) - Counter(barred))]
            if not moves:
                return
            move, kind, _ = yield moves
            if move == "face_down":
                kind = self.down.pop(0)
            else:
                self.up.remove(kind)
            self.stands[self.seat].append(kind)
            self.moved_on = True
            if self.rule("end.on_last_tile") and not self.down and not self.up:
                self.end = self.end or "last_tile"

    def _is_rainbow(self) -> bool:
        stand = self.stands[self.seat]
        if not self.rule("rainbow.enabled") or not (self.up or self.down):
            return False
        if self.rule("rainbow.joker_bars") and self.joker in stand:
            return False
        animals = [kind for kind in stand if kind != self.joker]
        different = len(set(animals))
        enough = self.rule("rainbow.min_tiles")
        return {
            "all_different": different == len(animals) >= enough,
            "hold_enough_different": different >= enough,
            "exactly_min": different == len(animals) == enough,
        }[self.rule("rainbow.stand")]

    def _owned(self) -> list[int]:
        return [number for number, family in enumerate(self.families) if family.owner == self.seat]

    def _actions(self) -> list[MoveParts]:
        stand = self.stands[self.seat]
        mine = self._owned()
        moves: list[MoveParts] = []
        for animal in range(self.joker):
            if self.rule("start.one_family_per_animal") and animal in [self.families[one].animal for one in mine]:
                continue
            for jokers in range(self.rule("start.min_tiles") + 1):
                animals = self.rule("start.min_tiles") - jokers
                if (
                    animals >= self.rule("start.min_animals")
                    and animals <= stand.count(animal)
                    and jokers <= stand.count(self.joker)
                ):
                    moves.append(("start", animal, jokers))
        for one in mine:
            moves += [("grow", one, kind) for kind in (self.families[one].animal, self.joker) if kind in stand]
        limit = self.rule("trade.max_per_turn")
        if self.rule("trade.enabled") and (limit == "none" or self.trades < limit):
            for one in mine:
                for other, family in enumerate(self.families):
                    if family.owner != self.seat and len(family.tiles) == len(self.families[one].tiles):
                        moves.append(("trade", one, other))
        for number, family in enumerate(self.families):
            allowed = {
                "any": True,
                "own": family.owner == self.seat,
                "others": family.owner != self.seat,
                "nobody": False,
            }[self.rule("reclaim.from")]
            if allowed and self.joker in family.tiles and family.animal in stand:
                moves.append(("reclaim", number, 0))
        if self.two_for_ones < self.rule("two_for_one.max_per_turn"):
            moves += [("two_for_one", *pair) for pair in sorted(set(combinations(sorted(stand), 2)))]
        return [*moves, ("pass", 0, 0)]

    def _place(self, kind: int) -> int:
        self.stands[self.seat].remove(kind)
        self.moved_on = True
        return kind

    def _start(self, animal: int, jokers: int) -> Decisions:
        kinds = [animal] * (self.rule("start.min_tiles") - jokers) + [self.joker] * jokers
        self.families.append(SlowFamily(self.seat, animal, [self._place(kind) for kind in kinds]))
        self.claimed = False
        yield from ()

    def _grow(self, number: int, kind: int) -> Decisions:
        tiles = self.families[number].tiles
        tiles.append(self._place(kind))
        size = self.rule("seven.size")
        earns = len(tiles) == size or (len(tiles) > size and self.rule("seven.claim") == "on_every_growth")
        self.claimed = earns and sum(self.tokens) < self.rule("seven.tokens")
        self.tokens[self.seat] += self.claimed
        yield from ()

    def _trade(self, mine: int, theirs: int) -> Decisions:
        self.families[mine].owner = self.families[theirs].owner
        self.families[theirs].owner = self.seat
        self.trades += 1
        self.claimed = False
        yield from ()

    def _reclaim(self, number: int, _: int) -> Decisions:
        family = self.families[number]
        self.stands[self.seat].remove(family.animal)
        family.tiles.remove(self.joker)
        family.tiles.append(family.animal)
        self.stands[self.seat].append(self.joker)
        self.claimed = False
        yield from ()

    def _two_for_one(self, first: int, second: int) -> Decisions:
        self.up += [self._place(first), self._place(second)]
        self.two_for_ones += 1
        self.claimed = False
        yield from self._draw(1, barred=() if self.rule("two_for_one.may_retake") else (first, second))

    def _look_for_double_seven(self) -> None:
        if self.double_seven is not None:
            return
        sizes = [len(self.families[number].tiles) for number in self._owned()]
        big = self.rule("seven.size")
        if self.rule("double_seven.when") == "second_claim":
            earned = self.claimed and self.tokens[self.seat] >= 2
        elif self.rule("double_seven.family_counts") == "exactly":
            earned = sizes.count(big) >= 2
        else:
            earned = sum(size >= big for size in sizes) >= 2
        if earned:
            self.double_seven = self.seat
            if self.rule("double_seven.ends_game"):
                self.end = self.end or "double_seven"

    def _discard(self) -> Decisions:
        stand = self.stands[self.seat]
        while len(stand) > self.rule("stand_limit.tiles"):
            _, kind, _ = yield [("discard", kind, 0) for kind in sorted(set(stand))]
            stand.remove(kind)
            if self.rule("stand_limit.goes_to") == "draw_pile":
                self.up.append(kind)
            if self.rule("stand_limit.excess") == "discard_one":
                return

    def scores(self) -> list[int]:
        """Each seat's points on the table now."""
        return [
            self.rule("scoring.tile") * sum(len(family.tiles) for family in self.families if family.owner == seat)
            + self.rule("seven.points") * self.tokens[seat]
            + self.rule("double_seven.points") * (self.double_seven == seat)
            for seat in range(self.players)
        ]

    def winners(self) -> list[int]:
        """Who wins if the game ends now."""
        scores = self.scores()
        best = [seat for seat in range(self.players) if scores[seat] == max(scores)]
        if self.rule("scoring.tie_break") == "double_seven_holder" and self.double_seven in best:
            return [self.double_seven]
        return best
