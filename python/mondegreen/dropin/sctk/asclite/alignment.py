"""The alignment of groups by the core, and what becomes of each word."""

from __future__ import annotations

import os
from collections.abc import Iterable

from mondegreen._core import align_streams, atof
from mondegreen.dropin.emulation.numbers import parse_c_int
from mondegreen.dropin.sctk.asclite.filters import Mapping
from mondegreen.dropin.sctk.asclite.groups import (
    HEADING,
    NOBODY,
    SIDE_HEADING,
    Group,
    describe_group,
    format_segment,
    format_size,
    format_token,
    list_tokens,
    pair_utterances,
    select_groups,
)
from mondegreen.dropin.sctk.asclite.options import CELL, HARD_LIMIT, Options, count_cells
from mondegreen.dropin.sctk.asclite.scoring import UNKNOWN_SIDE, Aligned, fold
from mondegreen.dropin.sctk.asclite.speech import (
    ALIGN,
    DEBUG,
    GAP_SPEAKER,
    INFO,
    INVALID,
    WARN,
    WHOLE,
    Run,
    Segment,
    Side,
    Token,
    divide,
)
from mondegreen.errors import ScoreError

ALONE, OPTIONAL_ALONE = 300, 200
# The least of all costs, by which time-based ones are divided.
LEAST_COST = 100
# How many bytes an alignment may take in any case: one for each cell that the original has by default.
LEAST_MEMORY = 1 << 28


class Aligner:
    """Aligns groups one by one."""

    def __init__(self, run: Run, reference: Side, hypothesis: Side, mapping: Mapping | None) -> None:
        self.run, self.options = run, run.options
        self.reference, self.hypothesis, self.mapping = reference, hypothesis, mapping
        self.aligned: dict[Segment, Aligned] = {}
        self.limit = count_cells(run.options.memory)
        # What the original says of its memory for one group it says when it makes that of the next.
        self.released = b""

    def align_all(self, name: bytes) -> None:
        run = self.run
        if run.logs(ALIGN):
            sides = [SIDE_HEADING.replace(b"%s", side).replace(b" ", b",") for side in (b"Ref", b"Hyp")]
            run.log(ALIGN, b",".join(HEADING + sides))
        run.log(INFO, b"Processing system " + name)
        if not any(True for _ in self.reference.segments):
            raise ScoreError("no segment of the reference is left to be aligned", path=os.fsdecode(self.reference.path))
        select = pair_utterances if self.options.reference_format == b"trn" else select_groups
        for group in select(run, self.reference, self.hypothesis):
            self.align_group(group, name)

    def align_group(self, group: Group, name: bytes) -> None:
        run = self.run
        is_empty_gap = False
        if not group.hypotheses:
            group.hypotheses = [[Segment(run, 0, 0, None)]]
            is_empty_gap = len(group.references) == 1 and group.references[0][0].speaker == GAP_SPEAKER
        cells = group.count_cells()
        run.log(DEBUG, describe_group(group, cells))
        if is_empty_gap:
            # It is not skipped.
            self.warn_skipped(group, b"Inter Segment Gap versus Empty Hyp")
        reason = self.find_reason(group, cells)
        if reason is not None:
            self.warn_skipped(group, reason)
            self.show_group(group, b"NO", is_shown=not is_empty_gap)
        else:
            self.report_compression(group, cells)
            steps, cost = self.align_tokens(group, cells)
            run.log(DEBUG, b"Store %d GAS for hyp: '%b' cost: (%d)" % (len(steps), name, cost))
            self.distribute(group, [pair_tokens(step, len(group.hypotheses)) for step in steps])
        self.show_group(group, b"SG", is_shown=not is_empty_gap)

    def warn_skipped(self, group: Group, reason: bytes) -> None:
        self.run.log(WARN, b"Skip this group of segments (%d): %b" % (group.number, reason))

    def find_reason(self, group: Group, cells: int) -> bytes | None:
        """Why a group is not aligned, if it is not."""
        options = self.options
        if any(segment.ignored for stream in group.references for segment in stream):
            return b"Ignore this time segments in scoring set into the references"
        if options.only_group is not None and group.number != parse_c_int(options.only_group):
            return b"Only scoring %d" % parse_c_int(options.only_group)
        return self.check_speakers(len(group.references)) or self.check_size(cells)

    def check_speakers(self, speakers: int) -> bytes | None:
        most, fewest = (
            parse_c_int(each) % 2**32 for each in (self.options.most_speakers, self.options.fewest_speakers)
        )
        for is_wrong, what, limit in ((speakers > most, b"high", most), (speakers < fewest, b"small", fewest)):
            if is_wrong:
                return b"nb of reference speaker (%d) overlaping to %b (limit: %d)" % (speakers, what, limit)
        return None

    def check_size(self, cells: int) -> bytes | None:
        options = self.options
        most, least = options.difficulty, options.least_difficulty
        # The smaller limit of memory is the one that is named.
        memory = options.memory if cells > self.limit else HARD_LIMIT
        checks = (
            (most is not None and cells > count_cells(most), b"large", b"difficulty", most),
            (least is not None and cells < count_cells(least), b"small", b"min difficulty", least),
            (self.exceeds_memory(cells) and not self.compresses, b"large", b"memory", memory),
        )
        for is_wrong, what, name, limit in checks:
            if is_wrong and limit is not None:
                reason = b"the graph size will be too %b (%d [%b]) regarding the %b limit (%d [%.2f GB])"
                reason %= (what, cells, format_size(cells), name, count_cells(limit), atof(limit))
                return reason + (b" and no compression have been set" if name == b"memory" else b"")
        return None

    @property
    def compresses(self) -> bool:
        return self.options.compression is not None or self.options.compresses

    def exceeds_memory(self, cells: int) -> bool:
        return cells > self.limit or cells > count_cells(HARD_LIMIT)

    def report_compression(self, group: Group, cells: int) -> None:
        """What the original says of compression; nothing is compressed here."""
        if self.exceeds_memory(cells):
            what = b"Using Levenshtein Matrix Compression Algorithm for group of segments (%d)"
            self.run.log(INFO, what % group.number)
        if self.options.compresses:
            what = b"Forcing Levenshtein Matrix Compression Algorihm for group of segments (%d)"
            self.run.log(INFO, what % group.number)

    def align_tokens(self, group: Group, cells: int) -> tuple[list[Step], int]:
        run, options = self.run, self.options
        self.release()
        if options.optional not in (b"none", b"ref", b"hyp", b"both"):
            run.log(WARN, UNKNOWN_SIDE % options.optional)
        run.log(DEBUG, b"Using Time base cost model" if options.time_based else b"Using Word cost model")
        if not group.streams:
            raise run.fail(b"Graph::SetDimension() - Invalid dimension (0)!", INVALID)
        if not group.references and not options.generic:
            dimensions = (len(group.hypotheses),) * 2
            raise run.fail(b"Graph::SetIndexRef() - Invalid dimension (%d), max: %d" % dimensions, INVALID)
        duration = group.end - group.start
        if duration <= 0:
            raise run.fail(b"Duration of the Segment group is negative or equal 0", INVALID)
        compresses = self.exceeds_memory(cells) or options.compresses
        run.log(DEBUG, b"Lenvenshtein Matrix Compression: " + (b"ON" if compresses else b"OFF"))
        if not compresses:
            run.log(DEBUG, b"ArrayLevenshteinMatrix: %d cells" % cells)
        run.log(DEBUG, b"Allocation done!")
        tokens = [list_tokens(stream) for stream in group.streams]
        divisor = LEAST_COST * min((find_divisor(token) for each in tokens for token in each), default=-1)
        if options.time_based:
            run.log(DEBUG, b"Use Safe divider (%d)!" % divisor)
        texts = Texts(options)
        streams = [self.make_stream(segments, texts, divisor) for segments in group.hypotheses]
        streams += [self.make_stream(segments, texts, divisor, is_reference=True) for segments in group.references]
        counts = not compresses and run.logs(DEBUG)
        manner: dict[str, object] = {
            "together": options.generic,
            "fragments": options.fragments,
            "spelling": options.spelling,
            "adaptive": duration if options.adaptive else None,
            "speakers": self.mapping is not None,
            "timed": divisor if options.time_based else None,
            "prune": None if options.time_prune is None else parse_c_int(options.time_prune),
            "apart": None if options.word_time is None else parse_c_int(options.word_time),
        }
        most = max(LEAST_MEMORY, CELL * self.limit)
        found = align_streams(streams, len(group.hypotheses), texts.list, manner, most, counts)
        steps, cost, window, reached = found
        if window is not None:
            what = b"Only words within %d ms are compared in group of segments (%d): it has %d cells"
            run.log(WARN, what % (window, group.number, cells))
        if not compresses:
            what = b"Array Levenshtein Matrix: Total Size: %d, Calculated: %d"
            self.released = what % (cells, reached)
        return [[(stream, tokens[stream][position - 1]) for stream, position in step] for step in steps], cost

    def release(self) -> None:
        if self.released:
            self.run.log(DEBUG, self.released)
        self.released = b""

    def make_stream(self, segments: list[Segment], texts: Texts, divisor: int, *, is_reference: bool = False) -> Stream:
        """The words of a speaker as the core takes them."""
        tokens = list_tokens(segments)
        # A word that was reached twice counts where it was reached last.
        positions = {token: index + 1 for index, token in enumerate(tokens)}
        starts, ends = find_ends(segments, tokens)
        before = [[positions.get(each, 0) if each else 0 for each in list_before(token, starts)] for token in tokens]
        words = [
            (
                texts.number(token),
                self.cost_alone(token, divisor, is_reference=is_reference),
                (token.start, token.end),
                get_span(token),
                texts.number_speaker(self.name_speaker(token, is_reference=is_reference)),
            )
            for token in tokens
        ]
        return words, before, [positions[token] for token in ends]

    def cost_alone(self, token: Token, divisor: int, *, is_reference: bool) -> int:
        # With both sides, only words of the reference are optional.
        sides = (b"ref", b"both") if is_reference else (b"hyp",)
        cost = OPTIONAL_ALONE if token.optional and self.options.optional in sides else ALONE
        # Of hypotheses alone, the time of all words that go together is what counts.
        is_timed = self.options.time_based and not self.options.generic
        return divide(cost * (token.end - token.start), divisor) if is_timed else cost

    def name_speaker(self, token: Token, *, is_reference: bool) -> bytes:
        """The speaker of a word of the reference, or the one that the hypothesis's is mapped to."""
        segment = token.segment
        # Where times make the costs, the original compares capitals.
        speaker = segment.speaker.upper() if self.options.time_based else segment.speaker
        if is_reference or self.mapping is None:
            return speaker
        return self.mapping.get((segment.file, segment.channel, speaker), b"")

    def distribute(self, group: Group, pairs: list[tuple[Token | None, Token | None]]) -> None:
        """Give each pair to a segment of the reference: that of its word, or one that an insertion belongs to."""
        behind: list[Token | None] = [None]
        for reference, _ in reversed(pairs):
            behind.append(reference or behind[-1])
        behind.reverse()
        before: Token | None = None
        for index, (reference, hypothesis) in enumerate(pairs):
            if reference is not None:
                segment, before = reference.segment, reference
            else:
                assert hypothesis is not None
                segment = self.find_segment(group, hypothesis, before, behind[index + 1])
            aligned = self.aligned.setdefault(segment, Aligned(segment))
            aligned.pairs.append((reference, hypothesis))
            aligned.group = group.number
        if not pairs:
            for segment in [segment for stream in group.references for segment in stream]:
                self.aligned.setdefault(segment, Aligned(segment))

    def find_segment(self, group: Group, word: Token, before: Token | None, behind: Token | None) -> Segment:
        for token in (before, behind):
            if token is not None and (overlap(word, token.segment) or not word.is_timed):
                return token.segment
        for segment in [segment for stream in group.references for segment in stream]:
            if overlap(segment, word):
                return segment
        raise self.run.fail(b"Warning: This token don't have a reference segment for himself:", INVALID)

    def show_group(self, group: Group, kind: bytes, *, is_shown: bool) -> None:
        """Report the words of a group, those of the reference first."""
        if not is_shown or not self.run.logs(ALIGN):
            return
        for streams, is_reference in ((group.references, True), (group.hypotheses, False)):
            for segment in [segment for stream in streams for segment in stream]:
                rows = [format_token(token) for token in segment.tokens] or [format_segment(segment) + b"," * 7]
                owners = [token.segment for token in segment.tokens] or [segment]
                for row, owner in zip(rows, owners, strict=True):
                    sides = (row, NOBODY) if is_reference else (NOBODY, row)
                    show_row(self.run, kind, group, owner, sides)


def show_row(run: Run, kind: bytes, group: Group, owner: Segment, sides: Iterable[bytes]) -> None:
    run.log(ALIGN, b",".join([kind, b"%d" % group.number, owner.file, owner.channel, b"", *sides]))


# What an alignment takes at once: words, each with the number of its stream.
Step = list[tuple[int, Token]]


def pair_tokens(step: Step, hypotheses: int) -> tuple[Token | None, Token | None]:
    """The words of a reference and of a hypothesis."""
    reference = next((token for stream, token in step if stream >= hypotheses), None)
    return reference, next((token for stream, token in step if stream < hypotheses), None)


# A stream as the core takes it.
Stream = tuple[list[tuple[int, int, tuple[int, int], tuple[int, int], int]], list[list[int]], list[int]]


class Texts:
    """Numbers of texts as they are compared, and of speakers."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.list: list[tuple[bytes, int]] = []
        self._texts: dict[tuple[bytes, int], int] = {}
        self._speakers: dict[bytes, int] = {}

    def number(self, token: Token) -> int:
        key = (fold(self.options, token.text), token.fragment if self.options.fragments else WHOLE)
        if key not in self._texts:
            self._texts[key] = len(self.list)
            self.list.append(key)
        return self._texts[key]

    def number_speaker(self, name: bytes) -> int:
        return self._speakers.setdefault(name, len(self._speakers))


def find_ends(segments: list[Segment], tokens: list[Token]) -> tuple[list[Token], list[Token]]:
    """The first words of the first segment that has some, and the last of the last, from the last to the first."""
    filled = [segment for segment in segments if not segment.is_empty]
    first = filled[0] if filled else segments[-1]
    last = filled[-1] if filled else segments[0]
    starts, ends = set(first.first), set(last.last)
    return [each for each in reversed(tokens) if each in starts], [each for each in reversed(tokens) if each in ends]


def list_before(token: Token, starts: list[Token]) -> list[Token | None]:
    """What may come before a word, the preferred one first: for each first word its predecessors, or none at it."""
    found: list[Token | None] = []
    is_start_used = False
    for start in starts:
        if start is token and not is_start_used:
            is_start_used = True
            found.append(None)
        else:
            found += token.before or [None]
    return found


def get_span(token: Token) -> tuple[int, int]:
    """The times of a word, each its segment's if it has none."""
    segment = token.segment
    return (segment.start if token.start < 0 else token.start, segment.end if token.end < 0 else token.end)


def find_divisor(token: Token) -> int:
    """The largest power of ten that divides both times."""
    if not token.is_timed:
        return 1
    divisor = 10
    while token.start % divisor == 0 and token.end % divisor == 0 and divisor < 10**9:
        divisor *= 10
    return divisor // 10


def overlap(one: Token | Segment, other: Token | Segment) -> bool:
    first, second = (one, other) if one.start <= other.start else (other, one)
    return first.end >= second.start
