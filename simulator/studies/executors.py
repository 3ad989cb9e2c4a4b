"""Who runs the batches: threads, processes, or the workers of a Dask cluster. Each gives the same bytes."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

from simulator.errors import Mistake

__all__ = ["ExecutorError", "cluster", "cores", "processes", "threads"]

_GO_ON = "what was done is kept, and the same study goes on from there"

_SECONDS_TO_CONNECT = 10

_SECONDS_FOR_WORKERS = 60


class ExecutorError(Mistake):
    """Processes or a cluster that cannot be used, or whose workers keep dying."""


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def threads(number: int | None = None) -> Iterator[tuple[Executor, int]]:
    """An executor with ``number`` threads, by default one a core, and how many batches to keep on the way."""
    number = number or cores()
    with ThreadPoolExecutor(number, thread_name_prefix="games") as executor:
        yield executor, 2 * number


@contextmanager
def processes(number: int) -> Iterator[tuple[Executor, int]]:
    """An executor with ``number`` processes of their own, and how many batches to keep on the way."""
    # Forked processes would inherit the locks of threads that they do not have. An interrupt is the parent's business.
    pool = ProcessPoolExecutor(
        number, get_context("spawn"), initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)
    )
    with pool:
        try:
            yield pool, 2 * number
        except BrokenExecutor as error:
            raise ExecutorError(
                f"a process ended before its batch was done (was there enough memory?); {_GO_ON}"
            ) from error


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The workers of the Dask scheduler at ``address`` as an executor, and how many batches to keep on the way.

    Dask plays a batch again elsewhere if its worker dies, up to ``distributed.scheduler.allowed-failures`` times (3).

    Raises
    ------
    ExecutorError
        If Dask is not installed, no scheduler answers, or it has no workers.
    """
    try:
        from distributed import Client, KilledWorker
    except ImportError as error:
        raise ExecutorError("a cluster needs Dask: install double-seven[cluster]") from error
    try:
        client = Client(address, timeout=_SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ExecutorError(f"no Dask scheduler answers at {address}: {error}") from error
    with client:
        try:
            client.wait_for_workers(1, timeout=_SECONDS_FOR_WORKERS)
        except TimeoutError as error:
            raise ExecutorError(f"the Dask scheduler at {address} has no workers") from error
        # Each batch is a task of its own: Dask need not work out whether it has seen an equal one.
        try:
            yield client.get_executor(pure=False), 2 * sum(client.nthreads().values())
        except KilledWorker as error:
            raise ExecutorError(f"workers keep dying ({error}); {_GO_ON}") from error
