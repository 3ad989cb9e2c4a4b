"""Points and winners."""

from simulator.engine.compiling import compiled
from simulator.engine.rules import DOUBLE_SEVEN_HOLDER
from simulator.engine.state import NOBODY


@compiled
def write_scores(game, rules, scores):
    """Write each seat's points on the table now into ``scores`` (integers, at least as many as players).

    A tile in one's families, a 7 token and the Double Seven token count as the variant says; the stand counts nothing.
    """
    for seat in range(game.players):
        scores[seat] = rules.seven_points * game.tokens[seat]
    if game.double_seven_seat != NOBODY:
        scores[game.double_seven_seat] += rules.double_seven_points
    for family in range(game.families):
        scores[game.family_owner[family]] += rules.scoring_tile * game.family_tiles[family]


@compiled
def write_win_shares(game, rules, scores, shares):
    """Write each seat's share of the win into ``shares``: 1, 0, or 1/k for each of k players who share it."""
    best = scores[0]
    for seat in range(1, game.players):
        best = max(best, scores[seat])
    winners = 0
    for seat in range(game.players):
        shares[seat] = 1.0 if scores[seat] == best else 0.0
        if scores[seat] == best:
            winners += 1
    holder = game.double_seven_seat
    if rules.scoring_tie_break == DOUBLE_SEVEN_HOLDER and holder != NOBODY and scores[holder] == best:
        for seat in range(game.players):
            shares[seat] = 1.0 if seat == holder else 0.0
    elif winners > 1:
        for seat in range(game.players):
            shares[seat] /= winners
