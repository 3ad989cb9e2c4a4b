"""The group of commands, ``double-seven``, and how a mistake is told."""

import sys
from types import ModuleType
from typing import Any, cast

import click

from simulator.errors import Mistake

__all__ = ["main"]

_FIRST_STEPS = """\b
First steps:
  double-seven variants                        the rule sets at hand
  double-seven diff rulebook online-zh         what one changes, in words
  double-seven compare rulebook rainbow-off    what that does to play
  double-seven play --seed 7                   one game, told move by move

A rule set is a bundled name or the path of a YAML file; `--set rainbow.enabled=false` changes a rule on the spot.
"""

_NEW_WAYS = {
    "--games": "decks are counted, each played once by every seating: --decks",
    "--variant": "the rules stand behind the command: double-seven COMMAND VARIANT",
}
"""What to say of options that were called otherwise."""


class Commands(click.Group):
    """The group of commands, in the order in which a newcomer meets them; a mistake ends in one line, no traceback."""

    def list_commands(self, context: click.Context) -> list[str]:
        """Give the commands in the order of their definition."""
        return list(self.commands)

    def invoke(self, context: click.Context) -> Any:
        """Run a command; what its user got wrong is said plainly."""
        # Altair loads jsonschema, and that, where JupyterLab is installed, spends seconds on the grammar of web
        # addresses in every language. Nothing here checks such addresses, and this process is ours.
        sys.modules.setdefault("rfc3987_syntax", cast("ModuleType", None))
        try:
            return super().invoke(context)
        except click.NoSuchOption as error:
            if error.option_name in _NEW_WAYS:
                raise click.UsageError(
                    f"No such option: {error.option_name}; {_NEW_WAYS[error.option_name]}.", error.ctx
                ) from error
            raise
        except Mistake as error:
            raise click.ClickException(str(error)) from error
        except OSError as error:
            if error.filename is None:
                raise
            raise click.ClickException(f"{error.filename}: {error.strerror}") from error


@click.group(cls=Commands, epilog=_FIRST_STEPS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="double-seven")
def main() -> None:
    """See what a rule of Double Seven does: rules as data, games by the million, differences with error bars."""
