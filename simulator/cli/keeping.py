"""Commands about the games that are kept: ``store`` and ``store prune``."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from simulator.cli.group import main
from simulator.cli.options import store_option
from simulator.cli.telling import print_told

if TYPE_CHECKING:
    from rich.table import Table

    from simulator.studies import Entry, Match, Store


@main.group(invoke_without_command=True)
@store_option
@click.pass_context
def store(context: click.Context, store: str | None) -> None:
    """List the games that are kept. It says whether today's engine and players would still play them so."""
    from simulator.studies import Store

    context.obj = Store(store)
    if context.invoked_subcommand is None:
        entries = context.obj.entries()
        print_told(_entries_table(entries))
        size = sum(entry.size for entry in entries)
        games = sum(entry.games for entry in entries)
        click.echo(f"\n{games:,} games, {size / 1e6:,.1f} MB in {context.obj.folder}")


@store.command()
@click.option("--stale", is_flag=True, help="What another engine, player or file of weights has played.")
@click.option("--all", "everything", is_flag=True, help="All there is.")
@click.option("--older-than", type=click.FloatRange(0), metavar="DAYS", help="What has not grown for so many days.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.pass_obj
def prune(store: "Store", stale: bool, everything: bool, older_than: float | None, yes: bool) -> None:
    """Delete games that are kept. With --stale and --older-than goes what is both."""
    import time

    if everything == (stale or older_than is not None):
        raise click.UsageError("say what is to go: --stale, --older-than DAYS or both, or --all")
    latest = time.time() - 86_400 * (older_than or 0)
    going = [entry for entry in store.entries() if not (stale and entry.valid) and entry.changed <= latest]
    store.remove_left_overs()
    if not going:
        click.echo("There is nothing to delete.")
        return
    print_told(_entries_table(going))
    size = sum(entry.size for entry in going)
    if not yes:
        click.confirm(f"Delete these {sum(entry.games for entry in going):,} games, {size / 1e6:,.1f} MB?", abort=True)
    for entry in going:
        store.remove(entry)
    click.echo(f"{size / 1e6:,.1f} MB deleted.")


def _entries_table(entries: "Sequence[Entry]") -> "Table":
    import datetime

    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("variant", "players", "seats", "seed", "games", "MB", "when", "engine"):
        table.add_column(heading, justify="right" if heading in ("players", "seed", "games", "MB") else "left")
    for entry in entries:
        match = entry.match
        told = ("damaged", "", "", "") if match is None else _told_of_match(match)
        when = datetime.datetime.fromtimestamp(entry.changed).strftime("%Y-%m-%d %H:%M")
        valid = "valid" if entry.valid else "stale"
        table.add_row(*told, f"{entry.games:,}", f"{entry.size / 1e6:.1f}", when, valid)
    return table


def _told_of_match(match: "Match") -> tuple[str, str, str, str]:
    names = match.seat_names
    seats = names[0] if len(set(names)) == 1 else ",".join(names)
    return match.variant.name, str(match.players), seats, str(match.seed)
