"""Tuning: a search for the planner's weights, its check on fresh decks, and the file that keeps what is better."""

from dataclasses import dataclass, replace
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from rich.console import Group, RenderableType
from rich.text import Text

from simulator.engine.compiling import SOURCES_DIGEST
from simulator.files import check_writable
from simulator.players.weights import (
    WEIGHTS,
    check_same_rules,
    find_forecast,
    find_weights,
    read_weights,
    tuned_file,
    write_weights,
    written_out,
)
from simulator.reports.forecasting import Forecasting, forecast
from simulator.statistics import contest_table, share_difference
from simulator.studies import Rules, play_contest, read_variant
from simulator.studies.provenance import versions
from simulator.studies.tuning import (
    BOUNDED,
    CHECK_FIRST_DECK,
    FIRST_STEP,
    MOST_LEFT,
    POPULATION,
    Search,
    TuningError,
    TuningProgress,
    search_weights,
)
from simulator.telling.numbers import shown_number
from simulator.telling.provenance import rounded
from simulator.variants import Variant

__all__ = ["Tuning", "tune", "tune_forecast"]

HOUSE = "house"
"""Beside the present weights, whom candidates play against."""


@dataclass(frozen=True, eq=False)
class Tuning:
    """A search for weights and its check.

    Parameters
    ----------
    variant, players, player
        The rules, how many play, and the player that takes the weights.
    present, start
        The weights that were to be beaten, as a seat names them, and in the order of ``WEIGHTS``.
    search
        What was found.
    checked
        The check on fresh decks: win shares (:func:`simulator.statistics.contest_table`) of the found weights against
        the present ones and against ``house``, and of the present ones against ``house``.
    against_house
        Found less present, of their win shares against ``house`` (:func:`simulator.statistics.share_difference`).
    decks, seed
        Decks of a generation, and the seed.
    file
        Where better weights are written; None if nowhere.
    forecast
        The forecast that goes with the found weights, and its check; None if they are no better.
    """

    variant: Variant
    players: int
    player: str
    present: str
    start: NDArray[np.float64]
    search: Search
    checked: pl.DataFrame
    against_house: pl.DataFrame
    decks: int
    seed: int
    file: Path | None = None
    forecast: Forecasting | None = None

    @cached_property
    def weights(self) -> dict[str, float]:
        """The found weights by name."""
        return _by_name(self.search.weights)

    @property
    def better(self) -> bool:
        """Whether the found weights surely beat the present ones, and are not surely worse against ``house``.

        The interval of their win share against the present ones lies above the even share, and that of the difference
        against ``house`` reaches 0: weights that only know how to beat the present ones are no better.
        """
        most: float | None = self.against_house["hi"][0]
        return self._beats_present and most is not None and most >= 0

    @property
    def _beats_present(self) -> bool:
        lo: float | None = self.checked["lo"][0]
        return lo is not None and lo > 1 / self.players

    @cached_property
    def found(self) -> dict[str, Any]:
        """How the weights were found, for the file: it holds all that is needed to find them again."""
        made = self.search.generations * self.decks
        return {
            "optimiser": f"CMA-ES (cma {version('cma')})",
            "candidates_a_generation": POPULATION,
            "first_step": FIRST_STEP,
            "bounds": dict.fromkeys(BOUNDED, f"at most {MOST_LEFT}"),
            "start": {"player": self.present, "weights": _by_name(self.start)},
            "generations": self.search.generations,
            "ended_by": self.search.ended_by,
            "seed": self.seed,
            "decks_a_generation": self.decks,
            "decks": f"0 to {made - 1}, new ones each generation, the same for all its candidates, seats rotated",
            "against": [self.present, HOUSE],
            "check": {
                "decks": f"{CHECK_FIRST_DECK} to {CHECK_FIRST_DECK + self.checked['decks'][0] - 1}, seats rotated",
                "even_share": 1 / self.players,
                "against_present": self._share(0),
                "against_house": self._share(1),
                "present_against_house": self._share(2),
                "found_less_present_against_house": rounded(self.against_house.row(0)[:3], "difference"),
            },
            "sources": SOURCES_DIGEST,
            "made_with": versions("cma", "numba", "numpy"),
        }

    def _share(self, row: int) -> dict[str, float | None]:
        return rounded(self.checked.select("share", "lo", "hi").row(row), "share")

    def __rich__(self) -> RenderableType:
        """Tell the result in sentences."""
        generations = f"{self.search.generations} generation{'s' if self.search.generations > 1 else ''}"
        ended = " (interrupted)" if self.search.ended_by == "interrupt" else ""
        shares = [self._told(row) for row in range(3)]
        lines = [
            f"{generations} of {POPULATION} candidates over {self.decks:,} decks each{ended}; checked on "
            f"{self.checked['decks'][0]:,} fresh decks, seats rotated, an even share being "
            f"{shown_number(100 / self.players, 1)} %:",
            f"  found against {self.present}: {shares[0]}",
            f"  found against {HOUSE}: {shares[1]}",
            f"  {self.present} against {HOUSE}: {shares[2]}",
        ]
        if self.forecast is not None:
            lines.append(str(self.forecast))
        return Group(*map(Text, lines), Text(self._verdict(), style="bold"))

    def _told(self, row: int) -> str:
        share, lo, hi = (None if each is None else 100 * each for each in self._share(row).values())
        interval = "" if lo is None else f" ({shown_number(lo, 1)} to {shown_number(hi, 1)})"
        return f"{shown_number(share, 1)} %{interval}"

    def _verdict(self) -> str:
        if not self.better:
            kept = "" if self.file is None else f" Nothing was written to {self.file}."
            worse = f" What was found beats it, but is worse against {HOUSE}." if self._beats_present else ""
            return f"Nothing better was found: {self.present} stays.{worse}{kept}"
        if self.file is None:
            return f"Better weights for {self.variant.name} with {self.players} players."
        return (
            f"Better weights for {self.variant.name} with {self.players} players are in {self.file}: play with "
            f"{self.player}@{self.file}"
        )


def _by_name(weights: NDArray[np.float64]) -> dict[str, float]:
    return dict(zip(WEIGHTS, weights.tolist(), strict=True))


def tune(
    variant: Rules,
    *,
    players: int,
    player: str = "planner",
    generations: int | None = None,
    minutes: float | None = None,
    decks: int = 400,
    check_decks: int = 3_000,
    seed: int = 1,
    file: str | Path | None = None,
    threads: int | None = None,
    told: TuningProgress | None = None,
) -> Tuning:
    """Find the planner's weights for a variant and a number of players, check them, and keep them if they are better.

    The search (:func:`simulator.studies.tuning.search_weights`) starts from the present weights: those in ``file`` if
    it has some for this number of players; else the bundled ones tuned for these very rules; else the rulebook's. The
    candidates play against the present weights and against ``house``. What is found is checked on decks that no search
    uses, and is better if the 95 % interval of its win share against the present weights lies above the even share, and
    it is not surely worse than they are against ``house``.

    Parameters
    ----------
    variant, players
        The rules, and how many play.
    player
        The player that takes the weights.
    generations, minutes
        How long to search; 5 minutes if neither is given. With generations the result is fixed by the seed.
    decks, check_decks
        New decks of each generation, and decks of the check; each is played once for each seat.
    seed
        Of decks and candidates.
    file
        A ``.json`` file that better weights are written into, beside those for other numbers of players.
    threads
        By default one a core.
    told
        Called after each generation with its number, its best candidate's win share and the part of the work done.

    Raises
    ------
    TuningError
        If the search cannot be made as asked.
    FileError, WeightsError
        If the file cannot be written, is damaged or holds weights for other rules.
    PlanError, UnknownPlayer
        If the games cannot be played.
    """
    rules = read_variant(variant)
    if check_decks < 2:
        raise TuningError(f"check_decks is {check_decks}: an interval takes two, and one that settles much takes 1,000")
    path = None if file is None else Path(file)
    if path is not None:
        _check_file(path, rules)
    present, start = _present(rules, players, player, path)
    search = search_weights(
        rules,
        players=players,
        player=player,
        start=start,
        against=[f"{player}@{written_out(start)}", HOUSE],
        generations=generations,
        minutes=5.0 if generations is None and minutes is None else minutes,
        decks=decks,
        seed=seed,
        threads=threads,
        told=told,
    )
    found, before = (f"{player}@{written_out(weights)}" for weights in (search.weights, start))
    contests = [
        play_contest(
            rules,
            players=players,
            challenger=challenger,
            field=field,
            decks=check_decks,
            seed=seed,
            first_deck=CHECK_FIRST_DECK,
            store=False,
            threads=threads,
        )
        for challenger, field in ((found, before), (found, HOUSE), (before, HOUSE))
    ]
    checked, against_house = pl.concat(map(contest_table, contests)), share_difference(*contests[1:])
    tuning = Tuning(rules, players, player, present, start, search, checked, against_house, decks, seed, path)
    if not tuning.better:
        return tuning
    fitted = forecast(
        rules,
        players=players,
        player=f"planner@{written_out(search.weights)}",
        present=find_forecast(rules, players, _name_of_weights(present)),
        seed=seed,
    )
    if path is not None:
        kept = fitted.as_data if fitted.better else None
        write_weights(path, rules, players, tuning.weights, tuning.found, kept)
    return replace(tuning, forecast=fitted)


def tune_forecast(variant: Rules, *, players: int, seed: int = 1, file: str | Path | None = None) -> Forecasting:
    """Keep the planner's weights, and fit only the forecast anew by which a search judges the ends of its playouts.

    It is fitted to games of the planner with its present weights (:func:`tune` says which these are) and checked on
    fresh ones. What surely foretells them better than the present forecast is written into ``file`` beside the weights.

    Parameters and errors are those of :func:`tune`.
    """
    rules = read_variant(variant)
    path = None if file is None else Path(file)
    if path is not None:
        _check_file(path, rules)
    present, weights = _present(rules, players, "planner", path)
    before = find_forecast(rules, players, _name_of_weights(present))
    fitted = forecast(rules, players=players, player=present, present=before, seed=seed)
    if path is not None and fitted.better:
        kept = read_weights(path).players.get(players) if path.exists() else None
        found = {"player": present} if kept is None else kept.get("found", {})
        write_weights(path, rules, players, _by_name(weights), found, fitted.as_data)
    return fitted


def _name_of_weights(seat: str) -> str | None:
    """What stands behind the ``@`` of a seat."""
    return seat.partition("@")[2] or None


def _check_file(path: Path, variant: Variant) -> None:
    """Refuse before the search what could not be written, or not be read, after it."""
    check_writable(path)
    if path.suffix != ".json":
        raise TuningError(f"{path}: a file of weights ends in .json, so that a seat can name it")
    check_same_rules(path, variant)


def _present(variant: Variant, players: int, player: str, path: Path | None) -> tuple[str, NDArray[np.float64]]:
    """The weights to be beaten: how a seat names them, and their values."""
    if path is not None and path.exists() and players in read_weights(path).players:
        name: str | None = str(path)
    else:
        bundled = tuned_file(variant)
        own = (
            bundled.exists() and (tuned := read_weights(bundled)).digest == variant.digest and players in tuned.players
        )
        name = "tuned" if own else None
    return player if name is None else f"{player}@{name}", find_weights(variant, players, name)
