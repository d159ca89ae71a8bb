"""rttm as asclite reads it: turns with their words as a reference, words as segments as a hypothesis."""

from __future__ import annotations

from itertools import product

from mondegreen.dropin.sctk.asclite.segments import (
    Fields,
    Lines,
    Part,
    add_speeches,
    attach,
    attach_all,
    make_shares,
    name_segment,
    parse_confidence,
    parse_text,
    parse_words,
    refuse_line,
    split_words,
)
from mondegreen.dropin.sctk.asclite.speech import ERROR, NOT_LOADED, Run, Segment, Side, Speech, Token, parse_time

# The kinds of rttm's words, and those that may be missing.
LEXEMES = {b"lex", b"fp", b"frag", b"un-lex", b"for-lex", b"alpha", b"acronym", b"interjection", b"propernoun"}
OPTIONAL_LEXEMES = {b"fp", b"frag", b"un-lex", b"for-lex"}
NOT_GIVEN = b"<NA>"
RTTM_FIELDS = 9
RTTM_TEXT = "type, file, channel, start, duration, word, kind, speaker and confidence"


def split_rttm(side: Side, number: int, line: bytes) -> Fields:
    fields = line.split(maxsplit=RTTM_FIELDS)[:RTTM_FIELDS]
    if len(fields) < RTTM_FIELDS:
        raise refuse_line(side, number, len(fields), RTTM_TEXT)
    return fields


def read_rttm_words(run: Run, side: Side, lines: Lines) -> None:
    """Each word of an rttm as a segment."""
    speeches: dict[bytes, Speech] = {}
    is_sure = True
    element = -1
    for number, line in lines:
        if not line.startswith(b"LEXEME"):
            continue
        _, file, channel, start, duration, word, kind, speaker, confidence = split_rttm(side, number, line)
        if kind.lower() not in LEXEMES:
            continue
        speech = speeches.setdefault(speaker, Speech(side))
        # From the first word without a confidence on none has any.
        is_sure &= confidence != NOT_GIVEN
        if b'"' in word:
            what = b"Error parsing the line %d in file %b, forbidden character detected"
            raise run.fail(what % (number, side.path), NOT_LOADED)
        begin = parse_time(start)
        segment = Segment(run, begin, begin + parse_time(duration), speech)
        segment.file, segment.channel, segment.speaker, segment.line = file, channel, speaker, number
        certainty = parse_confidence(confidence) if is_sure else None
        is_optional = kind.lower() in OPTIONAL_LEXEMES
        times = (segment.start, segment.end)
        maker = make_shares(run, segment, times, optional=is_optional, confidence=certainty)
        parse_text(run, segment, split_compound(word), maker)
        element += 1
        segment.element = element
        segment.id = name_segment(speaker, len(speech.segments))
        if speech.segments:
            attach(speech.segments[-1], segment)
        speech.segments.append(segment)
    add_speeches(side, speeches)


def split_compound(word: bytes) -> list[bytes]:
    """The words that `_` and `#` join."""
    parts = b" ".join(split_words(word))
    return parts.replace(b"_", b" ").replace(b"#", b" ").split()


def read_rttm_turns(run: Run, side: Side, lines: Lines) -> None:
    """The turns of an rttm, each with the words behind its line."""
    speeches: dict[bytes, Speech] = {}
    last: dict[Segment, Token | None] = {}
    for number, line in lines:
        if line.startswith(b"SPEAKER"):
            _, file, channel, start, duration, _, _, speaker, _ = split_rttm(side, number, line)
            speech = speeches.setdefault(speaker, Speech(side))
            begin = parse_time(start)
            segment = Segment(run, begin, begin + parse_time(duration), speech)
            segment.file, segment.channel, segment.speaker = file, channel, speaker
            segment.line = segment.element = number
            segment.id = name_segment(speaker, len(speech.segments))
            speech.segments.append(segment)
            last[segment] = None
        elif line.startswith(b"LEXEME"):
            fields = split_rttm(side, number, line)
            if fields[6].lower() not in LEXEMES:
                continue
            if fields[7] not in speeches:
                run.log(ERROR, b"No Segment found for speaker %b at line %d" % (fields[7], number))
                continue
            segment = speeches[fields[7]].segments[-1]
            last[segment] = add_lexeme(run, segment, last[segment], fields)
    for segment, token in last.items():
        if token is not None:
            segment.add_last(run, token)
    attach_all(speeches)
    add_speeches(side, speeches)


def add_lexeme(run: Run, segment: Segment, before: Token | None, fields: Fields) -> Token:
    word = fields[5]
    source = b"(" + word + b")" if fields[6].lower() in OPTIONAL_LEXEMES else word
    start = parse_time(fields[3])
    token = Token(run, segment, start, start + parse_time(fields[4]), source)
    if fields[8] != NOT_GIVEN:
        token.confidence = parse_confidence(fields[8])
    if before is None:
        segment.add_first(run, token)
    else:
        before.link(token)
    return token


def expand_alternations(run: Run, side: Side) -> None:
    """Put the words of compounds and alternations in the place of the words that hold them."""
    for segment in side.segments:
        for token in list(segment.tokens):
            if {*b"{_"} & {*token.text} and {*b"_}"} & {*token.text}:
                maker = make_shares(run, segment, (token.start, token.end), optional=token.optional)
                replace_token(run, segment, token, parse_words(split_compound(token.text), maker))
        segment.forget_tokens()


def replace_token(run: Run, segment: Segment, token: Token, part: Part) -> None:
    before, behind = list(token.before), list(token.behind)
    for start, each in product(part.starts, before):
        each.link(start)
    for start in part.starts if token in segment.first else []:
        segment.add_first(run, start)
    for end, each in product(part.ends, behind):
        end.link(each)
    for end in part.ends if token in segment.last else []:
        segment.add_last(run, end)
    for tokens in (segment.first, segment.last, *(each.behind for each in before), *(each.before for each in behind)):
        if token in tokens:
            tokens.remove(token)
    token.before, token.behind = [], []
