"""`steps/score_kaldi.sh`, which is `steps/scoring/score_kaldi_wer.sh`, its variant for characters, and a comparison."""

from __future__ import annotations

import os

from mondegreen.dropin.kaldi.pipelines import check_jobs, run_job
from mondegreen.dropin.kaldi.scoring import CHARACTERS, WORDS, Scoring, Unit, iterate_settings
from mondegreen.dropin.kaldi.scripts import (
    FAILED,
    NO_SUCH,
    DieError,
    ShellScript,
    make_directory,
    read_file,
    shell_script,
)
from mondegreen.dropin.kaldi.text_programs import compute_wer_bootci

DEFAULTS = {
    "cmd": "run.pl",
    "stage": "0",
    "decode_mbr": "false",
    "stats": "true",
    "beam": "6",
    "word_ins_penalty": "0.0,0.5,1.0",
    "min_lmwt": "7",
    "max_lmwt": "17",
    "iter": "final",
}
# Usages go to standard output, where recipes count their lines: they are Kaldi's, trailing spaces included.
USAGE = """\
Usage: {name} [--cmd (run.pl|queue.pl...)] <data-dir> <lang-dir|graph-dir> <decode-dir>
 Options:
    --cmd (run.pl|queue.pl...)      # specify how to run the sub-processes.
    --stage (0|1|2)                 # start scoring script from part-way through.
    --decode_mbr (true/false)       # maximum bayes risk decoding (confusion network).
    --min_lmwt <int>                # minumum LM-weight for lattice rescoring\x20
    --max_lmwt <int>                # maximum LM-weight for lattice rescoring\x20
"""
COMPARE_USAGE = """\
Usage: {name} [--cmd (run.pl|queue.pl...)] <score-dir1> <score-dir2> <dir-compare>
 Options:
    --cmd (run.pl|queue.pl...)      # specify how to run the sub-processes.
    --replications <int>            # number of bootstrap evaluation to compute confidence.
"""


@shell_script("steps/score_kaldi.sh", USAGE, DEFAULTS)
def score_kaldi_wer(call: ShellScript) -> None:
    """Score the words of a decode directory; the stages are those of the original."""
    scoring = prepare_scoring(call, name="score.sh")
    stage = call.integer("stage")
    if stage <= 0:
        search_and_score(call, scoring)
    if stage <= 1:
        describe_best(call, scoring, WORDS)
    remove_old_results(scoring.decode)


@shell_script("steps/scoring/score_kaldi_cer.sh", USAGE, DEFAULTS)
def score_kaldi_cer(call: ShellScript) -> None:
    """Score the characters of a decode directory, of its own texts or those of the script for words."""
    scoring = prepare_scoring(call, name=call.name)
    stage = call.integer("stage")
    if stage <= 0:
        search_and_score(call, scoring)
    if stage <= 2:
        scoring.write_characters()
        scoring.score(CHARACTERS)
    if stage <= 3:
        describe_best(call, scoring, CHARACTERS)
    remove_old_results(scoring.decode)


def prepare_scoring(call: ShellScript, name: str) -> Scoring:
    """Find all that must be there, announce what is scored, and filter the reference."""
    data, lang, decode = call.arguments
    speakers = [f"{data}/utt2spk"] if call.flag("stats") else []
    files = [f"{lang}/words.txt", f"{decode}/lat.1.gz", f"{data}/text", *speakers]
    call.check_files(files, name=name, message=NO_SUCH)
    settings = list(iterate_settings(call.weights(), call.text("word_ins_penalty")))
    try:
        for setting in settings:  # a penalty that is no number is found before anything is done
            setting.word_cost  # noqa: B018 - it fails
    except ValueError as error:
        call.fail(str(error))
    kind = "MBR, " if call.flag("decode_mbr") else ""
    call.report(f"scoring with {kind}word insertion penalty={call.text('word_ins_penalty')}")
    scoring = Scoring(data, f"{lang}/words.txt", decode, settings)
    scoring.filter_reference()
    return scoring


def search_and_score(call: ShellScript, scoring: Scoring) -> None:
    scoring.search(beam=call.number("beam") if call.flag("decode_mbr") else None)
    scoring.score()


def describe_best(call: ShellScript, scoring: Scoring, unit: Unit) -> None:
    """Find the best setting, and describe it if that is wanted."""
    best, _ = scoring.find_best(unit)
    if best is None:
        what = f"we could not get the details of the best {unit.name.upper()}"
        file = f"the file {scoring.decode}/{unit.name}_*."
        call.report(f"{what} from {file}  Probably something went wrong.")
        raise DieError("", FAILED)
    if call.flag("stats"):
        scoring.write_details(best, unit)


def remove_old_results(decode: str) -> None:
    """Remove results under the names that older scripts gave them (`wer_7`, `cer_12`), as the original does."""
    for name in os.listdir(decode):
        kind, mark, rest = name.partition("_")
        if kind in ("wer", "cer") and mark and len(rest) in (1, 2) and not os.path.isdir(f"{decode}/{name}"):
            os.remove(f"{decode}/{name}")


@shell_script("steps/scoring/score_kaldi_compare.sh", COMPARE_USAGE, {"cmd": "run.pl", "replications": "10000"})
def score_kaldi_compare(call: ShellScript) -> None:
    """Compare the best texts of two decode directories by the bootstrap."""
    first, second, out = call.arguments
    files = [f"{home}/{name}" for home in (first, second) for name in ("test_filt.txt", "best_wer")]
    call.check_files(files, message=NO_SUCH)
    texts = [f"{first}/test_filt.txt", find_best_text(first), find_best_text(second)]
    words = [f"--replications={call.integer('replications')}", *(f"ark:{text}" for text in texts)]
    make_directory(f"{out}/log")
    job = run_job(f"{out}/log/score_compare.log", [(compute_wer_bootci, words)], f"{out}/wer_bootci_comparison")
    check_jobs([job], job.path)


def find_best_text(home: str) -> str:
    fields = os.fsdecode(read_file(f"{home}/best_wer")).split()
    _, weight, penalty = f"__{fields[-1] if fields else ''}".rsplit("_", 2)
    return f"{home}/penalty_{penalty}/{weight}.txt"
