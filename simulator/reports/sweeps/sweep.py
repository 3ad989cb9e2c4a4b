"""Dials turned through their values: what each setting does to play, and which one serves an aim best."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Unpack

import polars as pl
from rich.console import RenderableType

from simulator.reports.sweeps.dials import checked_values, combined
from simulator.reports.sweeps.settings import Settings
from simulator.reports.sweeps.telling import sweep_in_terminal, sweep_page
from simulator.statistics import Aim, find_metric, read_aim
from simulator.studies import LineUpAsked, Playing, Rules, Study, read_variant
from simulator.telling.numbers import with_unit
from simulator.telling.pages import write_page
from simulator.variants import change_variant

__all__ = ["Sweep", "sweep"]


def sweep(
    base: Rules,
    dials: Mapping[str, Sequence[Any]],
    *,
    settings: Sequence[str] = (),
    aims: Sequence[str | Aim] = (),
    players: int | Sequence[int] | None = None,
    seats: LineUpAsked = "house",
    decks: int = 10_000,
    seed: int = 1,
    **playing: Unpack[Playing],
) -> "Sweep":
    """Play every combination of the dials' values over the same decks.

    Parameters
    ----------
    base
        The rules whose dials are turned: a variant, a bundled name or a file.
    dials
        The values of each rule, by its key: ``{"seven.size": [5, 6, 7]}``.
    settings
        Other rules to change, such as ``"rainbow.enabled=false"``.
    aims
        What is wished of metrics, such as ``"turns nearest 30"``; a setting is then recommended.
    players
        Numbers of players, one or several; every number that all settings allow if None.
    seats
        One line-up: one player for all seats, or one a seat (the seats rotate then).
    decks
        Decks of each setting at each number of players.
    seed
        With a deck's number it fixes the order of the tiles.
    **playing
        Store, executor, progress: see `simulator.studies.Playing`.

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
    rules = read_variant(base)
    loaded = change_variant(rules, settings)
    values = checked_values(dials)
    found, left_out = combined(rules, values, settings)
    results = Study(list(found.values()), players=players, seats=seats, decks=decks, seed=seed).run(**playing)
    return Sweep(loaded, tuple(values), found, left_out, results.collect(), results.provenance, tuple(wishes))


class Sweep(Settings):
    """Settings of some dials and what they do to play, made by `sweep`; rich prints it as the terminal's report."""

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

    def to_html(self) -> str:
        """Return the sweep as one page that needs nothing else: charts, tables, provenance."""
        return sweep_page(self)

    def write_html(self, path: str | Path) -> None:
        """Write `to_html` to ``path``, whole or not at all."""
        write_page(path, self.to_html())

    def __rich__(self) -> RenderableType:
        """Return the terminal's report."""
        return sweep_in_terminal(self)


def _rounded(row: dict[str, Any]) -> float | None:
    metric = find_metric(row["metric"])
    return None if row["value"] is None else round(metric.unit.factor * row["value"], metric.decimals) + 0.0
