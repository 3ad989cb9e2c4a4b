"""What every report is told with: numbers, sentences, tables, Markdown, pages and their templates."""

from simulator.telling.prose import Prose, bundled_rules

__all__ = ["Prose", "bundled_rules"]
