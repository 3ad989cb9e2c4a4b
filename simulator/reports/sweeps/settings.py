"""Settings of some dials: the games under each, and what they come to, as frames and charts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import polars as pl

from simulator import charts
from simulator.reports.sweeps.dials import SweepError
from simulator.statistics import (
    Aim,
    Choice,
    choose,
    dial_importance,
    dial_steps,
    estimate_table,
    find_metric,
    metrics_for,
)
from simulator.studies import Provenance
from simulator.telling.numbers import listed, shown_value, with_unit
from simulator.variants import Variant, differences

if TYPE_CHECKING:
    import altair as alt

__all__ = ["Settings"]

_FIRST = ("turns", "double_seven_share", "first_seat_advantage")
"""Metrics that are shown where there is room for a few, after those of the aims."""


@dataclass(frozen=True, eq=False)
class Settings:
    """Settings of some dials, their games and what these come to.

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
    provenance
        Where the games came from.
    aims
        What is wished of metrics.
    """

    base: Variant
    dials: tuple[str, ...]
    variants: Mapping[tuple[str, ...], Variant] = field(repr=False)
    left_out: Mapping[tuple[str, ...], str]
    results: pl.DataFrame = field(repr=False)
    provenance: Provenance = field(repr=False)
    aims: tuple[Aim, ...] = ()

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

    def chart(self, metric: str | None = None, *, title: str | None = None) -> "alt.VConcatChart | alt.FacetChart":
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
            return charts.dial_chart(values, dial=self.dials[0], aims=drawn, title=title)
        if len(self.dials) == 2:
            across, up = self.dials
            values = self._drawn(names[:1]).rename({across: "across", up: "up"})
            return charts.heat_map(values, across=across, up=up, metric=with_unit(find_metric(names[0])), title=title)
        raise SweepError(f"there is no picture of {len(self.dials)} dials; sweep one or two of them")

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
