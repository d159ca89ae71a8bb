"""What every format says of itself and can do, and what shows a format before its module is loaded."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, NamedTuple

from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError
from mondegreen.formats.both import REFERENCE_FIELD
from mondegreen.formats.parts import KEYS, find_losses
from mondegreen.formats.reading import Reading


class Format:
    """What a format's class inherits, and overrides with its own facts and methods.

    The docstring of the class is its page: the first sentence says what the format is.
    """

    name: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]] = ()
    """Ends of file names, for formats of installed packages; ours are in `SIGNS`."""
    is_tabular: ClassVar[bool] = False
    """Whether it has named columns, of which the user may choose."""
    is_writable: ClassVar[bool] = True
    """Whether a corpus can be written in it: what holds alignments is a report's to write."""
    holds_both: ClassVar[bool] = False
    """Whether it holds references beside hypotheses: the one as the field `reference`, the other as the text."""
    holds_texts: ClassVar[bool] = True
    """Whether it holds texts, and not numbers that were made of them."""
    is_by_line: ClassVar[bool] = False
    """Whether some of its lines can be read without those before and after."""

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:
        """Whether these lines, the first of a file, look like the format.

        `hinted` says that the file's name ends as the format's do. Then a look at the first line will do, so that
        slips further down are found in reading; else plain text must never be taken for the format.
        """
        raise NotImplementedError

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """The corpus that these lines hold."""
        raise NotImplementedError

    @classmethod
    def write(cls, corpus: Corpus) -> Iterable[str]:
        """The lines that hold the corpus; what would read back as something else is refused."""
        raise NotImplementedError

    @staticmethod
    def list_losses(corpus: Corpus) -> Sequence[str]:
        """What of this corpus, by name, the format does not hold."""
        raise NotImplementedError


class Sign(NamedTuple):
    """What shows a format: ends of file names, and a pattern of the first line that is not blank.

    The pattern may match too much, since the format itself decides, but never too little. Of a recording in several
    files of one directory, the format of the least `rank` is read.
    """

    suffixes: tuple[str, ...] = ()
    opening: str = ""
    rank: int | None = None


FIELDS = r"[ \t]*(?:[^ \t]+[ \t]+)"
COMMENT, NUMBER = ";;", r"[-+.0-9]"
OBJECT, NEVER = r"\s*\{", r"(?!)"
# So that a file of Kaldi's is recognized without loading the modules of all formats.
SIGNS = {
    "sgml": Sign((".sgml",), "<SYSTEM "),
    "icefall": Sign((), r".*?:\t(?:timestamp_)?(?:ref|hyp)="),
    "errs": Sign((), "%WER = "),
    "wer-summary": Sign((), "settings\tWER$"),
    "wenet": Sign((), "utt: "),
    "funasr": Sign((), r".+\(nwords="),
    "speechbrain": Sign((), "%WER "),
    "jiwer": Sign((), r"\s*=== SENTENCE "),
    "texterrors": Sign((), 'Per utt details|"'),
    "trn": Sign((".trn",), rf"{COMMENT}|\*\*|.*\)[ \t]*$", 8),
    "rttm": Sign((".rttm",), rf"{COMMENT}|\s*[A-Z]"),
    "stm": Sign((".stm",), rf"{COMMENT}|\*\*|{FIELDS}{{3}}{NUMBER}", 7),
    "ctm": Sign((".ctm",), rf"{COMMENT}|{FIELDS}{{2}}{NUMBER}|{FIELDS}{{4}}(?i:<alt)", 6),
    "srt": Sign((".srt",), r"\s*\d+\s*$", 5),
    "vtt": Sign((".vtt",), r"\s*WEBVTT", 4),
    "whisper": Sign((".json",), OBJECT),
    "whisper-tsv": Sign((".tsv",), "start\tend\ttext$"),
    "cuts": Sign((".jsonl",), OBJECT),
    "lhotse": Sign((".jsonl",), OBJECT),
    "leaderboard": Sign((".jsonl",), OBJECT),
    "nemo": Sign((".json", ".jsonl"), OBJECT),
    "seglst": Sign((".json",), r"\s*\["),
    "json": Sign((".json",), r"\s*[\[{]", 1),
    "jsonl": Sign((".jsonl", ".ndjson"), OBJECT, 2),
    "csv": Sign((".csv",), ".*[,;]"),
    "tsv": Sign((".tsv",), ".*\t", 3),
    "scp": Sign((".scp",), NEVER),  # the name must say so
    "kaldi": Sign(),
    "lines": Sign(),
}


class Aligned(Format):
    """A format of alignments, which are made anew when it is read; to write them is a report's business."""

    is_writable = False
    holds_both = True
    scored: ClassVar[bool] = True
    """Whether a scored system can be written in the format."""

    @classmethod
    def write(cls, corpus: Corpus) -> Iterator[str]:
        """Nothing: a corpus has no alignments."""
        how = f"; `mondegreen score --as {cls.name}` writes it" if cls.scored else ", and is only read"
        raise ScoreError(f"{cls.name} holds alignments, not texts{how}", path=corpus.name)

    @staticmethod
    def list_losses(corpus: Corpus) -> list[str]:
        """All but utterance IDs and both sides."""
        return find_losses(corpus, {KEYS, REFERENCE_FIELD})
