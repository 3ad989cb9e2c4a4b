"""Results frames made up for tests: realistic in shape, with dials for the truths that a test needs."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from simulator.engine.state import OPTIONS
from simulator.studies.columns import SCHEMA


def synthetic_results(
    variants: Sequence[str] = ("rulebook", "rainbow-off"),
    *,
    players: Sequence[int] = (2, 3, 4),
    games: int = 2000,
    seed: int = 1,
    longer: float = 1.2,
    token_share: float = 0.8,
) -> pl.DataFrame:
    """One row a game. Variant number v lasts about ``longer`` × v turns longer on the same decks."""
    frames = []
    for count in players:
        deck = np.random.default_rng((seed, count)).normal(size=games)
        for number, variant in enumerate(variants):
            rng = np.random.default_rng((seed, count, number))
            noise = 0.6 * deck + 0.8 * rng.normal(size=games)
            end_turn = np.clip(26 + 5 * count + longer * number + (5 + count) * noise, count, None).round().astype(int)
            turns = end_turn + count - 1
            taken = rng.random(games) < token_share - 0.12 * (count - 2) - 0.03 * number
            late = ~taken & (rng.random(games) < 0.1)
            seat = rng.integers(count, size=games)
            held = taken | late
            token_turn = np.where(late, end_turn + 1, end_turn)
            ability = rng.normal(size=(games, count)) * 4 - 0.5 * np.arange(count)
            scores = np.clip(24 - count + ability + 3 * ((np.arange(count) == seat[:, None]) & held[:, None]), 0, None)
            scores = scores.round().astype(int)
            best = scores == scores.max(axis=1, keepdims=True)
            broken = (best & (np.arange(count) == seat[:, None]) & held[:, None]).any(axis=1)
            winners = np.where(broken[:, None], best & (np.arange(count) == seat[:, None]), best)
            wins = winners / winners.sum(axis=1, keepdims=True)
            possible = rng.poisson(1.4, games)
            columns = {
                "variant": [variant] * games,
                "players": np.full(games, count),
                "line_up": ["house"] * games,
                "seats": [["house"] * count] * games,
                "seed": np.full(games, seed),
                "game": np.arange(games),
                "turns": turns,
                "decisions": (turns * 4.1 + rng.normal(size=games) * 9).round().clip(0).astype(int),
                "end": np.where(taken, "double_seven", "last_tile"),
                "end_turn": end_turn,
                "double_seven_seat": pl.Series(seat).zip_with(
                    pl.Series(held), pl.Series([None] * games, dtype=pl.Int64)
                ),
                "double_seven_turn": pl.Series(token_turn).zip_with(
                    pl.Series(held), pl.Series([None] * games, dtype=pl.Int64)
                ),
                "scores": scores.tolist(),
                "seven_tokens": rng.integers(0, 2, size=(games, count)).tolist(),
                "win_share": wins.tolist(),
                "tiles_placed": (scores - 2).tolist(),
                "stand_left": rng.integers(0, 4, size=(games, count)).tolist(),
                "scores_at_half": (scores // 2 + rng.integers(6, size=(games, count))).tolist(),
                "lead_changes": rng.poisson(3, games),
                "winner_deficit": rng.gamma(1.0, size=games),
                "rainbows_possible": possible,
                "rainbows_announced": 0 * possible if number else possible,
            }
            for name in SCHEMA:
                if name not in columns and not name.endswith(("_turns", "_turns_possible")):
                    columns[name] = rng.poisson(6 + number, games)
            for option in OPTIONS:
                taken = rng.integers(3, size=(games, count))
                columns[f"{option}_turns"] = taken.tolist()
                columns[f"{option}_turns_possible"] = taken.sum(axis=1) + rng.poisson(6 + number, games)
            frames.append(pl.DataFrame(columns).select(pl.col(name).cast(dtype) for name, dtype in SCHEMA.items()))
    return pl.concat(frames)
