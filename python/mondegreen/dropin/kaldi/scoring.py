"""The steps of Kaldi's scoring scripts, each of which leaves files in a decode folder.

Names of files and of logs, their contents, and which step reads what another one left are Kaldi's, so that a script
may begin in the middle and another may go on.
"""

from __future__ import annotations

import os
from io import BytesIO

from mondegreen.dropin.kaldi import (
    align_text,
    best_wer,
    compute_wer,
    compute_wer_bootci,
    wer_per_spk_details,
    wer_per_utt_details,
)
from mondegreen.dropin.kaldi.console import Console, KaldiError, printable
from mondegreen.dropin.kaldi.details import Decoded
from mondegreen.dropin.kaldi.filters import HYPOTHESIS, REFERENCE, characters, chosen, filtered
from mondegreen.dropin.kaldi.hypotheses import heard, spelled, symbols_of
from mondegreen.dropin.kaldi.jobs import Job, check
from mondegreen.dropin.kaldi.lattice_best_path import Sums
from mondegreen.dropin.kaldi.recipe import FAILED, folder, load, save
from mondegreen.dropin.kaldi.scripts import DieError
from mondegreen.dropin.kaldi.wer_ops_details import counted, listed, ordered

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.dropin.kaldi.hypotheses import Heard, Setting, Told

SYMBOL = "***"


class Unit:
    """What is counted: words, or characters."""

    def __init__(self, name: str, text: str, log: str) -> None:
        self.name = name
        self.text = text  # what names of texts end in
        self.log = log  # what names of logs have in the middle


WORDS, CHARACTERS = Unit("wer", ".txt", ""), Unit("cer", ".chars.txt", ".cer")


class Scoring:
    """The scoring of one decode folder."""

    def __init__(self, data: str, words: str, decode: str, settings: Sequence[Setting]) -> None:
        self.data = data
        self.words = words
        self.decode = decode
        self.settings = list(settings)
        self.home = f"{decode}/scoring_kaldi"
        self.strict = False
        self.one_alignment = False
        self.faults: list[str] = []
        # What Kaldi's scripts leave in logs of their own, or say nothing of.
        self.notes: list[str] = []

    def reference(self, unit: Unit = WORDS) -> str:
        """Where the filtered reference is."""
        return f"{self.home}/test_filt{unit.text}"

    def hypothesis(self, setting: Setting, unit: Unit = WORDS) -> str:
        """Where the text of a setting is."""
        return f"{self.home}/penalty_{setting.penalty}/{setting.weight}{unit.text}"

    def result(self, setting: Setting, unit: Unit = WORDS) -> str:
        """Where the error rate of a setting is."""
        return f"{self.decode}/{unit.name}_{setting.weight}_{setting.penalty}"

    def log(self, setting: Setting, name: str) -> str:
        """Where the log of a job of a setting is."""
        return f"{self.home}/penalty_{setting.penalty}/log/{name}.{setting.weight}.log"

    def filter_reference(self) -> None:
        """Puts the reference through the recipe's filter."""
        folder(f"{self.home}/log")
        said, name = BytesIO(), chosen(REFERENCE)
        text, code = filtered(name, load(f"{self.data}/text"), said)
        save(self.reference(), text)
        if code:
            told = said.getvalue().decode("utf-8", "replace").rstrip("\n")
            raise DieError(told or f"{name} failed with code {code} on {self.data}/text", FAILED)

    def hear(self, *, beam: float | None = None, told: Told | None = None) -> None:
        """Searches the lattices for all settings, for least risk where a beam is given, and writes what was heard."""
        found = heard(self.decode, self.settings, beam, told)
        if found.fault:
            self.faults.append(found.fault)
        try:
            symbols, wrong = symbols_of(self.words), ""
        except KaldiError as error:
            symbols, wrong = None, str(error)
        if self.strict:
            self.insist(found, symbols, wrong)
        self.notes += found.doubts(self.decode)
        jobs = []
        for setting in self.settings:
            with Job(self.log(setting, "best_path"), self.pipeline(setting, beam)) as one:
                text, fault = (b"", wrong) if symbols is None else spelled(found.paths[setting], symbols)
                self.note(one, found, setting, fault)
                text, one.code = filtered(chosen(HYPOTHESIS), text, one.log)
                save(self.hypothesis(setting), text)
            jobs.append(one)
        self.check(jobs, "best_path")

    def insist(self, found: Heard, symbols: Mapping[int, bytes] | None, wrong: str) -> None:
        """Ends the scoring, before anything of it is written, at the first thing that was wrong."""
        spelling = ("" if symbols is None else spelled(found.paths[setting], symbols)[1] for setting in self.settings)
        for fault in (found.fault, *found.doubts(self.decode), wrong, *spelling):
            if fault:
                raise DieError(fault, FAILED)

    def note(self, one: Job, found: Heard, setting: Setting, fault: str) -> None:
        """Writes to a log what was done, as the programs tell it, and what was wrong."""
        if fault and fault not in self.faults:
            self.faults.append(fault)
        console, sums = Console("lattice-best-path", one.log), Sums()
        for key in found.failed[setting]:
            console.warn(f"Best-path failed for key {printable(key)}")
        for key, (_, graph, acoustic, frames, _) in found.paths[setting]:
            console.log(f"For utterance {printable(key)}, best cost {sums.add(graph, acoustic, frames)}")
        for what in filter(None, (found.fault, fault)):
            console.say("ERROR", what)
        console.log(f"Overall cost per frame is {sums.overall()}")
        console.log(f"Done {len(found.paths[setting])} lattices, failed for {len(found.failed[setting])}")

    def pipeline(self, setting: Setting, beam: float | None) -> str:
        """The commands whose place a search takes."""
        lattices = f'"ark:gunzip -c {self.decode}/lat.*.gz|"'
        scale = f"lattice-scale --inv-acoustic-scale={setting.weight} {lattices} ark:-"
        penalty = f"lattice-add-penalty --word-ins-penalty={setting.penalty} ark:- ark:-"
        search = f"lattice-best-path --word-symbol-table={self.words} ark:- ark,t:-"
        if beam is not None:
            prune = f"lattice-prune --beam={beam:g} ark:- ark:-"
            search = f"{prune} | lattice-mbr-decode --word-symbol-table={self.words} ark:- ark,t:-"
        spelling = f"utils/int2sym.pl -f 2- {self.words} | {chosen(HYPOTHESIS) or 'cat'}"
        return f"{scale} | {penalty} | {search} | {spelling} > {self.hypothesis(setting)}"

    def tokenise(self) -> None:
        """Writes reference and hypotheses in characters."""
        said = BytesIO()
        save(self.reference(CHARACTERS), characters(load(self.reference()), said)[0])
        for setting in self.settings:
            folder(self.hypothesis(setting).rpartition("/")[0])
            save(self.hypothesis(setting, CHARACTERS), characters(load(self.hypothesis(setting)), said)[0])

    def rate(self, unit: Unit = WORDS, told: Told | None = None) -> None:
        """Writes the error rate of each setting."""
        jobs = []
        words = ["--text", "--mode=present", f"ark:{self.reference(unit)}", "ark,p:-"]
        for setting in self.settings:
            hypothesis, result = self.hypothesis(setting, unit), self.result(setting, unit)
            command = f"cat {hypothesis} | compute-wer {' '.join(words)} >& {result}"
            with Job(self.log(setting, f"score{unit.log}"), command) as one:
                out = BytesIO()
                compare = compute_wer.run_as_aligned if self.one_alignment else compute_wer.run
                one.code = compare(list(map(os.fsencode, words)), BytesIO(load(hypothesis)), out, out)
                save(result, out.getvalue())
            jobs.append(one)
            if told:
                told(1)
        self.check(jobs, f"score{unit.log}")

    def check(self, jobs: Sequence[Job], name: str) -> None:
        """Ends the script if a job of a penalty failed."""
        for penalty in dict.fromkeys(setting.penalty for setting in self.settings):
            some = [one for one, setting in zip(jobs, self.settings, strict=True) if setting.penalty == penalty]
            check(some, f"{self.home}/penalty_{penalty}/log/{name}.*.log")

    def best(self, unit: Unit = WORDS) -> str:
        """Writes the best line of all settings, the first of equals, and gives it."""
        lines = []
        for setting in self.settings:
            path = self.result(setting, unit)
            text = printable(load(path))
            lines += [f"{path}:{line}" for line in text.split("\n") if "WER" in line]
        best = best_wer.best(lines)
        save(f"{self.home}/best_{unit.name}", best.encode("utf-8", "surrogateescape"))
        return best

    def details(self, weight: str, penalty: str, unit: Unit = WORDS) -> None:
        """Writes what the best setting got wrong, by utterance, speaker and pair of words."""
        home = folder(f"{self.home}/{unit.name}_details")
        save(f"{home}/lmwt", f"{weight}\n".encode())
        save(f"{home}/wip", f"{penalty}\n".encode())
        hypothesis = f"{self.home}/penalty_{penalty}/{weight}{unit.text}"
        self.stats1(home, hypothesis, unit)
        self.stats2(home, unit)
        self.interval(home, hypothesis, unit)

    def stats1(self, home: str, hypothesis: str, unit: Unit) -> None:
        """By utterance and by speaker."""
        speakers = f"{self.data}/utt2spk"
        align = ["--special-symbol=***", f"ark:{self.reference(unit)}", "ark:-", "ark,t:-"]
        command = (
            f"cat {hypothesis} | align-text --special-symbol='***' {' '.join(align[1:])} | "
            f"utils/scoring/wer_per_utt_details.pl --special-symbol '***' | tee {home}/per_utt | "
            f"utils/scoring/wer_per_spk_details.pl {speakers} > {home}/per_spk"
        )
        with Job(f"{self.home}/log/stats1{unit.log}.log", command) as one:
            aligned, by_utterance, by_speaker = BytesIO(), BytesIO(), BytesIO()
            if align_text.run(list(map(os.fsencode, align)), BytesIO(load(hypothesis)), aligned, one.log):
                self.notes.append(f"{home}: not all utterances could be aligned; {one.path} says why")
            aligned.seek(0)
            wer_per_utt_details.run([b"--special-symbol", SYMBOL.encode()], aligned, by_utterance, one.log)
            save(f"{home}/per_utt", by_utterance.getvalue())
            by_utterance.seek(0)
            one.code = wer_per_spk_details.run([os.fsencode(speakers)], by_utterance, by_speaker, one.log)
            save(f"{home}/per_spk", by_speaker.getvalue())
        check([one], one.path)

    def stats2(self, home: str, unit: Unit) -> None:
        """By pair of words."""
        command = (
            f"cat {home}/per_utt | utils/scoring/wer_ops_details.pl --special-symbol '***' | "
            f"sort -b -i -k 1,1 -k 4,4rn -k 2,2 -k 3,3 > {home}/ops"
        )
        with Job(f"{self.home}/log/stats2{unit.log}.log", command):
            text = Decoded(load(f"{home}/per_utt"))
            lines = ordered(listed(counted(text.lines()), SYMBOL), text.encoding)
            save(f"{home}/ops", "".join(lines).encode(text.encoding))

    def interval(self, home: str, hypothesis: str, unit: Unit) -> None:
        """How far the rate may be trusted."""
        words = ["--mode=present", f"ark:{self.reference(unit)}", f"ark:{hypothesis}"]
        command = f"compute-wer-bootci {' '.join(words)} > {home}/{unit.name}_bootci"
        with Job(f"{self.home}/log/{unit.name}_bootci{unit.log}.log", command) as one:
            out = BytesIO()
            one.code = compute_wer_bootci.run(list(map(os.fsencode, words)), BytesIO(), out, one.log)
            save(f"{home}/{unit.name}_bootci", out.getvalue())
        check([one], one.path)
