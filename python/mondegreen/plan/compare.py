"""What may be chosen where runs are compared, looked at, and shown."""

from __future__ import annotations

from mondegreen.plan.option import argument, option
from mondegreen.plan.shared import (
    Empties,
    Measuring,
    Models,
    Numbers,
    Plots,
    Reading,
    Resampling,
    Tables,
    Tags,
    Texts,
    Vectors,
)
from mondegreen.plan.shared import Reports as RunReports

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Literal

    from mondegreen.inputs import Source
    from mondegreen.results.run import Run

# A table is read by its lines.
# fmt: off


class Runs(Measuring, Empties, Reading, Texts, Models, Tags):
    """Runs: saved ones, or those of files that are scored now."""

    metrics: str | Sequence[str] = option(
        default=[], aliases=("--metric",), metavar="NAMES", repeats=True, known="mondegreen.metrics:METRICS",
        help="comma-separated, options after colons; names: mondegreen help metrics (default: wer,cer; all of "
        "saved runs)",
    )
    inputs: Sequence[Source | Run] = argument(kw_only=False, metavar="INPUT", path="input",
        help="files, or directories of saved runs",
    )
    force: bool = option(default=False,
        help="compare even if references or settings differ (default: stop with an error)",
    )


class ComparePlan(Runs, Numbers, Resampling, Tables, Plots, run="mondegreen.cli.answers:run_compare"):
    """Compare systems with a baseline, with significance tests.

    Example:
      mondegreen compare ref.txt base.txt new.txt
      mondegreen compare ref.stm base.ctm new.ctm --resample-by speaker -o all.tex
      mondegreen compare runs/base runs/new --report changes,examples --top 5
      mondegreen compare runs/base runs/new --plot a.pdf --plot scatter=b.pdf
      mondegreen compare runs/base runs/new --by upos,speaker --with snr=snr.txt
      mondegreen compare runs/old runs/new --fail-if 'wer>+0.2' --as github
    """

    inputs: Sequence[Source | Run] = argument(kw_only=False, metavar="INPUT", path="input",
        help="files (REF BASE SYSTEM ...) or saved runs (BASE SYSTEM ...)",
    )
    report: str = option(
        default="changes,tests,utterances,examples", metavar="NAMES", known="mondegreen.reports:COMPARISON_REPORTS",
        help="tables to show, comma-separated: {names} (default: all)",
    )
    by: str | Sequence[str] = option(default=[], metavar="NAMES", repeats=True,
        help="break down by upos, word-class, word-script, word-frequency, word-length, position, utterance-length, "
        "speaker or another column; comma-separated (default: none)",
    )
    plot: str | Sequence[str] = option(
        default=[], metavar="[KIND=]FILE", repeats=True, path="output", known="mondegreen.render.plot:COMPARISON_PLOTS",
        help="draw as .png, .svg or .pdf; kinds: {names}, of the first of --by; repeatable (default: changes)",
    )
    marks: str | None = option(default=None, metavar="FILE", path="input",
        help="counts per utterance ID; test whether they are higher where a system got worse (default: none)",
    )
    common = (
        *("metrics", "normalize", "tokenize", "by", "report", "plot", "fail_if", "top", "utt2spk", "resample_by"),
        *("force", "output_format", "output", "quiet", "color"),
    )
    top: int = option(default=3, metavar="N", least=1, help="examples of each kind (default: {default})")
    fail_if: list[str] = option(default=[], metavar="CONDITION", repeats=True,
        help="exit with 1 if a system meets it: 'wer>15', 'wer>+0.2' points or 'wer>+2%' over the baseline; "
        "repeatable (default: none)",
    )


class CompareCall(ComparePlan):
    """The same of what a Python program holds."""

    inputs: Source | Sequence[Source | Run] | Mapping[str, Run] = argument(  # type: ignore[assignment] # takes more
        kw_only=False, metavar="inputs",
        help="runs, in a list or by name; or the reference and the hypotheses; or, with systems, the reference",
    )
    systems: Mapping[str, Source | Run] | None = argument(default=None, kw_only=False,
        help="hypotheses by the names of their systems, the baseline first",
    )


class PagePlan(Runs, Resampling, run="mondegreen.api.runs:report"):
    """Write an HTML report: verdict, scores, plots, every error.

    The report is one file that needs no network.

    Example:
      mondegreen report runs/base runs/new -o report.html
      mondegreen report ref.txt base.txt new.txt --utt2spk utt2spk -o report.html
      mondegreen report ref.stm base.stm new.stm --metrics cpwer -o meetings.html
      mondegreen report ref.txt hyp.txt --audio wav.scp -o report.html
      mondegreen report runs/base runs/new --serve
    """

    inputs: Sequence[Source | Run] = argument(kw_only=False, metavar="INPUT", path="input",
        help="saved runs (RUN ...) or files (REF HYP ...); the first system is the baseline",
    )
    output: str | None = option(default=None, aliases=("-o",), metavar="FILE", path="output", apart=("serve",),
        help="HTML file, or - for standard output (default: none, with --serve)",
    )
    serve: bool = option(default=False, apart=("output",),
        help="serve the report on 127.0.0.1 at a secret address, updated when inputs change (default: write "
        "--output)",
    )
    port: int | None = option(default=None, metavar="N", least=1, needs=("serve",),
        help="port of --serve (default: any free port)",
    )
    title: str | None = option(default=None, metavar="TEXT",
        help="title of the report (default: the names of the systems)",
    )
    by: str | None = option(default=None, metavar="COLUMN",
        help="column to group and filter utterances by (default: speaker, where known)",
    )
    top: int = option(default=100, metavar="N", least=1, help="rows of each confusion table (default: {default})")
    weights: str | None = option(default=None, metavar="METRIC",
        help="metric that weights errors: ember, wer-e, wer-s or none (default: the first in the runs)",
    )
    surfaces: list[str] = option(default=[], metavar="FILE", repeats=True, path="input",
        help="JSON results of mondegreen nbest tune, shown as heat maps (default: none)",
    )
    audio: str | None = option(default=None, metavar="PATH", path="input",
        help="audio to play: a wav.scp, or a directory of files named by utterance or recording "
        "(default: no audio)",
    )
    embed_audio: bool = option(default=False, needs=("audio",),
        help="embed wav clips of up to 30 s in the report (default: relative links)",
    )

    def check(self) -> None:
        super().check()
        if self.output is None and not self.serve:
            other = self.spell("serve")
            raise self.refused("output", f"is missing: name the HTML file, e.g. report.html, or give {other}")


class PageCall(PagePlan):
    """The same of what a Python program holds."""

    inputs: Source | Sequence[Source | Run] | Mapping[str, Run] = argument(  # type: ignore[assignment] # takes more
        kw_only=False, metavar="inputs",
        help="runs, in a list or by name; or the reference and the hypotheses; or, with systems, the reference",
    )
    systems: Mapping[str, Source | Run] | None = argument(default=None, kw_only=False,
        help="hypotheses by the names of their systems, the baseline first",
    )


class AlignPlan(Reading, Texts, Vectors, RunReports, run="mondegreen.api.runs:show_alignments"):
    """Show references and hypotheses aligned word by word.

    Example:
      mondegreen align ref.txt hyp.txt --utterance talk1-017 --utterance talk1-018
      mondegreen align ref.txt hyp.txt --weights ember --vectors cc.fr.300.vec
    """

    reference: str = argument(kw_only=False, metavar="REF", path="input",
        help="reference file, or - for standard input; formats: mondegreen help formats",
    )
    hypotheses: list[str] = argument(default=[], kw_only=False, metavar="HYP", path="input",
        help="hypothesis files, one per system (default: none, REF holds both sides)",
    )
    unit: Literal["words", "characters", "letters"] = option(default="words",
        help="unit of the alignment; letters are characters without spaces (default: {default})",
    )
    utterance: list[str] = option(default=[], metavar="ID", repeats=True,
        help="show only this utterance, even without errors; repeatable (default: all with errors)",
    )
    weights: str | None = option(default=None, metavar="METRIC",
        help="show the weight and cosine of each error: ember, wer-e or wer-s (default: no weights)",
    )
    all: bool = option(default=False, help="also show utterances without errors (default: only those with errors)")
    unfolded: bool = option(default=False,
        help="show every word of long insertions (default: fold repetition loops)",
    )

    def check(self) -> None:
        super().check()
        if self.weights is None:
            why = f"is for {self.spell('weights')}, which names a metric that weighs errors by them"
            self.refuse_idle(("vectors", "hyp_vectors"), why)
