"""What may be asked about the program itself."""

from __future__ import annotations

from mondegreen.plan.option import Plan, argument, option

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from typing import Literal

# A table is read by its lines.
# fmt: off


class HelpPlan(Plan, run="mondegreen.cli.help:run"):
    """Explain a command, an option, a metric, a format, a report or a page of the documentation by its name.

    A kind of thing, such as metrics or formats, lists all of that kind.

    Example:
      mondegreen help metrics
      mondegreen help cer
      mondegreen help normalize
      mondegreen help first-steps --open
    """

    names: list[str] = argument(default=[], kw_only=False, metavar="NAME", known="mondegreen.cli.help:list_topics",
        help="names or kinds of things (default: the commands and the kinds)",
    )
    open: bool = option(default=False, help="open pages of the documentation in a browser (default: print them)")


class DoctorPlan(Plan, run="mondegreen.cli.doctor:run"):
    """Show what is installed, where the cache is, and whether the core works; list and test external models.

    Example:
      mondegreen doctor
      mondegreen doctor models
      mondegreen doctor models sentences
    """

    topic: Literal["models"] | None = argument(default=None, kw_only=False,
        help="list external models, or load and test those named (default: the whole installation)",
    )
    names: list[str] = argument(default=[], kw_only=False, metavar="NAME",
        help="what to test: a kind of model, a package, or KIND=MODEL (default: nothing)",
    )
    language: str | None = option(default=None, metavar="CODE",
        help="language of the models to test, e.g. fr (default: English)",
    )


class CompletionPlan(Plan, run="mondegreen.cli.completion:run"):
    """Print the shell completion script of commands, options and names.

    Example:
      mondegreen completion bash >> ~/.bashrc
      mondegreen completion zsh >> ~/.zshrc
      mondegreen completion fish > ~/.config/fish/completions/mondegreen.fish
    """

    shell: Literal["bash", "zsh", "fish", "candidates"] = argument(kw_only=False,
        help="the shell; candidates is what its script asks for",
    )
    words: list[str] = argument(default=[], kw_only=False, metavar="WORD",
        help="with candidates: the words typed so far (default: none)",
    )
