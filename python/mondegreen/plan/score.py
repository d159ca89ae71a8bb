"""What may be chosen for scores: of texts, of sessions of several speakers, and of parts that were scored before."""

from __future__ import annotations

from mondegreen.plan.option import Plan, argument, option
from mondegreen.plan.shared import Empties, Intervals, Measuring, Models, Plots, Reading, Reports, Tags, Texts

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Literal

    from mondegreen.inputs import Source
    from mondegreen.resources import Resources

# A table is read by its lines.
# fmt: off


class Scale(Plan, group="large-scale scoring"):
    """How what is large is scored: in shards, by whom, and taken up again."""

    engine: Literal["local", "ray"] = option(default="local",
        help="where to compute: in this process or on Ray workers (default: {default})",
    )
    batch_size: int | None = option(default=None, metavar="N", least=1,
        help="utterances per shard (default: 65,536)",
    )
    resume: bool = option(default=False, needs=("save",),
        help="continue an interrupted run of --save (default: start over)",
    )
    ray_address: str | None = option(default=None, metavar="ADDRESS", needs=("engine",),
        help="address of a Ray cluster, or auto (default: start one here)",
    )
    num_cpus: int | None = option(default=None, metavar="N", least=1, needs=("engine",),
        help="number of Ray workers (default: one per core)",
    )


class Keeping(Plan):
    """Where rows and runs are kept."""

    rows: str | None = option(default=None, metavar="FILE", path="output",
        help="write per-utterance counts as .jsonl, .csv or .parquet (default: not written)",
    )
    save: str | None = option(default=None, metavar="DIR", path="run",
        help="save the run for compare and report, as Parquet if DIR ends in .parquet (default: not saved)",
    )


class Scoring(Measuring, Keeping, Empties, Reading, Texts, Scale, Models, Tags, Intervals):
    """All that changes scores, and what becomes of them."""

    by: str | None = option(default=None, metavar="COLUMN",
        help="also report each speaker, or each value of another column (default: no groups)",
    )


class Sources(Plan):
    """What a Python program hands over."""

    references: Source = argument(kw_only=False, metavar="references",
        help="texts by position or ID, a table, a corpus, or the path of a file",
    )
    hypotheses: Source | None = argument(default=None, kw_only=False, metavar="hypotheses",
        help="the hypotheses likewise (default: none, the references hold both sides)",
    )


class ScoreCall(Scoring, Sources):
    """The scores of one hypothesis that a Python program hands over, or that is in a file."""

    metrics: str | Iterable[str] = option(default=("wer", "cer"), kw_only=False,
        help="metric names, with options after colons",
    )
    resources: Resources | None = option(default=None, help="loaded models (default: load on demand)")


class AccumulatorPlan(Measuring, Texts, Models):
    """The scores of texts that come batch by batch."""


class SessionCall(ScoreCall):
    """The same of recordings of several speakers."""

    metrics: str | Iterable[str] = option(default=("cpwer",), kw_only=False,
        help="metric names, with options after colons",
    )
    collar: float | None = option(default=None,
        help="collar in seconds of time-constrained metrics (default: 5)",
    )


class ScorePlan(Plots, Scoring, Reports, run="mondegreen.api.score:score_systems"):
    """Compute error rates and other metrics against a reference.

    Example:
      mondegreen score ref.txt hyp.txt
      mondegreen score results.csv --ref-column sentence --hyp-column prediction
      mondegreen score ref.txt whisper-out --normalize lower,punctuation
      mondegreen score ref.stm hyp.ctm --by speaker --report summary,confusions
      mondegreen score ref.txt hyp.txt --metrics wer,cer,semdist --ci -o scores.json
      mondegreen score ref.stm hyp.seglst.json --metrics cpwer,tcpwer:collar=5
      mondegreen score ref.txt 'hyp.*.txt' --save runs/new.parquet --resume
    """

    reference: str = argument(kw_only=False, metavar="REF", path="input",
        help="reference file, or - for standard input; formats: mondegreen help formats",
    )
    hypotheses: list[str] = argument(default=[], kw_only=False, metavar="HYP", path="input",
        help="hypothesis files, one per system (default: none, REF holds both sides)",
    )
    metrics: str | Iterable[str] = option(
        default=[], aliases=("--metric",), metavar="NAMES", repeats=True, known="mondegreen.metrics:ALL_METRICS",
        help="comma-separated, options after colons, e.g. wer,cer:spaces=no; names: mondegreen help metrics "
        "(default: wer,cer)",
    )
    report: str | None = option(default=None, metavar="NAMES", known="mondegreen.reports:REPORTS",
        help="tables to show, comma-separated, e.g. summary,confusions; names: mondegreen help reports "
        "(default: metrics; groups with --by)",
    )
    top: int = option(default=20, metavar="N", least=1, help="rows of each ranking (default: {default})")
    plot: str | Sequence[str] = option(
        default=[], metavar="[KIND=]FILE", repeats=True, path="output", known="mondegreen.render.plot:SCORE_PLOTS",
        help="draw as .png, .svg or .pdf; kinds: {names}; repeatable (default: scores; groups with --by)",
    )

    common = (
        *("metrics", "normalize", "tokenize", "by", "ci", "report", "plot", "utt2spk", "ref_column", "hyp_column"),
        *("format", "missing", "save", "output_format", "output", "quiet", "color"),
    )

    def check(self) -> None:
        super().check()
        if self.output_format is None:
            return
        from mondegreen.errors import ScoreError
        from mondegreen.resolve import scores_sessions
        from mondegreen.writers import find_kind

        kind, written = find_kind(self.output_format), f"{self.spell('output_format')} {self.output_format}"
        if kind != "tables" and scores_sessions(self):
            raise ScoreError(f"{written} holds pairs of texts, and no sessions of several speakers")
        if kind in ("system", "summary"):
            self.check_words_are_scored(written)
        if kind != "tables":
            self.refuse_idle(("report", "top"), f"is for tables, and {written} writes none; leave it out")

    def check_words_are_scored(self, written: str) -> None:
        """Refuses metrics that show nowhere: the files of other toolkits hold errors of words."""
        from mondegreen.resolve import name_metrics

        if not (self.save or self.rows or self.plot or "wer" in name_metrics(self)):
            words = f"{self.spell('tokenize')} characters"
            why = f"shows nowhere: {written} holds errors of words; leave it out, or say {words}"
            self.refuse_idle(["metrics"], why)


class SystemsCall(ScorePlan):
    """The same of what a Python program holds."""

    reference: Source = argument(kw_only=False, metavar="reference",  # type: ignore[assignment] # takes more
        help="texts by position or ID, a table, a corpus, or the path of a file",
    )
    hypotheses: Mapping[str, Source] | list[str] = argument(  # type: ignore[assignment] # takes more
        default=[], kw_only=False, metavar="hypotheses",
        help="texts by the names of their systems, or paths of files",
    )

    def check(self) -> None:
        super().check()
        if not (isinstance(self.hypotheses, dict) or isinstance(self.reference, str)):
            self.check_systems_are_named()

    def check_systems_are_named(self) -> None:
        """Refuses a list of texts: a list is of files, beside a reference that is one."""
        from collections.abc import Mapping
        from os import PathLike

        from mondegreen.errors import ScoreError

        if not (isinstance(self.hypotheses, Mapping) or isinstance(self.reference, PathLike)):
            raise ScoreError("hypotheses are a list, and the reference is no file; give a dict of texts by system")
