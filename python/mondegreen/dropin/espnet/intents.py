"""Labels that transcripts begin with, as intents and sentiments do: accuracy, and F1 of each label and on average.

Recipes of ESPnet differ in what they count and leave: slurp and fsc the accuracy of intents, slue-voxceleb and
swbd_sentiment F1 as scikit-learn has it, snips the mean F1 in `score_f1`, dcase22_task1 the mean accuracy of labels,
grabo and speechcommands the accuracy in `accuracy.csv`.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from mondegreen.dropin.espnet.recipe import Recipe
from mondegreen.dropin.espnet.scoring import (
    Accuracy,
    Detection,
    Finding,
    Rates,
    find_scored,
    read_pair,
    score_files,
    write_lines,
)
from mondegreen.dropin.espnet.tables import find_files

# How often each label was recognized where which one was meant: (reference, hypothesis).
Confusions = Mapping[tuple[str, str], int]
SENTIMENTS = ("Positive", "Neutral", "Negative")
# The labels of slue-voxceleb without the rare one, by which the recipe shows averages, too.
COMMON = ("Neutral", "Positive")
WORD_START = "▁"
EMPTY = "<blank>"


def score_intents(
    root: str, recipe: Recipe, _: Sequence[str], *, asr: bool = False, between: str = "//"
) -> Iterator[Finding]:
    """The first words as intents, and the other words by themselves; with `asr`, these are scored too.

    `between` is what a script writes behind the decode directory, which sclite reports: most write a slash too many.
    """
    for decode, dataset in find_scored(root, "wer"):
        yield count_correct(dataset, "intent", split_labels(decode))
        if asr:
            yield score_words(root, decode, recipe, "wer without intent", between)


def score_voxceleb(root: str, recipe: Recipe, _: Sequence[str]) -> Iterator[Finding]:
    """Sentiments as slue-voxceleb scores them, and the words that the pieces behind them spell."""
    for decode, dataset in find_scored(root, "wer"):
        found = split_labels(decode)
        yield count_correct(dataset, "sentiment", found)
        labels = sorted({label for pair in found for label in pair})
        yield from list_rates(dataset, found, labels, ("macro", "weighted"))
        yield from list_means(dataset, found, COMMON, ("micro", "macro", "weighted"), " of Neutral and Positive")
        folder = os.path.join(decode, "score_wer")
        sides = read_pair(folder)
        is_spelled = recipe.literal or any(WORD_START in text for side in sides for text, _ in side)
        if not is_spelled:
            yield f"{folder}: words that are not of pieces stand apart; ESPnet's script joins them (--literal)"
        for side, rows in zip(("ref", "hyp"), sides, strict=True):
            lines = [f"{join_words(text.split()[1:], is_spelled=is_spelled)}\t{name}" for text, name in rows]
            write_lines(os.path.join(folder, f"{side}_asr.trn"), lines)
        yield score_words(root, decode, recipe, "wer without sentiment")


def join_words(tokens: Sequence[str], *, is_spelled: bool) -> str:
    text = " ".join(tokens)
    if is_spelled:
        text = "".join(f" {token.replace(WORD_START, '')}" if WORD_START in token else token for token in tokens)
    return text.removeprefix(" ") or EMPTY


def score_sentiments(root: str, recipe: Recipe, words: Sequence[str]) -> Iterator[Finding]:
    """Three sentiments as swbd_sentiment's score_f1.py counts them, beside what its script leaves."""
    yield from score_intents(root, recipe, words, asr=True)
    for decode, dataset in find_scored(root, "wer"):
        found = count_labels(decode, keeps_ids=recipe.literal)
        yield from list_rates(dataset, found, SENTIMENTS, ("macro", "weighted", "micro"))
        if found != count_labels(decode, keeps_ids=True):
            yield f"{decode}: some texts are a label alone, which ESPnet's script takes for another one (--literal)"


def score_scenes(root: str, recipe: Recipe, _: Sequence[str]) -> Iterator[Finding]:
    """Acoustic scenes as dcase22_task1 scores them: its accuracy is the mean recall of the labels that are there."""
    for decode, dataset in find_scored(root, "wer"):
        found = split_labels(decode)
        yield count_correct(dataset, "scene", found)
        yield from list_rates(dataset, found, list(dict.fromkeys(reference for reference, _ in found)), ("macro",))
        yield score_words(root, decode, recipe, "wer without scene")


def score_mean_f1(root: str, _: Recipe, __: Sequence[str]) -> Iterator[Finding]:
    """The mean F1 of labels in `score_f1`, as snips has it; its script looks for transcripts a directory higher."""
    for path in find_files(root, "decode_*/score_wer/hyp.trn") + find_files(root, "decode_*/*/score_wer/hyp.trn"):
        decode = os.path.dirname(os.path.dirname(path))
        sides = read_pair(os.path.join(decode, "score_wer"))
        # The first field of a line, which is the ID where there is no text.
        firsts = [[(text.split() or [name])[0] for text, name in side] for side in sides]
        found = Counter(zip(*firsts, strict=True))
        # In the order of the first lines that have them, in which the script adds up.
        labels = list(dict.fromkeys(label for reference, hypothesis in found for label in (hypothesis, reference)))
        rates = [compute_rates(detect_label("", found, label)) for label in labels]
        mean = sum(f1 for _, _, f1 in rates) / len(rates)
        named = ", ".join(f"{side}_trn='{decode}//score_wer/{side}.trn'" for side in ("hyp", "ref"))
        write_lines(os.path.join(decode, "score_f1/f1_score"), [f"Namespace({named})", f"The Macro-F1 score: {mean}"])
        dataset = os.path.relpath(decode, root)
        yield count_correct(dataset, "intent", found)
        yield from list_rates(dataset, found, labels, ("macro",))


def score_commands(root: str, _: Recipe, words: Sequence[str]) -> Iterator[Finding]:
    """The accuracy of commands of one word in `accuracy.csv` of each set, and of all in that of the inference."""
    tag = words[words.index("--inference_tag") + 1] if "--inference_tag" in words[:-1] else "*"
    rows: dict[str, list[str]] = {}
    for path in find_files(root, f"{tag}/*/score_wer/hyp.trn"):
        decode = os.path.dirname(os.path.dirname(path))
        above, name = os.path.split(decode)
        found = count_correct(os.path.relpath(decode, root), "command", count_labels(decode))
        line = f"{found.total},{found.correct},{found.correct / found.total}"
        write_lines(os.path.join(decode, "accuracy.csv"), ["total,correct,accuracy", line])
        rows.setdefault(above, []).append(f"{name},{line}")
        yield found
    for above, lines in rows.items():
        write_lines(os.path.join(above, "accuracy.csv"), ["name,total,correct,accuracy", *lines])


def count_labels(decode: str, *, keeps_ids: bool = False) -> Counter[tuple[str, str]]:
    """How often which first words of references and hypotheses met; swbd_sentiment keeps the ID behind a last word."""
    sides = [
        [(f"{text}\t{name}" if keeps_ids else text).split(" ", 1)[0] for text, name in side]
        for side in read_pair(os.path.join(decode, "score_wer"))
    ]
    return Counter(zip(*sides, strict=True))


def split_labels(decode: str) -> Counter[tuple[str, str]]:
    """Writes the words behind the labels, and counts the labels."""
    folder = os.path.join(decode, "score_wer")
    for side, rows in zip(("ref", "hyp"), read_pair(folder), strict=True):
        lines = [f"{text.partition(' ')[2]}\t{name}" for text, name in rows]
        write_lines(os.path.join(folder, f"{side}_asr.trn"), lines)
    return count_labels(decode)


def score_words(root: str, decode: str, recipe: Recipe, unit: str, between: str = "//") -> Finding:
    ends, folder = ["ref_asr.trn", "hyp_asr.trn"], os.path.join(decode, "score_wer")
    return score_files(root, folder, ends, "result_asr.txt", unit, recipe, called=f"{decode}{between}score_wer")


def count_correct(dataset: str, what: str, found: Confusions) -> Accuracy:
    correct = sum(count for (reference, hypothesis), count in found.items() if reference == hypothesis)
    return Accuracy(dataset, what, correct, sum(found.values()))


def detect_label(dataset: str, found: Confusions, label: str) -> Detection:
    there = sum(count for (reference, _), count in found.items() if reference == label)
    recognized = sum(count for (_, hypothesis), count in found.items() if hypothesis == label)
    return Detection(dataset, label, found.get((label, label), 0), there, recognized)


def compute_rates(each: Detection) -> tuple[float, float, float]:
    """Precision, recall and F1; 0 where they are not defined, as scikit-learn has it."""
    if not each.correct:
        return 0.0, 0.0, 0.0
    precision, recall = each.correct / each.recognized, each.correct / each.there
    return precision, recall, 2 * (precision * recall) / (precision + recall)


def list_rates(dataset: str, found: Confusions, labels: Sequence[str], means: Sequence[str]) -> Iterator[Finding]:
    yield from (detect_label(dataset, found, label) for label in labels)
    yield from list_means(dataset, found, labels, means)


def list_means(
    dataset: str, found: Confusions, labels: Sequence[str], means: Sequence[str], of: str = ""
) -> Iterator[Finding]:
    for mean in means:
        precision, recall, f1 = average_rates(dataset, found, labels, mean)
        yield Rates(dataset, f"{mean}{of}", precision, recall, f1)


def average_rates(dataset: str, found: Confusions, labels: Sequence[str], mean: str) -> tuple[float, float, float]:
    """In percent, the mean of labels, each or as often as it is meant, or the rates of all together."""
    each = [detect_label(dataset, found, label) for label in labels]
    if mean == "micro":
        sums = Detection(
            dataset, "", *(sum(getattr(own, name) for own in each) for name in ("correct", "there", "recognized"))
        )
        each = [sums]
    weights = [own.there if mean == "weighted" else 1 for own in each]
    columns = zip(*map(compute_rates, each), strict=True)
    precision, recall, f1 = (
        100 * sum(rate * weight for rate, weight in zip(column, weights, strict=True)) / sum(weights)
        if sum(weights)
        else 0.0
        for column in columns
    )
    return precision, recall, f1
