"""What may be chosen for texts: converted, normalized, and with simulated errors."""

from __future__ import annotations

from mondegreen.plan.option import Plan, argument, option
from mondegreen.plan.shared import Columns, Limits, Models, Plots, Tables, Texts

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal

    from mondegreen.inputs import Source
    from mondegreen.normalization import Normalizer

# A table is read by its lines.
# fmt: off


class ConvertPlan(Columns, Limits, run="mondegreen.api.texts:convert"):
    """Convert a file of utterances to another format.

    Example:
      mondegreen convert ref.stm ref.jsonl
      mondegreen convert hyp.ctm hyp.text --to kaldi --segments data/test/segments
    """

    input: Source = argument(kw_only=False, metavar="IN", path="input",
        help="input file, or - for standard input",
    )
    output: str = argument(kw_only=False, metavar="OUT", path="output",
        help="output file in UTF-8, compressed if it ends in .gz, or - for standard output",
    )
    source: str | None = option(default=None, flag="--from", metavar="NAME", known="mondegreen.formats:FORMATS",
        help="format of IN; names: mondegreen help formats (default: detected)",
    )
    goal: str | None = option(default=None, flag="--to", metavar="NAME", known="mondegreen.formats:list_writable",
        help="format of OUT: {names} (default: from its name)",
    )
    encoding: str = option(default="utf-8", metavar="NAME",
        help="character encoding of IN and --segments (default: {default})",
    )
    segments: str | None = option(default=None, metavar="FILE", path="input",
        help="split a CTM into the utterances of a Kaldi segments file or an STM (default: not split)",
    )
    id_column: str | None = option(default=None, flag="--key-column", metavar="NAME",
        help="column of the utterance ID in JSON, CSV and TSV (default: detected)",
    )
    text_column: str | None = option(default=None, metavar="NAME", help="column of the text (default: detected)")


class NormalizePlan(Columns, Limits, Plots, run="mondegreen.api.texts:normalize", spellings=("normalise",)):
    """Show what each step of text normalization changes.

    Example:
      mondegreen normalize ref.txt --rules lower,punctuation
      mondegreen normalize hyp.jsonl --rules whisper-english --output hyp.norm.jsonl
    """

    input: Source = argument(kw_only=False, metavar="FILE", path="input",
        help="texts in any format, or - for standard input",
    )
    rules: str | Sequence[str | Normalizer] = option(
        aliases=("--normalize", "--normalise"), repeats=True, required=True, metavar="STEPS",
        known="mondegreen.normalization:NORMALIZERS",
        help="steps, comma-separated, applied in order; names: mondegreen help normalizers",
    )
    side: Literal["ref", "hyp"] | None = option(default=None,
        help="side of the texts, for GLM rules that apply to one side (default: either)",
    )
    output: str | None = option(default=None, metavar="FILE", path="output",
        help="write the normalized texts; - writes them to standard output, without tables (default: not written)",
    )
    to: str | None = option(default=None, metavar="NAME", known="mondegreen.formats:list_writable",
        help="format of --output; names: mondegreen help formats (default: from its name, else that of FILE)",
    )
    output_format: str = option(
        default="table", aliases=("--as",), metavar="FORMAT", known="mondegreen.writers:TABLE_FORMATS",
        help="output format of the tables: {names} (default: {default})",
    )
    top: int = option(default=20, least=1, metavar="N", help="word changes shown for each step (default: {default})")
    format: str | None = option(default=None, metavar="NAME", known="mondegreen.formats:FORMATS",
        help="format of FILE; names: mondegreen help formats (default: detected)",
    )
    encoding: str = option(default="utf-8", metavar="NAME", help="character encoding of FILE (default: {default})")

    def check(self) -> None:
        super().check()
        if self.output is None:
            why = f"is the format of what {self.spell('output')} writes; say where to by that"
            self.refuse_idle(["to"], why)
        if self.output == "-":
            why = f"is for tables, which are not shown where {self.spell('output')} writes to standard output"
            self.refuse_idle(("output_format", "top"), why)

# A table is read by its lines.
# fmt: off


class Errors(Plan, group="errors"):
    """Which errors, and how many."""

    wer: float | None = option(default=None, metavar="R",
        help="substitution rate, or total error rate of --like (default: 0.3; 0 with other rates; with --like the "
        "system's)",
    )
    substitutions: float | None = option(default=None, metavar="R",
        help="substitution rate, in place of --wer (default: 0)",
    )
    deletions: float | None = option(default=None, metavar="R",
        help="deletion rate; short, frequent words are deleted first (default: 0)",
    )
    insertions: float | None = option(default=None, metavar="R",
        help="insertion rate; short words of the text are inserted (default: 0)",
    )
    burst: float | None = option(default=None, metavar="N",
        help="mean length of an error burst in words (default: independent errors)",
    )
    phrases: float = option(default=0.0, metavar="R",
        help="rate of words split in two or merged with the next (default: {default:g})",
    )
    mode: Literal["bernoulli", "exact", "calibrated"] | None = option(default=None,
        help="how rates are met: independently per word, exactly, or calibrated (default: bernoulli)",
    )
    seed: int = option(default=0, least=0, metavar="N", help="seed of the random generator (default: {default})")


class Candidates(Plan, group="substitution table"):
    """What words are taken for others."""

    language: str = option(default="en", metavar="CODE",
        help="language of the vectors and the voice (default: {default})",
    )
    vectors: str | None = option(default=None, metavar="FILE", path="model",
        help="word vectors: text, .npy, fastText's .bin, or a spaCy pipeline (default: the language's)",
    )
    words: int | None = option(default=None, metavar="N",
        help="use only the N most frequent words of the vectors (default: all)",
    )
    pronunciations: str | None = option(default=None, metavar="NAME",
        help="pronunciations: cmudict, a dictionary file, or espeak:CODE (default: cmudict for en)",
    )
    features: Literal["hayes", "panphon"] | None = option(default=None,
        help="articulatory features: hayes for ARPABET, panphon for any phonemes (default: by the dictionary)",
    )
    variants: Literal["first", "all"] | None = option(default=None,
        help="pronunciation variants of a word that count (default: first)",
    )
    candidates: Literal["vectors", "corpus"] | None = option(default=None,
        help="source of candidates: all vectors, or the words of TEXT (default: vectors)",
    )
    neighbors: int | None = option(default=None, metavar="N", help="semantic neighbors to consider (default: 1000)")
    threshold: float | None = option(default=None, metavar="D",
        help="maximum phonetic distance of candidates (default: 60)",
    )
    confusions: int | None = option(default=None, metavar="N",
        help="candidates per word, the phonetically nearest (default: 15)",
    )
    kernel: Literal["gauss", "exp"] | None = option(default=None,
        help="probability at a distance: exp(-d²/2s²), or exp(-d/s²) as printed in the paper (default: gauss)",
    )
    table: str | None = option(default=None, metavar="FILE", path="input",
        help="saved substitution table, instead of vectors and pronunciations (default: build one)",
    )
    save_table: str | None = option(default=None, metavar="FILE", path="output",
        help="save the substitution table, compressed if FILE ends in .gz (default: not saved)",
    )


class Likeness(Plan, group="errors like those of a system"):
    """Errors like those of a system."""

    like: list[str] | None = option(default=None, metavar="FILE", path="input",
        help="learn confusions and rates from a saved run, an sgml, sclite's dtl, or REF HYP (default: none)",
    )
    analyzer: str | None = option(default=None, metavar="NAME",
        help="spaCy pipeline for the word classes of --like (default: classes by letters)",
    )


class SimulatePlan(Errors, Candidates, Likeness, Columns, Limits, Plots, run="mondegreen.api.texts:simulate"):
    r"""Simulate recognition errors in a text at a target error rate.

    Example:
      mondegreen simulate train.txt --wer 0.3 --edits noisy.jsonl -o noisy.txt
      mondegreen simulate train.txt --language fr --vectors cc.fr.300.vec \
          --save-table fr.tsv.gz -o noisy.txt
      mondegreen simulate train.txt --table fr.tsv.gz --wer 0.1 --deletions 0.04
      mondegreen simulate train.txt --like sclite/hyp.sgml -o noisy.txt
    """

    text: Source = argument(kw_only=False, metavar="TEXT", path="input",
        help="utterances in any format; - is standard input",
    )
    output: str = option(default="-", aliases=("-o",), metavar="FILE", path="output",
        help="text with errors (default: standard output)",
    )
    format: str | None = option(default=None, metavar="NAME", known="mondegreen.formats:FORMATS",
        help="format of TEXT; names: mondegreen help formats (default: detected)",
    )
    to: str | None = option(default=None, metavar="NAME", known="mondegreen.formats:list_writable",
        help="format of --output; names: mondegreen help formats (default: from its name, else that of TEXT)",
    )
    encoding: str = option(default="utf-8", metavar="NAME", help="character encoding of TEXT (default: {default})")
    edits: str | None = option(default=None, metavar="FILE", path="output",
        help="log of errors as JSON Lines: words, distances, probabilities (default: none)",
    )
    summary: str | None = option(default=None, metavar="FILE", path="output",
        help="also write the summary of errors, e.g. as .md or .json (default: only shown)",
    )
    threads: int | None = option(default=None, metavar="N", help="number of threads (default: one per core)")

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


class Subjects(Plan, group="encoders and metrics"):
    """What is shown errors, and what it knows."""

    encoders: list[str] = option(default=[], repeats=True, metavar="NAMES", known="mondegreen.encoders:ENCODERS",
        help="comma-separated; names: mondegreen help encoders (default: avg,avg-stop,sif,usif,subs-stop, "
        "unless metrics are named)",
    )
    metrics: str | Sequence[str] = option(
        default=[], aliases=("--metric",), repeats=True, metavar="NAMES", known="mondegreen.metrics:METRICS",
        help="comma-separated, options after colons; names: mondegreen help metrics (default: none)",
    )
    frequencies: str | None = option(default=None, metavar="SOURCE", path="input",
        help="word frequencies: a file of words and counts, text:FILE, or wordfreq (default: wordfreq)",
    )
    stop_words: str | None = option(default=None, metavar="FILE", path="input",
        help="stop words, one per line (default: spaCy's of the language)",
    )


class Draws(Plan, group="errors"):
    """Which errors, how many, and of what texts."""

    table: str = option(required=True, metavar="FILE", path="input",
        help="substitution table of mondegreen simulate --save-table",
    )
    rates: str = option(default="0:0.5:0.05", metavar="RATES",
        help="error rates as from:to:by, or a list (default: {default})",
    )
    mode: Literal["bernoulli", "exact", "calibrated"] = option(default="bernoulli",
        help="how rates are met: independently per word, exactly, or calibrated (default: {default})",
    )
    deletions: float = option(default=0.0, metavar="PART", apart=("like",),
        help="fraction of the errors that delete a word (default: {default:g})",
    )
    insertions: float = option(default=0.0, metavar="PART", apart=("like",),
        help="fraction of the errors that insert a word (default: {default:g})",
    )
    like: list[str] | None = option(default=None, metavar="FILE", path="input", apart=("deletions", "insertions"),
        help="learn confusions and proportions from a saved run, an sgml, sclite's dtl, or REF HYP (default: none)",
    )
    draws: int = option(default=3, least=1, metavar="N", help="random draws per rate (default: {default})")
    seed: int = option(default=0, least=0, metavar="N",
        help="seed of the first draw; the others follow (default: {default})",
    )
    pairs: list[str] = option(default=[], repeats=True, metavar="[NAME=]FILE", path="input",
        help="sentence pairs with human similarity ratings; repeatable (default: none)",
    )
    pair_rates: str | None = option(default=None, metavar="RATES",
        help="error rates of both sides of pairs (default: 0,0.1,0.3)",
    )
    distances: str = option(default="0.1", metavar="RATE",
        help="error rate at which distances are reported (default: {default})",
    )


class RobustnessPlan(
    Subjects, Draws, Columns, Limits, Texts, Models, Tables, Plots, run="mondegreen.cli.matrices:run_robustness"
):
    r"""Measure how metrics and sentence encoders change with the error rate.

    Encoders see sentences tokenized by treebank for English, else by punctuated.

    Example:
      mondegreen study robustness text.txt --table table.tsv --encoders avg,sif,usif
      mondegreen study robustness text.txt --table table.tsv --metrics wer,semdist
      mondegreen study robustness --pairs sts=sts-dev.csv --table table.tsv \
          --encoders sentences --plot curves.pdf
    """

    text: Source | None = argument(default=None, kw_only=False, metavar="TEXT", path="input",
        help="clean sentences (default: those of --pairs)",
    )
    format: str | None = option(default=None, metavar="NAME", group="reading", known="mondegreen.formats:FORMATS",
        help="format of TEXT (default: detected)",
    )
    encoding: str = option(default="utf-8", metavar="NAME", group="reading",
        help="character encoding of the files (default: {default})",
    )
    tokenize: str | None = option(default=None, metavar="NAME",
        help="how texts are split into words; names: mondegreen help tokenizers (default: at spaces)",
    )
