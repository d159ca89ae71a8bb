"""`score_lang_id.py`: how many utterances were taken for the language that they are in."""

from __future__ import annotations

from mondegreen.dropin.espnet.arguments import MISUSED, parse_words
from mondegreen.dropin.espnet.scoring import write_file
from mondegreen.dropin.espnet.tables import read_text
from mondegreen.dropin.kaldi.scripts import DieError, Script, script
from mondegreen.errors import ScoreError


@script("score_lang_id.py")
def score_language_id(call: Script) -> None:
    """Print the share of utterances whose label is right; lines are `utt [label] (speaker-utt)` on both sides."""
    words = parse_words(call, [], {"ref": "", "hyp": "", "out": ""})
    ref, hyp, out = (words[name] for name in ("ref", "hyp", "out"))
    if not (ref and hyp):
        raise DieError(f"{call.name}: needs --ref FILE and --hyp FILE", MISUSED)
    if out:  # as in the original, it is empty if the files are refused
        write_file(out, b"")
    sides = [read_labels(path) for path in (ref, hyp)]
    pairs = list(zip(*sides, strict=False))
    for line, (reference, hypothesis) in enumerate(pairs, 1):
        if reference[::2] != hypothesis[::2]:
            what = f"holds {hypothesis[0]}, where {ref} holds {reference[0]}; an utterance may have no label"
            raise ScoreError(what, path=hyp, line=line)
    if not pairs:
        raise ScoreError("holds no utterance", path=hyp)
    if len(sides[0]) != len(sides[1]):
        lengths = f"{ref} has {len(sides[0])} lines and {hyp} {len(sides[1])}"
        call.say(f"{call.name}: {lengths}; those beyond the shorter count nowhere")
    correct = sum(reference[1] == hypothesis[1] for reference, hypothesis in pairs)
    text = f"Language Identification Scoring: Accuracy {correct / len(pairs):.4f} ({correct}/{len(pairs)})"
    if out:
        write_file(out, text.encode())
    else:
        call.write(text)


def read_labels(path: str) -> list[list[str]]:
    """The three fields of each line."""
    rows = [line.split() for line in read_text(path).splitlines()]
    for line, row in enumerate(rows, 1):
        if len(row) != 3:
            raise ScoreError("expected an ID, a label and the ID in parentheses", path=path, line=line)
    return rows
