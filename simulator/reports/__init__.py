"""Results told to people: in the terminal, as a page, as prose, tables and frames for a notebook."""

from simulator.reports.comparison import Comparison, compare
from simulator.reports.prose import Prose, bundled_rules
from simulator.reports.robustness import Robustness, Standing
from simulator.reports.sweeping import Sweep, sweep

__all__ = ["Comparison", "Prose", "Robustness", "Standing", "Sweep", "bundled_rules", "compare", "sweep"]
