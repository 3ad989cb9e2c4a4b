"""The command line: ``double-seven``. Thin: every command is one call into the layers below, and words around it.

Heavy modules are imported inside the commands that need them, so that ``--help`` and ``variants`` answer at once.
"""

import contextlib
import functools
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from simulator.errors import Mistake
from simulator.variants import VariantError, bundled_variants, differences, load_variant, written

if TYPE_CHECKING:
    from rich.table import Table

    from simulator.reports.study_progress import StudyProgress
    from simulator.studies import Entry, Match, Store
    from simulator.studies.simulating import Progress
    from simulator.studies.tuning import TuningProgress
    from simulator.variants import Variant

_FIRST_STEPS = """\b
First steps:
  double-seven variants                        the rule sets at hand
  double-seven diff rulebook online-zh         what one changes, in words
  double-seven compare rulebook rainbow-off    what that does to play
  double-seven play --seed 7                   one game, told move by move

A rule set is a bundled name or the path of a YAML file; `--set rainbow.enabled=false` changes a rule on the spot.
"""


class Commands(click.Group):
    """The group of commands, in the order in which a newcomer meets them; a mistake ends in one line, no traceback."""

    def list_commands(self, context: click.Context) -> list[str]:
        """Give the commands in the order of their definition."""
        return list(self.commands)

    def invoke(self, context: click.Context) -> Any:
        """Run a command; what its user got wrong is said plainly."""
        try:
            return super().invoke(context)
        except Mistake as error:
            raise click.ClickException(str(error)) from error
        except OSError as error:
            if error.filename is None:
                raise
            raise click.ClickException(f"{error.filename}: {error.strerror}") from error


@click.group(cls=Commands, epilog=_FIRST_STEPS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="double-seven")
def main() -> None:
    """See what a rule of Double Seven does: rules as data, games by the million, differences with error bars."""


def _numbers(context: click.Context, parameter: click.Parameter, value: str | None) -> list[int] | None:
    """Read ``2,3,4``."""
    if value is None:
        return None
    try:
        return sorted({int(number) for number in value.split(",")})
    except ValueError:
        raise click.BadParameter(f"{value!r} is not a list of numbers such as 2,3,4") from None


_setting = click.option(
    "--set", "settings", multiple=True, metavar="KEY=VALUE", help="Change a rule on the spot; may be repeated."
)
_variant = click.option("--variant", "name", default="rulebook", show_default=True, help="A bundled name or a file.")
_json = click.option(
    "--json", "json_file", type=click.Path(dir_okay=False), help="Also write the figures to this file."
)
_variants = click.argument("names", nargs=-1, required=True, metavar="VARIANT...")
_players = click.option(
    "--players",
    callback=_numbers,
    metavar="2,3,4",
    help="Numbers of players. [default: every number that all the variants allow]",
)
_seats = click.option(
    "--seats",
    default="house",
    show_default=True,
    metavar="PLAYER[,PLAYER...]",
    help="One player for all, or one a seat.",
)
_seed = click.option(
    "--seed", default=1, show_default=True, type=click.IntRange(0, 2**64 - 1), help="Fixes every game."
)
_store = click.option(
    "--store",
    type=click.Path(file_okay=False),
    metavar="FOLDER",
    help="Where games are kept. [default: DOUBLE_SEVEN_STORE, or a folder of your cache]",
)
_threads = click.option("--threads", type=click.IntRange(1), help="By default one a core; results do not depend on it.")


def _load(names: Sequence[str], settings: Sequence[str] = ()) -> "list[Variant]":
    return [load_variant(name, overrides=settings) for name in names]


def _players_of(variants: "Sequence[Variant]", players: list[int] | None) -> list[int]:
    """The numbers of players asked for, or all that every variant allows."""
    if players is not None:
        return players
    fewest = max(variant.players.min for variant in variants)
    most = min(variant.players.max for variant in variants)
    if fewest > most:
        raise click.UsageError("no number of players suits all these variants (players.min, players.max)")
    return list(range(fewest, most + 1))


def _say_if_compiling() -> None:
    """Warn about the one long wait: the first run of this version compiles the engine."""
    from simulator.engine.compiling import is_compiled

    if not is_compiled():
        click.echo("Compiling the engine: once, some ten to thirty seconds …", err=True)


@contextlib.contextmanager
def _progress(what: str) -> "Iterator[Progress]":
    """A progress bar on standard error, with rate and time left, that is gone when the work is done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TextColumn("games, left:"), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


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
    _print(table)


@main.command()
@click.argument("name", metavar="VARIANT")
@_setting
def show(name: str, settings: tuple[str, ...]) -> None:
    """Print a variant with every rule filled in; the output is a variant file."""
    click.echo(load_variant(name, overrides=settings).to_yaml(), nl=False)


@main.command()
@click.argument("before", metavar="A")
@click.argument("after", metavar="B")
def diff(before: str, after: str) -> None:
    """Say in words how variant B differs from variant A."""
    first, second = _load([before, after])
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


@main.command()
def players() -> None:
    """List the players that can take a seat, weakest first, and what can be asked of any of them."""
    from simulator.players import PLAYERS, STYLES

    for player in PLAYERS:
        click.echo(f"{player.name:<16} {player.summary}")
    click.echo("\nBehind a player, also several:")
    for style in STYLES:
        click.echo(f"/{style.name:<15} {style.summary}")
    click.echo(
        "\nplanner plays with the rulebook's weights, planner@tuned with those of the variant that is played,"
        "\nplanner@untuned with weights set by judgement, planner@FILE.json with those of a file."
        "\npath.py:function is a player of your own."
    )


@main.command()
@_variant
@_setting
@click.option(
    "--players",
    "seats",
    default="house,house",
    show_default=True,
    metavar="PLAYER,PLAYER[,...]",
    help="The player in each seat.",
)
@_seed
@click.option("--game", default=0, show_default=True, type=click.IntRange(0, 2**63 - 1), help="The game's number.")
@click.option("--record", type=click.Path(dir_okay=False), help="Also write the game's record to this file.")
def play(name: str, settings: tuple[str, ...], seats: str, seed: int, game: int, record: str | None) -> None:
    """Play one game and tell it move by move: the very game that a batch plays under this seed and number."""
    _say_if_compiling()
    from simulator.files import check_writable
    from simulator.records import play_game, record_of, tell, write_records

    if record is not None:
        check_writable(record)
    variant = load_variant(name, overrides=settings)
    names = [seat.strip() for seat in seats.split(",")]
    written = record_of(play_game(variant, names, seed=seed, number=game), names, seed=seed, number=game)
    for line in tell(written, variant):
        click.echo(line)
    if record is not None:
        write_records(record, [written])
        click.echo(f"Record written to {record}", err=True)


@main.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--variant", "name", help="Rules to verify against. [default: the variant that each record names]")
@_setting
def verify(files: tuple[str, ...], name: str | None, settings: tuple[str, ...]) -> None:
    """Replay game records move by move; refuse those that break a rule, naming the event and the rule."""
    _say_if_compiling()
    from simulator.records import RecordError, read_records
    from simulator.records import verify as verify_record

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
    from simulator.records import RecordError

    name = record.get("variant")
    if not isinstance(name, str):
        raise RecordError(f"variant is {name!r}, not a name: say which rules with --variant")
    return name


@main.command()
@_variants
@_setting
@_players
@_seats
@click.option("--games", default=100_000, show_default=True, type=click.IntRange(1), help="Games of each.")
@click.option(
    "--first-game", default=0, show_default=True, type=click.IntRange(0, 2**63 - 1), help="Number of the first game."
)
@_seed
@click.option("--out", required=True, type=click.Path(dir_okay=False), help="Parquet file, written whole.")
@_threads
def simulate(
    names: tuple[str, ...],
    settings: tuple[str, ...],
    players: list[int] | None,
    seats: str,
    games: int,
    first_game: int,
    seed: int,
    out: str,
    threads: int | None,
) -> None:
    """Play many games of each variant into a Parquet file, one row a game.

    Game i has the same tiles in the same order under every variant. `double-seven columns` explains the columns.
    """
    _say_if_compiling()
    from simulator.studies import simulate_to_file

    loaded = _load(names, settings)
    with _progress("Playing") as progress, _told_if_interrupted(f"{out} is as it was before."):
        rows = simulate_to_file(
            out,
            loaded,
            players=_players_of(loaded, players),
            seats=seats,
            games=games,
            first_game=first_game,
            seed=seed,
            number_of_threads=threads,
            progress=progress,
        )
    click.echo(f"{rows:,} games written to {out}")


@contextlib.contextmanager
def _told_if_interrupted(message: str) -> Iterator[None]:
    """Say what an interrupt leaves behind."""
    try:
        yield
    except KeyboardInterrupt:
        click.echo(f"Interrupted. {message}", err=True)
        sys.exit(130)


@main.command()
def columns() -> None:
    """Explain the columns of a results file."""
    from rich.table import Table

    from simulator.studies import COLUMNS

    table = Table(box=None, pad_edge=False)
    for heading in ("column", "type", "meaning"):
        table.add_column(heading, no_wrap=heading != "meaning")
    for column in COLUMNS:
        table.add_row(column.name, str(column.dtype).replace("(", " of ").replace(")", ""), column.meaning)
    _print(table)


@main.command()
@_variants
@_setting
@_players
@_seats
@click.option("--games", default=20_000, show_default=True, type=click.IntRange(2), help="Decks for each.")
@_seed
@click.option("--html", type=click.Path(dir_okay=False), help="Also write a page with charts, complete in one file.")
@_threads
def compare(
    names: tuple[str, ...],
    settings: tuple[str, ...],
    players: list[int] | None,
    seats: str,
    games: int,
    seed: int,
    html: str | None,
    threads: int | None,
) -> None:
    """Compare variants with the first one, over the same decks: what differs in words, and what that does to play."""
    _say_if_compiling()
    from simulator.reports import compare as compare_variants

    loaded = _load(names, settings)
    with _progress("Playing") as progress, _told_if_interrupted("Nothing was written."):
        comparison = compare_variants(
            loaded,
            players=_players_of(loaded, players),
            seats=seats,
            games=games,
            seed=seed,
            number_of_threads=threads,
            progress=progress,
            command=_command_line(),
        )
    _print(comparison)
    if html is not None:
        comparison.write_html(html)
        click.echo(f"Page written to {html}", err=True)


@main.command()
@_variants
@click.option("--base", default="rulebook", show_default=True, help="What each is held against: a name or a file.")
@_setting
@click.option(
    "--players", callback=_numbers, metavar="2,3,4", help="Numbers of players. [default: all that each variant allows]"
)
@click.option(
    "--games",
    type=click.IntRange(2),
    help="Decks for each by house; planner plays a quarter. [default: as many as take some twenty seconds]",
)
@_seed
@click.option("--html", required=True, type=click.Path(dir_okay=False), help="The page to write, complete in one file.")
@_threads
def dossier(
    names: tuple[str, ...],
    base: str,
    settings: tuple[str, ...],
    players: list[int] | None,
    games: int | None,
    seed: int,
    html: str,
    threads: int | None,
) -> None:
    """Gather all that can be said of variants in one page to mail or to print.

    Length, Double Seven, seats, course of the game, use and worth of each rule, two levels of skill, one game told, and
    how sure all that is. --set changes the variants, not the base.
    """
    _say_if_compiling()
    from simulator.files import check_writable
    from simulator.reports import dossier as gather

    check_writable(html)
    with _progress("Playing") as progress, _told_if_interrupted("Nothing was written."):
        gathered = gather(
            _load(names, settings),
            base,
            players,
            games=games,
            seed=seed,
            number_of_threads=threads,
            progress=progress,
            command=_command_line(),
        )
    gathered.write_html(html)
    _print(gathered)
    click.echo(f"Page written to {html}", err=True)


@main.command()
@click.argument("name", metavar="VARIANT")
@click.option(
    "--dial",
    "dials",
    multiple=True,
    required=True,
    metavar="KEY=FROM..TO",
    help="A rule and its values: seven.size=5..9, or a list such as 4,6,8 or true,false. Several make a grid.",
)
@click.option(
    "--aim",
    "aims",
    multiple=True,
    metavar="AIM",
    help="Recommend a setting: 'turns nearest 30', 'first_seat_advantage within 2%'; also under, over, lowest, "
    "highest. It counts at every number of players; may be repeated.",
)
@_setting
@_players
@_seats
@click.option("--games", default=10_000, show_default=True, type=click.IntRange(2), help="Decks for each setting.")
@_seed
@click.option("--html", type=click.Path(dir_okay=False), help="Also write a page with charts, complete in one file.")
@_threads
def sweep(
    name: str,
    dials: tuple[str, ...],
    aims: tuple[str, ...],
    settings: tuple[str, ...],
    players: list[int] | None,
    seats: str,
    games: int,
    seed: int,
    html: str | None,
    threads: int | None,
) -> None:
    """Turn one dial or a grid of them: what each setting does to play, and which one serves an aim best."""
    from simulator.reports.dials import read_dials
    from simulator.reports.sweeping import sweep as sweep_dials

    _say_if_compiling()
    with _progress("Playing") as progress, _told_if_interrupted("Nothing was written."):
        found = sweep_dials(
            name,
            read_dials(dials),
            settings=settings,
            aims=aims,
            players=players,
            seats=seats,
            games=games,
            seed=seed,
            number_of_threads=threads,
            progress=progress,
            command=_command_line(),
        )
    _print(found)
    if html is not None:
        found.write_html(html)
        click.echo(f"Page written to {html}", err=True)


@main.command()
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--games", type=click.IntRange(1), help="Decks, in place of what the file says.")
@click.option(
    "--precision",
    multiple=True,
    metavar="±AMOUNT",
    help='Go on until numbers are known so well, for example "±0.2 turns" or "±1 point of win share"; may be repeated.',
)
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), help="In place of what the file says.")
@click.option("--out", type=click.Path(dir_okay=False), help="Also write every game to this Parquet file.")
@_threads
@click.option("--processes", type=click.IntRange(1), help="Play in so many processes instead of threads.")
@click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster, for example tcp://scheduler:8786.")
@_store
def study(
    file: str,
    games: int | None,
    precision: tuple[str, ...],
    seed: int | None,
    out: str | None,
    threads: int | None,
    processes: int | None,
    cluster: str | None,
    store: str | None,
) -> None:
    """Play the study that a YAML file describes, and tell what it finds.

    Games are kept in a store: what was played before, by this study or another, is not played again, and an interrupted
    study goes on where it was. README.md shows what such a file says.
    """
    if sum(each is not None for each in (threads, processes, cluster)) > 1:
        raise click.UsageError("give one of --threads, --processes and --cluster")
    _say_if_compiling()
    from simulator import studies
    from simulator.files import check_writable
    from simulator.reports import load_study

    asked = {"games": games, "precision": precision or None, "seed": seed}
    described = load_study(file, **{name: value for name, value in asked.items() if value is not None})
    if out is not None:
        check_writable(out)
    kept = studies.Store(store, say=lambda message: click.echo(f"Warning: {message}", err=True))
    playing = (
        studies.processes(processes) if processes else studies.cluster(cluster) if cluster else studies.threads(threads)
    )
    told = _told_if_interrupted(
        f"What was played is kept in {kept.folder}: the same command goes on from there."
        if described.may_be_kept
        else "Nothing is kept, since a player's file imports others."
    )
    with told, _study_progress() as progress, playing as (executor, at_once):
        results = described.run(
            store=kept, executor=executor, at_once=at_once, progress=progress, command=_command_line()
        )
    _print(results)
    if out is not None:
        results.write_parquet(out)
        click.echo(f"{results.number_of_games:,} games written to {out}", err=True)


@contextlib.contextmanager
def _study_progress() -> "Iterator[Callable[[StudyProgress], None]]":
    """A progress bar with rate, time left and how well the headline numbers are known, gone when all is done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TimeRemainingColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:,.0f}/s" if task.speed else "")

    class Precision(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(task.description)

    console = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn(), Precision())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=None)
        yield lambda now: bar.update(task, completed=now.done, total=now.planned, description=now.precision)


@main.group(invoke_without_command=True)
@_store
@click.pass_context
def store(context: click.Context, store: str | None) -> None:
    """List the games that are kept, and whether today's engine and players would still play them so."""
    from simulator.studies import Store

    context.obj = Store(store)
    if context.invoked_subcommand is None:
        entries = context.obj.entries()
        _print(_entries_table(entries))
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
    _print(_entries_table(going))
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


def _command_line() -> str:
    """The command as it was typed, for the provenance of a page."""
    import shlex

    return shlex.join(["double-seven", *sys.argv[1:]])


def _rungs(context: click.Context, parameter: click.Parameter, value: str) -> dict[str, int | None]:
    """Read ``random,greedy=5000``: players, weakest first, some with a number of decks of their own."""
    rungs: dict[str, int | None] = {}
    for word in value.split(","):
        rung, equals, number = word.strip().rpartition("=")
        if equals and not (number.isdecimal() and int(number)):
            raise click.BadParameter(f"{word!r}: behind = stands the number of decks of {rung}, from 1")
        name = rung if equals else number
        if name in rungs:
            raise click.BadParameter(f"{name} stands on two rungs: name each player once")
        rungs[name] = int(number) if equals else None
    return rungs


@main.command()
@_variant
@_setting
@click.option(
    "--players", default="2,3", show_default=True, callback=_numbers, metavar="2,3,4", help="Numbers of players."
)
@click.option(
    "--rungs",
    default="random,greedy,house,planner@untuned,planner",
    show_default=True,
    callback=_rungs,
    metavar="PLAYER[=DECKS],...",
    help="Players, weakest first; behind = a number of decks for this one, where others should play more or fewer.",
)
@click.option("--decks", default=2_000, show_default=True, type=click.IntRange(1), help="Decks of each pair.")
@click.option("--every-pair", is_flag=True, help="Every rung meets every lower one, not only the next.")
@_seed
@_json
@click.option(
    "--out",
    "folder",
    type=click.Path(file_okay=False),
    help="Folder that keeps each finished pair; run again, the ladder goes on from there.",
)
@_threads
def ladder(
    name: str,
    settings: tuple[str, ...],
    players: list[int],
    rungs: dict[str, int | None],
    decks: int,
    every_pair: bool,
    seed: int,
    json_file: str | None,
    folder: str | None,
    threads: int | None,
) -> None:
    """Measure players against one another: each rung against the one below it, seats rotated over the same decks."""
    _say_if_compiling()
    from simulator.files import check_writable
    from simulator.reports import ladder as climb

    if json_file is not None:
        check_writable(json_file)
    kept = "Nothing was kept." if folder is None else f"Finished pairs are kept in {folder}."
    with _progress("Playing") as progress, _told_if_interrupted(kept):
        climbed = climb(
            load_variant(name, overrides=settings),
            players=players,
            rungs=list(rungs),
            decks=decks,
            decks_of={rung: number for rung, number in rungs.items() if number is not None},
            every_pair=every_pair,
            seed=seed,
            folder=folder,
            number_of_threads=threads,
            progress=progress,
        )
    _print(climbed)
    if json_file is not None:
        climbed.write_json(json_file)


@main.command()
@click.argument("name", metavar="VARIANT")
@_setting
@click.option("--player", default="planner", show_default=True, help="The player that takes the weights.")
@click.option("--players", default=3, show_default=True, type=click.IntRange(2), help="Number of players.")
@click.option(
    "--minutes", type=click.FloatRange(0, min_open=True), help="How long to search. [default: 5, without --generations]"
)
@click.option("--generations", type=click.IntRange(1), help="Search so many generations: the same each time.")
@click.option("--decks", default=400, show_default=True, type=click.IntRange(1), help="New decks of each generation.")
@click.option(
    "--check-decks", default=3_000, show_default=True, type=click.IntRange(2), help="Fresh decks of the check."
)
@_seed
@click.option(
    "--out",
    "file",
    type=click.Path(dir_okay=False),
    metavar="FILE.json",
    help="Where better weights are kept, beside those for other numbers of players. [default: VARIANT.weights.json]",
)
@click.option("--forecast-only", is_flag=True, help="Keep the weights, and fit only the forecast of search anew.")
@_threads
def tune(
    name: str,
    settings: tuple[str, ...],
    player: str,
    players: int,
    minutes: float | None,
    generations: int | None,
    decks: int,
    check_decks: int,
    seed: int,
    file: str | None,
    forecast_only: bool,
    threads: int | None,
) -> None:
    """Find the planner's weights for a variant: search, check on fresh decks, and keep what is surely better.

    With them goes a forecast, fitted to games of the planner, by which search judges what its playouts lead to. An
    interrupt (Ctrl-C) ends the search, and what it has found is checked and kept; a second one ends all.
    """
    _say_if_compiling()
    from simulator.reports import tune as tune_weights
    from simulator.reports import tune_forecast

    variant = load_variant(name, overrides=settings)
    file = file or f"{re.sub(r'[^A-Za-z0-9.-]+', '-', variant.name)}.weights.json"
    if forecast_only:
        if minutes is not None or generations is not None:
            raise click.UsageError("--forecast-only makes no search: leave out --minutes and --generations")
        click.echo(tune_forecast(variant, players=players, seed=seed, file=file))
        return
    with _tuning_progress() as progress, _told_if_interrupted(f"Nothing was kept; {file} is as it was before."):
        tuned = tune_weights(
            variant,
            players=players,
            player=player,
            generations=generations,
            minutes=minutes,
            decks=decks,
            check_decks=check_decks,
            seed=seed,
            file=file,
            number_of_threads=threads,
            progress=progress,
        )
    _print(tuned)


@contextlib.contextmanager
def _tuning_progress() -> "Iterator[TuningProgress]":
    """A progress bar of a search on standard error, with generations, the best share and the time left."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("Searching"), BarColumn(), TextColumn("{task.description} left:"), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("first generation,", total=1.0)

        def told(generation: int, share: float, done: float) -> None:
            words = f"generation {generation}, its best wins {100 * share:.1f} %,"
            bar.update(task, completed=done, description=words if done < 1 else f"{words} checking,")

        yield told


@main.command()
@_json
@click.option(
    "--memory-games",
    default=1_000_000,
    show_default=True,
    type=click.IntRange(100_000),
    help="Games of the larger memory run; the smaller has 100,000.",
)
def bench(json_file: str | None, memory_games: int) -> None:
    """Measure speeds on this machine: games and decisions a second, threads, compile and start times, memory."""
    _say_if_compiling()
    from simulator.reports.benchmark import measure

    benchmark = measure(memory_games=memory_games, say=lambda what: click.echo(f"Measuring: {what} …", err=True))
    _print(benchmark)
    if json_file is not None:
        benchmark.write_json(json_file)


def _print(thing: Any) -> None:
    """Print with rich, as wide as the terminal; a pipe gets 100 columns."""
    from rich.console import Console

    console = Console()
    if not console.is_terminal:
        console = Console(width=100)
    console.print(thing)


if __name__ == "__main__":
    main()
