"""What Kaldi's four makers of CTMs share: what they need, how words are aligned, and what becomes of the lines."""

from __future__ import annotations

import os

from mondegreen.dropin.kaldi import (
    convert_ctm,
    int2sym,
    lattice_1best,
    lattice_align_words,
    lattice_align_words_lexicon,
)
from mondegreen.dropin.kaldi.jobs import Job, check
from mondegreen.dropin.kaldi.lattices import Lattices
from mondegreen.dropin.kaldi.pipelines import Track, on_all_cores, run_tracks
from mondegreen.dropin.kaldi.pipes import command
from mondegreen.dropin.kaldi.recipe import FAILED, Options, folder, load, need, save, shown
from mondegreen.dropin.kaldi.scripts import DieError

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from mondegreen.dropin.kaldi.pipelines import LatticeStep
    from mondegreen.dropin.kaldi.pipes import Step
    from mondegreen.dropin.kaldi.scripts import Script

USAGE = """\
Usage: {name} [options] {arguments}
 Options:
{options}"""


class Maker:
    """One run of a maker: the folders it works on."""

    def __init__(self, call: Script, defaults: Mapping[str, str], arguments: str) -> None:
        shown(call)
        self.call = call
        self.options = Options(call, defaults)
        places = self.options.arguments
        if len(places) != len(arguments.split()):
            names = "".join(f"    --{name.replace('_', '-')} ({value})\n" for name, value in defaults.items())
            call.write(USAGE.format(name=call.name, arguments=arguments, options=names))
            raise DieError("", FAILED)
        self.data, self.lang, self.decode = places[:3]
        self.out = places[3] if len(places) > 3 else self.decode
        self.model = f"{self.decode}/../final.mdl"
        # What all pipelines read but once.
        self.kept: dict[str, Any] = {}

    def need(self, *more: str) -> None:
        """Ends the script if something is missing."""
        need(self.call, [f"{self.lang}/words.txt", self.model, f"{self.decode}/lat.1.gz", *more])

    def jobs(self) -> list[str]:
        """The numbers of the decoder's jobs."""
        count = os.fsdecode(load(f"{self.decode}/num_jobs")).strip()
        if not (count.isascii() and count.isdigit()):
            raise DieError(f"{self.call.name}: {self.decode}/num_jobs does not say how many jobs there are", FAILED)
        return [str(number) for number in range(1, int(count) + 1)]

    def lattices(self, *numbers: str) -> str:
        """The lattices of some jobs, one behind the other."""
        from shlex import quote

        return f"ark:gunzip -c {' '.join(f'{quote(self.decode)}/lat.{number}.gz' for number in numbers)} |"

    def aligned(self, *, single: bool = False) -> list[LatticeStep]:
        """The programs that align words, by what the language folder has for it."""
        boundaries, lexicon = f"{self.lang}/phones/word_boundary.int", f"{self.lang}/phones/align_lexicon.int"
        if os.path.isfile(boundaries):
            return [(lattice_align_words.run, [boundaries, self.model, "ark:-", "ark:-"])]
        if not os.path.isfile(lexicon):
            what = f"neither {boundaries} nor {lexicon} exists: cannot align."
            self.call.write(f"{self.call.name}: {what}\n")
            raise DieError("", FAILED)
        best: list[LatticeStep] = [(lattice_1best.run, ["ark:-", "ark:-"])] if single else []
        return [(lattice_align_words_lexicon.run, [lexicon, self.model, "ark:-", "ark:-"]), *best]

    def spelled(self) -> list[Step]:
        """The words for the numbers; times in recordings for those in segments, if that is wanted and can be done."""
        words: list[Step] = [(int2sym.run, ["-f", "5", f"{self.lang}/words.txt"])]
        segments = f"{self.data}/segments"
        if self.options.values.get("use_segments") == "true" and os.path.isfile(segments):
            channels = f"{self.data}/reco2file_and_channel"
            need(self.call, [channels])
            words.append((convert_ctm.run, [segments, channels]))
        return words

    def frame_shift(self) -> list[str]:
        """The length of a frame, where a model's folder tells of it."""
        for name, zeros in (("frame_shift", ""), ("frame_subsampling_factor", "0.0")):
            path = f"{self.decode}/../{name}"
            if os.path.isfile(path):
                option = f"--frame-shift={zeros}{os.fsdecode(load(path)).strip()}"
                self.call.write(f"{self.call.name}: {path} exists, using {option}\n")
                return [option]
        return []

    def by_weight(self, steps: Callable[[int, str], Sequence[LatticeStep]]) -> None:
        """A CTM for each weight, all of them in one reading of the lattices."""
        name = os.path.basename(os.path.normpath(self.data))
        table, tracks = self.lattices(*self.jobs()), []
        for weight in self.options.weights():
            out = f"{folder(f'{self.decode}/score_{weight}')}/{name}.ctm"
            tracks.append(self.track(f"{self.decode}/scoring/log/get_ctm.{weight}.log", steps(weight, table), out))
        check(run_tracks(tracks, lambda call: Lattices(call, table)), f"{self.decode}/scoring/log/get_ctm.*.log")

    def by_job(self, steps: Callable[[str], Sequence[LatticeStep]]) -> None:
        """A CTM for each job of the decoder, and all of them in one."""
        numbers = self.jobs()
        folder(f"{self.out}/log")

        def made(number: str) -> Job:
            table = self.lattices(number)
            track = self.track(f"{self.out}/log/get_ctm.{number}.log", steps(table), f"{self.out}/ctm.{number}")
            return run_tracks([track], lambda call: Lattices(call, table))[0]

        check(on_all_cores(made, numbers), f"{self.out}/log/get_ctm.*.log")
        save(f"{self.out}/ctm", b"".join(load(f"{self.out}/ctm.{number}") for number in numbers))
        save(f"{self.out}/num_jobs", f"{len(numbers)}\n".encode())

    def track(self, log: str, steps: Sequence[LatticeStep], out: str) -> Track:
        """A pipeline of these programs, and those that spell words, into a file."""
        texts = self.spelled()
        one = Job(log, f"{command([*steps, *texts])} > {out}")
        return Track(one, steps, out, texts=texts, kept=self.kept)
