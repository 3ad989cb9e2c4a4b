"""What every command says in the same way: long waits, progress, interrupts, results."""

import contextlib
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol

import click

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import ProgressColumn, TaskID

    from simulator.reports.training import TrainProgress
    from simulator.studies.progress import Progress, Tell
    from simulator.studies.training import Round

_KNOWN = {"turns": "turns", "first_seat_advantage": "first-seat share"}
"""What the metrics are called whose precision is told while games are played."""


def say_if_compiling() -> None:
    """Warn about the one long wait: the first run of this version compiles the engine."""
    from simulator.engine.compiling import is_compiled

    if not is_compiled():
        click.echo("Compiling the engine: once, some ten to thirty seconds …", err=True)


@contextlib.contextmanager
def _bar(*columns: "ProgressColumn | str") -> "Iterator[Bar]":
    """A bar on standard error, if that is a terminal, that is gone when the work is done."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        yield bar


@contextlib.contextmanager
def progress_bar() -> "Iterator[Tell]":
    """A progress bar with rate, time left and how well the headline numbers are known, gone when all is done."""
    from rich.progress import BarColumn, MofNCompleteColumn, ProgressColumn, Task, TimeRemainingColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"games, {task.speed:,.0f}/s" if task.speed else "games")

    class Known(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(task.description)

    with _bar(BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn(), Known()) as bar:
        task = bar.add_task("", total=None)
        yield lambda now: bar.update(task, completed=now.done, total=now.planned, description=_known(now))


def _known(progress: "Progress") -> str:
    """Say how well the headline numbers are known so far."""
    from simulator.statistics import find_metric
    from simulator.telling.numbers import shown_number

    said = []
    for name, half_width in progress.known.items():
        unit = find_metric(name).unit
        amount = shown_number(unit.factor * half_width, 2)
        said.append(f"{_KNOWN[name]} ±{amount}{' points' if unit.factor != 1 else ''}")
    return ", ".join(said)


@contextlib.contextmanager
def training_progress_bar() -> "Iterator[TrainProgress]":
    """A progress bar of a training on standard error, with the strength so far and the time left."""
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("Training"), BarColumn(), TextColumn("{task.description} left:"), TimeRemainingColumn())
    with _bar(*columns) as bar:
        tasks: dict[int, TaskID] = {}

        def told(players: int, done: "Round", part: float) -> None:
            if players not in tasks:
                tasks[players] = bar.add_task(f"{players} players,", total=1.0)
            shares = ", ".join(f"{100 * share:.0f} % against {name}" for name, share in done.shares.items())
            words = f"{players} players, round {done.number} wins {shares},"
            bar.update(tasks[players], completed=part, description=words if part < 1 else f"{words} checking,")

        yield told


@contextlib.contextmanager
def told_if_interrupted(message: str) -> Iterator[None]:
    """Say what an interrupt leaves behind."""
    try:
        yield
    except KeyboardInterrupt:
        click.echo(f"Interrupted. {message}", err=True)
        sys.exit(130)


def command_line() -> str:
    """The command as it was typed, for the provenance of a page."""
    import shlex

    return shlex.join(["double-seven", *sys.argv[1:]])


def print_told(thing: Any) -> None:
    """Print with rich, as wide as the terminal; a pipe gets 100 columns."""
    from rich.console import Console

    console = Console()
    if not console.is_terminal:
        console = Console(width=100)
    console.print(thing)


class Paged(Protocol):
    """What can be written as a page."""

    def write_html(self, path: str) -> None:
        """Write the page, whole or not at all."""


def write_page(report: Paged, page: str | None) -> None:
    """Write a report as a page, if one was asked for, and say so."""
    if page is not None:
        report.write_html(page)
        click.echo(f"Page written to {page}", err=True)
