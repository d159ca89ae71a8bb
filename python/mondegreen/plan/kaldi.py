"""Score Kaldi's decode directories, and check them before.

Example:
  mondegreen kaldi doctor exp/tri3b/decode_test --data data/test
  mondegreen kaldi score data/test exp/tri3b/graph exp/tri3b/decode_test
"""

from __future__ import annotations

from mondegreen.component import Registry
from mondegreen.plan.option import argument, option
from mondegreen.plan.shared import Models, Plots, Tables

ACTIONS = Registry(
    "action", {"score": "mondegreen.plan.kaldi:KaldiPlan", "doctor": "mondegreen.plan.kaldi:KaldiDoctorPlan"}
)

# A table is read by its lines.
# fmt: off


class KaldiPlan(Models, Tables, Plots, run="mondegreen.cli.recipes:run_kaldi"):
    """Score a Kaldi decode directory and write Kaldi's score files.

    They are the files of steps/score_kaldi.sh. Inside a recipe it applies the
    recipe's filters, such as local/wer_output_filter, as the script does.

    Example:
      mondegreen kaldi score data/test exp/tri3b/graph exp/tri3b/decode_test
      mondegreen kaldi score data/test lang exp/decode --metrics semdist
      mondegreen kaldi score data/eval lang exp/decode_eval --dev exp/decode_dev
    """

    data: str = argument(kw_only=False, metavar="DATA", path="input", help="data directory with text and utt2spk")
    lang: str = argument(kw_only=False, metavar="LANG", path="input",
        help="lang or graph directory with words.txt",
    )
    decode: str = argument(kw_only=False, metavar="DECODE", path="input",
        help="decode directory with lat.1.gz, lat.2.gz, ...",
    )
    dev: str | None = option(default=None, metavar="DIR", path="input",
        help="scored decode directory of the dev set, whose best weight and penalty are taken (default: try all)",
    )
    min_lmwt: int = option(default=7, least=1, metavar="N", help="minimum language model weight (default: {default})")
    max_lmwt: int = option(default=17, metavar="N", help="maximum language model weight (default: {default})")
    word_ins_penalty: str = option(default="0.0,0.5,1.0", metavar="LIST",
        help="word insertion penalties (default: {default})",
    )
    mbr: bool = option(default=False, help="use minimum Bayes risk decoding (default: best paths)")
    beam: float = option(default=6.0, metavar="X", help="lattice beam of --mbr (default: {default:g})")
    characters: bool = option(default=False,
        help="also compute character error rates, like score_kaldi_cer.sh (default: words only)",
    )
    metrics: list[str] = option(default=[], repeats=True, metavar="NAMES", known="mondegreen.metrics:METRICS",
        help="more metrics for each setting, comma-separated (default: none)",
    )
    strict: bool = option(default=False,
        help="stop at a damaged archive, an unknown word or a missing hypothesis (default: warn as Kaldi does)",
    )
    one_alignment: bool = option(default=False,
        help="count the errors of the alignment in per_utt (default: of another tied alignment, as Kaldi does)",
    )

    def check(self) -> None:
        super().check()
        if self.dev is not None:
            names = ["min_lmwt", "max_lmwt", "word_ins_penalty"]
            self.refuse_idle(names, f"is for trying settings, of which {self.spell('dev')} names one")
        if not self.mbr:
            self.refuse_idle(["beam"], f"is for {self.spell('mbr')}")
        if not self.beam >= 0:
            raise self.refused("beam", f"is {self.beam:g}; give 0 or more")


class KaldiDoctorPlan(Tables, run="mondegreen.cli.recipes:examine_kaldi"):
    """Check a Kaldi decode directory before it is scored.

    It looks at jobs and archives, utterance IDs, words, the model, and the frame
    subsampling; each finding is a row. The exit code is 1 if anything is wrong.

    Example:
      mondegreen kaldi doctor exp/tri3b/decode_test
      mondegreen kaldi doctor exp/chain/decode --data data/test --lang data/lang
    """

    decode: str = argument(kw_only=False, metavar="DECODE", path="input",
        help="decode directory with lat.1.gz, lat.2.gz, ...",
    )
    data: str | None = option(default=None, metavar="DIR", path="input",
        help="data directory with text, and segments or utt2dur (default: not compared)",
    )
    lang: str | None = option(default=None, metavar="DIR", path="input",
        help="lang or graph directory with words.txt (default: not compared)",
    )
