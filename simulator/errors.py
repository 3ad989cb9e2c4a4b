"""The one base of all errors that say what a person got wrong, and how to put it right."""


class Mistake(ValueError):
    """Something that a person can put right; the message says where and how. The command line shows no more than it."""
