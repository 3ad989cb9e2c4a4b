"""A batch: each row is what stepping through that very game gives, and nothing depends on how games are cut up."""

import subprocess
import sys
from collections import Counter
from itertools import pairwise
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal
from sizes import QUICK_PLAYERS, games
from strategies import variants

from simulator import Game, Variant, bundled_variants, load_variant, play_game, simulate
from simulator.engine.moves import MOVE_TYPES, type_of
from simulator.engine.state import NOBODY, NOT_ENDED, OPTIONS
from simulator.games import playing
from simulator.games.playing import choose_for
from simulator.players import new_desks, seat_records
from simulator.studies import COLUMNS, SCHEMA, Batch, batches, play_batch

PLAYERS = [*QUICK_PLAYERS, "random/no-trade", "house/no-reclaim/no-two-for-one"]

COUNTED = ("trades", "reclaims", "two_for_ones", "discards")


def row_by_stepping(variant: Variant, seats: list[str], seed: int, number: int) -> dict[str, Any]:
    """Play one game move by move and count everything anew, from events and table alone."""
    records = seat_records(variant, seats)
    desks = new_desks(records)
    game = Game(variant, players=len(seats), seed=seed, number=number)
    decisions = possible = points_by_trade = 0
    could: set[tuple[int, str]] = set()
    did: set[tuple[int, int, str]] = set()
    traded: set[int] = set()
    table_scores = [[0] * game.players]
    end_turn = double_seven_turn = None

    def step(code: int) -> None:
        nonlocal points_by_trade
        turn, player, before, seen = game.turn, game.player, game.scores(), len(game.events)
        could.update((turn, option) for option in options_at(game))
        game.step(code)
        for event in game.events[seen:]:
            if event["event"] in OPTIONS:
                did.add((turn, player, event["event"]))
            if event["event"] == "trade":
                traded.update((event["give"], event["take"]))
            elif event["event"] == "grow" and event["family"] in traded:
                points_by_trade += game.scores()[player] - before[player]

    while not game.is_over:
        turn = game.turn
        decisions += len(game.legal_codes(records[game.player].rules)) > 1
        possible += game.phase == "rainbow"
        step(choose_for(game, records, desks))
        while True:
            if double_seven_turn is None and game.state.double_seven_seat != NOBODY:
                double_seven_turn = turn
            if end_turn is None and game.state.end != NOT_ENDED:
                end_turn = turn
            if game.turn != turn or game.is_over:
                table_scores.append(game.scores())
                turn = game.turn
            if game.is_over or len(forced := game.legal_codes()) > 1:
                break
            step(int(forced[0]))
    events = Counter(event["event"] for event in game.events)
    draws = Counter(event["from"] for event in game.events if event["event"] == "draw")
    growths = [event["tile"] for event in game.events if event["event"] == "grow"]
    placed = Counter()
    for event in game.events:
        if event["event"] == "start":
            placed[event["player"]] += event["animals"] + event["jokers"]
        placed[event.get("player")] += event["event"] == "grow"
    leaders = [scores.index(max(scores)) for scores in table_scores[1:] if scores.count(max(scores)) == 1]
    final = game.final()
    deficits = [
        sum(max(scores) - scores[winner] for scores in table_scores[1:-1]) / len(final["winners"])
        for winner in final["winners"]
    ]
    return {
        "variant": variant.name,
        "players": len(seats),
        "line_up": seats[0] if len(set(seats)) == 1 else ",".join(seats),
        "seats": seats,
        "seed": seed,
        "game": number,
        "turns": final["turns"],
        "decisions": decisions,
        "end": final["end"],
        "end_turn": end_turn,
        "double_seven_seat": final["double_seven"],
        "double_seven_turn": double_seven_turn,
        "scores": final["scores"],
        "seven_tokens": final["seven_tokens"],
        "win_share": [(seat in final["winners"]) / len(final["winners"]) for seat in range(game.players)],
        "tiles_placed": [placed[seat] for seat in range(game.players)],
        "stand_left": [sum(game.stand(seat).values()) for seat in range(game.players)],
        "scores_at_half": table_scores[final["turns"] // 2],
        "lead_changes": sum(one != other for one, other in pairwise(leaders)),
        "winner_deficit": pytest.approx(sum(deficits) / max(1, final["turns"] - 1), abs=1e-12),
        "reveals": events["reveal"],
        "draws_face_down": draws["face_down"],
        "draws_face_up": draws["face_up"],
        "rainbows_possible": possible,
        "rainbows_announced": events["rainbow"],
        "starts": events["start"],
        "growths_by_animal": len(growths) - growths.count("joker"),
        "growths_by_joker": growths.count("joker"),
        "trades": events["trade"],
        "reclaims": events["reclaim"],
        "reclaims_from_others": reclaims_from_others(game),
        "two_for_ones": events["two_for_one"],
        "discards": events["discard"],
        "empty_stands": events["empty"],
        "passes": events["pass"],
        "points_by_trade": points_by_trade,
        **{f"{option}_turns_possible": sum(which == option for _, which in could) for option in OPTIONS},
        **{
            f"{option}_turns": [
                sum((player, which) == (seat, option) for _, player, which in did) for seat in range(game.players)
            ]
            for option in OPTIONS
        },
    }


def options_at(game: Game) -> set[str]:
    """What the rules of the variant offer at the open decision."""
    offered = {MOVE_TYPES[type_of(code)] for code in game.legal_codes()}
    if "announce" in offered:
        offered.add("rainbow")
    offered.discard("discard")
    if game.phase == "action" and sum(game.stand(game.player).values()) > game.rules.stand_limit_tiles:
        offered.add("discard")
    return offered & set(OPTIONS)


def reclaims_from_others(game: Game) -> int:
    """Follow who owns which family through the events."""
    owners: list[int] = []
    others = 0
    for event in game.events:
        if event["event"] == "start":
            owners.append(event["player"])
        elif event["event"] == "trade":
            give, take = event["give"], event["take"]
            owners[give], owners[take] = owners[take], owners[give]
        elif event["event"] == "reclaim":
            others += owners[event["family"]] != event["player"]
    return others


@settings(derandomize=True, deadline=None, max_examples=games(20, 3))
@given(
    variant=variants(),
    data=st.data(),
    seed=st.integers(0, 2**64 - 1),
    first=st.integers(0, 2**53),
)
def test_a_row_is_what_stepping_through_the_game_gives(
    variant: Variant, data: st.DataObject, seed: int, first: int
) -> None:
    players = data.draw(st.integers(variant.players.min, variant.players.max))
    seats = data.draw(st.lists(st.sampled_from(QUICK_PLAYERS), min_size=players, max_size=players))
    rows = play_batch(Batch(variant, tuple(seats), seed, first, 2)).to_dicts()
    if max(row["turns"] for row in rows) > 300:
        rows = rows[:1]  # a game that the guard cuts off takes long to step through
    for number, row in enumerate(rows, first):
        assert row == row_by_stepping(variant, seats, seed, number)


@pytest.mark.parametrize("name", bundled_variants())
def test_any_game_of_a_batch_can_be_played_again_alone(name: str) -> None:
    variant = load_variant(name)
    for players in (2, 4):
        seats = [QUICK_PLAYERS[(seat + players) % 3] for seat in range(players)]
        rows = play_batch(Batch(variant, tuple(seats), 3, 1000, 40))
        for number in (1000 + players, 1039):
            row = rows.row(number - 1000, named=True)
            assert row == row_by_stepping(variant, seats, 3, number)
            final = play_game(variant, seats, seed=3, number=number).final()
            assert (row["turns"], row["end"], row["scores"]) == (final["turns"], final["end"], final["scores"])
            assert (row["seven_tokens"], row["double_seven_seat"]) == (final["seven_tokens"], final["double_seven"])
            assert [seat for seat, share in enumerate(row["win_share"]) if share] == final["winners"]


@settings(derandomize=True, deadline=None, max_examples=games(10, 2))
@given(variant=variants(), data=st.data(), seed=st.integers(0, 2**64 - 1))
def test_games_played_one_by_one_from_python_give_the_rows_of_the_compiled_loop(
    variant: Variant, data: st.DataObject, seed: int
) -> None:
    players = data.draw(st.integers(variant.players.min, variant.players.max))
    seats = data.draw(st.lists(st.sampled_from(PLAYERS), min_size=players, max_size=players))
    batch = Batch(variant, tuple(seats), seed, 0, 2)
    compiled = play_batch(batch)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batches, "is_own", lambda seat: True)
        patch.setattr(playing, "is_own", lambda seat: False)
        assert_frame_equal(play_batch(batch), compiled, check_exact=True)


def test_columns_come_in_the_documented_order_and_types(rulebook: Variant) -> None:
    frame = simulate([rulebook], games=games(300, 3))
    assert dict(frame.schema) == SCHEMA
    assert frame.columns == [column.name for column in COLUMNS] == list(SCHEMA)
    assert all(column.meaning.endswith(".") and column.meaning[0].isalnum() for column in COLUMNS)


def test_the_promised_columns_are_there() -> None:
    promised = """variant players seats seed game turns end end_turn double_seven_seat double_seven_turn scores
    seven_tokens win_share tiles_placed scores_at_half reveals rainbows_possible rainbows_announced starts trades
    reclaims two_for_ones discards empty_stands passes"""
    assert set(promised.split()) <= set(SCHEMA)
    assert any(name.startswith("growths") for name in SCHEMA)


@settings(derandomize=True, deadline=None, max_examples=games(40, 4))
@given(variant=variants(), seed=st.integers(0, 2**64 - 1))
def test_every_row_is_consistent_in_itself(variant: Variant, seed: int) -> None:
    batches = [Batch(variant, ("greedy",) * variant.players.max, seed, 0, games(50, 2))]
    frame = pl.concat(play_batch(batch) for batch in batches)
    nulls = {name: count for name, count in frame.null_count().row(0, named=True).items() if count}
    assert set(nulls) <= {"double_seven_seat", "double_seven_turn"}, "what is lacking is null, and nothing else lacks"
    assert nulls.get("double_seven_seat") == nulls.get("double_seven_turn")
    for row in frame.to_dicts():
        lists = [name for name, dtype in SCHEMA.items() if isinstance(dtype, pl.List)]
        assert {len(row[name]) for name in lists} == {row["players"]}
        assert sum(row["win_share"]) == pytest.approx(1, abs=1e-12)
        winners = sum(share > 0 for share in row["win_share"])
        assert set(row["win_share"]) <= {0.0, 1 / winners}
        start = variant.start.min_tiles
        grown = row["growths_by_animal"] + row["growths_by_joker"]
        assert sum(row["tiles_placed"]) == start * row["starts"] + grown
        assert row["turns"] == row["passes"] + row["empty_stands"]
        assert 1 <= row["end_turn"] <= row["turns"]
        assert row["rainbows_announced"] <= row["rainbows_possible"]
        assert row["reclaims_from_others"] <= row["reclaims"]
        for option, times in zip(OPTIONS, ("rainbows_announced", *COUNTED), strict=True):
            assert sum(row[f"{option}_turns"]) <= min(row[f"{option}_turns_possible"], row[times])
            assert row[f"{option}_turns_possible"] <= row["turns"]
            assert (sum(row[f"{option}_turns"]) > 0) == (row[times] > 0)
        assert row["points_by_trade"] <= sum(row["scores"])
        assert row["winner_deficit"] >= 0
        assert sum(row["seven_tokens"]) <= variant.seven.tokens
        assert row["end"] in ("double_seven", "last_tile", "stalled", "cut_off")
        if row["double_seven_seat"] is None:
            assert row["end"] != "double_seven"
        else:
            assert 0 <= row["double_seven_seat"] < row["players"]
            assert 1 <= row["double_seven_turn"] <= row["turns"]
        drawn = row["draws_face_down"] + row["draws_face_up"]
        dealt = sum(variant.tiles_dealt[: row["players"]])
        # A tile leaves a stand by being placed, laid down or discarded; a reclaim leaves as many there.
        laid = 2 * row["two_for_ones"] + row["discards"]
        assert dealt + drawn == sum(row["tiles_placed"]) + laid + sum(row["stand_left"])
        points = variant.scoring.tile * (sum(row["tiles_placed"]))
        points += variant.seven.points * sum(row["seven_tokens"])
        points += variant.double_seven.points * (row["double_seven_seat"] is not None)
        assert sum(row["scores"]) == points


def test_no_column_holds_a_nan_or_a_magic_number(rulebook: Variant) -> None:
    frame = simulate([rulebook], games=games(500, 5), seats="random")
    for name, dtype in SCHEMA.items():
        column = frame[name].explode() if isinstance(dtype, pl.List) else frame[name]
        if column.dtype.is_numeric():
            assert column.drop_nulls().min() >= 0, name
        if column.dtype.is_float():
            assert not column.is_nan().any(), name


def test_one_batch_of_ten_thousand_is_a_hundred_of_one_hundred(rulebook: Variant) -> None:
    total, step = games(10_000, 20), games(100, 4)
    whole = play_batch(Batch(rulebook, ("house", "random", "greedy"), 5, 0, total))
    seats = ("house", "random", "greedy")
    pieces = [play_batch(Batch(rulebook, seats, 5, first, step)) for first in range(0, total, step)]
    assert len(pieces) == total // step
    assert_frame_equal(pl.concat(pieces), whole, check_exact=True)


@pytest.mark.skipif(games(1, 0) == 0, reason="the fresh process would interpret the engine for long")
def test_a_fresh_process_gives_the_same_rows(rulebook: Variant) -> None:
    program = (
        "import sys; from simulator import load_variant, simulate; "
        "frame = simulate([load_variant('rulebook')], players=[2, 4], seats='random', games=400, seed=9, store=False); "
        "frame.write_ipc(sys.stdout.buffer)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, timeout=300)
    here = simulate([rulebook], players=[2, 4], seats="random", games=400, seed=9, store=False)
    assert_frame_equal(pl.read_ipc(done.stdout), here, check_exact=True)


def test_the_same_seed_and_game_are_the_same_deck_under_every_variant() -> None:
    piles = {
        name: Game(load_variant(name), players=2, seed=4, number=6).state.pile.tolist() for name in bundled_variants()
    }
    box = piles["rulebook"]
    for name, pile in piles.items():
        if name != "short-box":
            assert pile == box, name
    # A box with fewer tiles keeps the rest in the same order.
    short, left = piles["short-box"][: 8 * 9 + 3], box[: 8 * 11 + 3]
    missing = Counter(left)
    missing.subtract(short)
    assert all(number in (0, 2) for number in missing.values())
    position = iter(left)
    assert all(kind in position for kind in short)


def test_what_a_player_does_never_moves_a_tile(rulebook: Variant) -> None:
    first = [event for event in play_game(rulebook, ["house", "house"], seed=8).events if event["event"] == "deal"]
    other = [event for event in play_game(rulebook, ["random", "greedy"], seed=8).events if event["event"] == "deal"]
    assert first == other
    hidden = [
        [event["tile"] for event in play_game(rulebook, seats, seed=8).events if is_hidden(event)]
        for seats in (["house", "house"], ["random", "greedy"], ["greedy", "random"])
    ]
    shortest = min(map(len, hidden))
    assert shortest > 10
    assert hidden[0][:shortest] == hidden[1][:shortest] == hidden[2][:shortest]


def is_hidden(event: dict[str, Any]) -> bool:
    """Whether the event turns up the next face-down tile."""
    return event["event"] == "reveal" or event.get("from") == "face_down"
