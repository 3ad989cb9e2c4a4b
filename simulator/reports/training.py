"""Networks trained on the rules that are played, their check on fresh decks, and the file that keeps them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import polars as pl
from rich.console import Group, RenderableType
from rich.text import Text

from simulator.engine.compiling import SOURCES_DIGEST
from simulator.files import FileError, check_writable
from simulator.players.networks import (
    check_same_rules,
    kept_file,
    read_networks,
    write_networks,
)
from simulator.statistics import contest_table
from simulator.studies import Rules, play_contest, read_players, read_variant
from simulator.studies.provenance import versions
from simulator.studies.training import (
    BATCH,
    DECAY,
    EPOCHS,
    EXPLORING,
    FINAL_FIRST_DECK,
    GAMES,
    POOL,
    RATES,
    ROUNDS_KEPT,
    Round,
    Training,
    TrainingError,
    train_network,
)
from simulator.telling.numbers import shown_number
from simulator.telling.provenance import rounded

__all__ = ["Trained", "train"]

TrainProgress = Callable[[int, Round, float], None]
"""Called after each round with the number of players, the round and the part of that training that is done."""


@dataclass(frozen=True, eq=False)
class Trained:
    """A training for one number of players, and its check on fresh decks.

    Parameters
    ----------
    training
        The rounds.
    checked
        Win shares of the best round against the planner, ``house`` and the network of the beginning
        (:func:`simulator.statistics.contest_table`).
    file
        Where it is kept; None if it is no better than what it began with.
    """

    training: Training
    checked: pl.DataFrame
    file: Path | None = None

    @property
    def better(self) -> bool:
        """Whether the best round surely beats the network that the training began with."""
        if self.training.best.number == 0:
            return False
        low: float | None = self.checked["lo"][len(POOL)]
        return low is not None and low > 1 / self.training.players

    @cached_property
    def found(self) -> dict[str, Any]:
        """How the network was found, for its file."""
        training = self.training
        shares = dict(zip([*POOL, "beginning"], self._shares, strict=True))
        return {
            "how": "self-play with λ-returns, least squares, Adam",
            "rounds": len(training.rounds) - 1,
            "best_round": training.best.number,
            "ended_by": training.ended_by,
            "games_a_round": training.games,
            "rounds_learned_from": ROUNDS_KEPT,
            "decay": DECAY,
            "exploring": EXPLORING / 1_000_000,
            "rates": list(RATES),
            "epochs": EPOCHS,
            "batch": BATCH,
            "seed": training.seed,
            "began_with": training.began_with,
            "strength_by_round": [
                {name: round(share, 4) for name, share in each.shares.items()} for each in training.rounds
            ],
            "check": {
                "decks": f"{FINAL_FIRST_DECK} to {FINAL_FIRST_DECK + self.checked['decks'][0] - 1}, seats rotated",
                "even_share": 1 / training.players,
                "shares": shares,
            },
            "sources": SOURCES_DIGEST,
            "made_with": {**versions("numba", "numpy"), "scikit-learn": version("scikit-learn")},
        }

    @property
    def _shares(self) -> list[dict[str, float | None]]:
        return [rounded(row, "share") for row in self.checked.select("share", "lo", "hi").iter_rows()]

    def __rich__(self) -> RenderableType:
        """Tell the result in sentences."""
        training = self.training
        number = len(training.rounds) - 1
        ended = ", interrupted" if training.ended_by == "interrupt" else ""
        rounds = f"{number} round{'' if number == 1 else 's'} of {training.games:,} games{ended}"
        even = shown_number(100 / training.players, 1)
        lines = [
            f"{training.variant.name}, {training.players} players: {rounds}. Round {training.best.number} is the best; "
            f"on {self.checked['decks'][0]:,} fresh decks, seats rotated, an even share being {even} %, it wins"
        ]
        for name, share in zip(["the planner", "house", "what it began with"], self._shares, strict=True):
            told, low, high = (None if part is None else 100 * part for part in share.values())
            interval = "" if low is None else f" ({shown_number(low, 1)} to {shown_number(high, 1)})"
            lines.append(f"  {shown_number(told, 1)} %{interval} against {name}")
        if not self.better:
            verdict = "It is not surely better than what it began with, which stays."
        else:
            verdict = f"It is kept in {self.file}: trained plays by it wherever these rules are played."
            if self.file != kept_file(training.variant):
                verdict = f"It is kept in {self.file}: play with trained@{self.file}"
        return Group(*map(Text, lines), Text(verdict, style="bold"))


def train(
    variant: Rules,
    *,
    players: int | Sequence[int] | None = None,
    rounds: int | None = None,
    minutes: float | None = None,
    games: int = GAMES,
    check_decks: int = 1_000,
    seed: int = 1,
    from_nothing: bool = False,
    file: str | Path | None = None,
    threads: int | None = None,
    told: TrainProgress | None = None,
) -> list[Trained]:
    """Train networks for a variant, check them, and keep those that are better than what they began with.

    A training begins with the network of the nearest rules (:func:`simulator.players.networks.network_in_use`), and
    goes on where an earlier one of the same kind was cut off.

    Parameters
    ----------
    variant
        The rules: a variant, a bundled name or a file.
    players
        Numbers of players, each of which has a network of its own; by default all that the variant allows.
    rounds, minutes
        How long to train for each number of players; 5 minutes if neither is given. With rounds the result is fixed by
        the seed.
    games
        Games of a round.
    check_decks
        Fresh decks of the check; each is played once for each seat.
    seed
        Of decks and fits.
    from_nothing
        Whether to begin with the planner's games instead of the nearest network.
    file
        A ``.npz`` file to keep them in, beside those for other numbers of players. By default they are kept with the
        user's store, where ``trained`` finds them by the digest of the rules.
    threads
        By default one a core.
    told
        See :data:`TrainProgress`.

    Raises
    ------
    TrainingError
        If the training cannot be made as asked.
    FileError, NetworkError
        If the file cannot be written, is damaged or holds networks for other rules.
    PlanError
        If the games cannot be played.
    """
    rules = read_variant(variant)
    numbers = read_players(players, [rules])
    if check_decks < 2:
        raise TrainingError(
            f"check_decks is {check_decks}: an interval takes two, and one that settles much takes 1,000"
        )
    path = kept_file(rules) if file is None else Path(file)
    if file is not None and path.suffix != ".npz":
        raise FileError(f"{path}: a file of networks ends in .npz, so that a seat can name it")
    if file is None:
        path.parent.mkdir(parents=True, exist_ok=True)
    check_writable(path)
    check_same_rules(path, rules)
    found = []
    for number in numbers:
        training = train_network(
            rules,
            players=number,
            rounds=rounds,
            minutes=5.0 if rounds is None and minutes is None else minutes,
            games=games,
            seed=seed,
            from_nothing=from_nothing,
            threads=threads,
            told=None if told is None else partial(told, number),
        )
        trained = Trained(training, _check(training, check_decks, threads), path)
        if trained.better:
            network = read_networks(training.best.path).players[number]
            write_networks(path, rules, network, trained.found)
        found.append(trained if trained.better else replace(trained, file=None))
        if training.ended_by == "interrupt":
            break
    return found


def _check(training: Training, decks: int, threads: int | None) -> pl.DataFrame:
    challenger = f"trained@{training.best.path}"
    fields = [*POOL, f"trained@{training.rounds[0].path}"]
    contests = [
        play_contest(
            training.variant,
            players=training.players,
            challenger=challenger,
            field=field,
            decks=decks,
            seed=training.seed,
            first_deck=FINAL_FIRST_DECK,
            store=False,
            threads=threads,
        )
        for field in fields
    ]
    return pl.concat(map(contest_table, contests))
