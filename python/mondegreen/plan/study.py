r"""Study metrics: correlation, human agreement, translation, robustness.

Example:
  mondegreen study correlate ref.txt base.txt new.txt --metrics wer,cer,semdist
  mondegreen study agreement hats.tsv --metrics wer,cer,semdist --language fr
  mondegreen study downstream ref.fr hyp.fr --translation hyp.en \
      --translated ref.en
  mondegreen study robustness text.txt --table table.tsv --encoders avg,sif,usif
"""

from __future__ import annotations

from mondegreen.component import Registry
from mondegreen.plan.compare import Runs
from mondegreen.plan.option import Plan, argument, option
from mondegreen.plan.shared import Limits, Measuring, Metrics, Models, Numbers, Plots, Reading, Tables, Texts

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal

    from mondegreen.formats.rated import Ratings, Triplets
    from mondegreen.inputs import Source
    from mondegreen.results.run import Run

ACTIONS = Registry(
    "action",
    {
        "correlate": "mondegreen.plan.study:CorrelatePlan",
        "agreement": "mondegreen.plan.study:AgreementPlan",
        "downstream": "mondegreen.plan.study:DownstreamPlan",
        "robustness": "mondegreen.plan.texts:RobustnessPlan",
    },
)

# A table is read by its lines.
# fmt: off


class CorrelatePlan(Runs, Numbers, Tables, Plots, run="mondegreen.api.studies:correlate"):
    """Correlate metrics over utterances, blocks, speakers or systems.

    Example:
      mondegreen study correlate ref.txt base.txt new.txt --metrics wer,cer,semdist
      mondegreen study correlate runs/base runs/new --method spearman --over speaker
      mondegreen study correlate runs/base --over blocks:100 --plot correlations.pdf
      mondegreen study correlate ref.txt hyp.txt --with snr=snr.txt
    """

    inputs: Sequence[Source | Run] = argument(kw_only=False, metavar="INPUT", path="input",
        help="files (REF SYSTEM ...) or saved runs (SYSTEM ...)",
    )
    method: Literal["pearson", "spearman", "kendall"] = option(default="pearson",
        help="correlation coefficient (default: {default})",
    )
    over: str = option(default="utterance", metavar="UNITS",
        help="units of the correlation: utterance, blocks:N, system, speaker or another column (default: {default})",
    )
    resamples: int = option(default=10_000, metavar="N", least=1, help="number of resamples (default: 10,000)")
    level: float = option(default=95.0, metavar="PERCENT", help="confidence level in percent (default: {default:g})")
    seed: int = option(default=0, metavar="N", least=0, help="seed of the random generator (default: {default})")


class Judges(Plan):
    """What people chose."""

    triplets: str | Triplets | Ratings = argument(kw_only=False, metavar="TRIPLETS", path="input",
        help="tab-separated table: reference, hypA, nbrA, hypB, nbrB; or reference, hypothesis and rating or label",
    )


class AgreementPlan(Judges, Measuring, Limits, Texts, Models, Tables, Plots, run="mondegreen.cli.vote:run_agreement"):
    """Measure how well metrics agree with human judgments, or collect votes.

    Example:
      mondegreen study agreement hats.tsv --metrics wer,cer,human --language fr
      mondegreen study agreement hats.tsv --fit --save-model mine.json
      mondegreen study agreement mine.tsv --vote
    """

    least_votes: int = option(default=5, metavar="N", least=1, help="minimum votes of a triplet (default: {default})")
    fit: bool = option(default=False,
        help="fit weights of the metrics and evaluate them on held-out references (default: no fit)",
    )
    save_model: str | None = option(default=None, metavar="FILE", path="output", needs=("fit",),
        help="save the fitted weights for --metrics human:model=FILE (default: not saved)",
    )
    resamples: int = option(default=10_000, metavar="N", least=1, help="number of resamples (default: 10,000)")
    level: float = option(default=95.0, metavar="PERCENT", help="confidence level in percent (default: {default:g})")
    vote: bool = option(default=False,
        help="ask for votes in the terminal and add them to the file (default: score metrics)",
    )
    seed: int = option(default=0, metavar="N", least=0,
        help="seed of the folds, the resamples and the order of voting (default: {default})",
    )
    encoding: str = option(default="utf-8", metavar="NAME", help="character encoding of the file (default: {default})")

    def check(self) -> None:
        super().check()
        if self.vote:
            # How metrics are held beside votes.
            names = (*Measuring.options, "fit", "save_model", "resamples", "level", *Tables.options, *Plots.options)
            why = f"is for metrics, and {self.spell('vote')} only collects votes; remove one of them"
            self.refuse_idle(names, why)


class Translations(Plan, group="translations, by sacrebleu"):
    """What translations are, and how they are scored."""

    translation: Source = option(required=True, metavar="FILE", path="input",
        help="machine translation of HYP, with the same utterance IDs",
    )
    translated: Source = option(required=True, metavar="FILE", path="input", help="reference translation of REF")
    against: Source | None = option(default=None, metavar="FILE", path="input",
        help="translation of another system, to count wins, losses and ties by sentence (default: none)",
    )
    against_hyp: Source | None = option(default=None, metavar="FILE", path="input", needs=("against",),
        help="hypothesis that --against translates, scored in the examples too (default: none)",
    )
    top: int = option(default=3, metavar="N", least=1,
        help="sentences of each kind in the examples of --against (default: {default})",
    )
    scores: str = option(default="bleu,ter,chrf", metavar="NAMES",
        help="translation metrics: bleu, ter, chrf, meteor (default: {default})",
    )
    blocks: int = option(default=100, metavar="N", help="utterances per block of the correlation (default: {default})")
    bleu_tokenize: str = option(default="13a", metavar="NAME", help="sacrebleu's BLEU tokenizer (default: {default})")
    lowercase: bool = option(default=False, help="ignore case (default: case-sensitive)")


class DownstreamPlan(
    Translations, Metrics, Numbers, Reading, Texts, Models, Tables, Plots, run="mondegreen.api.studies:downstream"
):
    r"""Correlate ASR metrics with translation quality (BLEU, TER, chrF).

    Example:
      mondegreen study downstream ref.fr hyp.fr --translation hyp.en \
          --translated ref.en --against other.en --lowercase
    """

    reference: Source = argument(kw_only=False, metavar="REF", path="input",
        help="reference file; formats: mondegreen help formats",
    )
    hypothesis: Source = argument(kw_only=False, metavar="HYP", path="input", help="hypothesis file")
