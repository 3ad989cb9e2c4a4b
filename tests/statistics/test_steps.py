"""Steps of skill: the points of a step, and how a longer contest makes more of them."""

import math

import pytest
from scipy import stats

from simulator.statistics import STEP_SHARE, contest_share, points_of_step, steps_of_skill


def test_a_step_in_one_game_is_the_rating_difference_of_its_share():
    assert points_of_step() == pytest.approx(400 * math.log10(0.725 / 0.275))
    assert points_of_step(share=10 / 11) == pytest.approx(400)


def test_a_contest_is_won_by_winning_most_of_its_games():
    assert contest_share(0.6, 1) == pytest.approx(0.6)
    assert contest_share(0.6, 3) == pytest.approx(0.6**3 + 3 * 0.6**2 * 0.4)
    assert contest_share(0.5, 25) == pytest.approx(0.5)


@pytest.mark.parametrize("games", [1, 3, 5, 25])
def test_one_step_apart_the_stronger_wins_its_share_of_the_contests(games):
    share = 1 / (1 + 10 ** (-points_of_step(games) / 400))
    assert stats.binom.sf(games // 2, games, share) == pytest.approx(STEP_SHARE)


def test_longer_contests_have_more_steps():
    assert steps_of_skill(500) < steps_of_skill(500, 3) < steps_of_skill(500, 5)
    assert steps_of_skill(2 * points_of_step(5), 5) == pytest.approx(2)


@pytest.mark.parametrize("games", [0, 2, -1])
def test_a_contest_that_may_be_drawn_is_refused(games):
    with pytest.raises(ValueError, match="may be drawn; give an odd number from 1"):
        contest_share(0.6, games)
