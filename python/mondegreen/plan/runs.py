"""Merge and check saved runs.

Example:
  mondegreen runs merge runs/part.*.parquet --save runs/whole.parquet
  mondegreen runs verify runs/base runs/new
"""

from __future__ import annotations

from mondegreen.component import Registry
from mondegreen.plan.option import argument, option
from mondegreen.plan.shared import FORMATS, Tables

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from typing import Literal

ACTIONS = Registry("action", {"merge": "mondegreen.plan.runs:MergePlan", "verify": "mondegreen.plan.runs:VerifyPlan"})

# A table is read by its lines.
# fmt: off


class MergePlan(Tables, run="mondegreen.api.runs:merge"):
    """Merge the saved results of several shards.

    Each part was scored by itself, on whatever machine, with the same options: a part of the hypotheses against the
    whole reference (with --missing skip) or against its own part. Parts that overlap are refused, and so are gaps. A
    part is what `mondegreen score ref.txt hyp.3.txt --missing skip --save runs/part.3` leaves.

    Example:
      mondegreen runs merge runs/part.*.parquet --save runs/whole.parquet
      mondegreen runs merge runs/part.* --reference ref.txt --save runs/whole
    """

    runs: list[str] = argument(kw_only=False, metavar="RUN", path="input",
        help="saved runs of the parts; part.2 comes before part.10",
    )
    save: str = option(default=None, metavar="DIR", path="run", required=True,
        help="directory of the merged run",
    )
    reference: str | None = option(default=None, metavar="FILE", path="input",
        help="full reference; an utterance missing from the parts or unknown to it is an error (default: not checked)",
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
        help="name of the system (default: the common part of the parts' names)",
    )

    def check(self) -> None:
        super().check()
        if self.reference is None:
            self.refuse_idle(("format", "encoding"), f"says how {self.spell('reference')} is read; give that too")


class VerifyPlan(Tables, run="mondegreen.cli.answers:run_verify"):
    """Recompute the scores of saved runs from their rows, and compare the digests of inputs and models.

    Relative paths of inputs are looked up from here: run it where `mondegreen score --save` was run. Files, models and
    packages that are not here are not checked, and do not fail. The exit code is 1 if anything differs.

    Example:
      mondegreen runs verify runs/new
      mondegreen runs verify runs/* --as json
    """

    runs: list[str] = argument(kw_only=False, metavar="RUN", path="input",
        help="directories that mondegreen score --save wrote",
    )
