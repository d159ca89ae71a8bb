"""The steps of Kaldi's scoring scripts, each of which leaves files in a decode directory.

Names of files and logs, their contents, and which step reads what another one left are Kaldi's, so that a script may
start in the middle and another may go on. Kaldi's scripts start a pipeline for each setting, each of which reads all
lattices again; here every lattice is read once, and searched for all settings before the next.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import BytesIO
from typing import BinaryIO, NamedTuple

from mondegreen.dropin.emulation.numbers import parse_whole_float, round_to_float32
from mondegreen.dropin.kaldi.command import Call, Console, KaldiError, decode_bytes, encode_text, quote_word, run_call
from mondegreen.dropin.kaldi.lattice_programs.decode import CostSums
from mondegreen.dropin.kaldi.pipelines import Job, Step, check_jobs, format_command, run_job, run_steps
from mondegreen.dropin.kaldi.scripts import FAILED, DieError, make_directory, read_file, within, write_file
from mondegreen.dropin.kaldi.text_programs import (
    COMPUTE_WER_TIES,
    ErrorCounts,
    align_text,
    compare_tables,
    compute_wer,
    compute_wer_bootci,
)
from mondegreen.dropin.kaldi.wer_scripts import (
    DecodedText,
    count_pairs,
    find_best_line,
    format_operations,
    sort_operations,
    wer_per_spk_details,
    wer_per_utt_details,
)
from mondegreen.errors import join_ids

# Words, graph cost, acoustic cost, frames, expected errors.
FoundPath = tuple[Sequence[int], float, float, int, float]
Progress = Callable[[int], object]

# The special symbol of the detail scripts.
SYMBOL = "***"
# Programs of the recipe that filter texts before they are scored.
BOTH_FILTER, REFERENCE_FILTER, HYPOTHESIS_FILTER = (f"local/wer_{side}_filter" for side in ("output", "ref", "hyp"))
CHARACTER_TOKENIZER = "local/character_tokenizer"
# Words that are not split into characters.
UNSPLIT = re.compile(r"\[.*\]|<.*>|!SIL")


class Setting(NamedTuple):
    """A language model weight and a word insertion penalty, as the user wrote it, since it names files."""

    weight: int
    penalty: str

    @property
    def acoustic_scale(self) -> float:
        return round_to_float32(1.0 / self.weight)

    @property
    def word_cost(self) -> float:
        return parse_whole_float(self.penalty)


def iterate_settings(weights: range, penalties: str) -> Iterator[Setting]:
    """Yield each penalty of a list with commas, in its order and without duplicates, with each weight."""
    for penalty in dict.fromkeys(penalties.replace(",", " ").split()):
        for weight in weights:
            yield Setting(weight, penalty)


class Unit(NamedTuple):
    """What is counted, words or characters, and what names of its texts and logs contain."""

    name: str
    text: str
    log: str


WORDS, CHARACTERS = Unit("wer", ".txt", ""), Unit("cer", ".chars.txt", ".cer")


class Hypotheses:
    """The best paths of each setting, and what was wrong with lattices."""

    def __init__(self, settings: Sequence[Setting]) -> None:
        self.settings = list(settings)
        self.paths: dict[Setting, list[tuple[bytes, FoundPath]]] = {setting: [] for setting in settings}
        # The utterances in whose lattices no path ends, for each setting.
        self.failed: dict[Setting, list[bytes]] = {setting: [] for setting in settings}
        self.fault = ""
        # Files in whose lattices no path ends, and utterances with more than one lattice.
        self.empty: list[str] = []
        self.duplicates: dict[tuple[str, str], list[bytes]] = {}
        # The file of each utterance.
        self.seen: dict[bytes, str] = {}

    def add(self, utterance: bytes, paths: Sequence[FoundPath | None], file: str) -> None:
        """Add the best path of a lattice with each setting."""
        if utterance in self.seen:
            self.duplicates.setdefault((self.seen[utterance], file), []).append(utterance)
        self.seen.setdefault(utterance, file)
        for setting, path in zip(self.settings, paths, strict=True):
            if path is None:
                self.failed[setting].append(utterance)
            else:
                self.paths[setting].append((utterance, path))

    def list_doubts(self, decode: str) -> list[str]:
        """Return what is doubtful about lattices, of which Kaldi's scripts say nothing."""
        doubts = [f"{path}: it holds no lattice in which a path ends" for path in self.empty]
        for (first, second), utterances in self.duplicates.items():
            files = " and ".join(os.path.basename(name) for name in dict.fromkeys((first, second)))
            what = f"there is more than one lattice of {join_ids(list(map(decode_bytes, dict.fromkeys(utterances))))}"
            doubts.append(f"{decode}: {what}, in {files}; is a job there twice?")
        return doubts


def search_lattices(
    decode: str, settings: Sequence[Setting], beam: float | None, progress: Progress | None
) -> Hypotheses:
    """Search all lattices of a decode directory (Viterbi), for minimum Bayes risk if a beam is given.

    A lattice that cannot be read or searched ends the search, and what was found before it stays.
    """
    from glob import escape, glob

    from mondegreen._core import LatticeSweep

    found = Hypotheses(settings)
    # The order in which the shell passes them to gunzip: 1, 10, 2.
    files = sorted(glob(f"{escape(decode)}/lat.*.gz"), key=os.fsencode)
    costs = [(setting.acoustic_scale, setting.word_cost) for setting in settings]
    try:
        for file in files:
            has_path = False
            for utterance, paths in LatticeSweep([file], costs, beam=beam):
                found.add(utterance, paths, file)
                has_path |= any(paths)
                if progress:
                    progress(1)
            if not has_path:
                found.empty.append(file)
    except ValueError as error:
        found.fault = str(error)
    return found


def spell_paths(paths: Sequence[tuple[bytes, FoundPath]], symbols: Mapping[int, bytes]) -> tuple[bytes, str]:
    """Return lines of an utterance ID and words, each with a space after it, and what is wrong with them.

    At a number that no word has the text ends, within its line: so it does where Kaldi's scripts call int2sym.pl.
    """
    lines: list[bytes] = []
    try:
        for utterance, (numbers, *_) in paths:
            lines.append(b" ".join([utterance, *map(symbols.__getitem__, numbers), b"\n"]))
    except KeyError as error:
        utterance, (numbers, *_) = paths[len(lines)]
        known = numbers[: numbers.index(error.args[0])]
        lines.append(b" ".join([utterance, *map(symbols.__getitem__, known), b""]))
        name = decode_bytes(utterance)
        return b"".join(lines), f"utterance {name}: word {error.args[0]} is not among the words"
    return b"".join(lines), ""


def read_words(path: str) -> dict[int, bytes]:
    """Read the words by their numbers; a line that is not a word and a number is an error."""
    symbols: dict[int, bytes] = {}
    with open(path, "rb") as stream:
        for count, line in enumerate(stream, 1):
            fields = line.split()
            if len(fields) != 2 or not fields[1].isdigit():
                raise KaldiError(f"{path}:{count}: a word and its number should stand here")
            symbols[int(fields[1])] = fields[0]
    return symbols


def find_filter(side: str) -> str:
    return next((name for name in (side, BOTH_FILTER) if is_program(name)), "")


def is_program(name: str) -> bool:
    return os.path.isfile(name) and os.access(name, os.X_OK)


def run_filter(name: str, text: bytes, log: BinaryIO) -> tuple[bytes, int]:
    if not name:
        return text, 0
    from subprocess import run

    done = run(within([name]), input=text, capture_output=True, check=False)
    log.write(done.stderr)
    return done.stdout, done.returncode


def split_characters(text: bytes) -> bytes:
    """Split words into characters, by the recipe's own program if it has one."""
    if is_program(CHARACTER_TOKENIZER):
        return run_filter(CHARACTER_TOKENIZER, text, BytesIO())[0]
    lines = decode_bytes(text).split("\n")
    if not lines[-1]:
        del lines[-1]
    spread = []
    for line in lines:
        words = line.split()
        characters = [[word] if UNSPLIT.search(word) else list(word) for word in words[1:]]
        spread.append(" ".join([*words[:1], *(character for word in characters for character in word)]) + "\n")
    return encode_text("".join(spread))


class Scoring:
    """The scoring of one decode directory."""

    def __init__(
        self,
        data: str,
        words: str,
        decode: str,
        settings: Sequence[Setting],
        *,
        strict: bool = False,
        ties: str = COMPUTE_WER_TIES,
    ) -> None:
        self.data = data
        self.words = words
        self.decode = decode
        self.settings = list(settings)
        self.home = f"{decode}/scoring_kaldi"
        self.strict = strict
        self.ties = ties
        self.faults: list[str] = []
        # What Kaldi's scripts leave in logs of their own, or do not report.
        self.notes: list[str] = []
        self.counts: dict[tuple[Unit, Setting], ErrorCounts] = {}

    def reference_path(self, unit: Unit = WORDS) -> str:
        return f"{self.home}/test_filt{unit.text}"

    def hypothesis_path(self, setting: Setting, unit: Unit = WORDS) -> str:
        return f"{self.home}/penalty_{setting.penalty}/{setting.weight}{unit.text}"

    def result_path(self, setting: Setting, unit: Unit) -> str:
        return f"{self.decode}/{unit.name}_{setting.weight}_{setting.penalty}"

    def log_path(self, setting: Setting, name: str) -> str:
        return f"{self.home}/penalty_{setting.penalty}/log/{name}.{setting.weight}.log"

    def filter_reference(self) -> None:
        make_directory(f"{self.home}/log")
        log, name = BytesIO(), find_filter(REFERENCE_FILTER)
        text, code = run_filter(name, read_file(f"{self.data}/text"), log)
        write_file(self.reference_path(), text)
        if code:
            message = log.getvalue().decode("utf-8", "replace").rstrip("\n")
            raise DieError(message or f"{name} failed with code {code} on {self.data}/text", FAILED)

    def search(self, *, beam: float | None = None, progress: Progress | None = None) -> None:
        """Search the lattices for all settings, for minimum Bayes risk if a beam is given, and write the hypotheses."""
        found = search_lattices(self.decode, self.settings, beam, progress)
        if found.fault:
            self.faults.append(found.fault)
        try:
            symbols, wrong = read_words(self.words), ""
        except KaldiError as error:
            symbols, wrong = None, str(error)
        if self.strict:
            self.check_hypotheses(found, symbols, wrong)
        self.notes += found.list_doubts(self.decode)
        jobs = []
        for setting in self.settings:
            with Job(self.log_path(setting, "best_path"), self.format_search(setting, beam)) as job:
                text, fault = (b"", wrong) if symbols is None else spell_paths(found.paths[setting], symbols)
                self.log_search(job, found, setting, fault)
                text, job.code = run_filter(find_filter(HYPOTHESIS_FILTER), text, job.log)
                write_file(self.hypothesis_path(setting), text)
            jobs.append(job)
        self.check_jobs(jobs, "best_path")

    def format_search(self, setting: Setting, beam: float | None) -> str:
        """Return the command line of Kaldi's programs that finds the same."""
        archive = f"ark:gunzip -c {self.decode}/lat.*.gz|"
        scale = f'lattice-scale --inv-acoustic-scale={setting.weight} "{archive}" ark:-'
        penalty = f"lattice-add-penalty --word-ins-penalty={setting.penalty} ark:- ark:-"
        table = f"--word-symbol-table={self.words} ark:- ark,t:-"
        decode = f"lattice-best-path {table}"
        if beam is not None:
            decode = f"lattice-prune --beam={beam:g} ark:- ark:- | lattice-mbr-decode {table}"
        words = f"utils/int2sym.pl -f 2- {self.words} | {find_filter(HYPOTHESIS_FILTER) or 'cat'}"
        return f"{scale} | {penalty} | {decode} | {words} > {self.hypothesis_path(setting)}"

    def check_hypotheses(self, found: Hypotheses, symbols: Mapping[int, bytes] | None, wrong: str) -> None:
        """End the scoring at the first thing that was wrong, before anything of it is written."""
        spelling = ("" if symbols is None else spell_paths(found.paths[one], symbols)[1] for one in self.settings)
        for fault in (found.fault, *found.list_doubts(self.decode), wrong, *spelling):
            if fault:
                raise DieError(fault, FAILED)

    def log_search(self, job: Job, found: Hypotheses, setting: Setting, fault: str) -> None:
        """Log the costs of all paths, and what was wrong."""
        if fault and fault not in self.faults:
            self.faults.append(fault)
        console, sums = Console("score_kaldi", job.log), CostSums()
        for utterance in found.failed[setting]:
            console.warn(f"Best-path failed for key {decode_bytes(utterance)}")
        for utterance, (_, graph, acoustic, frames, _) in found.paths[setting]:
            console.log(f"For utterance {decode_bytes(utterance)}, best cost {sums.add(graph, acoustic, frames)}")
        for what in filter(None, (found.fault, fault)):
            console.report("ERROR", what)
        console.log(f"Overall cost per frame is {sums.mean}")
        console.log(f"Done {len(found.paths[setting])} lattices, failed for {len(found.failed[setting])}")

    def write_characters(self) -> None:
        write_file(self.reference_path(CHARACTERS), split_characters(read_file(self.reference_path())))
        for setting in self.settings:
            make_directory(self.hypothesis_path(setting).rpartition("/")[0])
            text = split_characters(read_file(self.hypothesis_path(setting)))
            write_file(self.hypothesis_path(setting, CHARACTERS), text)

    def score(self, unit: Unit = WORDS, progress: Progress | None = None) -> None:
        """Count the errors of each setting, and write what `compute-wer` prints."""
        jobs = []
        words = ["--text", "--mode=present", f"ark:{self.reference_path(unit)}", "ark,p:-"]
        for setting in self.settings:
            source, result = self.hypothesis_path(setting, unit), self.result_path(setting, unit)
            command = f"cat {source} | {format_command([(compute_wer, words)], result)}"
            with Job(self.log_path(setting, f"score{unit.log}"), command) as job:
                out = BytesIO()
                hypotheses = BytesIO(read_file(self.hypothesis_path(setting, unit)))
                call = Call(compute_wer.program, words, (hypotheses, out, out))

                def compare(call: Call, setting: Setting = setting) -> int:
                    self.counts[unit, setting] = compare_tables(call, self.ties)
                    return 0

                job.code = run_call(compare, call)
                write_file(self.result_path(setting, unit), out.getvalue())
            jobs.append(job)
            if progress:
                progress(1)
        self.check_jobs(jobs, f"score{unit.log}")

    def check_jobs(self, jobs: Sequence[Job], name: str) -> None:
        """End the script if a job of a penalty failed."""
        for penalty in dict.fromkeys(setting.penalty for setting in self.settings):
            some = [job for job, setting in zip(jobs, self.settings, strict=True) if setting.penalty == penalty]
            check_jobs(some, f"{self.home}/penalty_{penalty}/log/{name}.*.log")

    def find_best(self, unit: Unit = WORDS) -> tuple[Setting | None, str]:
        """Return the best setting, the first of equals, and its result, which is written too."""
        lines, settings = [], []
        for setting in self.settings:
            path = self.result_path(setting, unit)
            for line in decode_bytes(read_file(path)).split("\n"):
                if "WER" in line:
                    lines.append(f"{path}:{line}")
                    settings.append(setting)
        best = find_best_line(lines)
        write_file(f"{self.home}/best_{unit.name}", encode_text(best[1] if best else ""))
        return (settings[best[0]], best[1]) if best else (None, "")

    def write_details(self, setting: Setting, unit: Unit) -> None:
        """Write the errors of a setting by utterance, speaker and pair of words, and a confidence interval."""
        home = make_directory(f"{self.home}/{unit.name}_details")
        write_file(f"{home}/lmwt", f"{setting.weight}\n".encode())
        write_file(f"{home}/wip", f"{setting.penalty}\n".encode())
        hypothesis = self.hypothesis_path(setting, unit)
        words = [f"--special-symbol={SYMBOL}", f"ark:{self.reference_path(unit)}", "ark:-", "ark,t:-"]
        steps: list[Step] = [(align_text, words), (wer_per_utt_details, ["--special-symbol", SYMBOL])]
        by_speaker_step: Step = (wer_per_spk_details, [f"{self.data}/utt2spk"])
        command = (
            f"{format_command(steps)} | tee {home}/per_utt | {format_command([by_speaker_step], f'{home}/per_spk')}"
        )
        with Job(f"{self.home}/log/stats1{unit.log}.log", f"cat {hypothesis} | {command}") as job:
            by_utterance, codes = run_steps(steps, job.log, read_file(hypothesis))
            if codes[0]:
                self.notes.append(f"{home}: not all utterances could be aligned; {job.path} says why")
            write_file(f"{home}/per_utt", by_utterance)
            by_speaker, (job.code,) = run_steps([by_speaker_step], job.log, by_utterance)
            write_file(f"{home}/per_spk", by_speaker)
        check_jobs([job], job.path)
        sort = "sort -b -i -k 1,1 -k 4,4rn -k 2,2 -k 3,3"
        command = f"cat {home}/per_utt | wer_ops_details.pl --special-symbol {quote_word(SYMBOL)} | {sort} > {home}/ops"
        with Job(f"{self.home}/log/stats2{unit.log}.log", command):
            text = DecodedText(read_file(f"{home}/per_utt"))
            lines = sort_operations(format_operations(count_pairs(text.split_lines()), SYMBOL), text.encoding)
            write_file(f"{home}/ops", "".join(lines).encode(text.encoding))
        words = ["--mode=present", f"ark:{self.reference_path(unit)}", f"ark:{hypothesis}"]
        log = f"{self.home}/log/{unit.name}_bootci{unit.log}.log"
        job = run_job(log, [(compute_wer_bootci, words)], f"{home}/{unit.name}_bootci")
        check_jobs([job], job.path)
