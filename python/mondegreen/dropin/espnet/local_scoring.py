"""What recipes of ESPnet score in their own `local/score.sh`, from the transcripts that the stage before it wrote.

Code-switching (seame) is scored by language, ML-SUPERB by groups of languages and by the language recognized, as other
multilingual recipes (open_li52, fleurs) are; spoken language understanding by the intent, which is the first word
(slurp, fsc and others), or by named entities (slue-voxpopuli).
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from mondegreen.component import unknown_name
from mondegreen.dropin.espnet.entities import score_entities
from mondegreen.dropin.espnet.language_id import score_labels, score_named_labels
from mondegreen.dropin.espnet.recipe import Recipe
from mondegreen.dropin.espnet.scoring import Accuracy, Detection, Result, read_transcript, score_files, write_lines
from mondegreen.dropin.espnet.summary import find_files
from mondegreen.dropin.espnet.tables import read_table, read_text, split_lines
from mondegreen.errors import ScoreError, join_ids

SCRIPT = "local/score.sh"
# What a recipe's script, or the programs that it runs, hold, the first that is there being meant.
INTENTS = "Intent Classification Result"
MARKS = (
    ("seame", ("split_lang_trn",)),
    ("ml_superb", ("split_results",)),
    ("slue-voxpopuli", ("Valid label-F1:",)),
    ("open_li52", ("score_lang_id.py --ref",)),
    ("fleurs", ("lang_id_refs.tsv",)),
    ("fsc", (INTENTS, "result_asr")),
    ("slurp", (INTENTS,)),
)
PROGRAM = re.compile(r"\b(local/[\w./-]+\.(?:py|sh))\b")
# Programs whose work is done by ours.
DONE = ("local/score.py", "local/split_", "local/generate_asr_files.py", "local/score_lang_id.py", "local/lid.py")
NO_SCORING = "none"
# Options that the recipe of seame gives to sclite.
CODE_SWITCHED = ("-e", "utf-8", "-c", "NOASCII")
# Languages of ML-SUPERB of which a model has seen five utterances, by ISO 639-3.
FEW_SHOT = frozenset(
    "dan lit tur srp vie kaz zul tsn epo frr tok umb bos ful ceb luo kea sun tso tos".split()  # noqa: SIM905 - as a text
)
LABELS = re.compile(r"\[[a-z]{3}\]"), re.compile(r"\[[a-z]{3}_[a-z]{3}\]")
UNKNOWN = "[UNK]"


@dataclass(frozen=True, slots=True)
class LocalScoring:
    """The recipe whose script it is, the words that it is given before the experiment, and how the recipe was known."""

    name: str
    options: tuple[str, ...] = ()
    note: str = ""

    def score(self, root: str, recipe: Recipe) -> Iterator[Result | Accuracy | Detection]:
        if self.name != NO_SCORING:
            yield from RECIPES[self.name](root, recipe, self.options)


def find_local_scoring(name: str, options: Sequence[str]) -> LocalScoring:
    """The scoring of that name, or else that of the script that lies in the recipe's directory, or of its name."""
    if name:
        if name not in RECIPES and name != NO_SCORING:
            raise unknown_name("local scoring", name, [*RECIPES, NO_SCORING])
        return LocalScoring(name, tuple(options))
    if not os.path.isfile(SCRIPT):
        # .../egs2/seame/asr1, of which the script may be lost
        place = Path.cwd().parent.name
        note = f"scored as that of {place}, in whose directory it is; --local-score none leaves that out"
        return LocalScoring(place, tuple(options), note) if place in RECIPES else LocalScoring(NO_SCORING)
    script = read_text(SCRIPT)
    programs = sorted({path for path in PROGRAM.findall(script) if path != SCRIPT})
    text = "".join([script, *(read_text(path) for path in programs if os.path.isfile(path))])
    known = next((name for name, marks in MARKS if all(mark in text for mark in marks)), NO_SCORING)
    if known == NO_SCORING:
        note = f"{SCRIPT}: is not known, and what it scores is left to it; run it, or name a recipe by --local-score"
        return LocalScoring(known, tuple(options), note)
    left = [path for path in programs if not path.startswith(DONE)]
    note = f"{SCRIPT}: scored as that of {known}"
    if left:
        note += f", but for {join_ids(left)}, which the script runs too"
    return LocalScoring(known, tuple(options), note)


def score_seame(root: str, recipe: Recipe, _: Sequence[str]) -> Iterator[Result]:
    """English words and Mandarin characters by themselves, in `result.eng.txt` and `result.man.txt`."""
    how = recipe if recipe.options else replace(recipe, options=CODE_SWITCHED)
    for path in find_files(root, "*/*/score_wer/result.txt"):
        folder = os.path.dirname(path)
        for language, rate, extract in (("eng", "wer", extract_english), ("man", "cer", extract_mandarin)):
            ends = [f"{side}.trn.{language}" for side in ("ref", "hyp")]
            for end in ends:
                rows = read_transcript(os.path.join(folder, end.removesuffix(f".{language}")))
                write_lines(os.path.join(folder, end), [f"{extract(text)}\t{name}" for text, name in rows])
            yield score_files(root, folder, ends, f"result.{language}.txt", f"{rate} {language}", how)


def extract_english(text: str) -> str:
    words = [word for word in text.split(" ") if not any(map(is_mandarin, word))]
    return re.sub(" +", " ", " ".join(words)).strip()


def extract_mandarin(text: str) -> str:
    return " ".join(filter(is_mandarin, text)).strip()


def is_mandarin(sign: str) -> bool:
    """What seame's script takes for Mandarin: all but English letters, digits and a few marks."""
    return not ("a" <= sign.lower() <= "z" or sign.isdigit() or sign in " <>'")


def score_superb(root: str, recipe: Recipe, options: Sequence[str]) -> Iterator[Result | Accuracy]:
    """ML-SUPERB's groups: languages with much and with little training, or each by itself, or all."""
    lid, only_lid, kind = (*options, *("true", "false", "normal")[len(options) :])[:3]
    if kind == "monolingual":
        return
    if kind not in GROUPS:
        raise ScoreError(f'the groups of ml_superb are "{kind}"; choose from {", ".join(GROUPS)}, monolingual')
    name, group_of = GROUPS[kind]
    for rate in () if only_lid == "true" else ("cer", "wer"):
        for path in find_files(root, f"*/*/score_{rate}/result.txt"):
            folder = os.path.dirname(path)
            groups: dict[str, None] = {}
            for side in ("ref.trn", "hyp.trn"):
                groups |= dict.fromkeys(split_transcript(folder, name, side, group_of))
            for group in groups if rate == "cer" else ():  # the script scores no other
                below = os.path.join(folder, name, group)
                yield score_files(root, below, ["ref.trn", "hyp.trn"], "result.txt", f"cer {group}", recipe)
    if "true" in (lid, only_lid):
        for path in find_files(root, "*/*/text"):
            yield from score_language_id(root, os.path.dirname(path), name, group_of)


# The directory and the rule of each way to group languages.
GROUPS: dict[str, tuple[str, Callable[[str], str]]] = {
    "normal": ("few_shot", lambda code: "reserved" if code in FEW_SHOT else "trained"),
    "independent": ("independent", str),
    "all": ("all", lambda _: "all"),
}


def score_language_id(root: str, decode: str, name: str, group_of: Callable[[str], str]) -> Iterator[Accuracy]:
    """The first label in what was recognized against that of the reference, by utterance ID."""
    data = os.path.join("data", os.path.basename(decode), "text")
    references = read_labels(data)
    rows = []
    for key, found in read_labels(os.path.join(decode, "text")).items():
        if len(references.get(key, ())) != 1:
            raise ScoreError("expected exactly one label such as [eng]", path=data, key=key)
        rows.append(f"{references[key][0]}\t{(found or [UNKNOWN])[0]}\t({key}-{key})")
    folder = os.path.join(decode, "score_lid")
    write_lines(os.path.join(folder, "lid.trn"), rows)
    for group in split_transcript(folder, name, "lid.trn", group_of):
        below = os.path.join(folder, name, group)
        pairs = [line.split("\t")[:2] for line in split_lines(read_text(os.path.join(below, "lid.trn")))]
        correct = sum(reference == found for reference, found in pairs)
        write_lines(os.path.join(below, "scores.txt"), [f"Acc: {correct / len(pairs) * 100:.2f}%"])
        yield Accuracy(os.path.relpath(decode, root), f"language, {group}", correct, len(pairs))


def read_labels(path: str) -> dict[str, list[str]]:
    table = read_table(path)
    pairs = zip(table.utt_ids, table.texts, strict=True)
    return {key: [label for kind in LABELS for label in kind.findall(text)] for key, text in pairs}


def split_transcript(folder: str, name: str, file: str, group_of: Callable[[str], str]) -> list[str]:
    """Writes the lines of each group's languages into a file of their own, and gives the groups in their order."""
    path = os.path.join(folder, file)
    groups: dict[str, list[str]] = {}
    for line in filter(None, split_lines(read_text(path))):
        # Of an ID such as `(cv_eng_1-cv_eng_1)`, the half before the middle.
        utterance = line.split("\t")[-1]
        parts = utterance[1 : len(utterance) // 2].split("_")
        if len(parts) < 2:
            raise ScoreError("expected the language's code before the last _ of each ID", path=path, key=utterance)
        groups.setdefault(group_of(parts[-2]), []).append(line.rstrip())
    for group, lines in groups.items():
        write_lines(os.path.join(folder, name, group, file), lines)
    return list(groups)


def score_intents(root: str, recipe: Recipe, _: Sequence[str], *, asr: bool = False) -> Iterator[Result | Accuracy]:
    """The first words as intents, and the other words by themselves; with `asr`, these are scored too."""
    for path in [*find_files(root, "*/*/score_wer/hyp.trn"), *find_files(root, "*/org/*/score_wer/hyp.trn")]:
        folder = os.path.dirname(path)
        sides = [read_transcript(os.path.join(folder, f"{side}.trn")) for side in ("ref", "hyp")]
        if [name for _, name in sides[0]] != [name for _, name in sides[1]]:
            raise ScoreError("ref.trn and hyp.trn hold different utterances; score the experiment again", path=folder)
        for side, rows in zip(("ref", "hyp"), sides, strict=True):
            lines = [f"{text.partition(' ')[2]}\t{name}" for text, name in rows]
            write_lines(os.path.join(folder, f"{side}_asr.trn"), lines)
        intents = [[text.partition(" ")[0] for text, _ in rows] for rows in sides]
        correct = sum(reference == found for reference, found in zip(*intents, strict=True))
        yield Accuracy(os.path.relpath(os.path.dirname(folder), root), "intent", correct, len(intents[0]))
        if asr:
            ends = ["ref_asr.trn", "hyp_asr.trn"]
            yield score_files(root, folder, ends, "result_asr.txt", "wer without intent", recipe)


RECIPES: dict[str, Callable[[str, Recipe, Sequence[str]], Iterator[Result | Accuracy | Detection]]] = {
    "seame": score_seame,
    "ml_superb": score_superb,
    "slurp": score_intents,
    "fsc": partial(score_intents, asr=True),
    "slue-voxpopuli": lambda root, recipe, _: score_entities(root, recipe),
    "open_li52": lambda root, *_: score_labels(root, "dump/raw"),
    "fleurs": lambda root, *_: score_named_labels(root),
}
