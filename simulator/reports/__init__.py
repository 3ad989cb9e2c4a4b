"""Reports on whole studies, for terminal, page and notebook: comparison, sweep, dossier, ladder, tuning."""

from simulator.reports.comparison import Comparison, compare
from simulator.reports.dossiers import Dossier, DossierError, dossier
from simulator.reports.ladders import RUNGS, Ladder, LadderError, ladder
from simulator.reports.robustness import Robustness, Standing
from simulator.reports.sweeps import Sweep, SweepError, sweep
from simulator.reports.tuning import Tuning, tune, tune_forecast

__all__ = [
    "RUNGS",
    "Comparison",
    "Dossier",
    "DossierError",
    "Ladder",
    "LadderError",
    "Robustness",
    "Standing",
    "Sweep",
    "SweepError",
    "Tuning",
    "compare",
    "dossier",
    "ladder",
    "sweep",
    "tune",
    "tune_forecast",
]
