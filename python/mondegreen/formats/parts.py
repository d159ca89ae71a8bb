"""What several formats share: what they hold, and what a line can hold."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from mondegreen.corpus import Corpus, Utterance
from mondegreen.errors import ScoreError

KEYS, TIMES, UNSCORED = "utterance keys", "word times", "segments not to be scored"


def find_losses(corpus: Corpus, supported: Collection[str]) -> list[str]:
    """The names of what a corpus has, and a format that holds only these has not."""
    present = {KEYS: corpus.keyed, TIMES: corpus.words is not None, UNSCORED: bool(corpus.unscored)}
    present.update({name: any(values) for name, values in corpus.fields.items()})
    return [name for name, is_there in present.items() if is_there and name not in supported]


def check_one_line(line: str, key: str, name: str) -> str:
    """The line, if it stays one line when it is read."""
    if "\n" in line or line.endswith("\r"):
        raise ScoreError(f"{name} holds one utterance a line, and this one has a line break", key=key)
    return line


def check_key(key: str, name: str) -> str:
    """The utterance ID, if it can stand between spaces."""
    if not key or any(blank in key for blank in " \t\n\r"):
        raise ScoreError(f"{name} cannot hold a key that is empty or has a blank", key=key)
    return key


def has_content(line: str, comments: tuple[str, ...]) -> bool:
    """Whether there is something on the line that is no comment."""
    return bool(line.strip(" \t")) and not line.startswith(comments)


def number_duplicates(rows: Iterable[Utterance]) -> Iterator[Utterance]:
    """The utterances, with a number behind each utterance ID that comes again."""
    seen = Counter[str]()
    for row in rows:
        seen[row.key] += 1
        yield row if seen[row.key] == 1 else row._replace(key=f"{row.key}-{seen[row.key]}")
