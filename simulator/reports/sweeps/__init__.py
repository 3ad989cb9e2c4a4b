"""Dials turned through their values: what each setting does to play, and which one serves an aim best."""

from simulator.reports.sweeps.dials import SweepError
from simulator.reports.sweeps.sweep import Sweep, sweep

__all__ = ["Sweep", "SweepError", "sweep"]
