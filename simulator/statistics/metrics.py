"""The one table of metrics: what each is called, what it means, how a game enters it and what difference matters.

Every metric is read from the columns of ``simulator.studies.columns``. Nothing here computes an interval.
"""

from dataclasses import dataclass
from functools import cache

import polars as pl

__all__ = [
    "GROUPS",
    "MAX_PLAYERS",
    "METRICS",
    "SEAT_WORDS",
    "Balance",
    "Metric",
    "Phrases",
    "Ratio",
    "Unit",
    "find_metric",
    "metrics_for",
    "seat_metrics",
]

GROUPS = ("Length", "Double Seven", "Seat balance", "Scores", "Endings", "Rule use")
"""The groups of metrics, in the order in which tables show them."""

SEAT_WORDS = ("first", "second", "third", "fourth", "fifth", "sixth")
"""What a seat is called, in playing order; the first seat (seat 0 of a record) plays first."""

MAX_PLAYERS = len(SEAT_WORDS)
"""The most players that a variant may have."""


@dataclass(frozen=True)
class Unit:
    """What a metric counts, and how it is shown: shares are kept in 0…1 and shown in per cent.

    Parameters
    ----------
    name
        The unit of the stored values.
    value, difference
        The unit of a shown value and of a shown difference.
    short
        The unit of a shown difference where there is little room.
    factor
        Shown value = ``factor`` × stored value.
    """

    name: str
    value: str
    difference: str
    short: str
    factor: float = 1.0


def _plain(name: str) -> Unit:
    return Unit(name, name, name, name)


TURNS = _plain("turns")
ROUNDS = _plain("rounds")
DECISIONS = _plain("decisions")
POINTS = _plain("points")
COUNT = _plain("a game")
SHARE = Unit("share", "%", "percentage points", "% pts", 100.0)


@dataclass(frozen=True, eq=False)
class Ratio:
    """Σ ``numerator`` / Σ ``denominator`` over games; without a denominator, the mean of a game.

    Both expressions give one number a game. A conditional mean, such as the turn of the Double Seven token in the
    games where it was taken, has 0 in both for the games that do not enter it.
    """

    numerator: pl.Expr
    denominator: pl.Expr | None = None


@dataclass(frozen=True, eq=False)
class Balance:
    """1 − (largest − smallest) of the means of ``shares``, one expression a seat: 1 when all seats win alike."""

    shares: tuple[pl.Expr, ...]


@dataclass(frozen=True)
class Phrases:
    """How a sentence speaks of a metric: its topic, and that it rose or fell by an ``{amount}`` with its unit."""

    topic: str
    more: str
    less: str


@dataclass(frozen=True, eq=False)
class Metric:
    """One row of the table of metrics.

    Parameters
    ----------
    name
        Identifier, as in the ``metric`` column of every table.
    title
        Its name in words, short enough for a table.
    unit
        Unit of value, difference and margin.
    definition
        One sentence that says what is computed.
    group
        One of `GROUPS`.
    measure
        How games enter it.
    margin, margin_reason
        The least difference that matters, in ``unit``, and why that much.
    decimals
        Digits after the point of a shown value (shares: of the per cent).
    absent
        Why there is no value when no game enters the metric.
    phrases
        Words for the headlines; None for a metric that headlines leave out.
    key
        Shown also where there is room for a few metrics only.
    """

    name: str
    title: str
    unit: Unit
    definition: str
    group: str
    measure: Ratio | Balance
    margin: float
    margin_reason: str
    decimals: int = 2
    absent: str = "no game enters it"
    phrases: Phrases | None = None
    key: bool = False


_ONE_TURN = "one turn: the wait for one move of one player, which nobody at the table would put down to a rule"
_THIRD_ROUND = "a third of a round: one turn at three players"
_FIFTY = "one game in fifty: about one game a year for a family that plays every week"
_HUNDRED = "one win in a hundred: out of reach of any table's own count, and small beside an even share"
_ONE_POINT = "one point: the worth of a single tile, the smallest step of a score"
_FOUR_GAMES = "one more in four games: about the least that an evening of play would show"

_TOKEN_TAKEN = pl.col("double_seven_seat").is_not_null()
_NO_TOKEN = "the Double Seven token was never taken"


def _best_scores(rank: int) -> pl.Expr:
    """Score of the player at ``rank`` (0: the best) of a game."""
    return pl.col("scores").list.sort(descending=True).list.get(rank)


def _length_metrics() -> tuple[Metric, ...]:
    return (
        Metric(
            name="turns",
            title="Turns",
            unit=TURNS,
            definition="Turns played in a game, final turns included.",
            group="Length",
            measure=Ratio(pl.col("turns")),
            margin=1.0,
            margin_reason=_ONE_TURN,
            phrases=Phrases("the length of a game", "a game lasts {amount} longer", "a game is {amount} shorter"),
            key=True,
        ),
        Metric(
            name="rounds",
            title="Rounds",
            unit=ROUNDS,
            definition="Turns played in a game divided by the number of players.",
            group="Length",
            measure=Ratio(pl.col("turns") / pl.col("players")),
            margin=1 / 3,
            margin_reason=_THIRD_ROUND,
        ),
        Metric(
            name="decisions",
            title="Decisions",
            unit=DECISIONS,
            definition="Decisions with more than one legal move in a game, over all players.",
            group="Length",
            measure=Ratio(pl.col("decisions")),
            margin=5.0,
            margin_reason="five decisions: about those of one turn",
            decimals=1,
        ),
    )


def _double_seven_metrics() -> tuple[Metric, ...]:
    turn = pl.col("double_seven_turn").fill_null(0)
    holder = pl.col("win_share").list.get(pl.col("double_seven_seat"), null_on_oob=True).fill_null(0.0)
    return (
        Metric(
            name="double_seven_share",
            title="Token taken",
            unit=SHARE,
            definition="Share of games in which a player took the Double Seven token.",
            group="Double Seven",
            measure=Ratio(_TOKEN_TAKEN),
            margin=0.02,
            margin_reason=_FIFTY,
            decimals=1,
            phrases=Phrases(
                "how often the Double Seven token is taken",
                "the Double Seven token is taken more often, by {amount}",
                "the Double Seven token is taken less often, by {amount}",
            ),
            key=True,
        ),
        Metric(
            name="double_seven_turn",
            title="Turn of the token",
            unit=TURNS,
            definition="Turn in which the Double Seven token was taken, over the games in which it was.",
            group="Double Seven",
            measure=Ratio(turn, _TOKEN_TAKEN),
            margin=1.0,
            margin_reason=_ONE_TURN,
            absent=_NO_TOKEN,
            phrases=Phrases(
                "the turn in which the Double Seven token is taken",
                "the Double Seven token, where taken, comes {amount} later",
                "the Double Seven token, where taken, comes {amount} earlier",
            ),
            key=True,
        ),
        Metric(
            name="double_seven_round",
            title="Round of the token",
            unit=ROUNDS,
            definition="Round in which the Double Seven token was taken, a round begun counting whole, over the games "
            "in which it was.",
            group="Double Seven",
            measure=Ratio((turn + pl.col("players") - 1) // pl.col("players"), _TOKEN_TAKEN),
            margin=1 / 3,
            margin_reason=_THIRD_ROUND,
            absent=_NO_TOKEN,
        ),
        Metric(
            name="holder_win_share",
            title="Holder's win share",
            unit=SHARE,
            definition="Win share of the player who took the Double Seven token, over the games in which one did; a "
            "win shared by k counts 1/k.",
            group="Double Seven",
            measure=Ratio(holder, _TOKEN_TAKEN),
            margin=0.02,
            margin_reason=_FIFTY,
            decimals=1,
            absent=_NO_TOKEN,
        ),
    )


def _score_metrics() -> tuple[Metric, ...]:
    best = pl.col("win_share").list.max()
    tied = _best_scores(0) == _best_scores(1)
    return (
        Metric(
            name="mean_score",
            title="Score of a player",
            unit=POINTS,
            definition="Final score, averaged over the players of a game.",
            group="Scores",
            measure=Ratio(pl.col("scores").list.mean()),
            margin=1.0,
            margin_reason=_ONE_POINT,
        ),
        Metric(
            name="winning_score",
            title="Best score",
            unit=POINTS,
            definition="Highest final score of a game.",
            group="Scores",
            measure=Ratio(_best_scores(0)),
            margin=1.0,
            margin_reason=_ONE_POINT,
            key=True,
        ),
        Metric(
            name="winning_margin",
            title="First ahead of second",
            unit=POINTS,
            definition="Highest final score of a game less the second highest, 0 where two share the highest.",
            group="Scores",
            measure=Ratio(_best_scores(0) - _best_scores(1)),
            margin=1.0,
            margin_reason=_ONE_POINT,
            key=True,
        ),
        Metric(
            name="seven_tokens",
            title="7 tokens",
            unit=COUNT,
            definition="7 tokens held at the end of a game, over all players.",
            group="Scores",
            measure=Ratio(pl.col("seven_tokens").list.sum()),
            margin=0.25,
            margin_reason=_FOUR_GAMES,
        ),
        Metric(
            name="lead_changes",
            title="Changes of the leader",
            unit=COUNT,
            definition="Changes of the sole leader by table score, read after each turn; the first leader is none.",
            group="Scores",
            measure=Ratio(pl.col("lead_changes")),
            margin=0.25,
            margin_reason=_FOUR_GAMES,
        ),
        Metric(
            name="shared_wins",
            title="Shared wins",
            unit=SHARE,
            definition="Share of games whose win was shared.",
            group="Scores",
            measure=Ratio(best < 1),
            margin=0.02,
            margin_reason=_FIFTY,
            decimals=1,
            key=True,
        ),
        Metric(
            name="tie_breaks",
            title="Wins by the tie-break",
            unit=SHARE,
            definition="Share of games in which two or more had the highest score and the tie-break gave one the win.",
            group="Scores",
            measure=Ratio(tied & (best == 1)),
            margin=0.02,
            margin_reason=_FIFTY,
            decimals=1,
        ),
    )


def _ending_metrics() -> tuple[Metric, ...]:
    causes = (
        ("double_seven", "Ended by Double Seven", "ended because the Double Seven token was taken"),
        ("last_tile", "Ended by the last tile", "ended because the last tile of the draw pile was drawn"),
        ("stalled", "Stalled", "stalled: a full round of turns in which nothing could or would be done"),
        (
            "cut_off",
            "Cut off",
            "were cut off by the guard on the number of turns; their other figures are not to be trusted",
        ),
    )
    return tuple(
        Metric(
            name=f"end_{cause}",
            title=title,
            unit=SHARE,
            definition=f"Share of games that {what}.",
            group="Endings",
            measure=Ratio(pl.col("end") == cause),
            margin=0.02,
            margin_reason=_FIFTY,
            decimals=1,
        )
        for cause, title, what in causes
    )


def _rule_use_metrics() -> tuple[Metric, ...]:
    counts = (
        ("reveals", "Reveals", "Tiles turned face up because none was"),
        ("draws_face_down", "Face-down tiles drawn", "Face-down tiles drawn"),
        ("draws_face_up", "Face-up tiles drawn", "Face-up tiles drawn"),
        ("rainbows_possible", "Rainbows possible", "Times a Rainbow could be announced"),
        ("rainbows_announced", "Rainbows announced", "Rainbows announced"),
        ("starts", "Families started", "Families started"),
        ("growths_by_animal", "Growths by an animal", "Growths by an animal tile"),
        ("growths_by_joker", "Growths by a joker", "Growths by a joker"),
        ("trades", "Trades", "Trades"),
        ("reclaims", "Jokers reclaimed", "Jokers reclaimed, from own and others' families"),
        ("reclaims_from_others", "Reclaims from others", "Jokers reclaimed from another player's family"),
        ("two_for_ones", "Two for Ones", "Two for Ones"),
        ("discards", "Tiles discarded", "Tiles discarded at the end of a turn"),
        ("empty_stands", "Turns ended empty", "Turns ended by an empty stand"),
        ("passes", "Passes", "Turns ended by a pass"),
    )
    plain = tuple(
        Metric(
            name=name,
            title=title,
            unit=COUNT,
            definition=f"{what} in a game, over all players.",
            group="Rule use",
            measure=Ratio(pl.col(name)),
            margin=0.25,
            margin_reason=_FOUR_GAMES,
        )
        for name, title, what in counts
    )
    use = Metric(
        name="rainbow_use",
        title="Rainbows taken up",
        unit=SHARE,
        definition="Rainbows announced over all games, divided by the times one could be announced.",
        group="Rule use",
        measure=Ratio(pl.col("rainbows_announced"), pl.col("rainbows_possible")),
        margin=0.02,
        margin_reason="one chance in fifty: too few for a table to notice that players let it pass",
        decimals=1,
        absent="a Rainbow was never possible",
    )
    after = [metric.name for metric in plain].index("rainbows_announced") + 1
    return (*plain[:after], use, *plain[after:])


def seat_metrics(players: int) -> tuple[Metric, ...]:
    """Metrics of seat balance at a table of ``players``: balance, then advantage and mean score of each seat."""
    if not 2 <= players <= MAX_PLAYERS:
        raise ValueError(f"seat metrics exist for 2 to {MAX_PLAYERS} players, not {players!r}")
    wins = [pl.col("win_share").list.get(seat) for seat in range(players)]
    balance = Metric(
        name="seat_balance",
        title="Seat balance",
        unit=SHARE,
        definition="100 % less the spread of the seats' win shares, largest less smallest. Where seats are equal the "
        "estimate falls a little short of 100 %, since some seat is always luckiest; the interval allows for that.",
        group="Seat balance",
        measure=Balance(tuple(wins)),
        margin=0.02,
        margin_reason="two wins in a hundred: one for each of the two seats furthest apart",
        decimals=1,
        key=True,
    )
    advantages = tuple(
        Metric(
            name=f"{word}_seat_advantage",
            title=f"{word.capitalize()}-seat advantage",
            unit=SHARE,
            definition=f"Win share of the {word} seat less the even share 1/players; a win shared by k counts 1/k.",
            group="Seat balance",
            measure=Ratio(win - 1 / players),
            margin=0.01,
            margin_reason=_HUNDRED,
            decimals=1,
            phrases=Phrases(
                "the first seat's win share",
                "the first seat's win share is {amount} higher",
                "the first seat's win share is {amount} lower",
            )
            if seat == 0
            else None,
            key=seat == 0,
        )
        for seat, (word, win) in enumerate(zip(SEAT_WORDS, wins, strict=False))
    )
    scores = tuple(
        Metric(
            name=f"{word}_seat_score",
            title=f"{word.capitalize()}-seat score",
            unit=POINTS,
            definition=f"Final score of the {word} seat.",
            group="Seat balance",
            measure=Ratio(pl.col("scores").list.get(seat)),
            margin=1.0,
            margin_reason=_ONE_POINT,
        )
        for seat, word in enumerate(SEAT_WORDS[:players])
    )
    return (balance, *advantages, *scores)


METRICS: tuple[Metric, ...] = (
    *_length_metrics(),
    *_double_seven_metrics(),
    *_score_metrics(),
    *_ending_metrics(),
    *_rule_use_metrics(),
)
"""Every metric that is the same for any number of players; `metrics_for` adds those of the seats."""


@cache
def metrics_for(players: int) -> tuple[Metric, ...]:
    """Every metric of a table of ``players``, in the order of `GROUPS`."""
    every = (*METRICS, *seat_metrics(players))
    return tuple(metric for group in GROUPS for metric in every if metric.group == group)


def find_metric(name: str) -> Metric:
    """Return the metric called ``name``, for reading its words; a seat's may not exist at every number of players.

    Raises
    ------
    KeyError
        No metric has that name; the message lists those that exist.
    """
    known = _by_name()
    if name not in known:
        raise KeyError(f"no metric is called {name!r}; the metrics are {', '.join(known)}")
    return known[name]


@cache
def _by_name() -> dict[str, Metric]:
    return {metric.name: metric for metric in metrics_for(MAX_PLAYERS)}
