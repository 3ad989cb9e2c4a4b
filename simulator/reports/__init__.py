"""Results told to people: in the terminal, as a page, as frames for a notebook."""

from simulator.reports.comparison import Comparison, compare

__all__ = ["Comparison", "compare"]
