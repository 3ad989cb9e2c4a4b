"""A study: variants, players and seats, over as many decks as asked for or as a precision needs; and its results."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import polars as pl
from rich.console import RenderableType

from simulator.files import check_writable, write_whole
from simulator.players import OwnPlayer, seat_name
from simulator.reports.formatting import listed
from simulator.reports.headlines import headlines
from simulator.reports.precision import BEST_AT, FIRST_LOOK, Precision, Width, half_widths, next_look, read_precision
from simulator.reports.provenance import made_with
from simulator.reports.study_progress import StudyProgress, Tracker
from simulator.reports.study_terminal import study_terminal
from simulator.statistics import Metric, Verdict, difference_table, estimate_table, find_metric, metrics_for
from simulator.statistics.metrics import Balance
from simulator.statistics.verdicts import with_verdicts
from simulator.studies import ENGINE_VERSION, Match, Store, fill, lacking, plan, rotations, threads
from simulator.studies.simulating import ROWS_OF_A_GROUP, PlanError, cores
from simulator.variants import Variant, load_variant

__all__ = ["LineUp", "Study", "StudyResults"]

_GAMES = 20_000

_MOST_GAMES = 1_000_000

_NUMBERS_AT_ONCE = 20_000_000
"""Numbers (decks × columns) that are held in memory at a time while results are estimated: some 160 MB."""

LineUp = str | OwnPlayer | tuple[str | OwnPlayer, ...]
"""One player for all seats, or one a seat: as a text with commas, or a tuple."""

Table = tuple[int, str]
"""A number of players, and the name of a line-up at it."""


@dataclass(frozen=True, init=False)
class Study:
    """What is to be found out: every variant at every number of players with every line-up, over the same decks.

    Where the players of a line-up differ, each deck is played once with everyone in every seat (the seats rotate). A
    study is only a description; :meth:`run` plays it.

    Parameters
    ----------
    variants
        The rule sets, the one that the others are held against first: variants, or what `load_variant` takes.
    players
        Numbers of players; by default all that every variant allows.
    seats
        One line-up or a list of line-ups. A line-up is one player for all seats (``"house"``), or one a seat, as a text
        (``"planner,house,house"``) or a tuple.
    seed
        With a game's number it fixes the order of the tiles.
    games
        Decks for each variant, number of players and seating. By default 20,000.
    precision
        Instead of ``games``: how well numbers are to be known, as ``{"turns": 0.2, "first_seat_share": 0.01}``, or in
        words, as ``["±0.2 turns", "±1 point of win share"]``. The study goes on until the value of each variant, and
        its difference from the first, is known to ± that, by a 95 % interval that is right however often one looks.
    most_games
        With ``precision``, the number of decks at which the study stops in any case.
    title
        What to call it.

    Raises
    ------
    PlanError, PrecisionError, VariantError, UnknownPlayer, OwnPlayerError
        If it cannot be played as described.
    """

    variants: tuple[Variant, ...]
    players: tuple[int, ...]
    line_ups: dict[Table, list[tuple[str | OwnPlayer, ...]]]
    """The seatings by number of players and name of the line-up."""
    seed: int
    games: int | None
    precision: dict[str, float] | None
    most_games: int
    title: str

    def __init__(
        self,
        *,
        variants: Variant | str | Sequence[Variant | str],
        players: int | Sequence[int] | None = None,
        seats: LineUp | list[LineUp] = "house",
        seed: int = 1,
        games: int | None = None,
        precision: Precision | None = None,
        most_games: int = _MOST_GAMES,
        title: str = "",
    ) -> None:
        given = [variants] if isinstance(variants, str | Variant) else variants
        loaded = tuple(each if isinstance(each, Variant) else load_variant(each) for each in given)
        names = [variant.name for variant in loaded]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise PlanError(f"each variant needs a name of its own; {listed(twice)} stands there more than once")
        if games is not None and precision is not None:
            raise PlanError("games and precision are both given: a precision decides itself how many games it takes")
        if precision is not None and most_games < FIRST_LOOK:
            raise PlanError(f"most_games is {most_games}: at least {FIRST_LOOK}, where a study looks first")
        if players is None:
            numbers = _players_of(loaded)
        else:
            numbers = sorted({players} if isinstance(players, int) else set(players))
        decks = (_GAMES if games is None else games) if precision is None else None
        values = {
            "variants": loaded,
            "players": tuple(numbers),
            "line_ups": _line_ups(
                loaded,
                numbers,
                seats if isinstance(seats, list) else [seats],
                most_games if decks is None else decks,
                seed,
            ),
            "seed": seed,
            "games": decks,
            "precision": None if precision is None else read_precision(precision),
            "most_games": most_games,
            "title": title,
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @cached_property
    def matches(self) -> dict[Table, list[Match]]:
        """What is played, by number of players and name of the line-up: every variant in every seating."""
        return {
            table: [Match(variant, seating, self.seed) for variant in self.variants for seating in seatings]
            for table, seatings in self.line_ups.items()
        }

    @property
    def may_be_kept(self) -> bool:
        """Whether a store keeps the games: not those of a function of one's own, or of a file that imports others."""
        return all(match.may_be_kept for matches in self.matches.values() for match in matches)

    def run(
        self,
        *,
        store: Store | str | Path | None = None,
        executor: Executor | None = None,
        at_once: int | None = None,
        number_of_threads: int | None = None,
        progress: Callable[[StudyProgress], None] | None = None,
        command: str | None = None,
    ) -> "StudyResults":
        """Play what the store lacks, and give the results.

        An interrupted study goes on where it was; what it gives depends neither on that nor on who plays.

        Parameters
        ----------
        store
            Where games are kept and found again; by default the one of this user. Games by a function of one's own, or
            by a file that imports others, are kept as long as the results are.
        executor
            Who plays: anything with the interface of `concurrent.futures.Executor`; by default threads of this process.
            `simulator.studies` has ``processes`` and ``cluster`` to make some.
        at_once
            Batches to hand to ``executor`` at once; by default two a core of this machine.
        number_of_threads
            Without ``executor``: by default one a core.
        progress
            Told of the progress after each batch.
        command
            The command that asked for it, for the provenance.

        Raises
        ------
        ExecutorError, OtherCodeError
            If workers fail, or are not of this version.
        """
        matches = [match for those in self.matches.values() for match in those]
        if not self.may_be_kept:
            store = Store.temporary()
        elif not isinstance(store, Store):
            store = Store(store)
        tracker = None if progress is None else Tracker(matches, progress)
        decks = min(FIRST_LOOK, self.most_games) if self.games is None else self.games
        playing = threads(number_of_threads) if executor is None else nullcontext((executor, at_once or 2 * cores()))
        with playing as (executor, at_once):
            while True:
                batches = lacking(store, matches, decks)
                if tracker is not None:
                    tracker.plan(store, decks, batches)
                fill(store, batches, executor=executor, at_once=at_once, kept=None if tracker is None else tracker.kept)
                results = StudyResults(self, decks, store, command)
                if self.precision is None or decks >= self.most_games or results.is_precise:
                    return results
                decks = next_look(decks, max(width.ratio for width in results.half_widths), self.most_games)


@dataclass(frozen=True, eq=False)
class StudyResults:
    """What a study has found. Made by :meth:`Study.run`.

    Parameters
    ----------
    study
        The study.
    decks
        Decks played by each variant, at each number of players, in each seating.
    store
        Where the games are.
    command
        The command that asked for it, if one did.
    """

    study: Study
    decks: int
    store: Store
    command: str | None = None

    @property
    def games(self) -> pl.LazyFrame:
        """Every game, one row each, with the columns of ``simulator.studies.COLUMNS``; read when it is collected."""
        return pl.concat([self._games(table) for table in self.study.matches])

    @property
    def number_of_games(self) -> int:
        """Rows of :attr:`games`."""
        return self.decks * sum(len(matches) for matches in self.study.matches.values())

    @cached_property
    def half_widths(self) -> list[Width]:
        """How well the numbers are known that the study's precision asks for; none without one."""
        precision = self.study.precision or {}
        names = [variant.name for variant in self.study.variants]
        return [
            width
            for table in self.study.matches
            for _, games in self._frames(table, list(precision))
            for width in half_widths(games, players=table[0], variants=names, precision=precision)
        ]

    @property
    def is_precise(self) -> bool:
        """Whether everything is known as well as the study asks for."""
        return all(width.ratio <= 1 for width in self.half_widths)

    @property
    def _names_and_looks(self) -> tuple[list[str], float | None]:
        """The variants' names, and for which number of looks the intervals hold.

        A study that stopped at a precision has looked at its numbers before: only a confidence sequence is right then.
        """
        return [variant.name for variant in self.study.variants], BEST_AT if self.study.precision else None

    def estimates(self, metrics: Sequence[str] | None = None) -> pl.DataFrame:
        """Every metric of every variant with its 95 % interval: `simulator.statistics.estimate_table`, by line-up.

        Parameters
        ----------
        metrics
            Names of the metrics; all if None.

        Returns
        -------
        The table's columns, after ``seats``: the line-up.
        """
        names, best_at = self._names_and_looks
        return pl.concat(
            _of_line_up(
                table,
                estimate_table(games, variants=names, metrics=[metric.name for metric in chunk], best_at=best_at),
            )
            for table in self.study.matches
            for chunk, games in self._frames(table, metrics)
        )

    def differences(self, metrics: Sequence[str] | None = None) -> pl.DataFrame:
        """Every metric's paired difference of each variant from the first: `simulator.statistics.difference_table`.

        All rows, of every line-up, are one family of tests.

        Parameters
        ----------
        metrics
            Names of the metrics; all if None.

        Returns
        -------
        The table's columns, after ``seats``: the line-up. No rows with one variant only.
        """
        names, best_at = self._names_and_looks
        rows = pl.concat(
            _of_line_up(
                table,
                difference_table(games, variants=names, metrics=[metric.name for metric in chunk], best_at=best_at),
            )
            for table in self.study.matches
            for chunk, games in self._frames(table, metrics)
        )
        # Each part was judged by itself; what the verdicts allow for is the number of all.
        judged = with_verdicts(rows.with_columns(same=pl.col("verdict") == Verdict.SAME.value))
        return judged.select(rows.columns)

    def headlines(self) -> dict[str, list[str]]:
        """Return the findings on length, Double Seven and the first seat as sentences, by line-up."""
        table = self.differences([metric.name for metric in metrics_for(2) if metric.phrases is not None])
        return {
            seats: headlines(table.filter(pl.col("seats") == seats).drop("seats"))
            for seats in table["seats"].unique(maintain_order=True)
        }

    def stopped(self) -> str:
        """Say why the study has as many decks as it has."""
        decks = f"{self.decks:,} for each variant, table and seating"
        if self.study.precision is None:
            return f"{decks}, as asked for"
        if self.is_precise:
            return f"{decks}, when everything was known as precisely as asked for"
        worst = max(self.half_widths, key=lambda width: width.ratio)
        metric = find_metric(worst.metric)
        factor, unit = metric.unit.factor, metric.unit.difference
        known = "unknown" if worst.half_width is None else f"known to ±{factor * worst.half_width:.3g} {unit}"
        return (
            f"{decks}, the most that it was allowed, before everything was known as precisely as asked for: "
            f"{metric.title.lower()} with {worst.players} players under {worst.variant} is {known}, "
            f"not to ±{factor * worst.wanted:.3g}"
        )

    def provenance(self) -> list[tuple[str, str]]:
        """Say in labelled lines how the results came about, so that anyone can make them again."""
        study = self.study
        lines = [
            ("Variants", ", ".join(f"{variant.name} ({variant.digest})" for variant in study.variants)),
            ("Players in the seats", "; ".join(f"{name} ({players} players)" for players, name in study.matches)),
            ("Decks", self.stopped()),
            ("Games", f"{self.number_of_games:,}"),
            ("Seed", str(study.seed)),
            ("Engine and players", ENGINE_VERSION),
        ]
        if self.command is not None:
            lines.append(("Command", self.command))
        return [*lines, ("Made with", made_with())]

    def write_parquet(self, path: str | Path) -> None:
        """Write :attr:`games` to one Parquet file, whole or not at all, in flat memory."""
        check_writable(path)
        with write_whole(path) as part:
            self.games.sink_parquet(part, row_group_size=ROWS_OF_A_GROUP, maintain_order=True)

    def __rich__(self) -> RenderableType:
        """Return the terminal's report."""
        return study_terminal(self)

    def _games(self, table: Table) -> pl.LazyFrame:
        return pl.concat([self.store.scan(match, self.decks) for match in self.study.matches[table]])

    def _frames(self, table: Table, names: Sequence[str] | None) -> Iterator[tuple[list[Metric], pl.DataFrame]]:
        """Metrics, a few at a time if there are many decks, and a table's games with the columns that they read."""
        every = [metric for metric in metrics_for(table[0]) if names is None or metric.name in names]
        for name in names or ():
            find_metric(name)
        rows = self.decks * len(self.study.matches[table])
        at_once = max(1, _NUMBERS_AT_ONCE // (rows * _NUMBERS_OF_A_METRIC))
        for first in range(0, len(every), at_once):
            chunk = every[first : first + at_once]
            columns = ("variant", "players", "seed", "game", *sorted({root for each in chunk for root in _roots(each)}))
            yield chunk, self._games(table).select(*dict.fromkeys(columns)).collect(engine="streaming")


_NUMBERS_OF_A_METRIC = 2
"""Numbers that a metric takes for each game, about: its numerator and its denominator."""


def _roots(metric: Metric) -> set[str]:
    """The columns that a metric reads."""
    measure = metric.measure
    if isinstance(measure, Balance):
        return {root for share in measure.shares for root in share.meta.root_names()}
    of = set() if measure.denominator is None else set(measure.denominator.meta.root_names())
    return of | set(measure.numerator.meta.root_names())


def _of_line_up(table: Table, rows: pl.DataFrame) -> pl.DataFrame:
    return rows.select(pl.lit(table[1]).alias("seats"), pl.all())


def _players_of(variants: Sequence[Variant]) -> list[int]:
    """Every number of players that all variants allow."""
    return list(
        range(
            max((variant.players.min for variant in variants), default=0),
            min((variant.players.max for variant in variants), default=0) + 1,
        )
    )


def _line_ups(
    variants: Sequence[Variant], players: Sequence[int], seats: list[LineUp], games: int, seed: int
) -> dict[Table, list[tuple[str | OwnPlayer, ...]]]:
    """The seatings of each line-up at each number of players, held to what can be played."""
    found: dict[Table, list[tuple[str | OwnPlayer, ...]]] = {}
    for number in players:
        for line_up in seats:
            batches = plan(variants, players=[number], seats=line_up, games=games, seed=seed)
            seatings = rotations(batches[0].seats)
            name = _name(seatings[0])
            same = [
                other for (at, other), its in found.items() if at == number and (seatings[0] in its or other == name)
            ]
            if same:
                raise PlanError(f"{same[0]} and {name} are one line-up, since the seats rotate: name it once")
            found[number, name] = seatings
    if not found or not variants:
        raise PlanError("there is nothing to play: name at least one variant, number of players and line-up")
    return found


def _name(seats: tuple[str | OwnPlayer, ...]) -> str:
    """What a line-up is called: its one player, or all of them."""
    return seat_name(seats[0]) if len(set(seats)) == 1 else ",".join(map(seat_name, seats))
