"""By seat, as frames: who wins, and who takes the Double Seven token and wins with it."""

from collections.abc import Sequence

import polars as pl

from simulator.statistics.decks import deck_sums, games_of, names_of
from simulator.statistics.metrics import SEAT_WORDS, SHARE, Metric, Ratio
from simulator.statistics.paired import estimate, estimate_table

__all__ = ["seat_shares", "token_by_seat"]


def seat_shares(results: pl.DataFrame, *, variants: Sequence[str] | None = None, by: str = "variant") -> pl.DataFrame:
    """Win share of every seat with its 95 % interval, by variant (or line-up) and number of players.

    Parameters
    ----------
    results
        Games, with the columns of ``simulator.studies.columns``.
    variants
        Values of the column ``by``, in order; all, in order of appearance, if None.
    by
        The column that tells apart what stands side by side: ``variant`` or ``line_up``.

    Returns
    -------
    Columns players, ``by``, seat (first, second, …), even (1/players), share, lo, hi.
    """
    most = int(results.select(pl.col("players").max()).item())
    seats = {f"{word}_seat_advantage": word for word in SEAT_WORDS[:most]}
    even = 1 / pl.col("players")
    return (
        estimate_table(results, variants=variants, by=by, metrics=list(seats))
        .with_columns(pl.col("metric").replace_strict(seats).alias("seat"), even.alias("even"))
        .select(
            "players",
            by,
            "seat",
            "even",
            *((pl.col(name) + even).alias(new) for name, new in (("value", "share"), ("lo", "lo"), ("hi", "hi"))),
        )
    )


def token_by_seat(results: pl.DataFrame, *, variants: Sequence[str] | None = None, by: str = "variant") -> pl.DataFrame:
    """How often every seat takes the Double Seven token, and wins when it does, with 95 % intervals.

    Parameters
    ----------
    results
        Games, with the columns of ``simulator.studies.columns``.
    variants
        Values of the column ``by``, in order; all, in order of appearance, if None.
    by
        The column that tells apart what stands side by side: ``variant`` or ``line_up``.

    Returns
    -------
    Columns players, ``by``, seat (first, second, …), even (1/players); share, lo, hi: of the tokens taken, those that
    this seat took; wins, wins_lo, wins_hi: win share of the seat over the games in which it took the token. All six are
    null where no token was taken, the last three also where this seat never took it.
    """
    rows = []
    for players in sorted(results["players"].unique().to_list()):
        at_table = results.filter(pl.col("players") == players)
        for name in names_of(at_table, by) if variants is None else variants:
            games = games_of(at_table, name, players, by)
            for seat in range(players):
                takes, wins = _token_metrics(seat)
                sums = deck_sums(games, [takes, wins])
                found = [estimate(metric, sums) for metric in (takes, wins)]
                numbers = [number for each in found for number in (each.value, each.lo, each.hi)]
                rows.append((players, name, SEAT_WORDS[seat], 1 / players, *numbers))
    schema: dict[str, type[pl.DataType]] = {"players": pl.Int32, by: pl.String, "seat": pl.String}
    schema |= dict.fromkeys(("even", "share", "lo", "hi", "wins", "wins_lo", "wins_hi"), pl.Float64)
    return pl.DataFrame(rows, schema=schema, orient="row")


def _token_metrics(seat: int) -> tuple[Metric, Metric]:
    """Share of the tokens that a seat took, and its win share with the token."""
    taken = pl.col("double_seven_seat").is_not_null()
    took = (pl.col("double_seven_seat") == seat).fill_null(False)
    won = pl.when(took).then(pl.col("win_share").list.get(seat)).otherwise(0.0)
    word = SEAT_WORDS[seat]
    takes = Metric(
        name=f"{word}_seat_takes",
        title=f"Token taken by the {word} seat",
        unit=SHARE,
        definition=f"Share of the Double Seven tokens taken that the {word} seat took.",
        group="Double Seven",
        measure=Ratio(took, taken),
        margin=0.02,
        margin_reason="one token in fifty",
        absent="the Double Seven token was never taken",
    )
    wins = Metric(
        name=f"{word}_seat_holder_wins",
        title=f"Win share of the {word} seat with the token",
        unit=SHARE,
        definition=f"Win share of the {word} seat over the games in which it took the Double Seven token.",
        group="Double Seven",
        measure=Ratio(won, took),
        margin=0.02,
        margin_reason="one game in fifty",
        absent=f"the {word} seat never took the Double Seven token",
    )
    return takes, wins
