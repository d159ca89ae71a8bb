"""`steps/oracle_wer.sh`: the least word error rate that any paths of the lattices have, and how dense lattices are."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from io import BytesIO
from math import inf
from shlex import quote

from mondegreen.dropin.kaldi import lattice_depth, lattice_oracle, lattice_prune, sym2int
from mondegreen.dropin.kaldi.jobs import Job, check
from mondegreen.dropin.kaldi.lattices import Lattices
from mondegreen.dropin.kaldi.pipelines import Track, on_all_cores, run_tracks
from mondegreen.dropin.kaldi.pipes import command, piped
from mondegreen.dropin.kaldi.recipe import FAILED, Options, folder, lines_of, load, need, save
from mondegreen.dropin.kaldi.scripts import DieError, Script, script
from mondegreen.dropin.kaldi.split_data import split

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.dropin.kaldi.pipelines import LatticeStep

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
CALLED = {DEPTH: "depth", ERRORS: "oracle WER"}
# A segment of this name is not scored.
IGNORED = b"IGNORE_TIME_SEGMENT_IN_SCORING"
DENSITY = re.compile(rb"Overall density is (\S+) over (\S+) frames")
OVERALL = re.compile(rb"Overall %WER \S+ \[ (\d+) / (\d+), (\d+) insertions, (\d+) deletions, (\d+) substitutions \]")


@script("steps/oracle_wer.sh")
def run(call: Script) -> None:
    """Writes `depth` and `oracle_wer`."""
    options = Options(call, DEFAULTS)
    call.write(f"{' '.join([call.name, *options.arguments])}\n")  # unlike others, without its options
    if len(options.arguments) != 3:
        call.write(USAGE.format(name=call.name))
        raise DieError("", FAILED)
    data, lang, decode = options.arguments
    files = [f"{lang}/words.txt", f"{lang}/oov.txt", f"{data}/text", f"{decode}/num_jobs", f"{decode}/lat.1.gz"]
    need(call, files, said="expected file {} to exist")
    oracle = Oracle(call, options, lang, decode)
    oracle.parts = split(data, oracle.count)
    if options.text("beam"):
        oracle.prune()
    oracle.measure()
    oracle.clean()


class Oracle:
    """One run of the script."""

    parts = ""

    def __init__(self, call: Script, options: Options, lang: str, decode: str) -> None:
        self.call = call
        self.options = options
        self.lang = lang
        self.decode = self.source = decode
        count = os.fsdecode(load(f"{decode}/num_jobs")).strip()
        if not (count.isascii() and count.isdigit() and int(count)):
            raise DieError(f"{call.name}: {decode}/num_jobs does not say how many jobs there are", FAILED)
        self.count = int(count)
        self.numbers = range(1, self.count + 1)
        self.stage = options.whole("stage")

    def say(self, what: str) -> None:
        """Tells what is done."""
        self.call.write(f"{self.call.name}: {what}\n")

    def lattices(self, number: int) -> str:
        """The lattices of a job."""
        return f"ark:gunzip -c {quote(self.source)}/lat.{number}.gz|"

    def prune(self) -> None:
        """Goes on with pruned lattices in a folder of their own, which an earlier run may have made."""
        self.decode = folder(f"{self.source}/lats_beam{self.options.text('beam')}")
        if self.stage <= PRUNING:
            self.say("creating pruned lattices")
            self.write_pruned()
        self.source = self.decode

    def write_pruned(self) -> None:
        """Makes the pruned lattices, all of them or none."""
        try:
            check(on_all_cores(self.pruning, self.numbers), f"{self.decode}/log/prune.*.log")
            for number in self.numbers:
                os.replace(self.pruned(number, ".part-"), self.pruned(number))
        except BaseException:
            self.forget([self.pruned(number, ".part-") for number in self.numbers])
            raise

    def pruning(self, number: int) -> Job:
        """Prunes the lattices of a job."""
        scales = [f"--acoustic-scale={self.options.text('acwt')}", f"--beam={self.options.text('beam')}"]
        out = f"ark:| gzip -c > {quote(self.pruned(number, '.part-'))}"
        steps = [(lattice_prune.run, [*scales, self.lattices(number), out])]
        with Job(f"{self.decode}/log/prune.{number}.log", command(steps)) as one:
            one.code = piped(steps, one.log)[1][-1]
        return one

    def pruned(self, number: int, mark: str = "") -> str:
        """Where the pruned lattices of a job are, or with a mark those that are not yet whole."""
        return f"{self.decode}/{mark}lat.{number}.gz"

    def measure(self) -> None:
        """How many arcs there are at a time, and how many errors the best paths have, in one reading of each job."""
        wanted = [name for name, stage in MEASURES.items() if self.stage <= stage]
        if not wanted:
            return
        folder(f"{self.decode}/log")
        self.say(f"measuring lattice {CALLED[wanted[0]]}")
        try:
            jobs = on_all_cores(lambda number: self.measured(number, wanted), self.numbers)
        finally:
            self.forget([self.numbered(number) for number in self.numbers])
        for name, own in zip(wanted, zip(*jobs, strict=True), strict=True):
            if name != wanted[0]:
                self.say(f"measuring lattice {CALLED[name]}")
            check(own, f"{self.decode}/log/{name}.*.log")
            summed = self.depth if name == DEPTH else self.errors
            # In the order in which a shell finds the logs: 1, 10, 2.
            summed([load(path) for path in sorted(one.path for one in own)])

    def measured(self, number: int, wanted: Sequence[str]) -> list[Job]:
        """The jobs that are wanted, over the lattices of one job of the decoder."""
        table = self.lattices(number)
        tracks = [
            Track(Job(f"{self.decode}/log/{name}.{number}.log", command(steps)), steps, None)
            for name, steps in ((name, self.steps(name, number)) for name in wanted)
        ]
        return run_tracks(tracks, lambda call: Lattices(call, table))

    def steps(self, name: str, number: int) -> list[LatticeStep]:
        """The program that measures depth, or errors."""
        if name == DEPTH:
            return [(lattice_depth.run, [self.lattices(number), "ark:-"])]
        symbols = self.options.text("wildcard_symbols")
        words = [f"--word-symbol-table={self.lang}/words.txt", *([f"--wildcard-symbols={symbols}"] if symbols else [])]
        places = [self.lattices(number), self.reference(number), "ark,t:/dev/null"]
        return [(lattice_oracle.run, [*words, *places])]

    def depth(self, texts: Sequence[bytes]) -> None:
        """Sums up how many arcs there are at a time."""
        found = [match for text in texts for match in DENSITY.finditer(text)]
        frames = sum(float(match[2]) for match in found)
        arcs = sum(float(match[1]) * float(match[2]) for match in found)
        # The script has the logs' six digits, and cuts what is behind the point.
        line = f"{arcs / frames:.2f} ( {int(arcs)} / {int(frames)} )" if arcs < inf and frames else "-nan ( 0 / 0 )"
        save(f"{self.decode}/depth", f"{line}\n".encode())
        self.call.write(f"Depth is: {line}\n")

    def errors(self, texts: Sequence[bytes]) -> None:
        """Sums up how many errors the best paths have."""
        found = [list(map(int, match.groups())) for text in texts for match in OVERALL.finditer(text)]
        wrong, words, ins, dele, sub = (sum(column) for column in zip(*found, strict=True)) if found else [0] * 5
        rate = 100 * wrong / words if words else float("nan")
        line = f"{rate:.2f}% [ {wrong} / {words}, {ins} insertions, {dele} deletions, {sub} substitutions ]"
        save(f"{self.decode}/oracle_wer", f"{line}\n".encode())
        self.call.write(f"Oracle WER is: {line}\n")

    def reference(self, number: int) -> str:
        """The reference of a job in numbers, in a file beside its log that goes when it was read."""
        out = BytesIO()
        text = b"".join(line for line in lines_of(load(f"{self.parts}/{number}/text")) if IGNORED not in line)
        unknown = os.fsdecode(load(f"{self.lang}/oov.txt")).strip()
        words = ["--map-oov", unknown, "-f", "2-", f"{self.lang}/words.txt"]
        sym2int.run(list(map(os.fsencode, words)), BytesIO(text), out, BytesIO())
        save(self.numbered(number), out.getvalue())
        return f"ark:{self.numbered(number)}"

    def numbered(self, number: int) -> str:
        """Where the reference of a job in numbers is for as long as this script runs."""
        return f"{self.decode}/log/.reference.{number}"

    def clean(self) -> None:
        """Removes what only this script needed."""
        if self.options.text("beam") and self.options.flag("cleanup"):
            self.say(f"removing pruned lattices in {self.decode}")
            self.forget([self.pruned(number) for number in self.numbers])

    @staticmethod
    def forget(paths: Sequence[str]) -> None:
        """Removes files, as far as they are there."""
        for path in paths:
            with suppress(FileNotFoundError):
                os.remove(path)
