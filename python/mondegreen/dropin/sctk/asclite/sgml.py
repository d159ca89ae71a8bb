"""asclite's report in sgml, in the form of sclite's."""

from __future__ import annotations

import os
from time import asctime

from mondegreen.dropin.sctk.asclite.options import Options
from mondegreen.dropin.sctk.asclite.scoring import (
    CORRECT,
    SPEAKER_ERROR,
    SUBSTITUTION,
    Aligned,
    Item,
    find_address,
    fold,
)
from mondegreen.dropin.sctk.asclite.speech import BEGINNING, END, Run, Segment, Side, Token
from mondegreen.errors import ScoreError

SYSTEM = (
    b'<SYSTEM title="%b" ref_fname="%b" hyp_fname="%b" creation_date="%b" format="2.4" frag_corr="%b" opt_del="%b"'
    b' weight_ali="FALSE" weight_filename="">\n'
)


class Known:
    """What is known of any word besides its text."""

    def __init__(self, options: Options, items: list[Item]) -> None:
        references = [item.reference for item in items if item.reference is not None]
        hypotheses = [item.hypothesis for item in items if item.hypothesis is not None]
        self.times = [any(token.is_timed for token in side) for side in (references, hypotheses)]
        self.confidences = [any(token.confidence is not None for token in side) for side in (references, hypotheses)]
        self.speakers = options.mapping is not None

    def list_names(self) -> list[bytes]:
        known = [*self.times, *self.confidences, self.speakers]
        names = [b"r_t1+t2", b"h_t1+t2", b"r_conf", b"h_conf", b"h_spkr,h_isSpkrSub"]
        return [name for name, is_known in zip(names, known, strict=True) if is_known]


def format_sgml(run: Run, reference: Side, hypothesis: Side, aligned: list[Aligned]) -> bytes:
    options = run.options
    if not aligned:
        raise ScoreError("no segments were aligned, and a report in sgml needs some")
    known = Known(options, [item for each in aligned for item in each.items])
    # The name of the file is taken from the first word of a segment that has one.
    is_heard = any(each.items and each.items[0].hypothesis is not None for each in aligned)
    names = (os.path.basename(options.hypothesis.title), reference.path, hypothesis.path if is_heard else b"")
    marks = (b"TRUE" if options.fragments else b"FALSE", b"TRUE" if options.optional == b"both" else b"FALSE")
    parts = [SYSTEM % (*names, asctime().encode(), *marks)]
    for kind, name, title, description in reference.labels:
        parts.append(b'<%b id="%b" title="%b" desc="%b">\n</%b>\n' % (kind, name, title, description, kind))
    speakers: dict[bytes, list[Aligned]] = {}
    for each in sorted(aligned, key=lambda each: (each.segment.element, find_address(each))):
        speakers.setdefault(each.segment.speaker, []).append(each)
    for speaker, paths in speakers.items():
        parts.append(b'<SPEAKER id="%b">\n' % speaker)
        parts += [format_path(options, known, each) for each in paths]
        parts.append(b"</SPEAKER>\n")
    return b"".join([*parts, b"</SYSTEM>\n"])


def format_path(options: Options, known: Known, aligned: Aligned) -> bytes:
    attributes = format_attributes(aligned.segment, len(aligned.items))
    if names := known.list_names():
        attributes += b' word_aux="%b"' % b",".join(names)
    if options.case_sensitive:
        attributes += b' case_sense="1"'
    items = b":".join(format_item(options, known, item) for item in aligned.items)
    return b"<PATH%b>\n%b\n</PATH>\n" % (attributes, items)


def format_attributes(segment: Segment, count: int) -> bytes:
    text = b' id="%b" word_cnt="%d"' % (segment.id, count)
    for name, value in ((b"labels", segment.label), (b"file", segment.file), (b"channel", segment.channel)):
        text += b' %b="%b"' % (name, value) if value else b""
    text += b' sequence="%d"' % segment.element
    if segment.is_timed:
        text += b' R_T1="%.3f" R_T2="%.3f"' % (segment.start / 1000, segment.end / 1000)
    return text


def format_item(options: Options, known: Known, item: Item) -> bytes:
    result = SUBSTITUTION if item.result == SPEAKER_ERROR else item.result
    tokens = (item.reference, item.hypothesis)
    missing = b'""' if item.result == CORRECT else b""
    fields = [result.encode(), *(missing if token is None else format_word(options, token) for token in tokens)]
    fields += [format_times(token) for token, is_known in zip(tokens, known.times, strict=True) if is_known]
    fields += [format_confidence(token) for token, is_known in zip(tokens, known.confidences, strict=True) if is_known]
    if known.speakers:
        heard = item.hypothesis
        is_other = b"true" if item.result == SPEAKER_ERROR else b"false"
        fields += [b"", b""] if heard is None else [heard.segment.speaker, is_other]
    return b",".join(fields)


def format_times(token: Token | None) -> bytes:
    return b"%.3f+%.3f" % (token.start / 1000, token.end / 1000) if token is not None and token.is_timed else b""


def format_confidence(token: Token | None) -> bytes:
    return b"" if token is None or token.confidence is None else b"%.6f" % token.confidence


def format_word(options: Options, token: Token) -> bytes:
    text = fold(options, token.text)
    text = b"-" + text if token.fragment == END else text
    text += b"-" if token.fragment == BEGINNING else b""
    return b'"(%b)"' % text if token.optional else b'"%b"' % text
