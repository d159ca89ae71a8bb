"""What became of each word that asclite aligned."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from mondegreen.dropin.sctk.asclite.filters import Mapping
from mondegreen.dropin.sctk.asclite.groups import NOBODY, format_token
from mondegreen.dropin.sctk.asclite.options import Options
from mondegreen.dropin.sctk.asclite.speech import ALIGN, BEGINNING, END, WARN, WHOLE, Run, Segment, Token

CORRECT, SUBSTITUTION, SPEAKER_ERROR, DELETION, INSERTION = list("CSPDI")
UNKNOWN_SIDE = b"The <align.optionally> property has an unrecognized value: '%b'"


class Item(NamedTuple):
    """A word of the reference, of the hypothesis or both, and how it was scored."""

    reference: Token | None
    hypothesis: Token | None
    result: str


class Aligned:
    """What was aligned with a segment of the reference."""

    def __init__(self, segment: Segment) -> None:
        self.segment = segment
        self.group = 0
        self.pairs: list[tuple[Token | None, Token | None]] = []
        self.items: list[Item] = []


def fold(options: Options, text: bytes) -> bytes:
    return text if options.case_sensitive else text.lower()


def score(run: Run, aligned: Iterable[Aligned], mapping: Mapping | None) -> None:
    """Say of all pairs what they are."""
    optional = run.options.optional
    if optional not in (b"none", b"ref", b"hyp", b"both"):
        run.log(WARN, UNKNOWN_SIDE % optional)
    for each in sorted(aligned, key=find_address):
        each.items = [Item(*pair, judge(run.options, *pair, mapping)) for pair in each.pairs]
        if run.logs(ALIGN):
            for item in each.items:
                show_item(run, each.group, item)


def find_address(aligned: Aligned) -> tuple[int, int, int]:
    """Where the original mostly has a segment: its order is that of its memory, by speakers."""
    speech = aligned.segment.speech
    assert speech is not None
    return speech.place, speech.segments[0].number, aligned.segment.number


def judge(options: Options, reference: Token | None, hypothesis: Token | None, mapping: Mapping | None) -> str:
    if reference is None:
        # With both sides, only words of the reference are optional.
        is_free = hypothesis is not None and hypothesis.optional and options.optional == b"hyp"
        return CORRECT if is_free else INSERTION
    if hypothesis is None:
        return CORRECT if reference.optional and options.optional in (b"ref", b"both") else DELETION
    if not are_equal(options, reference, hypothesis):
        return SUBSTITUTION
    segment = hypothesis.segment
    if mapping is None:
        return CORRECT
    mapped = mapping.get((segment.file, segment.channel, segment.speaker), b"")
    return CORRECT if mapped == reference.segment.speaker else SPEAKER_ERROR


def are_equal(options: Options, one: Token, other: Token) -> bool:
    left, right = fold(options, one.text), fold(options, other.text)
    kinds = (one.fragment, other.fragment)
    if not options.fragments or kinds == (WHOLE, WHOLE):
        return left == right
    if kinds in ((BEGINNING, END), (END, BEGINNING)):
        return False
    if kinds == (BEGINNING, BEGINNING):
        return left in right or right in left
    if kinds == (END, END):
        return left.endswith(right) or right.endswith(left)
    whole, (part, kind) = (left, (right, kinds[1])) if kinds[0] == WHOLE else (right, (left, kinds[0]))
    return whole.startswith(part) if kind == BEGINNING else whole.endswith(part)


def show_item(run: Run, group: int, item: Item) -> None:
    token = item.reference or item.hypothesis
    assert token is not None
    owner = token.segment
    sides = [NOBODY if each is None else format_token(each) for each in (item.reference, item.hypothesis)]
    run.log(ALIGN, b",".join([b"YES", b"%d" % group, owner.file, owner.channel, item.result.encode(), *sides]))
