"""Commands that play many games: ``simulate``, ``columns``, ``compare``, ``dossier``, ``sweep`` and ``study``."""

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

import click

from simulator.cli.group import main
from simulator.cli.options import (
    NewFile,
    decks_option,
    line_up_option,
    load_all,
    page_option,
    players_option,
    playing_options,
    read_numbers,
    seats_option,
    seed_option,
    setting_option,
    variants_argument,
)
from simulator.cli.telling import print_told, write_page

if TYPE_CHECKING:
    from simulator.studies import Playing

    HowToPlay = AbstractContextManager[Playing]


@main.command()
@variants_argument
@setting_option
@players_option
@seats_option
@click.option(
    "--games", default=100_000, show_default=True, type=click.IntRange(1), help="Games of each, in each seating."
)
@click.option(
    "--first-game", default=0, show_default=True, type=click.IntRange(0, 2**63 - 1), help="Number of the first game."
)
@seed_option
@click.option("--no-rotate", is_flag=True, help="Leave each player in the seat that it is named for.")
@click.option("--out", required=True, type=NewFile(), help="Parquet file, written whole.")
@playing_options
def simulate(
    names: tuple[str, ...],
    settings: tuple[str, ...],
    players: list[int] | None,
    seats: tuple[str, ...],
    games: int,
    first_game: int,
    seed: int,
    no_rotate: bool,
    out: str,
    playing: "HowToPlay",
) -> None:
    """Play many games into a Parquet file, one row a game.

    Game i has the same tiles in the same order under every variant. Where the players of --seats differ, each game is
    played once by each rotation of the seats, so that everyone has sat everywhere, unless --no-rotate is given.
    `double-seven columns` explains the columns, and tells of a file by which rules its games were played.
    """
    from simulator.studies import simulate_to_file

    loaded = load_all(names, settings)
    with playing as how:
        rows = simulate_to_file(
            out,
            loaded,
            players=players,
            seats=list(seats),
            games=games,
            first_game=first_game,
            seed=seed,
            rotate=not no_rotate,
            **how,
        )
    click.echo(f"{rows:,} games written to {out}")


@main.command()
@click.argument("file", required=False, type=click.Path(dir_okay=False))
def columns(file: str | None) -> None:
    """Explain the columns of a results file. With a FILE: by which rules and whom its games were played."""
    from rich.table import Table

    from simulator.studies import COLUMNS, read_results
    from simulator.telling.provenance import provenance_lines

    if file is not None:
        provenance = read_results(file).provenance
        for label, text in provenance_lines(provenance):
            click.echo(f"{label}: {text}")
        for variant in provenance.variants:
            click.echo(f"\n# {variant.name}\n{variant.to_yaml()}", nl=False)
        return
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
@decks_option(20_000, "Decks for each variant.")
@seed_option
@page_option
@playing_options
def compare(
    names: tuple[str, ...],
    settings: tuple[str, ...],
    players: list[int] | None,
    seats: tuple[str, ...],
    decks: int,
    seed: int,
    page: str | None,
    playing: "HowToPlay",
) -> None:
    """Compare variants with the first one, over the same decks. What differs in words, and what that does to play."""
    from simulator.reports import compare as compare_variants

    loaded = load_all(names, settings)
    with playing as how:
        comparison = compare_variants(loaded, players=players, seats=list(seats), decks=decks, seed=seed, **how)
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
    "--seats",
    multiple=True,
    default=("house", "planner"),
    show_default=True,
    metavar="PLAYER",
    help="Who plays in every seat; repeated, the others are a second opinion.",
)
@click.option(
    "--decks",
    type=click.IntRange(2),
    help="Decks for each by the first players; the others play a quarter. [default: as many as take twenty seconds]",
)
@seed_option
@click.option("--html", "page", required=True, type=NewFile(), help="The page to write, complete in one file.")
@playing_options
def dossier(
    names: tuple[str, ...],
    base: str,
    settings: tuple[str, ...],
    players: list[int] | None,
    seats: tuple[str, ...],
    decks: int | None,
    seed: int,
    page: str,
    playing: "HowToPlay",
) -> None:
    """Gather all that can be said of variants on one page.

    To mail or to print: length, Double Seven, seats, course of the game, use and worth of each rule, two levels of
    skill, one game told, and how sure all that is. --set changes the variants, not the base.
    """
    from simulator.reports import dossier as gather

    loaded = load_all(names, settings)
    with playing as how:
        gathered = gather(loaded, base, players=players, seats=list(seats), decks=decks, seed=seed, **how)
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
@line_up_option
@decks_option(10_000, "Decks for each setting.")
@seed_option
@page_option
@playing_options
def sweep(
    name: str,
    dials: tuple[str, ...],
    aims: tuple[str, ...],
    settings: tuple[str, ...],
    players: list[int] | None,
    seats: str,
    decks: int,
    seed: int,
    page: str | None,
    playing: "HowToPlay",
) -> None:
    """Turn one dial or a grid of them. What each setting does to play, and which one serves an aim best."""
    from simulator.reports import sweep as sweep_dials
    from simulator.reports.sweeps.dials import read_dials

    with playing as how:
        found = sweep_dials(
            name,
            read_dials(dials),
            settings=settings,
            aims=aims,
            players=players,
            seats=seats,
            decks=decks,
            seed=seed,
            **how,
        )
    print_told(found)
    write_page(found, page)


@main.command()
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--decks", type=click.IntRange(1), help="In place of what the file says.")
@click.option(
    "--precision",
    multiple=True,
    metavar="±AMOUNT",
    help='Go on until numbers are known so well, for example "±0.2 turns" or "±1 point of win share"; may be repeated.',
)
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), help="In place of what the file says.")
@click.option("--out", type=NewFile(), help="Also write every game to this Parquet file.")
@playing_options
def study(
    file: str,
    decks: int | None,
    precision: tuple[str, ...],
    seed: int | None,
    out: str | None,
    playing: "HowToPlay",
) -> None:
    """Play the study that a YAML file describes.

    Games are kept in a store: what was played before, by this study or another, is not played again, and an interrupted
    study goes on where it was. README.md shows what such a file says.
    """
    from simulator.reports.study import study_report
    from simulator.studies import load_study

    asked = {"decks": decks, "precision": precision or None, "seed": seed}
    described = load_study(file, **{name: value for name, value in asked.items() if value is not None})
    with playing as how:
        results = described.run(**how)
    print_told(study_report(results))
    if out is not None:
        results.write_parquet(out)
        click.echo(f"{results.number_of_games:,} games written to {out}", err=True)
