"""The files that asclite reads: trn, stm, ctm, rttm of references and of hypotheses.

Lines that lack fields are refused, and blank ones skipped: the original takes the fields of the line before.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from mondegreen.dropin.emulation import perl
from mondegreen.dropin.sctk.asclite.options import Hypothesis
from mondegreen.dropin.sctk.asclite.rttm import expand_alternations, read_rttm_turns, read_rttm_words
from mondegreen.dropin.sctk.asclite.segments import (
    Fields,
    Lines,
    add_speeches,
    attach_all,
    make_untimed,
    name_segment,
    parse_confidence,
    parse_text,
    refuse_line,
    split_words,
)
from mondegreen.dropin.sctk.asclite.speech import (
    DEBUG,
    ERROR,
    INFO,
    NO_DATA,
    NOT_LOADED,
    Run,
    Segment,
    Side,
    Speech,
    Token,
    parse_time,
)
from mondegreen.errors import ScoreError

IGNORED = b"ignore_time_segment_in_scoring"
# A longer line moves to another block of memory; the next new speaker takes the one that it leaves, before all others.
SHORT_LINE = 30
STM_FIELDS = CTM_FIELDS = 5
STM_TEXT = "file, channel, speaker, start and end"
CTM_TEXT = "file, channel, start, duration and word"


def read_hypothesis(run: Run, hypothesis: Hypothesis) -> Side:
    path, kind, title = hypothesis
    side = read_side(run, path, kind, is_hypothesis=True)
    side.title = title
    side.clean(run.options, optional=run.options.takes_optional(b"hyp"))
    return side


def read_reference(run: Run) -> Side:
    options = run.options
    side = read_side(run, options.reference, options.reference_format, is_hypothesis=False)
    side.clean(options, optional=options.takes_optional(b"ref"))
    return side


def read_side(run: Run, path: bytes, kind: bytes, *, is_hypothesis: bool) -> Side:
    """The speeches of a file."""
    what, read = READERS[kind, is_hypothesis]
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError:
        raise run.fail(b"Error opening " + what + path, NOT_LOADED) from None
    if kind == b"rttm":
        run.log(DEBUG, b"Load in %b mode file %b" % (b"Lexeme" if is_hypothesis else b"Speaker", path))
    side = Side(path)
    # Lines count from 0.
    read(run, side, enumerate(map(perl.chomp, perl.split_lines(data))))
    # All but trn files say first that they were read; of a reference in rttm nothing has to be in them.
    run.log(INFO, b"loading of file '%b' done" % path)
    if not any(True for _ in side.segments):
        raise run.fail(b"%b file '%b' contains no data!" % (kind.upper(), path), NO_DATA)
    if kind == b"rttm" and not is_hypothesis:
        expand_alternations(run, side)
    return side


def read_trn(run: Run, side: Side, lines: Lines) -> None:
    speeches: dict[bytes, Speech] = {}
    elements = 0
    for number, line in lines:
        if line[:1] == b";":
            continue
        start, end = line.rfind(b"(") + 1, line.rfind(b")")
        name = line[start:end] if end >= start else line[start:]
        speaker = b"undefined"
        if run.options.ids == b"spu_id":
            speaker = name[: max(name.rfind(b"_"), name.rfind(b"-"))] if {*b"_-"} & {*name} else name
        else:
            run.log(ERROR, b"trn_importer : unknown uterance id type : " + run.options.ids)
        speech = speeches.setdefault(speaker, Speech(side))
        segment = Segment(run, -1, -1, speech)
        segment.id, segment.speaker, segment.line, segment.element = b"(%b)" % name, speaker, number, elements
        parse_text(run, segment, split_words(line[: start - 1] if start else line), make_untimed(run, segment))
        elements += 1
        speech.segments.append(segment)
    add_speeches(side, speeches)


def read_stm(run: Run, side: Side, lines: Lines) -> None:
    speeches: dict[bytes, Speech] = {}
    skipped: dict[bytes, int] = {}
    element = -1
    longest, is_freed = 0, False
    for number, line in lines:
        fields = line.split(maxsplit=6)
        was_short = bool(speeches) and longest <= SHORT_LINE
        longest = max(longest, len(line))
        is_freed |= was_short and longest > SHORT_LINE
        if line[:1] == b";":
            side.labels += parse_label(line)
        if line[:1] == b";" or not fields:
            continue
        if len(fields) < STM_FIELDS:
            raise refuse_line(side, number, len(fields), STM_TEXT)
        speaker = fields[2]
        if speaker not in speeches:
            speeches[speaker] = Speech(side, 0 if is_freed else 1)
            is_freed = False
        speech = speeches[speaker]
        text = find_text(line, fields)
        segment = Segment(run, parse_time(fields[3]), parse_time(fields[4]), speech)
        segment.file, segment.channel, segment.speaker, segment.line = fields[0], fields[1], speaker, number
        if IGNORED in text.lower():
            segment.ignored = True
            skipped[speaker] = skipped.get(speaker, 0) + 1
        else:
            parse_text(run, segment, split_words(text), make_untimed(run, segment))
            element += 1
        segment.element, segment.label = element, find_label(line)
        segment.id = name_segment(speaker, len(speech.segments) - skipped.get(speaker, 0))
        speech.segments.append(segment)
    attach_all(speeches)
    add_speeches(side, speeches)


def find_label(line: bytes) -> bytes:
    """The first `<` to the first `>`, wherever they are."""
    start, end = line.find(b"<"), line.find(b">")
    if start < 0:
        return b""
    return line[start : end + 1] if end + 1 >= start else line[start:]


def find_text(line: bytes, fields: Fields) -> bytes:
    """What stands behind the labels, or else behind the end time, which is looked for behind the start time's text."""
    if fields[5:] and fields[5][:1] == b"<":
        return line[line.find(b">") + 1 :]
    start = line.find(fields[3]) + 1
    return line[line.find(fields[4], start) + len(fields[4]) :]


def parse_label(line: bytes) -> list[tuple[bytes, bytes, bytes, bytes]]:
    """The description of a category or label in a comment; words of a quotation count one by one."""
    kind, token = b"", b""
    found = {2: b"", 3: b"", 4: b""}
    for index, word in enumerate(line.split()):
        if index == 1 and word in (b"CATEGORY", b"LABEL"):
            kind = word
        if index <= 1:
            continue
        is_quoted = word.find(b'"') != word.rfind(b'"')
        token = word if is_quoted else token + (b" " if token else b"") + word
        if word.endswith(b'"'):
            found[index] = token.replace(b'"', b"")
            token = b""
    return [(kind, found[2], found[3], found[4])] if found[2] else []


class CtmReader:
    """Reads words of a ctm, each a segment; one with alternatives is a segment as well."""

    def __init__(self, run: Run, side: Side) -> None:
        self.run, self.side, self.speech = run, side, Speech(side)
        self.before: Token | None = None
        # Of alternatives: the last word of this one, their segment, and that of those before them.
        self.inner: Token | None = None
        self.segment: Segment | None = None
        self.earlier: Segment | None = None
        self.begins = self.is_within = self.continues = self.ends = False

    def read(self, lines: Lines) -> None:
        for number, line in lines:
            fields = line.split(maxsplit=6)[:6]
            if line[:1] == b";" or not fields:
                continue
            if len(fields) < CTM_FIELDS:
                raise refuse_line(self.side, number, len(fields), CTM_TEXT)
            if fields[4] == b"<ALT_BEGIN>":
                self.begins = self.is_within = True
            elif fields[4] == b"<ALT_END>":
                self.ends, self.is_within = True, False
            elif fields[4] == b"<ALT>":
                self.continues = True
            else:
                self.add_word(fields, number)
        self.side.speeches.append(self.speech)

    def add_word(self, fields: Fields, number: int) -> None:
        start = parse_time(fields[2])
        end = start + parse_time(fields[3])
        confidence = parse_confidence(fields[5]) if fields[5:] else None
        needs_segment = not self.begins and (self.continues or self.is_within or self.ends)
        if needs_segment and self.segment is None:
            what = "an alternative has no beginning; write <ALT_BEGIN> before it"
            raise ScoreError(what, path=os.fsdecode(self.side.path), line=number + 1)
        if self.begins:
            token = self.begin_alternatives(fields, start, end)
        elif self.continues:
            token = self.continue_alternatives(fields, start, end)
        elif self.is_within:
            token = self.make(self.segment, start, end, fields)
            assert self.inner is not None
            self.inner.link(token)
            self.inner = token
        elif self.ends:
            token = self.end_alternatives(fields, start, end)
        else:
            token = self.make(self.add_segment(fields, start, end), start, end, fields)
            self.close(token.segment, token)
            if self.before is not None:
                self.before.link(token)
            self.before = token
        token.confidence = confidence

    def make(self, segment: Segment | None, start: int, end: int, fields: Fields) -> Token:
        assert segment is not None
        segment.end = max(segment.end, end)
        return Token(self.run, segment, start, end, fields[4])

    def add_segment(self, fields: Fields, start: int, end: int) -> Segment:
        segment = Segment(self.run, start, end, self.speech)
        segment.file, segment.channel = fields[:2]
        self.speech.segments.append(segment)
        return segment

    def close(self, segment: Segment, token: Token) -> None:
        segment.add_first(self.run, token)
        segment.add_last(self.run, token)

    def begin_alternatives(self, fields: Fields, start: int, end: int) -> Token:
        is_first = not self.speech.segments
        segment = self.add_segment(fields, start, end)
        token = self.make(segment, start, end, fields)
        if is_first:
            pass
        elif self.ends:
            self.link_alternatives(token)
            self.ends = False
        elif self.before is not None:
            self.before.link(token)
        segment.add_first(self.run, token)
        self.inner, self.earlier, self.segment, self.begins = token, self.segment, segment, False
        return token

    def continue_alternatives(self, fields: Fields, start: int, end: int) -> Token:
        token = self.make(self.segment, start, end, fields)
        token.segment.add_first(self.run, token)
        if self.earlier is not None:
            for last in self.earlier.last:
                last.link(token)
        elif self.before is not None:
            self.before.link(token)
        self.end_alternative()
        self.inner, self.continues = token, False
        return token

    def end_alternatives(self, fields: Fields, start: int, end: int) -> Token:
        """The word behind alternatives, which counts as theirs but for its segment."""
        segment = self.add_segment(fields, start, end)
        assert self.segment is not None
        token = Token(self.run, self.segment, start, end, fields[4])
        self.close(segment, token)
        self.link_alternatives(token)
        self.before, self.inner, self.segment, self.earlier = token, None, None, None
        self.ends = False
        return token

    def link_alternatives(self, token: Token) -> None:
        self.end_alternative()
        if self.segment is not None:
            for last in self.segment.last:
                last.link(token)

    def end_alternative(self) -> None:
        if self.segment is not None and self.inner is not None:
            self.segment.add_last(self.run, self.inner)


def read_ctm(run: Run, side: Side, lines: Lines) -> None:
    CtmReader(run, side).read(lines)


Reader = Callable[[Run, Side, Lines], None]
# How a file of a kind is read, and what a message calls it.
READERS: dict[tuple[bytes, bool], tuple[bytes, Reader]] = {
    (b"trn", False): (b"file ", read_trn),
    (b"trn", True): (b"file ", read_trn),
    (b"stm", False): (b"STM file ", read_stm),
    (b"ctm", True): (b"CTM file ", read_ctm),
    (b"rttm", False): (b"RTTM file ", read_rttm_turns),
    (b"rttm", True): (b"RTTM file ", read_rttm_words),
}
