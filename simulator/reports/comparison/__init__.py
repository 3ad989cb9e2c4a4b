"""Variants compared: what differs in words, what that does to play, and how sure that is."""

from simulator.reports.comparison.comparison import Comparison, compare

__all__ = ["Comparison", "compare"]
