"""List, show, merge and check saved runs.

Example:
  mondegreen runs list runs
  mondegreen runs show runs/new
  mondegreen runs merge runs/part.*.parquet --save runs/whole.parquet
  mondegreen runs verify runs/base runs/new
"""

from __future__ import annotations

from mondegreen.component import Registry
from mondegreen.plan.option import argument, option
from mondegreen.plan.shared import FORMATS, Plots, Tables

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from typing import Literal

ACTIONS = Registry(
    "action",
    {
        "list": "mondegreen.plan.runs:ListPlan",
        "show": "mondegreen.plan.runs:ShowPlan",
        "merge": "mondegreen.plan.runs:MergePlan",
        "verify": "mondegreen.plan.runs:VerifyPlan",
    },
)

# A table is read by its lines.
# fmt: off


class ListPlan(Tables, Plots, run="mondegreen.cli.answers:run_list"):
    """List the saved runs in directories, with their scores.

    Example:
      mondegreen runs list runs
      mondegreen runs list --as csv
      mondegreen runs list runs --plot scores.pdf
    """

    directories: list[str] = argument(default=["."], kw_only=False, metavar="DIR", path="input",
        help="directories to search, with those below (default: the current one)",
    )


class ShowPlan(Tables, Plots, run="mondegreen.cli.answers:run_show"):
    """Show the scores of saved runs, their counts and their signatures.

    Example:
      mondegreen runs show runs/new
      mondegreen runs show runs/base runs/new --as json
    """

    runs: list[str] = argument(kw_only=False, metavar="RUN", path="input",
        help="saved runs, written by mondegreen score --save",
    )


class MergePlan(Tables, Plots, run="mondegreen.api.runs:merge"):
    """Merge the saved results of several shards.

    Score each part on its own, on any machine, with the same options: part of the
    hypotheses against the full reference (with --missing skip) or against its own
    part of it. Overlaps and gaps are errors. This saves a part:
    mondegreen score ref.txt hyp.3.txt --missing skip --save runs/part.3

    Example:
      mondegreen runs merge runs/part.*.parquet --save runs/whole.parquet
      mondegreen runs merge runs/part.* --reference ref.txt --save runs/whole
    """

    runs: list[str] = argument(kw_only=False, metavar="RUN", path="input",
        help="saved runs of the parts, in natural order: part.2 before part.10",
    )
    save: str = option(default=None, metavar="DIR", path="run", required=True,
        help="directory of the merged run",
    )
    reference: str | None = option(default=None, metavar="FILE", path="input",
        help="full reference; utterances missing from the parts or from it are errors (default: not checked)",
    )
    format: str | None = option(default=None, metavar="NAME", known=FORMATS,
        help="format of the reference (default: detected)",
    )
    encoding: str = option(default="utf-8", metavar="NAME",
        help="character encoding of the reference (default: {default})",
    )
    missing: Literal["error", "skip"] = option(default="error",
        help="references that no part has: stop with an error, or skip (default: {default})",
    )
    name: str | None = option(default=None, metavar="NAME",
        help="name of the merged system (default: what the names of the parts share)",
    )

    def check(self) -> None:
        super().check()
        if self.reference is None:
            self.refuse_idle(("format", "encoding"), f"says how {self.spell('reference')} is read; give that too")


class VerifyPlan(Tables, run="mondegreen.cli.answers:run_verify"):
    """Check saved runs against their rows, inputs and models.

    Relative paths start from the current directory, so run it where `mondegreen
    score --save` was run. Files, models and packages that are not found are
    skipped. The exit code is 1 if anything differs.

    Example:
      mondegreen runs verify runs/new
      mondegreen runs verify runs/* --as json
    """

    runs: list[str] = argument(kw_only=False, metavar="RUN", path="input",
        help="saved runs, written by mondegreen score --save",
    )
