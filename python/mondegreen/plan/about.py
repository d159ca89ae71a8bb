"""What may be asked about the program itself."""

from __future__ import annotations

from mondegreen.plan.option import Plan, argument, option

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from typing import Literal

# A table is read by its lines.
# fmt: off


class HelpPlan(Plan, run="mondegreen.cli.help:run"):
    """Explain a command, option, metric, format, report or page.

    A plural such as metrics or formats lists all of that kind.

    Example:
      mondegreen help metrics
      mondegreen help cer
      mondegreen help normalize
      mondegreen help first-steps --open
    """

    names: list[str] = argument(default=[], kw_only=False, metavar="NAME", known="mondegreen.cli.help:list_topics",
        help="what to explain, or a kind to list (default: list commands and kinds)",
    )
    open: bool = option(default=False, help="open pages of the documentation in a browser (default: print them)")


class DoctorPlan(Plan, run="mondegreen.cli.doctor:run"):
    """Check the installation: packages, models, programs, cache.

    Example:
      mondegreen doctor
      mondegreen doctor models
      mondegreen doctor models sentences
    """

    topic: Literal["models"] | None = argument(default=None, kw_only=False,
        help="list external models, or test those named (default: check everything)",
    )
    names: list[str] = argument(default=[], kw_only=False, metavar="NAME",
        help="models to load and test: a kind, a package, or KIND=MODEL (default: none)",
    )
    language: str | None = option(default=None, metavar="CODE",
        help="language of the models to test, e.g. fr (default: English)",
    )


class CompletionPlan(Plan, run="mondegreen.cli.completion:run"):
    """Print a shell completion script.

    Example:
      mondegreen completion bash >> ~/.bashrc
      mondegreen completion zsh >> ~/.zshrc
      mondegreen completion fish > ~/.config/fish/completions/mondegreen.fish
    """

    shell: Literal["bash", "zsh", "fish", "candidates"] = argument(kw_only=False,
        help="shell to print the script for; candidates is what the script calls",
    )
    words: list[str] = argument(default=[], kw_only=False, metavar="WORD",
        help="for candidates, the words typed so far (default: none)",
    )
