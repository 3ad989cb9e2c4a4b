"""Decks drawn anew, against decks written out as often as they were drawn."""

import numpy as np
import pytest

from simulator.statistics import find_metric
from simulator.statistics.decks import Measured
from simulator.statistics.metrics import seat_metrics
from simulator.statistics.resampling import RESAMPLES, deck_weights, resampled_values


def test_every_draw_has_as_many_decks_as_there_are():
    draws = np.vstack(list(deck_weights(7, resamples=120)))
    assert draws.shape == (120, 7)
    assert (draws.sum(axis=1) == 7).all()
    assert (draws == draws.round()).all()
    assert draws.min() == 0
    assert [len(each) for each in deck_weights(7, resamples=120)] == [50, 50, 20]
    assert sum(len(each) for each in deck_weights(2)) == RESAMPLES


def test_every_deck_is_drawn_as_often_as_any_other():
    # A deck's number is Poisson-like with mean 1: over 10,000 draws its mean has the standard error 0.01.
    draws = np.vstack(list(deck_weights(5, resamples=10_000)))
    assert abs(draws.mean(axis=0) - 1).max() < 4 * 0.01
    assert draws.var(axis=0).mean() == pytest.approx(1 - 1 / 5, rel=0.05)


def test_a_seed_names_its_draws():
    def drawn(**options):
        return np.vstack(list(deck_weights(6, resamples=60, **options)))

    assert (drawn() == drawn(seed=0)).all()
    assert not (drawn() == drawn(seed=1)).all()
    assert not (drawn()[:10] == drawn()[50:]).all()


def test_bayesian_weights_leave_no_deck_out():
    draws = np.vstack(list(deck_weights(5, resamples=4_000, bayesian=True)))
    assert draws.shape == (4_000, 5)
    assert draws.min() > 0
    # Standard exponential: mean and standard deviation are 1, over 20,000 weights to 0.007.
    assert draws.mean() == pytest.approx(1, abs=4 * 0.0071)
    assert draws.std() == pytest.approx(1, abs=0.05)


def test_the_value_of_a_draw_is_that_of_its_decks():
    values = np.array([10.0, 20.0, 60.0])
    found = Measured(np.array([30.0]), (values - 30)[:, None], 3, whole=False)
    weights = np.array([[1, 1, 1], [2, 1, 0], [0, 0, 3]], float)
    # Decks written out: 10 20 60; 10 10 20; 60 60 60.
    assert resampled_values(find_metric("turns"), found, weights).tolist() == pytest.approx([30, 40 / 3, 60])


def test_a_balance_is_that_of_the_drawn_decks():
    wins = np.array([[1.0, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 0]])
    means = wins.mean(axis=0)
    found = Measured(means, wins - means, 4, whole=False)
    weights = np.array([[1, 1, 1, 1], [2, 1, 1, 0], [4, 0, 0, 0]], float)
    # Win shares ½ ¼ ¼; ½ ¼ ¼; 1 0 0.
    assert resampled_values(seat_metrics(3)[0], found, weights).tolist() == pytest.approx([0.75, 0.75, 0])
