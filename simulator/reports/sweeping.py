"""Dials turned through their values: what each setting does to play, and which one serves an aim best."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import altair as alt
import polars as pl
from rich.console import RenderableType

from simulator import studies
from simulator.charts import dial_chart, heat_map
from simulator.files import write_whole
from simulator.reports.dials import SweepError, checked_values, combined
from simulator.reports.formatting import listed, shown_value, with_unit
from simulator.reports.provenance import provenance
from simulator.reports.sweep_telling import sweep_in_terminal, sweep_page
from simulator.statistics import (
    Aim,
    Choice,
    choose,
    dial_importance,
    dial_steps,
    estimate_table,
    find_metric,
    metrics_for,
    read_aim,
)
from simulator.variants import Variant, differences, load_variant

__all__ = ["Sweep", "sweep"]

_FIRST = ("turns", "double_seven_share", "first_seat_advantage")
"""Metrics that are shown where there is room for a few, after those of the aims."""


def sweep(
    base: str | Path,
    dials: Mapping[str, Sequence[Any]],
    *,
    settings: Sequence[str] = (),
    aims: Sequence[str | Aim] = (),
    players: Sequence[int] | None = None,
    seats: str | Sequence[str] = "house",
    games: int = 10_000,
    seed: int = 1,
    number_of_threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    command: str | None = None,
) -> "Sweep":
    """Play every combination of the dials' values over the same decks.

    Parameters
    ----------
    base
        A bundled variant's name, or a file.
    dials
        The values of each rule, by its key: ``{"seven.size": [5, 6, 7]}``.
    settings
        Other rules to change, such as ``"rainbow.enabled=false"``.
    aims
        What is wished of metrics, such as ``"turns nearest 30"``; a setting is then recommended.
    players
        Numbers of players; every number that all settings allow if None.
    seats
        The player in every seat, or one a seat.
    games
        Games of each setting at each number of players.
    seed
        With a game's number it fixes the order of the tiles.
    number_of_threads
        By default one a core; the result does not depend on it.
    progress
        Called with games done and games planned.
    command
        The command that asked for it, for the provenance.

    Raises
    ------
    simulator.variants.VariantError
        The base cannot be loaded, or a dial or one of its values is none.
    SweepError
        There is no dial, a value is there twice, or no combination can be played.
    simulator.statistics.AimError
        An aim cannot be understood.
    """
    wishes = [aim if isinstance(aim, Aim) else read_aim(aim) for aim in aims]
    loaded = load_variant(base, overrides=settings)
    values = checked_values(dials)
    found, left_out = combined(base, values, settings)
    if players is None:
        fewest = max(variant.players.min for variant in found.values())
        most = min(variant.players.max for variant in found.values())
        players = range(fewest, most + 1)
        if not players:
            raise SweepError("no number of players suits all these settings (players.min, players.max)")
    results = studies.simulate(
        list(found.values()),
        players=players,
        seats=seats,
        games=games,
        seed=seed,
        number_of_threads=number_of_threads,
        progress=progress,
    )
    return Sweep(loaded, tuple(values), found, left_out, results, tuple(wishes), command)


@dataclass(frozen=True, eq=False)
class Sweep:
    """Settings of some dials and what they do to play. Made by `sweep`; printed with rich it is the terminal's report.

    Parameters
    ----------
    base
        The variant whose dials were turned.
    dials
        The rules that were turned, by their keys.
    variants
        The variant of each setting, by the dials' values as a variant file writes them.
    left_out
        Why a combination of values cannot be played, by the values.
    results
        Games, with the columns of ``simulator.studies.columns``.
    aims
        What is wished of metrics.
    command
        The command that asked for it, for the provenance.
    """

    base: Variant
    dials: tuple[str, ...]
    variants: Mapping[tuple[str, ...], Variant] = field(repr=False)
    left_out: Mapping[tuple[str, ...], str]
    results: pl.DataFrame = field(repr=False)
    aims: tuple[Aim, ...] = ()
    command: str | None = None

    @property
    def title(self) -> str:
        """What is turned, in words."""
        return f"{self.base.name}: what {listed(self.dials)} {'does' if len(self.dials) == 1 else 'do'}"

    @property
    def players(self) -> list[int]:
        """The numbers of players, from few to many."""
        return sorted(self.results["players"].unique().to_list())

    @cached_property
    def design(self) -> pl.DataFrame:
        """The settings, a row each: ``variant``, and each dial's value (a number, or the text of a variant file)."""
        columns = {"variant": [variant.name for variant in self.variants.values()]}
        columns |= {dial: [values[place] for values in self.variants] for place, dial in enumerate(self.dials)}
        frame = pl.DataFrame(columns, schema=dict.fromkeys(columns, pl.String))
        whole = [dial for dial in self.dials if frame[dial].str.contains(r"^-?[0-9]+$").all()]
        return frame.with_columns(pl.col(whole).cast(pl.Int64))

    @cached_property
    def base_setting(self) -> str | None:
        """Name of the variant that plays as the base does; None if no setting does."""
        alike = [variant.name for variant in self.variants.values() if not differences(self.base, variant)]
        return alike[0] if alike else None

    @cached_property
    def table(self) -> pl.DataFrame:
        """Every metric at every setting with its interval: the design, then `simulator.statistics.estimate_table`."""
        return self.design.join(estimate_table(self.results), on="variant", maintain_order="left")

    @cached_property
    def effects(self) -> pl.DataFrame:
        """What each step of each dial changes in the key metrics: `simulator.statistics.dial_steps`."""
        return dial_steps(self.results, self.design)

    @cached_property
    def importance(self) -> pl.DataFrame | None:
        """How much of the spread each dial explains: `simulator.statistics.dial_importance`.

        None where it has no answer: with one dial, or if a combination of the values cannot be played.
        """
        if len(self.dials) < 2 or self.left_out:
            return None
        return dial_importance(self.results, self.design)

    @cached_property
    def choice(self) -> Choice | None:
        """The setting that serves the aims best, and how sure that is; None without an aim."""
        return choose(self.results, self.design, self.aims) if self.aims else None

    def metrics(self, *, most: int = 3) -> list[str]:
        """Names of the metrics that matter here most: those of the aims, then length, Double Seven and first seat."""
        named = [*(aim.metric for aim in self.aims), *_FIRST]
        exist = {metric.name for metric in metrics_for(self.players[0])}
        return [name for name in dict.fromkeys(named) if name in exist][:most]

    def summary(self, metrics: Sequence[str] | None = None) -> pl.DataFrame:
        """Return settings by metrics as people read them: rounded, shares in per cent, a row a number of players.

        Parameters
        ----------
        metrics
            Names of metrics; those of `metrics` if None.
        """
        names = self.metrics() if metrics is None else list(metrics)
        rows = self.table.filter(pl.col("metric").is_in(names)).with_columns(
            pl.struct("metric", "value").map_elements(_rounded, return_dtype=pl.Float64).alias("value"),
        )
        wide = rows.pivot("metric", index=[*self.dials, "players"], values="value", maintain_order=True)
        titles = {name: with_unit(find_metric(name)) for name in names}
        return wide.select(*self.dials, "players", *names).rename(titles)

    def chart(self, metric: str | None = None, *, title: str | None = None) -> alt.VConcatChart | alt.FacetChart:
        """Draw what one dial does to a few metrics, or what two dials do to one.

        Parameters
        ----------
        metric
            Name of the metric; those of `metrics` (of two dials, the first) if None.
        title
            The question or the finding; asks what the dials do if None.

        Raises
        ------
        SweepError
            Three dials or more make no picture.
        """
        names = self.metrics() if metric is None else [find_metric(metric).name]
        if len(self.dials) == 1:
            aims = {
                aim.metric: aim.target * find_metric(aim.metric).unit.factor
                for aim in self.aims
                if aim.target is not None
            }
            values = self._drawn(names).rename({self.dials[0]: "setting"})
            drawn = {name: aims[name] for name in names if name in aims}
            return dial_chart(values, dial=self.dials[0], aims=drawn, title=title)
        if len(self.dials) == 2:
            across, up = self.dials
            values = self._drawn(names[:1]).rename({across: "across", up: "up"})
            return heat_map(values, across=across, up=up, metric=with_unit(find_metric(names[0])), title=title)
        raise SweepError(f"there is no picture of {len(self.dials)} dials; sweep one or two of them")

    def provenance(self) -> list[tuple[str, str]]:
        """Return how the results came about, as labelled lines."""
        digests = {variant.name: variant.digest for variant in self.variants.values()}
        return provenance(self.results, digests=digests, command=self.command)

    def to_html(self) -> str:
        """Return the sweep as one page that needs nothing else: charts, tables, provenance."""
        return sweep_page(self)

    def write_html(self, path: str | Path) -> None:
        """Write `to_html` to ``path``, whole or not at all."""
        html = self.to_html()
        with write_whole(path) as draft:
            draft.write_text(html, encoding="utf-8")

    def __rich__(self) -> RenderableType:
        """Return the terminal's report."""
        return sweep_in_terminal(self)

    def _drawn(self, names: Sequence[str]) -> pl.DataFrame:
        """Values in shown units, for a chart."""
        rows = []
        marked, why = self.base_setting, "the base"
        if self.choice is not None:
            marked, why = self.choice.recommended, "the recommended setting"
        for row in self.table.to_dicts():
            if row["metric"] not in names:
                continue
            metric = find_metric(row["metric"])
            numbers = {end: row[end] and metric.unit.factor * row[end] for end in ("value", "lo", "hi")}
            rows.append(
                {
                    **{dial: str(row[dial]) for dial in self.dials},
                    "players": row["players"],
                    "metric": metric.name,
                    "title": with_unit(metric),
                    **numbers,
                    "shown": shown_value(metric, row["value"]).removesuffix(" %"),
                    "base": row["variant"] == self.base_setting,
                    "marked": why if row["variant"] == marked else None,
                }
            )
        rows.sort(key=lambda row: names.index(row["metric"]))
        schema = {**dict.fromkeys(self.dials, pl.String), "players": pl.Int32}
        schema |= {**dict.fromkeys(("metric", "title"), pl.String)}
        schema |= {**dict.fromkeys(("value", "lo", "hi"), pl.Float64), "shown": pl.String, "base": pl.Boolean}
        return pl.DataFrame(rows, schema={**schema, "marked": pl.String})


def _rounded(row: dict[str, Any]) -> float | None:
    metric = find_metric(row["metric"])
    return None if row["value"] is None else round(metric.unit.factor * row["value"], metric.decimals) + 0.0
