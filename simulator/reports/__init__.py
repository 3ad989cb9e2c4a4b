"""Results told to people: in the terminal, as a page, as prose, tables and frames for a notebook; ladder, tuning."""

from simulator.reports.balance import (
    fairness_answer,
    remedy_advice,
    remedy_frame,
    remedy_table,
    walk_chart,
    walk_reading,
)
from simulator.reports.choices import Choices
from simulator.reports.comparison import Comparison, compare
from simulator.reports.dial_levels import DialLevels
from simulator.reports.dossiers import Dossier, DossierError, dossier
from simulator.reports.effects import Effects, Reach
from simulator.reports.ladders import RUNGS, Ladder, LadderError, ladder
from simulator.reports.lengths import Lengths
from simulator.reports.prose import Prose, bundled_rules
from simulator.reports.robustness import Robustness, Standing
from simulator.reports.rule_worth import RuleWorth, rule_worth, rules_off
from simulator.reports.skill_and_luck import Luck, Published, luck_of, read_published, skill_of
from simulator.reports.stored_ladders import Climb, StoredLadder, read_ladder
from simulator.reports.study import Study, StudyResults
from simulator.reports.study_files import StudyFileError, load_study
from simulator.reports.sweeping import Sweep, sweep
from simulator.reports.timing import (
    timing_answer,
    token_advice,
    token_round_reading,
    token_round_table,
    token_seat_reading,
    token_seat_table,
)
from simulator.reports.tuning import Tuning, tune, tune_forecast
from simulator.reports.two_effects import two_effects, two_effects_chart, two_effects_quote, two_effects_reading
from simulator.reports.wordings import clauses, readings

__all__ = [
    "RUNGS",
    "Choices",
    "Climb",
    "Comparison",
    "DialLevels",
    "Dossier",
    "DossierError",
    "Effects",
    "Ladder",
    "LadderError",
    "Lengths",
    "Luck",
    "Prose",
    "Published",
    "Reach",
    "Robustness",
    "RuleWorth",
    "Standing",
    "StoredLadder",
    "Study",
    "StudyFileError",
    "StudyResults",
    "Sweep",
    "Tuning",
    "bundled_rules",
    "clauses",
    "compare",
    "dossier",
    "fairness_answer",
    "ladder",
    "load_study",
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
    "sweep",
    "timing_answer",
    "token_advice",
    "token_round_reading",
    "token_round_table",
    "token_seat_reading",
    "token_seat_table",
    "tune",
    "tune_forecast",
    "two_effects",
    "two_effects_chart",
    "two_effects_quote",
    "two_effects_reading",
    "walk_chart",
    "walk_reading",
]
