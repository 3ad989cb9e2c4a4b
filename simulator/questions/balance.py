"""Whether the seats are fair, what a remedy gains and what it changes elsewhere, and how games run, in words."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import altair as alt
import polars as pl

from simulator.charts import value_chart
from simulator.reports.comparison.robustness import Robustness
from simulator.statistics import Verdict, beside_fair_walk, estimate_table, find_metric, seat_shares
from simulator.telling.numbers import listed, shown_number
from simulator.telling.prose import Prose, bullets, escaped, table_of

__all__ = [
    "ELSEWHERE",
    "fairness_answer",
    "remedy_advice",
    "remedy_frame",
    "remedy_table",
    "walk_chart",
    "walk_reading",
]

ELSEWHERE = (
    *("turns", "double_seven_share", "holder_win_share", "winning_score", "winning_margin"),
    *("shared_wins", "runaway"),
)
"""What a remedy for the seats had better leave alone: a change of these that matters is counted as harm."""

_COURSE = ("runaway", "comeback")


def fairness_answer(robustness: Robustness) -> Prose:
    """Say whether the base favours a seat by more than its margin, then the best and the worst seat of each table.

    A table is surely unfair when the whole 95 % interval of its seat balance lies further from 100 % than the margin of
    that metric, surely fair when it lies nearer.
    """
    games = robustness.games()
    table = estimate_table(games, variants=robustness.levels, by="line_up", metrics=["seat_balance"])
    margin = find_metric("seat_balance").margin
    sure = table.with_columns(unfair=pl.col("hi") < 1 - margin, fair=pl.col("lo") > 1 - margin)
    unfair = [players for players in robustness.players if sure.filter(players=players)["unfair"].all()]
    if unfair:
        lead = f"No: with {listed(unfair)} players the seat decides too much, whoever plays."
    elif sure["fair"].all():
        lead = "Yes: no seat is better than another by as much as matters, whoever plays."
    else:
        lead = "Not settled: at no table is the seat surely unfair whoever plays, nor is every table surely fair."
    shares = seat_shares(games, variants=robustness.levels, by="line_up").drop_nulls("share")
    points = []
    for level in robustness.levels:
        said = []
        for players in robustness.players:
            ranked = shares.filter(line_up=level, players=players).sort("share", "seat", descending=[True, False])
            best, worst = (ranked.row(place, named=True) for place in (0, -1))
            said.append(f"with {players} players the {_seat_said(best)} and the {_seat_said(worst)}")
        points.append(f"Best and worst seat by **{escaped(level)}**: {'; '.join(said)}.")
    even = listed([f"{shown_number(100 / players, 1)} %" for players in robustness.players])
    points.append(f"Even would be {even} with {listed(robustness.players)} players.")
    return Prose(f"**{lead}**\n\n{bullets(points)}")


def remedy_frame(robustness: Robustness, *, elsewhere: Sequence[str] = ELSEWHERE) -> pl.DataFrame:
    """What each variant does to the fairness of the seats, and what else it changes, a row a variant, the base first.

    Parameters
    ----------
    robustness
        The base and its remedies, at several levels of skill.
    elsewhere
        Metrics that a remedy had better leave alone.

    Returns
    -------
    Columns variant; worst, the seat balance at the table and level where it is least; players and level, which those
    are; and two lists of metrics of ``elsewhere``: changes, those that it changes by as much as matters at any table,
    and unsettled, those others of which these games leave open at some table whether they change by as much.
    """
    rows = []
    for variant in robustness.comparisons[0].variants:
        games = robustness.games(variant.name)
        found = estimate_table(games, variants=robustness.levels, by="line_up", metrics=["seat_balance"])
        worst = found.sort("value", "players", "line_up").row(0, named=True)
        told = pl.concat(each.table.filter(variant=variant.name) for each in robustness.comparisons)
        verdicts = {name: set(told.filter(metric=name)["verdict"]) for name in elsewhere}
        changed = [name for name in elsewhere if Verdict.MATTERS.value in verdicts[name]]
        open_ = {Verdict.DIFFERS.value, Verdict.UNDECIDED.value}
        unsettled = [name for name in elsewhere if name not in changed and verdicts[name] & open_]
        rows.append((variant.name, worst["value"], worst["players"], worst["line_up"], changed, unsettled))
    schema = {"variant": pl.String, "worst": pl.Float64, "players": pl.Int32, "level": pl.String}
    lists = dict.fromkeys(("changes", "unsettled"), pl.List(pl.String))
    return pl.DataFrame(rows, schema={**schema, **lists}, orient="row")


def remedy_table(robustness: Robustness, *, elsewhere: Sequence[str] = ELSEWHERE) -> Prose:
    """Return `remedy_frame` as a table of words, fairest first."""
    found = remedy_frame(robustness, elsewhere=elsewhere).sort("worst", descending=True, maintain_order=True)
    lines = [
        [
            row["variant"],
            f"{shown_number(100 * row['worst'], 1)} %",
            f"{row['players']} players, {row['level']}",
            _named(row["changes"]),
            _named(row["unsettled"]),
        ]
        for row in found.to_dicts()
    ]
    columns = ["rules", "seat balance, worst table", "which table", "what else changes by as much as matters"]
    return Prose(table_of([*columns, "not settled"], "lrl", lines))


def remedy_advice(robustness: Robustness, *, most_changes: int, elsewhere: Sequence[str] = ELSEWHERE) -> Prose:
    """Recommend the remedy that is fairest at its worst table among those that change little else.

    Parameters
    ----------
    robustness, elsewhere
        As in `remedy_frame`.
    most_changes
        So many metrics of ``elsewhere`` may change by as much as matters.
    """
    base, *remedies = remedy_frame(robustness, elsewhere=elsewhere).to_dicts()
    margin = find_metric("seat_balance").margin
    better = sorted(
        (row for row in remedies if row["worst"] > base["worst"] + margin), key=lambda row: row["worst"], reverse=True
    )
    gentle = [row for row in better if len(row["changes"]) <= most_changes]
    before = f"{shown_number(100 * base['worst'], 0)} %"
    if not better:
        return Prose(f"**None of these remedies makes the worst table fairer than {before}.**")
    lines = [f"**Every remedy that helps changes more than {most_changes} other things.**"]
    if gentle:
        lines = [
            f"**The fairest that changes little else: {escaped(gentle[0]['variant'])}.** It lifts the seat balance "
            f"of the worst table from {before} to {_balance(gentle[0])}. {_elsewhere(gentle[0])}"
        ]
    if not gentle or better[0] is not gentle[0]:
        lines.append(
            f"Fairest of all is {escaped(better[0]['variant'])}, with {_balance(better[0])}, but it changes "
            f"more. {_elsewhere(better[0])}"
        )
    return Prose("\n\n".join(lines))


def walk_chart(robustness: Robustness, *, title: str) -> alt.FacetChart:
    """Draw how often the leader and the last at half-time win, beside the same in a fair race by lot."""
    found = beside_fair_walk(robustness.games(), variants=robustness.levels, by="line_up")
    found = found.filter(pl.col("metric").is_in(_COURSE))
    percent = [pl.col(name) * 100 for name in ("value", "lo", "hi", "fair")]
    values = found.select(pl.col("title").alias("label"), "players", "line_up", *percent)
    values = values.rename({"fair": "a fair race"})
    return value_chart(values, measure="Win share (%)", title=title, reference="a fair race", by="line_up")


def walk_reading(robustness: Robustness) -> Prose:
    """Say whether the leader and the last at half-time win more or less often than in a fair race by lot."""
    found = beside_fair_walk(robustness.games(), variants=robustness.levels, by="line_up")
    points = []
    for name in _COURSE:
        for level in robustness.levels:
            rows = found.filter(metric=name, line_up=level).drop_nulls("lo").sort("players").to_dicts()
            said = [
                f"{how} a fair race with {listed([row['players'] for row in alike])} players"
                for how, alike in ((how, list(group)) for how, group in groupby(rows, key=_beside_fair))
            ]
            points.append(f"**{find_metric(name).title}**, by {escaped(level)}: {listed(said or ['no such game'])}.")
    return Prose(bullets(points))


def _beside_fair(row: dict[str, Any]) -> str:
    if row["lo"] > row["fair"]:
        return "more often than in"
    return "less often than in" if row["hi"] < row["fair"] else "as often, as far as these games tell, as in"


def _seat_said(row: dict[str, Any]) -> str:
    return f"{row['seat']} wins {shown_number(100 * row['share'], 1)} %"


def _balance(row: dict[str, Any]) -> str:
    return f"{shown_number(100 * row['worst'], 0)} % ({row['players']} players, {row['level']})"


def _elsewhere(row: dict[str, Any]) -> str:
    said = f"What else changes by as much as matters: {_named(row['changes'])}."
    return f"{said} Not settled: {_named(row['unsettled'])}." if row["unsettled"] else said


def _named(names: Sequence[str]) -> str:
    return ", ".join(find_metric(name).title.lower() for name in names) or "nothing"
