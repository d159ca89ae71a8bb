"""`-o sgml` and `-o nl.sgml`: all that is known, to be read back."""

from __future__ import annotations

from mondegreen.dropin.sctk import attributes

TYPE_CHECKING = False  # type checkers know the name; a tool must start lean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen._core import Scored
    from mondegreen.dropin.sctk.system import System

FLAGS = (
    (attributes.CHARACTERS, b' char_align="1"'),
    (attributes.CASE, b' case_sense="1"'),
    (attributes.HYPOTHESIS_WEIGHTS, b' hyp_weight="1"'),
    (attributes.REFERENCE_WEIGHTS, b' ref_weight="1"'),
)
SPANS = ((attributes.REFERENCE_SPAN, b"R", 0), (attributes.HYPOTHESIS_SPAN, b"H", 1))


def report(system: System, items: bytes, parts: bytes) -> Iterator[bytes]:
    """The system, part by part, with those characters between items and between their parts."""
    yield head(system)
    for name, labels in ((b"LABEL", system.labels), (b"CATEGORY", system.categories)):
        for label in labels:
            yield b'<%b id="%b" title="%b" desc="%b">\n</%b>\n' % (name, *label.parts(), name)
    scored = system.scored
    for number, name in enumerate(scored.speakers()):
        yield b'<SPEAKER id="%b">\n' % name
        for utterance in scored.utterances(number):
            yield b"%b>\n%b\n</PATH>\n" % (path(scored, utterance), scored.sgml(utterance, items[0], parts[0]))
        yield b"</SPEAKER>\n"
    yield b"</SYSTEM>\n"


def head(system: System) -> bytes:
    """The system as a whole; sclite prints what it does not know as C does."""
    values = (
        (b"title", system.title),
        (b"ref_fname", missing(system.reference)),
        (b"hyp_fname", missing(system.hypothesis)),
        (b"creation_date", missing(system.created)),
        (b"format", b"2.4"),
        (b"frag_corr", truth(system.fragments)),
        (b"opt_del", truth(system.optional)),
        (b"weight_ali", truth(system.weights is not None)),
        (b"weight_filename", system.weights or b""),
    )
    return b"<SYSTEM%b>\n" % b"".join(b' %b="%b"' % pair for pair in values)


def missing(text: bytes | None) -> bytes:
    """A text, or what `printf` makes of none."""
    return b"(null)" if text is None else text


def truth(value: object) -> bytes:
    """A flag."""
    return b"TRUE" if value else b"FALSE"


def path(scored: Scored, utterance: int) -> bytes:
    """The element of an utterance, still open."""
    name, labels, file, channel, sequence, spans, bits = scored.header(utterance)
    parts = [b'<PATH id="%b" word_cnt="%d"' % (name, sum(scored.counts(utterance)))]
    for field, text in ((b"labels", labels), (b"file", file), (b"channel", channel)):
        if text is not None:
            parts.append(b' %b="%b"' % (field, text))
    parts.append(b' sequence="%d"' % sequence)
    if bits:
        for bit, side, place in SPANS:
            if bits & bit:
                parts.append(b' %b_T1="%.3f" %b_T2="%.3f"' % (side, spans[place][0], side, spans[place][1]))
        parts += [text for bit, text in FLAGS if bits & bit]
        fields = b",".join(name.encode() for name, bit in attributes.FIELDS if bits & bit)
        parts.append(b' word_aux="%b"' % fields if fields else b"")
    return b"".join(parts)
