"""The words of declarations, and what is said of a document that is not in order."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

DEPTH = 50
# A comment, and a declaration that holds nothing but such; what else is in a declaration.
COMMENT = rb"--(?:[^-]|-(?!-))*--"
COMMENTS = re.compile(rb"<!(?:%b\s*)*>" % COMMENT)
BODY = rb"(?:\"[^\"]*\"|'[^']*'|%b|[^\"'>-]|-(?!-))*" % COMMENT
WORD = re.compile(
    rb"\s+|" + COMMENT + rb"|(?P<word>\"[^\"]*\"|'[^']*'|%[\w.-]+;?|#?\w[\w.:-]*|[-+](?=\()|.)", re.DOTALL
)


class DocumentError(Exception):
    """What is wrong with a document, and where in it."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.message = message
        self.at = at


@contextmanager
def at_place(at: int) -> Iterator[None]:
    """What is wrong within an entity is told of the place that refers to it."""
    try:
        yield
    except DocumentError as error:
        raise DocumentError(error.message, at) from None


def words(text: bytes, parameters: Mapping[bytes, bytes], depth: int = 0) -> Iterator[bytes]:
    """The names, literals and signs of a declaration, without comments, parameter entities being replaced."""
    if depth > DEPTH:
        raise ValueError
    for found in WORD.finditer(text):
        word = found["word"]
        if not word:
            continue
        if word[:1] == b"%" and len(word) > 1:
            name = word[1:].rstrip(b";")
            if name not in parameters:
                raise ValueError
            yield from words(parameters[name], parameters, depth + 1)
        else:
            yield word


def unquoted(word: bytes) -> bytes:
    """The text of a literal, or the word as it is."""
    return word[1:-1] if word[:1] in {b'"', b"'"} else word


class Words:
    """The words of a declaration, taken one by one."""

    def __init__(self, parts: Iterable[bytes]) -> None:
        self.parts = list(parts)
        self.at = 0

    def peek(self) -> bytes:
        """The next word, which stays."""
        return self.parts[self.at] if self.at < len(self.parts) else b""

    def pop(self) -> bytes:
        """The next word; an IndexError where there is none."""
        word = self.parts[self.at]
        self.at += 1
        return word

    def group(self) -> list[bytes]:
        """One name, or the names in parentheses."""
        if self.peek() != b"(":
            return [self.pop()]
        depth, names = 0, []
        while True:
            word = self.pop()
            depth += (word == b"(") - (word == b")")
            if word[:1].isalnum():
                names.append(word)
            if not depth:
                return names

    def rest(self) -> list[bytes]:
        """All that is left."""
        return self.parts[self.at :]
