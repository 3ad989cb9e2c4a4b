"""Training: a network learns the very rules that are played, by self-play with λ-returns.

Round by round the network of the last round plays against itself, and with one seat against the planner, ``house`` and
an earlier round. What each of its turns' ends came to, or was thought to come to by the next ones, is what the next
network learns. Every round's network is kept in a folder, so that a training that is cut off goes on from there; all
else follows from the seed. The best of the rounds by matches over fixed decks is the result.
"""

import hashlib
import time
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulator.engine.state import new_games
from simulator.errors import Mistake
from simulator.players import new_desks, seat_records
from simulator.players.lessons import play_lessons
from simulator.players.network import HIDDEN, inputs_for
from simulator.players.networks import (
    NetworkError,
    adapted,
    kept_folder,
    network_in_use,
    new_network,
    read_networks,
    write_networks,
)
from simulator.players.seats import TRAINED
from simulator.studies.contests import Contest, play_contests
from simulator.studies.executors import threads as running
from simulator.variants import Variant

GAMES = 16_000
"""Games of a round; the first three have a quarter, a half and three quarters of it, since they teach the basics."""

_FULL_ROUND = 4

ROUNDS_KEPT = 6
"""Rounds whose games are learned from."""

DECAY = 0.7
"""λ: what a later end of turn adds to an earlier one's worth, against what the network thought of those between."""

EXPLORING = 40_000
"""Chance in a million that a pupil makes some other turn than the best, so that it learns what that leads to."""

RATES = (7e-4, 3e-4)
"""Step sizes of Adam (Kingma and Ba 2015): until half of the work is done, and from then on."""

EPOCHS = 3
"""How often a round's fit goes through the games."""

BATCH = 1024
"""Ends of turn of one step."""

CHECK_DECKS = 300
"""Decks of each match by which a round is judged."""

CHECK_FIRST_DECK = 2**32
"""Number of the first deck of these matches; lessons are played on the decks below it only."""

FINAL_FIRST_DECK = 2**33
"""Number of the first deck on which the result is measured."""

POOL = ("planner", "house")
"""Whom a round's network meets, beside the network that the training began with."""

_CHUNK = 50
"""Games that one thread plays in a row."""

_ROWS_A_GAME = 80
"""Ends of turn that are noted of a game, at most and on average over a chunk."""

_AHEAD_OF_ITSELF = 3
"""How many rounds older the earlier opponent is."""

TrainingProgress = Callable[["Round", float], None]
"""Called after each round with it and the part of the work that is done."""


Lessons = tuple[NDArray[np.float16], NDArray[np.float32]]
"""What pupils saw at the ends of their turns, a row each, and what came of it."""


class TrainingError(Mistake):
    """A training that cannot be made as asked."""


@dataclass(frozen=True)
class Round:
    """A round of a training.

    Parameters
    ----------
    number
        From 0, where the training began.
    path
        The file of its network.
    shares
        Its win shares against each of the pool, seats rotated, over the same decks each round; by opponent.
    """

    number: int
    path: Path
    shares: dict[str, float]

    @property
    def strength(self) -> float:
        """The mean of its win shares."""
        return sum(self.shares.values()) / max(1, len(self.shares))


@dataclass(frozen=True, eq=False)
class Training:
    """What a training has come to.

    Parameters
    ----------
    variant, players
        The rules, and how many play.
    rounds
        All rounds, the first of them where it began.
    ended_by
        ``rounds`` or ``time`` (as asked for), or ``interrupt``.
    games, seed
        Games of a round, and what fixed them.
    began_with
        The network of the beginning, as plain data.
    """

    variant: Variant
    players: int
    rounds: tuple[Round, ...]
    ended_by: str
    games: int
    seed: int
    began_with: Any

    @property
    def best(self) -> Round:
        """The round of the greatest strength, the later of equals."""
        return max(self.rounds, key=lambda each: (each.strength, each.number))


def train_network(
    variant: Variant,
    *,
    players: int,
    rounds: int | None = None,
    minutes: float | None = None,
    games: int = GAMES,
    seed: int = 1,
    from_nothing: bool = False,
    threads: int | None = None,
    told: TrainingProgress | None = None,
) -> Training:
    """Train a network for a variant and a number of players.

    Parameters
    ----------
    variant, players
        The rules, and how many play.
    rounds, minutes
        When to end: after so many rounds, which for a given ``seed`` always come to the same on one machine, or with
        the round in which the time is up. Give one of the two.
    games
        Games of a round.
    seed
        Of the decks, of what is tried, and of the fits.
    from_nothing
        Whether to begin with the planner's games instead of the nearest network there is.
    threads
        By default one a core. The result of a number of rounds does not depend on it.
    told
        See :data:`TrainingProgress`.

    Raises
    ------
    TrainingError
        If not exactly one of ``rounds`` and ``minutes`` is given, or one is not above 0.
    PlanError, NetworkError
        If the games cannot be played.
    """
    if (rounds is None) == (minutes is None):
        raise TrainingError("a training ends after a number of rounds or of minutes: give one of the two")
    if (rounds is not None and rounds < 1) or (minutes is not None and not minutes > 0):
        raise TrainingError(f"{rounds if minutes is None else minutes} is no length of a training: it is above 0")
    if games < 10 * players:
        raise TrainingError(f"games is {games}: a round takes at least {10 * players}")
    school = _School(variant, players, games, seed, threads)
    began = time.monotonic()
    done: list[Round] = []
    ended_by = None
    try:
        done.append(school.begin(from_nothing=from_nothing))
        if told is not None:
            told(done[0], 0.0)
        while ended_by is None:
            number = len(done)
            part = (number - 1) / rounds if rounds else (time.monotonic() - began) / (60 * (minutes or 1))
            done.append(school.round(done, late=part >= 0.5))
            part = number / rounds if rounds else (time.monotonic() - began) / (60 * (minutes or 1))
            if part >= 1:
                ended_by = "rounds" if rounds else "time"
            if told is not None:
                told(done[-1], min(1.0, part))
    except KeyboardInterrupt:
        if len(done) < 2:
            raise
        ended_by = "interrupt"
    began_with = read_networks(done[0].path).found[players]["began_with"]
    return Training(variant, players, tuple(done), ended_by, games, seed, began_with)


class _School:
    """One training: where its rounds lie, and the games that the coming rounds learn from."""

    def __init__(self, variant: Variant, players: int, games: int, seed: int, threads: int | None) -> None:
        self.variant = variant
        self.players = players
        self.games = games
        self.seed = seed
        self.threads = threads
        self.from_nothing = False
        self.folder = kept_folder()
        self.played: dict[int, Lessons] = {}
        self.planners: Lessons | None = None

    def begin(self, *, from_nothing: bool) -> Round:
        """The round that the training begins with: the nearest network, or one that has learned the planner's games."""
        self.from_nothing = from_nothing
        start = None if from_nothing else self._nearest()
        network = None if start is None else adapted(start.players[start.nearest(self.players)], self.players)
        origin = "nothing" if network is None else hashlib.sha256(network.tobytes()).hexdigest()[:8]
        name = f"{self.variant.digest}-{self.players}-{self.seed}-{self.games}-{origin}"
        self.folder = kept_folder() / "rounds" / name
        self.folder.mkdir(parents=True, exist_ok=True)
        if (found := self._kept(0)) is not None:
            return found
        if start is None or network is None:
            self.planners = self._planners_games()
            network = _fit(None, self.players, *self.planners, rate=RATES[0], epochs=2 * EPOCHS, seed=self.seed)
            return self._keep(0, network, {"began_with": "the planner's games"})
        return self._keep(0, network, {"began_with": {"variant": start.variant, "digest": start.digest}})

    def round(self, done: Sequence[Round], *, late: bool) -> Round:
        """Play a round's games, learn from the last rounds', and judge what has been learned."""
        number = len(done)
        if (found := self._kept(number)) is not None:
            return found
        first = max(1, number - ROUNDS_KEPT + 1)
        self.played = {each: self.played.get(each) or self._lessons(done, each) for each in range(first, number + 1)}
        played = list(self.played.values())
        if self.from_nothing:
            # Without some of the planner's games, what they taught is forgotten all at once.
            self.planners = self.planners or self._planners_games()
            played.append((self.planners[0][::4], self.planners[1][::4]))
        inputs = np.concatenate([part for part, _ in played])
        targets = np.concatenate([part for _, part in played])
        network = _fit(
            self._network(done[-1]),
            self.players,
            inputs,
            targets,
            rate=RATES[late],
            epochs=EPOCHS,
            seed=self.seed + number,
        )
        return self._keep(number, network, {"games": self.games, "late": late})

    def _nearest(self) -> Any:
        with suppress(NetworkError):
            return network_in_use(self.variant, self.players)
        return None

    def _network(self, done: Round) -> np.record:
        return read_networks(done.path).players[self.players]

    def _path(self, number: int) -> Path:
        return self.folder / f"round-{number:03}.npz"

    def _kept(self, number: int) -> Round | None:
        """A round of an earlier training of the same kind; None if there is none, or its file is not whole."""
        path = self._path(number)
        if not path.exists():
            return None
        try:
            return Round(number, path, dict(read_networks(path).found[self.players]["shares"]))
        except (NetworkError, KeyError):
            return None

    def _keep(self, number: int, network: np.record, how: dict[str, Any]) -> Round:
        path = self._path(number)
        path.unlink(missing_ok=True)
        unjudged = path.with_name(f".{path.name}.unjudged.npz")
        unjudged.unlink(missing_ok=True)
        write_networks(unjudged, self.variant, network, {"shares": {}})
        try:
            shares = self._shares(unjudged, number)
        finally:
            unjudged.unlink(missing_ok=True)
        write_networks(path, self.variant, network, {"round": number, "shares": shares, **how})
        return Round(number, path, shares)

    def _shares(self, path: Path, number: int) -> dict[str, float]:
        """The win shares of a network against the pool, and against the network of the beginning."""
        pool = {name: name for name in POOL}
        if number > 0:
            pool["beginning"] = f"trained@{self._path(0)}"
        shares = win_shares(
            self.variant,
            self.players,
            f"trained@{path}",
            list(pool.values()),
            decks=CHECK_DECKS,
            first_deck=CHECK_FIRST_DECK,
            seed=self.seed,
            threads=self.threads,
        )
        found = {name: round(shares[seat], 4) for name, seat in pool.items()}
        return found if number > 0 else {**found, "beginning": 1 / self.players}

    def _planners_games(self) -> Lessons:
        return self._play(["planner"] * self.players, range(self.players), None, self.games, 2**31)

    def _lessons(self, done: Sequence[Round], number: int) -> Lessons:
        """The lessons of a round that is about to be learned, by the network of the round before."""
        games = self.games * min(number, _FULL_ROUND) // _FULL_ROUND
        network = self._network(done[number - 1])
        earlier = self._network(done[max(0, number - 1 - _AHEAD_OF_ITSELF)])
        half = games // 2
        first = number * 10 * self.games
        parts = [self._play([network] * self.players, range(self.players), network, half, first)]
        # A beginner learns most from those who know how to end a game.
        fields: list[str | np.record] = [*POOL, earlier] if number > _FULL_ROUND else [POOL[0]]
        share = half // (len(fields) * self.players)
        for which, field in enumerate(fields):
            for seat in range(self.players):
                seats: list[str | np.record] = [field] * self.players
                seats[seat] = network
                start = first + half + (which * self.players + seat) * share
                parts.append(self._play(seats, [seat], network, share, start))
        return np.concatenate([part for part, _ in parts]), np.concatenate([part for _, part in parts])

    def _play(
        self,
        seats: Sequence[str | np.record],
        pupils: Sequence[int] | range,
        network: np.record | None,
        games: int,
        first: int,
    ) -> Lessons:
        """Play lessons: their inputs and targets, in the order of the games whoever plays them."""
        records = seat_records(self.variant, [seat if isinstance(seat, str) else "planner" for seat in seats])
        for record, seat in zip(records, seats, strict=False):
            if not isinstance(seat, str):
                record.player = TRAINED
                record.network = seat
        learns = np.zeros(len(records), np.int64)
        learns[list(pupils)] = 1
        if network is not None:
            records.exploring[list(pupils)] = EXPLORING
        chunks = [(start, min(_CHUNK, first + games - start)) for start in range(first, first + games, _CHUNK)]

        def play(chunk: tuple[int, int]) -> Lessons:
            start, number = chunk
            inputs = np.zeros((number * _ROWS_A_GAME, inputs_for(self.players)), np.float32)
            targets = np.zeros(len(inputs), np.float32)
            desk, judge, _ = new_desks(records, judging=True)
            rows = play_lessons(
                self.variant.rules,
                np.int64(self.players),
                records,
                learns,
                new_network(self.players) if network is None else network,
                1.0 if network is None else DECAY,
                np.uint64(self.seed),
                np.int64(start),
                np.int64(number),
                new_games(1)[0],
                desk,
                judge,
                inputs,
                targets,
            )
            return inputs[:rows].astype(np.float16), targets[:rows].copy()

        with running(self.threads) as (executor, _):
            played = list(executor.map(play, chunks))
        return np.concatenate([part for part, _ in played]), np.concatenate([part for _, part in played])


def _fit(
    network: np.record | None,
    players: int,
    inputs: NDArray[np.float16],
    targets: NDArray[np.float32],
    *,
    rate: float,
    epochs: int,
    seed: int,
) -> np.record:
    """Fit a network to what its inputs came to, by least squares, beginning with ``network`` if there is one."""
    # Where somebody trains, and not before: it takes a second to load.
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.neural_network import MLPRegressor

    model = MLPRegressor(
        hidden_layer_sizes=(HIDDEN,),
        alpha=1e-6,
        batch_size=min(BATCH, len(inputs)),
        learning_rate_init=rate,
        max_iter=epochs,
        n_iter_no_change=epochs + 1,
        random_state=seed,
        warm_start=True,
    )
    seen = inputs.astype(np.float32)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", category=ConvergenceWarning)  # it ends when it is told to
        if network is not None:
            model.set_params(max_iter=1).fit(seen[:BATCH], targets[:BATCH])
            model.set_params(max_iter=epochs)
            model.coefs_ = [network.weights[: inputs_for(players)].copy(), network.worths[:, None].copy()]
            model.intercepts_ = [network.thresholds.copy(), np.array([network.level], np.float32)]
        model.fit(seen, targets)
    fitted = new_network(players)
    fitted.weights[: inputs_for(players)] = model.coefs_[0]
    fitted.worths[:] = model.coefs_[1][:, 0]
    fitted.thresholds[:] = model.intercepts_[0]
    fitted.level = model.intercepts_[1][0]
    return fitted


def win_shares(
    variant: Variant,
    players: int,
    challenger: str,
    fields: Sequence[str],
    *,
    decks: int,
    first_deck: int,
    seed: int,
    threads: int | None = None,
) -> dict[str, float]:
    """The win share of a challenger against equal others of each of ``fields``, seats rotated over the same decks."""
    contests = [Contest(variant, players, challenger, field, decks, seed, first_deck) for field in fields]
    games = play_contests(contests, store=False, threads=threads)
    shares = games["challenger_share"].to_numpy().reshape(len(contests), -1).mean(axis=1)
    return dict(zip(fields, shares.tolist(), strict=True))
