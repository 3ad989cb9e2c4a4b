"""Commands about how well players play, and how fast: ``ladder``, ``train`` and ``bench``."""

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

import click

from simulator.cli.group import main
from simulator.cli.options import (
    NewFile,
    decks_option,
    json_option,
    players_option,
    playing_options,
    read_numbers,
    seed_option,
    setting_option,
    threads_option,
    variant_argument,
)
from simulator.cli.telling import print_told, say_if_compiling, told_if_interrupted, training_progress_bar
from simulator.variants import load_variant

if TYPE_CHECKING:
    from simulator.studies import Playing


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
@variant_argument
@setting_option
@click.option(
    "--players", default="2,3", show_default=True, callback=read_numbers, metavar="2,3,4", help="Numbers of players."
)
@click.option(
    "--rungs",
    default="random,greedy,house,planner,trained",
    show_default=True,
    callback=_rungs,
    metavar="PLAYER[=DECKS],...",
    help="Players, weakest first; behind = a number of decks for this one, where others should play more or fewer.",
)
@decks_option(2_000, "Decks of each pair.")
@click.option("--every-pair", is_flag=True, help="Every rung meets every lower one, not only the next.")
@click.option("--speeds", is_flag=True, help="Also time each rung, half a second or more at each number of players.")
@seed_option
@json_option
@playing_options
def ladder(
    name: str,
    settings: tuple[str, ...],
    players: list[int],
    rungs: dict[str, int | None],
    decks: int,
    every_pair: bool,
    speeds: bool,
    seed: int,
    json_file: str | None,
    playing: "AbstractContextManager[Playing]",
) -> None:
    """Measure players against one another. Each rung meets the one below it, seats rotated over the same decks."""
    from simulator.reports import ladder as climb

    with playing as how:
        climbed = climb(
            load_variant(name, overrides=settings),
            players=players,
            rungs=list(rungs),
            decks=decks,
            decks_of={rung: number for rung, number in rungs.items() if number is not None},
            every_pair=every_pair,
            seed=seed,
            speeds=speeds,
            **how,
        )
    print_told(climbed)
    if json_file is not None:
        climbed.write_json(json_file)


@main.command()
@click.argument("name", metavar="VARIANT")
@setting_option
@players_option
@click.option(
    "--minutes",
    type=click.FloatRange(0, min_open=True),
    help="How long to train for each number of players. [default: 5, without --rounds]",
)
@click.option("--rounds", type=click.IntRange(1), help="Train so many rounds: the same network each time.")
@click.option("--games", default=16_000, show_default=True, type=click.IntRange(100), help="Games of a round.")
@click.option("--from-nothing", is_flag=True, help="Begin with the planner's games, not with the nearest network.")
@click.option(
    "--check-decks", default=1_000, show_default=True, type=click.IntRange(2), help="Fresh decks of the check."
)
@seed_option
@click.option(
    "--out",
    "file",
    type=NewFile(),
    metavar="FILE.npz",
    help="Keep the networks in this file. [default: with the store, where trained finds them by the rules]",
)
@threads_option
def train(
    name: str,
    settings: tuple[str, ...],
    players: list[int] | None,
    minutes: float | None,
    rounds: int | None,
    games: int,
    from_nothing: bool,
    check_decks: int,
    seed: int,
    file: str | None,
    threads: int | None,
) -> None:
    """Train the player trained on a variant's rules.

    It plays against itself, learns from that, and meets the planner, house and its own beginning after each round. The
    best round is checked on fresh decks, and kept if it surely beats the network that the training began with: that of
    the nearest rules. Every round is kept until then, so that a training that was cut off goes on. An interrupt
    (Ctrl-C) ends it, and what it has found is checked and kept; a second one ends all.
    """
    say_if_compiling()
    from simulator.reports import train as train_networks

    kept = "The rounds that are done are kept, and the same command goes on from there."
    with training_progress_bar() as progress, told_if_interrupted(kept):
        trained = train_networks(
            load_variant(name, overrides=settings),
            players=players,
            rounds=rounds,
            minutes=minutes,
            games=games,
            check_decks=check_decks,
            seed=seed,
            from_nothing=from_nothing,
            file=file,
            threads=threads,
            told=progress,
        )
    for each in trained:
        print_told(each)


@main.command()
@json_option
@click.option(
    "--memory-games",
    default=1_000_000,
    show_default=True,
    type=click.IntRange(100_000),
    help="Games of the larger memory run; the smaller has 100,000.",
)
def bench(json_file: str | None, memory_games: int) -> None:
    """Measure speeds on this machine. Games and decisions a second, threads, compile and start times, memory."""
    say_if_compiling()
    from simulator.reports.benchmark import measure

    benchmark = measure(memory_games=memory_games, say=lambda what: click.echo(f"Measuring: {what} …", err=True))
    print_told(benchmark)
    if json_file is not None:
        benchmark.write_json(json_file)
