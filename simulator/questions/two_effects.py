"""Both effects of a rule change, played and told in one frame."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Unpack

import altair as alt
import polars as pl

from simulator.charts import level_chart
from simulator.statistics import Verdict, difference_table, find_metric, metrics_for
from simulator.studies import Playing, Rules, Study, play, read_variants
from simulator.telling.numbers import difference_cell, difference_title, listed, shown_difference
from simulator.telling.prose import Prose, bullets, named_once, table_of

__all__ = ["two_effects", "two_effects_chart", "two_effects_quote", "two_effects_reading"]


def two_effects(
    base: Rules,
    variant: Rules,
    *,
    players: int | Sequence[int] = (2, 3),
    decks: int = 10_000,
    seed: int = 1,
    unchanged: str = "trained@rulebook",
    trained: str = "trained",
    metrics: Sequence[str] | None = None,
    **playing: Unpack[Playing],
) -> pl.DataFrame:
    """What a rule change does with the players' habits unchanged, and with players trained on the rules they play.

    Parameters
    ----------
    base, variant
        The rules before and after the change.
    players
        Numbers of players, one or several.
    decks, seed
        Decks of each, and their seed.
    unchanged
        The player in all seats under both variants.
    trained
        The player in all seats whose network is, under each of the two, that of these very rules.
    metrics
        Names of the metrics; the key metrics if None.
    **playing
        Store, executor, progress: see `simulator.studies.Playing`.

    Returns
    -------
    polars.DataFrame
        The columns of `simulator.statistics.difference_table`, after a column players_are (``unchanged`` or
        ``trained``); the verdicts of each of the two are one family of tests. Where the two differ, part of what the
        rule does to unchanged players is that they play it badly.

    Raises
    ------
    NetworkError
        If there is no network to play by.
    """
    before, after = read_variants([base, variant])
    asked: dict[str, Any] = {"players": players, "decks": decks, "seed": seed}
    studies = [
        Study([before, after], seats=unchanged, **asked),
        Study([before, after], seats=trained, **asked),
    ]
    same, own = (found.collect() for found in play(studies, **playing))
    wanted = [metric.name for metric in metrics_for(2) if metric.key] if metrics is None else metrics
    tables = {
        kind: difference_table(games, variants=[before.name, after.name], metrics=wanted)
        for kind, games in (("unchanged", same), ("trained", own))
    }
    return pl.concat(table.select(pl.lit(kind).alias("players_are"), pl.all()) for kind, table in tables.items())


def two_effects_chart(effects: pl.DataFrame, *, title: str | None = None) -> alt.FacetChart:
    """Draw both effects side by side, in margins that matter, a column of panels a number of players.

    Parameters
    ----------
    effects
        As `two_effects` returns it.
    title
        The question or the finding; asks whether trained players change the effect if None.
    """
    rows = effects.drop_nulls("difference").select(
        pl.col("title").alias("item"),
        pl.col("players_are").alias("level"),
        pl.format("{} players", "players").alias("panel"),
        *(
            (pl.col(old) / pl.col("margin")).alias(new)
            for old, new in (("difference", "value"), ("lo", "lo"), ("hi", "hi"))
        ),
    )
    return level_chart(
        rows,
        axis="difference (in margins that matter)",
        title=title or "Is the effect another one once the players know the rule?",
        subtitle="Points: paired differences in units of the least difference that matters, with 95 % intervals.",
    )


def two_effects_quote(effects: pl.DataFrame) -> Prose:
    """Return both effects, from `two_effects`, as a table of words, a row a metric and number of players."""
    lines = [
        [difference_title(find_metric(name)), str(players), *map(difference_cell, rows)]
        for (name, players), rows in _by_finding(effects)
    ]
    kinds = effects["players_are"].unique(maintain_order=True).to_list()
    columns = ["", "players", *(f"players {kind}" for kind in kinds)]
    return Prose(table_of(columns, "lr", named_once(lines)))


def two_effects_reading(effects: pl.DataFrame) -> Prose:
    """Say for which metrics trained players give another verdict than unchanged ones, from `two_effects`."""
    alike, points = [], []
    for name, found in groupby(_by_finding(effects), key=lambda each: each[0][0]):
        metric = find_metric(name)
        changed = [(players, rows) for (_, players), rows in found if len({_told(row) for row in rows}) > 1]
        if not changed:
            alike.append(metric.title)
        for players, rows in changed:
            said = [
                f"{shown_difference(metric, row['difference'])} with players {row['players_are']} ({row['verdict']})"
                for row in rows
            ]
            points.append(f"**{metric.title}** with {players} players: {listed(said)}.")
    if alike:
        points.insert(0, f"The same verdict either way: {listed(alike)}.")
    return Prose(bullets(points))


def _by_finding(effects: pl.DataFrame) -> list[tuple[tuple[str, int], list[dict[str, Any]]]]:
    """Rows of each metric and number of players, in the order of the frame."""
    keys = effects["metric"].unique(maintain_order=True).to_list()
    rows = sorted(effects.to_dicts(), key=lambda row: (keys.index(row["metric"]), row["players"]))
    return [(key, list(found)) for key, found in groupby(rows, key=lambda row: (row["metric"], row["players"]))]


def _told(row: dict[str, Any]) -> tuple[str, bool]:
    """What a difference amounts to: its verdict, and its direction where it has one."""
    directed = row["verdict"] in (Verdict.MATTERS.value, Verdict.DIFFERS.value)
    return row["verdict"], directed and row["difference"] < 0
