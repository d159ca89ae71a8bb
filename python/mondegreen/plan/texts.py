"""What may be chosen for files of texts."""

from __future__ import annotations

from mondegreen.plan.option import argument, option
from mondegreen.plan.shared import Columns, Limits

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal

    from mondegreen.inputs import Source
    from mondegreen.normalization import Normalizer

# A table is read by its lines.
# fmt: off


class ConvertPlan(Columns, Limits, run="mondegreen.api.texts:convert"):
    """Converts a file of utterances to another format.

    Example:
      mondegreen convert ref.stm ref.jsonl
      mondegreen convert hyp.ctm hyp.text --to kaldi --segments data/test/segments
    """

    input: Source = argument(kw_only=False, metavar="IN", path="input",
        help="a file, gzip or not; `-` is standard input",
    )
    output: str = argument(kw_only=False, metavar="OUT", path="output",
        help="a file, packed if its name ends in .gz; `-` is standard output; always UTF-8",
    )
    source: str | None = option(default=None, flag="--from", metavar="NAME", known="mondegreen.formats:FORMATS",
        help="{names} (what IN looks like)",
    )
    goal: str | None = option(default=None, flag="--to", metavar="NAME", known="mondegreen.formats:list_writable",
        help="{names} (what OUT's name ends as)",
    )
    encoding: str = option(default="utf-8", metavar="NAME", help="of IN and of the segments ({default})")
    segments: str | None = option(default=None, metavar="FILE", path="input",
        help="cuts recordings with timed words (ctm) by Kaldi's segments, an stm, ...",
    )
    id_column: str | None = option(default=None, flag="--key-column", metavar="NAME",
        help="the column of keys, in JSON, CSV and TSV (one with a usual name)",
    )
    text_column: str | None = option(default=None, metavar="NAME", help="the column of texts (one with a usual name)")


class NormalizePlan(Columns, Limits, run="mondegreen.api.texts:normalize", spellings=("normalise",)):
    """Shows what text rules change, rule by rule, and writes the texts after them.

    Example:
      mondegreen normalize ref.txt --rules lower,punctuation
      mondegreen normalize hyp.jsonl --rules whisper-english --output hyp.norm.jsonl
    """

    input: Source = argument(kw_only=False, metavar="FILE", path="input",
        help="texts in any format, gzip or not; `-` is standard input",
    )
    rules: str | Sequence[str | Normalizer] = option(
        aliases=("--normalize", "--normalise"), repeats=True, required=True, metavar="STEPS",
        known="mondegreen.normalization:NORMALIZERS",
        help="separated by commas, in their order; may come again; see `mondegreen help normalizers`",
    )
    side: Literal["ref", "hyp"] | None = option(default=None,
        help="whose texts these are, for the rules of a GLM file that tell the sides apart",
    )
    output: str | None = option(default=None, metavar="FILE", path="output",
        help="the texts after all rules; `-` is standard output, and no tables are shown",
    )
    to: str | None = option(default=None, metavar="NAME", known="mondegreen.formats:list_writable",
        help="the format of that file: {names} (its ending's, else that of FILE)",
    )
    output_format: str = option(
        default="table", aliases=("--as",), metavar="FORMAT", known="mondegreen.writers:TABLE_FORMATS",
        help="of the tables: {names} ({default})",
    )
    top: int = option(default=20, least=1, metavar="N", help="changes of words shown for each rule ({default})")
    format: str | None = option(default=None, metavar="NAME", known="mondegreen.formats:FORMATS",
        help="of FILE: {names} (what it looks like)",
    )
    encoding: str = option(default="utf-8", metavar="NAME", help="of FILE ({default})")

    def check(self) -> None:
        super().check()
        if self.output is None:
            why = f"is the format of what {self.spell('output')} writes; say where to by that"
            self.refuse_idle(["to"], why)
        if self.output == "-":
            why = f"is for tables, which are not shown where {self.spell('output')} writes to standard output"
            self.refuse_idle(("output_format", "top"), why)
