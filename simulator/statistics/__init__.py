"""What the numbers say: metrics, intervals, paired differences, verdicts, when games end, contests and ratings.

Frames of games in, tidy frames out. Nothing here plays a game or draws a chart.
"""

from simulator.statistics.aims import Aim, AimError, Choice, Wish, choose, read_aim
from simulator.statistics.contests import (
    WORTH_MARGIN,
    contest_decks,
    contest_table,
    restriction_table,
    share_difference,
)
from simulator.statistics.decks import UnpairedDecksError, deck_sums
from simulator.statistics.distributions import length_distribution
from simulator.statistics.factorial import DesignError, factorial_effects
from simulator.statistics.grids import dial_importance, dial_steps
from simulator.statistics.incidence import TOKEN, cumulative_incidence, token_rounds
from simulator.statistics.luck import DeckLuck, Skill, deck_luck, line_ups, p_deterministic, skill
from simulator.statistics.metrics import (
    GROUPS,
    METRICS,
    SEAT_WORDS,
    SECONDS_PER_TURN,
    Metric,
    find_metric,
    metrics_for,
    minutes_metric,
    seat_metrics,
)
from simulator.statistics.minutes import REPORTED_MINUTES, seconds_per, seconds_per_turn
from simulator.statistics.paired import (
    Difference,
    Estimate,
    difference,
    difference_rows,
    difference_table,
    estimate,
    estimate_table,
)
from simulator.statistics.ranking import rank_effects
from simulator.statistics.ratings import UnratedError, rating_table
from simulator.statistics.seats import seat_shares, token_by_seat
from simulator.statistics.sequential import confidence_sequence_half_width
from simulator.statistics.steps import STEP_SHARE, contest_share, points_of_step, steps_of_skill
from simulator.statistics.verdicts import LEVEL, MULTIPLICITY, SCREENING, Verdict, holm, judged, screened
from simulator.statistics.walk import beside_fair_walk, fair_last_wins, fair_lead_changes, fair_leader_wins

__all__ = [
    "GROUPS",
    "LEVEL",
    "METRICS",
    "MULTIPLICITY",
    "REPORTED_MINUTES",
    "SCREENING",
    "SEAT_WORDS",
    "SECONDS_PER_TURN",
    "STEP_SHARE",
    "TOKEN",
    "WORTH_MARGIN",
    "Aim",
    "AimError",
    "Choice",
    "DeckLuck",
    "DesignError",
    "Difference",
    "Estimate",
    "Metric",
    "Skill",
    "UnpairedDecksError",
    "UnratedError",
    "Verdict",
    "Wish",
    "beside_fair_walk",
    "choose",
    "confidence_sequence_half_width",
    "contest_decks",
    "contest_share",
    "contest_table",
    "cumulative_incidence",
    "deck_luck",
    "deck_sums",
    "dial_importance",
    "dial_steps",
    "difference",
    "difference_rows",
    "difference_table",
    "estimate",
    "estimate_table",
    "factorial_effects",
    "fair_last_wins",
    "fair_lead_changes",
    "fair_leader_wins",
    "find_metric",
    "holm",
    "judged",
    "length_distribution",
    "line_ups",
    "metrics_for",
    "minutes_metric",
    "p_deterministic",
    "points_of_step",
    "rank_effects",
    "rating_table",
    "read_aim",
    "restriction_table",
    "screened",
    "seat_metrics",
    "seat_shares",
    "seconds_per",
    "seconds_per_turn",
    "share_difference",
    "skill",
    "steps_of_skill",
    "token_by_seat",
    "token_rounds",
]
