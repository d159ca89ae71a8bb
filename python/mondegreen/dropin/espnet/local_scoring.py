"""What recipes of ESPnet score in their own `local/score.sh`, from the transcripts that the stage before it wrote.

Code-switching (seame) is scored by language, conversations without fillers (`conversations`), ML-SUPERB (`superb`) by
groups of languages and by the language recognized, as other multilingual recipes (open_li52, fleurs) are; spoken
language understanding by the first word, by named entities or by slots, as `intents` and `slots` say.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from mondegreen.component import unknown_name
from mondegreen.dropin.espnet import conversations, intents, slots, superb
from mondegreen.dropin.espnet.language_id import score_labels, score_named_labels
from mondegreen.dropin.espnet.recipe import Recipe
from mondegreen.dropin.espnet.scoring import Finding, Result, read_transcript, score_files, write_lines
from mondegreen.dropin.espnet.tables import find_files, read_text, split_lines
from mondegreen.dropin.espnet.translation import Translation, score_speech_translation
from mondegreen.errors import join_ids

SCRIPT = "local/score.sh"
# What a recipe's script, or the programs that it runs, hold, the first that is there being meant.
INTENTS = "Intent Classification Result"
MARKS = (
    ("seame", ("split_lang_trn",)),
    ("reverb", ("for_[0-9]ch_",)),
    ("ml_superb", ("split_results",)),
    ("ml_superb2", ("challenge_results.md",)),
    ("interspeech2024_dsu_challenge", ("EN_LibriSpeech",)),
    ("swbd", ("trn2ctm.py", "hubscr")),
    ("gigaspeech", ("gigaspeech_scoring.py",)),
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


RECIPES: dict[str, Callable[[str, Recipe, Sequence[str]], Iterator[Finding | Translation]]] = {
    "seame": score_seame,
    "reverb": score_reverb,
    "ml_superb": superb.score_superb,
    "ml_superb2": superb.score_challenge,
    "interspeech2024_dsu_challenge": superb.score_submission,
    "swbd": conversations.score_telephone,
    "gigaspeech": conversations.score_gigaspeech,
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
