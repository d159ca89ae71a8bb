"""What may be chosen in recipes of other toolkits."""

from __future__ import annotations

from mondegreen.plan.option import Plan, argument, option
from mondegreen.plan.shared import Models, Plots, Reports

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from typing import Literal

# A table is read by its lines.
# fmt: off


class Recipe(Plan, group="recipe (default: the experiment's config.yaml)"):
    """What the experiment's configuration would say."""

    dumpdir: str = option(default="dump/raw", metavar="DIR", path="input",
        help="directory with the reference directories (default: {default})",
    )
    data: str = option(default="", metavar="DIR", path="input",
        help="reference directory with text and utt2spk (default: by test set in --dumpdir)",
    )
    nlsyms_txt: str | None = option(default=None, aliases=("--nlsyms_txt",), metavar="FILE", path="input",
        help="list of non-linguistic symbols to remove (default: the configuration's)",
    )
    cleaner: str | None = option(default=None, metavar="NAME",
        help="cleaner of references: tacotron, jaconv, whisper_en, whisper_basic, ... (default: the configuration's)",
    )
    hyp_cleaner: str | None = option(default=None, aliases=("--hyp_cleaner",), metavar="NAME",
        help="cleaner of hypotheses (default: none)",
    )
    bpemodel: str | None = option(default=None, metavar="FILE", path="input",
        help="SentencePiece model for token error rates (default: the configuration's)",
    )
    token_list: str = option(default="", aliases=("--token_list",), metavar="FILE", path="input",
        help="token list of the model, to check decoded tokens (default: the configuration's)",
    )
    token_type: str | None = option(default=None, aliases=("--token_type",), metavar="NAME",
        help="token type of training: char, word, bpe, whisper_en, ... (default: the configuration's)",
    )
    score_opts: str = option(default="", aliases=("--score_opts",), metavar="OPTIONS",
        help="options of sclite, e.g. '-e utf-8 -c NOASCII' (default: the recipe's)",
    )
    local_score: str = option(default="", aliases=("--local_score",), metavar="NAME",
        help="recipe whose own script scores, too, e.g. seame, ml_superb, slurp, slurp_entity, or none "
            "(default: by local/score.sh)",
    )
    local_score_opts: str = option(default="", aliases=("--local_score_opts",), metavar="WORDS",
        help="words for that script, e.g. 'true false independent' of ml_superb (default: none)",
    )
    tgt_lang: str = option(default="", aliases=("--tgt_lang",), metavar="CODE",
        help="language translated into, as in text.tc.CODE (default: by the experiment's name)",
    )
    tgt_case: Literal["tc", "lc", "lc.rm"] | None = option(default=None, aliases=("--tgt_case",),
        help="references of translations: with case, lower-cased, or also without punctuation (default: tc, if there)",
    )
    metrics_config: str = option(default="", aliases=("--metrics_config",), metavar="FILE", path="input",
        help="what ESPnet 3 measures (default: conf/metrics.yaml, if there)",
    )
    dict: str = option(default="", metavar="FILE", path="input",
        help="token list of ESPnet 1 (default: the only data/lang_*/*_units.txt)",
    )
    num_spkrs: int = option(default=1, least=1, aliases=("--num_spkrs",), metavar="N",
        help="number of speakers in ESPnet 1 (default: {default})",
    )


class EspnetPlan(Recipe, Models, Reports, Plots, run="mondegreen.cli.recipes:run_espnet"):
    """Score an ESPnet experiment and write its score files.

    Example:
      mondegreen espnet score exp/asr_train_asr_conformer_raw_en_bpe5000
      mondegreen espnet score exp/asr_transducer --nbest
      mondegreen espnet score exp/asr --nlsyms_txt nlsyms.txt --bpemodel bpe.model
      mondegreen espnet score asr_outputs --data dump/raw/eval --metrics semdist
    """

    action: Literal["score"] = argument(kw_only=False, help="score all decode directories")
    experiment: str = argument(kw_only=False, metavar="EXP", path="input",
        help="experiment or decode directory of ESPnet 1, 2 or 3, or of VERSA",
    )
    only: list[str] = option(default=[], repeats=True, metavar="NAME",
        help="score only this test set or inference tag; repeatable (default: all)",
    )
    rates: str = option(default="cer,wer,ter", metavar="NAMES",
        help="error rates; ter needs a BPE model (default: {default})",
    )
    results: str | None = option(default=None, metavar="FILE", path="output",
        help="summary file (default: RESULTS.md in EXP; of ESPnet 1, beside EXP)",
    )
    metrics: list[str] = option(default=[], repeats=True, metavar="NAMES", known="mondegreen.metrics:METRICS",
        help="more metrics for each decode directory, comma-separated (default: none)",
    )
    nbest: bool = option(default=False,
        help="also report n-best oracles by --metrics, else by wer and cer (default: 1-best only)",
    )
    strict: bool = option(default=False, help="stop at a missing or extra utterance (default: warn)")
    literal: bool = option(default=False,
        help="do as ESPnet does: pair by line, interpret sclite markup in texts (default: pair by ID)",
    )
    threads: int | None = option(default=None, least=1, metavar="N", help="number of threads (default: one per core)")


class ToolsPlan(Plan, run="mondegreen.cli.recipes:run_tools"):
    """Link drop-in replacements such as sclite into a directory.

    Example:
      mondegreen tools link ~/sctk/bin
      mondegreen tools link --all ~/bin  # for the PATH
      mondegreen tools link --kaldi ~/kaldi-scoring  # bin, steps, utils and local
      mondegreen tools link --kaldi --over ~/copy-of-a-recipe
      mondegreen tools link --espnet ~/espnet-scoring  # utils and scripts/utils
      mondegreen tools unlink ~/sctk/bin --only sclite
    """

    action: Literal["link", "unlink"] = argument(kw_only=False,
        help="link creates links by the original names; unlink removes only those",
    )
    folder: str = argument(kw_only=False, metavar="DIR", path="input",
        help="directory, created if missing; for kaldi and espnet the root of a tree",
    )
    of: list[str] = option(default=[], repeats=True, choices=("sctk", "kaldi", "espnet", "jiwer"),
        help="toolkit whose programs are linked; repeatable (default: sctk)",
    )
    kaldi: bool = option(default=False, help="same as --of kaldi (default: not linked)")
    espnet: bool = option(default=False, help="same as --of espnet (default: not linked)")
    all: bool = option(default=False,
        help="link the programs of all toolkits by their names alone, for the PATH (default: of one toolkit)",
    )
    over: bool = option(default=False,
        help="replace other files of the same name and keep them as NAME.orig (default: stop with an error)",
    )
    only: list[str] = option(default=[], repeats=True, metavar="NAME",
        help="link only this tool; repeatable (default: all)",
    )
