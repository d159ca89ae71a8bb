"""`steps/oracle_wer.sh`: the lowest word error rate that any paths of the lattices have, and the density of lattices.

Data are split by speaker as `utils/split_data.sh` does.
"""

from __future__ import annotations

import os
import re
from collections.abc import Container, Sequence
from contextlib import suppress
from io import BytesIO
from math import inf
from shlex import quote

from mondegreen.dropin.kaldi.lattice_programs.decode import lattice_oracle
from mondegreen.dropin.kaldi.lattice_programs.measure import lattice_depth
from mondegreen.dropin.kaldi.lattice_programs.transform import lattice_prune
from mondegreen.dropin.kaldi.pipelines import (
    Job,
    LatticeStep,
    Pipeline,
    check_jobs,
    map_on_all_cores,
    run_job,
    run_pipelines,
    run_steps,
)
from mondegreen.dropin.kaldi.scripts import (
    FAILED,
    DieError,
    ShellScript,
    make_directory,
    read_file,
    shell_script,
    split_lines,
    write_file,
)
from mondegreen.dropin.kaldi.symbol_tables import sym2int

DEFAULTS = {"cmd": "run.pl", "stage": "0", "acwt": "0.08333", "wildcard_symbols": "", "beam": "", "cleanup": "true"}
USAGE = """\
Usage: {name} [options] <data-dir> <lang-dir|graph-dir> <decode-dir>
 Options:
    --cmd (run.pl|queue.pl...)      # specify how to run the sub-processes.
    --wildcard-symbols <a:b>        # numbers of words that are no errors
    --stage (0|1|2)                 # start from part-way through: at pruning, depth, or errors
    --acwt <float>                  # acoustic scale, for pruning
    --beam <float>                  # prune the lattices by this beam first
    --cleanup (true|false)          # remove pruned lattices at the end
"""
# The stages, of which `--stage` names the first: pruning, and what is measured.
PRUNING = 0
DEPTH, ERRORS = "lattice_depth", "lattice_oracle"
MEASURES = {DEPTH: 1, ERRORS: 2}
LABELS = {DEPTH: "depth", ERRORS: "oracle WER"}
# Segments with this word in their text are not scored.
IGNORED = b"IGNORE_TIME_SEGMENT_IN_SCORING"
DENSITY = re.compile(rb"Overall density is (\S+) over (\S+) frames")
OVERALL = re.compile(rb"Overall %WER \S+ \[ (\d+) / (\d+), (\d+) insertions, (\d+) deletions, (\d+) substitutions \]")


@shell_script("steps/oracle_wer.sh", USAGE, DEFAULTS, echo="arguments")
def oracle_wer(call: ShellScript) -> None:
    """Write `depth` and `oracle_wer`."""
    data, lang, decode = call.arguments
    files = [f"{lang}/words.txt", f"{lang}/oov.txt", f"{data}/text", f"{decode}/num_jobs", f"{decode}/lat.1.gz"]
    call.check_files(files, message="expected file {} to exist")
    oracle = OracleRun(call, lang, decode)
    oracle.parts = split_data(data, len(oracle.numbers))
    if call.text("beam"):
        oracle.prune()
    oracle.measure()
    if call.text("beam") and call.flag("cleanup"):
        call.report(f"removing pruned lattices in {oracle.decode}")
        remove_files([oracle.pruned_path(number) for number in oracle.numbers])


class OracleRun:
    """One run of the script."""

    parts: str  # the directory of the data's parts

    def __init__(self, call: ShellScript, lang: str, decode: str) -> None:
        self.call = call
        self.lang = lang
        self.decode = self.source = decode
        self.numbers = call.read_job_numbers(decode)
        self.stage = call.integer("stage")

    def lattice_table(self, number: int) -> str:
        return f"ark:gunzip -c {quote(self.source)}/lat.{number}.gz|"

    def pruned_path(self, number: int, mark: str = "") -> str:
        """Return where the pruned lattices of a job are, or, with a mark, the unfinished ones."""
        return f"{self.decode}/{mark}lat.{number}.gz"

    def reference_path(self, number: int) -> str:
        """Return where the reference of a job is in numbers, for as long as this script runs."""
        return f"{self.decode}/log/.reference.{number}"

    def prune(self) -> None:
        """Go on with pruned lattices in a directory of their own, which an earlier run may have made."""
        self.decode = make_directory(f"{self.source}/lats_beam{self.call.text('beam')}")
        if self.stage <= PRUNING:
            self.call.report("creating pruned lattices")
            try:
                check_jobs(map_on_all_cores(self.prune_job, self.numbers), f"{self.decode}/log/prune.*.log")
                for number in self.numbers:
                    os.replace(self.pruned_path(number, ".part-"), self.pruned_path(number))
            except BaseException:
                remove_files([self.pruned_path(number, ".part-") for number in self.numbers])
                raise
        self.source = self.decode

    def prune_job(self, number: int) -> Job:
        scales = [f"--acoustic-scale={self.call.text('acwt')}", f"--beam={self.call.text('beam')}"]
        out = f"ark:| gzip -c > {quote(self.pruned_path(number, '.part-'))}"
        steps = [(lattice_prune, [*scales, self.lattice_table(number), out])]
        return run_job(f"{self.decode}/log/prune.{number}.log", steps)

    def measure(self) -> None:
        """Measure density and the errors of the best paths, in one reading of each job."""
        wanted = [name for name, stage in MEASURES.items() if self.stage <= stage]
        if not wanted:
            return
        make_directory(f"{self.decode}/log")
        self.call.report(f"measuring lattice {LABELS[wanted[0]]}")
        try:
            jobs = map_on_all_cores(lambda number: self.measure_job(number, wanted), self.numbers)
        finally:
            remove_files([self.reference_path(number) for number in self.numbers])
        for name, own in zip(wanted, zip(*jobs, strict=True), strict=True):
            if name != wanted[0]:
                self.call.report(f"measuring lattice {LABELS[name]}")
            check_jobs(own, f"{self.decode}/log/{name}.*.log")
            # In the order in which a shell finds the logs: 1, 10, 2.
            logs = [read_file(path) for path in sorted(job.path for job in own)]
            if name == DEPTH:
                self.write_depth(logs)
            else:
                self.write_errors(logs)

    def measure_job(self, number: int, wanted: Sequence[str]) -> list[Job]:
        table = self.lattice_table(number)
        pipelines = [
            Pipeline(Job(f"{self.decode}/log/{name}.{number}.log"), self.make_steps(name, number), None)
            for name in wanted
        ]
        return run_pipelines(pipelines, [table])

    def make_steps(self, name: str, number: int) -> list[LatticeStep]:
        if name == DEPTH:
            return [(lattice_depth, [self.lattice_table(number), "ark:-"])]
        symbols = self.call.text("wildcard_symbols")
        words = [f"--word-symbol-table={self.lang}/words.txt", *([f"--wildcard-symbols={symbols}"] if symbols else [])]
        self.write_reference(number)
        tables = [self.lattice_table(number), f"ark:{self.reference_path(number)}", "ark,t:/dev/null"]
        return [(lattice_oracle, [*words, *tables])]

    def write_reference(self, number: int) -> None:
        text = b"".join(line for line in split_lines(read_file(f"{self.parts}/{number}/text")) if IGNORED not in line)
        unknown = os.fsdecode(read_file(f"{self.lang}/oov.txt")).strip()
        words = ["--map-oov", unknown, "-f", "2-", f"{self.lang}/words.txt"]
        numbers, _ = run_steps([(sym2int, words)], BytesIO(), text)
        write_file(self.reference_path(number), numbers)

    def write_depth(self, logs: Sequence[bytes]) -> None:
        """Sum up densities. As the script's, they have the six digits of the logs, and are truncated as by awk's %d."""
        found = [match for log in logs for match in DENSITY.finditer(log)]
        frames = sum(float(match[2]) for match in found)
        arcs = sum(float(match[1]) * float(match[2]) for match in found)
        line = f"{arcs / frames:.2f} ( {int(arcs)} / {int(frames)} )" if arcs < inf and frames else "-nan ( 0 / 0 )"
        write_file(f"{self.decode}/depth", f"{line}\n".encode())
        self.call.write(f"Depth is: {line}\n")

    def write_errors(self, logs: Sequence[bytes]) -> None:
        found = [list(map(int, match.groups())) for log in logs for match in OVERALL.finditer(log)]
        wrong, words, ins, dele, sub = (sum(column) for column in zip(*found, strict=True)) if found else [0] * 5
        rate = 100 * wrong / words if words else float("nan")
        line = f"{rate:.2f}% [ {wrong} / {words}, {ins} insertions, {dele} deletions, {sub} substitutions ]"
        write_file(f"{self.decode}/oracle_wer", f"{line}\n".encode())
        self.call.write(f"Oracle WER is: {line}\n")


def remove_files(paths: Sequence[str]) -> None:
    for path in paths:
        with suppress(FileNotFoundError):
            os.remove(path)


def split_data(data: str, parts: int) -> str:
    """Return the directory of the parts of a data directory, which is made atomically unless it exists."""
    home = f"{data}/split{parts}"
    if os.path.isdir(home):
        return home
    speakers: dict[bytes, list[bytes]] = {}
    for line in split_lines(read_file(f"{data}/utt2spk")):
        fields = line.split()
        if len(fields) != 2:
            raise DieError(f"{data}/utt2spk: a line has not two fields: {os.fsdecode(line.rstrip())}", FAILED)
        speakers.setdefault(fields[1], []).append(fields[0])
    if len(speakers) < parts:
        raise DieError(f"{data}/utt2spk has fewer speakers ({len(speakers)}) than there are parts ({parts})", FAILED)
    groups = balance_speakers({speaker: len(utterances) for speaker, utterances in speakers.items()}, parts)
    unfinished = f"{data}/.split{parts}-{os.urandom(6).hex()}"
    try:
        for number, group in enumerate(groups, 1):
            utterances = {utterance for speaker in group for utterance in speakers[speaker]}
            write_part(data, make_directory(f"{unfinished}/{number}"), group, utterances)
        os.rename(unfinished, home)
    except BaseException:
        from shutil import rmtree

        rmtree(unfinished, ignore_errors=True)
        raise
    return home


def balance_speakers(sizes: dict[bytes, int], parts: int) -> list[list[bytes]]:
    """Divide speakers, in their order, into parts.

    At first each part has about as many speakers. Then the last speaker of a part moves to the next one, or the first
    to the one before, as long as that brings the numbers of utterances of the two closer to each other.
    """
    names = list(sizes)
    groups: list[list[bytes]] = [[] for _ in range(parts)]
    for index, name in enumerate(names):
        groups[index * parts // len(names)].append(name)
    has_moved = True
    while has_moved:
        has_moved = False
        for index in range(parts):
            has_moved |= index < parts - 1 and move_speaker(groups, sizes, index, index + 1)
            has_moved |= index > 0 and move_speaker(groups, sizes, index, index - 1)
    return groups


def move_speaker(groups: list[list[bytes]], sizes: dict[bytes, int], giver: int, taker: int) -> bool:
    """Move a speaker to the neighboring part if that brings both closer to each other; return whether it does."""
    if not groups[giver]:
        return False
    end = -1 if taker > giver else 0
    name = groups[giver][end]
    here, there = (sum(sizes[speaker] for speaker in groups[index]) for index in (giver, taker))
    if abs((there + sizes[name]) - (here - sizes[name])) >= abs(there - here):
        return False
    groups[giver].pop(end)
    groups[taker].insert(0 if taker > giver else len(groups[taker]), name)
    return True


def write_part(data: str, part: str, speakers: Sequence[bytes], utterances: Container[bytes]) -> None:
    """Write the lines of one part, of each file that there is."""
    recordings: set[bytes] = set()
    for name in ("utt2spk", "text", "segments"):
        if os.path.isfile(f"{data}/{name}"):
            lines = select_lines(read_file(f"{data}/{name}"), utterances)
            write_file(f"{part}/{name}", b"".join(lines))
            recordings |= {line.split(None, 2)[1] for line in lines if name == "segments" and len(line.split()) > 1}
    for name, keys in (("spk2utt", set(speakers)), ("reco2file_and_channel", recordings)):
        needed = f"{data}/{'segments' if name == 'reco2file_and_channel' else name}"
        if os.path.isfile(f"{data}/{name}") and os.path.isfile(needed):
            write_file(f"{part}/{name}", b"".join(select_lines(read_file(f"{data}/{name}"), keys)))


def select_lines(text: bytes, keys: Container[bytes]) -> list[bytes]:
    return [line for line in split_lines(text) if line.split()[:1] and line.split()[0] in keys]
