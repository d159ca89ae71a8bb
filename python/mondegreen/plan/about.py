"""What may be asked about the program itself."""

from __future__ import annotations

from mondegreen.plan.option import Plan, argument, option

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from typing import Literal

# A table is read by its lines.
# fmt: off


class DocsPlan(Plan, run="mondegreen.cli.docs:run"):
    """Prints the pages of the documentation, or opens them.

    Example:
      mondegreen docs
      mondegreen docs first-steps
      mondegreen docs numbers --open
    """

    pages: list[str] = argument(default=[], kw_only=False, metavar="PAGE", known="mondegreen.cli.docs:list_pages",
        help="which pages (a list of all)",
    )
    open: bool = option(default=False, help="in a browser, all of them unless some are named")


class ListPlan(Plan, run="mondegreen.cli.names:run_list"):
    """Lists metrics, formats, reports and whatever else has a name.

    Example:
      mondegreen list metrics
    """

    kind: str | None = argument(default=None, kw_only=False, metavar="KIND", known="mondegreen.catalogue:OPTIONS",
        help="metrics, formats, reports, ... (all)",
    )


class ExplainPlan(Plan, run="mondegreen.cli.names:run_explain"):
    """Explains a metric, a format, a report, a rule, a tokenizer or an alignment.

    Example:
      mondegreen explain cer
    """

    names: list[str] = argument(kw_only=False, metavar="NAME", known="mondegreen.catalogue:list_names",
        help="what `mondegreen list` shows",
    )


class ModelsPlan(Plan, run="mondegreen.cli.models:run"):
    """Lists the outside models that metrics use, and tries them.

    Example:
      mondegreen models list
      mondegreen models check sentences
    """

    action: Literal["list", "check"] | None = argument(default=None, kw_only=False, help="({default})")
    names: list[str] = argument(default=[], kw_only=False, metavar="NAME",
        help="to check: a kind, a package, or KIND=MODEL",
    )
    language: str | None = option(default=None, metavar="CODE", help="that of the models to check, such as fr")


class DoctorPlan(Plan, run="mondegreen.cli.doctor:run"):
    """Tells what is installed and where things are kept, and tries the core.

    Example:
      mondegreen doctor
    """


class CompletionPlan(Plan, run="mondegreen.cli.completion:run"):
    """Lets a shell complete commands, options and names: prints what it is to run.

    Example:
      mondegreen completion bash >> ~/.bashrc
      mondegreen completion zsh >> ~/.zshrc
      mondegreen completion fish > ~/.config/fish/completions/mondegreen.fish
    """

    shell: Literal["bash", "zsh", "fish", "candidates"] = argument(kw_only=False,
        help="the shell; `candidates` is what its script asks for",
    )
    words: list[str] = argument(default=[], kw_only=False, metavar="WORD",
        help="with candidates: what was typed after `mondegreen`, the last unfinished",
    )
