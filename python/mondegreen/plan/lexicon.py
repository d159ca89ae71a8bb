"""Maps two languages' word vectors into one space, translates words, and evaluates translations.

Example:
  mondegreen lexicon map en.vec fr.vec --dictionary en-fr.train.txt --output en-fr.npz
  mondegreen lexicon eval en-fr.test.txt en-fr.npz --source en.vec --target fr.vec
"""

from __future__ import annotations

from mondegreen.component import Registry
from mondegreen.plan.option import Plan, argument, option
from mondegreen.plan.shared import Tables

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from typing import Literal

ACTIONS = Registry(
    "action",
    {
        "map": "mondegreen.plan.lexicon:MapPlan",
        "translate": "mondegreen.plan.lexicon:TranslatePlan",
        "neighbors": "mondegreen.plan.lexicon:NeighborsPlan",
        "eval": "mondegreen.plan.lexicon:EvaluatePlan",
        "split": "mondegreen.plan.lexicon:SplitPlan",
    },
)

# A table is read by its lines.
# fmt: off


class Space(Plan):
    """How many vectors are read, and how."""

    words: int | None = option(default=None, metavar="N", help="only the first, most frequent words of each side (all)")
    keep_case: bool = option(default=False, help="words with capitals are other words (the most frequent counts)")
    threads: int | None = option(default=None, metavar="N", least=1,
        help="how many threads compute (one for each core)",
    )


class Retrieval(Space):
    """How translations are found, and where is kept what takes long."""

    neighbors: int = option(default=10, metavar="N", least=1, help="that make a mean of CSLS ({default})")
    cache: str | None = option(default=None, metavar="DIR", path="cache", apart=("no_cache",),
        help="where the means of CSLS are kept (the user's cache folder)",
    )
    no_cache: bool = option(default=False, apart=("cache",), help="keep nothing, and look at nothing that was kept")


class Learning(Plan, group="learning"):
    """How a mapping is learned."""

    steps: str | None = option(default=None, metavar="NAMES",
        help="unit,centre in any order, or none: done to vectors first (the method's own)",
    )
    select: Literal["similarity", "split"] | None = option(default=None,
        help="what chooses the iteration (muse with a dictionary: split)",
    )
    seed: int = option(default=0, least=0, metavar="N", help="of all that is drawn (0)")
    refinements: int | None = option(default=None, least=0, metavar="N", help="of muse (5)")
    start: Literal["profiles", "adversarial"] | None = option(default=None,
        help="of muse without any supervision (profiles)",
    )
    epochs: int | None = option(default=None, least=1, metavar="N", help="of the adversarial start (5)")
    samples: int | None = option(default=None, least=32, metavar="N", help="in each such epoch (1000000)")
    rank: int | None = option(default=None, least=2, metavar="N", help="words that induce dictionaries (20000)")
    patience: int | None = option(default=None, least=1, metavar="N",
        help="iterations vecmap waits for a gain (10, and 50 if that fails)",
    )
    iterations: int | None = option(default=None, least=1, metavar="N", help="of rcsls (15)")
    rate: float | None = option(default=None, metavar="R", help="rcsls's first step, halved where the loss grows (4)")
    spectral: bool = option(default=False, help="rcsls: no vector becomes longer")
    neighbors: int = option(default=10, least=1, metavar="N", help="that make a mean of CSLS ({default})")


class MapPlan(Learning, Space, run="mondegreen.cli.matrices:run_map"):
    """Maps the word vectors of two languages into one space.

    Example:
      mondegreen lexicon map en.vec fr.vec --dictionary en-fr.txt --output en-fr.npz
      mondegreen lexicon map en.vec fr.vec --supervision none --words 50000 --output en-fr.npz --write-source en.fr.vec
    """

    source: str = argument(kw_only=False, metavar="SRC", path="input",
        help="vectors of the source language: text, fastText's .bin, or NAME.npy beside NAME.txt",
    )
    target: str = argument(kw_only=False, metavar="TGT", path="input", help="vectors of the target language")
    method: Literal["vecmap", "muse", "rcsls"] = option(default="vecmap", help="whose ({default})")
    supervision: Literal["dictionary", "semi", "identical", "none"] | None = option(default=None,
        help="what it starts from (dictionary if there is one, else none)",
    )
    dictionary: str | None = option(default=None, metavar="FILE", path="input", help="pairs of words to learn from")
    dictionary_format: Literal["muse", "tsv", "csv", "tmx"] | None = option(default=None, help="(what FILE looks like)")
    output: str | None = option(default=None, metavar="FILE", path="output",
        help="the mapping, to be applied later (.npz)",
    )
    write_source: str | None = option(default=None, metavar="FILE", path="output",
        help="all mapped source vectors, as .vec, .txt or .npy",
    )
    write_target: str | None = option(default=None, metavar="FILE", path="output", help="all mapped target vectors")


class TranslatePlan(Retrieval, run="mondegreen.cli.matrices:run_translate"):
    """Translates words by mapped vectors; without WORD, those on standard input, a line each.

    Example:
      mondegreen lexicon translate house dog --mapping en-fr.npz --source en.vec --target fr.vec
      mondegreen lexicon translate --source en.fr.npy --target fr.npy --way cosine < words.txt
    """

    words_asked: list[str] = argument(default=[], kw_only=False, metavar="WORD", help="source words")
    mapping: str | None = option(default=None, metavar="FILE", path="input",
        help="that `lexicon map` saved; without one, the vectors are mapped already",
    )
    way: Literal["csls", "cosine", "softmax"] = option(default="csls",
        help="by what translations are ranked ({default})",
    )
    top: int = option(default=5, least=1, metavar="N", help="translations of each word ({default})")
    scores: bool = option(default=False, help="with how near each is")
    source: str = option(required=True, metavar="FILE", path="input",
        help="vectors of the source language: text, .bin or .npy",
    )
    target: str = option(required=True, metavar="FILE", path="input", help="vectors of the target language")


class NeighborsPlan(Retrieval, run="mondegreen.cli.matrices:run_neighbors"):
    """Shows the nearest words of the same language, by their vectors.

    Example:
      mondegreen lexicon neighbors house dog --vectors en.vec
    """

    words_asked: list[str] = argument(kw_only=False, metavar="WORD", help="the words")
    vectors: str = option(required=True, metavar="FILE", path="model", help="vectors: text, .bin or .npy")
    way: Literal["csls", "cosine", "softmax"] = option(default="cosine", help="by what they are ranked ({default})")
    top: int = option(default=5, least=1, metavar="N", help="neighbors of each word ({default})")
    scores: bool = option(default=False, help="with how near each is")


class Words(Plan, group="words"):
    """What is known of words."""

    pos: str | None = option(default=None, metavar="STEM", path="input",
        help="the dictionary by part of speech: STEM.n.txt, STEM.pn.txt, ...; or spacy:LANGUAGE",
    )
    forms: str | None = option(default=None, metavar="FILE", path="input",
        help="of target words: lemma, tab, form (UniMorph); or simplemma:fr, spacy:fr",
    )
    synonyms: str | None = option(default=None, metavar="FILE", path="input",
        help="another dictionary, whose pairs are not counted as wrong",
    )
    bands: str | None = option(default=None, metavar="RANKS",
        help="groups by rank among the source vectors, such as 5000,20000",
    )


class WordChance(Plan, group="chance, by resamples of the words and by shuffles of two systems' answers"):
    """How chance is looked for."""

    ci: bool = option(default=False,
        help="confidence interval of each system's P@1, too (default: only of differences between systems)",
    )
    resamples: int = option(default=10_000, metavar="N", least=1, help="number of resamples (default: 10,000)")
    level: float = option(default=95.0, metavar="PERCENT", help="confidence level in percent (default: {default:g})")
    seed: int = option(default=0, metavar="N", least=0, help="seed of the random generator (default: {default})")


class EvaluatePlan(Words, WordChance, Retrieval, Tables, run="mondegreen.cli.matrices:run_evaluation"):
    """Evaluates translations of one system or several against a dictionary.

    Example:
      mondegreen lexicon eval test.txt vecmap.npz muse.npz --source en.vec --target fr.vec --way cosine,csls
      mondegreen lexicon eval test.tsv a=one.tsv b=other.tsv --pos en-fr.5000-6500 --forms fr.lemma.tsv
      mondegreen lexicon eval en-fr.csv a=one.tsv b=other.tsv --report pairs,lemmas --at 1,10 --as latex
    """

    dictionary: str = argument(kw_only=False, metavar="DICT", path="input",
        help="pairs of words: MUSE's, TSV, CSV or TMX",
    )
    systems: list[str] = argument(kw_only=False, metavar="SYSTEM", path="input",
        help="[NAME=] a mapping (.npz), or predictions with tabs between them",
    )
    format: Literal["muse", "tsv", "csv", "tmx"] | None = option(default=None, help="of DICT (what it looks like)")
    report: str | None = option(default=None, metavar="NAMES", known="mondegreen.reports:LEXICON_REPORTS",
        help="{names} (all that can be made)",
    )
    at: str = option(default="1,5,10", metavar="KS", help="how many of the best count ({default})")
    way: str = option(default="cosine,csls", metavar="WAYS",
        help="how mappings translate: csls, cosine, softmax ({default})",
    )
    source: str | None = option(default=None, metavar="FILE", path="input",
        help="vectors of the source language: text, .bin or .npy",
    )
    target: str | None = option(default=None, metavar="FILE", path="input", help="vectors of the target language")


class SplitPlan(Plan, run="mondegreen.cli.matrices:run_split"):
    """Cuts a dictionary into a part to train and a part to test on, which share no word and no form of one.

    Example:
      mondegreen lexicon split en-fr.tsv --train train.tsv --test test.tsv --target-forms fr.lemma.tsv
    """

    dictionary: str = argument(kw_only=False, metavar="DICT", path="input", help="pairs of words")
    format: Literal["muse", "tsv", "csv", "tmx"] | None = option(default=None, help="(what DICT looks like)")
    train: str = option(required=True, metavar="FILE", path="output",
        help="where the pairs to train on are written, with tabs",
    )
    test: str = option(required=True, metavar="FILE", path="output", help="where those to test on are written")
    share: float = option(default=0.2, metavar="PART", help="of the pairs, to test on ({default})")
    source_forms: str | None = option(default=None, metavar="FILE", path="input",
        help="table of lemma, tab, form: forms of a source word stay together",
    )
    target_forms: str | None = option(default=None, metavar="FILE", path="input", help="the same of target words")
    keep_case: bool = option(default=False, help="words with capitals are other words")
    seed: int = option(default=0, least=0, metavar="N", help="the same seed cuts in the same way (0)")
