"""Options that several kinds of work share, by the group under which help shows them."""

from __future__ import annotations

from mondegreen.plan.option import Plan, option

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from typing import Literal

    from mondegreen.normalization import Normalizer
    from mondegreen.results.interval import Bootstrap
    from mondegreen.tokenization import Tokenizer

MODELS = "outside models (`mondegreen doctor models` lists them)"
FORMATS, WRITTEN = "mondegreen.formats:FORMATS", "mondegreen.formats:list_writable"

# A table is read by its lines.
# fmt: off


class Metrics(Plan):
    """Which metrics."""

    metrics: str | Iterable[str] = option(
        default=[], aliases=("--metric",), metavar="NAMES", repeats=True, known="mondegreen.metrics:METRICS",
        help="separated by commas, options after colons; may come again (wer,cer)",
    )


class Measuring(Metrics):
    """Which metrics, and what is said for all of them."""

    ties: Literal["best", "range"] | None = option(default=None,
        help="of equally good alignments the best, or all: their least and greatest",
    )
    only: str | Sequence[str] | None = option(default=None, metavar="TAGS",
        help="count only words of these parts of speech, such as PROPN,NOUN, where that is known",
    )


class Limits(Plan, group="reading"):
    """How much a packed file may hold."""

    max_bytes: str | None = option(default=None, metavar="SIZE",
        help="what a file may unpack to or a pipe give, like 2G (64G)",
    )


class Columns(Plan, group="reading"):
    """Which columns of a table, or fields of a record, are taken."""

    id_column: str | None = option(default=None, aliases=("--key-column",), metavar="NAME",
        help="column, or field, of the utterance ID (default: by its name)",
    )
    text_column: str | None = option(default=None, metavar="NAME",
        help="column, or field, of the text, in each file (default: by its name)",
    )


class Joining(Plan, group="reading"):
    """What becomes of utterances that do not fit."""

    missing: Literal["empty", "skip", "error"] = option(default="empty",
        help="references without a hypothesis ({default})",
    )
    extra: Literal["skip", "empty", "error"] = option(default="skip", help="hypotheses without a reference ({default})")
    duplicate: Literal["first", "last", "error"] = option(default="first", help="utterances of one key ({default})")


class Sides(Plan, group="reading"):
    """How each of two files is read."""

    format: str | None = option(default=None, metavar="NAME", known=FORMATS,
        help="of both files: {names} (default: detected)",
    )
    ref_format: str | None = option(default=None, metavar="NAME", known=FORMATS,
        help="format of REF alone, e.g. --ref-format kaldi",
    )
    hyp_format: str | None = option(default=None, metavar="NAME", known=FORMATS,
        help="format of HYP alone, e.g. --hyp-format lines",
    )
    encoding: str = option(default="utf-8", metavar="NAME",
        help="character encoding of both files (default: {default})",
    )
    ref_encoding: str | None = option(default=None, metavar="NAME", help="character encoding of REF alone")
    hyp_encoding: str | None = option(default=None, metavar="NAME",
        help="character encoding of HYP alone, e.g. --hyp-encoding latin-1",
    )


class Reading(Sides, Columns, Joining, Limits, group="reading"):
    """How texts are read, and how the utterances of both sides are paired."""

    ref_column: str | None = option(default=None, metavar="NAME",
        help="column of the reference text, in REF or in a table of both",
    )
    hyp_column: str | None = option(default=None, metavar="NAME",
        help="column of the hypothesis text, e.g. --hyp-column prediction",
    )
    pair_by: Literal["id", "order"] = option(default="id",
        help="pair utterances by ID or by order (default: {default})",
    )
    utt2spk: str | None = option(default=None, metavar="FILE", path="input", apart=("spk2utt",),
        help="Kaldi's list of the speaker of each utterance",
    )
    spk2utt: str | None = option(default=None, metavar="FILE", path="input", apart=("utt2spk",),
        help="Kaldi's list of the utterances of each speaker",
    )
    segments: str | None = option(default=None, metavar="FILE", path="input",
        help="Kaldi's list of where utterances lie in recordings: cuts a ctm into them",
    )
    whole: bool = option(default=False,
        help="pair whole recordings, for sides that are cut otherwise, as subtitles are",
    )
    column: list[str] = option(default=[], metavar="NAME=FILE", repeats=True, path="input",
        help="a column for --by, from lines of an utterance and its value",
    )


class Texts(Plan, group="texts and alignment"):
    """What texts are made into, and how they are aligned."""

    normalize: str | Sequence[str | Normalizer] = option(
        default=[], aliases=("--normalise",), metavar="STEPS", repeats=True,
        known="mondegreen.normalization:NORMALIZERS",
        help="rewrite texts first, such as lower,punctuation; see `mondegreen help normalizers` (nothing)",
    )
    tokenize: str | Tokenizer | None = option(
        default="words", aliases=("--tokenise",), metavar="NAME", known="mondegreen.tokenization:TOKENIZERS",
        help="what counts as a word; see `mondegreen help tokenizers`",
    )
    policy: Literal["kaldi", "sclite", "sub-first", "rapidfuzz"] = option(default="kaldi",
        help="tie-breaking policy among equally good alignments (default: {default})",
    )
    threads: int | None = option(default=None, metavar="N", least=1, help="how many threads align (one for each core)")


class Empties(Plan):
    """Whether what is empty counts."""

    empties: Literal["keep", "drop"] = option(default="keep", help="utterances of which a side is empty ({default})")


class Language(Plan, group=MODELS):
    """Whose models are taken, and where is kept what they say."""

    language: str | None = option(default=None, metavar="CODE",
        help="whose models are taken where none is named, such as fr (what is installed)",
    )
    cache: str | None = option(default=None, metavar="DIR", path="cache", apart=("no_cache",),
        help="where is kept what models say (the user's cache folder)",
    )
    no_cache: bool = option(default=False, apart=("cache",), help="keep nothing, and look at nothing that was kept")


class Vectors(Language, group=MODELS):
    """Word vectors of both sides."""

    vectors: str | None = option(default=None, metavar="FILE", path="model",
        help="word vectors: text, .bin, .npy, or a spaCy pipeline (the language's pipeline)",
    )
    hyp_vectors: str | None = option(default=None, metavar="FILE", path="model",
        help="such of hypotheses in another language, mapped to the references' (those of --vectors)",
    )


class Models(Vectors, group=MODELS):
    """All outside models."""

    analyzer: str | None = option(default=None, metavar="NAME",
        help="spaCy pipeline for lemmas and parts of speech (the language's)",
    )
    phonemes: str | None = option(default=None, metavar="VOICE", help="voice of espeak-ng (the language's)")
    sentences: str | None = option(default=None, metavar="MODEL", path="model",
        help="sentence encoder, by name or folder (all-MiniLM-L6-v2)",
    )
    contextual: str | None = option(default=None, metavar="MODEL", path="model",
        help="model of tokens in their context, by name or folder (all-MiniLM-L6-v2)",
    )


class Tags(Plan, group="tags from files, lines of an utterance and a tag for each word"):
    """Tags of another tagger or of people: parts of speech, entities, languages, ..."""

    ref_tags: str | None = option(default=None, metavar="FILE", path="input", help="the references' tags")
    hyp_tags: list[str] = option(default=[], metavar="FILE", repeats=True, path="input", needs=("ref_tags",),
        help="a system's tags; once for each HYP, in order",
    )


class Resampling(Plan, group="resampling: confidence intervals and significance"):
    """How units are resampled."""

    resample_by: str | None = option(default=None, metavar="COLUMN",
        help="resample all utterances of a speaker, or of another column's value, together (default: utterances)",
    )
    resamples: int = option(default=10_000, metavar="N", least=1, help="number of resamples (default: 10,000)")
    level: float = option(default=95.0, metavar="PERCENT", help="confidence level in percent (default: {default:g})")
    seed: int = option(default=0, metavar="N", least=0, help="seed of the random generator (default: {default})")


class Intervals(Plan, group=Resampling.options["level"].group):
    """Whether confidence intervals are computed, and how."""

    ci: bool | Bootstrap = option(default=False, help="bootstrap confidence intervals (default: none)")
    resample_by: str | None = option(default=None, metavar="COLUMN", needs=("ci",),
        help="resample all utterances of a speaker, or of another column's value, together (default: utterances, "
        "of meetings sessions)",
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


class Quiet(Plan):
    """Whether notes are printed, and in color."""

    quiet: bool = option(default=False, help="print no notes, only warnings and errors")
    color: Literal["auto", "always", "never"] = option(default="auto",
        help="color output (default: {default}: on a terminal, unless NO_COLOR is set)",
    )


class Tables(Quiet, group="output"):
    """What tables look like, and where they go."""

    output_format: str | None = option(
        default=None, aliases=("--as",), metavar="FORMAT", known="mondegreen.writers:TABLE_FORMATS",
        help="{names} (what FILE ends in, else table)",
    )
    output: str = option(default="-", aliases=("-o",), metavar="FILE", path="output",
        help="instead of standard output; known are .txt .json .md .csv .tex .html",
    )


class Reports(Tables, group="output"):
    """The same for runs, of which other toolkits write files, too."""

    output_format: str | None = option(
        default=None, aliases=("--as",), metavar="FORMAT", known="mondegreen.writers:OUTPUT_FORMATS",
        help="{names} (what FILE ends in, else table)",
    )
    output: str = option(default="-", aliases=("-o",), metavar="FILE", path="output",
        help="instead of standard output; known are .txt .json .md .csv .tex .html; a folder for sclite",
    )


class Plots(Plan):
    """Whether a plot is drawn, too."""

    plot: str | Sequence[str] = option(default=[], metavar="FILE", repeats=True, path="output",
        help="draw the result as well: .png, .svg or .pdf (needs matplotlib: pip install 'mondegreen[plot]')",
    )

    def list_plots(self, default: str = "", kinds: Collection[str] = ()) -> list[tuple[str, str]]:
        """The kind and the file of each plot that is asked for; where no kind is named the default."""
        given = [self.plot] if isinstance(self.plot, str) else self.plot or ()
        found = []
        for text in given:
            kind, equals, path = text.partition("=")
            if kinds and equals and kind.isalpha():
                if kind not in kinds:
                    from mondegreen.component import unknown_name

                    raise unknown_name("plot", kind, kinds, f"write ./{text} if that is the file")
                found.append((kind, path))
            else:
                found.append((default, text))
        return found


class Lists(Plan, group="lists"):
    """How n-best lists and lattices are read."""

    lists: str | None = option(default=None, metavar="FORM",
        help="kaldi, jsonl, espnet, lattice or systems (what the files look like)",
    )
    costs: list[str] = option(default=[], metavar="NAME=FILE", repeats=True, path="input",
        help="costs beside Kaldi's n-best lists, such as lm=lm.txt; become scores by their sign",
    )
    words: str | None = option(default=None, metavar="FILE", path="input",
        help="words.txt of lattices, whose costs become the scores lm and am",
    )
    lm_weight: float = option(default=1.0, metavar="W", help="by which paths of lattices are ranked ({default:g})")
    n: int | None = option(default=None, metavar="N", least=1,
        help="the first N of each list (all; 100 paths of a lattice)",
    )
    format: str | None = option(default=None, metavar="NAME", known=FORMATS,
        help="that of single-best files (what each looks like)",
    )
    encoding: str = option(default="utf-8", metavar="NAME", help="of the characters in the files ({default})")
    max_bytes: str | None = option(default=None, metavar="SIZE",
        help="what a file may unpack to or a pipe give, like 2G (64G)",
    )


class ListReferences(Plan):
    """The references that lists are held against."""

    ref_format: str | None = option(default=None, metavar="NAME", known=FORMATS,
        help="that of REF (what it looks like)",
    )
    missing: Literal["empty", "skip", "error"] = option(default="empty", help="references without a list ({default})")
