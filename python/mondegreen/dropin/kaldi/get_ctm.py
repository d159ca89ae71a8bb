"""Kaldi's makers of CTMs: `steps/get_ctm.sh`, `steps/get_ctm_conf.sh`, and their `_fast` versions.

The first two make one for each language model weight, the others for one weight, job by job.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from shlex import quote

from mondegreen.dropin.kaldi.ctm_scripts import convert_ctm
from mondegreen.dropin.kaldi.lattice_programs.align import lattice_align_words, lattice_align_words_lexicon
from mondegreen.dropin.kaldi.lattice_programs.decode import lattice_to_ctm_conf
from mondegreen.dropin.kaldi.lattice_programs.nbest import nbest_to_ctm
from mondegreen.dropin.kaldi.lattice_programs.transform import lattice_1best, lattice_add_penalty, lattice_prune
from mondegreen.dropin.kaldi.pipelines import (
    Job,
    LatticeStep,
    Pipeline,
    Step,
    check_jobs,
    map_on_all_cores,
    run_pipelines,
)
from mondegreen.dropin.kaldi.scripts import (
    FAILED,
    DieError,
    ScriptEntry,
    ShellScript,
    make_directory,
    read_file,
    shell_script,
    write_file,
)
from mondegreen.dropin.kaldi.symbol_tables import int2sym

BY_WEIGHT = "<data-dir> <lang-dir|graph-dir> <decode-dir>"
BY_JOB = "<data-dir> <lang-dir|graph-dir> <decode-dir> <ctm-dir>"
WEIGHTS = {"min_lmwt": "5", "max_lmwt": "20", "use_segments": "true"}
WEIGHT = {"frame_shift": "0.01", "lmwt": "10", "wip": "0.0", "print_silence": "false"}


def ctm_script(
    name: str, arguments: str, defaults: Mapping[str, str]
) -> Callable[[Callable[[CtmMaker], None]], ScriptEntry]:
    """Make a script of a function of what it works on."""
    defaults = {"cmd": "run.pl", "stage": "0", **defaults}
    options = "".join(f"    --{option.replace('_', '-')} ({value})\n" for option, value in defaults.items())
    usage = f"Usage: {{name}} [options] {arguments}\n Options:\n{options}"
    enter = shell_script(name, usage, defaults, arguments=[len(arguments.split())])

    def make_entry(work: Callable[[CtmMaker], None]) -> ScriptEntry:
        def run(call: ShellScript) -> None:
            work(CtmMaker(call))

        run.__doc__ = work.__doc__
        return enter(run)

    return make_entry


@ctm_script("steps/get_ctm.sh", BY_WEIGHT, {"frame_shift": "0.01", **WEIGHTS, "print_silence": "false"})
def get_ctm(maker: CtmMaker) -> None:
    """Write the words of best paths with times, for each language model weight: `score_WEIGHT/NAME.ctm`."""
    maker.check_files()

    def make_steps(weight: int, table: str) -> list[LatticeStep]:
        return maker.make_best_path_steps([f"--lm-scale={weight}", table, "ark:-"])

    make_directory(f"{maker.decode}/scoring/log")
    if maker.call.integer("stage") <= 0:
        maker.make_by_weight(make_steps)


@ctm_script("steps/get_ctm_fast.sh", BY_JOB, WEIGHT)
def get_ctm_fast(maker: CtmMaker) -> None:
    """Write the words of best paths with times, job by job: `ctm.JOB` and `ctm`."""
    maker.use_own_model()
    maker.check_files()
    scales = [f"--lm-scale={maker.call.text('lmwt')}", f"--word-ins-penalty={maker.call.text('wip')}"]
    if maker.call.integer("stage") <= 0:
        maker.make_by_job(lambda table: maker.make_best_path_steps([*scales, table, "ark:-"]))


@ctm_script("steps/get_ctm_conf.sh", BY_WEIGHT, {**WEIGHTS, "iter": "final", "beam": "5"})
def get_ctm_conf(maker: CtmMaker) -> None:
    """Write `score_WEIGHT/NAME.ctm` of minimum Bayes risk decoding, with confidences."""
    maker.model = f"{maker.decode}/../{maker.call.text('iter')}.mdl"
    maker.check_files()
    shift, beam = maker.find_frame_shift(), f"--beam={maker.call.text('beam')}"

    def make_steps(weight: int, table: str) -> list[LatticeStep]:
        scale = f"--inv-acoustic-scale={weight}"
        prune: LatticeStep = (lattice_prune, [scale, beam, table, "ark:-"])
        words = [*shift, "--decode-mbr=true", scale, "ark:-", "-"]
        return [prune, *maker.make_align_steps(), (lattice_to_ctm_conf, words)]

    make_directory(f"{maker.decode}/scoring/log")
    if maker.call.integer("stage") <= 0:
        maker.make_by_weight(make_steps)


@ctm_script("steps/get_ctm_conf_fast.sh", BY_JOB, {**WEIGHT, "beam": "5"})
def get_ctm_conf_fast(maker: CtmMaker) -> None:
    """Write `ctm.JOB` and `ctm` of minimum Bayes risk decoding, with confidences.

    The original lacks a word of its command where it aligns by a lexicon, and fails; here that works as it was meant.
    As there, `--print-silence` has no effect.
    """
    maker.use_own_model()
    maker.check_files()
    text = maker.call.text
    scale, beam = f"--inv-acoustic-scale={text('lmwt')}", f"--beam={text('beam')}"
    shift = f"--frame-shift={text('frame_shift')}"

    def make_steps(table: str) -> list[LatticeStep]:
        penalty = [f"--word-ins-penalty={text('wip')}", table, "ark:-"]
        prune: LatticeStep = (lattice_prune, [scale, beam, "ark:-", "ark:-"])
        words: LatticeStep = (lattice_to_ctm_conf, [shift, "--decode-mbr=true", scale, "ark:-", "-"])
        return [(lattice_add_penalty, penalty), prune, *maker.make_align_steps(), words]

    if maker.call.integer("stage") <= 0:
        maker.make_by_job(make_steps)


class CtmMaker:
    """One run of a maker: the directories it works on."""

    def __init__(self, call: ShellScript) -> None:
        self.call = call
        self.data, self.lang, self.decode, *out = self.call.arguments
        self.out = out[0] if out else self.decode
        self.model = f"{self.decode}/../final.mdl"
        # What all pipelines read once.
        self.cache: dict[str, object] = {}

    def use_own_model(self) -> None:
        if os.path.isfile(f"{self.decode}/final.mdl"):
            self.model = f"{self.decode}/final.mdl"

    def check_files(self) -> None:
        self.call.check_files([f"{self.lang}/words.txt", self.model, f"{self.decode}/lat.1.gz"])

    def lattice_table(self, numbers: Sequence[int]) -> str:
        return f"ark:gunzip -c {' '.join(f'{quote(self.decode)}/lat.{number}.gz' for number in numbers)} |"

    def make_best_path_steps(self, words: Sequence[str]) -> list[LatticeStep]:
        text = self.call.text
        shift = [f"--frame-shift={text('frame_shift')}", f"--print-silence={text('print_silence')}"]
        ctm: LatticeStep = (nbest_to_ctm, [*shift, "ark:-", "-"])
        return [(lattice_1best, words), *self.make_align_steps(best_path=True), ctm]

    def make_align_steps(self, *, best_path: bool = False) -> list[LatticeStep]:
        """Return the programs that align words, by what the language directory has for it."""
        boundaries, lexicon = f"{self.lang}/phones/word_boundary.int", f"{self.lang}/phones/align_lexicon.int"
        if os.path.isfile(boundaries):
            return [(lattice_align_words, [boundaries, self.model, "ark:-", "ark:-"])]
        if not os.path.isfile(lexicon):
            self.call.report(f"neither {boundaries} nor {lexicon} exists: cannot align.")
            raise DieError("", FAILED)
        best: list[LatticeStep] = [(lattice_1best, ["ark:-", "ark:-"])] if best_path else []
        return [(lattice_align_words_lexicon, [lexicon, self.model, "ark:-", "ark:-"]), *best]

    def make_text_steps(self) -> list[Step]:
        """Return the scripts that spell words, and that convert times if there are segments and it is wanted."""
        steps: list[Step] = [(int2sym, ["-f", "5", f"{self.lang}/words.txt"])]
        segments = f"{self.data}/segments"
        if self.call.values.get("use_segments") == "true" and os.path.isfile(segments):
            channels = f"{self.data}/reco2file_and_channel"
            self.call.check_files([channels])
            steps.append((convert_ctm, [segments, channels]))
        return steps

    def find_frame_shift(self) -> list[str]:
        """Return the option for the length of a frame, if the model's directory has it."""
        for name, zeros in (("frame_shift", ""), ("frame_subsampling_factor", "0.0")):
            path = f"{self.decode}/../{name}"
            if os.path.isfile(path):
                option = f"--frame-shift={zeros}{os.fsdecode(read_file(path)).strip()}"
                self.call.report(f"{path} exists, using {option}")
                return [option]
        return []

    def make_by_weight(self, make_steps: Callable[[int, str], Sequence[LatticeStep]]) -> None:
        """Make a CTM for each weight, all of them in one reading of the lattices."""
        name = os.path.basename(os.path.normpath(self.data))
        table, pipelines = self.lattice_table(self.call.read_job_numbers(self.decode)), []
        logs = f"{self.decode}/scoring/log/get_ctm"
        for weight in self.call.weights():
            out = f"{make_directory(f'{self.decode}/score_{weight}')}/{name}.ctm"
            pipelines.append(self.make_pipeline(f"{logs}.{weight}.log", make_steps(weight, table), out))
        check_jobs(run_pipelines(pipelines, [table]), f"{logs}.*.log")

    def make_by_job(self, make_steps: Callable[[str], Sequence[LatticeStep]]) -> None:
        """Make a CTM for each job of the decoder, and join them."""
        numbers = self.call.read_job_numbers(self.decode)
        make_directory(f"{self.out}/log")
        # Before any job starts, so that what is missing is reported once.
        steps = {number: make_steps(self.lattice_table([number])) for number in numbers}

        def run_job(number: int) -> Job:
            log, out = f"{self.out}/log/get_ctm.{number}.log", f"{self.out}/ctm.{number}"
            pipeline = self.make_pipeline(log, steps[number], out)
            return run_pipelines([pipeline], [self.lattice_table([number])])[0]

        check_jobs(map_on_all_cores(run_job, numbers), f"{self.out}/log/get_ctm.*.log")
        write_file(f"{self.out}/ctm", b"".join(read_file(f"{self.out}/ctm.{number}") for number in numbers))
        write_file(f"{self.out}/num_jobs", f"{len(numbers)}\n".encode())

    def make_pipeline(self, log: str, steps: Sequence[LatticeStep], out: str) -> Pipeline:
        return Pipeline(Job(log), steps, out, text_steps=self.make_text_steps(), cache=self.cache)
