"""What `ark:...` and `scp:...` say of a table: where it is, and how it is to be read or written."""

from __future__ import annotations

from mondegreen.dropin.kaldi.console import KaldiError

# The options of what is read, by the letters that switch them on; an `n` before the letter switches them off. Those
# without effect of their own are known all the same: how a table was written is seen in it, and nothing is read ahead.
READ_FLAGS = {"o": "once", "s": "sorted", "cs": "called_sorted", "p": "permissive", "bg": "background"}
READ_IGNORED = {"b", "t"}
WRITE_FLAGS = {"t": ("text", True), "b": ("text", False), "f": ("flush", True), "nf": ("flush", False)}


class Rspecifier:
    """A table to read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.once = self.sorted = self.called_sorted = self.permissive = self.background = False
        kinds, self.name = parts(text, "rspecifier")
        self.script = "scp" in kinds
        for word in kinds:
            if word not in ("ark", "scp"):
                self.take(word)
        if kinds.count("ark") + kinds.count("scp") != 1:
            raise invalid("rspecifier", text)

    def take(self, word: str) -> None:
        """Takes one option."""
        letters, on = (word[1:], False) if word.startswith("n") else (word, True)
        if letters in READ_FLAGS:
            setattr(self, READ_FLAGS[letters], on)
        elif word not in READ_IGNORED:
            raise invalid("rspecifier", self.text)


class Wspecifier:
    """A table to write: an archive, a script that says where in it each key is, or both."""

    def __init__(self, text: str) -> None:
        self.text = text
        kinds, names = parts(text, "wspecifier")
        tables = [word for word in kinds if word in ("ark", "scp")]
        self.permissive = "p" in kinds
        self.is_text = self.flush = False
        for word in kinds:
            if word in WRITE_FLAGS:
                kind, on = WRITE_FLAGS[word]
                setattr(self, "is_text" if kind == "text" else kind, on)
            elif word not in ("ark", "scp", "p"):
                raise invalid("wspecifier", text)
        archive, comma, script = names.partition(",")
        both = tables == ["ark", "scp"]
        if not (both and comma) and len(tables) != 1:
            raise invalid("wspecifier", text)
        self.archive = archive if both else names if tables == ["ark"] else None
        self.script = script if both else names if tables == ["scp"] else None


def parts(text: str, what: str) -> tuple[list[str], str]:
    """The words before the colon, and the name after it; blanks at the end are a mistake that would go unseen."""
    words, colon, name = text.partition(":")
    if not colon or text != text.rstrip() or not words:
        raise invalid(what, text)
    return words.replace(" ", ",").split(","), name


def invalid(what: str, text: str) -> KaldiError:
    """The error for what is no such thing."""
    return KaldiError(f"Invalid {what} {quoted_if_blank(text)}", f"Invalid{what.capitalize()}")


def quoted_if_blank(text: str) -> str:
    """The text, or two quotes where there is nothing to see."""
    return text if text.strip() else f"'{text}'"
