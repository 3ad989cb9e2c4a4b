"""Both effects of a rule change, played and told in one frame."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import altair as alt
import polars as pl

from simulator.charts import level_chart
from simulator.reports.formatting import NOTHING, listed, shown_difference, shown_interval
from simulator.reports.prose import Prose, table_of, titled
from simulator.statistics import Verdict, find_metric, two_effects_table
from simulator.studies import play_two_effects
from simulator.variants import Variant

__all__ = ["two_effects", "two_effects_chart", "two_effects_quote", "two_effects_reading"]


def two_effects(
    base: Variant,
    variant: Variant,
    *,
    players: Sequence[int] = (2, 3),
    games: int = 10_000,
    metrics: Sequence[str] | None = None,
    **played: Any,
) -> pl.DataFrame:
    """What a rule change does with the players unchanged, and with players re-tuned to the new rules.

    Parameters
    ----------
    base, variant, players, games, **played
        As in :func:`simulator.studies.play_two_effects`.
    metrics
        Names of the metrics; the key metrics if None.

    Returns
    -------
    polars.DataFrame
        See :func:`simulator.statistics.two_effects_table`.
    """
    return two_effects_table(play_two_effects(base, variant, players=players, games=games, **played), metrics=metrics)


def two_effects_chart(effects: pl.DataFrame, *, title: str | None = None) -> alt.FacetChart:
    """Draw both effects side by side, in margins that matter, a column of panels a number of players.

    Parameters
    ----------
    effects
        As `two_effects` returns it.
    title
        The question or the finding; asks whether re-tuned players change the effect if None.
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
    lines = []
    last = None
    for (name, players), rows in _by_finding(effects):
        metric = find_metric(name)
        title = f"{metric.title} ({metric.unit.short})" if metric.unit.value == "%" else titled(metric)
        cells = []
        for row in rows:
            interval = shown_interval(metric, row["lo"], row["hi"])
            difference = shown_difference(metric, row["difference"])
            cells.append(difference if interval == NOTHING else f"{difference} ({interval})")
        lines.append(["" if name == last else title, str(players), *cells])
        last = name
    kinds = effects["players_are"].unique(maintain_order=True).to_list()
    columns = ["", "players", *(f"players {kind}" for kind in kinds)]
    return Prose(table_of(columns, [":--", "--:", *("--:" for _ in kinds)], lines))


def two_effects_reading(effects: pl.DataFrame) -> Prose:
    """Say for which metrics re-tuned players give another verdict than unchanged ones, from `two_effects`."""
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
            points.append(f"- **{metric.title}** with {players} players: {listed(said)}.")
    if alike:
        points.insert(0, f"- The same verdict either way: {listed(alike)}.")
    return Prose("\n".join(points))


def _by_finding(effects: pl.DataFrame) -> list[tuple[tuple[str, int], list[dict[str, Any]]]]:
    """Rows of each metric and number of players, in the order of the frame."""
    keys = list(dict.fromkeys(effects.select("metric").to_series().to_list()))
    rows = sorted(effects.to_dicts(), key=lambda row: (keys.index(row["metric"]), row["players"]))
    return [(key, list(found)) for key, found in groupby(rows, key=lambda row: (row["metric"], row["players"]))]


def _told(row: dict[str, Any]) -> tuple[str, bool]:
    """What a difference amounts to: its verdict, and its direction where it has one."""
    directed = row["verdict"] in (Verdict.MATTERS.value, Verdict.DIFFERS.value)
    return row["verdict"], directed and row["difference"] < 0
