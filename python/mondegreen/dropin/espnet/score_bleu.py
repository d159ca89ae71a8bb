"""`score_bleu.sh`, ESPnet 1's scoring of translations, and `evaluate_asr_bleu.sh` and s2st.sh's, of translated speech.

All leave the texts step by step, and BLEU, chrF and TER by sacrebleu.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from mondegreen.dropin.espnet.espnet1 import DecodeDirectory, apply_sed_to_file
from mondegreen.dropin.espnet.evaluate_asr import SCORING
from mondegreen.dropin.espnet.json_programs import Outputs, drop_words, write_translations
from mondegreen.dropin.espnet.layout import SPOKEN_REFERENCE, Decode
from mondegreen.dropin.espnet.moses import LANGUAGES, detokenize, remove_punctuation_as_perl
from mondegreen.dropin.espnet.recipe import Recipe
from mondegreen.dropin.espnet.scoring import write_file, write_lines
from mondegreen.dropin.espnet.stage import clean_texts
from mondegreen.dropin.espnet.tables import join_by_id, read_fields, read_table, read_text, split_lines
from mondegreen.dropin.espnet.text_processing import Pieces, Words, read_symbols
from mondegreen.dropin.espnet.translation import (
    CASES,
    HEADS,
    ID,
    LOWER_CASE,
    PARENTHESES,
    TRUE_CASE,
    Translation,
    compute_scores,
)
from mondegreen.dropin.kaldi.scripts import ShellScript, shell_script
from mondegreen.errors import ScoreError

DEFAULTS = {
    "nlsyms": "",
    "bpemodel": "",
    "filter": "",
    "case": TRUE_CASE,
    "set": "",
    "remove_nonverbal": "true",
    "character_level": "false",
}
USAGE = "Usage: {name} <decode-dir> <tgt_lang> <dict-tgt> <dict-src>\n"
RULE = "#" * 120
# The ID behind a text, which has a character at least.
NAMED = re.compile(r".+\s(\([^)]+\))$")


@shell_script("score_bleu.sh", USAGE, DEFAULTS, arguments=(3, 4), echo="")
def score_bleu(call: ShellScript) -> None:
    """Score the translations of a decode directory of ESPnet 1."""
    path, language, dictionary, *sources = call.arguments
    warn_language(call, language)
    directory = DecodeDirectory(path, os.path.basename(path), Recipe(literal=True), "")
    directory.join_jobs()
    for note in directory.notes:
        call.say(f"{call.name}: warning: {note}")
    outputs = Outputs(os.path.join(path, "data.json"), dictionary)
    written = {side: os.path.join(path, f"{side}.trn.org") for side in ("ref", "hyp", "src")}
    write_translations(outputs, outputs.spelled_by(next(iter(sources), dictionary)), *written.values())
    sides = {side: split_lines(read_text(file)) if os.path.getsize(file) else [] for side, file in written.items()}
    write_lines(os.path.join(path, "utt_id"), [NAMED.sub(r"\1", line) for line in sides["ref"]])
    texts = {side: respell(call, path, side, lines, language) for side, lines in sides.items()}
    case, path = call.text("case"), os.path.join(path, f"result.{call.text('case')}.txt")
    printed, _ = compute_scores([texts["ref"]], texts["hyp"], lowercase=case != TRUE_CASE)
    head = f"{call.text('set')}\n" if call.text("set") else ""
    text = f"{head}{RULE}\nsacleBLEU\n{printed}\n{RULE}\n"
    write_file(path, text.encode())
    named = ("sensitive", path) if case == TRUE_CASE else ("insensitive", f"{os.path.dirname(path)}/result.lc.txt")
    call.write(f"write a case-{named[0]} BLEU result in {named[1]}\n{text}")


def respell(call: ShellScript, path: str, side: str, lines: Sequence[str], language: str) -> list[str]:
    """Writes a side step by step, and gives its lines as they are compared."""

    def write(step: str, texts: Iterable[str]) -> list[str]:
        write_lines(os.path.join(path, f"{side}{step}"), found := list(texts))
        return found

    bare = write(".trn", (ID.sub("", line) for line in lines))
    verbal = write(".rm.trn", (PARENTHESES.sub("", line) for line in bare))
    lines = verbal if call.flag("remove_nonverbal") else bare
    if model := call.text("bpemodel"):
        pieces = Pieces(model)
        # References are texts already.
        lines = lines if side == "ref" else [pieces.decode(line).replace("▁", " ") for line in lines]
    else:
        lines = [join_characters(line) for line in lines]
    lines = write(".wrd.trn", lines)
    name = ".wrd.trn.detok"
    lines = write(name, (detokenize(line, language) if line.strip() else line for line in lines))
    if call.text("nlsyms"):
        listed = {line.strip() for line in read_text(call.text("nlsyms")).splitlines()}
        write(f"{name}.tmp", lines)  # which the script leaves
        lines = write(name, (drop_words(line, listed) for line in lines))
    if call.text("filter"):
        lines = apply_sed_to_file(os.path.join(path, f"{side}{name}"), call.text("filter"))
    if call.flag("character_level"):
        write(f"{name}.tmp", lines)
        lines = write(name, ("".join(f" {sign}" for sign in line) for line in lines))
    return lines


def join_characters(line: str) -> str:
    """The words that characters spell, with a space before the first parenthesis and behind each symbol."""
    return line.replace(" ", "").replace("(", " (", 1).replace("<space>", " ").replace(">", "> ")


def warn_language(call: ShellScript, language: str) -> None:
    if language not in LANGUAGES:
        call.say(f"Warning: No built-in rules for language {language}.")


EVALUATION = {
    "datadir": "",
    "outdir": "",
    "stage": "1",
    "stop_stage": "3",
    "nj": "8",
    "gpu_inference": "false",
    "fs": "16000",
    "do_data_prep": "false",
    "scp_suffix": "",
    "tgt_lang": "",
    "cachedir": ".cache",
    "remove_formated_data": "false",
    "model_tag": "",
    "asr_model_file": "",
    "lm_file": "",
    "inference_config": "",
    "inference_args": "",
    "nlsyms_txt": "none",
    "cleaner": "none",
    "gt_text": "",
    "literal": "false",
}


@shell_script("evaluate_asr_bleu.sh", "Usage: {name} [Options]\n", EVALUATION, arguments=(0,), echo="words")
def evaluate_asr_bleu(call: ShellScript) -> None:
    """Score what was recognized of translated speech as a translation, without case and punctuation."""
    data, out = call.text("datadir"), call.text("outdir")
    if not (data and out):
        call.fail("--datadir and --outdir must be provided")
    if call.integer("stage") < SCORING or call.integer("stop_stage") < SCORING:
        call.fail("decodes in stages 1 and 2, which is ESPnet's work; to score, --stage 3 --stop_stage 3")
    language = call.text("tgt_lang")
    if language:
        warn_language(call, language)
    recipe = Recipe(call.text("nlsyms_txt"), call.text("cleaner"), literal=call.flag("literal"))
    reference = call.text("gt_text") or os.path.join(data, f"text{call.text('scp_suffix')}")
    scp = os.path.join(out, "tmp" if call.flag("do_data_prep") else "wav", "wav.scp")
    spoken = Spoken(reference, os.path.join(data, "utt2spk"), os.path.join(out, "text"), scp, language)
    sides, notes = spoken.read(recipe)
    for note in notes:
        call.say(f"{call.name}: warning: {note}")
    path, _ = spoken.score(os.path.join(out, "score_asr_bleu"), sides)
    call.write(f"Write a case-insensitve BLEU (single-reference) result in {path}\n")


# The lines of a side, and the IDs behind them.
Side = tuple[list[str], list[str]]


class Spoken(NamedTuple):
    """Where the translations of speech are that were recognized again, their references and the IDs of both.

    `scp` lists the audio, whose IDs stand behind the recognized texts; without it, these have the references'.
    """

    reference: str
    utt2spk: str
    hypothesis: str
    scp: str
    language: str

    def read(self, recipe: Recipe) -> tuple[dict[str, Side], Sequence[str]]:
        """The words of both sides, of references behind the cleaner, and notes; to be literal, by line."""
        reference, hypothesis = read_table(self.reference), read_table(self.hypothesis)
        owners = {row[0]: row[1] for row in read_fields(self.utt2spk) if len(row) > 1}
        how = recipe.make_cleaners()[0]
        tokenize = Words(read_symbols(recipe.symbols))
        if recipe.literal:
            named = [f"{owner}-{key}" for key, owner in owners.items()]
            ids = [row[0] for row in read_fields(self.scp) if row] if self.scp else named
            first = tokenize(clean_texts(reference.texts, how)), named
            return {"ref": pad_columns(*first), "hyp": pad_columns(tokenize(hypothesis.texts), ids)}, ()
        fit = join_by_id(reference, hypothesis, {})
        named = [f"{owners.get(key, key)}-{key}" for key in fit.utt_ids]
        first = tokenize(clean_texts(fit.references, how)), named
        return {"ref": first, "hyp": (tokenize(fit.hypotheses), fit.utt_ids if self.scp else named)}, fit.notes

    def score(self, folder: str, sides: Mapping[str, Side]) -> tuple[str, tuple[float, float, float]]:
        """Writes both sides step by step, and what sacrebleu says of them; the path of that, and the scores."""
        plain = {}
        for side, (lines, names) in sides.items():
            steps = {
                ".trn.org": [
                    f"{line}\t({name})" if name else f"{line}\t" for line, name in zip(lines, names, strict=True)
                ]
            }
            steps[".trn"] = [ID.sub("", line) for line in steps[".trn.org"]]
            steps[".trn.detok"] = [detokenize(line, self.language) if self.language else line for line in steps[".trn"]]
            plain[side] = steps[".trn.detok.lc.rm"] = list(map(remove_punctuation_as_perl, steps[".trn.detok"]))
            for step, texts in steps.items():
                write_lines(os.path.join(folder, f"{side}{step}"), texts)
        printed, scores = compute_scores([plain["ref"]], plain["hyp"], lowercase=True)
        path = os.path.join(folder, f"result.{LOWER_CASE}.txt")
        write_file(path, f"{HEADS[LOWER_CASE, False]}\n{printed}\n".encode())
        return path, scores


# Where s2st.sh finds translations of a subtask, as it spells that, and where it leaves the scores of both.
SUBTASK = "st_subtak"
FOLDERS = (("", "score_asr_bleu"), (SUBTASK, "score_st_subtask_bleu"))


def score_spoken(decode: Decode, recipe: Recipe, root: str, language: str) -> Iterator[Translation]:
    """Speech translated into speech, by what was recognized of it, as s2st.sh scores it; and a subtask's texts."""
    found = [
        name[5:]
        for name in sorted(os.listdir(decode.data))
        if SPOKEN_REFERENCE.fullmatch(name) and language in ("", name[5:])
    ]
    # Such as s2st_train_raw_fbank_es_en500, behind whose language stands how many pieces there are.
    parts = [part.rstrip("0123456789") for part in os.path.basename(os.path.abspath(root)).split("_")]
    named = [part for part in parts if part in found]
    if not found or (len(found) > 1 and not named):
        what = f"has references in {' and '.join(found)}" if found else f"there is no text.{language or '*'}"
        raise ScoreError(f"{what}; name the language translated into by --tgt-lang", path=decode.data)
    chosen = named[-1] if named else found[0]
    for below, folder in FOLDERS:
        place = os.path.join(decode.directory, below)
        if not os.path.isfile(os.path.join(place, "text")):
            continue
        scp = "" if below else os.path.join(place, "wav/wav.scp")
        reference, owners = (os.path.join(decode.data, name) for name in (f"text.{chosen}", "utt2spk"))
        spoken = Spoken(reference, owners, os.path.join(place, "text"), scp, chosen)
        sides, notes = spoken.read(recipe)
        path, (bleu, chrf, ter) = spoken.score(os.path.join(decode.directory, folder), sides)
        name = os.path.normpath(os.path.join(decode.name, below))
        # The script looks for results without punctuation, which it writes under another name.
        yield Translation(name, LOWER_CASE, CASES[-1], False, path, bleu, chrf, ter, tuple(notes))  # noqa: FBT003 - one reference


def pad_columns(*columns: Sequence[str]) -> tuple[list[str], list[str]]:
    """Two columns as paste joins them, the shorter with empty lines at its end."""
    lines, names = zip(*zip_longest(*columns, fillvalue=""), strict=True)
    return list(lines), list(names)
