"""What each rule of a turn is worth: how often it can be used and is, and what a player without it loses, by skill."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any, Unpack

import altair as alt
import polars as pl

from simulator.charts import LEVEL_COLUMNS, level_chart
from simulator.reports.comparison.robustness import Standing, standing_of
from simulator.statistics import Verdict, estimate_table, find_metric, restriction_table
from simulator.studies import Playing, Rules, Study, contest_games, play, read_variant, restricted
from simulator.telling.numbers import NOTHING, listed, share_cell, shown_number
from simulator.telling.prose import Prose, bullets, named_once, table_of
from simulator.variants import Variant, change_variant
from simulator.variants.options import OPTIONS

__all__ = ["SKILLS", "RuleWorth", "rule_worth", "rules_off"]

SKILLS = ("house", "planner", "trained")
"""Players of rising skill, by each of whom a rule is tried."""

_FORGONE = {option.style: option for option in OPTIONS if option.style is not None}
"""The options that a player can forgo, by the restriction that makes it do so."""

_MEASURES = (
    ("chance", "possible", "possible, of all turns"),
    ("use", "used", "used, of these"),
    ("winner", "winner's part", "winner's part, over even"),
)
"""The last part of a metric's name, what it is called in a table, and in a chart."""


def rules_off(base: Rules) -> list[Variant]:
    """The base, and the base without each rule of a turn: four without an option, and one with a larger stand.

    Parameters
    ----------
    base
        A variant, a bundled name or a file.

    Returns
    -------
    The base, then ``no-trade``, ``no-reclaim``, ``no-two-for-one``, ``rainbow-off`` and ``hand-limit-…`` (one tile more
    than the base's limit). Those which change nothing, since the base lacks the rule, are left out.
    """
    rules = read_variant(base)
    larger = rules.stand_limit.tiles + 1
    others = [
        change_variant(rules, [option.without.format(larger=larger)]).model_copy(
            update={"name": option.off.format(larger=larger)}
        )
        for option in OPTIONS
    ]
    return [rules, *(other for other in others if other.digest != rules.digest)]


def rule_worth(
    variant: Rules,
    *,
    players: int | Sequence[int] | None = None,
    skills: Sequence[str] = SKILLS,
    decks: int | Mapping[str, int] = 500,
    seed: int = 1,
    **playing: Unpack[Playing],
) -> "RuleWorth":
    """Play every skill freely, and one restricted player of it among free ones, seats rotated, over the same decks.

    Parameters
    ----------
    variant
        The rules: a variant, a bundled name or a file.
    players
        Numbers of players, one or several; all that the variant allows if None.
    skills
        Players, weakest first, as seats are written.
    decks
        Decks of each skill, or of every one by its name.
    seed
        Of the decks.
    **playing
        Store, executor, progress: see `simulator.studies.Playing`.

    Raises
    ------
    KeyError
        ``decks`` does not name a skill.
    PlanError, UnknownPlayer, NetworkError
        If it cannot be played.
    """
    rules = read_variant(variant)
    number = {skill: decks if isinstance(decks, int) else decks[skill] for skill in skills}
    free = [Study(rules, players=players, seats=skill, decks=number[skill], seed=seed) for skill in skills]
    contests = [
        contest
        for skill in skills
        for contest in restricted(
            rules, players=free[0].players, bases=[skill], restrictions=list(_FORGONE), decks=number[skill], seed=seed
        )
    ]
    found = play([*free, *(contest.study() for contest in contests)], **playing)
    games = pl.concat([each.collect() for each in found[: len(free)]])
    forgone = pl.concat([contest_games(*each) for each in zip(contests, found[len(free) :], strict=True)])
    return RuleWorth(rules, tuple(skills), games, forgone)


@dataclass(frozen=True, eq=False)
class RuleWorth:
    """How rules are used, and what a player who forgoes one loses. Made by `rule_worth`.

    Parameters
    ----------
    variant
        The rules.
    skills
        The players, weakest first.
    free
        Games of free players, each skill in all seats.
    restricted
        Games of one restricted player among free ones, from `simulator.studies.play_restrictions`.
    """

    variant: Variant
    skills: tuple[str, ...]
    free: pl.DataFrame = field(repr=False)
    restricted: pl.DataFrame = field(repr=False)

    @property
    def players(self) -> list[int]:
        """The numbers of players, from few to many."""
        return sorted(self.free["players"].unique().to_list())

    @cached_property
    def use(self) -> pl.DataFrame:
        """How often each option is possible, used, and used by the winner, of each skill.

        Columns skill, then those of `simulator.statistics.estimate_table`, option and measure (chance, use or winner).
        """
        names = {
            f"{option.name}_{measure}": (option.name, measure) for option in OPTIONS for measure, _, _ in _MEASURES
        }
        table = estimate_table(self.free, variants=self.skills, by="line_up", metrics=list(names))
        parts = [
            pl.col("metric").replace_strict({name: part[place] for name, part in names.items()}, return_dtype=pl.String)
            for place in (0, 1)
        ]
        return table.rename({"line_up": "skill"}).with_columns(parts[0].alias("option"), parts[1].alias("measure"))

    @cached_property
    def worth(self) -> pl.DataFrame:
        """What a player who forgoes a rule loses: `simulator.statistics.restriction_table`."""
        return restriction_table(self.restricted)

    @cached_property
    def standings(self) -> dict[tuple[int, str], Standing]:
        """What all skills together say of a rule's worth, by number of players and restriction."""
        rows = self.worth.with_columns(difference="worth").rows_by_key(["players", "restriction"], named=True)
        return {key: standing_of(its) for key, its in rows.items()}

    def answer(self) -> Prose:
        """Say in a sentence each how the rules are used and what they are worth to the strongest player here."""
        strongest = self.skills[-1]
        worth = self.worth.filter(player=strongest)
        means = worth.group_by("restriction", maintain_order=True).agg(pl.col("worth").mean())
        order = means.sort("worth", descending=True, maintain_order=True)["restriction"].to_list()
        helped = worth.filter(pl.col("worth") > 0, verdict=Verdict.MATTERS.value)["restriction"].to_list()
        titles = [_FORGONE[name].title for name in order if name in helped]
        if titles:
            lead = f"**{listed(titles)} {'matter' if len(titles) > 1 else 'matters'} to a player**"
        else:
            lead = "**A player can do without any one of the rules**"
        points = [self._sentence(name, worth) for name in order]
        points.append(
            f"**Stand limit**: exceeded at some moment of {self._used('discard', 'chance', strongest)} of the turns; a "
            f"discard followed in {self._used('discard', 'use', strongest)} of these. Nobody can forgo it: what it "
            "does to the game is another question."
        )
        return Prose(
            f"{lead}, in the order of what the strongest player here, {strongest}, loses without:\n\n{bullets(points)}"
        )

    def reading(self) -> Prose:
        """Say of each rule whether its worth is robust, or else what it is to whom."""
        points = []
        for style, rule in _FORGONE.items():
            found = [(self.standings[n, style], n) for n in self.players]
            for standing, alike in groupby(sorted(found), key=lambda each: each[0]):
                counts = [n for _, n in alike]
                points.append(f"**{rule.title}** ({_with(counts)}): {self._said(standing, style, counts)}")
        return Prose(bullets(points))

    def use_chart(self, players: int) -> alt.FacetChart:
        """Draw how often each option is possible, used, and whose uses are the winner's, with ``players`` players."""
        rows = [
            {"item": rule.title, "level": skill, "panel": words, **self._found(rule.name, measure, skill, players)}
            for measure, _, words in _MEASURES
            for rule in OPTIONS
            for skill in self.skills
        ]
        return level_chart(
            pl.DataFrame(rows, schema=LEVEL_COLUMNS),
            axis="%",
            title=f"How often is each rule possible, used, and used by the winner ({players} players)?",
            subtitle="With 95 % intervals. On the right: the winner's share of the uses, less 1/players.",
            reference=None,
            same_scale=False,
        )

    def worth_chart(self) -> alt.FacetChart:
        """Draw what a player who forgoes a rule loses, by skill and number of players."""
        rows = self.worth.select(
            pl.col("restriction").replace_strict({style: each.title for style, each in _FORGONE.items()}).alias("item"),
            pl.col("player").alias("level"),
            pl.format("{} players", "players").alias("panel"),
            *((100 * pl.col(old)).alias(new) for old, new in (("worth", "value"), ("lo", "lo"), ("hi", "hi"))),
        )
        places = {name: place for place, name in enumerate([*(rule.title for rule in OPTIONS), *self.skills])}
        ordered = rows.sort(
            "panel", *(pl.col(name).replace_strict(places, return_dtype=pl.Int64) for name in ("item", "level"))
        )
        return level_chart(
            ordered,
            axis="lost by forgoing it (points of win share)",
            title="What does a player lose who forgoes a rule?",
            subtitle="Even share less the win share of one restricted player among free ones, with 95 % intervals.",
        )

    def use_quote(self, players: int) -> Prose:
        """Return how each option is used as a table of words, a row an option and skill."""
        lines = [
            [rule.title, skill, *(self._shown(rule.name, measure, skill, players) for measure, _, _ in _MEASURES)]
            for rule in OPTIONS
            for skill in self.skills
        ]
        columns = ["", "player", *(words for _, words, _ in _MEASURES)]
        return Prose(table_of(columns, "llr", named_once(lines)))

    def worth_quote(self) -> Prose:
        """Return what each rule is worth as a table of words, a row a rule and number of players."""
        found = {(row["restriction"], row["players"], row["player"]): row for row in self.worth.to_dicts()}
        lines = [
            [
                rule.title,
                str(players),
                *(_with_interval(found[style, players, skill]) for skill in self.skills),
                self.standings[players, style].value,
            ]
            for style, rule in _FORGONE.items()
            for players in self.players
        ]
        columns = ["points of win share", "players", *self.skills, "together"]
        return Prose(table_of(columns, f"l{'r' * (1 + len(self.skills))}l", named_once(lines)))

    def _found(self, option: str, measure: str, skill: str, players: int) -> dict[str, float | None]:
        row = self.use.filter(option=option, measure=measure, skill=skill, players=players).row(0, named=True)
        return {end: None if row[end] is None else 100 * row[end] for end in ("value", "lo", "hi")}

    def _shown(self, option: str, measure: str, skill: str, players: int) -> str:
        found = self._found(option, measure, skill, players)
        signed = measure == "winner"
        decimals = find_metric(f"{option}_{measure}").decimals
        value, lo, hi = (shown_number(found[end], decimals, signed=signed) for end in ("value", "lo", "hi"))
        if value == NOTHING:
            return NOTHING
        return f"{value} %" if lo == NOTHING else f"{value} % ({lo} to {hi})"

    def _used(self, option: str, measure: str, skill: str) -> str:
        """A share at every number of players, as a range."""
        found = [self._found(option, measure, skill, players)["value"] for players in self.players]
        known = [f"{each:.0f}" if each >= 10 else f"{each:.1f}" for each in found if each is not None]
        ends = list(dict.fromkeys([min(known, key=float), max(known, key=float)])) if known else []
        return f"{' to '.join(ends)} %" if ends else "none"

    def _sentence(self, restriction: str, worth: pl.DataFrame) -> str:
        rule = _FORGONE[restriction]
        rows = worth.filter(restriction=restriction).sort("players").to_dicts()
        lost = [share_cell(row["worth"], row["lo"], row["hi"], unit="") for row in rows]
        who = rows[0]["player"]
        use = self._used(rule.name, "use", who)
        return (
            f"**{rule.title}**: possible in {self._used(rule.name, 'chance', who)} of the turns and used in {use} of "
            f"these. Who forgoes it loses {listed(lost)} points of win share {_with(self.players)}. "
            f"{self._by_skill(restriction)}"
        )

    def _said(self, standing: Standing, restriction: str, counts: Sequence[int]) -> str:
        if standing is Standing.NOTHING:
            return "worth nothing that matters, whoever plays. That is robust."
        rows = self.worth.filter(pl.col("restriction") == restriction, pl.col("players").is_in(counts)).to_dicts()
        if standing is Standing.ROBUST:
            helps = rows[0]["worth"] > 0
            return f"{'worth something' if helps else 'a burden'} at every skill. That is robust."
        said = []
        for skill in self.skills:
            kinds = [(_kind(row), row["players"]) for row in rows if row["player"] == skill]
            alike = {kind: [n for other, n in kinds if other == kind] for kind, _ in kinds}
            words = [f"{kind} {_with(n)}" if len(alike) > 1 else kind for kind, n in alike.items()]
            said.append(f"{skill} ({listed(words)})")
        return f"{standing.value}: {', '.join(said)}."

    def _by_skill(self, restriction: str) -> str:
        """Whether the same holds at every skill, in a sentence; and who would do better to leave the rule alone."""
        found = {self.standings[players, restriction] for players in self.players}
        if found <= {Standing.ROBUST, Standing.NOTHING} and len(found) == 1:
            return "The same holds at every skill."
        rows = self.worth.filter(restriction=restriction).to_dicts()
        burdened = [skill for skill in self.skills if all(_hurts(row) for row in rows if row["player"] == skill)]
        if burdened:
            return f"But {listed(burdened)} would win more by leaving it alone."
        return "How much that is depends on the skill."


def _with(counts: Sequence[int]) -> str:
    return f"with {listed(counts)} players"


def _with_interval(row: Mapping[str, Any]) -> str:
    if row["worth"] is None:
        return NOTHING
    sign = "+" if round(100 * row["worth"], 1) > 0 else ""
    return sign + share_cell(row["worth"], row["lo"], row["hi"], unit="")


def _hurts(row: Mapping[str, Any]) -> bool:
    """Whether a player surely wins more without the rule."""
    return Verdict(row["verdict"]) in (Verdict.MATTERS, Verdict.DIFFERS) and row["worth"] < 0


def _kind(row: Mapping[str, Any]) -> str:
    """What a rule does for one player, in words."""
    verdict = Verdict(row["verdict"])
    if verdict in (Verdict.SMALL, Verdict.SAME):
        return "nothing that matters"
    if verdict in (Verdict.MATTERS, Verdict.DIFFERS):
        return "wins more with it" if row["worth"] > 0 else "wins more without it"
    return "not settled"
