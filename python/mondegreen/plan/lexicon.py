"""Map word vectors of two languages and evaluate translations.

Example:
  mondegreen lexicon map en.vec fr.vec --dictionary en-fr.train.txt --output en-fr.npz
  mondegreen lexicon eval en-fr.test.txt en-fr.npz --source en.vec --target fr.vec
"""

from __future__ import annotations

from mondegreen.component import Registry
from mondegreen.plan.option import Plan, argument, option
from mondegreen.plan.shared import Limits, Plots, Tables

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal

ACTIONS = Registry(
    "action",
    {
        "map": "mondegreen.plan.lexicon:MapPlan",
        "translate": "mondegreen.plan.lexicon:TranslatePlan",
        "neighbors": "mondegreen.plan.lexicon:NeighborsPlan",
        "eval": "mondegreen.plan.lexicon:EvaluatePlan",
        "split": "mondegreen.plan.lexicon:SplitPlan",
        "gather": "mondegreen.plan.lexicon:GatherPlan",
    },
)

# A table is read by its lines.
# fmt: off


class Space(Plan):
    """How many vectors are read, and how."""

    words: int | None = option(default=None, metavar="N",
        help="use only the N most frequent words of each side (default: all)",
    )
    keep_case: bool = option(default=False,
        help="distinguish upper and lower case (default: use the more frequent spelling)",
    )
    threads: int | None = option(default=None, metavar="N", least=1,
        help="number of threads (default: one per core)",
    )


class Retrieval(Space):
    """How translations are found, and where is kept what takes long."""

    neighbors: int = option(default=10, metavar="N", least=1, help="neighbors of CSLS (default: {default})")
    cache: str | None = option(default=None, metavar="DIR", path="cache", apart=("no_cache",),
        help="cache directory for CSLS means (default: the user's cache directory)",
    )
    no_cache: bool = option(default=False, apart=("cache",), help="do not read or write the cache (default: use it)")


class Learning(Plan, group="learning"):
    """How a mapping is learned."""

    steps: str | None = option(default=None, metavar="NAMES",
        help="preprocessing of vectors: unit,centre in any order, or none (default: the method's own)",
    )
    select: Literal["similarity", "split"] | None = option(default=None,
        help="criterion that selects the iteration (default: split for muse with a dictionary, else similarity)",
    )
    seed: int = option(default=0, least=0, metavar="N", help="seed of the random generator (default: {default})")
    refinements: int | None = option(default=None, least=0, metavar="N", help="refinements of muse (default: 5)")
    start: Literal["profiles", "adversarial"] | None = option(default=None,
        help="start of muse without supervision (default: profiles)",
    )
    epochs: int | None = option(default=None, least=1, metavar="N", help="epochs of the adversarial start (default: 5)")
    samples: int | None = option(default=None, least=32, metavar="N",
        help="samples per epoch of the adversarial start (default: 1,000,000)",
    )
    rank: int | None = option(default=None, least=2, metavar="N",
        help="most frequent words that induce dictionaries (default: 20,000)",
    )
    patience: int | None = option(default=None, least=1, metavar="N",
        help="iterations that vecmap waits for an improvement (default: 10, and 50 if that fails)",
    )
    iterations: int | None = option(default=None, least=1, metavar="N", help="iterations of rcsls (default: 15)")
    rate: float | None = option(default=None, metavar="R",
        help="learning rate of rcsls, halved where the loss grows (default: 4)",
    )
    spectral: bool = option(default=False, help="spectral norm constraint of rcsls (default: none)")
    neighbors: int = option(default=10, least=1, metavar="N", help="neighbors of CSLS (default: {default})")


class MapPlan(Learning, Space, Limits, run="mondegreen.cli.matrices:run_map"):
    """Map the word vectors of two languages into one space.

    Example:
      mondegreen lexicon map en.vec fr.vec --dictionary en-fr.txt --output en-fr.npz
      mondegreen lexicon map en.vec fr.vec --method muse --write-source en.fr.vec
    """

    source: str = argument(kw_only=False, metavar="SRC", path="input",
        help="word vectors of the source language: text, .bin, or NAME.npy beside NAME.txt",
    )
    target: str = argument(kw_only=False, metavar="TGT", path="input", help="word vectors of the target language")
    method: Literal["vecmap", "muse", "rcsls"] = option(default="vecmap", help="mapping method (default: {default})")
    supervision: Literal["dictionary", "semi", "identical", "none"] | None = option(default=None,
        help="supervision of the mapping (default: dictionary if given, else none)",
    )
    dictionary: str | None = option(default=None, metavar="FILE", path="input",
        help="word pairs to learn from (default: none)",
    )
    dictionary_format: Literal["muse", "tsv", "csv", "tmx"] | None = option(default=None,
        help="format of --dictionary (default: detected)",
    )
    output: str | None = option(default=None, metavar="FILE", path="output",
        help="save the mapping as .npz (default: not saved)",
    )
    write_source: str | None = option(default=None, metavar="FILE", path="output",
        help="write the mapped source vectors as .vec, .txt or .npy (default: not written)",
    )
    write_target: str | None = option(default=None, metavar="FILE", path="output",
        help="write the mapped target vectors (default: not written)",
    )


class TranslatePlan(Retrieval, run="mondegreen.cli.matrices:run_translate"):
    r"""Translate words with mapped vectors, given as WORD or on standard input.

    Example:
      mondegreen lexicon translate house dog --mapping en-fr.npz \
          --source en.vec --target fr.vec
      mondegreen lexicon translate --source en.fr.npy --target fr.npy < words.txt
    """

    words_asked: list[str] = argument(default=[], kw_only=False, metavar="WORD",
        help="source words (default: the lines of standard input)",
    )
    mapping: str | None = option(default=None, metavar="FILE", path="input",
        help="mapping by mondegreen lexicon map (default: none, for mapped vectors)",
    )
    way: Literal["csls", "cosine", "softmax"] = option(default="csls",
        help="ranking of translations (default: {default})",
    )
    top: int = option(default=5, least=1, metavar="N", help="translations per word (default: {default})")
    scores: bool = option(default=False, help="also print the similarity (default: words only)")
    source: str = option(required=True, metavar="FILE", path="input",
        help="word vectors of the source language: text, .bin or .npy",
    )
    target: str = option(required=True, metavar="FILE", path="input", help="word vectors of the target language")


class NeighborsPlan(Retrieval, run="mondegreen.cli.matrices:run_neighbors"):
    """Show the nearest neighbors of words in one language.

    Example:
      mondegreen lexicon neighbors house dog --vectors en.vec
    """

    words_asked: list[str] = argument(kw_only=False, metavar="WORD", help="words to look up")
    vectors: str = option(required=True, metavar="FILE", path="model", help="word vectors: text, .bin or .npy")
    way: Literal["csls", "cosine", "softmax"] = option(default="cosine",
        help="ranking of neighbors (default: {default})",
    )
    top: int = option(default=5, least=1, metavar="N", help="neighbors per word (default: {default})")
    scores: bool = option(default=False, help="also print the similarity (default: words only)")


class Words(Plan, group="words"):
    """What is known of words."""

    pos: str | None = option(default=None, metavar="STEM", path="input",
        help="dictionary by part of speech, STEM.n.txt, STEM.pn.txt, ..., or spacy:LANGUAGE (default: none)",
    )
    forms: str | None = option(default=None, metavar="FILE", path="input",
        help="inflected forms of target words: UniMorph, simplemma:fr or spacy:fr (default: none)",
    )
    synonyms: str | None = option(default=None, metavar="FILE", path="input",
        help="dictionary of additional correct pairs (default: none)",
    )
    bands: str | None = option(default=None, metavar="RANKS",
        help="frequency bands by rank of the source word, e.g. 5000,20000 (default: none)",
    )


class WordChance(Plan, group="significance (bootstrap over words, randomization of two systems)"):
    """How chance is looked for."""

    ci: bool = option(default=False,
        help="also compute confidence intervals of P@1 (default: only of differences between systems)",
    )
    resamples: int = option(default=10_000, metavar="N", least=1, help="number of resamples (default: 10,000)")
    level: float = option(default=95.0, metavar="PERCENT", help="confidence level in percent (default: {default:g})")
    seed: int = option(default=0, metavar="N", least=0, help="seed of the random generator (default: {default})")


class EvaluatePlan(Words, WordChance, Retrieval, Limits, Tables, Plots, run="mondegreen.cli.matrices:run_evaluation"):
    """Evaluate translations of one or more systems against a dictionary.

    Example:
      mondegreen lexicon eval test.txt en-fr.npz --source en.vec --target fr.vec
      mondegreen lexicon eval test.tsv a=one.tsv b=other.tsv --forms fr.lemma.tsv
      mondegreen lexicon eval en-fr.csv a=one.tsv b=other.tsv --at 1,10 --as latex
    """

    dictionary: str = argument(kw_only=False, metavar="DICT", path="input",
        help="bilingual dictionary: MUSE's, TSV, CSV or TMX",
    )
    systems: list[str] = argument(default=[], kw_only=False, metavar="SYSTEM", path="input",
        help="[NAME=] a mapping (.npz), or tab-separated predictions (default: none, for --report shares)",
    )
    format: Literal["muse", "tsv", "csv", "tmx"] | None = option(default=None,
        help="format of DICT (default: detected)",
    )
    report: str | None = option(default=None, metavar="NAMES", known="mondegreen.reports:LEXICON_REPORTS",
        help="tables to show, comma-separated: {names} (default: all that apply, but no lists of words)",
    )
    plot: str | Sequence[str] = option(
        default=[], metavar="[KIND=]FILE", repeats=True, path="output",
        known="mondegreen.reports:LEXICON_PLOTS",
        help="draw as .png, .svg or .pdf: {names} (default: accuracy); may be repeated",
    )
    at: str = option(default="1,5,10", metavar="KS",
        help="cut-offs k of precision at k (default: {default})",
    )
    way: str = option(default="cosine,csls", metavar="WAYS",
        help="ranking of translations: csls, cosine, softmax (default: {default})",
    )
    source: str | None = option(default=None, metavar="FILE", path="input",
        help="word vectors of the source language: text, .bin or .npy (default: none, for predictions)",
    )
    target: str | None = option(default=None, metavar="FILE", path="input",
        help="word vectors of the target language (default: none, for predictions)",
    )


class GatherPlan(Limits, Tables, Plots, run="mondegreen.cli.matrices:run_gather"):
    """Put evaluations of several language pairs into one table each, with means.

    Example:
      mondegreen lexicon eval en-de.txt theirs.tsv -o en-de.json
      mondegreen lexicon gather en-de.json en-fr.json --report pairs
    """

    inputs: list[str] = argument(kw_only=False, metavar="FILE", path="input",
        help="[NAME=] tables saved by mondegreen lexicon eval --output FILE.json",
    )
    report: str | None = option(default=None, metavar="NAMES", known="mondegreen.reports.lexicons_gathered:GATHERED",
        help="tables to gather, comma-separated: {names} (default: those that all files have)",
    )
    plot: str | Sequence[str] = option(
        default=[], metavar="[KIND=]FILE", repeats=True, path="output",
        known="mondegreen.reports.lexicons_gathered:GATHERED",
        help="draw a table as .png, .svg or .pdf: {names} (default: the first gathered); may be repeated",
    )


class SplitPlan(Limits, run="mondegreen.cli.matrices:run_split"):
    """Split a dictionary into training and test parts that share no word or form.

    Example:
      mondegreen lexicon split en-fr.tsv --train train.tsv --test test.tsv
    """

    dictionary: str = argument(kw_only=False, metavar="DICT", path="input", help="bilingual dictionary")
    format: Literal["muse", "tsv", "csv", "tmx"] | None = option(default=None,
        help="format of DICT (default: detected)",
    )
    train: str = option(required=True, metavar="FILE", path="output",
        help="write the training pairs, tab-separated",
    )
    test: str = option(required=True, metavar="FILE", path="output", help="write the test pairs, tab-separated")
    share: float = option(default=0.2, metavar="PART", help="fraction of test pairs (default: {default})")
    source_forms: str | None = option(default=None, metavar="FILE", path="input",
        help="UniMorph table of source words, whose forms are never split (default: none)",
    )
    target_forms: str | None = option(default=None, metavar="FILE", path="input",
        help="UniMorph table of target words, whose forms are never split (default: none)",
    )
    keep_case: bool = option(default=False, help="distinguish upper and lower case (default: ignore case)")
    seed: int = option(default=0, least=0, metavar="N", help="seed of the random generator (default: {default})")
