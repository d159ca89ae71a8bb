"""`utils/scoring/wer_per_spk_details.pl`: the counts of each speaker, and what they are in per cent."""

from __future__ import annotations

from mondegreen.dropin.kaldi.details import Decoded
from mondegreen.dropin.kaldi.scripts import MISUSED, DieError, Script, content, script

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

NAMES = ("#SENT", "#WORD", "Corr", "Sub", "Ins", "Del", "Err", "S.Err")
NARROWEST = 15


@script("utils/scoring/wer_per_spk_details.pl")
def run(call: Script) -> None:
    """Reads what `wer_per_utt_details.pl` writes, and the speakers of the utterances."""
    if len(call.arguments) != 1:
        raise DieError(f"Usage: {call.name} <utt2spk>", MISUSED)
    mapping = Decoded(content(call.arguments[0], "utt2spk file"))
    mapping.note(call)
    text = Decoded(call.stdin.read())
    text.note(call)
    speakers = speakers_of(mapping.lines())
    for line in table(text.lines(), speakers):
        call.stdout.write(line.encode("latin-1" if text.encoding == mapping.encoding == "latin-1" else "utf-8"))


def speakers_of(lines: Iterable[Sequence[str]]) -> dict[str, str]:
    """The speaker of each utterance."""
    speakers = {}
    for fields in lines:
        if len(fields) != 2:
            raise DieError(f"Bad line in utt2spk file: {' '.join(fields)}")
        speakers[fields[0]] = fields[1]
    return speakers


def table(lines: Iterable[Sequence[str]], speakers: Mapping[str, str]) -> Iterator[str]:
    """A header, two lines for each speaker, and two for all.

    An utterance of no speaker is counted under an empty name, which sorts first.
    """
    sums: dict[str, list[int]] = {}
    for fields in lines:
        if fields[1:2] != ["#csid"]:
            continue
        try:
            correct, sub, ins, dele = map(int, fields[2:])
        except ValueError:
            raise DieError(f"Bad counts of utterance {fields[0]}: {' '.join(fields[2:])}") from None
        errors = sub + ins + dele
        row = (1, correct + sub + dele, correct, sub, ins, dele, errors, int(errors > 0))
        kept = sums.get(speakers.get(fields[0], ""), [0] * len(NAMES))
        sums[speakers.get(fields[0], "")] = [a + b for a, b in zip(kept, row, strict=True)]
    width = max(NARROWEST, *map(len, speakers.values()), 0)
    yield " ".join([f"{'SPEAKER':<{width}}", "id ", *(f"{name:>10}" for name in NAMES)]) + "\n"
    for speaker in sorted(sums):
        yield from rows(speaker, sums[speaker], width)
    total = [sum(column) for column in zip([0] * len(NAMES), *sums.values(), strict=True)]
    yield from rows("SUM", total, width)


def rows(name: str, counts: Sequence[int], width: int) -> Iterator[str]:
    """The counts, and what they are of all words; of sentences, where sentences are counted."""
    head = f"{name:<{width}}"
    yield " ".join([head, "raw", *(f"{count:10d}" for count in counts)]) + "\n"
    sentences, words, *parts, wrong = counts
    if words:
        rates = [100.0 * part / words for part in parts] + [100.0 * wrong / sentences]
        shown = [f"{sentences:10d}", f"{words:10d}", *(f"{rate:10.2f}" for rate in rates)]
        yield " ".join([head, "sys", *shown]) + "\n"
