"""Options and arguments that several commands share, and what they come to."""

import contextlib
import functools
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from simulator.cli.telling import command_line, progress_bar, say_if_compiling, told_if_interrupted
from simulator.files import check_writable
from simulator.variants import load_variant

if TYPE_CHECKING:
    from simulator.studies import Playing
    from simulator.variants import Variant

Command = Callable[..., Any]


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
variant_argument = click.argument("name", default="rulebook", metavar="[VARIANT]")
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
    multiple=True,
    default=("house",),
    show_default=True,
    metavar="PLAYER[,PLAYER...]",
    help="One player for all seats, or one a seat: the seats then rotate. Repeated, it adds a second opinion.",
)

line_up_option = click.option(
    "--seats",
    default="house",
    show_default=True,
    metavar="PLAYER[,PLAYER...]",
    help="One player for all seats, or one a seat: the seats then rotate.",
)


def decks_option(default: int, what: str) -> Callable[[Command], Command]:
    """The number of decks that a command plays."""
    return click.option("--decks", default=default, show_default=True, type=click.IntRange(2), help=what)


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

_PLAYING = (
    store_option,
    click.option("--no-store", is_flag=True, help="Keep no games, and look for none."),
    threads_option,
    click.option("--processes", type=click.IntRange(1), help="Play in so many processes instead of threads."),
    click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster, for example tcp://scheduler:8786."),
)


def playing_options(command: Command) -> Command:
    """Give a command the options of how games are got; it is called with them as one argument ``playing``."""

    @functools.wraps(command)
    def with_playing(
        *,
        store: str | None,
        no_store: bool,
        threads: int | None,
        processes: int | None,
        cluster: str | None,
        **given: Any,
    ) -> Any:
        if sum(each is not None for each in (threads, processes, cluster)) > 1:
            raise click.UsageError("give one of --threads, --processes and --cluster")
        if no_store and store is not None:
            raise click.UsageError("give one of --store and --no-store")
        say_if_compiling()
        return command(**given, playing=_playing(store, no_store, threads, processes, cluster))

    for option in reversed(_PLAYING):
        with_playing = option(with_playing)
    return with_playing


@contextlib.contextmanager
def _playing(
    store: str | None, no_store: bool, threads: int | None, processes: int | None, cluster: str | None
) -> "Iterator[Playing]":
    """How games are got; while they are, progress is shown, and an interrupt says what is kept."""
    from simulator.studies import Store

    kept = Store(store, say=lambda message: click.echo(f"Warning: {message}", err=True))
    message = f"What was played is kept in {kept.folder}: the same command goes on from there."
    with told_if_interrupted("Nothing is kept." if no_store else message), progress_bar() as progress:
        yield {
            "store": False if no_store else kept,
            "threads": threads,
            "processes": processes,
            "cluster": cluster,
            "progress": progress,
            "command": command_line(),
        }


def load_all(names: Sequence[str], settings: Sequence[str] = ()) -> "list[Variant]":
    """Load variants by name or file, each with the same settings."""
    return [load_variant(name, overrides=settings) for name in names]
