"""`steps/score_kaldi.sh`, which is `steps/scoring/score_kaldi_wer.sh`, its variant for characters, and a comparison."""

from __future__ import annotations

import os

from mondegreen.dropin.kaldi.pipelines import check_jobs, run_job
from mondegreen.dropin.kaldi.scoring import CHARACTERS, WORDS, Scoring, Unit, iterate_settings
from mondegreen.dropin.kaldi.scripts import (
    FAILED,
    NO_SUCH,
    DieError,
    Options,
    Script,
    make_directory,
    read_file,
    script,
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


@script("steps/score_kaldi.sh")
def score_kaldi_wer(call: Script) -> None:
    """Score words; the stages are those of the original."""
    options, scoring = prepare_scoring(call, name="score.sh")
    scoring.filter_reference()
    stage = options.whole("stage")
    if stage <= 0:
        search_and_score(options, scoring)
    if stage <= 1:
        describe_best(call, options, scoring, WORDS)
    remove_old_results(scoring.decode)


@script("steps/scoring/score_kaldi_cer.sh")
def score_kaldi_cer(call: Script) -> None:
    """Score characters, of texts that it makes or that the script for words has left."""
    options, scoring = prepare_scoring(call, name=call.name)
    scoring.filter_reference()
    stage = options.whole("stage")
    if stage <= 0:
        search_and_score(options, scoring)
    if stage <= 2:
        scoring.write_characters()
        scoring.score(CHARACTERS)
    if stage <= 3:
        describe_best(call, options, scoring, CHARACTERS)
    remove_old_results(scoring.decode)


def prepare_scoring(call: Script, name: str) -> tuple[Options, Scoring]:
    """Parse a command line, once all that must be there is found, and announce what is scored."""
    options = Options(call, DEFAULTS, echo=True)
    options.check_argument_count([3], USAGE)
    data, lang, decode = options.arguments
    speakers = [f"{data}/utt2spk"] if options.flag("stats") else []
    files = [f"{lang}/words.txt", f"{decode}/lat.1.gz", f"{data}/text", *speakers]
    options.check_files(files, name=name, message=NO_SUCH)
    settings = list(iterate_settings(options.weights(), options.text("word_ins_penalty")))
    try:
        for setting in settings:  # a penalty that is no number is found before anything is done
            setting.word_cost  # noqa: B018 - it fails
    except ValueError as error:
        raise DieError(f"{call.name}: {error}", FAILED) from None
    kind = "MBR, " if options.flag("decode_mbr") else ""
    call.write(f"{call.name}: scoring with {kind}word insertion penalty={options.text('word_ins_penalty')}\n")
    return options, Scoring(data, f"{lang}/words.txt", decode, settings)


def search_and_score(options: Options, scoring: Scoring) -> None:
    scoring.search(beam=options.number("beam") if options.flag("decode_mbr") else None)
    scoring.score()


def describe_best(call: Script, options: Options, scoring: Scoring, unit: Unit) -> None:
    """Find the best setting, and describe it if that is wanted."""
    best, _ = scoring.find_best(unit)
    if best is None:
        what = f"we could not get the details of the best {unit.name.upper()}"
        file = f"the file {scoring.decode}/{unit.name}_*."
        call.write(f"{call.name}: {what} from {file}  Probably something went wrong.\n")
        raise DieError("", FAILED)
    if options.flag("stats"):
        scoring.write_details(best, unit)


def remove_old_results(decode: str) -> None:
    """Remove results under the names that older scripts gave them (`wer_7`, `cer_12`), as the original does."""
    for name in os.listdir(decode):
        kind, mark, rest = name.partition("_")
        if kind in ("wer", "cer") and mark and len(rest) in (1, 2) and not os.path.isdir(f"{decode}/{name}"):
            os.remove(f"{decode}/{name}")


@script("steps/scoring/score_kaldi_compare.sh")
def score_kaldi_compare(call: Script) -> None:
    """Compare the best texts of two systems over the reference of the first."""
    options = Options(call, {"cmd": "run.pl", "replications": "10000"}, echo=True)
    options.check_argument_count([3], COMPARE_USAGE)
    first, second, out = options.arguments
    files = [f"{home}/{name}" for home in (first, second) for name in ("test_filt.txt", "best_wer")]
    options.check_files(files, message=NO_SUCH)
    texts = [f"{first}/test_filt.txt", find_best_text(first), find_best_text(second)]
    words = [f"--replications={options.whole('replications')}", *(f"ark:{text}" for text in texts)]
    make_directory(f"{out}/log")
    job = run_job(f"{out}/log/score_compare.log", [(compute_wer_bootci, words)], f"{out}/wer_bootci_comparison")
    check_jobs([job], job.path)


def find_best_text(home: str) -> str:
    """Return the path of the text of a system's best setting."""
    fields = os.fsdecode(read_file(f"{home}/best_wer")).split()
    _, weight, penalty = f"__{fields[-1] if fields else ''}".rsplit("_", 2)
    return f"{home}/penalty_{penalty}/{weight}.txt"
