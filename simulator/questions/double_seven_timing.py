"""When the Double Seven token comes, who takes it and whether that wins, in words, at several levels of skill."""

from itertools import groupby

import polars as pl

from simulator.reports.comparison.robustness import Robustness
from simulator.statistics import estimate_table, token_by_seat, token_rounds
from simulator.telling.numbers import listed, share_cell, shown_number
from simulator.telling.prose import Prose, bullets, escaped, table_of

__all__ = [
    "timing_answer",
    "token_advice",
    "token_round_reading",
    "token_round_table",
    "token_seat_reading",
    "token_seat_table",
]

_OFTEN = ((0.995, "practically always"), (0.9, "nearly always"), (0.6, "mostly"), (0.4, "in about half of the games"))
"""From which share of games on a word holds; below the last it is 'seldom'."""

_PARTS = ((0.1, "one game in ten"), (0.5, "half of the games"), (0.9, "nine in ten"))
"""Which shares of games a table tells the round of."""


def timing_answer(robustness: Robustness) -> Prose:
    """Say how sure Double Seven is to come, then when, and whether its taker wins.

    The bold line goes by the level of skill at which it comes least often.
    """
    shares = estimate_table(robustness.games(), by="line_up", metrics=["double_seven_share"])
    said = [
        f"{word} with {listed([players for players, _ in found])} players"
        for word, found in groupby(_least(shares).iter_rows(), key=lambda row: _often(row[1]))
    ]
    even = listed([f"{shown_number(100 / players, 1)} %" for players in robustness.players])
    metrics = ["double_seven_share", "double_seven_turn", "double_seven_round", "holder_win_share"]
    who = listed([escaped(level) for level in robustness.levels])
    return Prose(
        f"**By {who}: Double Seven comes {listed(said)}.**\n\n{robustness.description(metrics)}\n"
        f"- An even share of the wins would be {even}."
    )


def token_round_table(robustness: Robustness) -> Prose:
    """Return by which round one game in ten, half of the games and nine in ten have had the token, as a table."""
    rounds = token_rounds(robustness.games(), by="line_up")
    lines = []
    for players in robustness.players:
        for level in robustness.levels:
            rows = rounds.filter(players=players, line_up=level)
            lines.append([str(players), level, *(str(_first_by(rows, part) or "never") for part, _ in _PARTS)])
    columns = ["players", "who plays", *(f"{words} by round" for _, words in _PARTS)]
    return Prose(table_of(columns, "rlr", lines))


def token_round_reading(robustness: Robustness) -> Prose:
    """Say in which rounds the token comes in the middle eight games of ten."""
    rounds = token_rounds(robustness.games(), by="line_up")
    points = []
    for level in robustness.levels:
        said = []
        for players in robustness.players:
            rows = rounds.filter(players=players, line_up=level)
            early, late = (_first_by(rows, part) for part in (0.1, 0.9))
            if early is None or late is None:
                said.append(f"fewer games than that have it with {players} players")
            else:
                span = f"in round {early}" if early == late else f"from round {early} to round {late}"
                said.append(f"{span} with {players} players")
        points.append(f"**Eight games in ten** take it {listed(said)} ({escaped(level)}).")
    return Prose(bullets(points))


def token_seat_table(robustness: Robustness) -> Prose:
    """Return how often each seat takes the token, and wins with it, as a table with 95 % intervals."""
    found = token_by_seat(robustness.games(), by="line_up")
    lines = []
    for (players, seat), rows in found.rows_by_key(["players", "seat"], named=True).items():
        at = {row["line_up"]: row for row in rows}
        cells = [
            share_cell(*(at[level][name] for name in names))
            for level in robustness.levels
            for names in (("share", "lo", "hi"), ("wins", "wins_lo", "wins_hi"))
        ]
        lines.append([str(players), seat, *cells])
    columns = [f"{level}: {what}" for level in robustness.levels for what in ("takes it", "wins with it")]
    return Prose(table_of(["players", "seat", *columns], "rlr", lines))


def token_seat_reading(robustness: Robustness) -> Prose:
    """Say which seats surely take the token more often than an even share, and how takers fare by seat."""
    found = token_by_seat(robustness.games(), by="line_up")
    points = []
    for level in robustness.levels:
        rows = found.filter(line_up=level)
        said = []
        for players in robustness.players:
            seats = rows.filter((pl.col("players") == players) & (pl.col("lo") > pl.col("even")))["seat"].to_list()
            named = f"the {listed(seats)} seat{'s' if len(seats) > 1 else ''}" if seats else "no seat surely"
            said.append(f"with {players} players {named}")
        points.append(f"**Takes it more often than an even share** ({escaped(level)}): {'; '.join(said)}.")
    for level in robustness.levels:
        said = []
        for players in robustness.players:
            wins = found.filter(line_up=level, players=players).drop_nulls("wins").sort("wins", descending=True)
            if wins.height > 1:
                best, worst = (wins.row(place, named=True) for place in (0, -1))
                shown = [f"{shown_number(100 * row['wins'], 0)} % from the {row['seat']}" for row in (best, worst)]
                said.append(f"with {players} players {shown[0]} seat and {shown[1]}")
        points.append(f"**Wins with it** ({escaped(level)}): {'; '.join(said) or 'nothing to compare'}.")
    return Prose(bullets(points))


def token_advice(robustness: Robustness, *, at_least: float = 0.95) -> Prose:
    """Say under which rules Double Seven comes surely enough whoever plays, and under which its taker wins most.

    Parameters
    ----------
    robustness
        The base and its variants.
    at_least
        The share of games in which it shall come.
    """
    often: dict[str, list[str]] = {}
    seldom: list[str] = []
    wins: dict[int, list[float]] = {}
    for variant in robustness.comparisons[0].variants:
        name = escaped(variant.name)
        found = estimate_table(
            robustness.games(variant.name), by="line_up", metrics=["double_seven_share", "holder_win_share"]
        )
        shares = _least(found)
        enough, short = (shares.filter(part) for part in (pl.col("value") >= at_least, pl.col("value") < at_least))
        if not enough.is_empty():
            often.setdefault(listed(enough["players"].to_list()), []).append(name)
        if not short.is_empty():
            least = listed([f"{shown_number(100 * value, 0)} %" for value in short["value"]])
            seldom.append(f"{name} with {listed(short['players'].to_list())} players ({least})")
        for players, share in found.filter(metric="holder_win_share").drop_nulls("value")["players", "value"].rows():
            wins.setdefault(players, []).append(share)
    sure = f"{shown_number(100 * at_least, 0)} %"
    said = "; ".join(f"{listed(names)} with {players} players" for players, names in often.items())
    who = listed([escaped(level) for level in robustness.levels])
    points = [f"**Double Seven comes in {sure} of games or more**, by {who} alike: {said or 'nowhere'}."]
    if seldom:
        points.append(f"**It does not**: {'; '.join(seldom)}, at the level of skill at which it comes least.")
    if wins:
        spans = [
            f"{shown_number(100 * min(shares), 0)} to {shown_number(100 * max(shares), 0)} % with {players}"
            for players, shares in sorted(wins.items())
        ]
        points.append(f"**Its taker wins**, by the rules and by who plays: {listed(spans)} players.")
    return Prose(bullets(points))


def _least(table: pl.DataFrame) -> pl.DataFrame:
    """How often the token comes by number of players, at the level of skill at which it comes least often."""
    return table.filter(metric="double_seven_share").group_by("players").agg(pl.col("value").min()).sort("players")


def _first_by(rounds: pl.DataFrame, part: float) -> int | None:
    """The first round by which ``part`` of the games have had the token; None if fewer ever have it."""
    return min(rounds.filter(pl.col("by") >= part)["round"], default=None)


def _often(share: float) -> str:
    return next((word for least, word in _OFTEN if share >= least), "seldom")
