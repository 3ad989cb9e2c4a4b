"""Commands that play many games: ``simulate``, ``columns``, ``compare``, ``dossier``, ``sweep`` and ``study``."""

import click

from simulator.cli.group import main
from simulator.cli.options import (
    NewFile,
    load_all,
    page_option,
    players_of,
    players_option,
    read_numbers,
    seats_option,
    seed_option,
    setting_option,
    store_option,
    threads_option,
    variants_argument,
)
from simulator.cli.telling import (
    command_line,
    print_told,
    progress_bar,
    say_if_compiling,
    study_progress_bar,
    told_if_interrupted,
    write_page,
)


@main.command()
@variants_argument
@setting_option
@players_option
@seats_option
@click.option("--games", default=100_000, show_default=True, type=click.IntRange(1), help="Games of each.")
@click.option(
    "--first-game", default=0, show_default=True, type=click.IntRange(0, 2**63 - 1), help="Number of the first game."
)
@seed_option
@click.option("--out", required=True, type=NewFile(), help="Parquet file, written whole.")
@threads_option
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
    """Play many games into a Parquet file, one row a game.

    Game i has the same tiles in the same order under every variant. `double-seven columns` explains the columns.
    """
    say_if_compiling()
    from simulator.studies import simulate_to_file

    loaded = load_all(names, settings)
    with progress_bar("Playing") as progress, told_if_interrupted(f"{out} is as it was before."):
        rows = simulate_to_file(
            out,
            loaded,
            players=players_of(loaded, players),
            seats=seats,
            games=games,
            first_game=first_game,
            seed=seed,
            number_of_threads=threads,
            progress=progress,
        )
    click.echo(f"{rows:,} games written to {out}")


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
    print_told(table)


@main.command()
@variants_argument
@setting_option
@players_option
@seats_option
@click.option("--games", default=20_000, show_default=True, type=click.IntRange(2), help="Decks for each.")
@seed_option
@page_option
@threads_option
def compare(
    names: tuple[str, ...],
    settings: tuple[str, ...],
    players: list[int] | None,
    seats: str,
    games: int,
    seed: int,
    page: str | None,
    threads: int | None,
) -> None:
    """Compare variants with the first one, over the same decks. What differs in words, and what that does to play."""
    say_if_compiling()
    from simulator.reports import compare as compare_variants

    loaded = load_all(names, settings)
    with progress_bar("Playing") as progress, told_if_interrupted("Nothing was written."):
        comparison = compare_variants(
            loaded,
            players=players_of(loaded, players),
            seats=seats,
            games=games,
            seed=seed,
            number_of_threads=threads,
            progress=progress,
            command=command_line(),
        )
    print_told(comparison)
    write_page(comparison, page)


@main.command()
@variants_argument
@click.option("--base", default="rulebook", show_default=True, help="What each is held against: a name or a file.")
@setting_option
@click.option(
    "--players",
    callback=read_numbers,
    metavar="2,3,4",
    help="Numbers of players. [default: all that each variant allows]",
)
@click.option(
    "--games",
    type=click.IntRange(2),
    help="Decks for each by house; planner plays a quarter. [default: as many as take some twenty seconds]",
)
@seed_option
@click.option("--html", "page", required=True, type=NewFile(), help="The page to write, complete in one file.")
@threads_option
def dossier(
    names: tuple[str, ...],
    base: str,
    settings: tuple[str, ...],
    players: list[int] | None,
    games: int | None,
    seed: int,
    page: str,
    threads: int | None,
) -> None:
    """Gather all that can be said of variants on one page.

    To mail or to print: length, Double Seven, seats, course of the game, use and worth of each rule, two levels of
    skill, one game told, and how sure all that is. --set changes the variants, not the base.
    """
    say_if_compiling()
    from simulator.reports import dossier as gather

    with progress_bar("Playing") as progress, told_if_interrupted("Nothing was written."):
        gathered = gather(
            load_all(names, settings),
            base,
            players,
            games=games,
            seed=seed,
            number_of_threads=threads,
            progress=progress,
            command=command_line(),
        )
    print_told(gathered)
    write_page(gathered, page)


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
@setting_option
@players_option
@seats_option
@click.option("--games", default=10_000, show_default=True, type=click.IntRange(2), help="Decks for each setting.")
@seed_option
@page_option
@threads_option
def sweep(
    name: str,
    dials: tuple[str, ...],
    aims: tuple[str, ...],
    settings: tuple[str, ...],
    players: list[int] | None,
    seats: str,
    games: int,
    seed: int,
    page: str | None,
    threads: int | None,
) -> None:
    """Turn one dial or a grid of them. What each setting does to play, and which one serves an aim best."""
    from simulator.reports.dials import read_dials
    from simulator.reports.sweeping import sweep as sweep_dials

    say_if_compiling()
    with progress_bar("Playing") as progress, told_if_interrupted("Nothing was written."):
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
            command=command_line(),
        )
    print_told(found)
    write_page(found, page)


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
@click.option("--out", type=NewFile(), help="Also write every game to this Parquet file.")
@threads_option
@click.option("--processes", type=click.IntRange(1), help="Play in so many processes instead of threads.")
@click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster, for example tcp://scheduler:8786.")
@store_option
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
    """Play the study that a YAML file describes.

    Games are kept in a store: what was played before, by this study or another, is not played again, and an interrupted
    study goes on where it was. README.md shows what such a file says.
    """
    if sum(each is not None for each in (threads, processes, cluster)) > 1:
        raise click.UsageError("give one of --threads, --processes and --cluster")
    say_if_compiling()
    from simulator import studies
    from simulator.reports import load_study

    asked = {"games": games, "precision": precision or None, "seed": seed}
    described = load_study(file, **{name: value for name, value in asked.items() if value is not None})
    kept = studies.Store(store, say=lambda message: click.echo(f"Warning: {message}", err=True))
    playing = (
        studies.processes(processes) if processes else studies.cluster(cluster) if cluster else studies.threads(threads)
    )
    told = told_if_interrupted(
        f"What was played is kept in {kept.folder}: the same command goes on from there."
        if described.may_be_kept
        else "Nothing is kept, since a player's file imports others."
    )
    with told, study_progress_bar() as progress, playing as (executor, at_once):
        results = described.run(
            store=kept, executor=executor, at_once=at_once, progress=progress, command=command_line()
        )
    print_told(results)
    if out is not None:
        results.write_parquet(out)
        click.echo(f"{results.number_of_games:,} games written to {out}", err=True)
