"""What may be chosen for errors that are made, and for what they do."""

from __future__ import annotations

from mondegreen.plan.option import Plan, argument, option
from mondegreen.plan.shared import Columns, Limits, Models, Plots, Tables, Texts

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal

    from mondegreen.inputs import Source

# A table is read by its lines.
# fmt: off


class Errors(Plan, group="errors"):
    """Which errors, and how many."""

    wer: float | None = option(default=None, metavar="R",
        help="substitutions per word (0.3, beside other kinds 0); with --like the whole rate (the system's)",
    )
    substitutions: float | None = option(default=None, metavar="R", help="the same as --wer, beside other kinds")
    deletions: float | None = option(default=None, metavar="R",
        help="words lost, per word (0); short and frequent ones first",
    )
    insertions: float | None = option(default=None, metavar="R",
        help="words too many, per word (0), short ones of the text",
    )
    burst: float | None = option(default=None, metavar="N",
        help="mean number of words in a run of errors (as chance has it)",
    )
    phrases: float = option(default=0.0, metavar="R",
        help="share of words heard as two, or with the next as one ({default:g})",
    )
    mode: Literal["bernoulli", "exact", "calibrated"] | None = option(default=None,
        help="each word by itself; just so many; or making up for words without candidates (bernoulli)",
    )
    seed: int = option(default=0, least=0, metavar="N", help="seed of the random generator (default: {default})")


class Candidates(Plan, group="substitution table"):
    """What words are taken for others."""

    language: str = option(default="en", metavar="CODE", help="whose vectors and voice are taken ({default})")
    vectors: str | None = option(default=None, metavar="FILE", path="model",
        help="word vectors: text, .npy, fastText's .bin, or a spaCy pipeline (the language's)",
    )
    words: int | None = option(default=None, metavar="N", help="only the first, which are the most frequent (all)")
    pronunciations: str | None = option(default=None, metavar="NAME",
        help="cmudict, a dictionary file, or espeak:CODE (cmudict for en)",
    )
    features: Literal["hayes", "panphon"] | None = option(default=None,
        help="of sounds: hayes for ARPABET, panphon for any (by the dictionary)",
    )
    variants: Literal["first", "all"] | None = option(default=None, help="ways a word is spoken that count (first)")
    candidates: Literal["vectors", "corpus"] | None = option(default=None,
        help="taken from all vectors, or from TEXT (vectors)",
    )
    neighbors: int | None = option(default=None, metavar="N", help="nearest words in sense that are looked at (1000)")
    threshold: float | None = option(default=None, metavar="D", help="candidates are nearer in sound (60)")
    confusions: int | None = option(default=None, metavar="N", help="candidates of a word: the nearest in sound (15)")
    kernel: Literal["gauss", "exp"] | None = option(default=None,
        help="how likely at a distance: exp(-d²/2s²), or exp(-d/s²) as printed (gauss)",
    )
    table: str | None = option(default=None, metavar="FILE", path="input",
        help="a table that was saved, in place of vectors and pronunciations",
    )
    save_table: str | None = option(default=None, metavar="FILE", path="output",
        help="keeps the table: lines that can be read, packed if FILE ends in .gz",
    )


class Likeness(Plan, group="errors like those of a system"):
    """Errors like those of a system."""

    like: list[str] | None = option(default=None, metavar="FILE", path="input",
        help="a saved run, an sgml or other file of both sides, sclite's dtl, or REF HYP: their confusions and rates",
    )
    analyzer: str | None = option(default=None, metavar="NAME",
        help="spaCy pipeline for lemmas and parts of speech (the language's): classes of words by it (by their "
        "letters)",
    )


class SimulatePlan(Errors, Candidates, Likeness, Columns, Limits, run="mondegreen.api.texts:simulate"):
    """Makes the errors that a recognizer might make in a text, at a wanted rate.

    Example:
      mondegreen simulate train.txt --wer 0.3 --seed 7 --output noisy.txt --edits noisy.jsonl
      mondegreen simulate train.txt --language fr --vectors cc.fr.300.vec --save-table fr.tsv.gz --output noisy.txt
      mondegreen simulate train.txt --table fr.tsv.gz --substitutions 0.1 --deletions 0.04 --insertions 0.03 --burst 1.8
      mondegreen simulate train.txt --like sclite/hyp.sgml --output noisy.txt
    """

    text: Source = argument(kw_only=False, metavar="TEXT", path="input",
        help="utterances in any format; `-` is standard input",
    )
    output: str = option(default="-", aliases=("-o",), metavar="FILE", path="output",
        help="the text with errors (standard output)",
    )
    format: str | None = option(default=None, metavar="NAME", known="mondegreen.formats:FORMATS",
        help="of TEXT: {names} (what it looks like)",
    )
    to: str | None = option(default=None, metavar="NAME", known="mondegreen.formats:list_writable",
        help="{names} (what FILE's name ends as, else as TEXT)",
    )
    encoding: str = option(default="utf-8", metavar="NAME", help="of TEXT ({default})")
    edits: str | None = option(default=None, metavar="FILE", path="output",
        help="log of errors: both sides word by word, distances, probabilities (JSON Lines)",
    )
    summary: str | None = option(default=None, metavar="FILE", path="output",
        help="also writes what is shown of the errors, by its ending (.md, .json, ...)",
    )
    threads: int | None = option(default=None, metavar="N", help="(one for each core)")

    def check(self) -> None:
        super().check()
        if self.wer is not None and self.substitutions is not None:
            raise self.refused("wer", f"and {self.spell('substitutions')} are the same; give one of them")
        rates = ("substitutions", "deletions", "insertions", "burst")
        given = [self.spell(name) for name in rates if getattr(self, name) is not None]
        if self.like and given:
            why = f"learns all rates; leave out {given[0]}, or give a whole rate by {self.spell('wer')}"
            raise self.refused("like", why)
        if self.like and len(self.like) > 2:
            raise self.refused("like", f"is given {len(self.like)} files; give one, or REF and HYP")
        if self.analyzer and not self.like:
            why = f"gives classes of words to {self.spell('like')}; leave it out, or say whose errors are learned"
            raise self.refused("analyzer", why)
        if self.threads is not None and self.threads < 1:
            from mondegreen.errors import ScoreError

            raise ScoreError(f"{self.threads} threads cannot do anything; give 1 or more")
        if self.summary:
            from mondegreen.writers import find_output_format

            find_output_format(self.summary)


class Subjects(Plan, group="what is shown errors"):
    """What is shown errors, and what it knows."""

    encoders: list[str] = option(default=[], repeats=True, metavar="NAMES", known="mondegreen.encoders:ENCODERS",
        help="separated by commas, options after colons; may come again; see `mondegreen help encoders` "
        "(avg,avg-stop,sif,usif,subs-stop, unless metrics are named)",
    )
    metrics: str | Sequence[str] = option(
        default=[], aliases=("--metric",), repeats=True, metavar="NAMES", known="mondegreen.metrics:METRICS",
        help="separated by commas, options after colons; may come again (none)",
    )
    frequencies: str | None = option(default=None, metavar="SOURCE", path="input",
        help="of words: a file of `word count`, text:FILE, or wordfreq (wordfreq)",
    )
    stop_words: str | None = option(default=None, metavar="FILE", path="input",
        help="words that say little, one on each line (spaCy's of the language)",
    )


class Draws(Plan, group="errors"):
    """Which errors, how many, and of what texts."""

    table: str = option(required=True, metavar="FILE", path="input",
        help="substitutions, as `mondegreen simulate` makes them",
    )
    rates: str = option(default="0:0.5:0.05", metavar="RATES", help="from:to:by, or a list ({default})")
    mode: Literal["bernoulli", "exact", "calibrated"] = option(default="bernoulli",
        help="how rates are met ({default})",
    )
    draws: int = option(default=3, least=1, metavar="N", help="how often errors are drawn ({default})")
    seed: int = option(default=0, least=0, metavar="N",
        help="seed of the first draw; the others follow (default: {default})",
    )
    pairs: list[str] = option(default=[], repeats=True, metavar="[NAME=]FILE", path="input",
        help="sentences and how alike people find them",
    )
    pair_rates: str | None = option(default=None, metavar="RATES", help="of errors on both sides of pairs (0,0.1,0.3)")
    distances: str = option(default="0.1", metavar="RATE", help="at which distances are looked at ({default})")


class RobustnessPlan(
    Subjects, Draws, Columns, Texts, Models, Tables, Plots, run="mondegreen.cli.matrices:run_robustness"
):
    r"""Shows how encoders of sentences, and metrics, move with the rate of recognition errors.

    Sentences are cut as by --tokenize treebank where the language is en, else as by punctuated.

    Example:
      mondegreen study robustness text.txt --encoders avg,sif,usif --table table.tsv --vectors glove.txt --language en
      mondegreen study robustness --pairs sts=sts-dev.csv --pairs sick=SICK.txt --table table.tsv \
          --encoders sentences --rates 0:0.5:0.05 --draws 3 --plot curves.pdf --output robustness.json
      mondegreen study robustness text.txt --metrics wer,semdist,bertscore,ember --table table.tsv --language en
    """

    text: Source | None = argument(default=None, kw_only=False, metavar="TEXT", path="input",
        help="sentences without errors (those of the pairs)",
    )
    format: str | None = option(default=None, metavar="NAME", group="reading", known="mondegreen.formats:FORMATS",
        help="that of TEXT (what it looks like)",
    )
    encoding: str = option(default="utf-8", metavar="NAME", group="reading",
        help="of the characters in files ({default})",
    )
    tokenize: str | None = option(default=None, metavar="NAME",
        help="what counts as a word; see `mondegreen help tokenizers`",
    )
