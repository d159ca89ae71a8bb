"""Whole tokens that do not count, that count as one, or that a table replaces."""

from collections.abc import Iterator

from mondegreen.component import Option
from mondegreen.errors import ScoreError
from mondegreen.io.source import load_lines
from mondegreen.normalization.text_function import TextFunction, digest_parts


class Drop(TextFunction):
    """Removes the listed tokens, such as `<unk>` or `[noise]`.

    Example:
        >>> from mondegreen.normalization import make_normalizer
        >>> make_normalizer("drop:<unk> [noise]")("so [noise] be <unk> it")
        'so be it'

    Caveats: only whole tokens between whitespace, and only as they are written: "[Noise]" and "[noise]," stay.
        Both sides lose them, so an utterance of nothing else becomes empty.
    """

    name = "drop"
    options = (Option("tokens", (), "tokens separated by spaces"),)
    unnamed = "tokens"

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        self.tokens = frozenset(self.chosen["tokens"].split())
        self.signed = sorted(self.tokens)

    def __call__(self, text: str) -> str:
        for token in self.tokens:
            if token in text:  # perhaps only inside a word; but most texts have none at all
                break
        else:
            return text
        return " ".join([word for word in text.split() if word not in self.tokens])


class Fold(TextFunction):
    """Replaces the listed tokens, such as the fillers `uh um er`, by the first of them.

    Example:
        >>> from mondegreen.normalization import make_normalizer
        >>> make_normalizer("fold:uh um er")("er well um yes")
        'uh well uh yes'

    Caveats: only whole tokens between whitespace, and only as they are written. To leave fillers out altogether,
        `drop` them.
    """

    name = "fold"
    options = (Option("tokens", (), "tokens separated by spaces"),)
    unnamed = "tokens"

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        first, *others = self.chosen["tokens"].split()
        if not others:
            raise ScoreError(f'"fold:{first}" folds nothing; list the tokens that are to become "{first}"')
        self.folded = dict.fromkeys(others, first)
        self.signed = [first, *sorted(set(others) - {first})]

    def __call__(self, text: str) -> str:
        for token in self.folded:
            if token in text:  # perhaps only inside a word; but most texts have none at all
                break
        else:
            return text
        return " ".join([self.folded.get(word, word) for word in text.split()])


class Rewrite(TextFunction):
    r"""Replaces tokens by a table, with a token, a tab and its replacement on each line.

    Example:
        >>> from pathlib import Path; from tempfile import TemporaryDirectory
        >>> from mondegreen.normalization import make_normalizer
        >>> with TemporaryDirectory() as folder:
        ...     table = Path(folder, "table.tsv")
        ...     _ = table.write_text("wanna\twant to\ngood bye\tgoodbye\nuh\t\n")
        ...     make_normalizer(f"rewrite:{table}")("uh i wanna say good bye")
        'i want to say goodbye'

    Caveats: only whole tokens between whitespace, and only as they are written. The text is read once from left to
        right; where several lines fit, the longest wins; what is written is not looked at again. Nothing after the TAB
        means to delete. The file is UTF-8; lines that are empty or begin with "# " are skipped. The signature holds
        what the table does, not how the file is called.
    """

    name = "rewrite"
    options = (Option("file", (), "a table"),)
    unnamed = "file"

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        table = dict(read_entries(self.chosen["file"].strip()))
        self.by_head: dict[str, list[tuple[list[str], tuple[str, ...]]]] = {}
        for before in sorted(table, key=len, reverse=True):
            self.by_head.setdefault(before[0], []).append((list(before), table[before]))
        self.signed = [digest_parts(sorted(table.items()))]

    def __call__(self, text: str) -> str:
        words = text.split()
        if self.by_head.keys().isdisjoint(words):
            return text
        written: list[str] = []
        at = 0
        while at < len(words):
            for before, after in self.by_head.get(words[at], ()):
                if words[at : at + len(before)] == before:
                    written += after
                    at += len(before)
                    break
            else:
                written.append(words[at])
                at += 1
        return " ".join(written)


Tokens = tuple[str, ...]


def read_entries(path: str) -> Iterator[tuple[Tokens, Tokens]]:
    """What each line of a table finds and writes."""
    seen: dict[Tokens, Tokens] = {}
    for number, line in enumerate(load_lines(path), 1):
        if not line.strip() or line.startswith("# "):
            continue
        before, after = parse_entry(line, path, number)
        if seen.setdefault(before, after) != after:
            raise ScoreError(
                f'"{" ".join(before)}" was to become "{" ".join(seen[before])}" before', path=path, line=number
            )
        yield before, after


def parse_entry(line: str, path: str, number: int) -> tuple[Tokens, Tokens]:
    """What one line finds and writes."""
    fields = line.split("\t")
    if len(fields) != 2:
        raise ScoreError(f"expected one TAB between two fields, found {len(fields) - 1}", path=path, line=number)
    before, after = (tuple(field.split()) for field in fields)
    if not before:
        raise ScoreError("nothing before the tab", path=path, line=number)
    return before, after
