"""ML-SUPERB: groups of languages and the language recognized, its second challenge's table, and a submission's file."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from statistics import stdev
from typing import Any, NamedTuple
from unicodedata import category

from mondegreen.alignment import align
from mondegreen.dropin.espnet.recipe import Recipe
from mondegreen.dropin.espnet.scoring import (
    Accuracy,
    Finding,
    Result,
    Totals,
    read_totals,
    score_files,
    write_file,
    write_lines,
)
from mondegreen.dropin.espnet.tables import find_files, read_table, read_text, split_lines
from mondegreen.errors import ScoreError, count_ids, join_ids

# Languages of ML-SUPERB of which a model has seen five utterances, by ISO 639-3.
FEW_SHOT = frozenset(
    "dan lit tur srp vie kaz zul tsn epo frr tok umb bos ful ceb luo kea sun tso tos".split()  # noqa: SIM905 - as a text
)
LABELS = re.compile(r"\[[a-z]{3}\]"), re.compile(r"\[[a-z]{3}_[a-z]{3}\]")
UNKNOWN = "[UNK]"
CODE = re.compile(r"[\w-]+")
# What local/score.sh fetches to group languages by family: the tree of languages, and codes that are in none.
TREE, *OUTSIDE = (f"downloads/{name}.json" for name in ("linguistic", "macro", "exception"))
ORIGIN = "https://github.com/hhhaaahhhaa/LinguisticTree"


def score_superb(root: str, recipe: Recipe, options: Sequence[str]) -> Iterator[Result | Accuracy]:
    """ML-SUPERB's groups: languages with much and with little training, or each by itself, or all."""
    lid, only_lid, kind = (*options, *("true", "false", "normal")[len(options) :])[:3]
    if kind == "monolingual":
        return
    if kind not in GROUPS:
        raise ScoreError(f'the groups of ml_superb are "{kind}"; choose from {", ".join(GROUPS)}, monolingual')
    name, group_of = GROUPS[kind]
    if kind == FAMILY:
        group_of = read_families().find
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


FAMILY = "language_family"
# The directory and the rule of each way to group languages; a language of no group is left out.
GROUPS: dict[str, tuple[str, Callable[[str], str]]] = {
    "normal": ("few_shot", lambda code: "reserved" if code in FEW_SHOT else "trained"),
    "independent": ("independent", str),
    "all": ("all", lambda _: "all"),
    FAMILY: (FAMILY, str),
}


class Families(NamedTuple):
    """The family of each language, and codes that belong to none."""

    names: dict[str, str]
    outside: frozenset[str]

    def find(self, code: str) -> str:
        if code in self.outside:
            return ""
        if code not in self.names:
            raise ScoreError(f'has no language "{code}"', path=TREE)
        return self.names[code]


def read_families() -> Families:
    """The topmost branches of a tree of languages, whose leaves are lists called `lang`."""
    tree, *others = (read_json(path) for path in (TREE, *OUTSIDE))
    names: dict[str, str] = {}
    for name, branch in tree.items():
        leaves = {each["iso"]: each["name"] for each in branch} if name == "lang" else dict.fromkeys(walk(branch), name)
        names |= {code: family.replace(" ", "-") for code, family in leaves.items()}
    if strange := [family for family in names.values() if os.path.basename(family) != family or not family.strip(".")]:
        raise ScoreError(f'the family "{strange[0]}" is no name of a directory', path=TREE)
    return Families(names, frozenset(code for other in others for code in other))


def walk(branch: Any) -> Iterator[str]:  # noqa: ANN401 - of JSON
    """The codes of the languages below a branch."""
    for name, below in branch.items():
        yield from (each["iso"] for each in below) if name == "lang" else walk(below)


def read_json(path: str) -> Any:  # noqa: ANN401 - as above
    if not os.path.isfile(path):
        raise ScoreError(f"is not there; local/score.sh of ml_superb fetches it from {ORIGIN}", path=path)
    try:
        return json.loads(read_text(path))
    except (ValueError, RecursionError) as error:
        raise ScoreError("is not JSON; fetch it again", path=path) from error


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
        if len(parts) < 2 or not CODE.fullmatch(parts[-2]):  # a directory is named after it
            raise ScoreError("expected the language's code before the last _ of each ID", path=path, key=utterance)
        if group := group_of(parts[-2]):
            groups.setdefault(group, []).append(line.rstrip())
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


# The sets of LibriSpeech and of ML-SUPERB that the challenge of discrete units counts.
SPEECH = ("dev_clean", "dev_other", "test_clean", "test_other")
MULTILINGUAL = "test_1h"
# The bitrate is computed by hand, and is to be filled in, as the script has it.
SUBMISSION = """{
    "config": {
        "model_dtype": "torch.float16",
        "model_name": "YOUR_MODEL_NAME"
    },
    "results": {
        "asr_eval1": {
            "EN_LibriSpeech": %s
        },
        "asr_eval2": {
            "ML_SUPERB": %s
        },
        "asr_eval3": {
            "Bitrate": XX.XX
        }
    }
}
"""


def score_submission(root: str, _: Recipe, __: Sequence[str]) -> Iterator[Finding]:
    """The character error rates of LibriSpeech's four sets together and of ML-SUPERB, in a challenge's file."""
    inferences = dict.fromkeys(os.path.dirname(path) for path in find_files(root, f"*/{MULTILINGUAL}"))
    for above in inferences:
        paths = [os.path.join(above, name, "score_cer/result.txt") for name in (*SPEECH, MULTILINGUAL)]
        if lost := [path for path in paths if not os.path.isfile(path)]:
            yield f"{lost[0]}: is not there, so that {above} has no submission"
            continue
        *speech, multilingual = map(read_totals, paths)
        english = Totals(*(sum(getattr(each, name) for each in speech) for name in Totals.__slots__))
        target = f"{above}_result.json"
        pairs = (("cer of LibriSpeech", english), ("cer of ML-SUPERB", multilingual))
        rates = [f"{100 * totals.errors / totals.words:.2f}" for _, totals in pairs]
        write_file(target, (SUBMISSION % tuple(rates)).encode())
        yield from (Result(os.path.basename(above), what, target, totals, []) for what, totals in pairs)
        yield f"{target}: write the bitrate where XX.XX stands"
    if not inferences:
        raise ScoreError(f"no inference has the set {MULTILINGUAL}, of which a submission tells", path=root)
