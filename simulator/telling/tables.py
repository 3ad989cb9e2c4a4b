"""The one form of a table in the terminal."""

from rich import box
from rich.table import Table

__all__ = ["terminal_table"]


def terminal_table(title: str) -> Table:
    """An empty table under a bold title, lines only below the headings."""
    return Table(
        title=title,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        pad_edge=False,
        show_edge=False,
    )
