"""NeMo's manifests: JSON Lines with `audio_filepath`, `text` and `pred_text`."""

from collections.abc import Iterator, Sequence

from mondegreen.corpus import Corpus
from mondegreen.formats.format import Format
from mondegreen.formats.manifest import are_entries, format_entries, list_losses, make_corpus, parse_entries
from mondegreen.formats.reading import Reading


class Nemo(Format):
    """NeMo's manifest, with what was said and perhaps with what was recognized.

    The key is the `audio_filepath`, followed by the `offset` where that is not 0. The text of an utterance is its
    `pred_text`, or the `pred_text_MODEL` that the user names as the text's column, and the field `reference` is its
    `text`; scored alone, the file is scored for each of its models. Without either the text is the `text`. `beams` are
    the fields `beam1`, `beam1_score`, `beam2`, ...; other texts and numbers are fields by their names, as they are
    written, be it `NaN`; only the `offset`, of which the key is made, must be a number.
    """

    name = "nemo"
    holds_both = True
    is_tabular = True
    table_format = "jsonl"

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:
        """Whether each line is an object that names a file of sound."""
        return are_entries(lines, hinted=hinted)

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """An utterance from each line that is not blank."""
        return make_corpus(list(parse_entries(lines, reading)), reading)

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        """An object for each utterance."""
        return format_entries(corpus)

    @staticmethod
    def list_losses(corpus: Corpus) -> list[str]:
        """Times of words, and segments that are not to be scored."""
        return list_losses(corpus)
