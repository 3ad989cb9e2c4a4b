"""The order of a turn, the end of the game and its points, clause by clause; by the printed rules unless it is said."""

import pytest
from engine.positions import happened, legal, play, rulebook, table

from simulator import Game
from simulator.engine.rules import MAX_TURNS

# Reveal


def test_a_turn_begins_with_a_reveal_if_no_tile_is_face_up() -> None:
    # Seat 1 passes; seat 0 finds nothing face up.
    game = table("turn 9 seat 1 action | fox [] | deer [] | up -", top=["swan"])
    face_down = game.face_down_tiles
    play(game, "pass")
    assert game.events == [{"event": "pass", "player": 1}, {"event": "reveal", "tile": "swan"}]
    assert game.face_up() == {"swan": 1}
    assert game.face_down_tiles == face_down - 1
    assert legal(game) == ["draw face_down", "draw swan"]


def test_nothing_is_revealed_while_a_tile_is_face_up() -> None:
    game = table("turn 9 seat 1 action | fox [] | deer [] | up bird", top=["swan"])
    play(game, "pass")
    assert happened(game) == ["pass"]
    assert game.face_up() == {"bird": 1}


def test_nothing_is_revealed_twice_in_a_turn() -> None:
    # The revealed swan is drawn, and nothing is face up for the rest of the turn: one way is left to draw.
    game = table("turn 9 seat 0 reveal | fox deer [] | deer [] | up -", top=["swan", "rabbit"])
    play(game, "reveal", "draw swan")
    assert legal(game) == ["draw face_down"]
    play(game, "draw face_down")
    assert game.phase == "action"
    play(game, "pass")
    # Only the next player's turn turns one up.
    assert happened(game) == ["reveal", "draw", "draw", "pass", "reveal"]


def test_nothing_is_revealed_before_the_draw_of_a_two_for_one_or_a_rainbow() -> None:
    game = table("turn 9 seat 0 rainbow | fox deer swan frog bird [] | deer [] | up -", top=["rabbit"])
    play(game, "rainbow")
    assert legal(game) == ["draw face_down"]
    play(game, "draw face_down", "two_for_one fox swan")
    assert legal(game) == ["draw face_down", "draw fox", "draw swan"]
    assert "reveal" not in happened(game)


def test_a_turn_with_nothing_left_to_reveal_or_draw_begins_with_its_actions() -> None:
    game = table(
        "turn 9 seat 1 action | fox*2 [] | deer [] | up - | end last_tile turn 9 seat 1 left -1",
        down=[],
    )
    play(game, "pass")
    assert happened(game) == ["pass"]
    assert (game.player, game.phase) == (0, "action")


# Draw


def test_two_tiles_are_drawn_with_a_tile_on_the_stand() -> None:
    game = table("turn 9 seat 1 action | fox [] | deer [] | up bird")
    play(game, "pass", "draw face_down")
    assert game.phase == "draw"
    play(game, "draw face_down")
    assert game.phase == "action"


def test_three_tiles_are_drawn_with_an_empty_stand_although_it_fills_meanwhile() -> None:
    game = table("turn 9 seat 1 action | - [] | deer [] | up bird", top=["fox", "swan", "frog"])
    play(game, "pass", "draw face_down", "draw face_down")
    assert game.phase == "draw"
    play(game, "draw face_down")
    assert game.phase == "action"
    assert sum(game.stand(0).values()) == 3


def test_a_stand_that_was_dealt_nothing_is_empty_too() -> None:
    game = Game(rulebook("setup.stand=0"), players=2)
    assert game.state.draws_left == 3


def test_each_draw_is_face_down_or_any_face_up_kind_one_move_a_kind() -> None:
    # Two foxes and a bird are face up, in the order of the kinds.
    game = table("turn 9 seat 0 draw | deer [] | deer [] | up fox*2 bird joker | draws 2", top=["swan"])
    assert legal(game) == ["draw face_down", "draw bird", "draw fox", "draw joker"]
    play(game, "draw fox")
    assert game.face_up() == {"bird": 1, "fox": 1, "joker": 1}
    assert legal(game) == ["draw face_down", "draw bird", "draw fox", "draw joker"]
    play(game, "draw fox")
    assert game.stand(0) == {"fox": 2, "deer": 1}
    assert game.face_up() == {"bird": 1, "joker": 1}


def test_a_face_down_draw_takes_the_top_tile() -> None:
    game = table("turn 9 seat 0 draw | deer [] | deer [] | up fox | draws 2", top=["swan", "joker"])
    play(game, "draw face_down", "draw face_down")
    assert game.stand(0) == {"swan": 1, "deer": 1, "joker": 1}


def test_draws_stop_when_the_draw_pile_is_empty() -> None:
    # The stand is empty, three are due, and two tiles are left: one turned up, one face down.
    game = table("turn 9 seat 1 action | - [] | deer [] | up -", down=["swan", "fox"])
    play(game, "pass", "draw face_down", "draw swan")
    assert happened(game) == ["pass", "reveal", "draw", "draw"]
    assert game.stand(0) == {"fox": 1, "swan": 1}
    assert (game.phase, game.state.end_turn) == ("action", 10)


# Rainbow


FIVE_DIFFERENT = "turn 9 seat 0 draw | bird squirrel fox swan [] | deer [] | up rabbit | draws 1"


def test_a_rainbow_is_announced_or_not_after_the_draw() -> None:
    game = table(FIVE_DIFFERENT)
    play(game, "draw rabbit")
    assert legal(game) == ["rainbow", "no rainbow"]


def test_a_declined_rainbow_leads_to_the_actions() -> None:
    game = play(table(FIVE_DIFFERENT), "draw rabbit", "no rainbow")
    assert game.phase == "action"
    assert sum(game.stand(0).values()) == 5
    assert happened(game) == ["draw"]


def test_an_announced_rainbow_draws_one_tile_face_down_or_face_up() -> None:
    game = table(FIVE_DIFFERENT.replace("up rabbit", "up rabbit deer"), top=["frog"])
    play(game, "draw rabbit", "rainbow")
    assert legal(game) == ["draw face_down", "draw deer"]
    play(game, "draw deer")
    assert game.phase == "action"
    assert sum(game.stand(0).values()) == 6


def test_no_rainbow_before_all_draws_are_made() -> None:
    game = table("turn 9 seat 0 draw | bird squirrel fox swan [] | deer [] | up rabbit frog | draws 2")
    play(game, "draw rabbit")
    assert game.phase == "draw"


def test_no_rainbow_when_the_draw_pile_is_empty() -> None:
    game = table("turn 9 seat 0 draw | bird squirrel fox swan [] | deer [] | up rabbit frog | draws 2", down=[])
    play(game, "draw rabbit", "draw frog")
    assert game.phase == "action"


def test_no_rainbow_after_a_two_for_one() -> None:
    # Right after the draw only: the fox that the Two for One brings makes five different animals too late.
    game = table("turn 9 seat 0 action | bird squirrel swan rabbit deer*2 [] | deer [] | up fox frog")
    play(game, "two_for_one deer deer", "draw fox")
    assert (game.player, game.phase) == (0, "action")
    assert game.stand(0) == {"bird": 1, "squirrel": 1, "fox": 1, "swan": 1, "rabbit": 1}


# Actions


def test_actions_are_as_many_as_wanted_in_any_order() -> None:
    #   seat 0   fox ×4 swan deer frog     0 swan ×2
    #   seat 1   bird                      1 deer ×3
    game = table("turn 9 seat 0 action | fox*4 swan deer frog [0:swan*2] | bird [1:deer*3] | up -")
    play(game, "start fox fox", "grow 2 fox", "trade 2 1", "grow 1 deer", "grow 0 swan", "trade 0 2", "grow 2 fox")
    assert game.player == 0
    assert game.stand(0) == {"frog": 1}
    assert [(family["family"], family["animal"], family["tiles"]) for family in game.families(0)] == [
        (1, "deer", 4),
        (2, "fox", 4),
    ]
    assert legal(game) == ["pass"]


def test_a_player_may_pass_although_tiles_could_be_placed() -> None:
    game = table("turn 9 seat 0 action | fox*2 swan [0:swan*2] | bird [] | up -")
    play(game, "pass")
    assert game.player == 1
    assert game.stand(0) == {"fox": 2, "swan": 1}


def test_an_empty_stand_ends_the_turn_at_once() -> None:
    # A trade would still be there for a player with a tile left.
    game = table("turn 9 seat 0 action | swan [0:swan*2] | bird [1:deer*3] | up fox")
    play(game, "grow 0 swan")
    assert happened(game) == ["grow", "empty"]
    assert game.player == 1


def test_a_two_for_one_with_ones_last_two_tiles_goes_on_with_the_tile_drawn() -> None:
    game = table("turn 9 seat 0 action | deer frog [0:swan*2] | bird [] | up fox", top=["swan"])
    play(game, "two_for_one frog deer", "draw face_down")
    assert (game.player, game.phase) == (0, "action")
    assert game.stand(0) == {"swan": 1}


def test_a_two_for_one_with_nothing_left_draws_one_of_the_two_back() -> None:
    game = table("turn 9 seat 0 action | deer frog [0:swan*2] | bird [] | up -", down=[])
    play(game, "two_for_one frog deer")
    assert legal(game) == ["draw frog", "draw deer"]


# Discard


def test_a_pass_with_more_than_five_tiles_is_followed_by_one_discard_of_any_kind() -> None:
    game = table("turn 9 seat 0 action | fox*3 swan*3 deer [] | bird [] | up frog")
    play(game, "pass")
    assert (game.player, game.phase) == (0, "discard")
    assert legal(game) == ["discard fox", "discard swan", "discard deer"]
    play(game, "discard swan")
    # Seven tiles less one are six, and that is all. The swan is out of the game, not in the draw pile.
    assert game.stand(0) == {"fox": 3, "swan": 2, "deer": 1}
    assert game.face_up() == {"frog": 1}
    assert "| out swan" in game.notation()
    assert game.player == 1


def test_a_joker_may_be_discarded() -> None:
    game = table("turn 9 seat 0 action | fox*3 swan*2 joker [] | bird [] | up frog")
    play(game, "pass")
    assert legal(game) == ["discard fox", "discard swan", "discard joker"]


def test_a_pass_with_five_tiles_needs_no_discard() -> None:
    game = table("turn 9 seat 0 action | fox*3 swan*2 [] | bird [] | up frog")
    play(game, "pass")
    assert game.player == 1
    assert happened(game) == ["pass"]


# The end


def test_double_seven_triggers_the_end_and_its_taker_finishes_the_turn() -> None:
    game = table("turn 9 seat 0 action | swan*2 deer*2 [0:bird*7 1:swan*6] 7x1 | frog [] | up frog")
    play(game, "grow 1 swan")
    assert game.state.double_seven_seat == 0
    assert (game.player, game.phase) == (0, "action")
    play(game, "grow 1 swan", "start deer deer")
    assert happened(game) == ["grow", "grow", "start", "empty"]
    assert not game.is_over
    play(game, "draw face_down", "draw face_down", "pass")
    assert game.is_over
    assert legal(game) == []
    assert game.final()["end"] == "double_seven"


def test_drawing_the_last_tile_triggers_the_end_in_any_step() -> None:
    # Two tiles are left in each of these. First the draw of the turn takes both …
    game = table("turn 9 seat 0 draw | fox [] | deer [] | up frog | draws 2", down=["swan"])
    play(game, "draw face_down", "draw frog")
    assert (game.state.end, game.state.end_turn, game.state.end_player) == (2, 9, 0)
    # … then a Rainbow takes the second …
    game = table("turn 9 seat 0 draw | bird squirrel fox swan [] | deer [] | up frog | draws 1", down=["rabbit"])
    play(game, "draw frog")
    assert game.state.end == 0
    play(game, "rainbow", "draw face_down")
    assert (game.state.end, game.stand(0)["rabbit"]) == (2, 1)


def test_revealing_the_last_tile_triggers_nothing() -> None:
    game = table("turn 9 seat 0 reveal | fox [] | deer [] | up -", down=["swan"])
    play(game, "reveal")
    assert (game.face_up(), game.state.end) == ({"swan": 1}, 0)


def last_turns(game: Game) -> list[int]:
    """Let everybody do as little as the rules allow, and return whose turns they were after the open one."""
    seats = [game.player]
    while not game.is_over:
        play(game, legal(game)[-1])
        if not game.is_over and game.player != seats[-1]:
            seats.append(game.player)
    return seats[1:]


@pytest.mark.parametrize(("final_turns", "seats"), [(0, []), (1, [2, 0]), (2, [2, 0, 2, 0])])
def test_every_other_player_has_the_final_turns_in_order(final_turns: int, seats: list[int]) -> None:
    # Seat 1 of three has just triggered the end.
    game = table(
        "turn 9 seat 1 action | fox [] | swan deer [0:bird*7 1:swan*6] 7x1 | rabbit [] | up frog",
        f"end.final_turns={final_turns}",
    )
    play(game, "grow 1 swan")
    assert last_turns(game) == seats
    assert game.turn == 9 + len(seats)
    assert game.final()["end"] == "double_seven"


def test_final_turns_are_whole_turns() -> None:
    # Seat 1's last turn has a reveal, its draws, a start, a seven and an empty stand.
    game = table(
        "turn 9 seat 0 action | swan fox [0:bird*7 1:swan*6] 7x1 | frog [2:deer*6] | up -",
        top=["rabbit", "frog", "deer"],
    )
    play(game, "grow 1 swan", "pass", "draw face_down", "draw face_down", "start frog frog", "grow 2 deer")
    assert game.is_over
    assert happened(game) == ["grow", "pass", "reveal", "draw", "draw", "start", "grow", "empty"]
    assert game.final()["seven_tokens"] == [2, 1]


def test_a_final_turn_with_nothing_left_to_draw_skips_the_draw() -> None:
    #   draw pile   a frog, the very last tile
    #   seat 0      swan deer      0 swan ×2
    #   seat 1      (empty)        1 deer ×3
    #   seat 2      fox ×2
    game = table("turn 9 seat 0 draw | swan deer [0:swan*2] | - [1:deer*3] | fox*2 [] | up frog | draws 2", down=[])
    play(game, "draw frog", "pass")
    # Seat 1 has nothing to draw and nothing on the stand: its turn is over as it begins.
    assert happened(game) == ["draw", "pass", "empty"]
    assert (game.player, game.phase) == (2, "action")
    play(game, "start fox fox")
    assert game.is_over
    assert game.final()["end"] == "last_tile"


def test_the_first_trigger_counts_double_seven_before_the_last_tile() -> None:
    # Seat 0 takes Double Seven; in seat 1's final turn the last tile is drawn. Nobody has another turn for it.
    game = table(
        "turn 9 seat 0 action | swan fox [0:bird*7 1:swan*6] 7x1 | frog [] | deer [] | up rabbit", down=["bird"]
    )
    play(game, "grow 1 swan", "pass", "draw face_down", "draw rabbit")
    assert (game.player, game.phase) == (1, "action")
    assert last_turns(game) == [2]
    assert (game.turn, game.final()["end"]) == (11, "double_seven")


def test_the_first_trigger_counts_the_last_tile_before_double_seven_in_the_same_turn() -> None:
    # The last tile is the swan that then makes the second seven.
    game = table("turn 9 seat 0 draw | fox deer [0:bird*7 1:swan*6] 7x1 | frog [] | up swan rabbit | draws 2", down=[])
    play(game, "draw rabbit", "draw swan", "grow 1 swan")
    assert game.state.double_seven_seat == 0
    assert last_turns(game) == [1]
    assert game.final()["end"] == "last_tile"
    # 7 + 7 tiles, two 7 tokens, and the points of Double Seven all the same.
    assert game.final()["scores"] == [18, 0]


def test_double_seven_may_be_taken_for_its_points_in_a_final_turn() -> None:
    # Seat 0 has drawn the last tile. Seat 1 of three then makes its second seven: no turn is added, seat 2 is last.
    game = table(
        "turn 9 seat 0 action | fox deer [] | swan bird [0:bird*7 1:swan*6] 7x1 | frog [] | up -"
        " | end last_tile turn 9 seat 0 left -1",
        down=[],
    )
    play(game, "pass", "grow 1 swan", "pass", "pass")
    assert game.is_over
    assert game.final() == {
        "turns": 11,
        "end": "last_tile",
        "scores": [0, 18, 0],
        "seven_tokens": [0, 2, 0],
        "double_seven": 1,
        "winners": [1],
    }


def test_only_the_first_player_with_two_sevens_takes_double_seven() -> None:
    game = table(
        "turn 9 seat 1 action | fox deer [2:frog*7 3:rabbit*7] 7x2 77@8 | swan bird [0:bird*7 1:swan*6] 7x1 | up fox"
        " | end double_seven turn 8 seat 0 left 1"
    )
    play(game, "grow 1 swan")
    assert game.state.tokens.tolist()[:2] == [2, 2]
    assert game.state.double_seven_seat == 0


def test_a_double_seven_needs_both_families_at_once_in_front_of_one_player() -> None:
    # Seat 0 gives its seven birds for seven frogs before the swans are seven: it still owns two.
    game = table("turn 9 seat 0 action | swan fox [0:bird*7 1:swan*6] 7x1 | deer [2:frog*7] 7x1 | up rabbit")
    play(game, "trade 0 2")
    assert game.state.double_seven_seat == -1
    play(game, "grow 1 swan")
    assert game.state.double_seven_seat == 0


# Stalled


NOTHING_LEFT = "turn 9 seat 0 action | {} | {} | {} | up -"


def test_a_game_stalls_when_nobody_in_succession_draws_starts_grows_or_plays_two_for_one() -> None:
    game = table(
        NOTHING_LEFT.format("deer frog [0:fox*2]", "bird frog [1:swan*2]", "bird deer []"),
        "end.on_last_tile=false",
        down=[],
    )
    play(game, "pass", "pass")
    assert (game.player, game.is_over) == (2, False)
    play(game, "pass")
    # Over at once: nobody has a final turn.
    assert game.is_over
    assert (game.turn, game.final()["end"]) == (11, "stalled")


def test_trades_reclaims_and_discards_do_not_keep_a_game_going() -> None:
    #   seat 0   fox frog        0 swan ×2
    #   seat 1   (empty)         1 fox ×2 with a joker
    game = table(
        "turn 9 seat 0 action | fox frog*6 [0:swan*2] | - [1:fox*2j1] | up -",
        "end.on_last_tile=false",
        down=[],
    )
    play(game, "reclaim 1", "trade 0 1", "pass", "discard frog")
    assert happened(game) == ["reclaim", "trade", "pass", "discard", "empty"]
    assert (game.turn, game.final()["end"]) == (10, "stalled")


@pytest.mark.parametrize("move", ["draw", "start fox fox", "grow 0 swan", "two_for_one fox fox"])
def test_drawing_starting_growing_and_two_for_one_keep_a_game_going(move: str) -> None:
    # Seat 1 has had an idle turn; were seat 0's idle too, that would be the end.
    down = ["rabbit", "bird", "squirrel", "rabbit"]
    if move == "draw":
        line = "turn 9 seat 0 draw | fox*2 swan frog [0:swan*2] | deer [] | up - | draws 1 | idle 1"
        game = table(line, "end.on_last_tile=false", down=down)
        play(game, "draw face_down", "pass")
    else:
        line = "turn 9 seat 0 action | fox*2 swan frog [0:swan*2] | deer [] | up - | idle 1"
        game = table(line, "end.on_last_tile=false", down=down)
        play(game, move)
        if move.startswith("two"):
            play(game, "draw face_down")
        play(game, "pass")
    assert not game.is_over
    assert game.state.idle_turns == 0


def test_a_two_for_one_that_draws_nothing_keeps_a_game_going_too() -> None:
    game = table(
        "turn 9 seat 0 action | fox*2 frog [] | deer [] | up - | idle 1",
        "end.on_last_tile=false",
        "two_for_one.may_retake=false",
        down=[],
    )
    play(game, "two_for_one fox fox", "pass")
    assert happened(game) == ["two_for_one", "pass"]
    assert (game.is_over, game.state.idle_turns) == (False, 0)


def test_an_idle_turn_after_a_busy_one_starts_the_count_afresh() -> None:
    game = table(
        NOTHING_LEFT.format("deer frog [0:fox*2]", "swan frog [1:swan*2]", "bird deer []"),
        "end.on_last_tile=false",
        down=[],
    )
    play(game, "pass", "grow 1 swan")
    assert game.state.idle_turns == 1
    while not game.is_over:
        play(game, "pass")
    # Seat 1 moved on in turn 10, and turns 11, 12 and 13 were idle.
    assert (game.turn, game.final()["end"]) == (13, "stalled")


# The guard


ENDLESS = (
    "tiles.per_animal=1",
    "tiles.jokers=0",
    "setup.stand=0",
    "stand_limit.tiles=0",
    "stand_limit.excess=discard_down",
    "stand_limit.goes_to=draw_pile",
    "two_for_one.max_per_turn=0",
)


def test_a_game_that_would_never_end_is_cut_off_after_2000_turns() -> None:
    # One tile of each animal, so nobody can start; what is drawn is discarded to the draw pile again.
    assert MAX_TURNS == 2_000
    game = Game(rulebook(*ENDLESS), players=2)
    while not game.is_over:
        play(game, legal(game)[0])
    assert (game.turn, game.final()["end"]) == (2_000, "cut_off")
    assert game.player == 1


def test_the_guard_lets_the_turn_before_pass_and_final_turns_be_played() -> None:
    # The end is triggered in turn 2,000 itself: that is the cause, and the other player still has a final turn.
    game = table("turn 2000 seat 0 draw | fox deer [] | swan bird [] | up frog | draws 1", down=[])
    play(game, "draw frog", "pass", "pass")
    assert (game.turn, game.final()["end"]) == (2_001, "last_tile")
    game = table("turn 1999 seat 0 action | fox deer [] | swan bird [] | up frog")
    play(game, "pass")
    assert (game.turn, game.is_over) == (2_000, False)
    play(game, "draw face_down", "draw face_down", "pass")
    assert (game.turn, game.final()["end"]) == (2_000, "cut_off")


# Winners

OVER = " | end double_seven turn 8 seat 0 left 0"


@pytest.mark.parametrize(
    ("seats", "tie_break", "winners"),
    [
        # Most points win, whoever holds Double Seven.
        (("- [0:fox*7 1:swan*7] 7x2 77@8", "- [2:deer*11 3:bird*11] 7x2", "- []"), "double_seven_holder", [1]),
        # 7 + 7 + 2 + 2 = 18 against 9 + 9: the holder is among the tied.
        (("- [0:fox*7 1:swan*7] 7x2 77@8", "- [2:deer*9 3:bird*9]", "- []"), "double_seven_holder", [0]),
        (("- [0:fox*7 1:swan*7] 7x2 77@8", "- [2:deer*9 3:bird*9]", "- []"), "shared", [0, 1]),
        # The holder has 18, the other two 19: they share.
        (("- [0:fox*7 1:swan*7] 7x2 77@8", "- [2:deer*9 3:bird*10]", "- [4:frog*9 5:rabbit*10]"), "shared", [1, 2]),
        (
            ("- [0:fox*7 1:swan*7] 7x2 77@8", "- [2:deer*9 3:bird*10]", "- [4:frog*9 5:rabbit*10]"),
            "double_seven_holder",
            [1, 2],
        ),
        # Nobody holds the token.
        (("- [0:fox*4]", "- [1:deer*4]", "- [2:bird*4]"), "double_seven_holder", [0, 1, 2]),
    ],
)
def test_most_points_win_and_a_tie_goes_to_the_holder_or_is_shared(
    seats: tuple[str, ...], tie_break: str, winners: list[int]
) -> None:
    game = table(f"turn 9 seat 0 over | {' | '.join(seats)} | up frog" + OVER, f"scoring.tie_break={tie_break}")
    assert game.final()["winners"] == winners
    # Each of k winners counts 1/k.
    assert game.win_shares() == [1 / len(winners) if seat in winners else 0 for seat in range(3)]


def test_seat_0_plays_first_and_turns_go_round_in_order() -> None:
    game = Game(rulebook(), players=4, seed=11)
    assert (game.turn, game.player) == (1, 0)
    while not game.state.end:
        turn, seat = game.turn, game.player
        play(game, legal(game)[-1])
        assert (game.turn, game.player) in {(turn, seat), (turn + 1, (seat + 1) % 4)}
    assert game.turn > 8
