"""From p-values to plain words: a difference matters, is too small to matter, or the games do not settle it.

This is the only place where a verdict is worded, and where the number of comparisons is allowed for.
"""

from collections.abc import Callable
from enum import StrEnum

import numpy as np
import polars as pl
from numpy.typing import NDArray

__all__ = ["LEVEL", "MULTIPLICITY", "SCREENING", "Verdict", "adjusted", "holm", "judged", "screened"]

LEVEL = 0.05
"""Error rate of a verdict: of any false 'matters' in a table, of any false 'differs', of each 'too small to matter'."""


class Verdict(StrEnum):
    """What a table says about a difference."""

    MATTERS = "matters"
    SMALL = "too small to matter"
    DIFFERS = "differs, size unclear"
    UNDECIDED = "undecided"
    SAME = "same on every deck"
    UNAVAILABLE = "n.a."

    @property
    def short(self) -> str:
        """The verdict where there is little room."""
        return {Verdict.SMALL: "too small", Verdict.DIFFERS: "differs", Verdict.SAME: "same"}.get(self, self.value)

    @property
    def meaning(self) -> str:
        """The verdict explained in a sentence."""
        return _MEANINGS[self]


_MEANINGS = {
    Verdict.MATTERS: "The difference is surely larger than the margin that matters.",
    Verdict.SMALL: "Whether or not there is a difference, it is surely smaller than the margin that matters.",
    Verdict.DIFFERS: "There surely is a difference, but it may be on either side of the margin.",
    Verdict.UNDECIDED: "These games settle neither that there is a difference nor that it is too small to matter.",
    Verdict.SAME: "The variants gave the same value on every deck that was played.",
    Verdict.UNAVAILABLE: "There is nothing to compare; the note says why.",
}

MULTIPLICITY = (
    "Verdicts allow for the number of comparisons: over all differences of one comparison together, the chance of any "
    "false “matters”, and of any false “differs”, is at most 5 % (Holm's method, once for each of the two claims). "
    "Each “too small to matter” is at the 5 % level by itself (two one-sided tests). Intervals are those of one "
    "difference by itself, so that an interval can just clear a margin that the verdict does not call cleared."
)
"""The family of tests and what is held over it, for the foot of a table."""

SCREENING = (
    "For screening, the column p_screened allows for the number of comparisons more mildly: of all differences of one "
    "table together that are listed because it is at most 5 %, no more than 5 % are false on average (Benjamini and "
    "Hochberg's method). It says where to look again with fresh decks; a claim rests on the verdict."
)
"""The same family of tests, and what is held over it when differences are only picked out for a closer look."""

_JUDGED = ("p", "p_holm", "p_screened", "p_beyond", "p_beyond_holm", "p_within", "verdict")
"""What a judged row is told by, in the order of the columns."""


def holm(p_values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Holm's step-down adjustment: claiming those ≤ α errs anywhere with probability at most α.

    The i-th smallest of m is multiplied by m − i + 1 and made no smaller than those before it (Holm 1979).
    """
    order = np.argsort(p_values)
    stepped = np.maximum.accumulate(p_values[order] * np.arange(len(p_values), 0, -1))
    return _put_back(stepped, order)


def screened(p_values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Benjamini and Hochberg's adjustment: of those picked at ≤ α no more than the share α is false on average.

    The i-th smallest of m is multiplied by m / i and made no larger than those after it.
    Right for independent tests and for those that are positively related, as the metrics of one comparison mostly are
    (Benjamini & Hochberg 1995, Benjamini & Yekutieli 2001).
    """
    order = np.argsort(p_values)[::-1]
    stepped = np.minimum.accumulate(p_values[order] * (len(p_values) / np.arange(len(p_values), 0, -1)))
    return _put_back(stepped, order)


def _put_back(stepped: NDArray[np.float64], order: NDArray[np.int64]) -> NDArray[np.float64]:
    """Adjusted p-values in the order of those that they were made from, none above 1."""
    found = np.empty_like(stepped)
    found[order] = np.minimum(stepped, 1.0)
    return found


def adjusted(p_values: pl.Series, by: Callable[[NDArray[np.float64]], NDArray[np.float64]]) -> pl.Series:
    """Adjust p-values over the family of those that are not null.

    Parameters
    ----------
    p_values
        The p-values of one family of tests.
    by
        `holm` for claims, `screened` for screening.
    """
    known = p_values.is_not_null()
    found = np.full(len(p_values), np.nan)
    found[known.to_numpy()] = by(p_values.drop_nulls().to_numpy())
    return pl.Series(p_values.name, found, nan_to_null=True)


def judged(rows: pl.DataFrame) -> pl.DataFrame:
    """Judge rows of differences, all of them being one family of tests.

    Parameters
    ----------
    rows
        Of one table or of several joined, with columns ``difference``; ``same`` (equal on every deck); and the p-values
        ``p`` (that there is no difference), ``p_beyond`` (that it is no larger than the margin) and ``p_within`` (that
        it is no smaller), null where there is nothing to test.

    Returns
    -------
    The rows without ``same``, and in place of the p-values columns p, p_holm, p_screened, p_beyond, p_beyond_holm
    (those by Holm and for screening adjusted over all rows), p_within, verdict.
    """
    verdict = (
        pl.when(pl.col("difference").is_null())
        .then(pl.lit(Verdict.UNAVAILABLE.value))
        .when(pl.col("same"))
        .then(pl.lit(Verdict.SAME.value))
        .when(pl.col("p_beyond_holm") <= LEVEL)
        .then(pl.lit(Verdict.MATTERS.value))
        .when(pl.col("p_within") <= LEVEL)
        .then(pl.lit(Verdict.SMALL.value))
        .when(pl.col("p_holm") <= LEVEL)
        .then(pl.lit(Verdict.DIFFERS.value))
        .otherwise(pl.lit(Verdict.UNDECIDED.value))
    )
    told = rows.with_columns(
        adjusted(rows["p"], holm).alias("p_holm"),
        adjusted(rows["p"], screened).alias("p_screened"),
        adjusted(rows["p_beyond"], holm).alias("p_beyond_holm"),
    ).with_columns(verdict.alias("verdict"))
    at = rows.columns.index("p")
    before, after = (
        [name for name in names if name not in (*_JUDGED, "same")] for names in (rows.columns[:at], rows.columns[at:])
    )
    return told.select(*before, *_JUDGED, *after)
