"""ELAN's annotations (`.eaf`): tiers of texts between slots of time, in XML."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError
from mondegreen.formats.format import Format
from mondegreen.formats.members import Item, note_skipped
from mondegreen.formats.reading import Reading, is_number, to_decimal
from mondegreen.formats.subtitles import TIMES, Cue, make_corpus

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

ROOT = "<ANNOTATION_DOCUMENT"


class Elan(Format):
    """ELAN's `.eaf`: each annotation with a text is an utterance with the fields `start`, `end`, `speaker` and `tier`.

    The speaker is the participant of the tier, or else its name. Tiers that depend on others, such as translations, are
    skipped, with a note.
    """

    name = "elan"
    is_writable = False
    holds = (*TIMES, "speaker", "tier")

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
