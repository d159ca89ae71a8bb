"""`evaluate_asr.sh`, stage 3: how well other audio than a recipe's was recognized; utterances have no speakers.

Its first stages decode, which is ESPnet's work; and it joins texts by lines, where this joins them by ID.
"""

from __future__ import annotations

import os
import shutil
from itertools import zip_longest

from mondegreen.dropin.espnet.layout import Decode
from mondegreen.dropin.espnet.recipe import Recipe
from mondegreen.dropin.espnet.score_sclite import pick_sums
from mondegreen.dropin.espnet.stage import Material, clean_texts, score_unit
from mondegreen.dropin.espnet.tables import join_by_id, read_fields, read_table, read_text
from mondegreen.dropin.kaldi.scripts import ShellScript, shell_script

DEFAULTS = {
    "stage": "1",
    "stop_stage": "2",
    "nj": "8",
    "inference_nj": "8",
    "gpu_inference": "false",
    "fs": "16000",
    "model_tag": "",
    "asr_model_file": "",
    "lm_file": "",
    "whisper_tag": "",
    "whisper_dir": "",
    "inference_config": "",
    "inference_args": "",
    "decode_options": "",
    "bpemodel": "",
    "nlsyms_txt": "none",
    "cleaner": "none",
    "hyp_cleaner": "none",
    "gt_text": "",
    "literal": "false",
}
SCORING = 3
USAGE = "Usage: {name} [Options] <wav.scp> <outdir>\n"


@shell_script("evaluate_asr.sh", USAGE, DEFAULTS, arguments=(2,), echo="words")
def evaluate_asr(call: ShellScript) -> int:
    """Score what was recognized of other audio than a recipe's."""
    if not call.text("gt_text") and call.integer("stop_stage") >= SCORING:
        call.fail("--gt_text must be provided if perform scoring.")
    if call.integer("stage") < SCORING or call.integer("stop_stage") < SCORING:
        call.fail("decodes in stages 1 and 2, which is ESPnet's work; to score, --stage 3 --stop_stage 3")
    names = ("nlsyms_txt", "cleaner", "hyp_cleaner")
    symbols, cleaner, hyp_cleaner = (call.text(name) for name in names)
    model = call.text("bpemodel") if os.path.isfile(call.text("bpemodel")) else ""
    recipe = Recipe(symbols, cleaner, hyp_cleaner, model, literal=call.flag("literal"))
    work = read_work(call, recipe)
    results = [result for unit, how in recipe.make_tokenizers().items() for result in score_unit(work, unit, how)]
    for note in dict.fromkeys([*work.notes, *(note for result in results for note in result.notes)]):
        call.say(f"{call.name}: warning: {note}")
    for result in results:
        call.write(f"Write {result.unit} result in {result.path}\n")
        call.write(pick_sums(read_text(result.path).splitlines(keepends=True)))
    directory = os.path.join(call.arguments[1], "tmp")
    if os.path.isdir(directory) and not os.path.islink(directory):
        shutil.rmtree(directory)  # of the first stage
    return 1 if any(result.failed for result in results) else 0


def read_work(call: ShellScript, recipe: Recipe) -> Material:
    """The texts of both sides; to be literal, beside the IDs of wav.scp line by line."""
    scp, directory = call.arguments
    prepared = os.path.join(directory, "tmp", "wav.scp")
    ids = [row[0] for row in read_fields(prepared if os.path.exists(prepared) else scp) if row]
    reference, hypothesis = read_table(call.text("gt_text")), read_table(os.path.join(directory, "text"))
    decode = Decode("espnet2", directory, directory, os.path.dirname(call.text("gt_text")), bare=True)
    cleaners = recipe.make_cleaners()
    if recipe.literal:
        sides = [clean_texts(table.texts, how) for table, how in zip((reference, hypothesis), cleaners, strict=True)]
        ids, *texts = (list(column) for column in zip(*zip_longest(ids, *sides, fillvalue=""), strict=True))
        return Material(decode, recipe, ids, [""] * len(ids), [texts[0]], [texts[1]])
    fit = join_by_id(reference, hypothesis, {})
    texts = [clean_texts(text, how) for text, how in zip((fit.references, fit.hypotheses), cleaners, strict=True)]
    return Material(decode, recipe, fit.utt_ids, [""] * len(fit.utt_ids), [texts[0]], [texts[1]], list(fit.notes))
