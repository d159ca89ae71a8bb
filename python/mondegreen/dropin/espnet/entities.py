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
from mondegreen.dropin.espnet.scoring import Detection, Finding, find_scored, read_pair, score_files, write_lines

TAGS = ("PLACE", "QUANT", "ORG", "WHEN", "NORP", "PERSON", "LAW")
FILL, END = "FILL", "SEP"
MARK = "▁"
SPECIAL = (*TAGS, FILL, END)


def score_entities(root: str, recipe: Recipe) -> Iterator[Finding]:
    """What was found of the entities in each set, and the words without them."""
    for decode, dataset in find_scored(root, "ter"):
        folder = os.path.join(decode, "score_ter")
        sides = read_pair(folder)
        texts = [[join_pieces(text) for text, _ in rows] for rows in sides]
        for side, rows, own in zip(("ref", "hyp"), sides, texts, strict=True):
            lines = [f"{remove_tags(text)}\t{name}" for text, (_, name) in zip(own, rows, strict=True)]
            write_lines(os.path.join(folder, f"{side}_asr.trn"), lines)
        found = [[Counter(find_entities(text)) for text in own] for own in texts]
        for what, changed in (("entities", found), ("labels", [[count_labels(each) for each in own] for own in found])):
            correct = sum((one & other).total() for one, other in zip(*changed, strict=True))
            there, recognized = (sum(each.total() for each in own) for own in changed)
            yield Detection(dataset, what, correct, there, recognized)
        ends, called = ["ref_asr.trn", "hyp_asr.trn"], f"{decode}//score_ter"
        yield score_files(root, folder, ends, "result_asr.txt", "wer without tags", recipe, called=called)


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
