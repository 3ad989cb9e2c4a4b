"""The one table of metrics: what each is called, what it means, how a game enters it and what difference matters.

Every metric is read from the columns of ``simulator.studies.columns``. Nothing here computes an interval.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import polars as pl

__all__ = [
    "GROUPS",
    "MAX_PLAYERS",
    "METRICS",
    "SEAT_WORDS",
    "SECONDS_PER_TURN",
    "Balance",
    "Metric",
    "Phrases",
    "Ratio",
    "Unit",
    "find_metric",
    "metrics_for",
    "minutes_metric",
    "seat_metrics",
]

GROUPS = (
    *("Length", "Double Seven", "Seat balance", "Scores", "Closeness", "Course of the game"),
    *("Endings", "Interaction", "Rule use"),
)
"""The groups of metrics, in the order in which tables show them."""

SEAT_WORDS = ("first", "second", "third", "fourth", "fifth", "sixth")
"""What a seat is called, in playing order; the first seat (seat 0 of a record) plays first."""

MAX_PLAYERS = len(SEAT_WORDS)
"""The most players that a variant may have."""

SECONDS_PER_TURN = 21.0
"""Seconds that a turn takes at a table, all that belongs to it included.

The online pages of the game give 8 and 9 minutes for a game of two to four. By the printed rules ``house`` plays 19.6,
23.9 and 28.4 turns with two, three and four players, on average 23.9: so 8½ minutes make 21 seconds a turn, to the
whole second. `simulator.statistics.seconds_per_turn` reckons it anew from any games.
"""


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
MINUTES = _plain("minutes")
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
_HUNDRED = "one win in a hundred: fairness to a win, stricter than what a table could count itself"
_ONE_POINT = "one point: the worth of a single tile, the smallest step of a score"
_FIFTY_TURNS = "one turn in fifty: about one in two games"
_FIFTY_CHANCES = "one chance in fifty: too few for a table to notice that players let it pass"
_FOUR_GAMES = "one more in four games: about the least that an evening of play would show"

_FAIR_RUNAWAY = "75.0, 64.4 and 58.2 % with two, three and four players"
_FAIR_COMEBACK = "25.0, 9.7 and 4.6 % with two, three and four players"
"""What a walk of `simulator.statistics.walk` gives: `fair_leader_wins` and `fair_last_wins`."""

_TOKEN_TAKEN = pl.col("double_seven_seat").is_not_null()
_NO_TOKEN = "the Double Seven token was never taken"


_HOLDERS_WIN = pl.col("win_share").list.get(pl.col("double_seven_seat"), null_on_oob=True).fill_null(0.0)
"""Win share of the player who took the Double Seven token, 0 where nobody did."""


def _seats(column: str) -> list[pl.Expr]:
    """A column's number of each seat that a table may have; null where it has not so many."""
    return [pl.col(column).list.get(seat, null_on_oob=True) for seat in range(MAX_PLAYERS)]


def _is_alone(column: str, extreme: pl.Expr) -> pl.Expr:
    """Whether one seat alone has the ``extreme`` number of a column. To sort each game's numbers would take longer."""
    return pl.sum_horizontal(number == extreme for number in _seats(column)) == 1


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
        minutes_metric(),
    )


def minutes_metric(seconds_per_turn: float = SECONDS_PER_TURN) -> Metric:
    """Return the metric of estimated minutes, with a turn taken to last ``seconds_per_turn``.

    Raises
    ------
    ValueError
        A turn that takes no time.
    """
    if not seconds_per_turn > 0:
        raise ValueError(f"a turn takes {seconds_per_turn!r} seconds; it takes more than none")
    calibrated = seconds_per_turn == SECONDS_PER_TURN
    reason = ", by which the rulebook's games last the 8 to 9 minutes that the online pages tell" if calibrated else ""
    return Metric(
        name="minutes",
        title="Estimated minutes",
        unit=MINUTES,
        definition=f"Turns played in a game times {seconds_per_turn:g} seconds{reason}.",
        group="Length",
        measure=Ratio(pl.col("turns") * (seconds_per_turn / 60)),
        margin=1.0,
        margin_reason="one minute: the step in which the lengths of games are told",
        decimals=1,
    )


def _double_seven_metrics() -> tuple[Metric, ...]:
    turn = pl.col("double_seven_turn").fill_null(0)
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
            name="no_token",
            title="Nobody took the token",
            unit=SHARE,
            definition="Share of games, and so of decks, in which nobody took the Double Seven token.",
            group="Double Seven",
            measure=Ratio(~_TOKEN_TAKEN),
            margin=0.02,
            margin_reason=_FIFTY,
            decimals=1,
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
            measure=Ratio(_HOLDERS_WIN, _TOKEN_TAKEN),
            margin=0.02,
            margin_reason=_FIFTY,
            decimals=1,
            absent=_NO_TOKEN,
        ),
        Metric(
            name="wins_by_holder",
            title="Wins by the holder",
            unit=SHARE,
            definition="Share of all wins that went to the player who took the Double Seven token; a win shared by k "
            "counts 1/k.",
            group="Double Seven",
            measure=Ratio(_HOLDERS_WIN),
            margin=0.02,
            margin_reason=_FIFTY,
            decimals=1,
        ),
    )


def _score_metrics() -> tuple[Metric, ...]:
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
            measure=Ratio(pl.col("scores").list.max()),
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
    )


def _closeness_metrics() -> tuple[Metric, ...]:
    most, score = (pl.col(column).list.max() for column in ("win_share", "scores"))
    alone = _is_alone("scores", score)
    second = pl.max_horizontal(pl.when(each < score).then(each) for each in _seats("scores"))
    return (
        Metric(
            name="winning_margin",
            title="First ahead of second",
            unit=POINTS,
            definition="Highest final score of a game less the second highest, 0 where two share the highest.",
            group="Closeness",
            measure=Ratio(pl.when(alone).then(score - second).otherwise(0)),
            margin=1.0,
            margin_reason=_ONE_POINT,
            key=True,
        ),
        Metric(
            name="shared_wins",
            title="Shared wins",
            unit=SHARE,
            definition="Share of games whose win was shared.",
            group="Closeness",
            measure=Ratio(most < 1),
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
            group="Closeness",
            measure=Ratio(~alone & (most == 1)),
            margin=0.02,
            margin_reason=_FIFTY,
            decimals=1,
        ),
    )


def _alone_at_half(*, leads: bool) -> tuple[pl.Expr, pl.Expr]:
    """Win share of the seat that alone leads at half-time, or is alone last; and whether there is such a seat."""
    scores = pl.col("scores_at_half").list
    alone = _is_alone("scores_at_half", scores.max() if leads else scores.min())
    seat = scores.arg_max() if leads else scores.arg_min()
    return pl.when(alone).then(pl.col("win_share").list.get(seat)).otherwise(0.0), alone


def _course_metrics() -> tuple[Metric, ...]:
    """How the lead goes, by table score after each turn; half-time is after half of the turns, rounded down.

    Lead change and drama are criteria of Browne (Automatic Generation and Evaluation of Recombination Games, 2008),
    taken here as a count and in points.
    """
    return (
        Metric(
            name="lead_changes",
            title="Changes of the leader",
            unit=COUNT,
            definition="Changes of the sole leader by table score, read after each turn; the first leader is none.",
            group="Course of the game",
            measure=Ratio(pl.col("lead_changes")),
            margin=0.25,
            margin_reason=_FOUR_GAMES,
        ),
        Metric(
            name="drama",
            title="Winner's deficit",
            unit=POINTS,
            definition="Drama: how far the winner's table score is behind the leader's, read after each turn before "
            "the last and averaged over them; of k winners each weighs 1/k.",
            group="Course of the game",
            measure=Ratio(pl.col("winner_deficit")),
            margin=0.25,
            margin_reason="a quarter of a point: one tile in every fourth turn",
        ),
        Metric(
            name="runaway",
            title="Half-time leader wins",
            unit=SHARE,
            definition="Runaway leader: win share of the player who leads alone by table score after half of the turns "
            f"(rounded down), over the games in which one does. A fair random walk gives {_FAIR_RUNAWAY}.",
            group="Course of the game",
            measure=Ratio(*_alone_at_half(leads=True)),
            margin=0.02,
            margin_reason=_FIFTY,
            decimals=1,
            absent="nobody led alone at half-time",
            key=True,
        ),
        Metric(
            name="comeback",
            title="Half-time last wins",
            unit=SHARE,
            definition="Comeback: win share of the player who alone is last by table score after half of the turns "
            f"(rounded down), over the games in which one is. A fair random walk gives {_FAIR_COMEBACK}.",
            group="Course of the game",
            measure=Ratio(*_alone_at_half(leads=False)),
            margin=0.02,
            margin_reason=_FIFTY,
            decimals=1,
            absent="nobody was last alone at half-time",
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


_OPTIONS = (
    ("rainbow", "Rainbow", "taken", "a Rainbow could be announced", "a Rainbow was announced"),
    ("trade", "Trade", "taken", "a trade was a legal action at some moment", "a player traded"),
    ("reclaim", "Reclaim", "taken", "a joker could be reclaimed at some moment", "a player reclaimed a joker"),
    (
        *("two_for_one", "Two for One", "taken"),
        *("Two for One was a legal action at some moment", "a player played Two for One"),
    ),
    (
        *("discard", "Stand limit", "discards"),
        *("the stand held more than its limit while actions were chosen", "a player had to discard"),
    ),
)
"""What a turn is asked about: the option, its words in a title, what makes it possible, what it is to take it."""


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
        ("reclaims", "Jokers reclaimed", "Jokers reclaimed, from own and others' families"),
        ("two_for_ones", "Two for Ones", "Two for Ones"),
        ("discards", "Tiles discarded", "Tiles discarded at the end of a turn"),
        ("empty_stands", "Turns ended empty", "Turns ended by an empty stand"),
        ("passes", "Passes", "Turns ended by a pass"),
    )
    return (*(_count_metric(name, title, what, "Rule use") for name, title, what in counts), *_option_metrics())


def _option_metrics() -> Iterator[Metric]:
    """Three metrics for each option of a turn: how often it is there, is taken, and is taken by the winner.

    The win share of those who take an option would say little of it, since those who play longer or lie ahead take more
    of everything. So uses are counted, and the winner's part of them is held against an even part; that too says who
    takes the option, not that it makes win.
    """
    for option, title, taken, could, did in _OPTIONS:
        possible = pl.col(f"{option}_turns_possible")
        turns = pl.col(f"{option}_turns")
        used = turns.list.sum()
        by_winner = (pl.col("win_share") * turns.cast(pl.List(pl.Float64))).list.sum()
        yield Metric(
            name=f"{option}_chance",
            title=f"{title}: possible",
            unit=SHARE,
            definition=f"Share of all turns in which {could}, by the rules of the variant.",
            group="Rule use",
            measure=Ratio(possible, pl.col("turns")),
            margin=0.02,
            margin_reason=_FIFTY_TURNS,
            decimals=1,
        )
        yield Metric(
            name=f"{option}_use",
            title=f"{title}: {taken}",
            unit=SHARE,
            definition=f"Of the turns in which {could}, the share in which {did}.",
            group="Rule use",
            measure=Ratio(used, possible),
            margin=0.02,
            margin_reason=_FIFTY_CHANCES,
            decimals=1,
            absent="it was never possible",
        )
        yield Metric(
            name=f"{option}_winner",
            title=f"{title}: winner's",
            unit=SHARE,
            definition=f"Of the turns in which {did}, the share that were the winner's, less the even share 1/players; "
            "of k winners each counts 1/k. It says who did it, not that it wins.",
            group="Rule use",
            measure=Ratio(by_winner - used / pl.col("players"), used),
            margin=0.02,
            margin_reason="one use in fifty: too few for a table to see whose they are",
            decimals=1,
            absent="it was never done",
        )


def _count_metric(name: str, title: str, what: str, group: str) -> Metric:
    return Metric(
        name=name,
        title=title,
        unit=COUNT,
        definition=f"{what} in a game, over all players.",
        group=group,
        measure=Ratio(pl.col(name)),
        margin=0.25,
        margin_reason=_FOUR_GAMES,
    )


def _interaction_metrics() -> tuple[Metric, ...]:
    return (
        _count_metric("trades", "Trades", "Trades", "Interaction"),
        _count_metric(
            "reclaims_from_others",
            "Reclaims from others",
            "Jokers reclaimed from another player's family",
            "Interaction",
        ),
        Metric(
            name="points_by_trade",
            title="Points by trade",
            unit=SHARE,
            definition="Share of all final points that grew on families which their owner had by a trade: tiles put "
            "there since, and the tokens that these growths brought. The trade itself moves no points.",
            group="Interaction",
            measure=Ratio(pl.col("points_by_trade"), pl.col("scores").list.sum()),
            margin=0.02,
            margin_reason="one point in fifty: a tile or two in a game of all players together",
            decimals=1,
            absent="nobody scored",
            key=True,
        ),
    )


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
    *_closeness_metrics(),
    *_course_metrics(),
    *_ending_metrics(),
    *_interaction_metrics(),
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
