"""Words that may be left out: those that were unclear, `((so they said))`, and those of other languages."""

import re

from mondegreen.dropin.sctk.chfilt.options import NAME
from mondegreen.dropin.sctk.perl import DieError, compiled, place, warn

PLAIN = rb"[^ \t\n\r\f(){}]+"
IN_PARENTHESES = rb"\(" + PLAIN + rb"\)"
WORD = rb"(?:" + PLAIN + rb"|" + IN_PARENTHESES + rb")"
REST = rb"(" + WORD + rb"(?:\s+" + WORD + rb")*\s*\)\))"
CHOICE = rb"\{[^{}]+\}"
OPENED = rb"\(\(\s*"
CLOSED = rb"\s*\)\)"
# Each round takes a word out of the double parentheses; the numbers say how often a step is taken in it.
ROUND = [
    (re.compile(rb"\(\((\s*<[^>]+>\s*)\)\)"), rb"\1", 1),
    (re.compile(rb"\(\((\s*<[^>]+>\s*)([^)]*)\)\)"), rb"\1 ((\2))", 1),
    (re.compile(OPENED + rb"(" + IN_PARENTHESES + rb")\s+" + REST), rb" \1 ((\2", 0),
    (re.compile(OPENED + rb"(" + CHOICE + rb")\s+" + REST), rb" (\1) ((\2", 0),
    (re.compile(OPENED + rb"(" + PLAIN + rb")\s+" + REST), rb" (\1) ((\2", 0),
    (re.compile(OPENED + rb"(" + IN_PARENTHESES + rb")" + CLOSED), rb" \1 ", 0),
    (re.compile(OPENED + rb"(" + CHOICE + rb")" + CLOSED), rb" (\1) ", 0),
    (re.compile(OPENED + rb"(" + PLAIN + rb")" + CLOSED), rb" (\1) ", 0),
    (re.compile(OPENED + rb"\)\)"), b"", 0),
]
MOST_ROUNDS = 100
UNCLEAR = re.compile(rb"\(\(.*\)\)")
OTHER_LANGUAGE = re.compile(rb"(<\s*\S+\s+)([^<>]*)>")
TAG = re.compile(rb"<[^ \t\n\r\f<>]+>")
PARENTHESISED = re.compile(rb"\(.+\)")


def unclear(text: bytes) -> bytes:
    """The text with each unclear word in parentheses of its own."""
    text = re.sub(rb"\s+\)", b")", re.sub(rb"\(\s+", b"(", text))
    last = b"x" * 17
    rounds = 1
    while UNCLEAR.search(text):
        for pattern, new, times in ROUND:
            text = pattern.sub(new, text, count=times)
        rounds += 1
        if text == last:
            warn(b"Warning: unable to fully alternate an unitelligible marker\n         %b\n" % text)
            break
        if rounds > MOST_ROUNDS:
            raise DieError(b"Unable to alternate an unitelligible marker '%b'\n" % text)
        last = text
    return text


def foreign(text: bytes) -> bytes:
    """The text with words of other languages, `<French oui>`, in parentheses, and without tags of noises."""
    idle = 0
    while found := OTHER_LANGUAGE.search(text):
        head, words = found[1], found[2]
        new = b"".join(
            (b" " + word) if PARENTHESISED.fullmatch(word) else (b" " if place_ else b"") + b"(%b)" % word
            for place_, word in enumerate(words.split())
        )
        marks = text.count(b"<")
        text, count = replaced(text, head, new)
        idle += text.count(b"<") >= marks  # the pattern found something else, perhaps for ever
        if not count or idle > MOST_ROUNDS:
            detail = b"    text: %b    head: '%b'\n    otxt: '%b'\n    new: '%b'\n    merge: '%b%b>'"
            what = (text, head, words, new, head, words)
            message = b"OptDel substitution of non-language marker failed\n" + detail % what
            raise DieError(message + place(NAME, 547))
    return TAG.sub(b"", text)


def replaced(text: bytes, head: bytes, new: bytes) -> tuple[bytes, int]:
    """The text with what follows the head replaced. The original takes the head for a pattern."""
    try:
        found = compiled(head + rb"[^>]*>")
    except re.error:
        found = compiled(re.escape(head) + rb"[^>]*>")
    return found.subn(lambda _: new, text, count=1)
