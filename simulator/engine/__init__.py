"""How the game is played, compiled: the record of a game, the moves, the turn, the score, the random numbers.

Imports numpy and numba only. Files, frames, names for people and players live above.
"""
