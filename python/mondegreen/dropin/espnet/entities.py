"""Named entities in transcripts as slue-voxpopuli has them: `TAG FILL phrase SEP`, in pieces of words.

An entity is right if its tag and phrase are those of one of the reference, each of which counts once; by label alone
the tag is enough. The other words are scored by themselves, in `result_asr.txt`. The recipe's script scores these of
the valid set alone, as it looks for the test set in the wrong place.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator

from mondegreen.dropin.espnet.recipe import Recipe
from mondegreen.dropin.espnet.scoring import Detection, Result, read_transcript, score_files, write_lines
from mondegreen.dropin.espnet.summary import find_files
from mondegreen.errors import ScoreError

TAGS = ("PLACE", "QUANT", "ORG", "WHEN", "NORP", "PERSON", "LAW")
FILL, END = "FILL", "SEP"
MARK = "▁"
SPECIAL = (*TAGS, FILL, END)


def score_entities(root: str, recipe: Recipe) -> Iterator[Result | Detection]:
    """What was found of the entities in each set, and the words without them."""
    for path in find_files(root, "*/*/score_ter/hyp.trn"):
        folder = os.path.dirname(path)
        sides = [read_transcript(os.path.join(folder, f"{side}.trn")) for side in ("ref", "hyp")]
        if [name for _, name in sides[0]] != [name for _, name in sides[1]]:
            raise ScoreError("ref.trn and hyp.trn hold different utterances; score the experiment again", path=folder)
        texts = [[join_pieces(text) for text, _ in rows] for rows in sides]
        for side, rows, own in zip(("ref", "hyp"), sides, texts, strict=True):
            lines = [f"{remove_tags(text)}\t{name}" for text, (_, name) in zip(own, rows, strict=True)]
            write_lines(os.path.join(folder, f"{side}_asr.trn"), lines)
        found = [[Counter(find_entities(text)) for text in own] for own in texts]
        dataset = os.path.relpath(os.path.dirname(folder), root)
        for what, changed in (("entities", found), ("labels", [[count_labels(each) for each in own] for own in found])):
            correct = sum((one & other).total() for one, other in zip(*changed, strict=True))
            there, recognized = (sum(each.total() for each in own) for own in changed)
            yield Detection(dataset, what, correct, there, recognized)
        yield score_files(root, folder, ["ref_asr.trn", "hyp_asr.trn"], "result_asr.txt", "wer without tags", recipe)


def count_labels(entities: Counter[tuple[str, str]]) -> Counter[str]:
    labels: Counter[str] = Counter()
    for (tag, _), count in entities.items():
        labels[tag] += count
    return labels


def join_pieces(text: str) -> str:
    """The words that pieces spell, tags among them."""
    for special in SPECIAL:
        text = text.replace(special, f"{MARK}{special}{MARK}")
    return re.sub(" +", " ", text.strip().replace(" ", "").replace(MARK, " ")).strip()


def remove_tags(text: str) -> str:
    return " ".join(word for word in text.split() if word not in SPECIAL).replace(" 's", "'s")


def find_entities(text: str) -> Iterator[tuple[str, str]]:
    """The tags and phrases of a text; a tag without an end, an end without a tag and a tag of nothing are none."""
    tag, phrase = "", list[str]()
    for word in text.split(" "):
        if word in TAGS:
            tag, phrase = word, []
        elif word == END:
            if tag and phrase:
                if FILL in phrase:
                    phrase.remove(FILL)
                yield tag, " ".join(phrase)
            tag, phrase = "", []
        elif tag:
            phrase.append(word)
