"""How much the deck decides, how much skill shows, and where that stands beside other games."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Unpack

import altair as alt
import polars as pl

from simulator.charts import LEVEL_COLUMNS, level_chart
from simulator.errors import Mistake
from simulator.statistics import Skill, deck_luck, line_ups, points_of_step, skill, steps_of_skill
from simulator.studies import Playing, Rules, Study, play
from simulator.telling.numbers import listed, share_cell, shown_number
from simulator.telling.prose import Prose, bullets, table_of

__all__ = ["Luck", "Published", "luck_of", "read_published", "skill_of"]

_PARTS = {"luck": "the deck", "players": "who plays", "rest": "how it fell out"}
"""The parts of `simulator.statistics.DeckLuck`, in words."""


def luck_of(
    variant: Rules,
    pools: Sequence[Sequence[str]],
    *,
    decks: Mapping[int, int],
    seed: int = 1,
    **playing: Unpack[Playing],
) -> "Luck":
    """Play every deck by every line-up of each pool and split the variance of winning.

    Parameters
    ----------
    variant
        The rules: a variant, a bundled name or a file.
    pools
        Pools of players, as seats are written.
    decks
        Decks, by the number of players.
    seed
        Of the decks.
    **playing
        Store, executor, progress: see `simulator.studies.Playing`.

    Raises
    ------
    PlanError, UnknownPlayer, NetworkError
        If it cannot be played.
    simulator.statistics.luck.UncrossedError
        There are too few decks or players to tell.
    """
    asked = [(pool, players) for pool in pools for players in decks]
    studies = [
        Study(variant, players=players, seats=line_ups(pool, players), decks=decks[players], seed=seed, rotate=False)
        for pool, players in asked
    ]
    rows = []
    for (pool, players), results in zip(asked, play(studies, **playing), strict=True):
        found = vars(deck_luck(results.collect()))
        for part in _PARTS:
            shares = [found[part + end] for end in ("", "_lo", "_hi")]
            rows.append((" and ".join(pool), players, part, *shares, found["decks"], found["replays"]))
    schema = {"pool": pl.String, "players": pl.Int32, "part": pl.String}
    schema |= {**dict.fromkeys(("share", "lo", "hi"), pl.Float64), "decks": pl.Int64, "line_ups": pl.Int64}
    return Luck(pl.DataFrame(rows, schema=schema, orient="row"))


@dataclass(frozen=True, eq=False)
class Luck:
    """Shares of the variance of winning, by pool and number of players. Made by `luck_of`.

    Parameters
    ----------
    table
        Columns pool, players, part (luck, players or rest, as in `simulator.statistics.DeckLuck`), share, lo, hi,
        decks, line_ups.
    """

    table: pl.DataFrame

    def chart(self, *, title: str | None = None) -> alt.FacetChart:
        """Draw the shares, a row a part, a column of panels a number of players."""
        rows = self.table.select(
            pl.col("part").replace_strict(_PARTS).alias("item"),
            pl.col("pool").alias("level"),
            pl.format("{} players", "players").alias("panel"),
            *((100 * pl.col(old)).alias(new) for old, new in (("share", "value"), ("lo", "lo"), ("hi", "hi"))),
        )
        return level_chart(
            rows,
            axis="share of the variance of a win (%)",
            title=title or "What decides who wins: the deck, who plays, or how it fell out?",
            subtitle="Every deck played by every line-up of two players, with 95 % intervals. By colour: which two.",
        )

    def quote(self) -> Prose:
        """Return the shares as a table of words, a row a pool and number of players."""
        lines = []
        for (pool, players), rows in self.table.group_by("pool", "players", maintain_order=True):
            its = {row["part"]: row for row in rows.to_dicts()}
            cells = [share_cell(its[part]["share"], its[part]["lo"], its[part]["hi"]) for part in _PARTS]
            lines.append([str(pool), str(players), *cells, f"{rows['decks'][0]:,} × {rows['line_ups'][0]}"])
        columns = ["line-ups of", "players", *_PARTS.values(), "decks × line-ups"]
        return Prose(table_of(columns, "lr", lines))

    def answer(self) -> Prose:
        """Say what share the deck decides and what share who plays, over all pools."""
        said = []
        for players in self.table["players"].unique(maintain_order=True).to_list():
            ends = {}
            for part in _PARTS:
                shares = [100 * share for share in self.table.filter(players=players, part=part)["share"]]
                low, high = (shown_number(end(shares), 0) for end in (min, max))
                ends[part] = low if low == high else f"{low} to {high}"
            said.append(
                f"With {players} players the deck decides {ends['luck']} % of who wins, the difference between the "
                f"players {ends['players']} %, and how these players' choices happened to meet it {ends['rest']} %."
            )
        return Prose(bullets(said))

    def reading(self) -> Prose:
        """Say whether the parts of deck and players grow or shrink from the first pool to the last."""
        pools = self.table["pool"].unique(maintain_order=True).to_list()
        points = []
        for part, what in (("luck", "the deck decides"), ("players", "the difference between the players decides")):
            first, last = (self.table.filter(pool=pool, part=part).to_dicts() for pool in (pools[0], pools[-1]))
            both = list(zip(first, last, strict=True))
            surely = {
                "larger": [one["players"] for one, other in both if other["lo"] > one["hi"]],
                "smaller": [one["players"] for one, other in both if other["hi"] < one["lo"]],
            }
            said = [f"surely {change} with {listed(counts)} players" for change, counts in surely.items() if counts]
            than = f"among {pools[-1]} than among {pools[0]}"
            points.append(f"What {what} is {listed(said) if said else 'not surely larger or smaller'}, {than}.")
        return Prose(bullets(points))


def skill_of(variant: Rules, pool: Sequence[str], *, decks: int, seed: int = 1, **playing: Unpack[Playing]) -> Skill:
    """Let every two of a pool meet in both seatings over the same decks: `simulator.statistics.skill`.

    Parameters
    ----------
    variant
        The rules: a variant, a bundled name or a file.
    pool
        Players, as seats are written.
    decks, seed
        Decks and their seed.
    **playing
        Store, executor, progress: see `simulator.studies.Playing`.

    Raises
    ------
    PlanError, UnknownPlayer, NetworkError
        If it cannot be played.
    """
    pairs = [pair for pair in line_ups(pool, 2) if pair[0] != pair[1]]
    return skill(Study(variant, players=2, seats=pairs, decks=decks, seed=seed, rotate=False).run(**playing).collect())


class PublishedError(Mistake):
    """A file of published figures that cannot be used."""


@dataclass(frozen=True, eq=False)
class Published:
    """Figures for other games, each with its source. Made by `read_published`.

    Parameters
    ----------
    shares
        Share of chess games that would have to be kept, the others replaced by coin flips, for chess to show as much
        skill: columns game, share, words, source, address.
    steps
        Complexity numbers: columns game, steps, source, address.
    """

    shares: pl.DataFrame = field(repr=False)
    steps: pl.DataFrame = field(repr=False)

    def scale_chart(self, measured: Mapping[str, Skill], *, title: str | None = None) -> alt.FacetChart:
        """Draw the place of each game between coin flips and a contest that the better player always wins.

        Parameters
        ----------
        measured
            What was measured here, by the pool's name.
        title
            The question or the finding; asks where the game stands if None.
        """
        rows: list[dict[str, Any]] = [{"item": "flipping coins", "level": "by definition", "value": 0.0}]
        rows += [
            {"item": row["game"], "level": "published", "value": 100 * row["share"]} for row in self.shares.to_dicts()
        ]
        rows += [
            {
                "item": f"Double Seven: {name}",
                "level": "measured here",
                **{end: 100 * value for end, value in (("value", its.p), ("lo", its.p_lo), ("hi", its.p_hi))},
            }
            for name, its in measured.items()
        ]
        rows.append({"item": "chess; the better always wins", "level": "by definition", "value": 100.0})
        return level_chart(
            pl.DataFrame([{**row, "panel": ""} for row in rows], schema=LEVEL_COLUMNS),
            axis="games decided by strength, the others by a coin (%)",
            title=title or "Where does Double Seven stand between a coin and chess?",
            subtitle="Published: of chess. Measured here: of a game that the better always wins, with 95 % intervals.",
            reference=50.0,
            beside=False,
        )

    def steps_chart(
        self, points: tuple[float, float, float], *, contests: Sequence[int] = (1, 5), title: str | None = None
    ) -> alt.FacetChart:
        """Draw how many steps of skill lie between the strongest and the weakest player of each game.

        Parameters
        ----------
        points
            Points between the two here, and the ends of their interval.
        contests
            Games of a contest, odd numbers.
        title
            The question or the finding; asks how many steps if None.
        """
        rows: list[dict[str, Any]] = [
            {"item": row["game"], "level": "published", "value": float(row["steps"])} for row in self.steps.to_dicts()
        ]
        for games in contests:
            value, lo, hi = (steps_of_skill(each, games) for each in points)
            item = f"Double Seven: {_contest(games)}"
            rows.append({"item": item, "level": "measured here", "value": value, "lo": lo, "hi": hi})
        rows.sort(key=lambda row: -row["value"])
        return level_chart(
            pl.DataFrame([{**row, "panel": ""} for row in rows], schema=LEVEL_COLUMNS),
            axis="steps of skill (each wins 70 to 75 % against the next)",
            title=title or "How many steps is it from the strongest player to the weakest?",
            subtitle="Published: from the best in the world to a beginner, in the contests that each game plays.",
            reference=None,
            beside=False,
        )

    def steps_quote(self, points: tuple[float, float, float], *, contests: Sequence[int] = (1, 5)) -> Prose:
        """Return the steps as a table of words, with the sources; parameters as in `steps_chart`."""
        lines = [[row["game"], str(row["steps"]), row["source"]] for row in self.steps.to_dicts()]
        for games in contests:
            value, lo, hi = (shown_number(steps_of_skill(each, games), 1) for each in points)
            step = shown_number(points_of_step(games), 0)
            source = f"measured here; a step is {step} points"
            lines.append([f"Double Seven: {_contest(games)}", f"{value} ({lo} to {hi})", source])
        return Prose(table_of(["game", "steps", "source"], "lrl", lines))

    def scale_quote(self, measured: Mapping[str, Skill]) -> Prose:
        """Return the places between coin and chess as a table of words, with the sources; as in `scale_chart`."""
        lines = [
            [row["game"], f"{shown_number(100 * row['share'], 0)} %", f"{row['words']}: {row['source']}"]
            for row in self.shares.to_dicts()
        ]
        for name, its in measured.items():
            value, lo, hi = (shown_number(100 * each, 0) for each in (its.p, its.p_lo, its.p_hi))
            source = f"measured here over {its.decks:,} decks"
            lines.append([f"Double Seven: {name}", f"{value} % ({lo} to {hi})", source])
        return Prose(table_of(["game", "decided by strength", "source"], "lrl", lines))

    def addresses(self) -> Prose:
        """List where each source is found."""
        found = dict.fromkeys(
            (row["source"], row["address"]) for table in (self.shares, self.steps) for row in table.to_dicts()
        )
        return Prose(bullets(f"{source}. <{address}>" for source, address in found))


_TEXTS = ("words", "source", "address")
_LISTS = {
    "shares_of_chess": {"game": pl.String, "share": pl.Float64, **dict.fromkeys(_TEXTS, pl.String)},
    "steps": {"game": pl.String, "steps": pl.Int64, **dict.fromkeys(_TEXTS[1:], pl.String)},
}


def read_published(path: str | Path) -> Published:
    """Read figures for other games.

    Parameters
    ----------
    path
        A JSON file with two lists, ``shares_of_chess`` and ``steps``, of the rows of `Published`.

    Raises
    ------
    PublishedError
        There is no such file, a list is missing, or a figure has no source.
    """
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
        shares, steps = (pl.DataFrame(content[name], schema=schema) for name, schema in _LISTS.items())
    except OSError as error:
        raise PublishedError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, pl.exceptions.PolarsError):
        raise PublishedError(f"{path} has not the two lists of figures {listed(list(_LISTS))}") from None
    for table in (shares, steps):
        lacking = table.filter(pl.any_horizontal(pl.all().is_null()))["game"].to_list()
        if lacking:
            raise PublishedError(f"{path}: a figure, its source or its address is missing for {listed(lacking)}")
    return Published(shares, steps)


def _contest(games: int) -> str:
    return "a single game" if games == 1 else f"best of {games}"
