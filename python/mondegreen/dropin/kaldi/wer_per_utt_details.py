"""`utils/scoring/wer_per_utt_details.pl`: the alignment of each utterance in lines of words, and its counts."""

from __future__ import annotations

from mondegreen.dropin.kaldi.details import Decoded, refuse, step, taken
from mondegreen.dropin.kaldi.scripts import DieError, Script, script

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

KINDS = ("ref", "hyp", "ops", "csid")
SYMBOL, SEPARATOR = "<eps>", ";"


@script("utils/scoring/wer_per_utt_details.pl")
def run(call: Script) -> None:
    """Reads what `align-text` writes."""
    words, values, shown = call.arguments, {}, set(KINDS)
    while words:
        values.update(taken(words, "--special-symbol", "--separator"))
        if words:
            switch(words, shown)
    text = Decoded(call.stdin.read())
    text.note(call)
    symbol, separator = values.get("--special-symbol", SYMBOL), values.get("--separator", SEPARATOR)
    for line in described(text.lines(), symbol, separator, shown):
        call.stdout.write(line.encode(text.encoding))


def switch(words: list[str], shown: set[str]) -> None:
    """Takes `--output-KIND` or `--nooutput-KIND`."""
    for kind in KINDS:
        if words[0] == f"--output-{kind}":
            shown.add(kind)
        elif words[0] in (f"--nooutput-{kind}", f"--no-output-{kind}"):
            shown.discard(kind)
        else:
            continue
        del words[0]
        return
    refuse(words)


def described(
    lines: Iterable[Sequence[str]], symbol: str = SYMBOL, separator: str = SEPARATOR, shown: Collection[str] = KINDS
) -> Iterator[str]:
    """The lines of each alignment, of which the fields are given."""
    for fields in lines:
        if not fields:
            raise DieError("Bad line in input: it is empty")
        key, references, hypotheses = fields[0], fields[1::3], fields[2::3]
        if len(references) != len(hypotheses) or any(mark != separator for mark in fields[3::3]):
            raise DieError(f"Bad alignment of {key}: words must come in pairs with {separator} between them")
        steps = [step(a, b, symbol) for a, b in zip(references, hypotheses, strict=True)]
        yield from utterance(key, references, hypotheses, steps, shown)


def utterance(
    key: str, references: Sequence[str], hypotheses: Sequence[str], steps: Sequence[str], shown: Collection[str]
) -> Iterator[str]:
    """The lines of one utterance."""
    widths = [max(len(a), len(b), 1) for a, b in zip(references, hypotheses, strict=True)]
    for kind, name, words in (("ref", "ref", references), ("hyp", "hyp", hypotheses), ("ops", "op ", steps)):
        if kind in shown:
            columns = "  ".join(map(centred, words, widths))
            yield f"{key} {name}  {columns}\n"
    if "csid" in shown:
        counts = " ".join(str(steps.count(kind)) for kind in "CSID")
        yield f"{key} #csid {counts}\n"


def centred(word: str, width: int) -> str:
    """A word in the middle of its column, rather to the right."""
    right = (width - len(word)) // 2
    return " " * (width - len(word) - right) + word + " " * right
