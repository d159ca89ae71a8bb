"""Plain lines: one utterance a line; its key is the line's number."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class PlainLines:
    """One utterance a line, with no key; an empty line is an utterance without words."""

    name = "lines"
    suffixes = ()

    @staticmethod
    def recognises(lines: Sequence[str]) -> bool:  # noqa: ARG004 - any text is lines
        """Always: any text is lines."""
        return True

    @staticmethod
    def read(lines: list[str], name: str) -> Corpus:
        """Each line an utterance."""
        return Corpus.by_position(lines, name)

    @staticmethod
    def write(corpus: Corpus) -> Iterable[str]:
        """The texts alone."""
        return corpus.texts


def load_lines(path: str, encoding: str = "utf-8") -> list[str]:
    """The lines of a text file, however it ends them, without the mark that some editors put first."""
    try:
        data = Path(path).read_bytes().removeprefix(BYTE_ORDER_MARK)
    except OSError as error:
        raise ScoreError(f"cannot be read: {error.strerror}", path=path) from error
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ScoreError(f"byte 0x{data[error.start]:02x} is not UTF-8", path=path, line=line) from error
    # Not splitlines(): that would also cut at rare characters inside a text, such as U+2028.
    lines = text.replace("\r\n", "\n").split("\n")
    if not lines[-1]:
        lines.pop()
    return lines
