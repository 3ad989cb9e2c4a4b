"""What single notebooks ask: a module a question, each with its answer, chart, table and reading."""

from simulator.questions.balance import (
    fairness_answer,
    remedy_advice,
    remedy_frame,
    remedy_table,
    walk_chart,
    walk_reading,
)
from simulator.questions.climb import Climb, StoredLadder, read_ladder
from simulator.questions.dials import Choices, DialLevels
from simulator.questions.double_seven_timing import (
    timing_answer,
    token_advice,
    token_round_reading,
    token_round_table,
    token_seat_reading,
    token_seat_table,
)
from simulator.questions.effects import Effects, Reach
from simulator.questions.game_length import Lengths
from simulator.questions.rule_worth import RuleWorth, rule_worth, rules_off
from simulator.questions.skill_and_luck import Luck, Published, luck_of, read_published, skill_of
from simulator.questions.two_effects import two_effects, two_effects_chart, two_effects_quote, two_effects_reading
from simulator.questions.wordings import clauses, readings

__all__ = [
    "Choices",
    "Climb",
    "DialLevels",
    "Effects",
    "Lengths",
    "Luck",
    "Published",
    "Reach",
    "RuleWorth",
    "StoredLadder",
    "clauses",
    "fairness_answer",
    "luck_of",
    "read_ladder",
    "read_published",
    "readings",
    "remedy_advice",
    "remedy_frame",
    "remedy_table",
    "rule_worth",
    "rules_off",
    "skill_of",
    "timing_answer",
    "token_advice",
    "token_round_reading",
    "token_round_table",
    "token_seat_reading",
    "token_seat_table",
    "two_effects",
    "two_effects_chart",
    "two_effects_quote",
    "two_effects_reading",
    "walk_chart",
    "walk_reading",
]
