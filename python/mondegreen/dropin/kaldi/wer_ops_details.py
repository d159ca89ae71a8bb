"""`utils/scoring/wer_ops_details.pl`: how often which word became which."""

from __future__ import annotations

from mondegreen.dropin.kaldi.details import Decoded, refuse, taken
from mondegreen.dropin.kaldi.scripts import DieError, Script, script

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

SYMBOL = "<eps>"
WIDEST = 16


@script("utils/scoring/wer_ops_details.pl")
def run(call: Script) -> None:
    """Reads what `wer_per_utt_details.pl` writes."""
    values = taken(call.arguments, "--special-symbol")
    refuse(call.arguments)
    text = Decoded(call.stdin.read())
    text.note(call)
    for line in listed(counted(paired(text.lines())), values.get("--special-symbol", SYMBOL)):
        call.stdout.write(line.encode(text.encoding))


def paired(lines: Iterable[Sequence[str]]) -> Iterator[Sequence[str]]:
    """The lines `ref` and `hyp` of each utterance, whatever stands between them; one without the other is refused."""
    utterances: dict[str, dict[str, Sequence[str]]] = {}
    for fields in lines:
        if len(fields) < 3 or fields[1] not in ("ref", "hyp"):
            continue
        if fields[1] in utterances.setdefault(fields[0], {}):
            raise DieError(f"Utterance {fields[0]} has two lines {fields[1]}")
        utterances[fields[0]][fields[1]] = fields
    for key, sides in utterances.items():
        if len(sides) < 2 or len(sides["ref"]) != len(sides["hyp"]):
            raise DieError(f"Utterance {key} needs a line ref and a line hyp with as many words")
        yield sides["ref"]
        yield sides["hyp"]


def counted(lines: Iterable[Sequence[str]]) -> dict[tuple[str, str], int]:
    """How often each pair of words stands in the lines `ref` and `hyp` of utterances."""
    counts: dict[tuple[str, str], int] = {}
    references: Sequence[str] = ()
    for fields in lines:
        if len(fields) < 3:
            continue
        if fields[1] == "ref":
            references = fields
        elif fields[1] == "hyp":
            for pair in zip(references[2:], fields[2:], strict=False):
                counts[pair] = counts.get(pair, 0) + 1
    return counts


def listed(counts: dict[tuple[str, str], int], symbol: str) -> Iterator[str]:
    """A line for each pair, by reference and hypothesis."""
    width = min(WIDEST, max((len(word) for pair in counts for word in pair), default=0))
    digits = max((len(str(count)) for count in counts.values()), default=0)
    for (reference, hypothesis), count in sorted(counts.items()):
        name = kind(reference, hypothesis, symbol)
        yield f"{name:<14}{reference:>{width}}    {hypothesis:>{width}}    {count:>{digits}}\n"


def kind(reference: str, hypothesis: str, symbol: str) -> str:
    """What becoming a word is called. Equal words come first here: a symbol for itself is correct."""
    if reference == hypothesis:
        return "correct"
    if reference == symbol:
        return "insertion"
    return "deletion" if hypothesis == symbol else "substitution"


def ordered(lines: Iterable[str], encoding: str = "utf-8") -> list[str]:
    """The lines as the scoring scripts sort them: by kind, the most frequent first, then by reference and hypothesis.

    As `sort` does under LC_ALL=C with the options `-b -i`: bytes decide, of which only the printable ones count.
    """

    def order(line: str) -> tuple[bytes, int, bytes, bytes, bytes]:
        data = line.encode(encoding)
        name, reference, hypothesis, count = data.split()
        return seen(name), -int(count), seen(reference), seen(hypothesis), data

    return sorted(lines, key=order)


def seen(field: bytes) -> bytes:
    """The bytes of a word that `sort -i` looks at: those that ASCII can print."""
    return bytes(byte for byte in field if 0x20 <= byte < 0x7F)
