"""Whether lines begin, or end, with utterance IDs: what one file leaves open, both together tell."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError, join_ids
from mondegreen.formats import find_format, make_empty, parse_format
from mondegreen.formats.format import Side
from mondegreen.formats.ids import (
    HEAD,
    SHORT,
    are_repeated,
    detect_id_format,
    first_fields,
    have_a_pattern,
    last_brackets,
    measure_overlap,
    strip_path,
)
from mondegreen.notes import Note

# Where formats of lines that both files together tell apart have their IDs; `lines` has none.
ID_FIELDS = {"trn": last_brackets, "kaldi": first_fields}
UNDECIDED = (*ID_FIELDS, "lines")
# From which share of both on two sets of IDs are nearly the same.
NEARLY = 0.9
# From which share of first words inside texts on they are words, and how many lines make it telling that none is there.
INSIDE, TELLING = 0.25, 10


@dataclass(frozen=True, slots=True)
class Lines:
    """A file of lines, of which the other side must tell whether each has an utterance ID."""

    side: Side
    name: str
    lines: Sequence[str]
    notes: tuple[Note, ...] = ()

    def corpus(self, name: str) -> Corpus:
        reading = replace(self.side.reading(), name=self.name)
        return parse_format(self.lines, find_format(name), reading).add_notes(*self.notes)

    def add_notes(self, *notes: Note) -> "Lines":
        return replace(self, notes=(*self.notes, *notes))

    def ids(self) -> dict[str, list[str]]:
        return {name: ids for name, fields in ID_FIELDS.items() if (ids := fields(self.lines))}

    def option(self) -> str:
        return f"--{self.side.kind}-format"


OpenedSide = Corpus | Lines


def decide_sides(ours: OpenedSide, theirs: OpenedSide) -> tuple[Corpus, Corpus]:
    """Both sides as corpora."""
    if isinstance(theirs, Lines) and not any(line.strip() for line in theirs.lines):
        theirs = make_empty(theirs.name, None, theirs.side.reading())  # blank lines and nothing else
    if isinstance(ours, Lines) and isinstance(theirs, Lines):
        kinds, notes = decide_formats(ours, theirs)
        return ours.corpus(kinds[0]).add_notes(*notes), theirs.corpus(kinds[1])
    if isinstance(theirs, Lines):
        assert isinstance(ours, Corpus)
        return ours, decide_lines(theirs, ours)
    return decide_lines(ours, theirs) if isinstance(ours, Lines) else ours, theirs


def decide_lines(lines: Lines, other: Corpus) -> Corpus:
    """Lines as a corpus, where the other side is one already."""
    certain, ids = detect_id_format(lines.lines), lines.ids()
    if not other.keyed:
        if certain and not are_echoed(ids[certain], other.texts):
            return lines.corpus(certain)
        corpus = lines.corpus("lines")
        if certain or not (names := [name for name in ids if may_be_ids(lines, name, other.texts)]):
            return corpus
        detail = {"field": describe_field(names[0]), "option": f"{lines.option()} {names[0]} --pair-by order"}
        return corpus.add_notes(Note("no-ids", lines.name, detail=detail))
    known = {*other.keys, *other.fields.get("recording", ())}
    for name, each in ids.items():
        here = set(each)
        if 2 * count_common(here, known) < len(here) and 2 * count_common(here, set(other.keys)) < max(
            1, len(other.keys)
        ):
            continue
        corpus = lines.corpus(name)
        if certain or not measure_overlap(each, (other.texts, corpus.texts)):
            return corpus
        return corpus.add_notes(note_guess(lines.name, name, each, f"{lines.option()} lines"))
    return lines.corpus(certain or "lines")


def count_common(these: set[str], those: set[str]) -> int:
    """How many IDs both have, be they spelled with a directory or an ending of a file."""
    return max(len(these & those), len({*map(strip_path, these)} & {*map(strip_path, those)}))


def are_echoed(ids: Sequence[str], texts: Sequence[str]) -> bool:
    """Whether the other side's texts begin with what would be the IDs."""
    firsts = first_fields(texts)
    return len(firsts) == len(ids) and sum(map(str.__eq__, ids, firsts)) >= len(ids) / 2


def may_be_ids(lines: Lines, name: str, texts: Sequence[str]) -> bool:
    """Whether fields are all different, and hardly the words at that end of the other side, or stand before these."""
    ids = lines.ids()[name]
    if len(ids) != len(texts) or len(set(ids)) < len(ids):
        return False
    end = -1 if name == "trn" else 0
    outer, inner = (words_at(each, end) for each in (texts, lines.corpus(name).texts))
    echoed, shifted = (sum(map(str.__eq__, each, outer)) for each in (ids, inner))
    return echoed <= len(ids) / 5 or shifted >= len(ids) / 2


def words_at(texts: Sequence[str], place: int) -> list[str]:
    return [words[place] if (words := text.split()) else "" for text in texts]


def decide_formats(ours: Lines, theirs: Lines) -> tuple[tuple[str, str], tuple[Note, ...]]:
    """The formats of two files of lines, and a note if they are a guess; where they are open, that is refused."""
    certain = detect_id_format(ours.lines), detect_id_format(theirs.lines)
    if certain[0] and certain[1] and len(ours.lines) > 1:
        if not all(map(has_repeats, (ours, theirs))):
            return (certain[0], certain[1]), ()
        detail = {"field": describe_field(certain[0]), "option": format_options((certain[0], certain[1]))}
        return ("lines", "lines"), (Note("repeated-fields", f"{ours.name} and {theirs.name}", detail=detail),)
    left, right = ours.ids(), theirs.ids()
    if certain[0] and certain[1]:
        ids = left[certain[0]]
        doubtful = ids == right[certain[1]] and SHORT.fullmatch(ids[0])
        note = note_guess(f"{ours.name} and {theirs.name}", certain[0], ids)
        return (certain[0], certain[1]), (note,) if doubtful else ()
    if certain[0]:
        return (certain[0], match_format(right, left[certain[0]])), ()
    if certain[1]:
        return (match_format(left, right[certain[1]]), certain[1]), ()
    pairs = [(one, other) for one in left for other in right]
    return guess_formats(
        ours, theirs, max(pairs, key=lambda each: len({*left[each[0]]} & {*right[each[1]]}), default=None)
    )


def has_repeats(side: Lines) -> bool:
    """Whether what would be IDs comes more than once, as first words do."""
    head = side.lines[:HEAD]
    return are_repeated(last_brackets(head) if detect_id_format(head) == "trn" else first_fields(head))


def match_format(ids: Mapping[str, Sequence[str]], known: Sequence[str]) -> str:
    """The format in which at least half of a side's IDs are the other side's."""
    return next(
        (name for name, each in ids.items() if count_common(set(each), set(known)) >= len(set(each)) / 2), "lines"
    )


def guess_formats(
    ours: Lines, theirs: Lines, names: tuple[str, str] | None
) -> tuple[tuple[str, str], tuple[Note, ...]]:
    """The same where each side's fields may be words; `names` are the formats whose IDs fit best."""
    lines = ("lines", "lines")
    if names is None:
        return lines, ()
    ids = ours.ids()[names[0]], theirs.ids()[names[1]]
    verdict, sure = judge_fields(ids, (ours.corpus(names[0]).texts, theirs.corpus(names[1]).texts))
    both, field = f"{ours.name} and {theirs.name}", describe_field(names[0])
    if verdict == "open":
        what = f"the {field} ({join_ids(ids[0])}) may be utterance IDs or words"
        raise ScoreError(f"{both}: {what}; say which with {format_options(names)} or --format lines")
    if verdict == "ids":
        return names, (note_guess(both, names[0], ids[0]),)
    if not sure:
        return lines, (Note("no-ids", both, detail={"field": field, "option": format_options(names)}),)
    own = next((side for side, other in ((theirs, ours), (ours, theirs)) if has_own_ids(side, other)), None)
    if own is None:
        return lines, ()
    detail = {"field": f"first fields of {own.name}", "option": f"{own.option()} kaldi --pair-by order"}
    return lines, (Note("no-ids", both, detail=detail),)


def has_own_ids(side: Lines, other: Lines) -> bool:
    return any(may_be_ids(side, name, other.lines) for name in side.ids())


def format_options(names: tuple[str, str]) -> str:
    same = names[0] == names[1]
    return f"--format {names[0]}" if same else f"--ref-format {names[0]} --hyp-format {names[1]}"


def describe_field(name: str) -> str:
    return "last fields, in parentheses," if name == "trn" else "first fields"


def note_guess(side: str, name: str, ids: Sequence[str], option: str = "--format lines") -> Note:
    return Note("ids-guessed", side, tuple(ids), {"field": describe_field(name), "option": option})


def judge_fields(
    ids: tuple[Sequence[str], Sequence[str]], texts: tuple[Sequence[str], Sequence[str]]
) -> tuple[str, bool]:
    """Whether fields that may be words are "ids", "text" or "open", and whether that is beyond doubt."""
    ours, theirs = ids
    left, right = set(ours), set(theirs)
    common = left & right
    within = len(common) >= max(1, NEARLY * min(len(left), len(right)))
    repeated = are_repeated(ours) and are_repeated(theirs)
    if len(ours) != len(theirs):  # as lines they could not be paired
        return ("ids", False) if within and not repeated else ("text", True)
    if len(left) < len(ours) or len(right) < len(theirs):
        return "text", repeated or not within
    moved = sum(one != other and one in right and other in left for one, other in zip(ours, theirs, strict=True))
    if 2 * moved > len(common) >= len(ours) / 2:
        return "ids", False
    if len(common) < NEARLY * len(ours) or not any(text.strip() for side in texts for text in side):
        return "text", True
    return judge_ordered(ours, measure_overlap(ours, texts), replaced=len(common) < len(ours))


def judge_ordered(ids: Sequence[str], inside: float, *, replaced: bool) -> tuple[str, bool]:
    """The same of fields that are all different, and stand in one order on both sides."""
    if len(ids) == 1:
        return "text", False
    if inside >= INSIDE:
        return ("open", False) if have_a_pattern(ids) else ("text", False)
    if have_a_pattern(ids) and not inside:
        return "ids", False
    if replaced:
        return "text", False
    years = all(each.isdecimal() for each in ids)
    return ("ids", False) if not inside and len(ids) >= TELLING and not years else ("open", False)
