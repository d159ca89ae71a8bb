"""What may be chosen in recipes of other toolkits."""

from __future__ import annotations

from mondegreen.plan.option import Plan, argument, option
from mondegreen.plan.shared import Models, Reports, Tables

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from typing import Literal

# A table is read by its lines.
# fmt: off


class KaldiPlan(Models, Tables, run="mondegreen.cli.recipes:run_kaldi"):
    """Scores a decode folder of Kaldi, and leaves the files that steps/score_kaldi.sh leaves.

    Started in a recipe it runs the filters that this has, such as local/wer_output_filter, as that script does.

    Example:
      mondegreen kaldi score data/test exp/tri3b/graph exp/tri3b/decode_test
      mondegreen kaldi score data/test lang exp/decode --min-lmwt 5 --characters --metrics ember,semdist --strict
    """

    action: Literal["score"] = argument(kw_only=False, help="score all settings, and describe the best one")
    data: str = argument(kw_only=False, metavar="DATA", path="input", help="the folder with text and utt2spk")
    lang: str = argument(kw_only=False, metavar="LANG", path="input",
        help="the folder of the language or the graph, with words.txt",
    )
    decode: str = argument(kw_only=False, metavar="DECODE", path="input",
        help="the folder with lat.1.gz, lat.2.gz, ...",
    )
    min_lmwt: int = option(default=7, least=1, metavar="N", help="the least language model weight ({default})")
    max_lmwt: int = option(default=17, metavar="N", help="the greatest one ({default})")
    word_ins_penalty: str = option(default="0.0,0.5,1.0", metavar="LIST", help="penalties of a word ({default})")
    mbr: bool = option(default=False, help="words of least expected errors, rather than best paths")
    beam: float = option(default=6.0, metavar="X", help="with --mbr, leave out paths worse by more ({default:g})")
    characters: bool = option(default=False, help="character error rates too, as score_kaldi_cer.sh leaves them")
    metrics: list[str] = option(default=[], repeats=True, metavar="NAMES", known="mondegreen.metrics:METRICS",
        help="other metrics for each setting; may come again",
    )
    strict: bool = option(default=False, help="a damaged archive, an unknown word or a missing hypothesis is an error")
    one_alignment: bool = option(default=False,
        help="count insertions, deletions and substitutions as per_utt shows them; Kaldi counts them by another of "
        "equally good alignments",
    )

    def check(self) -> None:
        super().check()
        if not self.mbr:
            self.refuse_idle(["beam"], f"is for {self.spell('mbr')}")
        if not self.beam >= 0:
            raise self.refused("beam", f"is {self.beam:g}; give 0 or more")


class Recipe(Plan, group="the recipe's own (what the experiment's config.yaml says)"):
    """What the experiment's configuration would say."""

    dumpdir: str = option(default="dump/raw", metavar="DIR", path="input",
        help="where the references' folders are ({default})",
    )
    data: str = option(default="", metavar="DIR", path="input",
        help="the one references' folder, with text and utt2spk",
    )
    nlsyms_txt: str | None = option(default=None, aliases=("--nlsyms_txt",), metavar="FILE", path="input",
        help="non-linguistic symbols, which are left out",
    )
    cleaner: str | None = option(default=None, metavar="NAME",
        help="rewrites references: tacotron, jaconv, whisper_en, whisper_basic, ...",
    )
    hyp_cleaner: str | None = option(default=None, aliases=("--hyp_cleaner",), metavar="NAME",
        help="rewrites hypotheses (none)",
    )
    bpemodel: str | None = option(default=None, metavar="FILE", path="input",
        help="SentencePiece model, for token error rates",
    )
    token_list: str = option(default="", aliases=("--token_list",), metavar="FILE", path="input",
        help="the model's tokens, to see whether what was decoded fits",
    )
    token_type: str | None = option(default=None, aliases=("--token_type",), metavar="NAME",
        help="what was trained on: char, word, bpe, whisper_en, ...",
    )
    score_opts: str = option(default="", aliases=("--score_opts",), metavar="OPTIONS",
        help="options of sclite, such as '-e utf-8 -c NOASCII'",
    )
    dict: str = option(default="", metavar="FILE", path="input",
        help="ESPnet 1's list of tokens (the only data/lang_*/*_units.txt)",
    )
    num_spkrs: int = option(default=1, least=1, aliases=("--num_spkrs",), metavar="N",
        help="ESPnet 1's speakers ({default})",
    )


class EspnetPlan(Recipe, Models, Reports, run="mondegreen.cli.recipes:run_espnet"):
    """Scores an experiment of ESPnet, and leaves the files that its scoring stage leaves.

    Example:
      mondegreen espnet score exp/asr_train_asr_conformer_raw_en_bpe5000
      mondegreen espnet score exp/asr_transducer --nbest
      mondegreen espnet score exp/asr_conformer --nlsyms_txt data/nlsyms.txt --bpemodel data/token_list/bpe.model
      mondegreen espnet score asr_outputs --data dump/raw/eval --score_opts '-s' --metrics semdist,ember
    """

    action: Literal["score"] = argument(kw_only=False, help="score all decode folders")
    experiment: str = argument(kw_only=False, metavar="EXP", path="input",
        help="an experiment, or a decode folder of it: of ESPnet 1, 2 or 3, or of VERSA",
    )
    only: list[str] = option(default=[], repeats=True, metavar="NAME",
        help="only this test set or tag; may come again (all)",
    )
    rates: str = option(default="cer,wer,ter", metavar="NAMES", help="of these ({default}); ter needs a model")
    results: str | None = option(default=None, metavar="FILE", path="input",
        help="where the summary goes (RESULTS.md in EXP; of ESPnet 1, beside EXP)",
    )
    metrics: list[str] = option(default=[], repeats=True, metavar="NAMES", known="mondegreen.metrics:METRICS",
        help="other metrics of each decode folder; may come again",
    )
    nbest: bool = option(default=False, help="also the best of n-best lists by those metrics, or by wer and cer")
    strict: bool = option(default=False, help="what does not fit, such as a missing utterance, is an error")
    literal: bool = option(default=False, help="do as ESPnet does: pair by line, and take texts for sclite's signs")
    threads: int | None = option(default=None, least=1, metavar="N", help="how many work at once (one for each core)")


class ToolsPlan(Plan, run="mondegreen.cli.recipes:run_tools"):
    """Puts the original programs, such as sclite, into a folder under their own names.

    Example:
      mondegreen tools link ~/sctk/bin
      mondegreen tools link --kaldi ~/kaldi-scoring  # bin, steps, utils and local, as recipes look for them
      mondegreen tools link --espnet ~/espnet-scoring  # utils and scripts/utils
      mondegreen tools unlink ~/sctk/bin --only sclite
    """

    action: Literal["link", "unlink"] = argument(kw_only=False,
        help="unlink removes what link put there, and nothing else",
    )
    folder: str = argument(kw_only=False, metavar="DIR", path="input",
        help="made if it is not there; for kaldi and espnet, the root of a tree",
    )
    of: list[str] = option(default=[], repeats=True, choices=("sctk", "kaldi", "espnet", "jiwer"),
        help="tools of this package; may come again (sctk)",
    )
    kaldi: bool = option(default=False, help="the same as --of kaldi")
    espnet: bool = option(default=False, help="the same as --of espnet")
    force: bool = option(default=False, help="link replaces what else has a tool's name, as in a copy of a recipe")
    only: list[str] = option(default=[], repeats=True, metavar="NAME", help="this tool alone; may come again")
