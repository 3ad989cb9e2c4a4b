"""Commands about single games and who plays them: ``players``, ``play`` and ``verify``."""

import functools
import sys
from typing import Any

import click

from simulator.cli.group import main
from simulator.cli.options import NewFile, seed_option, setting_option, variant_argument
from simulator.cli.telling import say_if_compiling
from simulator.variants import VariantError, load_variant


def _told_of_seats(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    if value is not None:
        raise click.UsageError(f"who plays is said by --seats, here as in every command: --seats {value}")


def _told_of_argument(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    if value is not None:
        raise click.UsageError(f"the variant stands without an option, as in every command: double-seven play {value}")


@main.command()
def players() -> None:
    """List the players that can take a seat. Weakest first, and what can be asked of any of them."""
    from simulator.players import PLAYERS, STYLES

    for player in PLAYERS:
        click.echo(f"{player.name:<16} {player.summary}")
    click.echo("\nBehind a player, also several:")
    for style in STYLES:
        click.echo(f"/{style.name:<15} {style.summary}")
    click.echo(
        "\ntrained and search play by a network: that of the rules that are played, or else of the nearest rules;"
        "\ntrained@rulebook by that of the printed game, trained@FILE.npz by one of your own (double-seven train)."
        "\npath.py:function is a player of your own."
    )


@main.command()
@variant_argument
@setting_option
@click.option(
    "--seats", default="house,house", show_default=True, metavar="PLAYER,PLAYER[,...]", help="The player in each seat."
)
@click.option("--players", hidden=True, callback=_told_of_seats, expose_value=False)
@click.option("--variant", hidden=True, callback=_told_of_argument, expose_value=False)
@seed_option
@click.option("--game", default=0, show_default=True, type=click.IntRange(0, 2**63 - 1), help="The game's number.")
@click.option("--record", type=NewFile(), help="Also write the game's record to this file.")
def play(name: str, settings: tuple[str, ...], seats: str, seed: int, game: int, record: str | None) -> None:
    """Play one game and tell it move by move. It is the very game that a batch plays under this seed and number."""
    say_if_compiling()
    from simulator.games import play_game, record_of, tell, write_records

    variant = load_variant(name, overrides=settings)
    names = [seat.strip() for seat in seats.split(",")]
    if len(names) == 1:
        names *= variant.players.min
    written = record_of(play_game(variant, names, seed=seed, number=game), names, seed=seed, number=game)
    for line in tell(written, variant):
        click.echo(line)
    if record is not None:
        write_records(record, [written])
        click.echo(f"Record written to {record}", err=True)


@main.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--variant", "name", help="Rules to verify against. [default: the variant that each record names]")
@setting_option
def verify(files: tuple[str, ...], name: str | None, settings: tuple[str, ...]) -> None:
    """Replay game records, and refuse those that break a rule. The event and the rule are named."""
    say_if_compiling()
    from simulator.games import RecordError, read_records
    from simulator.games import verify as verify_record

    load = functools.cache(lambda name: load_variant(name, overrides=settings))
    refused = verified = 0
    for file in files:
        before = verified + refused
        try:
            for line, record in read_records(file):
                try:
                    verify_record(record, load(name or _variant_of(record)))
                    verified += 1
                except (RecordError, VariantError) as error:
                    click.echo(f"{file}:{line}: {error}", err=True)
                    refused += 1
            if verified + refused == before:
                raise RecordError("the file holds no record")
        except RecordError as error:
            click.echo(f"{file}: {error}", err=True)
            refused += 1
    click.echo(f"{verified} verified, {refused} refused")
    sys.exit(1 if refused else 0)


def _variant_of(record: dict[str, Any]) -> str:
    from simulator.games import RecordError

    name = record.get("variant")
    if not isinstance(name, str):
        raise RecordError(f"variant is {name!r}, not a name: say which rules with --variant")
    return name
