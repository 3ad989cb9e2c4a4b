"""What each rule of a turn is worth: how often it can be used and is, and what a player without it loses, by skill."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any

import altair as alt
import polars as pl

from simulator.charts import LEVEL_COLUMNS, level_chart
from simulator.reports.formatting import NOTHING, listed, shown_number
from simulator.reports.prose import Prose, table_of
from simulator.reports.robustness import Standing, standing_of
from simulator.statistics import Verdict, estimate_table, find_metric, restriction_table
from simulator.studies import play_restrictions, simulate
from simulator.variants import Variant, load_variant

__all__ = ["SKILLS", "RuleWorth", "rule_worth", "rules_off"]

SKILLS = ("house", "planner@untuned", "planner")
"""Players of rising skill, by each of whom a rule is tried."""


@dataclass(frozen=True)
class _Rule:
    """A rule of a turn: the option's name in the columns, its words, the restriction that forgoes it if there is one.

    ``off`` names the variant that lacks it, and ``without`` says what that changes in a given one.
    """

    option: str
    title: str
    restriction: str | None
    off: str
    without: str

    def variant(self, base: str | Path, rules: Variant) -> Variant:
        """The base without this rule, or with a stand limit of one tile more."""
        larger = rules.stand_limit.tiles + 1
        off = load_variant(base, overrides=[self.without.format(larger=larger)])
        return off.model_copy(update={"name": self.off.format(larger=larger)})


_RULES = (
    _Rule("trade", "Trade", "no-trade", "no-trade", "trade.enabled=false"),
    _Rule("reclaim", "Reclaim", "no-reclaim", "no-reclaim", "reclaim.from=nobody"),
    _Rule("two_for_one", "Two for One", "no-two-for-one", "no-two-for-one", "two_for_one.max_per_turn=0"),
    _Rule("rainbow", "Rainbow", "no-rainbow", "rainbow-off", "rainbow.enabled=false"),
    _Rule("discard", "Stand limit", None, "hand-limit-{larger}", "stand_limit.tiles={larger}"),
)

_MEASURES = (
    ("chance", "possible", "possible, of all turns"),
    ("use", "used", "used, of these"),
    ("winner", "winner's part", "winner's part, over even"),
)
"""The last part of a metric's name, what it is called in a table, and in a chart."""


def rules_off(base: str | Path) -> list[Variant]:
    """The base, and the base without each rule of a turn: four without an option, and one with a larger stand.

    Parameters
    ----------
    base
        A bundled variant's name, or a file.

    Returns
    -------
    The base, then ``no-trade``, ``no-reclaim``, ``no-two-for-one``, ``rainbow-off`` and ``hand-limit-…`` (one tile more
    than the base's limit). Those which change nothing, since the base lacks the rule, are left out.
    """
    rules = load_variant(base)
    others = [rule.variant(base, rules) for rule in _RULES]
    return [rules, *(other for other in others if other.digest != rules.digest)]


def rule_worth(
    variant: Variant,
    *,
    players: Sequence[int] = (2, 3, 4),
    skills: Sequence[str] = SKILLS,
    decks: int | Mapping[str, int] = 500,
    seed: int = 1,
    number_of_threads: int | None = None,
) -> "RuleWorth":
    """Play every skill freely, and one restricted player of it among free ones, seats rotated, over the same decks.

    Parameters
    ----------
    variant
        The rules.
    players
        Numbers of players.
    skills
        Players, weakest first, as seats are written.
    decks
        Decks of each skill, or of every one by its name.
    seed
        Of the decks.
    number_of_threads
        By default one a core; the result does not depend on it.

    Raises
    ------
    KeyError
        ``decks`` does not name a skill.
    PlanError, UnknownPlayer, WeightsError
        If it cannot be played.
    """
    number = {skill: decks if isinstance(decks, int) else decks[skill] for skill in skills}
    common: dict[str, Any] = {"players": players, "seed": seed, "number_of_threads": number_of_threads}
    restrictions = [rule.restriction for rule in _RULES if rule.restriction is not None]
    free = [simulate([variant], seats=skill, games=number[skill], **common) for skill in skills]
    restricted = [
        play_restrictions(variant, bases=[skill], restrictions=restrictions, decks=number[skill], **common)
        for skill in skills
    ]
    return RuleWorth(variant, tuple(skills), pl.concat(free), pl.concat(restricted))


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
        names = {f"{rule.option}_{measure}": (rule.option, measure) for rule in _RULES for measure, _, _ in _MEASURES}
        tables = [
            estimate_table(self.free.filter(pl.col("seats").list.first() == skill), metrics=list(names)).select(
                pl.lit(skill).alias("skill"), pl.all()
            )
            for skill in self.skills
        ]
        split = pl.col("metric").replace_strict(
            {name: option for name, (option, _) in names.items()}, return_dtype=pl.String
        )
        part = pl.col("metric").replace_strict(
            {name: measure for name, (_, measure) in names.items()}, return_dtype=pl.String
        )
        return pl.concat(tables).with_columns(split.alias("option"), part.alias("measure"))

    @cached_property
    def worth(self) -> pl.DataFrame:
        """What a player who forgoes a rule loses: `simulator.statistics.restriction_table`."""
        return restriction_table(self.restricted)

    @cached_property
    def standings(self) -> dict[tuple[int, str], Standing]:
        """What all skills together say of a rule's worth, by number of players and restriction."""
        rows = [{**row, "difference": row["worth"]} for row in self.worth.to_dicts()]
        keys = dict.fromkeys((row["players"], row["restriction"]) for row in rows)
        return {key: standing_of([row for row in rows if (row["players"], row["restriction"]) == key]) for key in keys}

    def answer(self) -> Prose:
        """Say in a sentence each how the rules are used and what they are worth to the strongest player here."""
        strongest = self.skills[-1]
        worth = self.worth.filter(player=strongest)
        means = worth.group_by("restriction", maintain_order=True).agg(pl.col("worth").mean())
        order = means.sort("worth", descending=True, maintain_order=True)["restriction"].to_list()
        helped = worth.filter(pl.col("worth") > 0, verdict=Verdict.MATTERS.value)["restriction"].to_list()
        titles = [_titled(name) for name in order if name in helped]
        if titles:
            lead = f"**{listed(titles)} {'matter' if len(titles) > 1 else 'matters'} to a player**"
        else:
            lead = "**A player can do without any one of the rules**"
        points = [self._sentence(name, worth) for name in order]
        points.append(self._stand_limit(strongest))
        return Prose(
            f"{lead}, in the order of what the strongest player here, {strongest}, loses without:\n\n"
            + "\n".join(f"- {point}" for point in points)
        )

    def reading(self) -> Prose:
        """Say of each rule whether its worth is robust, or else what it is to whom."""
        points = []
        for rule in (rule for rule in _RULES if rule.restriction is not None):
            found = [(self.standings[n, rule.restriction], n) for n in self.players if rule.restriction]
            for standing, alike in groupby(sorted(found), key=lambda each: each[0]):
                counts = [n for _, n in alike]
                points.append(f"- **{rule.title}** ({_with(counts)}): {self._said(standing, rule, counts)}")
        return Prose("\n".join(points))

    def use_chart(self, players: int) -> alt.FacetChart:
        """Draw how often each option is possible, used, and whose uses are the winner's, with ``players`` players."""
        rows = [
            {
                "item": rule.title,
                "level": skill,
                "panel": words,
                **self._found(rule.option, measure, skill, players),
            }
            for measure, _, words in _MEASURES
            for rule in _RULES
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
            pl.col("restriction").map_elements(_titled, return_dtype=pl.String).alias("item"),
            pl.col("player").alias("level"),
            pl.format("{} players", "players").alias("panel"),
            *((100 * pl.col(old)).alias(new) for old, new in (("worth", "value"), ("lo", "lo"), ("hi", "hi"))),
        )
        places = {name: place for place, name in enumerate([*(rule.title for rule in _RULES), *self.skills])}
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
            [
                rule.title if skill == self.skills[0] else "",
                skill,
                *(self._shown(rule.option, measure, skill, players) for measure, _, _ in _MEASURES),
            ]
            for rule in _RULES
            for skill in self.skills
        ]
        columns = ["", "player", *(words for _, words, _ in _MEASURES)]
        return Prose(table_of(columns, [":--", ":--", "--:", "--:", "--:"], lines))

    def worth_quote(self) -> Prose:
        """Return what each rule is worth as a table of words, a row a rule and number of players."""
        found = {(row["restriction"], row["players"], row["player"]): row for row in self.worth.to_dicts()}
        lines = [
            [
                rule.title if players == self.players[0] else "",
                str(players),
                *(_with_interval(found[rule.restriction, players, skill]) for skill in self.skills),
                self.standings[players, rule.restriction].value,
            ]
            for rule in _RULES
            if rule.restriction is not None
            for players in self.players
        ]
        columns = ["points of win share", "players", *self.skills, "together"]
        return Prose(table_of(columns, [":--", "--:", *("--:" for _ in self.skills), ":--"], lines))

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
        rule = _rule(restriction)
        rows = worth.filter(restriction=restriction).sort("players").to_dicts()
        lost = [_with_interval(row, signed=False) for row in rows]
        who = rows[0]["player"]
        use = self._used(rule.option, "use", who)
        return (
            f"**{rule.title}**: possible in {self._used(rule.option, 'chance', who)} of the turns and used in {use} of "
            f"these. Who forgoes it loses {listed(lost)} points of win share {_with(self.players)}. "
            f"{self._by_skill(restriction)}"
        )

    def _stand_limit(self, skill: str) -> str:
        return (
            f"**Stand limit**: exceeded at some moment of {self._used('discard', 'chance', skill)} of the turns; a "
            f"discard followed in {self._used('discard', 'use', skill)} of these. Nobody can forgo it: what it does to "
            "the game is another question."
        )

    def _said(self, standing: Standing, rule: _Rule, counts: Sequence[int]) -> str:
        if standing is Standing.NOTHING:
            return "worth nothing that matters, whoever plays. That is robust."
        rows = self.worth.filter(pl.col("restriction") == rule.restriction, pl.col("players").is_in(counts)).to_dicts()
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


def _rule(restriction: str) -> _Rule:
    return next(rule for rule in _RULES if rule.restriction == restriction)


def _titled(restriction: str) -> str:
    return _rule(restriction).title


def _with(counts: Sequence[int]) -> str:
    return f"with {listed(counts)} players"


def _with_interval(row: Mapping[str, Any], *, signed: bool = True) -> str:
    value, lo, hi = (
        shown_number(None if row[end] is None else 100 * row[end], 1, signed=signed and end == "worth")
        for end in ("worth", "lo", "hi")
    )
    return value if lo == NOTHING else f"{value} ({lo} to {hi})"


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
