"""Deck luck and skill, against synthetic games whose truth is known."""

import numpy as np
import polars as pl
import pytest
from reports.synthetic import synthetic_results
from scipy import stats

from simulator import simulate
from simulator.statistics import deck_luck, line_ups, p_deterministic, skill
from simulator.statistics.luck import UncrossedError, _components, _ratings, _spread_interval
from simulator.statistics.resampling import deck_weights


def played(wins, names):
    """Two-player results frame: ``wins`` of the first seat, shape (decks, line-ups), by line-up ``names``."""
    decks = len(wins)
    model = synthetic_results(["rulebook"], players=[2], games=decks)
    return pl.concat(
        model.with_columns(
            pl.Series("seats", [list(seats)] * decks),
            pl.Series("win_share", [[float(win), 1 - float(win)] for win in wins[:, place]]),
        )
        for place, seats in enumerate(names)
    )


def games_of_known_luck(rng, *, studies, decks, replays):
    """A win of the first seat has the chance Φ(deck + line-up); returns wins and the true shares of the variance."""
    deck = rng.normal(0, 0.8, size=(studies, decks, 1))
    strength = np.linspace(-0.7, 0.7, replays)
    wins = (rng.normal(size=(studies, decks, replays)) < deck + strength).astype(float)
    # Chances on a fine grid of decks, with every line-up: the variances by their definitions.
    chances = stats.norm.cdf(stats.norm.ppf((np.arange(4000) + 0.5) / 4000)[:, None] * 0.8 + strength)
    mean = chances.mean()
    of_deck = chances.mean(axis=1).var()
    of_line_up = chances.mean(axis=0).var(ddof=1)
    # Each cell varies by itself and by what deck and line-up do together; the mean over these line-ups is the truth.
    own = (chances * (1 - chances)).mean()
    together = (chances - chances.mean(axis=1, keepdims=True) - chances.mean(axis=0) + mean) ** 2
    rest = own + together.sum() / (len(chances) * (replays - 1))
    return wins, np.array([of_deck - together.sum() / (len(chances) * (replays - 1)) / replays, of_line_up, rest])


def test_components_of_a_worked_example():
    """Wins of a seat: 1 1 / 1 0 / 0 0. Squares: whole 3/2, decks 1, line-ups 1/6, the rest 1/3 over 2 degrees."""
    wins = np.array([[1.0, 1.0], [1.0, 0.0], [0.0, 0.0]])[:, :, None]
    rest = (1 / 3) / 2
    assert _components(wins, np.ones((1, 3)))[0] == pytest.approx([(1 / 2 - rest) / 2, (1 / 6 - rest) / 3, rest])


def test_variances_are_unbiased_where_the_plain_variance_of_means_is_not():
    wins, truth = games_of_known_luck(np.random.default_rng(1), studies=2000, decks=60, replays=4)
    found = np.array([_components(study[:, :, None], np.ones((1, 60)))[0] for study in wins])
    errors = found.std(axis=0) / np.sqrt(len(found))
    assert (abs(found.mean(axis=0) - truth) <= 4 * errors).all()
    assert wins.mean(axis=2).var(axis=1, ddof=1).mean() - truth[0] > 20 * errors[0]


def test_coverage_of_the_shares():
    wins, truth = games_of_known_luck(np.random.default_rng(2), studies=2000, decks=150, replays=4)
    weights = np.vstack(list(deck_weights(150, resamples=400)))
    hits = np.zeros(3)
    for study in wins:
        drawn = _components(study[:, :, None], weights)
        lo, hi = np.quantile(drawn / drawn.sum(axis=1, keepdims=True), (0.025, 0.975), axis=0)
        hits += (lo <= truth / truth.sum()) & (truth / truth.sum() <= hi)
    assert (hits / 2000 >= 0.93).all()
    assert (hits / 2000 <= 0.97).all()


def test_decks_that_decide_everything_and_decks_that_decide_nothing():
    rng = np.random.default_rng(3)
    names = line_ups(["a", "b"], 2)
    fate = deck_luck(played(np.repeat(rng.integers(2, size=(500, 1)), 4, axis=1), names))
    assert fate.luck == pytest.approx(1)
    assert fate.rest == pytest.approx(0)
    coins = deck_luck(played(rng.integers(2, size=(4000, 4)), names))
    assert coins.luck_lo < 0.01
    assert coins.luck == pytest.approx(0, abs=0.03)
    assert coins.luck + coins.players + coins.rest == pytest.approx(1)
    strength = deck_luck(played(np.array([[0, 1, 0, 1]] * 500), names))
    assert strength.players == pytest.approx(1, abs=0.01)


def test_deck_luck_of_the_game_itself():
    games = simulate("rulebook", players=2, seats=line_ups(["greedy", "house"], 2), games=400, rotate=False)
    found = deck_luck(games, resamples=200)
    assert (found.decks, found.replays) == (400, 4)
    # Greedy is far weaker than house: who plays decides more than the deck does.
    assert found.luck_lo < found.luck < found.luck_hi < found.players_lo < found.players < found.players_hi < 1
    assert found.luck + found.players + found.rest == pytest.approx(1)


def test_games_that_are_not_crossed_are_refused():
    wins = np.random.default_rng(4).integers(2, size=(10, 4))
    games = played(wins, line_ups(["a", "b"], 2))
    with pytest.raises(UncrossedError, match="each of the same line-ups"):
        deck_luck(games.filter(~((pl.col("game") == 3) & (pl.col("seats").list.get(0) == "a"))))
    with pytest.raises(UncrossedError, match="10 decks and 1 line-ups are too few"):
        deck_luck(played(wins[:, :1], [("a", "a")]))
    with pytest.raises(UncrossedError, match="one variant at one number of players"):
        deck_luck(synthetic_results(games=5))
    with pytest.raises(UncrossedError, match="every game ended alike"):
        deck_luck(played(np.ones((10, 4)), line_ups(["a", "b"], 2)))


def round_robin(rng, p, names, decks):
    """Every two players, in both seatings: the one named first is better, and wins with probability p + (1 − p) / 2."""
    frames, seatings = [], []
    for first in range(len(names)):
        for second in range(len(names)):
            if first != second:
                better = rng.random(decks) < p + (1 - p) / 2
                frames.append(better if first < second else ~better)
                seatings.append((names[first], names[second]))
    return played(np.column_stack(frames).astype(float), seatings)


@pytest.mark.parametrize("p", [0.0, 0.3, 0.9, 1.0])
@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_p_deterministic_game_is_placed_at_its_p(p, players):
    better = np.triu(np.full((players, players), (1 + p) / 2), 1)
    shares = better + np.tril(1 - better.T, -1)
    assert p_deterministic(shares) == pytest.approx(p, abs=1e-5)


def test_two_players_are_placed_by_the_win_share():
    assert p_deterministic(np.array([[0, 0.7], [0.3, 0]])) == pytest.approx(0.4)


def test_ratings_are_those_whose_expected_scores_are_the_scores():
    strengths = np.array([1.1, 0.2, -0.4, -0.9])
    scores = (1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))).sum(axis=1) - 0.5
    assert _ratings(scores) == pytest.approx(strengths, abs=1e-5)


def test_skill_of_a_pool_with_its_interval():
    found = skill(round_robin(np.random.default_rng(5), 0.4, ["c", "a", "b"], 800), resamples=200)
    assert found.p_lo < 0.4 < found.p_hi
    assert found.p_lo < found.p < found.p_hi
    assert found.ratings["player"].to_list() == ["c", "a", "b"]
    assert found.ratings["rating"].std(ddof=0) == pytest.approx(found.spread)
    assert found.decks == 800


def test_coverage_of_the_spread_of_ratings():
    """Three players, each pair twice over a deck whose luck both games share; the place p goes with the spread."""
    rng = np.random.default_rng(7)
    studies, decks = 2000, 200
    strengths = np.array([0.6, 0.1, -0.7])
    weights = np.vstack(list(deck_weights(decks, resamples=300)))
    hits = 0
    for _ in range(studies):
        by_deck = np.zeros((decks, 3))
        for first, second in ((0, 1), (0, 2), (1, 2)):
            chance = 1 / (1 + np.exp(strengths[second] - strengths[first]))
            # In half of the decks one number decides both games.
            draws, others = rng.random((2, decks))
            share = ((draws < chance) * 1.0 + (np.where(rng.random(decks) < 0.5, draws, others) < chance)) / 2
            by_deck[:, first] += share
            by_deck[:, second] += 1 - share
        lo, hi = _spread_interval(by_deck, [weights])
        hits += lo <= strengths.std() <= hi
    assert 0.93 <= hits / studies <= 0.97


def test_an_incomplete_round_is_refused():
    games = round_robin(np.random.default_rng(6), 0.4, ["a", "b", "c"], 20)
    gap = games.filter(pl.col("seats").list.join("") != "ba")
    with pytest.raises(UncrossedError, match="in both seatings"):
        skill(gap)
    with pytest.raises(UncrossedError, match="two-player games of one variant"):
        skill(synthetic_results(games=5))
