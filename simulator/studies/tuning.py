"""Tuning: the search for the planner's weights under a variant, by CMA-ES over contests on ever new decks."""

import math
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simulator.errors import Mistake
from simulator.players.weights import WEIGHTS, written_out
from simulator.studies.contests import Contest, play_contests
from simulator.variants import Variant

POPULATION = 12
"""Candidates of a generation."""

FIRST_STEP = 0.25
"""Standard deviation of the first candidates about the weights that the search starts from, in points on the table."""

MOST_LEFT = 0.9
"""Bound of the weights of tiles left on the stand. Above it the search finds players that hoard: they win no more, and
with their full stands each of their plans takes ten times as long."""

BOUNDED = ("left_with_family", "left_without_family")
"""The weights that :data:`MOST_LEFT` bounds."""

CHECK_FIRST_DECK = 2**32
"""Number of the first deck on which what was found is checked; a search uses the decks below it only."""

DECIMALS = 3
"""Digits after the point of weights that are found."""

TuningProgress = Callable[[int, float, float], None]
"""Called after each generation with its number from 1, its best candidate's win share and the part of the work done."""


class TuningError(Mistake):
    """A search that cannot be made as asked."""


@dataclass(frozen=True, eq=False)
class Search:
    """What a search found: ``weights`` in the order of ``WEIGHTS``, after so many ``generations``, and what ended it.

    ``ended_by`` is ``generations`` or ``time`` (as asked for), or ``interrupt``.
    """

    weights: NDArray[np.float64]
    generations: int
    ended_by: str


def search_weights(
    variant: Variant,
    *,
    players: int,
    player: str = "planner",
    start: NDArray[np.float64],
    against: Sequence[str],
    generations: int | None = None,
    minutes: float | None = None,
    decks: int = 400,
    seed: int = 1,
    threads: int | None = None,
    told: TuningProgress | None = None,
) -> Search:
    """Search for the weights with which one player wins most against the others.

    Each generation's candidates play the same new decks, seats rotated, one of them against equal ones of each of
    ``against``; the mean of their win shares is what CMA-ES (Hansen 2016) maximises. What is found is the centre of the
    last generation, which is better known than any single candidate. An interrupt after the first generation ends the
    search with what has been found by then.

    Parameters
    ----------
    variant, players
        The rules, and how many play.
    player
        The player that takes the weights, as a seat names it without weights.
    start
        The weights to start from, in the order of :data:`simulator.players.weights.WEIGHTS`.
    against
        The players in the other seats, as seats are written.
    generations, minutes
        When to end: after so many generations, which for a given ``seed`` always find the same, or with the generation
        in which the time is up. Give one of the two.
    decks, seed
        New decks a generation, and the seed of the decks and of the candidates.
    threads
        By default one a core. The result of a number of generations does not depend on it.
    told
        See :data:`TuningProgress`.

    Raises
    ------
    TuningError
        If not exactly one of ``generations`` and ``minutes`` is given, or one is not above 0.
    PlanError, UnknownPlayer, WeightsError
        If the contests cannot be played.
    """
    if (generations is None) == (minutes is None):
        raise TuningError("a search ends after a number of generations or of minutes: give one of the two")
    if (generations is not None and generations < 1) or (minutes is not None and not minutes > 0):
        raise TuningError(f"{generations if minutes is None else minutes} is no length of a search: it is above 0")
    most = np.array([MOST_LEFT if name in BOUNDED else math.inf for name in WEIGHTS])
    random = np.random.default_rng(seed)
    with warnings.catch_warnings():
        # It says so if there is no matplotlib, which only its own plots would need.
        warnings.filterwarnings("ignore", "Could not import matplotlib", UserWarning)
        import cma
    strategy = cma.CMAEvolutionStrategy(
        np.minimum(start, most),
        FIRST_STEP,
        {
            "popsize": POPULATION,
            "bounds": [None, most],
            "randn": lambda *shape: random.standard_normal(shape),
            "seed": math.nan,  # its own generator is not used, nor numpy's global one touched
            "verbose": -9,
            "verb_log": 0,
        },
    )
    began = time.monotonic()
    generation = 0
    ended_by = None
    while ended_by is None:
        candidates = strategy.ask()
        contests = [
            Contest(variant, players, f"{player}@{written_out(weights)}", field, decks, seed, generation * decks)
            for weights in candidates
            for field in against
        ]
        try:
            # No later search asks for these candidates again.
            games = play_contests(contests, store=False, threads=threads)
        except KeyboardInterrupt:
            if generation == 0:
                raise
            ended_by = "interrupt"
            break
        # Two fields may have one name, so that contests are told apart by their place.
        shares = games["challenger_share"].to_numpy().reshape(len(candidates), len(against), -1)
        worth = shares.mean(axis=2).mean(axis=1)
        strategy.tell(candidates, (-worth).tolist())
        generation += 1
        done = generation / generations if generations else (time.monotonic() - began) / (60 * (minutes or 1))
        if done >= 1:
            ended_by = "generations" if generations else "time"
        if told is not None:
            told(generation, float(worth.max()), min(1.0, done))
    return Search(np.minimum(strategy.result.xfavorite, most).round(DECIMALS), generation, ended_by)
