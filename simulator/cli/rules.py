"""Commands about rules: ``variants``, ``show``, ``diff`` and ``check``."""

import sys

import click

from simulator.cli.group import main
from simulator.cli.options import load_all, setting_option
from simulator.cli.telling import print_told
from simulator.variants import VariantError, bundled_variants, differences, load_variant, written


@main.command()
def variants() -> None:
    """List the bundled variants."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("name", "title", "what it is"):
        table.add_column(heading, no_wrap=heading == "name")
    for name in bundled_variants():
        variant = load_variant(name)
        table.add_row(name, variant.title, variant.summary)
    print_told(table)


@main.command()
@click.argument("name", metavar="VARIANT")
@setting_option
def show(name: str, settings: tuple[str, ...]) -> None:
    """Print a variant with every rule filled in. The output is a variant file."""
    click.echo(load_variant(name, overrides=settings).to_yaml(), nl=False)


@main.command()
@click.argument("before", metavar="A")
@click.argument("after", metavar="B")
def diff(before: str, after: str) -> None:
    """Say in words how variant B differs from variant A."""
    first, second = load_all([before, after])
    found = differences(first, second)
    if not found:
        click.echo(f"{second.name} plays exactly as {first.name}.")
        return
    click.echo(f"{second.title} ({second.name}) against {first.title} ({first.name}):")
    for difference in found:
        click.echo(f"\n  {difference.sentence}")
        click.echo(f"    {difference.key}: {written(difference.before)} → {written(difference.after)}")
        if difference.reason:
            click.echo(f"    Why: {difference.reason}")


@main.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
def check(files: tuple[str, ...]) -> None:
    """Check variant files: every mistake with file, line and column."""
    from simulator.variants import check_file

    wrong = 0
    for file in files:
        try:
            variant = check_file(file)
        except VariantError as error:
            click.echo(str(error), err=True)
            wrong += 1
        else:
            click.echo(f"{file}: fine ({variant.title})")
    sys.exit(1 if wrong else 0)
