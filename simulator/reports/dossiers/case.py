"""One variant as one set of players plays it, beside the base at the numbers of players that the base allows too."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import polars as pl

from simulator import charts
from simulator.reports.comparison.comparison import Comparison
from simulator.statistics import (
    beside_fair_walk,
    cumulative_incidence,
    estimate_table,
    length_distribution,
    seat_shares,
)
from simulator.statistics.decks import names_of
from simulator.telling.prose import Prose, told
from simulator.variants import Variant

if TYPE_CHECKING:
    import altair as alt

__all__ = ["Case"]


@dataclass(frozen=True, eq=False)
class Case:
    """Games of ``variant`` and, where there are some, of ``base`` over the same decks.

    Parameters
    ----------
    variant
        What is looked at.
    base
        What it is held against; None if it stands alone.
    results
        Games of both, with the columns of ``simulator.studies.columns``. Games of the base at a number of players for
        which there are none of the variant are left out.
    """

    variant: Variant
    base: Variant | None
    results: pl.DataFrame = field(repr=False)

    def __post_init__(self) -> None:
        own = self.results.filter(variant=self.variant.name)
        parts = [own]
        if self.base is not None:
            others = self.results.filter(variant=self.base.name)
            parts.insert(0, others.filter(pl.col("players").is_in(own["players"].unique().to_list())))
        object.__setattr__(self, "results", pl.concat(parts))

    @property
    def players(self) -> list[int]:
        """The numbers of players, from few to many."""
        return sorted(self._own["players"].unique().to_list())

    @property
    def compared(self) -> list[int]:
        """The numbers of players at which the base was played too."""
        return [] if self.base is None else sorted(self._of(self.base)["players"].unique().to_list())

    @property
    def alone(self) -> list[int]:
        """The numbers of players at which there is nothing to hold the variant against."""
        return [players for players in self.players if players not in self.compared]

    @cached_property
    def comparison(self) -> Comparison | None:
        """The variant against the base; None if nothing can be compared."""
        if self.base is None or not self.compared:
            return None
        games = self.results.filter(pl.col("players").is_in(self.compared))
        return Comparison.from_results([self.base, self.variant], games)

    @cached_property
    def estimates(self) -> pl.DataFrame:
        """Every metric of the variant with its 95 % interval: `simulator.statistics.estimate_table`."""
        return estimate_table(self._own)

    @cached_property
    def course(self) -> pl.DataFrame:
        """How the lead goes, beside a fair race: `simulator.statistics.beside_fair_walk`, of games with an end."""
        names = [variant.name for variant in (self.base, self.variant) if variant is not None]
        ended = self.results.filter(pl.col("end") != "cut_off")
        return pl.concat(
            [_NO_COURSE, *(beside_fair_walk(games) for games in self._alike(ended))], how="vertical_relaxed"
        ).sort("players", pl.col("variant").replace_strict({name: place for place, name in enumerate(names)}))

    def length_chart(self) -> "alt.FacetChart":
        """Draw how long games are."""
        return charts.length_chart(length_distribution(self.results))

    def incidence_chart(self) -> "alt.FacetChart":
        """Draw when games end, and how, and when the Double Seven token is taken."""
        return charts.incidence_chart(cumulative_incidence(self.results))

    def seat_chart(self) -> "alt.FacetChart":
        """Draw each seat's win share against the even share."""
        return charts.seat_chart(pl.concat([seat_shares(games) for games in self._alike(self.results)]))

    def difference_chart(self, *, metrics: Sequence[str] | None = None) -> "alt.FacetChart | None":
        """Draw the paired differences of ``metrics`` (the key metrics if None); None if nothing can be compared."""
        return None if self.comparison is None else self.comparison.difference_chart(metrics=metrics)

    def walk_chart(self) -> "alt.FacetChart | None":
        """Draw how the lead goes, beside a fair race; None if no game says."""
        return None if self.course["value"].count() == 0 else charts.walk_chart(self.course)

    def typical_game(self, players: int) -> int:
        """Return the number of the variant's first game that is as long as the middle one by length."""
        own = self._own.filter(players=players).sort("game")
        middle = own["turns"].quantile(0.5, "lower")
        return int(own.filter(turns=middle)["game"][0])

    def tell_game(
        self, *, players: int | None = None, game: int | None = None, lines: int | None = None, closing: int = 0
    ) -> Prose:
        """Tell one of the variant's games in words.

        Parameters
        ----------
        players
            The number of players; the fewest if None.
        game
            The game's number; that of `typical_game` if None.
        lines, closing
            So many lines from the beginning, and so many of the end; all if ``lines`` is None.
        """
        players = self.players[0] if players is None else players
        number = self.typical_game(players) if game is None else game
        return told(self.results, self.variant, players, number, lines, closing=closing)

    @property
    def _own(self) -> pl.DataFrame:
        return self._of(self.variant)

    def _of(self, variant: Variant) -> pl.DataFrame:
        return self.results.filter(variant=variant.name)

    def _alike(self, games: pl.DataFrame) -> list[pl.DataFrame]:
        """The games in parts in which the same variants stand at every number of players."""
        parts: dict[tuple[str, ...], list[int]] = {}
        for players in sorted(games["players"].unique().to_list()):
            parts.setdefault(tuple(names_of(games.filter(players=players))), []).append(players)
        return [games.filter(pl.col("players").is_in(players)) for players in parts.values()]


_NO_COURSE = pl.DataFrame(
    schema={
        "players": pl.Int32,
        **dict.fromkeys(("variant", "metric", "title"), pl.String),
        **dict.fromkeys(("value", "lo", "hi", "fair"), pl.Float64),
    }
)
