"""Options and arguments that several commands share, and what they come to."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from simulator.files import check_writable
from simulator.variants import load_variant

if TYPE_CHECKING:
    from simulator.variants import Variant


class NewFile(click.Path):
    """A file that a command writes once its work is done; that it cannot be written there is said before the work."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False)

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> Any:
        """Give the path, or say why no file can be written there."""
        path = str(super().convert(value, parameter, context))
        check_writable(path)
        return path


def read_numbers(context: click.Context, parameter: click.Parameter, value: str | None) -> list[int] | None:
    """Read ``2,3,4``."""
    if value is None:
        return None
    try:
        return sorted({int(number) for number in value.split(",")})
    except ValueError:
        raise click.BadParameter(f"{value!r} is not a list of numbers such as 2,3,4") from None


setting_option = click.option(
    "--set", "settings", multiple=True, metavar="KEY=VALUE", help="Change a rule on the spot; may be repeated."
)
variant_option = click.option(
    "--variant", "name", default="rulebook", show_default=True, help="A bundled name or a file."
)
json_option = click.option("--json", "json_file", type=NewFile(), help="Also write the figures to this file.")
page_option = click.option(
    "--html", "page", type=NewFile(), help="Also write a page with charts, complete in one file."
)
variants_argument = click.argument("names", nargs=-1, required=True, metavar="VARIANT...")
players_option = click.option(
    "--players",
    callback=read_numbers,
    metavar="2,3,4",
    help="Numbers of players. [default: every number that all the variants allow]",
)
seats_option = click.option(
    "--seats",
    default="house",
    show_default=True,
    metavar="PLAYER[,PLAYER...]",
    help="One player for all, or one a seat.",
)
seed_option = click.option(
    "--seed", default=1, show_default=True, type=click.IntRange(0, 2**64 - 1), help="Fixes every game."
)
store_option = click.option(
    "--store",
    type=click.Path(file_okay=False),
    metavar="FOLDER",
    help="Where games are kept. [default: DOUBLE_SEVEN_STORE, or a folder of your cache]",
)
threads_option = click.option(
    "--threads", type=click.IntRange(1), help="By default one a core; results do not depend on it."
)


def load_all(names: Sequence[str], settings: Sequence[str] = ()) -> "list[Variant]":
    """Load variants by name or file, each with the same settings."""
    return [load_variant(name, overrides=settings) for name in names]


def players_of(variants: "Sequence[Variant]", players: list[int] | None) -> list[int]:
    """The numbers of players asked for, or all that every variant allows."""
    if players is not None:
        return players
    fewest = max(variant.players.min for variant in variants)
    most = min(variant.players.max for variant in variants)
    if fewest > most:
        raise click.UsageError("no number of players suits all these variants (players.min, players.max)")
    return list(range(fewest, most + 1))
