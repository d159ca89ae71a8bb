"""`score_bleu.sh`, ESPnet 1's scoring of translations, and `evaluate_asr_bleu.sh`, of speech that was translated.

Both leave the texts step by step, and BLEU, chrF and TER by sacrebleu.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from itertools import zip_longest

from mondegreen.dropin.espnet.espnet1 import DecodeDirectory, apply_sed_to_file
from mondegreen.dropin.espnet.evaluate_asr import SCORING
from mondegreen.dropin.espnet.json_programs import Outputs, drop_words, write_translations
from mondegreen.dropin.espnet.moses import LANGUAGES, detokenize, remove_punctuation_as_perl
from mondegreen.dropin.espnet.recipe import Recipe
from mondegreen.dropin.espnet.scoring import write_file, write_lines
from mondegreen.dropin.espnet.stage import clean_texts
from mondegreen.dropin.espnet.tables import join_by_id, read_fields, read_table, read_text, split_lines
from mondegreen.dropin.espnet.text_processing import Pieces, Words, read_symbols
from mondegreen.dropin.espnet.translation import HEADS, ID, LOWER_CASE, PARENTHESES, TRUE_CASE, compute_scores
from mondegreen.dropin.kaldi.scripts import ShellScript, shell_script

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
    folder, language = os.path.join(out, "score_asr_bleu"), call.text("tgt_lang")
    if language:
        warn_language(call, language)
    plain = {}
    for side, (lines, names) in read_sides(call, data, out).items():
        steps = {
            ".trn.org": [f"{line}\t({name})" if name else f"{line}\t" for line, name in zip(lines, names, strict=True)]
        }
        steps[".trn"] = [ID.sub("", line) for line in steps[".trn.org"]]
        steps[".trn.detok"] = [detokenize(line, language) if language else line for line in steps[".trn"]]
        plain[side] = steps[".trn.detok.lc.rm"] = list(map(remove_punctuation_as_perl, steps[".trn.detok"]))
        for step, texts in steps.items():
            write_lines(os.path.join(folder, f"{side}{step}"), texts)
    printed, _ = compute_scores([plain["ref"]], plain["hyp"], lowercase=True)
    path = os.path.join(folder, f"result.{LOWER_CASE}.txt")
    write_file(path, f"{HEADS[LOWER_CASE, False]}\n{printed}\n".encode())
    call.write(f"Write a case-insensitve BLEU (single-reference) result in {path}\n")


def read_sides(call: ShellScript, data: str, out: str) -> dict[str, tuple[list[str], list[str]]]:
    """The words of both sides with the IDs behind them, of references with the speakers; to be literal, by line."""
    reference = read_table(call.text("gt_text") or os.path.join(data, f"text{call.text('scp_suffix')}"))
    hypothesis = read_table(os.path.join(out, "text"))
    owners = {row[0]: row[1] for row in read_fields(os.path.join(data, "utt2spk")) if len(row) > 1}
    scp = os.path.join(out, "tmp" if call.flag("do_data_prep") else "wav", "wav.scp")
    recipe = Recipe(call.text("nlsyms_txt"), call.text("cleaner"))
    how = recipe.make_cleaners()[0]
    tokenize = Words(read_symbols(recipe.symbols))
    if call.flag("literal"):
        ids = [row[0] for row in read_fields(scp) if row]
        named = [f"{owner}-{key}" for key, owner in owners.items()]
        sides = {"ref": (tokenize(clean_texts(reference.texts, how)), named), "hyp": (tokenize(hypothesis.texts), ids)}
        return {side: pad_columns(*columns) for side, columns in sides.items()}
    fit = join_by_id(reference, hypothesis, {})
    for note in fit.notes:
        call.say(f"{call.name}: warning: {note}")
    named = [f"{owners.get(key, key)}-{key}" for key in fit.utt_ids]
    return {"ref": (tokenize(clean_texts(fit.references, how)), named), "hyp": (tokenize(fit.hypotheses), fit.utt_ids)}


def pad_columns(*columns: Sequence[str]) -> tuple[list[str], list[str]]:
    """Two columns as paste joins them, the shorter with empty lines at its end."""
    lines, names = zip(*zip_longest(*columns, fillvalue=""), strict=True)
    return list(lines), list(names)
