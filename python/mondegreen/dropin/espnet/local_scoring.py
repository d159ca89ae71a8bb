"""What recipes of ESPnet score in their own `local/score.sh`, from the transcripts that the stage before it wrote.

Code-switching (seame) is scored by language, ML-SUPERB by groups of languages and by the language recognized, as other
multilingual recipes (open_li52, fleurs) are; spoken language understanding by the first word, by named entities or by
slots, as `intents` and `slots` say.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import stdev
from typing import NamedTuple
from unicodedata import category

from mondegreen.alignment import align
from mondegreen.component import unknown_name
from mondegreen.dropin.espnet import intents, slots
from mondegreen.dropin.espnet.language_id import score_labels, score_named_labels
from mondegreen.dropin.espnet.recipe import Recipe
from mondegreen.dropin.espnet.scoring import Accuracy, Finding, Result, read_transcript, score_files, write_lines
from mondegreen.dropin.espnet.tables import find_files, read_table, read_text, split_lines
from mondegreen.dropin.espnet.translation import Translation, score_speech_translation
from mondegreen.errors import ScoreError, count_ids, join_ids

SCRIPT = "local/score.sh"
# What a recipe's script, or the programs that it runs, hold, the first that is there being meant.
INTENTS = "Intent Classification Result"
MARKS = (
    ("seame", ("split_lang_trn",)),
    ("reverb", ("for_[0-9]ch_",)),
    ("ml_superb", ("split_results",)),
    ("ml_superb2", ("challenge_results.md",)),
    ("multimed_st", ("score_st_bleu",)),
    ("slurp_entity", ("convert_to_entity_file",)),
    ("catslu_entity", ("Domain;F1;Accuracy",)),
    ("media", ("CER;CVER",)),
    ("slue-voxceleb", ("def generate_asr_files",)),
    ("swbd_sentiment", ("macro f1:{}",)),
    ("dcase22_task1", ("score_macro",)),
    ("snips", ("The Macro-F1 score",)),
    ("grabo", ("total,correct,accuracy",)),
    ("slue-voxpopuli", ("Valid label-F1:",)),
    ("open_li52", ("score_lang_id.py --ref",)),
    ("fleurs", ("lang_id_refs.tsv",)),
    ("jdcinal", (INTENTS, "result_asr", "_scoredir=")),
    ("fsc", (INTENTS, "result_asr")),
    ("slurp", (INTENTS,)),
)
PROGRAM = re.compile(r"\b(local/[\w./-]+\.(?:py|sh))\b")
# A program that swbd_sentiment has and does not run: it counts what the script prints for other recipes.
UNNAMED = "local/score_f1.py"
# Programs whose work is done by ours.
DONE = (
    *("local/score.py", "local/split_", "local/score_lang_id.py", "local/lid.py", "local/align_ref_hyp.py"),
    *("local/generate_asr_files.py", "local/f1_score.py", "local/compute_f1.py", "local/score_macro.py", UNNAMED),
    *("local/convert_to_entity_file.py", "local/evaluation/"),
)
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

    def score(self, root: str, recipe: Recipe) -> Iterator[Finding | Translation]:
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
    named = {path for path in (*PROGRAM.findall(script), UNNAMED) if path != SCRIPT}
    programs = sorted(filter(os.path.isfile, named))
    text = "".join([script, *map(read_text, programs)])
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


def score_reverb(root: str, recipe: Recipe, _: Sequence[str]) -> Iterator[Result]:
    """Utterances of microphones near and far by themselves, beside the set that holds both."""
    for rate in ("wer", "cer", "ter"):
        for path in find_files(root, f"*/*/score_{rate}/hyp.trn"):
            decode = os.path.dirname(os.path.dirname(path))
            for distance in ("far", "near"):
                channel = re.compile(f"for_[0-9]ch_{distance}")
                sides = [split_lines(read_text(f"{decode}/score_{rate}/{side}.trn")) for side in ("hyp", "ref")]
                chosen = [list(filter(channel.search, side)) for side in sides]
                if distance in decode or not chosen[0]:
                    continue
                folder = f"{decode}_{distance}/score_{rate}"
                for side, lines in zip(("hyp", "ref"), chosen, strict=True):
                    write_lines(f"{folder}/{side}.trn", lines)
                yield score_files(root, folder, ["ref.trn", "hyp.trn"], "result.txt", rate, recipe)


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


# Languages of ML-SUPERB 2.0 that are written without spaces.
UNSPACED = ("[cmn]", "[jpn]", "[tha]", "[yue]")
CHALLENGE = (("dev", "org/dev"), ("dev_dialect", "dev_dialect"))
COLUMNS = ("decode_dir", "Standard CER", "Standard LID", "Worst 15 CER", "CER StD", "Dialect CER", "Dialect LID")
WORST = 15


def score_challenge(root: str, recipe: Recipe, _: Sequence[str]) -> Iterator[Finding]:
    """ML-SUPERB 2.0's `challenge_results.md`; its script divides the sum of the worst languages by 15, if fewer."""
    rows = []
    for decode in find_files(root, "*decode_asr*"):
        name, values = os.path.basename(decode), []
        for data, below in CHALLENGE:
            by_language = compare_languages(os.path.join("data", data, "text"), os.path.join(decode, below, "text"))
            rates = sorted((sum(each.rates) / len(each.rates) for each in by_language.values()), reverse=True)
            accuracies = [each.correct / len(each.rates) for each in by_language.values()]
            for language, each in by_language.items():
                yield Accuracy(f"{name}/{below}", f"language, {language}", each.correct, len(each.rates))
            worst = rates[:WORST]
            if len(worst) < WORST and data == "dev" and not recipe.literal:
                what = "languages, by which the sum of the worst is divided"
                yield f"{decode}/{below}: has {len(worst)} {what}; ESPnet's script divides by {WORST} (--literal)"
            spread = stdev(rates) if len(rates) > 1 else float("nan")
            divisor = WORST if recipe.literal else len(worst)
            means = [sum(rates) / len(rates), sum(accuracies) / len(accuracies), sum(worst) / divisor, spread]
            values += [str(round(100 * value, 1)) for value in (means if data == "dev" else means[:2])]
        rows.append("|".join([name, *values]) + "|")
    if rows:
        head = ["# RESULTS", "", "## args.exp_dir", "", f"|{'|'.join(COLUMNS)}|", "|---" * len(COLUMNS) + "|"]
        write_lines(os.path.join(root, "challenge_results.md"), [*head, *rows])


class Language(NamedTuple):
    """The character error rates of a language's utterances, and of how many the language was recognized."""

    rates: list[float]
    correct: int


def compare_languages(reference: str, hypothesis: str) -> dict[str, Language]:
    """The utterances of each language, without punctuation and case; the label is the first word of a text."""
    tables = [read_table(path) for path in (reference, hypothesis)]
    sides = [dict(zip(table.utt_ids, table.texts, strict=True)) for table in tables]
    if lost := sides[0].keys() ^ sides[1].keys():
        raise ScoreError(
            f"{count_ids(lost)} not in both this and {reference}: {join_ids(sorted(lost))}", path=hypothesis
        )
    found: dict[str, Language] = {}
    for utt_id, text in sides[0].items():
        language = text.partition(" ")[0]
        texts = [normalize_text(each[5:], is_unspaced=language in UNSPACED) for each in (text, sides[1][utt_id])]
        if not texts[0]:
            continue
        errors = int(align([list(texts[0])], [list(texts[1])]).errors[0])
        before = found.get(language, Language([], 0))
        correct = before.correct + (sides[1][utt_id][:5] == language)
        found[language] = Language([*before.rates, errors / len(texts[0])], correct)
    if not found:
        raise ScoreError("holds no text behind its labels, such as [eng]", path=reference)
    return found


def normalize_text(text: str, *, is_unspaced: bool) -> str:
    kept = "".join(text.split()) if is_unspaced else text.strip()
    return "".join(sign for sign in kept if not category(sign).startswith("P")).upper().strip()


RECIPES: dict[str, Callable[[str, Recipe, Sequence[str]], Iterator[Finding | Translation]]] = {
    "seame": score_seame,
    "reverb": score_reverb,
    "ml_superb": score_superb,
    "ml_superb2": score_challenge,
    "slurp": intents.score_intents,
    "slurp_entity": slots.score_slurp,
    "fsc": partial(intents.score_intents, asr=True),
    "jdcinal": partial(intents.score_intents, asr=True, between="/"),
    "slue-voxceleb": intents.score_voxceleb,
    "swbd_sentiment": intents.score_sentiments,
    "dcase22_task1": intents.score_scenes,
    "snips": intents.score_mean_f1,
    "grabo": intents.score_commands,
    "catslu_entity": slots.score_catslu,
    "media": slots.score_media,
    "multimed_st": score_speech_translation,
    "slue-voxpopuli": lambda root, recipe, _: slots.score_entities(root, recipe),
    "open_li52": lambda root, *_: score_labels(root, "dump/raw"),
    "fleurs": lambda root, *_: score_named_labels(root),
}
