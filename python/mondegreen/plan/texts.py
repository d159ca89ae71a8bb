"""What may be chosen for files of texts."""

from __future__ import annotations

from mondegreen.plan.option import argument, option
from mondegreen.plan.shared import Columns, Limits, Plots

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal

    from mondegreen.inputs import Source
    from mondegreen.normalization import Normalizer

# A table is read by its lines.
# fmt: off


class ConvertPlan(Columns, Limits, run="mondegreen.api.texts:convert"):
    """Convert a file of utterances to another format.

    Example:
      mondegreen convert ref.stm ref.jsonl
      mondegreen convert hyp.ctm hyp.text --to kaldi --segments data/test/segments
    """

    input: Source = argument(kw_only=False, metavar="IN", path="input",
        help="input file, or - for standard input",
    )
    output: str = argument(kw_only=False, metavar="OUT", path="output",
        help="output file in UTF-8, compressed if it ends in .gz, or - for standard output",
    )
    source: str | None = option(default=None, flag="--from", metavar="NAME", known="mondegreen.formats:FORMATS",
        help="format of IN; names: mondegreen help formats (default: detected)",
    )
    goal: str | None = option(default=None, flag="--to", metavar="NAME", known="mondegreen.formats:list_writable",
        help="format of OUT: {names} (default: from its name)",
    )
    encoding: str = option(default="utf-8", metavar="NAME",
        help="character encoding of IN and --segments (default: {default})",
    )
    segments: str | None = option(default=None, metavar="FILE", path="input",
        help="split a CTM into the utterances of a Kaldi segments file or an STM (default: not split)",
    )
    id_column: str | None = option(default=None, flag="--key-column", metavar="NAME",
        help="column of the utterance ID in JSON, CSV and TSV (default: detected)",
    )
    text_column: str | None = option(default=None, metavar="NAME", help="column of the text (default: detected)")


class NormalizePlan(Columns, Limits, Plots, run="mondegreen.api.texts:normalize", spellings=("normalise",)):
    """Show what each step of text normalization changes.

    Example:
      mondegreen normalize ref.txt --rules lower,punctuation
      mondegreen normalize hyp.jsonl --rules whisper-english --output hyp.norm.jsonl
    """

    input: Source = argument(kw_only=False, metavar="FILE", path="input",
        help="texts in any format, or - for standard input",
    )
    rules: str | Sequence[str | Normalizer] = option(
        aliases=("--normalize", "--normalise"), repeats=True, required=True, metavar="STEPS",
        known="mondegreen.normalization:NORMALIZERS",
        help="steps, comma-separated, applied in order; names: mondegreen help normalizers",
    )
    side: Literal["ref", "hyp"] | None = option(default=None,
        help="side of the texts, for GLM rules that apply to one side (default: either)",
    )
    output: str | None = option(default=None, metavar="FILE", path="output",
        help="write the normalized texts; - writes them to standard output, without tables (default: not written)",
    )
    to: str | None = option(default=None, metavar="NAME", known="mondegreen.formats:list_writable",
        help="format of --output; names: mondegreen help formats (default: from its name, else that of FILE)",
    )
    output_format: str = option(
        default="table", aliases=("--as",), metavar="FORMAT", known="mondegreen.writers:TABLE_FORMATS",
        help="output format of the tables: {names} (default: {default})",
    )
    top: int = option(default=20, least=1, metavar="N", help="word changes shown for each step (default: {default})")
    format: str | None = option(default=None, metavar="NAME", known="mondegreen.formats:FORMATS",
        help="format of FILE; names: mondegreen help formats (default: detected)",
    )
    encoding: str = option(default="utf-8", metavar="NAME", help="character encoding of FILE (default: {default})")

    def check(self) -> None:
        super().check()
        if self.output is None:
            why = f"is the format of what {self.spell('output')} writes; say where to by that"
            self.refuse_idle(["to"], why)
        if self.output == "-":
            why = f"is for tables, which are not shown where {self.spell('output')} writes to standard output"
            self.refuse_idle(("output_format", "top"), why)
