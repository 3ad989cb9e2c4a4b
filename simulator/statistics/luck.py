"""How much of a win is luck of the deck, and how much skill: variance over decks, and the spread of ratings.

Deck luck needs the same deck played again with other choices. Whoever sits in a seat chooses the same way each time
(the seed and the game's number fix even the random players), so that other choices come from other players: every deck
is played by every line-up that a pool of players can form (`line_ups`). What the deck then still decides, whoever
plays, is its luck.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import polars as pl
from numpy.typing import NDArray

from simulator.errors import Mistake
from simulator.statistics.decks import DECK
from simulator.statistics.ratings import POINTS, strengths
from simulator.statistics.resampling import RESAMPLES, deck_weights

__all__ = ["DeckLuck", "Skill", "UncrossedError", "deck_luck", "line_ups", "p_deterministic", "skill"]


class UncrossedError(Mistake):
    """Games that do not show the same decks played by all line-ups."""


def line_ups(pool: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Every way to fill the seats from a pool of players, a player also several times.

    Parameters
    ----------
    pool
        Names of players. They should be such as meet at a table: a share of luck is one among these players, and is the
        smaller the more they differ in strength.
    players
        Number of seats.
    """
    return list(product(pool, repeat=players))


@dataclass(frozen=True)
class DeckLuck:
    """Where the variance of a seat's win comes from; the shares add up to 1 but for rounding.

    Parameters
    ----------
    luck, luck_lo, luck_hi
        Var over decks of E[win given deck and seat] / Var(win), with its 95 % interval: what the deck decides whoever
        plays.
    players, players_lo, players_hi
        The share that the line-up decides whatever the deck: strength.
    rest, rest_lo, rest_hi
        How these players' choices happened to fall out on this deck. It is no strength either: once two line-ups have
        chosen differently they draw different tiles.
    decks, replays
        Decks, and line-ups that played each.
    """

    luck: float
    luck_lo: float
    luck_hi: float
    players: float
    players_lo: float
    players_hi: float
    rest: float
    rest_lo: float
    rest_hi: float
    decks: int
    replays: int


def deck_luck(results: pl.DataFrame, *, resamples: int = RESAMPLES) -> DeckLuck:
    """Split the variance of winning into deck, players and the rest.

    The win share of a seat, deck by line-up, is a two-way table with one game a cell. With D decks and R line-ups drawn
    at random its mean squares are, on average, MS(deck) = σ²(rest) + R σ²(deck), MS(line-up) = σ²(rest) +
    D σ²(line-up) and MS(rest) = σ²(rest); solved for the σ² they give unbiased variances (Searle, Casella &
    McCulloch, Variance Components, chapter 4). The plain variance of the decks' means would count 1/R of the rest as
    luck. The variances are summed over the seats before they are divided. Intervals are by bootstrap over decks: they
    hold for these line-ups.

    Parameters
    ----------
    results
        Games of one variant and number of players, with the columns of ``simulator.studies.columns``; every deck played
        once by each of the same two or more line-ups (column ``seats``).
    resamples
        How often decks are drawn anew for the intervals.

    Raises
    ------
    UncrossedError
        The games are not so, or nobody's win varies.
    """
    wins = _wins_by_line_up(results)
    decks, replays, _ = wins.shape
    found = _components(wins, np.ones((1, decks)))[0]
    if not found.sum() > 0:
        raise UncrossedError("every game ended alike: no win varies, and there is nothing to split")
    drawn = np.vstack([_components(wins, weights) for weights in deck_weights(decks, resamples=resamples)])
    # Over drawn decks the rest is measured too small by (D − 1)/D, which is nothing beside its own error.
    shares = drawn / drawn.sum(axis=1, keepdims=True)
    lo, hi = np.quantile(shares, (0.025, 0.975), axis=0)
    values = [
        (float(value), float(low), float(high)) for value, low, high in zip(found / found.sum(), lo, hi, strict=True)
    ]
    return DeckLuck(*values[0], *values[1], *values[2], decks=decks, replays=replays)


def _wins_by_line_up(results: pl.DataFrame) -> NDArray[np.float64]:
    """Win shares, shape (decks, line-ups, seats)."""
    if results.select("variant", "players").n_unique() != 1:
        raise UncrossedError("deck luck is that of one variant at one number of players; filter the games first")
    table = results.with_columns(pl.col("seats").list.join(", ").alias("line_up")).sort(*DECK, "line_up")
    counts = table.group_by(*DECK, maintain_order=True).agg("line_up")
    if counts["line_up"].n_unique() != 1 or table.select(*DECK, "line_up").is_duplicated().any():
        raise UncrossedError(
            "not every deck was played once by each of the same line-ups; play all over the same decks"
        )
    replays = len(counts["line_up"][0])
    if replays < 2 or counts.height < 2:
        raise UncrossedError(
            f"{counts.height} decks and {replays} line-ups are too few: two of each at least, since it takes the same "
            "deck played otherwise to tell what the deck decides (simulator.statistics.line_ups)"
        )
    players = table["players"][0]
    return np.array(table["win_share"].to_list()).reshape(counts.height, replays, players)


def _components(wins: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Variance over decks, over line-ups and of the rest, summed over seats: shape (draws of decks, 3)."""
    decks, replays, _ = wins.shape
    by_deck = wins.mean(axis=1)
    by_line_up = (weights @ wins.reshape(decks, -1) / decks).reshape(len(weights), replays, -1)
    whole = by_line_up.mean(axis=1)
    squares = weights @ (wins**2).sum(axis=(1, 2)) - decks * replays * (whole**2).sum(axis=1)
    of_decks = replays * (weights @ (by_deck**2).sum(axis=1) - decks * (whole**2).sum(axis=1))
    of_line_ups = decks * ((by_line_up - whole[:, None]) ** 2).sum(axis=(1, 2))
    rest = (squares - of_decks - of_line_ups) / ((decks - 1) * (replays - 1))
    luck = (of_decks / (decks - 1) - rest) / replays
    strength = (of_line_ups / (replays - 1) - rest) / decks
    return np.column_stack([luck, strength, rest])


@dataclass(frozen=True, eq=False)
class Skill:
    """How far a pool of players is spread by strength, with two players at the table.

    Parameters
    ----------
    p, p_lo, p_hi
        As in `p_deterministic`, with its 95 % interval.
    spread, spread_lo, spread_hi
        Standard deviation of the players' Elo ratings: 400 points are odds of 10 to 1.
    ratings
        Elo rating of each player, their mean 0, strongest first: columns player, rating.
    decks
        Decks, each played by every two players in both seatings.
    """

    p: float
    p_lo: float
    p_hi: float
    spread: float
    spread_lo: float
    spread_hi: float
    ratings: pl.DataFrame
    decks: int


_COINS = 1e-6
"""Share of games that are counted as flipped coins, to keep ratings finite."""


def p_deterministic(win_shares: NDArray[np.float64]) -> float:
    """Share of games that would have to be decided by strength alone for the ratings to spread as they do.

    In a p-deterministic game the better of two players wins with probability p, and else a coin is flipped. The pool's
    Elo ratings would then be spread more, the larger p is; the p that gives the spread at hand places the game between
    flipping coins (0) and a contest that the better player always wins (1). With two players it is 2 · win share − 1.
    After Duersch, Lambrecht & Oechssler, "Measuring skill and chance in games", European Economic Review 127, 2020,
    who mix chess with coin flips and compare the spread of Elo ratings; here the benchmark is the deterministic game
    over the same pool. The ratings are those that fit best (maximum likelihood), as the stationary ones of Elo's are.

    Parameters
    ----------
    win_shares
        Share of wins of the player in the row against the one in the column, shape (players, players); the two of a
        pair add up to 1, the diagonal is of no account.
    """
    scores = _scores(win_shares)
    return _p_of_spread(float(_ratings(scores).std()), len(scores))


def skill(results: pl.DataFrame, *, resamples: int = RESAMPLES) -> Skill:
    """Ratings of a pool of players, their spread, and the game's place between chance and skill.

    Both are those of this pool: the same game has more room for skill among unlike players than among like ones, and a
    single one that nearly always loses, such as a random player, spreads the ratings by itself. The errors of the
    ratings spread them a little too; with a thousand decks that is some ten points of Elo.

    Parameters
    ----------
    results
        Two-player games of one variant, with the columns of ``simulator.studies.columns``: every deck played by every
        two of the players, in both seatings.
    resamples
        How often decks are drawn anew for the intervals.

    Raises
    ------
    UncrossedError
        The games are not so.
    """
    if results.select("variant", "players").unique().rows()[1:] or set(results["players"]) != {2}:
        raise UncrossedError("skill is measured over two-player games of one variant; filter the games first")
    names, by_deck = _scores_by_deck(results)
    decks = len(by_deck)
    scores = by_deck.mean(axis=0)
    ratings = _ratings(scores)
    lo, hi = _spread_interval(by_deck, deck_weights(decks, resamples=resamples))
    spread = float(ratings.std())
    p, p_lo, p_hi = (_p_of_spread(each, len(names)) for each in (spread, lo, hi))
    return Skill(
        p=p,
        p_lo=p_lo,
        p_hi=p_hi,
        spread=POINTS * spread,
        spread_lo=POINTS * lo,
        spread_hi=POINTS * hi,
        ratings=pl.DataFrame({"player": names, "rating": POINTS * ratings}).sort("rating", descending=True),
        decks=decks,
    )


def _spread_interval(by_deck: NDArray[np.float64], draws: Iterable[NDArray[np.float64]]) -> tuple[float, float]:
    """95 % interval of the standard deviation of ratings, from scores of shape (decks, players), by bootstrap."""
    drawn = np.vstack([weights @ by_deck / len(by_deck) for weights in draws])
    lo, hi = np.quantile(_ratings(drawn).std(axis=1), (0.025, 0.975))
    return float(lo), float(hi)


def _scores_by_deck(results: pl.DataFrame) -> tuple[list[str], NDArray[np.float64]]:
    """Names of the players, and their wins on each deck against each other player, shape (decks, players)."""
    games = results.select(
        *DECK,
        *(
            pl.col(column).list.get(seat).alias(f"{column}/{seat}")
            for column in ("seats", "win_share")
            for seat in (0, 1)
        ),
    ).filter(pl.col("seats/0") != pl.col("seats/1"))
    names = games["seats/0"].unique(maintain_order=True).sort().to_list()
    decks = games.select(DECK).n_unique()
    pairs = len(names) * (len(names) - 1)
    once = games.select(*DECK, "seats/0", "seats/1").n_unique() == games.height
    if pairs == 0 or not once or games.height != decks * pairs or set(games["seats/1"]) != set(names):
        raise UncrossedError("not every deck was played by every two of the players in both seatings, each once")
    wins = pl.concat(
        games.select(*DECK, pl.col(f"seats/{seat}").alias("player"), pl.col(f"win_share/{seat}").alias("wins"))
        for seat in (0, 1)
    )
    summed = wins.group_by(*DECK, "player").agg(pl.col("wins").sum()).sort(*DECK, "player")
    return names, summed["wins"].to_numpy().reshape(decks, len(names)) / 2


def _scores(win_shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sum of each player's win shares against the others."""
    return np.where(np.eye(len(win_shares), dtype=bool), 0.0, win_shares).sum(axis=1)


def _ratings(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Strengths in log-odds, mean 0, from each player's sum of win shares against each other player.

    One game in a million is counted as a flipped coin, so that a player who never loses has a rating.

    Parameters
    ----------
    scores
        Shape (…, players), each row a tournament of its own.
    """
    players = scores.shape[-1]
    return strengths((1 - _COINS) * scores + _COINS * (players - 1) / 2, 1 - np.eye(players))


def _p_of_spread(spread: float, players: int) -> float:
    """The p of the p-deterministic game whose ratings over so many players have this standard deviation."""
    places = np.arange(players)[::-1]

    def excess(p: float) -> float:
        better = places * (1 + p) / 2 + places[::-1] * (1 - p) / 2
        return float(_ratings(better).std()) - spread

    from scipy import optimize  # slow to load, and seldom needed

    return float(optimize.brentq(excess, 0.0, 1.0)) if excess(1.0) > 0 else 1.0
