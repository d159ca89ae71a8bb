"""Options that several kinds of work share, by the group under which help shows them."""

from __future__ import annotations

from mondegreen.plan.option import Plan, option

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Literal

    from mondegreen.normalization import Normalizer
    from mondegreen.results.interval import Bootstrap
    from mondegreen.tokenization import Tokenizer

MODELS = "external models (see mondegreen doctor models)"
FORMATS, WRITTEN = "mondegreen.formats:FORMATS", "mondegreen.formats:list_writable"

# A table is read by its lines.
# fmt: off


class Metrics(Plan):
    """Which metrics."""

    metrics: str | Iterable[str] = option(
        default=[], aliases=("--metric",), metavar="NAMES", repeats=True, known="mondegreen.metrics:METRICS",
        help="comma-separated, options after colons, e.g. wer,cer:spaces=no; names: mondegreen help metrics "
        "(default: wer,cer)",
    )


class Measuring(Metrics):
    """Which metrics, and what is said for all of them."""

    ties: Literal["best", "range"] | None = option(default=None,
        help="score the best of all tied alignments, or report the min-max range (default: the policy's choice)",
    )
    only: str | Sequence[str] | None = option(default=None, metavar="TAGS",
        help="score only words with these parts of speech, e.g. PROPN,NOUN (default: all words)",
    )


class Limits(Plan, group="reading"):
    """How much a packed file may hold."""

    max_bytes: str | None = option(default=None, metavar="SIZE",
        help="maximum decompressed size of a file, e.g. 2G (default: 64G)",
    )


class Columns(Plan, group="reading"):
    """Which columns of a table, or fields of a record, are taken."""

    id_column: str | None = option(default=None, aliases=("--key-column",), metavar="NAME",
        help="column or field of the utterance ID (default: detected by its name)",
    )
    text_column: str | None = option(default=None, metavar="NAME",
        help="column or field of the text in each file (default: detected by its name)",
    )


class Joining(Plan, group="reading"):
    """What becomes of utterances that do not fit."""

    missing: Literal["empty", "skip", "error"] = option(default="empty",
        help="references without a hypothesis: score as empty, skip, or stop with an error (default: {default})",
    )
    extra: Literal["skip", "empty", "error"] = option(default="skip",
        help="hypotheses without a reference: skip, score as insertions, or stop with an error (default: {default})",
    )
    duplicate: Literal["first", "last", "error"] = option(default="first",
        help="duplicate utterance IDs: keep the first or the last, or stop with an error (default: {default})",
    )


class Sides(Plan, group="reading"):
    """How each of two files is read."""

    format: str | None = option(default=None, metavar="NAME", known=FORMATS,
        help="format of both files; names: mondegreen help formats (default: detected)",
    )
    ref_format: str | None = option(default=None, metavar="NAME", known=FORMATS,
        help="format of REF alone, e.g. kaldi (default: --format)",
    )
    hyp_format: str | None = option(default=None, metavar="NAME", known=FORMATS,
        help="format of HYP alone, e.g. lines (default: --format)",
    )
    encoding: str = option(default="utf-8", metavar="NAME",
        help="character encoding of both files (default: {default})",
    )
    ref_encoding: str | None = option(default=None, metavar="NAME",
        help="character encoding of REF alone (default: --encoding)",
    )
    hyp_encoding: str | None = option(default=None, metavar="NAME",
        help="character encoding of HYP alone, e.g. latin-1 (default: --encoding)",
    )


class Reading(Sides, Columns, Joining, Limits, group="reading"):
    """How texts are read, and how the utterances of both sides are paired."""

    ref_column: str | None = option(default=None, metavar="NAME",
        help="column of the reference text, e.g. sentence (default: detected)",
    )
    hyp_column: str | None = option(default=None, metavar="NAME",
        help="column of the hypothesis text, e.g. prediction (default: detected)",
    )
    pair_by: Literal["id", "order"] = option(default="id",
        help="pair utterances by ID or by order (default: {default})",
    )
    utt2spk: str | None = option(default=None, metavar="FILE", path="input", apart=("spk2utt",),
        help="Kaldi utt2spk file: the speaker of each utterance (default: speakers in the input)",
    )
    spk2utt: str | None = option(default=None, metavar="FILE", path="input", apart=("utt2spk",),
        help="Kaldi spk2utt file: the utterances of each speaker (default: speakers in the input)",
    )
    segments: str | None = option(default=None, metavar="FILE", path="input",
        help="Kaldi segments file, to split a CTM into utterances (default: not split)",
    )
    whole: bool = option(default=False,
        help="score each recording as one text, e.g. for subtitles with other segments (default: score utterances)",
    )
    uem: str | None = option(default=None, metavar="FILE", path="input",
        help="UEM file: score only segments that touch its regions, as meeteval does (default: score all)",
    )
    column: list[str] = option(default=[], metavar="NAME=FILE", repeats=True, path="input",
        help="another column for --by, from a file of utterance IDs and values; repeatable (default: none)",
    )


class Texts(Plan, group="texts and alignment"):
    """What texts are made into, and how they are aligned."""

    normalize: str | Sequence[str | Normalizer] = option(
        default=[], aliases=("--normalise",), metavar="STEPS", repeats=True,
        known="mondegreen.normalization:NORMALIZERS",
        help="text normalization before scoring, e.g. lower,punctuation; steps: mondegreen help normalizers "
        "(default: none)",
    )
    tokenize: str | Tokenizer | None = option(
        default="words", aliases=("--tokenise",), metavar="NAME", known="mondegreen.tokenization:TOKENIZERS",
        help="how texts are split into words; names: mondegreen help tokenizers (default: at spaces)",
    )
    policy: Literal["kaldi", "sclite", "sub-first", "rapidfuzz"] = option(default="kaldi",
        help="tie-breaking policy among alignments of equal cost (default: {default})",
    )
    threads: int | None = option(default=None, metavar="N", least=1, help="number of threads (default: one per core)")


class Empties(Plan):
    """Whether what is empty counts."""

    empties: Literal["keep", "drop"] = option(default="keep",
        help="keep or drop utterances with an empty reference or hypothesis (default: {default})",
    )


class Language(Plan, group=MODELS):
    """Whose models are taken, and where is kept what they say."""

    language: str | None = option(default=None, metavar="CODE",
        help="language of the default models, e.g. fr (default: an installed one, English first)",
    )
    cache: str | None = option(default=None, metavar="DIR", path="cache", apart=("no_cache",),
        help="cache directory for model outputs (default: the user's cache directory)",
    )
    no_cache: bool = option(default=False, apart=("cache",), help="do not read or write the cache (default: use it)")


class Vectors(Language, group=MODELS):
    """Word vectors of both sides."""

    vectors: str | None = option(default=None, metavar="FILE", path="model",
        help="word vectors: a text, .bin or .npy file, or a spaCy pipeline (default: the language's pipeline)",
    )
    hyp_vectors: str | None = option(default=None, metavar="FILE", path="model",
        help="word vectors of the hypothesis language, mapped into the reference space (default: --vectors)",
    )


class Models(Vectors, group=MODELS):
    """All outside models."""

    analyzer: str | None = option(default=None, metavar="NAME",
        help="spaCy pipeline for lemmas and parts of speech (default: the language's pipeline)",
    )
    phonemes: str | None = option(
        default=None,
        metavar="VOICE",
        help="espeak-ng voice, or lexique, cmudict, misaki (default: the language's voice)",
    )
    sentences: str | None = option(default=None, metavar="MODEL", path="model",
        help="sentence encoder, by name or directory (default: all-MiniLM-L6-v2)",
    )
    contextual: str | None = option(default=None, metavar="MODEL", path="model",
        help="contextual token encoder, by name or directory (default: all-MiniLM-L6-v2)",
    )


class Tags(Plan, group="tags from files (each line: an utterance ID and a tag per word)"):
    """Tags of another tagger or of people: parts of speech, entities, languages, ..."""

    ref_tags: str | None = option(default=None, metavar="FILE", path="input",
        help="tags of the reference words (default: none)",
    )
    hyp_tags: list[str] = option(default=[], metavar="FILE", repeats=True, path="input", needs=("ref_tags",),
        help="tags of a system's words; repeat it for each HYP, in order (default: none)",
    )


class Resampling(Plan, group="resampling: confidence intervals and significance"):
    """How units are resampled."""

    resample_by: str | None = option(default=None, metavar="COLUMN",
        help="unit that is resampled: speaker, or another column (default: utterance)",
    )
    resamples: int = option(default=10_000, metavar="N", least=1, help="number of resamples (default: 10,000)")
    level: float = option(default=95.0, metavar="PERCENT", help="confidence level in percent (default: {default:g})")
    seed: int = option(default=0, metavar="N", least=0, help="seed of the random generator (default: {default})")


class Intervals(Plan, group=Resampling.options["level"].group):
    """Whether confidence intervals are computed, and how."""

    ci: bool | Bootstrap = option(default=False, help="compute bootstrap confidence intervals (default: no intervals)")
    resample_by: str | None = option(default=None, metavar="COLUMN", needs=("ci",),
        help="unit that is resampled: speaker, or another column (default: utterance; session of meetings)",
    )
    resamples: int = option(default=10_000, metavar="N", least=1, needs=("ci",),
        help="number of resamples (default: 10,000)",
    )
    level: float = option(default=95.0, metavar="PERCENT", needs=("ci",),
        help="confidence level in percent (default: {default:g})",
    )
    seed: int = option(default=0, metavar="N", least=0, needs=("ci",),
        help="seed of the random generator (default: {default})",
    )


class Terminal(Plan, group="terminal"):
    """What every command takes: how much it reports, and in which colors."""

    quiet: bool = option(default=False, aliases=("-q",), help="print neither notes nor progress (default: print both)")
    verbose: bool = option(default=False, aliases=("-v",), apart=("quiet",),
        help="list every ID in notes and warnings (default: the first three)",
    )
    color: Literal["auto", "always", "never"] = option(default="auto",
        help="when to color the output (default: {default}, on a terminal)",
    )


class Tables(Plan, group="output"):
    """What tables look like, and where they go."""

    output_format: str | None = option(
        default=None, aliases=("--as",), metavar="FORMAT", known="mondegreen.writers:TABLE_FORMATS",
        help="output format: {names} (default: from the name of --output, else table)",
    )
    output: str = option(default="-", aliases=("-o",), metavar="FILE", path="output",
        help="output file, .txt, .json, .md, .csv, .tex or .html (default: standard output)",
    )


class Reports(Tables, group="output"):
    """The same for runs, of which other toolkits write files, too."""

    output_format: str | None = option(
        default=None, aliases=("--as",), metavar="FORMAT", known="mondegreen.writers:OUTPUT_FORMATS",
        help="output format, e.g. json; names: mondegreen help output-formats (default: from the name of "
        "--output, else table)",
    )
    output: str = option(default="-", aliases=("-o",), metavar="FILE", path="output",
        help="output file, .txt, .json, .md, .csv, .tex or .html; a directory for sclite (default: standard output)",
    )


class Numbers(Plan):
    """Numbers from elsewhere, beside the metrics."""

    numbers: Sequence[str] | Mapping[str, Mapping[str, float]] = option(
        default=[], flag="--with", metavar="NAME[=FILE]", repeats=True, path="input",
        help="correlate a number per utterance too: lines of an utterance ID and a number, or column NAME "
        "(default: none)",
    )


class Plots(Plan):
    """Whether a plot is drawn, too."""

    plot: str | Sequence[str] = option(default=[], metavar="FILE", repeats=True, path="output",
        help="draw a plot as .png, .svg or .pdf; needs mondegreen[plot] (default: no plot)",
    )


class Lists(Plan, group="lists"):
    """How n-best lists and lattices are read."""

    lists: str | None = option(default=None, metavar="TYPE",
        help="type of the lists: kaldi, jsonl, espnet, lattice or systems (default: detected)",
    )
    costs: list[str] = option(default=[], metavar="NAME=FILE", repeats=True, path="input",
        help="costs of Kaldi n-best lists, e.g. lm=lm.txt, negated to scores; repeatable (default: none)",
    )
    words: str | None = option(default=None, metavar="FILE", path="input",
        help="Kaldi words.txt of lattices; their costs become the scores lm and am (default: lattices of words)",
    )
    lm_weight: float = option(default=1.0, metavar="W",
        help="language model weight for ranking lattice paths (default: {default:g})",
    )
    n: int | None = option(default=None, metavar="N", least=1,
        help="use the first N hypotheses of each list (default: all; of lattices, 100 paths)",
    )
    format: str | None = option(default=None, metavar="NAME", known=FORMATS,
        help="format of 1-best files (default: detected)",
    )
    encoding: str = option(default="utf-8", metavar="NAME", help="character encoding of the files (default: {default})")
    max_bytes: str | None = option(default=None, metavar="SIZE",
        help="maximum decompressed size of a file, e.g. 2G (default: 64G)",
    )


class ListReferences(Plan):
    """The references that lists are held against."""

    ref_format: str | None = option(default=None, metavar="NAME", known=FORMATS,
        help="format of REF (default: detected)",
    )
    missing: Literal["empty", "skip", "error"] = option(default="empty",
        help="references without a list: score as empty, skip, or stop with an error (default: {default})",
    )
