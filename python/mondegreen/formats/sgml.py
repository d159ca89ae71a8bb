"""sclite's sgml: what was scored before, with its alignments."""

import re
from collections.abc import Sequence

from mondegreen._core import Scored
from mondegreen.corpus import Corpus
from mondegreen.formats.format import REFERENCE_FIELD, Aligned
from mondegreen.formats.reading import Reading

# A name is looked for where a word begins, lest a long word be gone through again from each of its letters.
ATTRIBUTE = re.compile(r'\b(\w+)="([^"]*)"')
ITEM = re.compile("[A-Z]")


class Sgml(Aligned):
    """Alignments of sclite, or of `mondegreen score --output-format sclite`, in `.sgml` or `.nl.sgml`.

    The text of an utterance is what was recognized, and its field `reference` what was said; as a reference, that
    becomes its text. Alignments are made anew, so old results are compared with new ones on equal terms.
    """

    name = "sgml"
    output_format = "sclite --output DIR"

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:  # noqa: ARG004 - nothing else begins so
        return lines[0].startswith("<SYSTEM ")

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """An utterance from each path."""
        keys: list[str] = []
        references, hypotheses, speakers = [], [], []
        speaker, path, items = "", None, list[str]()
        for number, line in enumerate(lines, 1):
            values = dict(ATTRIBUTE.findall(line)) if line.startswith("<") else {}
            if line.startswith("<SPEAKER "):
                speaker = values.get("id", "")
            elif line.startswith("<PATH "):
                path, items = values.get("id", ""), []
                keys.append(path.removeprefix("(").removesuffix(")"))
                speakers.append(speaker)
                references.append("")
                hypotheses.append("")
            elif line.startswith("</PATH"):
                if path is not None and any(items):
                    references[-1], hypotheses[-1] = parse_items(join_items(items), reading, number - 1)
                path = None
            elif line.startswith("<SYSTEM ") and keys:
                raise reading.error("a second system begins here; put each into its own file", number)
            elif path is not None:
                items.append(line)
        if path is not None:
            raise reading.error("the last path does not end; the file is cut short", len(lines))
        return Corpus(keys, hypotheses, reading.name, fields={"speaker": speakers, REFERENCE_FIELD: references})


def join_items(lines: Sequence[str]) -> str:
    """The items of a path on one line, which `.nl.sgml` has in a line for each part; a letter begins an item."""
    if not ITEM.fullmatch(lines[0]):
        return "\n".join(lines)
    return "".join(f":{line}" if ITEM.fullmatch(line) else f",{line}" for line in lines).removeprefix(":")


def parse_items(line: str, reading: Reading, number: int) -> tuple[str, str]:
    """The reference and the hypothesis, from a line of items."""
    scored = Scored()
    try:
        scored.add(scored.speaker(b""), (b"", None, None, None, -1, [[0.0, 0.0]] * 2, 0), line.encode(), [])
    except ValueError as error:
        raise reading.error("the items cannot be read as sclite writes them", number) from error
    items = scored.words(0)
    reference, hypotheses = ([item[side] for item in items] for side in (0, 1))
    return join_words(reference), join_words(hypotheses)


def join_words(words: Sequence[bytes | None]) -> str:
    return " ".join(word.decode() for word in words if word)
