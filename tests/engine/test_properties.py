"""What holds in every game of every variant, whoever plays."""

import itertools
import random
from collections.abc import Iterator

import numpy as np
import pytest
from engine.positions import dealt, decisions, outcomes, played_variants, rulebook
from hypothesis import given, settings
from hypothesis import strategies as st
from sizes import QUICK_PLAYERS, SEARCHING, games
from strategies import rule_values, variant_of

from simulator import Variant
from simulator.engine.moves import DISCARD, apply_move, type_of
from simulator.engine.rules import MAX_PLAYERS, MAX_TURNS
from simulator.engine.score import write_scores, write_win_shares
from simulator.engine.state import (
    BY_CUT_OFF,
    BY_DOUBLE_SEVEN,
    BY_LAST_TILE,
    BY_STALLING,
    COUNTS,
    NOBODY,
    NOT_ENDED,
    OVER,
)

EXAMPLES = settings(max_examples=games(40, 4), deadline=None, derandomize=True)


@st.composite
def random_games(draw: st.DrawFn) -> tuple[Variant, int, int]:
    """Draw a variant, how many play it, and a seed."""
    variant = draw(played_variants())
    return variant, draw(st.integers(variant.players.min, variant.players.max)), draw(st.integers(0, 2**40))


FIRST_MOVES = 1_000
"""As much of a game as is looked at move by move: few games are longer, and those go round and round."""


def random_play(variant: Variant, players: int, seed: int) -> Iterator[tuple[np.record, np.record, int]]:
    """Play a game of random moves; after each one, give the table before it, the table now, and the move."""
    choice = random.Random(seed)
    state = dealt(variant, players, seed)
    for moves in decisions(state, variant):
        assert len(moves) > 0
        before = state.copy()
        move = int(choice.choice(moves))
        apply_move(state, variant.rules, move)
        yield before, state, move


def tiles_by_kind(state: np.record, variant: Variant) -> np.ndarray:
    """Tiles of each kind on the stands, in families and in the draw pile."""
    joker = variant.tiles.animals
    kinds = state.stand[: state.players].sum(axis=0) + state.face_up
    kinds += np.bincount(state.pile[state.pile_next : state.pile_end], minlength=kinds.size)
    for family in range(state.families):
        kinds[state.family_animal[family]] += state.family_tiles[family] - state.family_jokers[family]
        kinds[joker] += state.family_jokers[family]
    return kinds


@EXAMPLES
@given(random_games())
def test_tiles_are_conserved_after_every_move(drawn: tuple[Variant, int, int]) -> None:
    variant, players, seed = drawn
    state = dealt(variant, players, seed)
    box = np.zeros(state.face_up.size, int)
    box[: variant.tiles.animals] = variant.tiles.per_animal
    box[variant.tiles.animals] = variant.tiles.jokers
    assert (tiles_by_kind(state, variant) == box).all()
    for before, state, move in itertools.islice(random_play(variant, players, seed), FIRST_MOVES):
        if type_of(move) == DISCARD and variant.stand_limit.goes_to == "out_of_game":
            box = box - (before.stand[before.player] - state.stand[before.player])
        assert (tiles_by_kind(state, variant) == box).all()
        # What is counted beside the tiles agrees with them.
        assert (state.stand.sum(axis=1) == state.stand_tiles).all()
        assert state.face_up.sum() == state.face_up_tiles
        assert state.stand.min() >= 0
        assert state.face_up.min() >= 0


@EXAMPLES
@given(random_games())
def test_every_game_ends_in_time_and_offers_a_move_until_then(drawn: tuple[Variant, int, int]) -> None:
    variant, players, seed = drawn
    # random_play asserts that no list is empty before the end.
    *_, (_, state, _) = random_play(variant, players, seed)
    assert state.phase == OVER
    assert next(decisions(state, variant), None) is None
    final_turns = (players - 1) * variant.end.final_turns
    assert 1 <= state.end_turn <= MAX_TURNS
    if state.end in (BY_DOUBLE_SEVEN, BY_LAST_TILE):
        assert state.turn == state.end_turn + final_turns
    else:
        assert state.end in (BY_STALLING, BY_CUT_OFF)
        assert state.turn == state.end_turn
    assert (state.end == BY_CUT_OFF) <= (state.turn == MAX_TURNS)


@EXAMPLES
@given(random_games())
def test_families_are_never_merged_split_shrunk_or_turned_into_another_animal(
    drawn: tuple[Variant, int, int],
) -> None:
    variant, players, seed = drawn
    for before, state, _ in itertools.islice(random_play(variant, players, seed), FIRST_MOVES):
        older = slice(before.families)
        assert before.families <= state.families <= before.families + 1
        assert (state.family_animal[older] == before.family_animal[older]).all()
        grown = state.family_tiles[older] - before.family_tiles[older]
        assert set(grown.tolist()) <= {0, 1}
        assert grown.sum() + state.families - before.families <= 1
        # Only two families of equal size change hands, and only together.
        moved = np.flatnonzero(state.family_owner[older] != before.family_owner[older])
        if moved.size:
            one, other = moved
            assert before.family_tiles[one] == before.family_tiles[other]
            assert state.family_owner[one] == before.family_owner[other]
            assert state.family_owner[other] == before.family_owner[one]
        if state.families > before.families:
            assert state.family_tiles[before.families] == variant.start.min_tiles
            assert state.family_owner[before.families] == before.player
        now = slice(state.families)
        real = state.family_tiles[now] - state.family_jokers[now]
        assert (real >= variant.start.min_animals).all()
        assert (state.family_jokers[now] >= 0).all()


@EXAMPLES
@given(random_games())
def test_tokens_never_exceed_the_supply_and_are_never_given_back(drawn: tuple[Variant, int, int]) -> None:
    variant, players, seed = drawn
    for before, state, _ in itertools.islice(random_play(variant, players, seed), FIRST_MOVES):
        assert state.tokens_left >= 0
        assert state.tokens.sum() + state.tokens_left == variant.seven.tokens
        taken = state.tokens - before.tokens
        assert taken.min() >= 0
        assert taken.sum() <= 1
        if before.double_seven_seat != NOBODY:
            assert state.double_seven_seat == before.double_seven_seat
        elif state.double_seven_seat != NOBODY:
            assert state.double_seven_seat == before.player
            assert state.double_seven_turn == before.turn


@EXAMPLES
@given(random_games())
def test_the_score_is_what_lies_on_the_table(drawn: tuple[Variant, int, int]) -> None:
    variant, players, seed = drawn
    scores, shares = np.zeros(MAX_PLAYERS, np.int32), np.zeros(MAX_PLAYERS)
    *_, (_, state, _) = random_play(variant, players, seed)
    write_scores(state, variant.rules, scores)
    for seat in range(players):
        tiles = state.family_tiles[: state.families][state.family_owner[: state.families] == seat].sum()
        points = variant.scoring.tile * tiles + variant.seven.points * state.tokens[seat]
        if state.double_seven_seat == seat:
            points += variant.double_seven.points
        assert scores[seat] == points
    write_win_shares(state, variant.rules, scores, shares)
    assert shares[:players].sum() == pytest.approx(1)
    assert not shares[players:].any()
    best = scores[:players] == scores[:players].max()
    assert (shares[:players] <= best).all()


@EXAMPLES
@given(random_games())
def test_turns_go_round_and_final_turns_leave_out_the_player_who_triggered_the_end(
    drawn: tuple[Variant, int, int],
) -> None:
    variant, players, seed = drawn
    turns: dict[int, int] = {}
    for before, after, _ in random_play(variant, players, seed):
        assert turns.setdefault(int(before.turn), int(before.player)) == before.player
        state = after
    assert list(turns) == list(range(1, state.turn + 1))
    seats = list(turns.values())
    until_the_end, final = seats[: state.end_turn], seats[state.end_turn :]
    assert until_the_end == list(itertools.islice(itertools.cycle(range(players)), int(state.end_turn)))
    assert until_the_end[-1] == state.end_player
    if state.end in (BY_DOUBLE_SEVEN, BY_LAST_TILE):
        others = [(int(state.end_player) + place) % players for place in range(1, players)]
        assert final == others * variant.end.final_turns


@EXAMPLES
@given(random_games())
def test_a_trigger_once_pulled_stays_as_it_is(drawn: tuple[Variant, int, int]) -> None:
    variant, players, seed = drawn
    for before, state, _ in random_play(variant, players, seed):
        if before.end != NOT_ENDED:
            assert (state.end, state.end_turn, state.end_player) == (before.end, before.end_turn, before.end_player)
    if not variant.double_seven.ends_game:
        assert state.end != BY_DOUBLE_SEVEN
    if not variant.end.on_last_tile:
        assert state.end != BY_LAST_TILE


@EXAMPLES
@given(random_games(), st.data())
def test_counts_tell_what_the_players_did(drawn: tuple[Variant, int, int], data: st.DataObject) -> None:
    variant, players, seed = drawn
    seats = data.draw(st.lists(st.sampled_from(QUICK_PLAYERS), min_size=players, max_size=players))
    row = outcomes(variant, seats, games=1, seed=seed)[0]
    count = dict(zip(COUNTS, row.counts.tolist(), strict=True))
    growths = count["growths_by_animal"] + count["growths_by_joker"]
    assert row.tiles_placed.sum() == variant.start.min_tiles * count["starts"] + growths
    # Tiles come by the deal and by draws, reclaims swap one for one, and what has not gone is left on the stands.
    came = sum(variant.tiles_dealt[:players]) + count["draws_face_down"] + count["draws_face_up"]
    went = row.tiles_placed.sum() + 2 * count["two_for_ones"] + count["discards"]
    assert row.stand_left.sum() == came - went
    assert count["reclaims_from_others"] <= count["reclaims"]
    assert count["rainbows_announced"] <= count["rainbows_possible"]
    assert count["passes"] + count["empty_stands"] == row.turns
    assert count["reveals"] <= row.turns


@EXAMPLES
@given(rule_values(), st.data(), st.integers(0, 2**40))
def test_second_family_and_second_claim_are_one_rule_on_reaching_at_least(
    values: dict[str, object], data: st.DataObject, seed: int
) -> None:
    # A theorem under `on_reaching`, `at_least` and more tokens than players. A family gets big only by the growth that
    # claims (a start is smaller than the size), it never shrinks, and a trade swaps equal sizes: so a player owns as
    # many big families as she has claimed, as long as there is a token for each claim. Until Double Seven is taken,
    # nobody has claimed twice; the claim that takes it is at most the (players + 1)-th, and nothing asks later.
    values["seven.claim"] = "on_reaching"
    values["double_seven.family_counts"] = "at_least"
    values["seven.size"] = max(values["seven.size"], values["start.min_tiles"] + 1)
    players = data.draw(st.integers(values["players.min"], values["players.max"]))
    values["seven.tokens"] = max(values["seven.tokens"], players + 1)
    quick = [player for player in QUICK_PLAYERS if player not in SEARCHING]
    seats = data.draw(st.lists(st.sampled_from(quick), min_size=players, max_size=players))
    by_family, by_claim = (
        outcomes(variant_of({**values, "double_seven.when": when}), seats, games=games(20, 1), seed=seed)
        for when in ("second_family", "second_claim")
    )
    assert by_family.tobytes() == by_claim.tobytes()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_second_family_and_second_claim_are_one_rule_in_the_printed_game(players: int) -> None:
    seats = ["greedy", "house", "random", "house"][:players]
    printed, claimed = (
        outcomes(rulebook(f"double_seven.when={when}"), seats, games=games(2_000, 5), seed=7)
        for when in ("second_family", "second_claim")
    )
    assert printed.tobytes() == claimed.tobytes()
    assert (printed.double_seven_seat != NOBODY).any()


@pytest.mark.parametrize(
    "settings",
    [("seven.tokens=1",), ("seven.claim=on_every_growth",), ("double_seven.family_counts=exactly",)],
    ids=lambda settings: settings[0],
)
def test_second_family_and_second_claim_part_where_a_condition_of_the_theorem_fails(settings: tuple[str, ...]) -> None:
    by_family, by_claim = (
        outcomes(rulebook(f"double_seven.when={when}", *settings), ["house"] * 3, games=games(300, 12), seed=7)
        for when in ("second_family", "second_claim")
    )
    assert by_family.tobytes() != by_claim.tobytes()


@EXAMPLES
@given(rule_values(), st.data(), st.integers(0, 2**40))
def test_a_trade_never_changes_how_many_big_families_a_player_owns(
    values: dict[str, object], data: st.DataObject, seed: int
) -> None:
    values["seven.claim"] = "on_reaching"
    values["seven.size"] = values["start.min_tiles"] + 1
    values["seven.tokens"] = 100
    variant = variant_of(values)
    players = data.draw(st.integers(variant.players.min, variant.players.max))
    for _, state, _ in itertools.islice(random_play(variant, players, seed), FIRST_MOVES):
        big = state.family_owner[: state.families][state.family_tiles[: state.families] >= variant.seven.size]
        assert (np.bincount(big, minlength=MAX_PLAYERS) == state.tokens).all()
