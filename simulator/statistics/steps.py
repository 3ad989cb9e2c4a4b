"""How many steps of skill lie between two ratings, a step being a contest that the stronger surely wins more often."""

import math

from scipy import special

from simulator.statistics.ratings import POINTS

__all__ = ["STEP_SHARE", "contest_share", "points_of_step", "steps_of_skill"]

STEP_SHARE = 0.725
"""Share of contests that a player one step stronger wins: the middle of Robertie's 70 to 75 per cent."""


def contest_share(share: float, games: int) -> float:
    """Probability of winning most of so many independent games.

    Parameters
    ----------
    share
        Probability of winning one.
    games
        An odd number of games.

    Raises
    ------
    ValueError
        The number of games is even or less than 1.
    """
    if games < 1 or games % 2 == 0:
        raise ValueError(f"a contest of {games} games may be drawn; give an odd number from 1")
    return float(special.bdtrc(games // 2, games, share))


def points_of_step(games: int = 1, *, share: float = STEP_SHARE) -> float:
    """Difference of ratings at which the stronger of two wins a contest of ``games`` games with probability ``share``.

    In one game this is 400 log10(share / (1 − share)) points; a longer contest lets a smaller difference show.
    """
    from scipy import optimize  # slow to load, and seldom needed

    in_one = optimize.brentq(lambda each: contest_share(each, games) - share, 0.5, 1.0)
    return POINTS * math.log(in_one / (1 - in_one))


def steps_of_skill(points: float, games: int = 1) -> float:
    """Steps of skill in a difference of ratings: the complexity number of a game, over the players at hand.

    Robertie's number counts players from the best to a beginner, each beaten by the one before in 70 to 75 % of the
    contests that serious players play. With ratings in which odds multiply it is the range over the points of a step.

    Parameters
    ----------
    points
        Difference of the ratings of the strongest and the weakest, two players at the table.
    games
        Games of a contest, an odd number.
    """
    return points / points_of_step(games)
