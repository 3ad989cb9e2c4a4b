"""Every key of a variant file and every reading changes play exactly as the rules say.

``@held`` names the settings that a test holds; the last test asks that none is forgotten.
"""

from collections import defaultdict
from collections.abc import Callable
from typing import Any

import pytest
from engine.positions import happened, legal, play, rulebook, table

from simulator import Game
from simulator.engine.rules import READINGS
from simulator.errors import Mistake
from simulator.variants import RULE_KEYS

HELD: dict[str, set[str]] = defaultdict(set)
"""Key to the values that some test here holds."""


def held(*settings: str) -> Callable[[Any], Any]:
    """Say which settings, such as ``"rainbow.stand=exactly_min"``, a test holds."""
    for setting in settings:
        key, _, value = setting.partition("=")
        HELD[key].add(value)
    return lambda test: test


def under(**expected: Any) -> Callable[[Any], Any]:
    """Run a test once a setting of one key, and tell it what to expect: ``under(rainbow__repeat={…: …})``."""
    ((name, by_value),) = expected.items()
    key = name.replace("__", ".")
    cases = [(f"{key}={value}", outcome) for value, outcome in by_value.items()]
    held(*(setting for setting, _ in cases))
    return pytest.mark.parametrize(("setting", "expected"), cases, ids=[setting for setting, _ in cases])


def sizes(game: Game) -> list[int]:
    """How many tiles each seat was dealt."""
    return [sum(game.stand(seat).values()) for seat in range(game.players)]


# players, tiles, setup


@held("players.min=3", "players.max=5")
def test_players_min_and_max_say_how_many_may_play() -> None:
    variant = rulebook("players.min=3", "players.max=5")
    assert Game(variant, players=3).players == 3
    assert Game(variant, players=5).players == 5
    for players in (2, 6):
        with pytest.raises(Mistake, match="for 3 to 5 players"):
            Game(variant, players=players)


@held("tiles.animals=9", "tiles.per_animal=9", "tiles.jokers=5")
def test_tiles_say_what_is_in_the_box() -> None:
    settings = ("tiles.animals=9", "tiles.per_animal=9", "tiles.jokers=5")
    state = Game(rulebook(*settings), players=2).state
    box = sorted(state.pile[: state.pile_end].tolist())
    assert box == [animal for animal in range(9) for _ in range(9)] + [9] * 5
    # The joker stands behind the animals, whatever their number; a ninth animal is an animal.
    game = table("turn 9 seat 0 action | animal9*2 joker [] | - [] | up bird", *settings)
    assert legal(game)[:2] == ["start animal9 animal9", "start animal9 joker"]


@under(setup__stand={"3": [3, 3, 3, 3], "0": [0, 0, 0, 0], "[3,3,4,4]": [3, 3, 4, 4]})
def test_setup_stand_is_dealt_to_each_seat(setting: str, expected: list[int]) -> None:
    game = Game(rulebook(setting), players=4)
    assert sizes(game) == expected
    assert [event["event"] for event in game.events[:4]] == ["deal"] * 4
    # Fewer players use the first numbers.
    assert sizes(Game(rulebook(setting), players=3)) == expected[:3]


@held("setup.stand=[0,1,5]")
def test_a_seat_dealt_nothing_starts_with_the_draws_of_an_empty_stand() -> None:
    game = Game(rulebook("players.max=3", "setup.stand=[0,1,5]"), players=3)
    assert sizes(game) == [0, 1, 5]
    assert game.state.draws_left == 3


# draw


@under(draw__tiles={"1": 1, "2": 2, "4": 4})
def test_draw_tiles_are_drawn_with_a_tile_on_the_stand(setting: str, expected: int) -> None:
    game = play(table("turn 9 seat 1 action | fox [] | deer [] | up bird", setting), "pass")
    assert game.state.draws_left == expected
    play(game, *["draw face_down"] * expected)
    assert sizes(game)[0] == 1 + expected
    assert game.phase != "draw"


@under(draw__tiles_when_empty={"1": 1, "3": 3, "5": 5})
def test_draw_tiles_when_empty_are_drawn_with_none(setting: str, expected: int) -> None:
    game = play(table("turn 9 seat 1 action | - [] | deer [] | up bird", setting), "pass")
    play(game, *["draw face_down"] * expected)
    assert sizes(game)[0] == expected
    assert game.phase != "draw"


# rainbow

STANDS = [
    "bird squirrel fox swan",
    "bird squirrel fox swan frog",
    "bird squirrel fox swan frog deer",
    "bird squirrel fox swan frog*2",
    "bird squirrel fox swan*2",
    "bird squirrel fox swan frog joker",
    "bird squirrel fox swan joker",
    "bird squirrel fox swan frog deer joker",
    "bird squirrel fox swan frog*2 joker*2",
]


def is_rainbow(stand: str, *settings: str) -> bool:
    """Whether the player is asked, having drawn the last tile of the stand."""
    *others, last = [word.partition("*")[0] for word in stand.split() for _ in range(int(word.partition("*")[2] or 1))]
    game = table(f"turn 9 seat 0 draw | {' '.join(others) or '-'} [] | rabbit [] | up {last} | draws 1", *settings)
    play(game, f"draw {last}")
    assert game.phase in ("rainbow", "action")
    return game.phase == "rainbow"


@under(rainbow__enabled={"true": True, "false": False})
def test_rainbow_enabled(setting: str, expected: bool) -> None:
    assert is_rainbow("bird squirrel fox swan frog", setting) == expected


@under(rainbow__min_tiles={"4": [True, True], "5": [False, True], "6": [False, False]})
def test_rainbow_min_tiles(setting: str, expected: list[bool]) -> None:
    assert [is_rainbow(stand, setting) for stand in STANDS[:2]] == expected


@held("rainbow.min_tiles=1")
def test_a_rainbow_of_one_tile_needs_one_tile() -> None:
    assert is_rainbow("bird", "rainbow.min_tiles=1")
    assert not is_rainbow("joker*2", "rainbow.min_tiles=1", "rainbow.joker_bars=false")


@under(
    rainbow__stand={
        "all_different": STANDS[1:3],
        "hold_enough_different": STANDS[1:4],
        "exactly_min": STANDS[1:2],
    }
)
def test_rainbow_stand_says_which_stands_qualify_and_a_joker_bars_all(setting: str, expected: list[str]) -> None:
    assert [stand for stand in STANDS if is_rainbow(stand, setting, "rainbow.joker_bars=true")] == expected


@held("rainbow.joker_bars=true", "rainbow.joker_bars=false")
@pytest.mark.parametrize(
    ("reading", "expected"),
    [
        ("all_different", [*STANDS[1:3], STANDS[5], STANDS[7]]),
        ("hold_enough_different", [*STANDS[1:4], STANDS[5], STANDS[7], STANDS[8]]),
        # Six tiles with a joker among them are five.
        ("exactly_min", [STANDS[1], STANDS[5]]),
    ],
)
def test_jokers_that_do_not_bar_are_left_out_of_the_count(reading: str, expected: list[str]) -> None:
    settings = (f"rainbow.stand={reading}", "rainbow.joker_bars=false")
    assert [stand for stand in STANDS if is_rainbow(stand, *settings)] == expected


FIVE = "turn 9 seat 0 draw | bird squirrel fox swan [] | rabbit [] | up frog | draws 1"


@under(rainbow__repeat={"once_per_turn": "action", "while_it_holds": "rainbow"})
def test_rainbow_repeat_asks_again_after_each_rainbow_or_not(setting: str, expected: str) -> None:
    game = play(table(FIVE, setting, top=["deer"]), "draw frog", "rainbow", "draw face_down")
    assert game.phase == expected


@held("rainbow.repeat=while_it_holds")
def test_a_repeated_rainbow_ends_when_it_no_longer_holds_or_is_declined() -> None:
    game = table(FIVE, "rainbow.repeat=while_it_holds", top=["deer", "deer"])
    play(game, "draw frog", "rainbow", "draw face_down", "rainbow", "draw face_down")
    assert game.phase == "action"
    game = table(FIVE, "rainbow.repeat=while_it_holds", top=["deer", "deer"])
    play(game, "draw frog", "rainbow", "draw face_down", "no rainbow")
    assert game.phase == "action"


@held("rainbow.repeat=while_it_holds")
def test_a_repeated_rainbow_ends_with_the_draw_pile() -> None:
    game = table(FIVE, "rainbow.repeat=while_it_holds", down=["deer"])
    play(game, "draw frog", "rainbow", "draw face_down")
    assert game.phase == "action"


@under(rainbow__extra_tiles={"1": 1, "3": 3})
def test_rainbow_extra_tiles_are_drawn_one_at_a_time(setting: str, expected: int) -> None:
    game = play(table(FIVE, setting, top=["deer"] * 3), "draw frog", "rainbow")
    for _ in range(expected):
        assert game.phase == "draw"
        play(game, "draw face_down")
    assert game.phase == "action"
    # A pile that holds less gives less.
    game = play(table(FIVE, setting, down=["deer"]), "draw frog", "rainbow", "draw face_down")
    assert game.phase == "action"


# start


def starts(stand: str, families: str, *settings: str) -> list[str]:
    """The legal starts with these tiles on the stand and these families in front of the player."""
    game = table(f"turn 9 seat 0 action | {stand} [{families}] | - [] | up rabbit", *settings)
    return [move.removeprefix("start ") for move in legal(game) if move.startswith("start")]


@under(
    start__min_tiles={
        "1": ["fox", "swan"],
        "2": ["fox fox", "fox joker", "swan joker"],
        "3": ["fox fox fox", "fox fox joker", "fox joker joker", "swan joker joker"],
        "5": ["fox fox fox joker joker"],
        "6": [],
    }
)
def test_start_min_tiles_are_exactly_the_tiles_of_a_start(setting: str, expected: list[str]) -> None:
    # fox ×3, a swan, two jokers: no start by jokers alone, however few tiles it takes.
    assert starts("fox*3 swan joker*2", "", setting) == expected


@under(
    start__min_animals={
        "1": ["fox fox", "fox joker", "swan joker"],
        "2": ["fox fox"],
    }
)
def test_start_min_animals_are_real_animals_in_a_start(setting: str, expected: list[str]) -> None:
    assert starts("fox*3 swan joker*2", "", setting) == expected


@held("start.min_animals=2")
def test_jokers_may_join_a_start_of_two_real_animals() -> None:
    settings = ("start.min_tiles=3", "start.min_animals=2")
    assert starts("fox*3 swan joker*2", "", *settings) == ["fox fox fox", "fox fox joker"]
    # In the two steps of a two-tile start: two foxes, then a joker.
    game = table("turn 9 seat 0 action | fox*2 joker deer [] | - [] | up rabbit", "start.min_animals=2")
    play(game, "start fox fox", "grow 0 joker")
    assert game.families(0) == [{"family": 0, "owner": 0, "animal": "fox", "tiles": 3, "jokers": 1}]


@under(start__one_family_per_animal={"true": [], "false": ["fox fox"]})
def test_start_one_family_per_animal(setting: str, expected: list[str]) -> None:
    assert starts("fox*2", "0:fox*3", setting) == expected
    # A family of the animal in front of another player never matters.
    game = table("turn 9 seat 0 action | fox*2 deer [] | - [0:fox*3] | up rabbit", setting)
    assert legal(game)[0] == "start fox fox"


@held("start.one_family_per_animal=true")
def test_two_families_of_an_animal_that_a_trade_brought_stay_apart_and_both_grow() -> None:
    game = table("turn 9 seat 0 action | fox*2 deer [0:fox*3 1:swan*2] | - [2:fox*2] | up rabbit")
    play(game, "trade 1 2")
    assert legal(game) == [
        "grow 0 fox",
        "grow 2 fox",
        "trade 2 1",
        "two_for_one fox fox",
        "two_for_one fox deer",
        "pass",
    ]


# trade, reclaim


@under(trade__enabled={"true": ["trade 0 1"], "false": []})
def test_trade_enabled(setting: str, expected: list[str]) -> None:
    # Equal sizes only: the three frogs lie there in vain.
    game = table("turn 9 seat 0 action | deer [0:fox*2] | - [1:swan*2 2:frog*3] | up rabbit", setting)
    assert [move for move in legal(game) if move.startswith("trade")] == expected


@under(trade__max_per_turn={"none": 40, "1": 1, "3": 3})
def test_trade_max_per_turn(setting: str, expected: int) -> None:
    game = table("turn 9 seat 0 action | deer frog [0:fox*2] | - [1:swan*2] | up rabbit", setting)
    for which in range(expected):
        play(game, ("trade 0 1", "trade 1 0")[which % 2])
    assert any(move.startswith("trade") for move in legal(game)) == (setting == "trade.max_per_turn=none")
    # The next turn allows as many again.
    play(game, "pass", *["draw face_down"] * 3, "pass")
    play(game, *["draw face_down"] * 2)
    assert game.state.trades_this_turn == 0


@held("trade.enabled=true")
def test_a_trade_places_nothing_and_gives_no_token() -> None:
    game = table("turn 9 seat 0 action | deer [0:fox*7] 7x1 | - [1:swan*7] 7x1 | up rabbit")
    play(game, "trade 0 1")
    assert game.state.tokens.tolist()[:2] == [1, 1]
    assert game.scores() == [8, 8]


@under(
    reclaim__from={
        "any": ["reclaim 0", "reclaim 2"],
        "own": ["reclaim 0"],
        "others": ["reclaim 2"],
        "nobody": [],
    }
)
def test_reclaim_from(setting: str, expected: list[str]) -> None:
    #   seat 0   fox deer     0 fox ×2 with a joker, 1 deer ×2 of real deer
    #   seat 1   rabbit       2 fox ×3 with a joker, 3 swan ×2 with a joker (no swan is held)
    line = "turn 9 seat 0 action | fox deer [0:fox*2j1 1:deer*2] | rabbit [2:fox*3j1 3:swan*2j1] | up rabbit"
    game = table(line, setting)
    assert [move for move in legal(game) if move.startswith("reclaim")] == expected
    for move in expected:
        game = play(table(line, setting), move)
        family = game.families()[int(move[-1])]
        # The fox takes the joker's place, and the joker comes to the stand.
        assert (family["jokers"], game.stand(0)) == (0, {"deer": 1, "joker": 1})
        assert family["tiles"] == (2 if move == "reclaim 0" else 3)


# two_for_one


@under(two_for_one__max_per_turn={"0": 0, "1": 1, "2": 2})
def test_two_for_one_max_per_turn(setting: str, expected: int) -> None:
    game = table("turn 9 seat 0 action | deer*6 [] | - [] | up rabbit", setting, top=["bird", "bird"])
    for _ in range(expected):
        play(game, "two_for_one deer deer", "draw face_down")
    assert not any(move.startswith("two_for_one") for move in legal(game))
    assert game.face_up()["rabbit"] == 1
    assert game.face_up().get("deer", 0) == 2 * expected


@held("two_for_one.max_per_turn=1")
def test_two_for_one_takes_any_two_tiles_unordered() -> None:
    game = table("turn 9 seat 0 action | joker deer*2 fox [] | - [] | up rabbit")
    assert [move for move in legal(game) if move.startswith("two")] == [
        "two_for_one fox deer",
        "two_for_one fox joker",
        "two_for_one deer deer",
        "two_for_one deer joker",
    ]


LAY_DOWN = "turn 9 seat 0 action | deer*2 fox swan [] | - [] | up {}"


@under(
    two_for_one__may_retake={
        "true": ["draw face_down", "draw fox", "draw deer"],
        "false": ["draw face_down", "draw deer"],
    }
)
def test_two_for_one_may_retake_one_of_the_two_laid_down(setting: str, expected: list[str]) -> None:
    # A deer lies there already; it may be drawn in any case, the deer and the fox just laid down may not.
    game = play(table(LAY_DOWN.format("deer"), setting), "two_for_one fox deer")
    assert legal(game) == expected


@held("two_for_one.may_retake=false")
def test_two_alike_laid_down_are_both_barred() -> None:
    game = play(table(LAY_DOWN.format("deer fox"), "two_for_one.may_retake=false"), "two_for_one deer deer")
    # Three deer lie there, and one of them was there before.
    assert game.face_up()["deer"] == 3
    assert legal(game) == ["draw face_down", "draw fox", "draw deer"]


@held("two_for_one.may_retake=false")
def test_tiles_laid_down_are_barred_for_this_draw_only() -> None:
    game = table(LAY_DOWN.format("rabbit"), "two_for_one.may_retake=false", "two_for_one.max_per_turn=2", top=["swan"])
    play(game, "two_for_one fox deer", "draw face_down")
    play(game, "two_for_one swan deer")
    # The fox and the first deer of the Two for One before may now be drawn.
    assert legal(game) == ["draw face_down", "draw fox", "draw deer", "draw rabbit"]
    play(game, "draw fox", "pass")
    assert [move for move in legal(game) if move != "draw face_down"] == ["draw swan", "draw deer", "draw rabbit"]


@held("two_for_one.may_retake=false")
def test_a_two_for_one_with_nothing_to_draw_lays_two_tiles_down_and_draws_nothing() -> None:
    game = table(LAY_DOWN.format("-"), "two_for_one.may_retake=false", down=[])
    play(game, "two_for_one fox deer")
    assert (game.player, game.phase) == (0, "action")
    assert game.stand(0) == {"swan": 1, "deer": 1}
    assert game.face_up() == {"fox": 1, "deer": 1}
    assert happened(game) == ["two_for_one"]
    # With nothing else on the stand, that is an empty stand.
    game = table("turn 9 seat 0 action | deer*2 [] | - [] | up -", "two_for_one.may_retake=false", down=[])
    play(game, "two_for_one deer deer")
    assert happened(game) == ["two_for_one", "empty"]
    assert game.player == 1
    assert legal(game) == ["draw deer"]


# stand_limit

SEVEN_TILES = "turn 9 seat 0 action | deer*4 fox*3 [] | rabbit [] | up swan"


@under(stand_limit__tiles={"5": True, "6": True, "7": False, "8": False})
def test_stand_limit_tiles_may_be_kept(setting: str, expected: bool) -> None:
    game = play(table(SEVEN_TILES, setting), "pass")
    assert (game.phase == "discard") == expected


@held("stand_limit.tiles=0")
def test_a_limit_of_no_tiles_asks_for_a_discard_after_every_pass() -> None:
    game = play(table("turn 9 seat 0 action | deer [] | rabbit [] | up swan", "stand_limit.tiles=0"), "pass")
    assert legal(game) == ["discard deer"]


@under(stand_limit__excess={"discard_one": [6, 6], "discard_down": [5, 4]})
def test_stand_limit_excess_is_one_discard_or_as_many_as_it_takes(setting: str, expected: list[int]) -> None:
    for limit, left in zip((5, 4), expected, strict=True):
        game = play(table(SEVEN_TILES, setting, f"stand_limit.tiles={limit}"), "pass")
        for _ in range(7 - left):
            assert (game.player, game.phase) == (0, "discard")
            play(game, "discard fox")
        assert sizes(game)[0] == left
        assert game.player == 1


@under(stand_limit__goes_to={"out_of_game": {"swan": 1}, "draw_pile": {"swan": 1, "fox": 2}})
def test_stand_limit_goes_to(setting: str, expected: dict[str, int]) -> None:
    game = table(SEVEN_TILES, setting, "stand_limit.excess=discard_down")
    face_down = game.face_down_tiles
    play(game, "pass", "discard fox", "discard fox")
    assert game.face_up() == {kind: expected[kind] for kind in game.kinds if kind in expected}
    assert game.face_down_tiles == face_down
    assert ("draw fox" in legal(game)) == ("fox" in expected)


# seven

GROWING = "turn 9 seat 0 action | fox*3 rabbit [0:fox*{}] | deer [] | up swan"


@under(seven__size={"6": [0, 1, 1, 1], "7": [0, 0, 1, 1], "8": [0, 0, 0, 1]})
def test_seven_size_is_where_a_token_is_taken(setting: str, expected: list[int]) -> None:
    game = table(GROWING.format(5), setting)
    tokens = [int(game.state.tokens[0])]
    for _ in range(3):
        play(game, "grow 0 fox")
        tokens.append(int(game.state.tokens[0]))
    assert tokens == expected


@under(seven__claim={"on_reaching": [0, 1, 1, 1], "on_every_growth": [0, 1, 2, 3]})
def test_seven_claim(setting: str, expected: list[int]) -> None:
    game = table(GROWING.format(6), setting)
    tokens = [0]
    for _ in range(3):
        play(game, "grow 0 fox")
        tokens.append(int(game.state.tokens[0]))
    assert tokens == expected


@held("seven.claim=on_reaching")
def test_a_family_that_is_traded_away_big_is_not_reached_again() -> None:
    # Seat 0 takes over a family of seven and makes it eight: it went through seven under its old owner.
    game = table("turn 9 seat 0 action | fox rabbit [0:swan*7] 7x1 | deer [1:fox*7] 7x1 | up swan")
    play(game, "trade 0 1", "grow 1 fox")
    assert game.state.tokens.tolist()[:2] == [1, 1]


@held("seven.claim=on_every_growth")
def test_a_start_is_no_growth_and_earns_no_token() -> None:
    settings = ("seven.claim=on_every_growth", "seven.size=2")
    game = table("turn 9 seat 0 action | fox*3 rabbit [] | deer [] | up swan", *settings)
    play(game, "start fox fox")
    assert game.state.tokens[0] == 0
    play(game, "grow 0 fox")
    assert game.state.tokens[0] == 1


@under(seven__tokens={"0": [0, 0, 0], "1": [1, 0, 0], "2": [1, 1, 0], "8": [1, 1, 1]})
def test_seven_tokens_are_gone_when_they_are_gone(setting: str, expected: list[int]) -> None:
    # Three players in turn make a seven.
    game = table(
        "turn 9 seat 0 action | fox rabbit [0:fox*6] | deer rabbit [1:deer*6] | frog rabbit [2:frog*6] | up swan"
        " | end last_tile turn 9 seat 0 left -1",
        setting,
    )
    draws = ["pass", "draw face_down", "draw face_down"]
    play(game, "grow 0 fox", *draws, "grow 1 deer", *draws, "grow 2 frog")
    assert game.state.tokens.tolist()[:3] == expected
    assert game.state.tokens_left == int(setting.partition("=")[2]) - sum(expected)


@under(seven__points={"0": 14, "1": 16, "3": 20})
def test_seven_points_are_scored_for_each_7_token(setting: str, expected: int) -> None:
    game = table("turn 9 seat 0 action | fox [0:fox*9 1:swan*5] 7x2 | - [] | up rabbit", setting)
    assert game.scores() == [expected, 0]


# double_seven


def holder(game: Game) -> int:
    """Who holds Double Seven, −1 for nobody."""
    return int(game.state.double_seven_seat)


@under(double_seven__when={"second_family": [-1, -1, 0], "second_claim": [-1, 0, 0]})
def test_double_seven_when_growing_one_family_on(setting: str, expected: list[int]) -> None:
    # Every growth claims: the eighth fox is a second claim but no second family.
    game = table(
        "turn 9 seat 0 action | fox*2 swan rabbit [0:fox*6 1:swan*6] | deer [] | up bird",
        setting,
        "seven.claim=on_every_growth",
    )
    assert [holder(play(game, move)) for move in ("grow 0 fox", "grow 0 fox", "grow 1 swan")] == expected


@held("double_seven.when=second_family", "double_seven.when=second_claim")
@pytest.mark.parametrize(("when", "expected"), [("second_family", 0), ("second_claim", -1)])
def test_a_second_family_without_a_token_left_is_no_second_claim(when: str, expected: int) -> None:
    game = table(
        "turn 9 seat 0 action | fox swan rabbit [0:fox*6 1:swan*6] | deer [] | up bird",
        f"double_seven.when={when}",
        "seven.tokens=1",
    )
    play(game, "grow 0 fox", "grow 1 swan")
    assert (int(game.state.tokens[0]), holder(game)) == (1, expected)


@held("double_seven.when=second_claim")
def test_a_growth_that_claims_nothing_takes_no_double_seven() -> None:
    # Two claims lie behind seat 0 without Double Seven (the position is set so); only a claim can bring it.
    game = table(
        "turn 9 seat 0 action | fox swan rabbit [0:fox*7 1:swan*6] 7x2 | deer [] | up bird",
        "double_seven.when=second_claim",
    )
    assert holder(play(game, "grow 0 fox")) == -1
    assert holder(play(game, "grow 1 swan")) == 0


@under(double_seven__family_counts={"at_least": 0, "exactly": -1})
def test_double_seven_family_counts(setting: str, expected: int) -> None:
    # Eight foxes and the seventh swan.
    game = table("turn 9 seat 0 action | swan rabbit [0:fox*8 1:swan*6] 7x1 | deer [] | up bird", setting)
    assert holder(play(game, "grow 1 swan")) == expected
    # Seven and seven are enough in any case.
    game = table("turn 9 seat 0 action | swan rabbit [0:fox*7 1:swan*6] 7x1 | deer [] | up bird", setting)
    assert holder(play(game, "grow 1 swan")) == 0


@held("double_seven.family_counts=exactly")
def test_two_families_of_exactly_seven_among_three_big_ones_count() -> None:
    game = table(
        "turn 9 seat 0 action | swan rabbit [0:fox*8 1:swan*6 2:frog*7] 7x2 | deer [] | up bird",
        "double_seven.family_counts=exactly",
    )
    assert holder(play(game, "grow 1 swan")) == 0


@held("double_seven.when=second_family")
def test_a_family_started_big_counts_as_one_obtained() -> None:
    game = table(
        "turn 9 seat 0 action | fox*2 swan*2 rabbit [] | deer [] | up bird",
        "seven.size=2",
        "seven.claim=on_every_growth",
    )
    assert holder(play(game, "start fox fox")) == -1
    assert holder(play(game, "start swan swan")) == 0
    assert game.state.tokens[0] == 0


@under(double_seven__points={"0": 16, "2": 18, "5": 21})
def test_double_seven_points_are_scored_for_the_token(setting: str, expected: int) -> None:
    game = table("turn 9 seat 0 action | fox [0:fox*7 1:swan*7] 7x2 77@9 | - [] | up rabbit", setting)
    assert game.scores() == [expected, 0]


@under(double_seven__ends_game={"true": "double_seven", "false": ""})
def test_double_seven_ends_game(setting: str, expected: str) -> None:
    game = table("turn 9 seat 0 action | swan rabbit [0:fox*7 1:swan*6] 7x1 | deer [] | up bird", setting)
    play(game, "grow 1 swan")
    assert holder(game) == 0
    assert game.final()["end"] == expected
    assert game.final()["scores"] == [18, 0]


# end, scoring


@under(end__on_last_tile={"true": [True, "last_tile"], "false": [False, ""]})
def test_end_on_last_tile(setting: str, expected: list[Any]) -> None:
    game = table("turn 9 seat 0 draw | fox*2 deer [] | rabbit*2 swan [] | up bird | draws 1", setting, down=[])
    play(game, "draw bird", "start fox fox", "pass", "start rabbit rabbit", "pass")
    assert [game.is_over, game.final()["end"]] == expected


@held("end.on_last_tile=false")
def test_without_the_last_tile_the_game_goes_on_until_it_stalls() -> None:
    game = table(
        "turn 9 seat 0 draw | fox*2 deer [] | rabbit*2 swan [] | up bird | draws 1", "end.on_last_tile=false", down=[]
    )
    play(game, "draw bird", "start fox fox", "pass", "start rabbit rabbit", "pass", "pass", "pass")
    assert (game.turn, game.final()["end"]) == (12, "stalled")


@under(end__final_turns={"0": 0, "1": 2, "2": 4, "3": 6})
def test_end_final_turns_of_every_other_player(setting: str, expected: int) -> None:
    game = table("turn 9 seat 0 draw | fox [] | rabbit [] | swan [] | up bird | draws 1", setting, down=[])
    play(game, "draw bird", "pass")
    turns = 0
    while not game.is_over:
        assert game.player == 1 + turns % 2
        play(game, "pass")
        turns += 1
    assert turns == expected


@under(scoring__tile={"0": [3, 0], "1": [12, 4], "2": [21, 8]})
def test_scoring_tile_is_scored_for_a_tile_in_ones_families(setting: str, expected: list[int]) -> None:
    # Jokers in families are tiles; those on a stand score nothing.
    game = table(
        "turn 9 seat 0 action | fox joker [0:fox*7j1 1:swan*2] 7x1 77@9 | deer [2:frog*4] | up rabbit", setting
    )
    assert game.scores() == expected


@under(scoring__tie_break={"double_seven_holder": [1.0, 0.0], "shared": [0.5, 0.5]})
def test_scoring_tie_break(setting: str, expected: list[float]) -> None:
    # 7 + 7 + 2 + 2 and 9 + 9.
    game = table("turn 9 seat 0 action | fox [0:fox*7 1:swan*7] 7x2 77@9 | - [2:deer*9 3:frog*9] | up rabbit", setting)
    assert game.win_shares() == expected


# The list is complete.


@pytest.mark.parametrize("key", RULE_KEYS)
def test_every_key_and_every_reading_is_held_by_a_test_here(key: str) -> None:
    by_default = rulebook().value(key)
    readings = READINGS.get(key.replace(".", "_"), ("true", "false") if isinstance(by_default, bool) else ())
    assert set(readings) <= HELD[key]
    # A number is tried at another value than the printed one.
    assert HELD[key] - {str(by_default)}


def test_no_test_holds_a_key_that_does_not_exist() -> None:
    assert set(HELD) <= set(RULE_KEYS)
