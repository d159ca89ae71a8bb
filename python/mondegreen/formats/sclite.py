"""What sclite writes: printed alignments (`.pra`, `.prf`, ESPnet's `result.txt`), and sgml."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mondegreen._core import Scored
from mondegreen.corpus import Corpus, Utterance
from mondegreen.formats.format import REFERENCE_FIELD, Aligned, Reading, number_duplicates
from mondegreen.formats.timed import make_key
from mondegreen.notes import Note

# The first line of the alignments, and of those of sclite before 2.0.
HEAD = re.compile(r"\s*(?:DUMP OF SYSTEM ALIGNMENT STRUCTURE|Alignments \(case (in)?dependant mode\))\s*")
# What stands above the counts of an utterance; older versions give no ID, and then its place makes one.
FACT = re.compile(r"(id|File|Channel|Labels|Speaker|Start-time|End-time|Attributes): ?(.*)")
FIELDS = {"Speaker": "speaker", "File": "recording", "Channel": "channel", "Start-time": "start", "End-time": "end"}
SPEAKER = re.compile(r"Speaker sentences *[0-9]+: +(.*?) +(?:#utts:|utt# )")
SCORES = re.compile(r"Scores: \(#C #S #D #I\) ([0-9]+) ([0-9]+) ([0-9]+) ([0-9]+)")
ROW = re.compile(r"(?:>> )?(REF|HYP):(.*)")
# What sclite calls it; the misspelling is its own.
CASE_SENSITIVE = "Case_sensitve"


class Block(NamedTuple):
    """An utterance as it is printed: its facts, and the words of both sides row by row."""

    line: int
    facts: dict[str, str]
    rows: dict[str, list[str]]
    counts: list[int]


class Pra(Aligned):
    """Alignments that sclite prints: `.pra`, `.prf` or ESPnet's `result.txt`.

    The text of an utterance is the hypothesis, and its field `reference` the reference. sclite prints errors in upper
    case unless it was run with `-s`, so all is read in lower case then, with a warning. Stars that stand for a missing
    word are told from words of stars by the counts of each utterance.
    """

    name = "pra"
    output_format = "sclite --output DIR"

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:  # noqa: ARG004 - nothing else has this head
        return any(map(HEAD.fullmatch, lines))

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """An utterance from each block of rows."""
        heads = [(at, found) for at, found in enumerate(map(HEAD.fullmatch, lines)) if found]
        if not heads:
            raise reading.error("this has no alignments of sclite; write them with `sclite -o pra`")
        if len(heads) > 1:
            raise reading.error("a second system begins here; give each a file of its own", heads[1][0] + 1)
        is_old = "mode" in heads[0][1][0]
        folded, rows = False, []
        for block in split_blocks(lines, heads[0][0] + 1):
            is_folded = bool(heads[0][1][1]) if is_old else CASE_SENSITIVE not in block.facts.get("Attributes", "")
            folded = folded or is_folded
            rows.append(parse_block(block, reading, folded=is_folded))
        corpus = Corpus.of(number_duplicates(rows), reading.name)
        return corpus.add_notes(Note("letter-case", reading.name)) if folded else corpus


def split_blocks(lines: Sequence[str], start: int) -> Iterator[Block]:
    """The utterances from that line on; what belongs to none is passed over."""
    speaker, facts, block = "", dict[str, str](), None
    for number, line in enumerate(lines[start:], start + 1):
        if found := SPEAKER.match(line):
            speaker = found[1]
        elif found := SCORES.match(line):
            block = Block(number, {"Speaker": speaker, **facts}, {"REF": [], "HYP": []}, list(map(int, found.groups())))
            facts = {}
        elif block is not None and (found := ROW.match(line)):
            block.rows[found[1]] += found[2].split()
        elif found := FACT.match(line):
            if block is not None and found[1] != "Attributes":
                yield block
                block = None
            (facts if block is None else block.facts)[found[1]] = found[2].strip()
    if block is not None:
        yield block


def parse_block(block: Block, reading: Reading, *, folded: bool) -> Utterance:
    _, _, deleted, inserted = block.counts
    sides = [drop_stars(block.rows[row], count) for row, count in (("REF", inserted), ("HYP", deleted))]
    if None in sides:
        raise reading.error("the words do not agree with the counts above them", block.line)
    reference, hypothesis = (" ".join(words or ()) for words in sides)
    if folded:
        reference, hypothesis = reference.lower(), hypothesis.lower()
    fields = {name: block.facts[fact] for fact, name in FIELDS.items() if block.facts.get(fact)}
    key = block.facts.get("id", "").removeprefix("(").removesuffix(")")
    return Utterance(key or make_key(fields), hypothesis, {**fields, REFERENCE_FIELD: reference})


def drop_stars(words: list[str], count: int) -> list[str] | None:
    """The words of a side, where so many are missing and have stars in their place; none if stars may be words."""
    if count == 0:
        return words
    kept = [word for word in words if word.strip("*")]
    return kept if len(words) - len(kept) == count else None


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
