"""Tiers of texts between times: Praat's TextGrid, and ELAN's annotations."""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from mondegreen.corpus import Corpus, TimedWord
from mondegreen.errors import ScoreError
from mondegreen.formats.format import TIMES, Format, Reading, are_in_order, is_number, parse_span, to_decimal
from mondegreen.formats.members import Item, note_skipped
from mondegreen.formats.subtitles import TIMES as WHEN
from mondegreen.formats.subtitles import Cue, make_corpus

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

HEAD = re.compile(r'\s*(?:File type\s*=\s*)?"ooTextFile(?: short)?"')
# Praat reads texts in quotation marks, numbers that stand by themselves, and flags; all else explains these.
VALUE = re.compile(r'"((?:[^"]|"")*)"|(?<!\S)([-+]?[0-9][0-9.eE+-]*)(?!\S)|<(\w+)>')
INTERVALS, POINTS = "IntervalTier", "TextTier"
# Names of the tiers of forced aligners, perhaps after the speaker's.
ALIGNED = re.compile(r"(?:(.+) - )?(words|phones)")


class Tier(NamedTuple):
    """The name of a tier, and its intervals."""

    name: str
    intervals: Sequence[tuple[str, str, str]]


class TextGrid(Format):
    """Praat's TextGrid: each interval with a text is an utterance with the fields `start`, `end` and `speaker`.

    The speaker is the name of the tier. Where tiers are called `words` and `phones`, as the Montreal Forced Aligner
    names them, the words of a tier are one utterance with timed words. Tiers of points and of phones are skipped.
    """

    name = "textgrid"
    is_writable = False
    holds = (TIMES, *WHEN, "speaker")

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:  # noqa: ARG004 - nothing else begins so
        return HEAD.match(lines[0]) is not None and any("TextGrid" in line for line in lines[:3])

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        values = [first_group(found) for found in VALUE.finditer("\n".join(lines))]
        try:
            tiers, skipped = parse_tiers(values[2:])  # after the type of the file, and of the object
        except (IndexError, ValueError) as error:
            raise reading.error("this is not a TextGrid, or it is cut short") from error
        aligned = [(found[1] or "", tier) for tier in tiers if (found := ALIGNED.fullmatch(tier.name))]
        words = [(speaker, tier) for speaker, tier in aligned if tier.name.endswith("words")]
        for start, end, _ in (each for tier in tiers for each in tier.intervals):
            parse_span(start, end, reading)
        if words:
            skipped += [tier.name for tier in tiers if all(tier is not other for _, other in words)]
            corpus = read_words(words, reading)
        else:
            cues = [
                Cue(start, end, text, {"speaker": tier.name} if tier.name else {})
                for tier in tiers
                for start, end, text in tier.intervals
                if text
            ]
            corpus = make_corpus(sorted(cues, key=lambda cue: float(cue.start)), reading)
        return corpus.add_notes(*note_skipped(skipped, reading.name, "tiers"))

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        raise ScoreError("textgrid is read, not written; choose another format (--to)", path=corpus.name)


def first_group(found: re.Match[str]) -> str:
    quoted, number, flag = found.groups()
    return quoted.replace('""', '"') if quoted is not None else number or flag


def parse_tiers(values: Sequence[str]) -> tuple[list[Tier], list[str]]:
    """The tiers of intervals, and the names of those of points."""
    tiers, points, at = list[Tier](), list[str](), 4
    if values[2] != "exists":
        return tiers, points
    for _ in range(int(values[3])):
        kind, name, count = values[at], values[at + 1], int(values[at + 4])
        at += 5
        width = 3 if kind == INTERVALS else 2
        rows = [values[start : start + width] for start in range(at, at + count * width, width)]
        if kind not in (INTERVALS, POINTS) or (rows and len(rows[-1]) < width):
            raise ValueError(kind)
        if kind == INTERVALS:
            tiers.append(Tier(name, [(start, end, " ".join(text.split())) for start, end, text in rows]))
        else:
            points.append(name)
        at += count * width
    return tiers, points


def read_words(tiers: Sequence[tuple[str, Tier]], reading: Reading) -> Corpus:
    """An utterance from each tier of words."""
    cues, words = [], []
    for speaker, tier in tiers:
        said = [TimedWord(text, float(start), float(end)) for start, end, text in tier.intervals if text]
        times = (repr(said[0].start), repr(said[-1].end)) if said else ("0", "0")
        cues.append(Cue(*times, " ".join(word.word for word in said), {"speaker": speaker} if speaker else {}))
        words.append(said)
    in_order = all(are_in_order(word) for said in words for word in said)
    return make_corpus(cues, reading, words if in_order else None)


ROOT = "<ANNOTATION_DOCUMENT"


class Elan(Format):
    """ELAN's `.eaf`: each annotation with a text is an utterance with the fields `start`, `end`, `speaker` and `tier`.

    The speaker is the participant of the tier, or else its name. Tiers that depend on others, such as translations, are
    skipped, with a note.
    """

    name = "elan"
    is_writable = False
    holds = (*WHEN, "speaker", "tier")

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:  # noqa: ARG004 - nothing else begins so
        return lines[0].lstrip().startswith("<") and any(ROOT in line for line in lines[:20])

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        root = parse_xml(lines, reading)
        slots = {
            slot.get("TIME_SLOT_ID", ""): slot.get("TIME_VALUE", "") for slot in root.iterfind("TIME_ORDER/TIME_SLOT")
        }
        tiers = root.findall("TIER")
        skipped = [tier.get("TIER_ID", "") for tier in tiers if tier.get("PARENT_REF") and len(tier)]
        cues = [cue for tier in tiers if not tier.get("PARENT_REF") for cue in list_cues(tier, slots, reading)]
        corpus = make_corpus(sorted(cues, key=lambda cue: float(cue.start)), reading)
        return corpus.add_notes(*note_skipped(skipped, reading.name, "tiers"))

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        raise ScoreError("elan is read, not written; choose another format (--to)", path=corpus.name)


def parse_xml(lines: Sequence[str], reading: Reading) -> "Element":
    """The document; one that declares entities, which may grow without bounds, is refused."""
    from xml.etree import ElementTree

    declared = next((at for at, line in enumerate(lines, 1) if "<!DOCTYPE" in line or "<!ENTITY" in line), None)
    if declared is not None:
        raise reading.error("ELAN declares no entities; remove the DOCTYPE", declared)
    # The encoding that the document declares was that of its bytes.
    first = lines[0].lstrip()
    text = "\n".join(["" if first.startswith("<?xml") and first.endswith("?>") else first, *lines[1:]])
    try:
        return ElementTree.fromstring(text)
    except (ElementTree.ParseError, ValueError) as error:
        line = getattr(error, "position", (None, 0))[0]
        raise reading.error(f"this is not XML: {str(error).partition(':')[0]}", line) from error


def list_cues(tier: "Element", slots: dict[str, str], reading: Reading) -> Iterator[Cue]:
    name = tier.get("TIER_ID", "")
    fields = {"speaker": tier.get("PARTICIPANT") or name, "tier": name}
    for each in tier.iterfind("ANNOTATION/ALIGNABLE_ANNOTATION"):
        text = " ".join((each.findtext("ANNOTATION_VALUE") or "").split())
        times = [slots.get(each.get(f"TIME_SLOT_REF{at}", ""), "") for at in (1, 2)]
        item = Item({}, place=f"annotation {each.get('ANNOTATION_ID', '')}: ")
        if not all(map(is_number, times)):
            raise item.error("its slots have no times; align it in ELAN", reading)
        start, end = (repr(float(to_decimal(time) / 1000)) for time in times)
        item.check_span(start, end, reading)
        if text:
            yield Cue(start, end, text, fields)
