"""Entities and slots that stand before the words of a transcript: `... type FILL value SEP ... SEP words`.

SLURP's scores compare these with the corpus's own test set: intents, entities, and SLU-F1, in which an entity of the
right type counts by how far its words are off (Bastianelli et al. 2020). catslu_entity, media and slue-voxpopuli
compare transcripts; the last has `TAG FILL phrase SEP` anywhere in them, in pieces of words.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mondegreen.alignment import align
from mondegreen.dropin.espnet.intents import score_intents
from mondegreen.dropin.espnet.recipe import Recipe
from mondegreen.dropin.espnet.scoring import (
    Accuracy,
    Detection,
    Finding,
    Rates,
    Result,
    Totals,
    find_scored,
    read_pair,
    read_transcript,
    score_files,
    write_lines,
)
from mondegreen.dropin.espnet.tables import find_files, read_text, split_lines
from mondegreen.errors import ScoreError

SEP, FILL = " SEP", " FILL"
# The same where texts are of pieces, and the option of the script that says whether they are.
BPE = "--token_type_bpe"
PIECED_SEP, PIECED_FILL = "▁SEP", "▁FILL"
# Where a recipe says where its corpora are, and where SLURP's test set is in its own.
PLACES = "db.sh"
PLACE = re.compile(r"^SLURP=[\"']?([^\s\"'#]*)", re.MULTILINE)
TEST_SET = "dataset/slurp/test.jsonl"
# Into words, and into characters.
Cut = Callable[[str], list[str]]
CUTS: tuple[Cut, Cut] = (str.split, list)
DOMAINS = ("map", "music", "weather", "video")
# What slue-voxpopuli marks phrases with, and the sign before each word in a text of pieces.
TAGS = ("PLACE", "QUANT", "ORG", "WHEN", "NORP", "PERSON", "LAW")
MARKED = (*TAGS, FILL.strip(), SEP.strip())
WORD_START = "▁"


class Entity(NamedTuple):
    """An entity's type, and the words that fill it."""

    type: str
    filler: str


class Command(NamedTuple):
    """What was said in a recording of SLURP, or what was understood."""

    scenario: str
    action: str
    entities: list[Entity]


def score_slurp(root: str, recipe: Recipe, words: Sequence[str]) -> Iterator[Finding]:
    """Intents; what was understood of the test sets, in `result_test.json`; and its scores, where SLURP's data are."""
    yield from score_intents(root, recipe, words)
    gold = find_test_set()
    for number, path in enumerate(find_files(root, "*/test*/score_wer/hyp.trn")):
        decode = os.path.dirname(os.path.dirname(path))
        rows = read_transcript(path)
        pieced = is_pieced(words, rows, recipe)
        if not pieced and BPE not in words and any(SEP in text for text, _ in rows):
            yield f"{decode}: entities are of words, where ESPnet's script looks for pieces and finds none (--literal)"
        commands = {name_recording(name): read_command(text, is_pieced=pieced) for text, name in rows}
        lines = [format_command(file, command) for file, command in commands.items()]
        # The script has one test set; that of another stands beside its texts.
        write_lines(os.path.join(decode if number else root, "result_test.json"), lines)
        if gold:
            yield from compare_commands(os.path.relpath(decode, root), read_test_set(gold), commands, gold)
    if not gold:
        yield f"{PLACES}: SLURP names no directory with {TEST_SET}; SLU-F1 and entities are not scored without it"


def is_pieced(words: Sequence[str], rows: Sequence[tuple[str, str]], recipe: Recipe) -> bool:
    """Whether texts are of pieces of words; the script takes it that they are, and then finds no entity in words."""
    if BPE in words[:-1]:
        return words[words.index(BPE) + 1] == "true"
    return recipe.literal or any(PIECED_SEP in text for text, _ in rows)


def name_recording(name: str) -> str:
    return f"audio-{name.rpartition('_')[2].replace(')', '')}.flac"


def read_command(text: str, *, is_pieced: bool) -> Command:
    """The command that a text stands for; its first word is to hold scenario and action."""
    sep, fill = (PIECED_SEP, PIECED_FILL) if is_pieced else (SEP, FILL)
    entities = []
    for part in text.split(sep)[1:-1]:
        kind, *values = part.split(fill)
        if len(values) == 1:
            value = values[0].strip()
            entities.append(
                Entity(kind.strip(), value.replace(" ", "").replace("▁", " ").strip() if is_pieced else value)
            )
    first = (text.split() or [""])[0]
    return Command(text.partition("_")[0], first.partition("_")[2], entities)


def format_command(file: str, command: Command) -> str:
    entities = [{"type": each.type, "filler": each.filler} for each in command.entities]
    found = {"text": "", "scenario": command.scenario, "action": command.action, "entities": entities, "file": file}
    return json.dumps(found)


def find_test_set() -> str:
    """SLURP's test set where the recipe's db.sh says that the corpus is; nothing if it is not there."""
    match = PLACE.search(read_text(PLACES)) if os.path.isfile(PLACES) else None
    path = os.path.join(match[1], TEST_SET) if match and match[1] else ""
    return path if os.path.isfile(path) else ""


def read_test_set(path: str) -> dict[str, Command]:
    """The commands of a release of SLURP, by recording."""
    found: dict[str, Command] = {}
    for number, line in enumerate(split_lines(read_text(path)), 1):
        found |= read_example(line, path, number)
    return found


def read_example(line: str, path: str, number: int) -> dict[str, Command]:
    """The recordings of an utterance, each with what it says."""
    try:
        example: dict[str, Any] = json.loads(line)
        surfaces = [str(token["surface"]).lower() for token in example["tokens"]]
        entities = [
            Entity(each["type"], " ".join(surfaces[at] for at in each["span"]).replace(" '", "'"))
            for each in example["entities"]
        ]
        command = Command(example["scenario"], example["action"], entities)
        return {each["file"]: command for each in example["recordings"]}
    except (ValueError, KeyError, IndexError, TypeError):
        raise ScoreError("expected an utterance as SLURP's test.jsonl has it", path=path, line=number) from None


def compare_commands(
    dataset: str, gold: Mapping[str, Command], commands: Mapping[str, Command], path: str
) -> Iterator[Finding]:
    """SLURP's scores of the recordings that are on both sides."""
    pairs = [(command, commands[file]) for file, command in gold.items() if file in commands]
    if not pairs:
        raise ScoreError(f"holds no recording of those in {dataset}", path=path)
    if len(pairs) < len(gold):
        yield f"{path}: {len(gold) - len(pairs)} of {len(gold)} recordings were not recognized in {dataset}"
    for what, names in (("scenario", ("scenario",)), ("action", ("action",)), ("intent", ("scenario", "action"))):
        right = sum(all(getattr(one, name) == getattr(other, name) for name in names) for one, other in pairs)
        yield Accuracy(dataset, f"SLURP's {what}", right, len(pairs))
    correct = sum(count_equal(one.entities, other.entities) for one, other in pairs)
    there, found = (sum(len(pair[side].entities) for pair in pairs) for side in (0, 1))
    yield Detection(dataset, "entities", correct, there, found)
    mistakes = [sum_distances(pairs, tokenize) for tokenize in CUTS]
    for what, kinds in (("words", mistakes[:1]), ("characters", mistakes[1:]), ("", mistakes)):
        matched, wrong, missed = (sum(column) for column in zip(*kinds, strict=True))
        precision, recall = divide(matched, matched + wrong), divide(matched, matched + missed)
        f1 = divide(2 * precision * recall, precision + recall)
        name = f"entities, distance of {what}" if what else "SLU-F1"
        yield Rates(dataset, name, 100 * precision, 100 * recall, 100 * f1)


def count_equal(reference: Sequence[Entity], hypothesis: Sequence[Entity]) -> int:
    left = list(reference)
    for each in hypothesis:
        if each in left:
            left.remove(each)
    return len(reference) - len(left)


def sum_distances(pairs: Sequence[tuple[Command, Command]], tokenize: Cut) -> tuple[float, float, float]:
    """How many entities have one of their type, and how much is wrong and missed of all."""
    matched, wrong, missed = 0, 0.0, 0.0
    for reference, hypothesis in pairs:
        left = list(reference.entities)
        for entity in hypothesis.entities:
            near = [
                (compute_distance(each.filler, entity.filler, tokenize), index)
                for index, each in enumerate(left)
                if each.type == entity.type
            ]
            if not near:
                wrong += 1
                continue
            distance, index = min(near)  # of equal ones the first
            del left[index]
            matched += 1
            wrong += distance
            missed += distance
        missed += len(left)
    return matched, wrong, missed


def compute_distance(reference: str, hypothesis: str, tokenize: Cut) -> float:
    """The word error rate, or the edit distance of characters in the longer text's length."""
    sides = tokenize(reference), tokenize(hypothesis)
    length = len(sides[0]) if tokenize is str.split else max(map(len, sides))
    errors = int(align([sides[0]], [sides[1]]).errors[0])
    return errors / length if length else float(bool(errors))


def divide(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def score_catslu(root: str, _: Recipe, __: Sequence[str]) -> Iterator[Finding]:
    """Slots of four domains: F1, and in how many utterances all are right, in `score_slu.txt`."""
    folders = dict.fromkeys(os.path.dirname(path) for path in find_files(root, "*/test_*"))
    for decode in folders:
        lines, rates = ["Domain;F1;Accuracy"], []
        for domain in DOMAINS:
            place = os.path.join(decode, f"test_{domain}")
            sides = [[find_slots(text) for text, _ in rows] for rows in read_pair(os.path.join(place, "score_wer"))]
            pairs = list(zip(*sides, strict=True))
            right = sum(one == other for one, other in pairs)
            correct = sum(len(one & other) for one, other in pairs)
            there, found = (sum(map(len, side)) for side in sides)
            if not there + found:
                raise ScoreError(
                    "holds no slot such as `inform_city FILL value SEP`, so that F1 is not defined", path=place
                )
            dataset = os.path.relpath(place, root)
            yield Accuracy(dataset, "all slots", right, len(pairs))
            yield Detection(dataset, "slots", correct, there, found)
            rates.append((100 * 2 * correct / (there + found), 100 * right / len(pairs)))
            lines.append(f"{domain};{rates[-1][0]:.2f};{rates[-1][1]:.2f}")
        f1, accuracy = (sum(rate / len(DOMAINS) for rate in column) for column in zip(*rates, strict=True))
        write_lines(os.path.join(decode, "score_slu.txt"), [*lines, f"average;{f1:.2f};{accuracy:.2f}"])
        yield Rates(os.path.relpath(decode, root), "slots, mean of domains", None, None, f1)


def find_slots(text: str) -> frozenset[tuple[str, ...]]:
    """Each act with its slot and value, once."""
    found = set()
    for part in text.strip().split(f"{SEP} ")[:-1]:
        act, fill, value = part.partition(f"{FILL} ")
        if fill:
            found.add((*(each.strip() for each in act.split("_", 1)), value.strip()))
    return frozenset(found)


def score_media(root: str, _: Recipe, __: Sequence[str]) -> Iterator[Finding]:
    """Errors of concepts, and of concepts with their values, of utterances that have any, in `score_slu.txt`."""
    for path in [each for name in ("dev", "test") for each in find_files(root, f"*/{name}/score_wer/hyp.trn")]:
        decode = os.path.dirname(os.path.dirname(path))
        sides = [[find_concepts(text) for text, _ in rows] for rows in read_pair(os.path.join(decode, "score_wer"))]
        pairs = [(one, other) for one, other in zip(*sides, strict=True) if one]
        if not pairs:
            raise ScoreError("no reference holds a concept such as `name FILL value SEP`", path=decode)
        rates, target = [], os.path.join(decode, "score_slu.txt")
        concepts = [[[each.partition("_FILL_")[0] for each in side] for side in pair] for pair in pairs]
        for what, tokens in (("concepts", concepts), ("concepts with values", pairs)):
            found = align([one for one, _ in tokens], [other for _, other in tokens], policy="rapidfuzz")
            hits, substitutions, insertions, deletions = (int(each) for each in found.counts.sum(axis=0))
            wrong = int((found.errors > 0).sum())
            totals = Totals(len(found), wrong, hits, substitutions, deletions, insertions)
            rates.append(f"{100 * totals.errors / totals.words:.2f}")
            yield Result(os.path.relpath(decode, root), what, target, totals)
        write_lines(target, [f"CER;CVER: {';'.join(rates)}"])


def find_concepts(text: str) -> list[str]:
    return [part.strip().replace(" ", "_") for part in text.split(f"{SEP} ")[:-1]]


def score_entities(root: str, recipe: Recipe) -> Iterator[Finding]:
    """What was found of the entities in each set, and the words without them, in `result_asr.txt`.

    An entity is right if its tag and phrase are those of one of the reference, each of which counts once; by label
    alone the tag is enough. The recipe's script scores these of the valid set alone, as it looks for the test set in
    the wrong place.
    """
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
    for special in MARKED:
        text = text.replace(special, f"{WORD_START}{special}{WORD_START}")
    return re.sub(" +", " ", text.strip().replace(" ", "").replace(WORD_START, " ")).strip()


def remove_tags(text: str) -> str:
    return " ".join(word for word in text.split() if word not in MARKED).replace(" 's", "'s")


def find_entities(text: str) -> Iterator[tuple[str, str]]:
    """The tags and phrases of a text; a tag without an end, an end without a tag and a tag of nothing are none."""
    tag, phrase = "", list[str]()
    for word in text.split(" "):
        if word in TAGS:
            tag, phrase = word, []
        elif word == SEP.strip():
            if tag and phrase:
                if FILL.strip() in phrase:
                    phrase.remove(FILL.strip())
                yield tag, " ".join(phrase)
            tag, phrase = "", []
        elif tag:
            phrase.append(word)
