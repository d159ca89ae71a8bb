"""What may be chosen where runs are compared, looked at, and shown."""

from __future__ import annotations

from mondegreen.plan.option import Plan, argument, option
from mondegreen.plan.shared import (
    Chance,
    Empties,
    Measuring,
    Models,
    Plots,
    Quiet,
    Reading,
    Tables,
    Tags,
    Texts,
    Vectors,
)
from mondegreen.plan.shared import Reports as RunReports

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal

# A table is read by its lines.
# fmt: off


class Runs(Measuring, Empties, Reading, Texts, Models, Tags):
    """Runs: saved ones, or those of files that are scored now."""

    metrics: str | Sequence[str] = option(
        default=[], aliases=("--metric",), metavar="NAMES", repeats=True, known="mondegreen.metrics:METRICS",
        help="separated by commas, options after colons; may come again (wer,cer; of saved runs all that they have)",
    )
    inputs: list[str] = argument(kw_only=False, metavar="INPUT", path="input", help="files, or folders of saved runs")
    force: bool = option(default=False, help="take runs over other references or measured otherwise all the same")


class ComparePlan(Runs, Chance, Tables, Plots):
    """What systems change of a baseline, and whether that is chance."""

    inputs: list[str] = argument(kw_only=False, metavar="INPUT", path="input",
        help="REF BASE SYSTEM..., which are files, or BASE SYSTEM..., which are folders of saved runs",
    )
    report: str = option(
        default="changes,tests,utterances,examples", metavar="NAMES", known="mondegreen.reports:COMPARISON_REPORTS",
        help="{names} (all)",
    )
    by: list[str] = option(default=[], metavar="NAMES", repeats=True,
        help="a table by upos (distance of meaning by part of speech), word-class, word-script, word-frequency, "
        "word-length, position, utterance-length, speaker or another column; separated by commas",
    )
    marks: str | None = option(default=None, metavar="FILE", path="input",
        help="lines of an utterance and a number: are there more where a system got worse?",
    )
    top: int = option(default=3, metavar="N", least=1, help="examples of each kind ({default})")
    fail_if: list[str] = option(default=[], metavar="CONDITION", repeats=True,
        help="exit code 1 if it holds of a system: 'wer>+0.2' (more than the baseline's by over 0.2), 'wer>+2%' (by "
        "over 2 % of it), 'wer>15', or with < for what should be high; may come again",
    )


class PagePlan(Runs, Chance, Quiet):
    """A page to look through the errors of runs."""

    inputs: list[str] = argument(kw_only=False, metavar="INPUT", path="input",
        help="RUN..., which are folders of saved runs, or REF HYP..., which are files; the first is the base",
    )
    output: str = option(default=None, aliases=("-o",), metavar="FILE", path="output", required=True,
        help="the page; - is standard output",
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
        help="maps by `mondegreen tune --output FILE.json`",
    )


class AlignPlan(Reading, Texts, Vectors, RunReports):
    """Where a hypothesis differs from a reference, word by word."""

    reference: str = argument(kw_only=False, metavar="REF", path="input",
        help="what was said: a file, or `-`; see `mondegreen list formats`",
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


class CorrelatePlan(Runs, Tables, Plots):
    """How closely metrics go together."""

    inputs: list[str] = argument(kw_only=False, metavar="INPUT", path="input",
        help="REF SYSTEM..., which are files, or SYSTEM..., which are folders of saved runs",
    )
    method: Literal["pearson", "spearman", "kendall"] = option(default="pearson",
        help="of the numbers, or of their ranks ({default})",
    )
    over: str = option(default="utterance", metavar="UNITS",
        help="utterance, blocks:N, system, speaker or another column ({default})",
    )
    resamples: int = option(default=1000, metavar="N", help="how often units are drawn anew ({default})")
    level: float = option(default=95.0, metavar="PERCENT", help="how many of them lie between ({default:g})")
    seed: int = option(default=0, metavar="N", help="the same seed gives the same intervals ({default})")


class Judges(Plan):
    """What people chose."""

    triplets: str = argument(kw_only=False, metavar="TRIPLETS", path="input",
        help="columns reference, hypA, nbrA, hypB, nbrB between tabs, with a first line",
    )


class HumansPlan(Judges, Measuring, Texts, Models, Tables):
    """How far metrics agree with people who chose between two hypotheses."""

    least_votes: int = option(default=5, metavar="N", least=1, help="for a triplet to count ({default})")
    fit: bool = option(default=False, help="fit weights to the metrics, and judge those of one half by the other")
    vote: bool = option(default=False, help="show triplets one by one, and add votes to the file")
    seed: int = option(default=0, metavar="N", least=0, help="of the halves, and of the order of voting ({default})")
    encoding: str = option(default="utf-8", metavar="NAME", help="of the characters in the file ({default})")
