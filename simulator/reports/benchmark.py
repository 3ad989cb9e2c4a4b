"""How fast this machine plays: games and decisions a second, threads, compiling, starting, memory."""

import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numba
import numpy as np
from rich.console import Group
from rich.table import Table

from simulator.engine.compiling import SOURCES_DIGEST
from simulator.engine.state import new_games
from simulator.files import write_whole
from simulator.players import PLAYERS, new_desks, seat_records
from simulator.players.desk import PLANNED_POSITIONS
from simulator.players.playing import OUTCOME, play_games
from simulator.studies import simulate
from simulator.variants import Variant, load_variant

_SECONDS = 0.6
"""How long one measurement of speed plays, about."""

_REPEATS = 6

_FEWEST_GAMES = 8
"""Games of the slowest players: one game alone may be long or short."""

_SMALL_MEMORY_GAMES = 100_000

_PLANNED_GAMES = 500


@dataclass(frozen=True)
class Speed:
    """One player at one number of players: games and decisions a second on one thread, games a second on two."""

    player: str
    players: int
    games_per_second: float
    decisions_per_second: float
    games_per_second_two_threads: float

    @property
    def gain(self) -> float:
        """Two threads against one."""
        return self.games_per_second_two_threads / self.games_per_second


@dataclass(frozen=True)
class Benchmark:
    """All figures of one run; times in seconds, memory (the most that was resident) in megabytes.

    ``plans_cut_short`` gives, by number of players, the share of the planner's plans that use up their tables.
    """

    machine: dict[str, str]
    speeds: list[Speed]
    plans_cut_short: dict[int, float]
    first_start_seconds: float
    later_start_seconds: float
    memory_megabytes: dict[int, float]

    def write_json(self, path: str | Path) -> None:
        """Write the figures to a JSON file, whole or not at all."""
        with write_whole(path) as file:
            file.write_text(json.dumps(asdict(self), indent=2) + "\n", encoding="utf-8")

    def __rich__(self) -> Group:
        """Draw the figures as tables for the terminal."""
        speeds = Table(title="Speed, rulebook", title_justify="left")
        for heading in ("player", "players", "games/s", "decisions/s", "games/s, two threads", "gain"):
            speeds.add_column(heading, justify="left" if heading == "player" else "right")
        for speed in self.speeds:
            speeds.add_row(
                speed.player,
                str(speed.players),
                f"{speed.games_per_second:,.{0 if speed.games_per_second >= 10 else 1}f}",
                f"{speed.decisions_per_second / 1e6:.2f} M" if speed.decisions_per_second >= 1e4 else "",
                f"{speed.games_per_second_two_threads:,.{0 if speed.games_per_second >= 10 else 1}f}",
                f"{speed.gain:.2f} ×",
            )
        others = Table(title="Planning, starting and memory", title_justify="left", show_header=False)
        others.add_column()
        others.add_column(justify="right")
        for players, share in self.plans_cut_short.items():
            others.add_row(f"plans cut short at {PLANNED_POSITIONS} tables, {players} players", f"{share:.1%}")
        others.add_row("first start ever to the first game, compiling all", f"{self.first_start_seconds:.1f} s")
        others.add_row("every later start to the first game", f"{self.later_start_seconds:.2f} s")
        for games, megabytes in self.memory_megabytes.items():
            others.add_row(f"most memory, {games:,} games to a file", f"{megabytes:,.0f} MB")
        machine = " · ".join(self.machine.values())
        return Group(machine, speeds, others)


def measure(*, memory_games: int = 1_000_000, say: Callable[[str], None] = lambda what: None) -> Benchmark:
    """Measure everything; ``say`` is told what is being measured. Takes a minute, and longer with ``memory_games``."""
    rulebook = load_variant("rulebook")
    speeds = []
    for player in PLAYERS:
        for players in (2, 3, 4):
            say(f"{player.name}, {players} players")
            speeds.append(_speed(rulebook, player.name, players))
    say("plans cut short")
    cut_short = {players: _plans_cut_short(rulebook, players) for players in (2, 3, 4)}
    say("first and later start")
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "DOUBLE_SEVEN_CACHE": folder}
        first = _seconds_to_play(environment)
        later = min(_seconds_to_play(environment) for _ in range(3))
    memory = {}
    for games in (_SMALL_MEMORY_GAMES, memory_games):
        say(f"memory of {games:,} games")
        memory[games] = _memory_of(games)
    return Benchmark(_machine(), speeds, cut_short, first, later, memory)


def _machine() -> dict[str, str]:
    """What the figures were measured on."""
    return {
        "processor": _processor(),
        "cores": f"{os.cpu_count()} cores",
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"Python {platform.python_version()}",
        "numba": f"numba {numba.__version__}",
        "numpy": f"numpy {np.__version__}",
        "sources": f"sources {SOURCES_DIGEST}",
    }


def _processor() -> str:
    """The processor's name, where the system tells it."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or "unknown processor"


def _speed(variant: Variant, player: str, players: int) -> Speed:
    """Time enough games for a steady figure, whole batches for either number of threads."""

    def play(games: int, threads: int) -> tuple[float, float]:
        start = time.perf_counter()
        results = simulate(variant, players=players, seats=player, games=games, store=False, threads=threads)
        seconds = time.perf_counter() - start
        return games / seconds, float(results["decisions"].sum()) / seconds

    play(1, 1)  # loads the compiled code
    games, (rough, decisions) = _FEWEST_GAMES, play(_FEWEST_GAMES, 1)
    while games / rough < _SECONDS / 2:
        games *= 4
        rough, decisions = play(games, 1)
    games = max(_FEWEST_GAMES, round(rough * _SECONDS))
    # The best of several, in turns: what the machine can do, not what else it was doing.
    runs = [(play(games, 1), play(games, 2)) for _ in range(_REPEATS)]
    one, decisions = max(single for single, _ in runs)
    two, _ = max(double for _, double in runs)
    return Speed(player, players, one, decisions, two)


def _plans_cut_short(variant: Variant, players: int) -> float:
    """Share of the plans of some games that use up the tables that one plan looks at."""
    seats = seat_records(variant, ["planner"] * players)
    desks = new_desks(seats)
    outcomes = np.zeros(_PLANNED_GAMES, OUTCOME).view(np.recarray)
    numbers = np.int64(players), seats, np.uint64(1), np.int64(0)
    play_games(variant.rules, *numbers, new_games(1)[0], *desks, outcomes)
    notes = desks[0].notes
    return float(notes.plans_cut_short / notes.plans)


def _seconds_to_play(environment: dict[str, str]) -> float:
    """Time the command line from its start to the end of its first game, in a process of its own."""
    start = time.perf_counter()
    _run(["-m", "simulator.cli", "play"], environment)
    return time.perf_counter() - start


_MEMORY_PROGRAM = """
import resource, sys
from pathlib import Path
from simulator import simulate_to_file
simulate_to_file(sys.argv[1], "rulebook", players=3, games=int(sys.argv[2]), store=False)
status = Path("/proc/self/status")
# On Linux the resource module counts what the parent process held too.
peak = [line.split()[1] for line in status.read_text().splitlines() if "VmHWM" in line] if status.exists() else []
print(peak[0] if peak else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def _memory_of(games: int) -> float:
    """The most memory resident while a process of its own plays games to a file, in megabytes."""
    with tempfile.TemporaryDirectory() as folder:
        output = _run(["-c", _MEMORY_PROGRAM, str(Path(folder) / "games.parquet"), str(games)], dict(os.environ))
    kilobytes = int(output) / (1024 if sys.platform == "darwin" else 1)  # macOS counts bytes, Linux kilobytes
    return kilobytes / 1024


def _run(arguments: list[str], environment: dict[str, str]) -> str:
    done: Any = subprocess.run(
        [sys.executable, *arguments], env=environment, capture_output=True, text=True, check=True
    )
    return str(done.stdout)
