"""Kaldi's scorers of decode directories: `steps/score_kaldi.sh` and its kin, and those that decode by MBR.

`steps/score_kaldi.sh` is `steps/scoring/score_kaldi_wer.sh`; beside it are its variant for characters and a comparison.
`local/score_mbr.sh` has one decoder, `local/score_combine.sh` several.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from io import BytesIO
from shlex import quote

from mondegreen.dropin.kaldi.lattice_programs.combine import lattice_combine
from mondegreen.dropin.kaldi.lattice_programs.decode import lattice_mbr_decode
from mondegreen.dropin.kaldi.pipelines import Job, LatticeStep, Pipeline, check_jobs, run_job, run_pipelines, run_steps
from mondegreen.dropin.kaldi.scoring import CHARACTERS, WORDS, Scoring, Unit, iterate_settings
from mondegreen.dropin.kaldi.scripts import (
    FAILED,
    NO_SUCH,
    DieError,
    ShellScript,
    make_directory,
    read_file,
    shell_script,
    write_file,
)
from mondegreen.dropin.kaldi.symbol_tables import int2sym
from mondegreen.dropin.kaldi.text_programs import compute_wer, compute_wer_bootci

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


MBR_DEFAULTS = {"cmd": "run.pl", "stage": "0", "min_lmwt": "7", "max_lmwt": "17"}
MBR_USAGE = """\
Usage: {name} [--cmd (run.pl|queue.pl...)] <data-dir> <lang-dir|graph-dir> <decode-dir>
 Options:
    --cmd (run.pl|queue.pl...)      # specify how to run the sub-processes.
    --stage (0|1)                   # start scoring script from part-way through.
    --min_lmwt <int>                # the least language model weight
    --max_lmwt <int>                # the greatest one
"""
COMBINE_USAGE = """\
Usage: {name} [options] <data-dir> <graph-dir|lang-dir> <decode-dir1>[:lmwt-bias] <decode-dir2>[:lmwt-bias]
           [<decode-dir3>[:lmwt-bias] ...] <out-dir>
 Options:
    --cmd (run.pl|queue.pl...)      # specify how to run the sub-processes.
    --min-lmwt <int>                # the least language model weight
    --max-lmwt <int>                # the greatest one
    --lat-weights <weight:weight>   # how much each decoder counts
 A bias is added to the language model weight where a decoder's own is another one.
"""
NOISES = (b"<NOISE>", b"<SPOKEN_NOISE>")
# The scripts write `\<UNK\>`: run.pl removes the quotes around it, and the shell the backslashes.
UNKNOWN = b"<UNK>"


@shell_script("local/score_mbr.sh", MBR_USAGE, MBR_DEFAULTS, echo="")
def score_mbr(call: ShellScript) -> None:
    """Score a decode directory by minimum Bayes risk decoding: `scoring/WEIGHT.tra` and `wer_WEIGHT`."""
    data, lang, decode = call.arguments
    words = f"{lang}/words.txt"
    call.check_files([words, f"{decode}/lat.1.gz", f"{data}/text"], name="score_mbr.sh", message=NO_SUCH)
    home = prepare_reference(data, decode)
    weights = call.weights()
    if call.integer("stage") <= 0:
        table, pipelines = f"ark:gunzip -c {quote(decode)}/lat.*.gz|", []
        for weight in weights:
            scale, out = f"--acoustic-scale={1 / weight:.15g}", f"{home}/{weight}.tra"
            steps = [(lattice_mbr_decode, [scale, f"--word-symbol-table={words}", table, f"ark,t:{out}"])]
            pipelines.append(Pipeline(Job(f"{home}/rescore_mbr.{weight}.log"), steps, out))
        check_jobs(run_pipelines(pipelines, [table]), f"{home}/rescore_mbr.*.log")
    score_transcripts(home, words, weights, decode, print_messages=False)


@shell_script(
    "local/score_combine.sh", COMBINE_USAGE, {**MBR_DEFAULTS, "lat_weights": ""}, arguments=range(5, 10_000), echo=""
)
def score_combine(call: ShellScript) -> None:
    """Score the combined lattices of several systems: `scoring/WEIGHT.tra` and `wer_WEIGHT`."""
    data, lang, *given, out = call.arguments
    words = f"{lang}/words.txt"
    decoders, biases = zip(*map(split_bias, given), strict=True)
    decoder_files = [f"{decoder}/{name}" for decoder in decoders for name in ("../final.mdl", "lat.1.gz")]
    call.check_files([words], message="missing word symbol table '{}'")
    call.check_files([f"{data}/text"], message="missing reference '{}'")
    call.check_files(decoder_files)
    weights = call.weights()
    if weights[0] + min(biases) < 1:
        call.fail(f"with a bias of {min(biases)} the weight {weights[0]} is none")
    home = prepare_reference(data, out)
    shares = [f"--lat-weights={call.text('lat_weights')}"] if call.text("lat_weights") else []
    tables = [f"ark:gunzip -c {quote(decoder)}/lat.*.gz|" for decoder in decoders]
    if call.integer("stage") <= 0:
        pipelines = []
        for weight in weights:
            transcripts = f"{home}/{weight}.tra"
            steps: list[LatticeStep] = [
                (lattice_combine, [format_scale(weight, biases), *shares, *tables, "ark:-"]),
                (lattice_mbr_decode, [f"--word-symbol-table={words}", "ark:-", f"ark,t:{transcripts}"]),
            ]
            pipelines.append(Pipeline(Job(f"{out}/log/combine_lats.{weight}.log"), steps, transcripts, pipefail=False))
        check_jobs(run_pipelines(pipelines, tables), f"{out}/log/combine_lats.*.log")
    score_transcripts(home, words, weights, out, print_messages=True)


def split_bias(name: str) -> tuple[str, int]:
    """Return a decoder's directory, and what is added to the weight for it: `exp/tri2/decode:3`."""
    decoder, colon, bias = name.rpartition(":")
    digits = bias.removeprefix("-")
    has_bias = bool(colon) and digits.isascii() and digits.isdigit()
    return (decoder, int(bias)) if has_bias else (name, 0)


def format_scale(weight: int, biases: Sequence[int]) -> str:
    """Return the option for the scale; with biases each system has its own, for which the script runs lattice-scale."""
    if not any(biases):
        return f"--inv-acoustic-scale={weight}"
    return f"--inv-acoustic-scales={':'.join(str(weight + bias) for bias in biases)}"


def prepare_reference(data: str, out: str) -> str:
    """Write the reference without the words for noises, whose spaces stay; return the scoring directory."""
    home = make_directory(f"{out}/scoring")
    make_directory(f"{home}/log")
    text = read_file(f"{data}/text")
    for noise in NOISES:
        text = text.replace(noise, b"")
    write_file(f"{home}/test_filt.txt", text)
    return home


def score_transcripts(home: str, words: str, weights: Sequence[int], result: str, *, print_messages: bool) -> None:
    """Write the error rates of numbered transcripts, with or without the program's messages."""
    jobs = []
    arguments = [b"--text", b"--mode=present", os.fsencode(f"ark:{home}/test_filt.txt"), b"ark,p:-"]
    for weight in weights:
        with Job(f"{home}/log/score.{weight}.log") as job:
            text, _ = run_steps([(int2sym, ["-f", "2-", words])], job.log, read_file(f"{home}/{weight}.tra"))
            out, hypotheses = BytesIO(), BytesIO(text.replace(UNKNOWN, b""))
            job.code = compute_wer(arguments, hypotheses, out, out if print_messages else job.log)
            write_file(f"{result}/wer_{weight}", out.getvalue())
        jobs.append(job)
    check_jobs(jobs, f"{home}/log/score.*.log")
