"""Alignment of reference and system by md-eval.pl, of words and of metadata events: dynamic programming with a beam.

A path is a pairing of events in order; its score adds those of pairs, of unpaired reference events and of unpaired
system events. The paths that end in each system event are kept for each reference event, O(n m) pairs.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from typing import NamedTuple

from mondegreen.dropin.emulation.perl import compile_pattern
from mondegreen.dropin.sctk.md_eval.records import ONE_WORD, Token, format_number
from mondegreen.dropin.sctk.md_eval.settings import EPSILON, EVENT_TYPES, Settings

Score = Callable[[Token | None, Token | None], float | None]
HYPHENS = re.compile(rb"^-*|-*$")
# The bonus of a pair whose subtypes are equal, and of one that ends in the same word.
SAME_SUBTYPE, SAME_END = 1.1, 1.001


class Path(NamedTuple):
    """The best path that ends in a system event; `system` is that event where the reference is paired with it."""

    score: float
    previous: int
    system: Token | None = None


def align(refs: list[Token], systems: list[Token], score: Score, beam: float) -> None:
    """Pair events of both sides, each in order of time, so that the score is greatest."""
    if not refs or not systems:
        return
    inserted = [0.0]
    for system in systems:
        inserted.append(inserted[-1] + (score(None, system) or 0.0))
    table: list[dict[int, Path]] = []
    paths = {-1: Path(0.0, -1)}
    for ref in refs:
        paths = _extend_paths(ref, paths, systems, inserted, score, beam)
        table.append(paths)
    last = len(systems) - 1
    best: tuple[float, int] | None = None
    for index in sorted(paths):
        value = paths[index].score
        if index < last:
            value += inserted[-1] - inserted[index + 1]
        if best is None or value > best[0]:
            best = value, index
    _trace_path(refs, table, best)


def _extend_paths(
    ref: Token, paths: dict[int, Path], systems: list[Token], inserted: list[float], score: Score, beam: float
) -> dict[int, Path]:
    """The paths with one more reference event: unpaired where the beam allows, or paired."""
    found: dict[int, Path] = {}
    totals = {index: path.score + inserted[-1] - inserted[index + 1] for index, path in paths.items()}
    threshold = max(totals.values(), default=0.0) - beam
    for index, path in paths.items():
        if totals[index] > threshold:
            found[index] = Path(path.score + (score(ref, None) or 0.0), index)
    ordered = sorted(paths.items())
    for position, system in enumerate(systems):
        gain = score(ref, system)
        if gain is None:
            continue
        for index, path in ordered:
            if index >= position:
                break
            total = gain + path.score + inserted[position] - inserted[index + 1]
            if position not in found or total > found[position].score:
                found[position] = Path(total, index, system)
    return found


def _trace_path(refs: list[Token], table: list[dict[int, Path]], best: tuple[float, int] | None) -> None:
    """Map the events of the best path; where the beam left none, the original has no end."""
    row = len(refs) - 1
    index = best[1] if best else -1
    while row >= 0 and index in table[row]:
        path = table[row][index]
        if path.system is not None:
            path.system.mapped = refs[row]
            refs[row].mapped = path.system
        # The original ends at the first path that no system event is before.
        if path.previous == -1:
            return
        row, index = row - 1, path.previous


def measure_overlap(ref: Token, system: Token, gap: float) -> float:
    """How long both last together, where a gap is bridged; 0 if they are too far from each other."""
    overlap = (min(ref.end, system.end) - max(ref.begin, system.begin)) + gap
    return overlap / (1 + gap / max(ref.duration, EPSILON)) if overlap > 0 else 0.0


def count_words(word: Token) -> int:
    """A hyphenated word counts twice."""
    return 1 if ONE_WORD.fullmatch(HYPHENS.sub(b"", word.word)) else 2


def score_words(settings: Settings) -> Score:
    """What a pair of words, or a word alone, adds to a path."""

    def score(ref: Token | None, system: Token | None) -> float | None:
        if ref is None or system is None:
            word = ref or system
            if word is None:
                return 0.0
            return -float(count_words(word)) if word.word_type == b"lex" else -0.2 * max(1, count_words(word))
        if not measure_overlap(ref, system, settings.word_gap):
            return None
        bonus = 0.0
        for kind in EVENT_TYPES:
            if kind in ref.attributes and kind in system.attributes:
                bonus += 0.02 if ref.attributes[kind] == system.attributes[kind] else 0.01
        if _is_same_word(ref, system):
            return bonus
        if ref.word_type == system.word_type != b"lex":
            return bonus - 0.1 * max(1, count_words(ref))
        return bonus - max(1, count_words(ref), count_words(system))

    return score


def _is_same_word(ref: Token, system: Token) -> bool:
    kinds = (ref.word_type, system.word_type)
    if kinds in {(b"fp", b"fp"), (b"frag", b"frag")} or (ref.word == system.word and kinds[0] == kinds[1]):
        return True
    if kinds == (b"lex", b"frag"):
        return _holds_fragment(ref.word, system.word)
    return kinds == (b"frag", b"lex") and _holds_fragment(system.word, ref.word)


def _holds_fragment(word: bytes, fragment: bytes) -> bool:
    """Whether a word holds a fragment, which the original takes for a pattern."""
    part = HYPHENS.sub(b"", fragment)
    if part in {b"", b"0"}:
        return False
    try:
        return bool(compile_pattern(part).search(word))
    except re.error:  # the original dies of it
        return part in word


def score_events(settings: Settings) -> Score:
    """What a pair of metadata events adds to a path: how far they overlap, in time or in reference words."""
    by_words, gap, limit = settings.has("W"), settings.event_gap, settings.su_limit

    def score(ref: Token | None, system: Token | None) -> float | None:
        if ref is None or system is None:
            return 0.0
        if by_words:
            begins, ends, one = [float(ref.first), float(system.first)], [float(ref.last), float(system.last)], 1.0
        else:
            begins, ends, one = [ref.begin, _get(system.r_begin)], [ref.end, _get(system.r_end)], 0.0
        if ref.type == b"SU":
            begins = [max(begin, end - (limit - one)) for begin, end in zip(begins, ends, strict=True)]
        overlap = min(ends) - max(begins) + one
        duration = ends[0] - begins[0] + one
        if ref.type in {b"IP", b"CB"}:
            overlap += EPSILON
        overlap += gap
        if overlap < 0:
            return None
        if ref.subtype == system.subtype:
            overlap *= SAME_SUBTYPE
        if ref.last == system.last:
            overlap *= SAME_END
        if duration + gap < max(duration, EPSILON):
            return overlap
        return overlap * max(duration, EPSILON) / (duration + gap)

    return score


def _get(time: float | None) -> float:
    return 0.0 if time is None else time


def find_words(begin: float, end: float, mids: Sequence[float]) -> tuple[int, int]:
    """The first and the last word with the midpoint inside; the last is before the first if there is none."""
    first = bisect_left(mids, begin)
    return first, max(first - 1, 0, bisect_right(mids, end)) - 1


class MappedTime(NamedTuple):
    """A time of a system's word, and of the word that it is mapped to, with the text of that."""

    own: float
    mapped: float
    text: bytes


class ReferenceClock:
    """A system's times as the reference's, by the words that are mapped."""

    def __init__(self, words: list[Token]) -> None:
        self.words = words

    def convert(self, time: float, text: bytes) -> tuple[float, bytes]:
        """Between two words that are mapped it is interpolated, and shifted beside them.

        A time that is not computed keeps its text, which Perl prints: `17.90`.
        """
        words = self.words
        after = 0
        while after < len(words) and (words[after].end < time or words[after].mapped is None):
            after += 1
        before = min(after, len(words) - 1)
        while before >= 0 and (words[before].begin > time or words[before].mapped is None):
            before -= 1
        right = self._take_edge(after, lambda word: word.begin < time)
        left = self._take_edge(before, lambda word: word.end <= time)
        if left is None and right is None:
            return time, text
        if left is not None and right is not None and time == left.own:
            return left.mapped, left.text
        if left is None or right is None:
            edge = left or right
            assert edge is not None
            moved = edge.mapped + (time - edge.own)
        else:
            moved = left.mapped + (time - left.own) * (right.mapped - left.mapped) / (right.own - left.own)
        return moved, format_number(moved)

    def _take_edge(self, index: int, wants_end: Callable[[Token], bool]) -> MappedTime | None:
        """An edge of a word, and that of the word that it is mapped to."""
        if not 0 <= index < len(self.words):
            return None
        word = self.words[index]
        mapped = word.mapped or word
        if wants_end(word):
            return MappedTime(word.end, mapped.end, format_number(mapped.end))
        return MappedTime(word.begin, mapped.begin, mapped.begin_text)


def describe_event(token: Token) -> bytes:
    """A record as a warning names it."""
    return b"file='%b', chnl='%b', tbeg='%b', tend='%b', type='%b', subtype='%b'\n" % (
        token.file, token.channel, token.begin_text, format_number(token.end), token.type, token.subtype,
    )  # fmt: skip
