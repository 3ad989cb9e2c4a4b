"""A ladder that was played elsewhere and kept as JSON, and one ladder beside it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import altair as alt
import polars as pl

from simulator.charts import level_chart
from simulator.reports.ladders import Ladder, LadderError
from simulator.telling.numbers import NOTHING, listed, share_cell, shown_number
from simulator.telling.prose import Prose, bullets, table_of

__all__ = ["Climb", "StoredLadder", "read_ladder"]

_PARTS = ("variant", "digest", "sources", "seeds", "pairs", "ratings")

_PAIRS = {
    "variant": pl.String,
    "players": pl.Int32,
    **dict.fromkeys(("challenger", "field"), pl.String),
    **dict.fromkeys(("share", "lo", "hi", "standard_error", "even", "above_even"), pl.Float64),
    "decks": pl.Int64,
}
_RATINGS = {"players": pl.Int32, "player": pl.String, **dict.fromkeys(("rating", "lo", "hi"), pl.Float64)}
_RATINGS |= {"note": pl.String}

_PLAYED, _KEPT = "played here", "longer run"


@dataclass(frozen=True, eq=False)
class StoredLadder:
    """The pairs and ratings of a ladder, as `simulator.reports.Ladder.write_json` wrote them.

    Parameters
    ----------
    variant, digest, sources
        Name and digest of the rules, and the digest of engine and players that played.
    seeds
        Of the decks.
    table, ratings
        As in `simulator.reports.Ladder`.
    """

    variant: str
    digest: str
    sources: str
    seeds: tuple[int, ...]
    table: pl.DataFrame = field(repr=False)
    ratings: pl.DataFrame = field(repr=False)


def read_ladder(path: str | Path) -> StoredLadder:
    """Read what ``double-seven ladder --json`` wrote.

    Raises
    ------
    LadderError
        There is no such file, or it is no ladder.
    """
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise LadderError(f"{path} cannot be read: {error.strerror}") from None
    except ValueError:
        raise LadderError(f"{path} is no JSON; double-seven ladder --json writes it") from None
    if not isinstance(content, dict) or not all(part in content for part in _PARTS):
        raise LadderError(
            f"{path} is no ladder: it lacks one of {listed(_PARTS)}; double-seven ladder --json writes it"
        )
    pairs, ratings = (
        pl.DataFrame(content[part], schema=schema) for part, schema in (("pairs", _PAIRS), ("ratings", _RATINGS))
    )
    return StoredLadder(
        content["variant"], content["digest"], content["sources"], tuple(content["seeds"]), pairs, ratings
    )


@dataclass(frozen=True, eq=False)
class Climb:
    """A ladder told for a notebook, beside one that was kept from a longer run, if there is one.

    Raises
    ------
    ValueError
        The two are of other rules.
    """

    played: Ladder
    kept: StoredLadder | None = None

    def __post_init__(self) -> None:
        if self.kept is not None and self.kept.digest != self.played.variant.digest:
            raise ValueError(f"the ladder that was kept is of other rules ({self.kept.variant}); leave it out")

    @property
    def players(self) -> list[int]:
        """The numbers of players of the ladder that was played, from few to many."""
        return sorted(self.played.players)

    def answer(self) -> Prose:
        """Say what each rung wins against the one below, by its best known figures."""
        best = {players: self._best(players) for players in self.players}
        points = []
        for players, rows in best.items():
            said = [f"{row['challenger']} {_share(row)} against {row['field']}" for row in rows]
            points.append(f"With {players} players, where an even share is {_even(players)} %: {', '.join(said)}.")
        sure = all(row["lo"] is not None and row["lo"] > row["even"] for rows in best.values() for row in rows)
        lead = (
            "**Skill shows on every rung: each player surely wins more than its even share against the one below it.**"
            if sure
            else "**Skill does not show on every rung: not each player surely wins more than its even share.**"
        )
        return Prose(f"{lead}\n\n{bullets(points)}")

    def chart(self, *, title: str | None = None) -> alt.FacetChart:
        """Draw what each rung wins against the one below, over its even share."""
        rows = self._both("table").select(
            pl.format("{} against {}", "challenger", "field").alias("item"),
            "level",
            pl.format("{} players", "players").alias("panel"),
            (100 * pl.col("above_even")).alias("value"),
            *((100 * (pl.col(end) - pl.col("even"))).alias(end) for end in ("lo", "hi")),
        )
        return level_chart(
            rows,
            axis="win share over even (points)",
            title=title or "How much does each rung win against the one below it?",
            subtitle="One challenger among equal others, seats rotated; with 95 % intervals.",
        )

    def ratings_chart(self, *, without: Sequence[str] = ("random",), title: str | None = None) -> alt.FacetChart:
        """Draw the ratings.

        Parameters
        ----------
        without
            Players that are left out, since they would press all others together.
        title
            The question or the finding; asks how far apart the players are if None.
        """
        rows = self._both("ratings").filter(~pl.col("player").is_in(list(without)))
        return level_chart(
            rows.select(
                pl.col("player").alias("item"),
                "level",
                pl.format("{} players", "players").alias("panel"),
                pl.col("rating").alias("value"),
                *("lo", "hi"),
            ),
            axis="rating (points)",
            title=title or "How far apart are the players?",
            subtitle=f"Counted from {self.played.anchor}: 100 points more are 1.78 times the wins of any one other.",
        )

    def quote(self) -> Prose:
        """Return win shares and ratings as a table of words."""
        ratings = {(row["level"], row["players"], row["player"]): row for row in self._both("ratings").to_dicts()}
        lines = []
        for row in self._both("table").sort("players", maintain_order=True).to_dicts():
            level, players, challenger = row["level"], row["players"], row["challenger"]
            others = "" if players == 2 else f"{players - 1} × "
            rating = _rating(ratings[level, players, challenger], anchor=self.played.anchor)
            shares = [_share(row), f"{_even(players)}\N{NO-BREAK SPACE}%"]
            lines.append(
                [str(players), challenger, f"{others}{row['field']}", *shares, rating, f"{row['decks']:,}", level]
            )
        columns = ["players", "challenger", "against", "win share", "even", "rating", "decks", ""]
        return Prose(table_of(columns, "rllrrrrl", lines))

    def agreement(self) -> Prose:
        """Say how the two ladders agree where both played a pair."""
        if self.kept is None:
            return Prose("There is no ladder from a longer run of these rules: no rung stands above those played here.")
        both = self.played.table.join(self.kept.table, on=["players", "challenger", "field"], suffix="_kept")
        apart = both.filter((pl.col("lo") > pl.col("hi_kept")) | (pl.col("hi") < pl.col("lo_kept")))
        alone = self.kept.table.join(self.played.table, on=["players", "challenger", "field"], how="anti")
        said = [f"{row['challenger']} against {row['field']} with {row['players']}" for row in alone.to_dicts()]
        pairs = f"{both.height} pair{'s' if both.height != 1 else ''}"
        overlap = "overlap" if apart.is_empty() else f"overlap but for {apart.height} of them"
        return Prose(
            f"Both ladders played {pairs}, and the intervals {overlap}. Only in the longer run: "
            f"{listed(said or ['nothing'])}{' players' if said else ''}."
        )

    def range_of_ratings(self, weakest: str) -> tuple[float, float, float]:
        """Points from ``weakest`` to the best rated player at two players, with an interval that holds at least 95 %.

        Raises
        ------
        ValueError
            ``weakest`` has no rating.
        """
        table = self.played.ratings if self.kept is None else self.kept.ratings
        rated = table.filter(players=2).drop_nulls("rating").sort("rating")
        if weakest not in rated["player"].to_list():
            raise ValueError(
                f"{weakest} has no rating with two players; those with one are {listed(rated['player'].to_list())}"
            )
        low, high = rated.filter(player=weakest).row(0, named=True), rated.row(-1, named=True)
        return high["rating"] - low["rating"], high["lo"] - low["hi"], high["hi"] - low["lo"]

    def _both(self, part: str) -> pl.DataFrame:
        """The pairs or the ratings of both ladders; of the one that was kept those at the numbers of players here."""
        found = {_PLAYED: getattr(self.played, part)}
        if self.kept is not None:
            found[_KEPT] = getattr(self.kept, part).filter(pl.col("players").is_in(self.players))
        return pl.concat(table.with_columns(level=pl.lit(level)) for level, table in found.items())

    def _best(self, players: int) -> list[dict[str, Any]]:
        """Every pair once, from the ladder with the more decks."""
        found: dict[tuple[str, str], dict[str, Any]] = {}
        for row in self._both("table").filter(players=players).to_dicts():
            pair = (row["challenger"], row["field"])
            if pair not in found or row["decks"] > found[pair]["decks"]:
                found[pair] = row
        return list(found.values())


def _even(players: int) -> str:
    return shown_number(100 / players, 1)


def _share(row: dict[str, Any]) -> str:
    return share_cell(row["share"], row["lo"], row["hi"])


def _rating(row: dict[str, Any], *, anchor: str) -> str:
    if row["rating"] is None:
        return NOTHING
    value, lo, hi = (shown_number(row[end], 0, signed=True) for end in ("rating", "lo", "hi"))
    return value if row["player"] == anchor else f"{value} ({lo} to {hi})"
