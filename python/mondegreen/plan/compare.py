"""What may be chosen where runs are compared, looked at, and shown."""

from __future__ import annotations

from mondegreen.plan.option import argument, option
from mondegreen.plan.shared import (
    Empties,
    Measuring,
    Models,
    Plots,
    Quiet,
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
        help="separated by commas, options after colons; may come again (wer,cer; of saved runs all that they have)",
    )
    inputs: Sequence[Source | Run] = argument(kw_only=False, metavar="INPUT", path="input",
        help="files, or folders of saved runs",
    )
    force: bool = option(default=False, help="take runs over other references or measured otherwise all the same")


class ComparePlan(Runs, Resampling, Tables, Plots, run="mondegreen.cli.answers:run_compare"):
    """Compares systems with a baseline: what changes, and whether that is chance.

    Example:
      mondegreen compare ref.txt base.txt new.txt
      mondegreen compare ref.stm base.ctm new.ctm --metrics wer,semdist --resample-by speaker --output changes.tex
      mondegreen compare runs/base runs/new --report changes,examples --top 5
      mondegreen compare runs/base runs/new --plot changes.pdf --plot scatter=scatter.pdf
      mondegreen compare runs/released runs/new --fail-if 'wer>+0.2' --as github >> "$GITHUB_STEP_SUMMARY"
      mondegreen compare ref.txt base.txt new.txt --report changes --by upos,word-frequency,speaker --utt2spk utt2spk
    """

    inputs: Sequence[Source | Run] = argument(kw_only=False, metavar="INPUT", path="input",
        help="REF BASE SYSTEM..., which are files, or BASE SYSTEM..., which are folders of saved runs",
    )
    report: str = option(
        default="changes,tests,utterances,examples", metavar="NAMES", known="mondegreen.reports:COMPARISON_REPORTS",
        help="{names} (all)",
    )
    by: str | Sequence[str] = option(default=[], metavar="NAMES", repeats=True,
        help="a table by upos (distance of meaning by part of speech), word-class, word-script, word-frequency, "
        "word-length, position, utterance-length, speaker or another column; separated by commas",
    )
    plot: str | Sequence[str] = option(
        default=[], metavar="[KIND=]FILE", repeats=True, path="output", known="mondegreen.render.plot:COMPARISON_PLOTS",
        help="draw as .png, .svg or .pdf: {names} (default: changes); may be repeated",
    )
    marks: str | None = option(default=None, metavar="FILE", path="input",
        help="lines of an utterance and a number: are there more where a system got worse?",
    )
    top: int = option(default=3, metavar="N", least=1, help="examples of each kind ({default})")
    fail_if: list[str] = option(default=[], metavar="CONDITION", repeats=True,
        help="exit code 1 if it holds of a system: 'wer>+0.2' (more than the baseline's by over 0.2), 'wer>+2%' (by "
        "over 2 % of it), 'wer>15', or with < for what should be high; may come again",
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


class PagePlan(Runs, Resampling, Quiet, run="mondegreen.api.runs:report"):
    """Writes one HTML file with a verdict, scores, plots and every utterance's errors, which opens without a network.

    Example:
      mondegreen report runs/base runs/new -o report.html
      mondegreen report ref.txt base.txt new.txt --metrics wer,cer,semdist --utt2spk utt2spk -o report.html
      mondegreen report ref.stm base.stm new.stm --metrics cpwer -o meetings.html
      mondegreen report ref.txt hyp.txt --audio wav.scp --segments segments -o report.html
      mondegreen report runs/base runs/new --serve
    """

    inputs: Sequence[Source | Run] = argument(kw_only=False, metavar="INPUT", path="input",
        help="RUN..., which are folders of saved runs, or REF HYP..., which are files; the first is the base",
    )
    output: str | None = option(default=None, aliases=("-o",), metavar="FILE", path="output", apart=("serve",),
        help="the page; - is standard output (default: none; give this or --serve)",
    )
    serve: bool = option(default=False, apart=("output",),
        help="serve the page on 127.0.0.1 under an address with a token, and make it again when an input changes",
    )
    port: int | None = option(default=None, metavar="N", least=1, needs=("serve",),
        help="at which port (default: any that is free)",
    )
    title: str | None = option(default=None, metavar="TEXT",
        help="what the page is called (what was compared with what)",
    )
    by: str | None = option(default=None, metavar="COLUMN",
        help="group utterances by a column, and filter by it (speaker, where it is known)",
    )
    top: int = option(default=100, metavar="N", least=1, help="rows of each table of confusions ({default})")
    weights: str | None = option(default=None, metavar="METRIC",
        help="ember, wer-e or wer-s: what errors weigh (by the first of these that the runs have), or none",
    )
    surfaces: list[str] = option(default=[], metavar="FILE", repeats=True, path="input",
        help="maps by `mondegreen nbest tune --output FILE.json`",
    )
    audio: str | None = option(default=None, metavar="PATH", path="input",
        help="a directory of audio files named by utterance or recording, or Kaldi's wav.scp: the page plays each "
        "utterance, by --segments or the times of an stm (default: no audio)",
    )
    embed_audio: bool = option(default=False, needs=("audio",),
        help="put clips of up to 30 s of wav files into the page (default: relative links)",
    )

    def check(self) -> None:
        super().check()
        if self.output is None and not self.serve:
            raise self.refused("output", f"says where the page goes, and is lacking; give it, or {self.spell('serve')}")


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
    """Shows where a hypothesis differs from a reference, word by word.

    Example:
      mondegreen align ref.txt hyp.txt --utterance talk1-017 --utterance talk1-018
      mondegreen align ref.txt hyp.txt --weights ember --vectors cc.fr.300.vec
    """

    reference: str = argument(kw_only=False, metavar="REF", path="input",
        help="what was said: a file, or `-`; see `mondegreen help formats`",
    )
    hypotheses: list[str] = argument(default=[], kw_only=False, metavar="HYP", path="input",
        help="what was recognized; none if REF holds that too",
    )
    unit: Literal["words", "characters", "letters"] = option(default="words",
        help="what is aligned; letters are characters without blanks",
    )
    utterance: list[str] = option(default=[], metavar="KEY", repeats=True,
        help="only this one, even if right; may come again",
    )
    weights: str | None = option(default=None, metavar="METRIC",
        help="ember, wer-e or wer-s: show under errors what they weigh, and the cosine",
    )
    all: bool = option(default=False, help="also the utterances without errors")
    unfolded: bool = option(default=False, help="every word of long runs of insertions, where loops are shown once")

    def check(self) -> None:
        super().check()
        if self.weights is None:
            why = f"is for {self.spell('weights')}, which names a metric that weighs errors by them"
            self.refuse_idle(("vectors", "hyp_vectors"), why)
